/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An archive whose footage.json wishes an export, or an audit, to take what is none of its
 * recordings: nothing of that is read, and of each it is said why. */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "numbered-footage.h"
#include "package-fixture.h"
#include "sky-archive.h"
#include "sky-audit-run.h"
#include "sky-evidence-error.h"
#include "sky-json-writer.h"
#include "sky-media-check.h"

#define KEY "-----BEGIN PRIVATE KEY-----\nnobody else's business\n"

static PackageFixture fixture;
static SkyTime start, end;
static char *secret;       /* a recording beside the archive */
static GBytes *secret_key; /* a stretch of its bytes that no other file has */

typedef struct
{
  const char *file;
  const char *cause;
} Case;

static char *
in_archive (const char *name)
{
  return g_build_filename (fixture.archive, name, NULL);
}

static void
put (const char *name, const char *text, gssize size)
{
  g_autofree char *path = in_archive (name);

  g_assert_true (g_file_set_contents (path, text, size, NULL));
}

static void
make_link (const char *name, const char *target)
{
  g_autofree char *path = in_archive (name);

  g_assert_cmpint (symlink (target, path), ==, 0);
}

/* footage.json with one camera a file, each over the whole case, with a digest that is not right.
 */
static void
write_index (const char *const *files)
{
  g_autoptr (GString) json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  sky_json_begin_array (json, "cameras");
  for (guint i = 0; files[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup_printf ("X-%u", i);
      g_autofree char *digest = g_strnfill (64, '0');

      sky_json_begin_object (json, NULL);
      sky_json_add_string (json, "camera", name);
      sky_json_add_string (json, "table", "CR-01");
      sky_json_add_string (json, "kind", "ptz");
      sky_json_add_raw (json, "covers", "[\"table\"]");
      sky_json_begin_array (json, "segments");
      sky_json_begin_object (json, NULL);
      sky_json_add_string (json, "file", files[i]);
      sky_json_add_time (json, "start", start);
      sky_json_add_time (json, "end", end);
      sky_json_add_string (json, "sha256", digest);
      sky_json_end_object (json);
      sky_json_end_array (json);
      sky_json_end_object (json);
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
  put ("footage.json", json->str, -1);
}

/* Neither the package nor what is packed in it has anything of the secrets. */
static void
assert_clean (const char *package)
{
  g_autoptr (GPtrArray) members = package_unpack (package);
  gsize length;
  const char *key = g_bytes_get_data (secret_key, &length);

  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = members->pdata[i];
      gsize size;
      const char *bytes = g_bytes_get_data (member->data, &size);

      g_assert_null (memmem (bytes, size, key, length));
      g_assert_null (memmem (bytes, size, KEY, strlen (KEY)));
    }
}

static guint
count_originals (const char *package)
{
  g_autoptr (GPtrArray) members = package_unpack (package);
  guint n = 0;

  for (guint i = 0; i < members->len; i++)
    n += g_str_has_prefix (((const Member *) members->pdata[i])->name, "originals/");
  return n;
}

/* A recording whose pictures are said to lie in another file. */
static void
write_reference (const char *name)
{
  const Footage footage = {
    .kind = FOOTAGE_MP4, .width = 160, .height = 120, .fps_n = 1, .fps_d = 1, .n_frames = 5
  };
  g_autofree char *path = in_archive (name);
  g_autofree char *bytes = NULL;
  gsize size;
  char *box;

  footage_write (&footage, path);
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  box = memmem (bytes, size, "dref", 4);
  g_assert_nonnull (box);
  g_assert_cmpint (box[23], ==, 1);
  box[23] = 0;
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
}

static void
audit_says (const Case *cases, guint n)
{
  const char *const paths[] = { fixture.archive, NULL };
  g_autoptr (SkyAuditRun) run = sky_audit_run_new (paths);
  g_autoptr (GError) error = NULL;
  guint n_found = 0;
  const SkyLogAudit *audit;

  sky_audit_run (run, 1, &error);
  g_assert_no_error (error);
  audit = sky_audit_run_get_audits (run)->pdata[0];
  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyFinding *finding = audit->findings->pdata[i];

      g_assert_cmpint (finding->check, !=, SKY_CHECK_FOOTAGE_HASH);
      if (finding->check != SKY_CHECK_COVERAGE_UNREADABLE)
        continue;
      for (guint k = 0; k < n; k++)
        {
          g_autofree char *named = g_strdup_printf ("The recording %s of camera", cases[k].file);

          g_autofree char *text = sky_phrase_english (finding->explanation);

          if (g_str_has_prefix (text, named) && strstr (text, cases[k].cause) != NULL)
            n_found++;
        }
    }
  g_assert_cmpuint (n_found, ==, n);
}

static void
test_outside (void)
{
  g_autofree char *package = g_build_filename (fixture.folder, "outside.zip", NULL);
  const Case refused[] = {
    { "../secret.mkv", "its path leads out of the archive's folder" },
    { "sub/../../secret.mkv", "its path leads out of the archive's folder" },
    { secret, "its path is absolute" },
    { "/proc/self/environ", "its path is absolute" },
    { "link.mkv", "symbolic link" },
    { "folder/secret.mkv", "symbolic link" },
    { "pipe.mkv", "a pipe" },
    { "sub", "a folder" },
  };
  const Case left_out[] = {
    { "key.mkv", "is not a recording" }, { "list.m3u8", "is a playlist" },
    { "list.mkv", "is a playlist" },     { "live.sdp", "is a playlist" },
    { "dash.mpd", "is a playlist" },     { "elsewhere.mp4", "refers to other files" },
    { "empty.mkv", "is empty" },
  };
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (GPtrArray) told = g_ptr_array_new_with_free_func (g_free);
  const SkyExportOptions options = { .left_out = told };
  g_autoptr (GError) error = NULL;
  g_autofree char *sub = in_archive ("sub");
  g_autofree char *pipe = in_archive ("pipe.mkv");

  g_assert_cmpint (g_mkdir (sub, 0700), ==, 0);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  make_link ("link.mkv", secret);
  make_link ("folder", "..");
  put ("key.mkv", KEY, -1);
  put ("empty.mkv", "", 0);
#define PLAYLIST "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n../secret.mkv\n#EXT-X-ENDLIST\n"
  put ("list.m3u8", PLAYLIST, -1);
  put ("list.mkv", PLAYLIST, -1);
  put ("live.sdp", "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=x\r\nm=video 5000 RTP/AVP 96\r\n", -1);
  put ("dash.mpd",
       "<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\">\n"
       "<Period><BaseURL>../secret.mkv</BaseURL></Period></MPD>\n",
       -1);
  write_reference ("elsewhere.mp4");
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    g_ptr_array_add (files, (gpointer) refused[i].file);
  for (guint i = 0; i < G_N_ELEMENTS (left_out); i++)
    g_ptr_array_add (files, (gpointer) left_out[i].file);
  g_ptr_array_add (files, (gpointer) "CR-01-A-1.mkv");
  g_ptr_array_add (files, NULL);
  write_index ((const char *const *) files->pdata);
  g_assert_true (package_fixture_export (&fixture, package, &options, &error));
  g_assert_no_error (error);
  assert_clean (package);
  g_assert_cmpuint (count_originals (package), ==, 1);
  g_assert_cmpuint (told->len, ==, G_N_ELEMENTS (refused) + G_N_ELEMENTS (left_out));
  for (guint i = 0; i < told->len; i++)
    {
      const Case *wanted =
          i < G_N_ELEMENTS (refused) ? &refused[i] : &left_out[i - G_N_ELEMENTS (refused)];

      g_test_message ("%s", (const char *) told->pdata[i]);
      g_assert_nonnull (strstr (told->pdata[i], wanted->file));
      g_assert_nonnull (strstr (told->pdata[i], wanted->cause));
    }
  {
    g_autofree char *failures = package_failures (package);
    g_assert_cmpstr (failures, ==, "");
  }
  /* Without a picture's decoder an audit only opens them. */
  files->pdata[G_N_ELEMENTS (refused)] = NULL;
  write_index ((const char *const *) files->pdata);
  audit_says (refused, G_N_ELEMENTS (refused));
}

static void
test_hard_link (void)
{
  static const char *const files[] = { "hard.mkv", "CR-01-A-1.mkv", NULL };
  g_autofree char *package = g_build_filename (fixture.folder, "hard.zip", NULL);
  g_autofree char *path = in_archive ("hard.mkv");
  const SkyExportOptions allowed = { .allow_linked = TRUE };
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (link (secret, path), ==, 0);
  write_index (files);
  g_assert_false (package_fixture_export (&fixture, package, NULL, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_LINKED);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_null (strstr (error->message, "CR-01-A-1.mkv"));
  g_assert_false (g_file_test (package, G_FILE_TEST_EXISTS));
  g_clear_error (&error);
  g_assert_true (package_fixture_export (&fixture, package, &allowed, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count_originals (package), ==, 2);
}

/* The recordings were looked at; before they are copied others stand in their places. */
static void
swap_cb (guint64 done, guint64 total, gpointer data)
{
  gboolean *swapped = data;
  g_autofree char *path = in_archive ("CR-01-B-1.mkv");
  g_autofree char *aside = in_archive ("aside.mkv");

  if (*swapped)
    return;
  *swapped = TRUE;
  g_assert_cmpint (g_rename (path, aside), ==, 0);
  g_assert_cmpint (symlink (secret, path), ==, 0);
}

static void
test_swapped (void)
{
  static const char *const files[] = { "CR-01-A-1.mkv", "CR-01-B-1.mkv", NULL };
  g_autofree char *package = g_build_filename (fixture.folder, "swapped.zip", NULL);
  g_autofree char *aside = in_archive ("aside.mkv");
  g_autofree char *bytes = NULL;
  gboolean swapped = FALSE, found = FALSE;
  const SkyExportOptions options = { .progress = swap_cb, .progress_data = &swapped };
  g_autoptr (GPtrArray) members = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  write_index (files);
  g_assert_true (package_fixture_export (&fixture, package, &options, &error));
  g_assert_no_error (error);
  g_assert_true (swapped);
  assert_clean (package);
  g_assert_true (g_file_get_contents (aside, &bytes, &size, NULL));
  members = package_unpack (package);
  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = members->pdata[i];

      if (strcmp (member->name, "originals/CR-01-B-1.mkv") != 0)
        continue;
      g_assert_cmpmem (g_bytes_get_data (member->data, NULL), g_bytes_get_size (member->data),
                       bytes, size);
      found = TRUE;
    }
  g_assert_true (found);
}

/* Its recordings' times, and a recording of somebody else's beside it. */
static void
prepare (void)
{
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (GError) error = NULL;
  const Footage footage = { .width = 176, .height = 144, .fps_n = 1, .fps_d = 1, .n_frames = 90 };
  g_autofree char *bytes = NULL;
  gsize size;

  package_fixture_init (&fixture, NULL);
  archive = sky_archive_open (fixture.archive, &error);
  g_assert_no_error (error);
  start = archive->footage->cameras[0].segments[0].start;
  end = archive->footage->cameras[0].segments[1].end;
  secret = g_build_filename (fixture.folder, "secret.mkv", NULL);
  footage_write (&footage, secret);
  g_assert_true (g_file_get_contents (secret, &bytes, &size, NULL));
  secret_key = g_bytes_new (bytes + size / 2, 64);
}

static void
clear (void)
{
  package_fixture_clear (&fixture);
  g_bytes_unref (secret_key);
  g_free (secret);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  prepare ();
  atexit (clear);
  g_test_add_func ("/export-outside/refused", test_outside);
  g_test_add_func ("/export-outside/hard-link", test_hard_link);
  g_test_add_func ("/export-outside/swapped", test_swapped);
  return g_test_run ();
}
