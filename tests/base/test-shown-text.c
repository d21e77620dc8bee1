/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-shown-text.h"

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/shown-text/show", test_show);

  return g_test_run ();
}
