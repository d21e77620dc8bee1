/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-shown-text.h"

#include <string.h>

static void
test_show (void)
{
  static const struct
  {
    const char *text;
    const char *shown;
  } texts[] = {
    { "", "" },
    { "Ben Ürün, 賭場 🎲", "Ben Ürün, 賭場 🎲" },
    { "a\\b", "a\\b" },
    { "two\nlines\tand\r", "two\\nlines\\tand\\x0d" },
    { "\033[2J\033]0;x\a", "\\x1b[2J\\x1b]0;x\\x07" },
    { "a\xc2\x9b"
      "2J\x7f",
      "a\\u009b2J\\x7f" },
    { "\xe2\x80\xae"
      "txt.exe\xe2\x81\xa6 \xd8\x9c",
      "\\u202etxt.exe\\u2066 \\u061c" },
    { "a\xe2\x80\x8b"
      "b\xef\xbb\xbf\xe2\x80\xa8",
      "a\\u200bb\\ufeff\\u2028" },
    { "می\xe2\x80\x8c"
      "خواهم",
      "می\xe2\x80\x8c"
      "خواهم" },
    { "\xff\xc3", "\\xff\\xc3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *shown = sky_text_show (texts[i].text);

      g_assert_cmpstr (shown, ==, texts[i].shown);
    }
}

/* What stays in several lines, and costs nothing where there is nothing to tell. */
static void
test_lines (void)
{
  static const char clean[] = "Ben Ürün,\n\t賭場 § 58";
  char *made = NULL;

  g_assert_true (sky_text_show_lines (clean, &made) == clean);
  g_assert_null (made);
  g_assert_cmpstr (sky_text_show_lines ("a\n\tb\r\033\xff", &made), ==, "a\n\tb\\x0d\\x1b\\xff");
  g_assert_nonnull (made);
  g_free (made);
}

static void
test_start (void)
{
  g_autofree char *whole = sky_text_show_start ("abc\033", 4);
  g_autofree char *start = sky_text_show_start ("abc\033", 3);

  g_assert_cmpstr (whole, ==, "abc\\x1b");
  g_assert_cmpstr (start, ==, "abc…");
}

/* JSON says the same as before, in other letters. */
static void
test_json (void)
{
  static const char clean[] = "{\"a\":\"§ \\u001b\"}\n";
  static const char bad[] = "{\"a\":\"\xe2\x80\xae\xc2\x9b\x7f\xf0\x93\x90\xb0z\"}\n";
  static const char damaged[] = "\"\xff\x7f\xc2\"";
  g_autoptr (GString) shown = g_string_new ("before");

  g_assert_false (sky_text_show_json (clean, strlen (clean), shown));
  g_assert_cmpstr (shown->str, ==, "before");
  g_assert_true (sky_text_show_json (bad, strlen (bad), shown));
  g_assert_cmpstr (shown->str, ==, "{\"a\":\"\\u202e\\u009b\\u007f\\ud80d\\udc30z\"}\n");

  /* What is not UTF-8 stays as it is. */
  g_assert_true (sky_text_show_json (damaged, strlen (damaged), g_string_truncate (shown, 0)));
  g_assert_cmpstr (shown->str, ==, "\"\xff\\u007f\xc2\"");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/shown-text/show", test_show);
  g_test_add_func ("/shown-text/lines", test_lines);
  g_test_add_func ("/shown-text/start", test_start);
  g_test_add_func ("/shown-text/json", test_json);

  return g_test_run ();
}
