/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-shown-text.h"

#include <string.h>

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

/* The first place in @text that is told; its end when there is none. */
static const char *
find_told (const char *text, gboolean keep_lines)
{
  const char *at = text;

  for (;;)
    {
      guchar c = (guchar) *at;
      gunichar character;

      if (c >= 0x20 && c < 0x7f)
        at++;
      else if (c == '\0')
        return at;
      else if (c < 0x80)
        {
          if (!keep_lines || (c != '\n' && c != '\t'))
            return at;
          at++;
        }
      else
        {
          character = g_utf8_get_char_validated (at, -1);
          if (character == (gunichar) -1 || character == (gunichar) -2 || is_told (character))
            return at;
          at = g_utf8_next_char (at);
        }
    }
}

/* Appends what is told of the character at @at. Returns: where the next one is. */
static const char *
append_told (GString *shown, const char *at)
{
  gunichar character = g_utf8_get_char_validated (at, -1);

  if (character == (gunichar) -1 || character == (gunichar) -2)
    {
      g_string_append_printf (shown, "\\x%02x", (guchar) *at);
      return at + 1;
    }
  if (character == '\n')
    g_string_append (shown, "\\n");
  else if (character == '\t')
    g_string_append (shown, "\\t");
  else
    g_string_append_printf (shown, character < 0x80 ? "\\x%02x" : "\\u%04x", character);
  return g_utf8_next_char (at);
}

static char *
show (const char *text, gboolean keep_lines)
{
  GString *shown = g_string_new (NULL);

  for (const char *at = text;;)
    {
      const char *told = find_told (at, keep_lines);

      g_string_append_len (shown, at, told - at);
      if (*told == '\0')
        return g_string_free (shown, FALSE);
      at = append_told (shown, told);
    }
}

char *
sky_text_show (const char *text)
{
  return show (text, FALSE);
}

char *
sky_text_show_start (const char *text, gsize most)
{
  g_autofree char *start = g_strndup (text, most);
  g_autofree char *shown = sky_text_show (start);

  return g_strconcat (shown, strlen (text) > most ? "…" : NULL, NULL);
}

const char *
sky_text_show_lines (const char *text, char **made)
{
  *made = *find_told (text, TRUE) != '\0' ? show (text, TRUE) : NULL;
  return *made != NULL ? *made : text;
}

gboolean
sky_text_show_json (const char *json, gsize size, GString *shown)
{
  const char *const end = json + size;
  gboolean any = FALSE;

  for (const char *at = json, *next; at < end; at = next)
    {
      gunichar character;

      if ((guchar) *at < 0x7f)
        {
          next = at + 1;
          continue;
        }
      character = g_utf8_get_char_validated (at, end - at);
      if (character == (gunichar) -1 || character == (gunichar) -2)
        {
          next = at + 1;
          continue;
        }
      next = g_utf8_next_char (at);
      if (!is_told (character))
        continue;
      if (!any)
        g_string_truncate (shown, 0);
      any = TRUE;
      g_string_append_len (shown, json, at - json);
      if (character < 0x10000)
        g_string_append_printf (shown, "\\u%04x", character);
      else
        g_string_append_printf (shown, "\\u%04x\\u%04x", 0xd800 + ((character - 0x10000) >> 10),
                                0xdc00 + ((character - 0x10000) & 0x3ff));
      json = next;
    }
  if (any)
    g_string_append_len (shown, json, end - json);
  return any;
}
