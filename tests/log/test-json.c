/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-json.h"

#include <string.h>

static const SkyJsonNode *
parse (SkyJsonParser *parser, const char *text)
{
  const char *cause = NULL;
  const SkyJsonNode *root = sky_json_parse (parser, text, strlen (text), FALSE, &cause);

  g_assert_true ((root == NULL) == (cause != NULL));
  return root;
}

static void
test_kinds (void)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const SkyJsonNode *root = parse (
      parser,
      "[null,true,-5,9223372036854775807,9223372036854775808,1.0,1e2,\"a\\u00e9\\n\",[],{}]");
  static const SkyJsonKind kinds[] = {
    SKY_JSON_NULL, SKY_JSON_BOOL, SKY_JSON_INT,  SKY_JSON_INT,   SKY_JSON_REAL,
    SKY_JSON_REAL, SKY_JSON_REAL, SKY_JSON_TEXT, SKY_JSON_ARRAY, SKY_JSON_OBJECT,
  };
  const SkyJsonNode *child = sky_json_first (root);

  g_assert_cmpint (root->kind, ==, SKY_JSON_ARRAY);
  g_assert_cmpuint (root->n_children, ==, G_N_ELEMENTS (kinds));
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++, child = sky_json_next (child))
    {
      g_assert_cmpint (child->kind, ==, kinds[i]);
      if (i == 2)
        g_assert_cmpint (child->integer, ==, -5);
      else if (i == 3)
        g_assert_cmpint (child->integer, ==, G_MAXINT64);
      else if (i == 7)
        g_assert_true (sky_text_is (child->text, "aé\n"));
    }
  g_assert_true (child == root + root->span);
}

static void
test_members (void)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const SkyJsonNode *root =
      parse (parser, "{\"a\":{\"b\":[1,[2,3],{\"c\":4}]},\"d\":5,\"\":6,\"d\":7}");
  const SkyJsonNode *a = sky_json_member (root, "a");

  g_assert_cmpuint (root->n_children, ==, 4);
  g_assert_cmpuint (sky_json_member (a, "b")->n_children, ==, 3);
  g_assert_null (sky_json_member (a, "d"));
  g_assert_cmpint (sky_json_member (root, "d")->integer, ==, 5);
  g_assert_cmpint (sky_json_member (root, "")->integer, ==, 6);
  g_assert_null (sky_json_member (root, "e"));
  g_assert_null (sky_json_member (sky_json_member (root, "d"), "e"));
  g_assert_null (sky_json_member (NULL, "e"));
}

static void
test_wrong (void)
{
  static const char *const wrong[] = {
    "",
    " ",
    "{",
    "{\"a\"}",
    "{\"a\":}",
    "[1,]",
    "nul",
    "01",
    "+1",
    "'a'",
    "\"\xff\"",
    "\"\\ud800\"",
    "\"a\nb\"",
    "{} {}",
    "NaN",
    "Infinity",
    "[1] // comment",
    "\"\\x\"",
    "{\"a\":1,}",
    "\xef\xbb\xbf",
    "1e400000",
    "\"open",
    "[1 2]",
  };
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_test_message ("text %" G_GSIZE_FORMAT, i);
      g_assert_null (parse (parser, wrong[i]));
    }
  /* It goes on after a failure. */
  g_assert_nonnull (parse (parser, "{}"));
}

static void
test_depth (void)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < 100000; i++)
    g_string_append_c (text, '[');
  for (int i = 0; i < 100000; i++)
    g_string_append_c (text, ']');
  g_assert_null (parse (parser, text->str));
}

/* Text of any length, at the very end of its memory or with bytes behind it. */
static void
test_lengths (void)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();

  for (gsize n = 0; n < 300; n++)
    {
      g_autofree char *text = g_malloc (n + 2 + SKY_JSON_PADDING);
      const char *cause = NULL;

      for (int padded = 0; padded < 2; padded++)
        {
          const SkyJsonNode *root;

          memset (text, 'x', n + 2 + SKY_JSON_PADDING);
          text[0] = text[n + 1] = '"';
          root = sky_json_parse (parser, text, n + 2, padded, &cause);
          g_assert_nonnull (root);
          g_assert_cmpuint (root->text.length, ==, n);
        }
    }
}

static void
test_long (void)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  gsize length = 65 * 1024 * 1024;
  g_autofree char *text = g_malloc (length + 1);
  const char *cause = NULL;

  memset (text, ' ', length);
  text[length] = '\0';
  text[0] = '1';
  g_assert_null (sky_json_parse (parser, text, length, FALSE, &cause));
  g_assert_nonnull (strstr (cause, "too long"));
  g_assert_nonnull (sky_json_parse (parser, text, length / 8, FALSE, &cause));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/json/kinds", test_kinds);
  g_test_add_func ("/json/members", test_members);
  g_test_add_func ("/json/wrong", test_wrong);
  g_test_add_func ("/json/depth", test_depth);
  g_test_add_func ("/json/lengths", test_lengths);
  g_test_add_func ("/json/long", test_long);

  return g_test_run ();
}
