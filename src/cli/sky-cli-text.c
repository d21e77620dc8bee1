/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cli-text.h"

#include "sky-shown-text.h"

#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* What is written for what has no letters below its accents. */
static const struct
{
  gunichar character;
  const char *written;
} others[] = {
  { 0x00a0, " " },   { 0x00a2, "c" },   { 0x00a3, "GBP" }, { 0x00a7, "Sec." }, { 0x00ab, "\"" },
  { 0x00ad, "" },    { 0x00b0, "deg" }, { 0x00b1, "+/-" }, { 0x00b5, "u" },    { 0x00b7, "-" },
  { 0x00bb, "\"" },  { 0x00c6, "AE" },  { 0x00d0, "D" },   { 0x00d7, "x" },    { 0x00d8, "O" },
  { 0x00de, "Th" },  { 0x00df, "ss" },  { 0x00e6, "ae" },  { 0x00f0, "d" },    { 0x00f7, "/" },
  { 0x00f8, "o" },   { 0x00fe, "th" },  { 0x0110, "D" },   { 0x0111, "d" },    { 0x0131, "i" },
  { 0x0141, "L" },   { 0x0142, "l" },   { 0x0152, "OE" },  { 0x0153, "oe" },   { 0x2010, "-" },
  { 0x2011, "-" },   { 0x2012, "-" },   { 0x2013, "-" },   { 0x2014, "-" },    { 0x2018, "'" },
  { 0x2019, "'" },   { 0x201a, "'" },   { 0x201c, "\"" },  { 0x201d, "\"" },   { 0x201e, "\"" },
  { 0x2022, "*" },   { 0x2026, "..." }, { 0x2039, "'" },   { 0x203a, "'" },    { 0x2044, "/" },
  { 0x20ac, "EUR" }, { 0x2190, "<-" },  { 0x2192, "->" },  { 0x2212, "-" },    { 0x2215, "/" },
  { 0x2248, "~" },   { 0x2260, "!=" },  { 0x2264, "<=" },  { 0x2265, ">=" },   { 0x2713, "v" },
  { 0x2715, "x" },
};

static const char *
find_written (gunichar character)
{
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (others[i].character == character)
      return others[i].written;
  return NULL;
}

/* Appends @character in ASCII. */
static void
append_plain (GString *plain, gunichar character)
{
  gunichar parts[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];
  const char *written = find_written (character);
  gsize n;
  gboolean any = FALSE;

  if (character < 0x80)
    {
      g_string_append_c (plain, (char) character);
      return;
    }
  if (written != NULL)
    {
      g_string_append (plain, written);
      return;
    }
  n = g_unichar_fully_decompose (character, TRUE, parts, G_N_ELEMENTS (parts));
  for (gsize i = 0; i < n; i++)
    {
      written = parts[i] >= 0x80 ? find_written (parts[i]) : NULL;
      if (parts[i] < 0x80)
        g_string_append_c (plain, (char) parts[i]);
      else if (written != NULL)
        g_string_append (plain, written);
      any = any || parts[i] < 0x80 || written != NULL || g_unichar_ismark (parts[i]);
    }
  if (!any)
    g_string_append_c (plain, '?');
}

/* Appends @character as the encoding @charset has it. */
static void
append_in (GString *to, const char *at, gunichar character, const char *charset)
{
  gsize written;
  g_autofree char *converted =
      character >= 0x80
          ? g_convert (at, g_utf8_next_char (at) - at, charset, "UTF-8", NULL, &written, NULL)
          : NULL;

  if (converted != NULL)
    g_string_append_len (to, converted, (gssize) written);
  else
    append_plain (to, character);
}

/* Whether what is behind @descriptor takes UTF-8: a terminal says so by how it erases characters.
 */
static gboolean
takes_utf8 (int descriptor)
{
  struct termios terminal;

  return tcgetattr (descriptor, &terminal) != 0 || (terminal.c_iflag & IUTF8) != 0;
}

char *
sky_cli_text_for (int descriptor, const char *text)
{
  g_autofree char *valid = NULL;
  const char *charset;
  GString *to;

  if (g_get_charset (&charset) || takes_utf8 (descriptor))
    return g_strdup (text);
  to = g_string_sized_new (256);
  valid = g_utf8_make_valid (text, -1);
  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    append_in (to, at, g_utf8_get_char (at), charset);
  return g_string_free (to, FALSE);
}

static void
print_to (FILE *file, const char *text)
{
  g_autofree char *told = NULL;
  g_autofree char *shown = sky_cli_text_for (fileno (file), sky_text_show_lines (text, &told));

  fputs (shown, file);
  fflush (file);
}

static void
print (const char *text)
{
  print_to (stdout, text);
}

static void
print_error (const char *text)
{
  print_to (stderr, text);
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; (text = strchr (text, '\n')) != NULL; text++)
    n++;
  return n;
}

void
sky_cli_print (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args, again;

  va_start (args, format);
  va_copy (again, args);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  if (count_lines (text) > count_lines (format))
    {
      /* With the format's own line ends written otherwise, those that stay came from elsewhere. */
      g_autofree char *other_format = g_strdelimit (g_strdup (format), "\n", '\r');
      g_autofree char *other = NULL;
      GString *told = g_string_new (NULL);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      other = g_strdup_vprintf (other_format, again);
#pragma GCC diagnostic pop
      for (gsize i = 0; text[i] != '\0'; i++)
        if (text[i] == '\n' && other[i] == '\n')
          g_string_append (told, "\\n");
        else
          g_string_append_c (told, text[i]);
      g_free (text);
      text = g_string_free (told, FALSE);
    }
  va_end (again);
  print (text);
}

void
sky_cli_text_empty_line (void)
{
  fputs ("\r\033[K", stderr);
}

void
sky_cli_text_init (void)
{
  g_set_print_handler (print);
  g_set_printerr_handler (print_error);
}
