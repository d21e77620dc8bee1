/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-shown-text.h"

/* Line and paragraph separators, controls (C0, C1, DEL), and format characters, among which are
 * those that direct text (U+061C, U+200E to U+202E, U+2066 to U+2069) and those without width. Of
 * them the joiners belong to the writing of some languages. */
static gboolean
is_told (gunichar character)
{
  GUnicodeType type = g_unichar_type (character);

  return type == G_UNICODE_CONTROL || type == G_UNICODE_LINE_SEPARATOR
         || type == G_UNICODE_PARAGRAPH_SEPARATOR
         || (type == G_UNICODE_FORMAT && character != 0x200c && character != 0x200d);
}

char *
sky_text_show (const char *text)
{
  GString *shown = g_string_new (NULL);

  for (const char *at = text; *at != '\0';)
    {
      gunichar character = g_utf8_get_char_validated (at, -1);

      if (character == (gunichar) -1 || character == (gunichar) -2)
        {
          g_string_append_printf (shown, "\\x%02x", (guchar) *at++);
          continue;
        }
      if (character == '\n')
        g_string_append (shown, "\\n");
      else if (character == '\t')
        g_string_append (shown, "\\t");
      else if (!is_told (character))
        g_string_append_unichar (shown, character);
      else
        g_string_append_printf (shown, character < 0x80 ? "\\x%02x" : "\\u%04x", character);
      at = g_utf8_next_char (at);
    }
  return g_string_free (shown, FALSE);
}
