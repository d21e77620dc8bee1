/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of an exported case: what it is made of, that its policy allows its own script and style
 * and nothing else, that no text of the case is HTML in it, and what a verification says of it.
 * What browsers make of it is page-in-browsers.py's. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "hostile-look.h"
#include "sky-digest.h"
#include "sky-json.h"

/* Made once: all look at the same package. */
static PackageFixture fixture;

static const char *
get_page (GPtrArray *members, gsize *size)
{
  return g_bytes_get_data (package_find (members, "index.html")->data, size);
}

/* The text between @begin and the next @end; @begin must stand there once. */
static char *
cut (const char *html, gsize size, const char *begin, const char *end)
{
  const char *at = memmem (html, size, begin, strlen (begin));
  const char *until;

  g_assert_nonnull (at);
  at += strlen (begin);
  g_assert_null (memmem (at, size - (gsize) (at - html), begin, strlen (begin)));
  until = memmem (at, size - (gsize) (at - html), end, strlen (end));
  g_assert_nonnull (until);
  return g_strndup (at, (gsize) (until - at));
}

static char *
hash_of (const char *text)
{
  guint8 digest[SKY_DIGEST_SIZE];
  g_autofree char *hash = NULL;

  sky_digest_bytes (text, strlen (text), digest);
  hash = g_base64_encode (digest, sizeof digest);
  return g_strdup_printf ("'sha256-%s'", hash);
}

static void
test_policy (void)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  gsize size;
  const char *html = get_page (members, &size);
  g_autofree char *policy =
      cut (html, size, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\">");
  g_autofree char *script = cut (html, size, "<script>", "</script>");
  g_autofree char *style = cut (html, size, "<style>", "</style>");
  g_autofree char *script_hash = hash_of (script);
  g_autofree char *style_hash = hash_of (style);
  g_autofree char *wanted = g_strdup_printf (
      "default-src 'none'; script-src %s; style-src %s; img-src 'self' file: data:; "
      "media-src 'self' file:; base-uri 'none'; form-action 'none'",
      script_hash, style_hash);

  g_assert_cmpstr (policy, ==, wanted);
  /* Nothing that would need another: no attribute that is a style or a script, no eval, no HTML
   * made of text, no address. */
  for (guint i = 0; i < 2; i++)
    {
      const char *text = i == 0 ? script : style;

      g_assert_null (strstr (text, "eval"));
      g_assert_null (strstr (text, "innerHTML"));
      g_assert_null (strstr (text, "insertAdjacentHTML"));
      g_assert_null (strstr (text, "document.write"));
      g_assert_null (strstr (text, "url("));
      g_assert_null (strstr (text, "@import"));
      g_assert_null (strstr (text, "https:"));
    }
  g_autofree char *elements = cut (html, size, "<body>", "<script id=\"case\"");
  g_assert_null (strstr (elements, " style="));
  g_assert_false (g_regex_match_simple ("\\son[a-z]+\\s*=", elements, 0, 0));
  g_assert_null (strstr (elements, "//"));
}

/* In the data there is no character that HTML would see, and what it says is what was said. */
static void
test_escaped (void)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  gsize size;
  const char *html = get_page (members, &size);
  g_autofree char *data =
      cut (html, size, "<script id=\"case\" type=\"application/json\">", "</script>");
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const char *cause;
  const SkyJsonNode *root = sky_json_parse (parser, data, strlen (data), FALSE, &cause);
  const SkyJsonNode *findings, *cameras;
  g_autofree char *title = NULL;
  g_autofree char *camera = NULL;
  guint n_scripts = 0;

  g_assert_null (strpbrk (data, "<>&"));
  for (const char *at = html; (at = memmem (at, size - (gsize) (at - html), "<script", 7)) != NULL;
       at++)
    n_scripts++;
  g_assert_cmpuint (n_scripts, ==, 2);
  g_assert_nonnull (root);
  title = sky_json_dup_text (sky_json_member (root, "case"), "title");
  g_assert_cmpstr (title, ==, HOSTILE_TITLE);
  cameras = sky_json_member (root, "cameras");
  g_assert_cmpuint (cameras->n_children, ==, 5);
  camera = sky_json_dup_text (sky_json_first (cameras), "camera");
  g_assert_cmpstr (camera, ==, HOSTILE_CAMERA);
  findings = sky_json_member (root, "findings");
  g_assert_cmpuint (findings->n_children, >, 2);
  const SkyJsonNode *finding = sky_json_first (findings);
  for (guint i = 0; i < findings->n_children; i++, finding = sky_json_next (finding))
    {
      g_autofree char *headline = sky_json_dup_text (finding, "headline");
      const SkyJsonNode *layout = sky_json_member (finding, "layout");
      g_autofree char *svg = sky_json_dup_text (layout, "svg");

      g_assert_cmpint (strlen (headline), >, 10);
      g_assert_true (g_str_has_prefix (svg, "<?xml"));
      g_assert_nonnull (strstr (svg, "<svg"));
    }
}

/* It is English, whatever the exporter speaks. */
static void
test_english (void)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  gsize size;
  const char *html = get_page (members, &size);

  g_assert_nonnull (memmem (html, size, "<html lang=\"en\">", 16));
  g_assert_nonnull (memmem (html, size, "Extract the whole package first", 31));
  g_assert_nonnull (memmem (html, size, "This page verifies nothing.", 27));
}

/* The clips of the page are members, in what browsers play. */
static void
test_clips (void)
{
  static const char *const wanted[] = { "CR-01-B.mp4", "CR-01-C.webm", "CR-01-D.mp4",
                                        "CR-01-E.mkv" };
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  gsize size;
  const char *html = get_page (members, &size);

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_autofree char *member = g_strconcat ("footage/", wanted[i], NULL);
      g_autofree char *quoted = g_strdup_printf ("\"file\":\"%s\"", member);

      package_find (members, member);
      g_assert_nonnull (memmem (html, size, quoted, strlen (quoted)));
    }
}

static char *
failures_of (GPtrArray *members)
{
  g_autofree char *path = g_build_filename (fixture.folder, "changed.zip", NULL);

  package_pack (path, members, TRUE);
  return package_failures (path);
}

/* It is signed like every member. A package of before, which has none, verifies. */
static void
test_verified (void)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);
  const char *html;
  gsize size;
  g_autofree char *text = NULL;
  g_autofree char *failures = failures_of (members);
  guint index;

  g_assert_cmpstr (failures, ==, "");
  html = get_page (members, &size);
  text = g_strdup_printf ("%.*s ", (int) size, html);
  package_replace (members, "index.html", text, size + 1);
  g_free (failures);
  failures = failures_of (members);
  g_assert_nonnull (strstr (failures, "index.html"));

  g_assert_true (g_ptr_array_find (members, package_find (members, "index.html"), &index));
  g_ptr_array_remove_index (members, index);
  g_free (failures);
  failures = failures_of (members);
  g_assert_nonnull (strstr (failures, "index.html"));

  package_sign (members, fixture.ada);
  g_free (failures);
  failures = failures_of (members);
  g_assert_cmpstr (failures, ==, "");
}

static void
clear_fixture (void)
{
  package_fixture_clear (&fixture);
}

int
main (int argc, char **argv)
{
  PackageLook look;
  g_autoptr (GError) error = NULL;

  g_test_init (&argc, &argv, NULL);
  hostile_look_init (&look, 70, 2);
  package_fixture_init_as (&fixture, NULL, &look);
  package_fixture_export (&fixture, fixture.package, NULL, &error);
  g_assert_no_error (error);
  atexit (clear_fixture);
  g_test_add_func ("/case-page/policy", test_policy);
  g_test_add_func ("/case-page/escaped", test_escaped);
  g_test_add_func ("/case-page/english", test_english);
  g_test_add_func ("/case-page/clips", test_clips);
  g_test_add_func ("/case-page/verified", test_verified);
  return g_test_run ();
}
