/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-phrase.h"

#include <glib/gi18n-lib.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The characters of the encoding. */
#define BEGIN  '\x01'
#define NEXT   '\x02'
#define END    '\x03'
#define PLURAL '\x04'
#define TYPED  '\x05'
#define ESCAPE '\x06'

/* How deep phrases may lie in each other, and in a text that is taken for one; ours do not come
 * near it. */
#define MAX_DEPTH        32
#define MAX_DEPTH_INSIDE 12

/* More than a sentence of ours has. */
#define MAX_VALUES 24

/* --- Reading ---------------------------------------------------------------------------------- */

/* A conversion of a format; "%%" has the letter '%'. */
typedef struct
{
  guint position; /* of its value, from 1; 0: the next one */
  guint longs;    /* how many 'l' it has */
  char letter;
} Conversion;

/* Reads the conversion at *@at, which is a '%', and goes behind it. */
static gboolean
read_conversion (const char **at, Conversion *conversion)
{
  const char *p = *at + 1;
  char *behind = NULL;
  guint64 number = g_ascii_isdigit (*p) ? g_ascii_strtoull (p, &behind, 10) : 0;

  *conversion = (Conversion){ 0 };
  if (behind != NULL && *behind == '$' && number <= MAX_VALUES)
    {
      conversion->position = (guint) number;
      p = behind + 1;
    }
  for (; *p == 'l'; p++)
    conversion->longs++;
  if (*p == '\0' || strchr ("%sdiu", *p) == NULL)
    return FALSE;
  conversion->letter = *p;
  *at = p + 1;
  return TRUE;
}

/* --- Writing out ------------------------------------------------------------------------------ */

typedef struct
{
  gboolean english;
  guint depth;
  guint max_depth;
} Writer;

static gboolean write_phrase (Writer *writer, const char **at, GString *out);

/* A value up to the next character that is none of it. */
static gboolean
write_value (Writer *writer, const char **at, GString *out)
{
  for (; **at != NEXT && **at != END; ++*at)
    switch (**at)
      {
      case '\0':
        return FALSE;
      case BEGIN:
        if (!write_phrase (writer, at, out))
          return FALSE;
        --*at;
        break;
      case ESCAPE:
        if ((*at)[1] == '\0')
          return FALSE;
        ++*at;
        g_string_append_c (out, (char) (**at & 0x1f));
        break;
      default:
        g_string_append_c (out, **at);
      }
  return TRUE;
}

/* For programs as the record has it; for people to the second, on the clock of @zone, which is
 * empty for UTC. */
static void
write_time (const Writer *writer, SkyTime time, const char *zone_name, GString *out)
{
  char plain[SKY_TIME_TEXT_SIZE];
  g_autoptr (GTimeZone) zone = NULL;
  g_autoptr (GDateTime) utc = NULL;
  g_autoptr (GDateTime) at = NULL;
  g_autofree char *text = NULL;

  if (!writer->english)
    {
      zone = g_time_zone_new_identifier (zone_name[0] != '\0' ? zone_name : "UTC");
      utc = g_date_time_new_from_unix_utc (time / SKY_SECOND);
      at = zone != NULL && utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;
      /* Translators: an instant on a table's own clock, for strftime(). */
      text = at != NULL ? g_date_time_format (at, _ ("%Y-%m-%d %H:%M:%S %Z")) : NULL;
    }
  g_string_append (out, text != NULL ? text : sky_time_format (time, plain));
}

static gboolean
write_typed (const Writer *writer, const char **at, GString *out)
{
  char letter = **at, *behind;
  gint64 number;
  g_autofree char *text = NULL;
  g_autofree char *zone = NULL;
  const char *end;

  if (letter == '\0')
    return FALSE;
  number = g_ascii_strtoll (*at + 1, &behind, 10);
  end = strchr (behind, END);
  if (end == NULL || (letter != 't' && end != behind))
    return FALSE;
  zone = g_strndup (behind, (gsize) (end - behind));
  *at = end + 1;
  switch (letter)
    {
    case 'm':
      text = sky_money_format (number);
      break;
    case 'M':
      text = sky_money_format_signed (number);
      break;
    case 't':
      write_time (writer, number, zone, out);
      return TRUE;
    default:
      return FALSE;
    }
  g_string_append (out, text);
  return TRUE;
}

static gboolean
fill_in (const char *template, GPtrArray *values, GString *out)
{
  guint next = 0;

  for (const char *p = template; *p != '\0';)
    {
      Conversion conversion;
      guint index;

      if (*p != '%')
        {
          g_string_append_c (out, *p++);
          continue;
        }
      if (!read_conversion (&p, &conversion))
        return FALSE;
      if (conversion.letter == '%')
        {
          g_string_append_c (out, '%');
          continue;
        }
      index = conversion.position > 0 ? conversion.position - 1 : next++;
      if (index >= values->len)
        return FALSE;
      g_string_append (out, values->pdata[index]);
    }
  return TRUE;
}

/* The template in the language wanted. @one, @many: as they are encoded; @many NULL: nothing is
 * counted. */
static const char *
choose_template (const Writer *writer, const char *one, const char *many, const char *counted)
{
  gulong n;

  if (many == NULL)
    return writer->english || *one == '\0' ? one : g_dgettext (GETTEXT_PACKAGE, one);
  n = (gulong) g_ascii_strtoull (counted, NULL, 10);
  if (writer->english)
    return n == 1 ? one : many;
  return g_dngettext (GETTEXT_PACKAGE, one, many, n);
}

static gboolean
write_sentence (Writer *writer, const char **at, GString *out)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  gsize length = strcspn (*at, "\x01\x02\x03\x04");
  g_autofree char *one = g_strndup (*at, length);
  g_autofree char *many = NULL;

  *at += length;
  if (**at == PLURAL)
    {
      length = strcspn (++*at, "\x01\x02\x03\x04");
      many = g_strndup (*at, length);
      *at += length;
    }
  while (**at == NEXT && values->len < MAX_VALUES)
    {
      GString *value = g_string_new (NULL);
      gboolean whole;

      ++*at;
      whole = write_value (writer, at, value);
      g_ptr_array_add (values, g_string_free (value, FALSE));
      if (!whole)
        return FALSE;
    }
  if (**at != END || (many != NULL && values->len == 0))
    return FALSE;
  ++*at;
  length = out->len;
  if (fill_in (choose_template (writer, one, many, many != NULL ? values->pdata[0] : NULL), values,
               out))
    return TRUE;
  g_string_truncate (out, length);
  return fill_in (one, values, out);
}

/* Writes the phrase at *@at and goes behind it. Returns FALSE when it is none of ours. */
static gboolean
write_phrase (Writer *writer, const char **at, GString *out)
{
  gboolean whole;

  if (++writer->depth > writer->max_depth)
    return FALSE;
  ++*at;
  if (**at == TYPED)
    {
      ++*at;
      whole = write_typed (writer, at, out);
    }
  else
    whole = write_sentence (writer, at, out);
  writer->depth--;
  return whole;
}

/* Returns: a new string; NULL: @phrase is none. */
static char *
write_out (const char *phrase, gboolean english, guint max_depth)
{
  Writer writer = { .english = english, .max_depth = max_depth };
  const char *at = phrase;
  g_autoptr (GString) out = NULL;

  if (phrase == NULL || *phrase != BEGIN)
    return NULL;
  out = g_string_new (NULL);
  if (!write_phrase (&writer, &at, out) || *at != '\0')
    return NULL;
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
sky_phrase_english (const char *phrase)
{
  char *text = write_out (phrase, TRUE, MAX_DEPTH);

  return text != NULL ? text : g_strdup (phrase);
}

char *
sky_phrase_show (const char *phrase)
{
  char *text = write_out (phrase, FALSE, MAX_DEPTH);

  return text != NULL ? text : g_strdup (phrase);
}

/* --- Making ----------------------------------------------------------------------------------- */

/* A text from outside may look like a phrase, but is none that cannot be written out. */
static gboolean
is_phrase (const char *text)
{
  g_autofree char *written = write_out (text, TRUE, MAX_DEPTH_INSIDE);

  return written != NULL;
}

static void
add_text (GString *phrase, const char *text)
{
  if (text == NULL)
    return;
  if (is_phrase (text))
    {
      g_string_append (phrase, text);
      return;
    }
  for (; *text != '\0'; text++)
    if (*text >= BEGIN && *text <= ESCAPE)
      {
        g_string_append_c (phrase, ESCAPE);
        g_string_append_c (phrase, (char) (*text | 0x40));
      }
    else
      g_string_append_c (phrase, *text);
}

/* The values of @template, which is a programmer's: what it has that no phrase may have ends the
 * program. */
static void
add_values (GString *phrase, const char *template, va_list values)
{
  for (const char *p = strchr (template, '%'); p != NULL; p = strchr (p, '%'))
    {
      Conversion conversion;

      g_assert (read_conversion (&p, &conversion) && conversion.position == 0);
      if (conversion.letter == '%')
        continue;
      g_string_append_c (phrase, NEXT);
      if (conversion.letter == 's')
        add_text (phrase, va_arg (values, const char *));
      else if (conversion.letter == 'u')
        g_string_append_printf (phrase, "%llu",
                                conversion.longs == 0   ? va_arg (values, guint)
                                : conversion.longs == 1 ? va_arg (values, gulong)
                                                        : va_arg (values, unsigned long long));
      else
        g_string_append_printf (phrase, "%lld",
                                conversion.longs == 0   ? va_arg (values, gint)
                                : conversion.longs == 1 ? va_arg (values, glong)
                                                        : va_arg (values, long long));
    }
}

char *
sky_phrase_va (const char *template, va_list values)
{
  GString *phrase = g_string_new (NULL);

  g_string_append_c (phrase, BEGIN);
  g_string_append (phrase, template);
  add_values (phrase, template, values);
  g_string_append_c (phrase, END);
  return g_string_free (phrase, FALSE);
}

char *
sky_phrase (const char *template, ...)
{
  char *phrase;
  va_list values;

  va_start (values, template);
  phrase = sky_phrase_va (template, values);
  va_end (values);
  return phrase;
}

char *
sky_phrase_count (const char *one, const char *many, ...)
{
  GString *phrase = g_string_new (NULL);
  va_list values;

  g_string_append_c (phrase, BEGIN);
  g_string_append (phrase, one);
  g_string_append_c (phrase, PLURAL);
  g_string_append (phrase, many);
  va_start (values, many);
  add_values (phrase, many, values);
  va_end (values);
  g_string_append_c (phrase, END);
  return g_string_free (phrase, FALSE);
}

const char *
sky_phrase_words (const char *words)
{
  g_autoptr (GString) phrase = g_string_new (NULL);

  g_string_append_c (phrase, BEGIN);
  g_string_append (phrase, words);
  g_string_append_c (phrase, END);
  return g_intern_string (phrase->str);
}

static char *
make_typed (char letter, gint64 number, const char *zone)
{
  return g_strdup_printf ("%c%c%c%" G_GINT64_FORMAT "%s%c", BEGIN, TYPED, letter, number, zone,
                          END);
}

char *
sky_phrase_money (SkyMoney amount)
{
  return make_typed ('m', amount, "");
}

char *
sky_phrase_money_signed (SkyMoney amount)
{
  return make_typed ('M', amount, "");
}

char *
sky_phrase_time (SkyTime time, const char *zone)
{
  return make_typed ('t', time, zone);
}

char *
sky_phrase_odds (SkyOdds odds)
{
  return odds.for_one ? sky_phrase ("%d for %d", odds.a, odds.b)
                      : sky_phrase ("%d to %d", odds.a, odds.b);
}

char *
sky_phrase_list (const char *const *items, guint n_items)
{
  g_autofree char *list = g_strdup (n_items > 0 ? items[0] : "");

  for (guint i = 1; i < n_items; i++)
    {
      char *longer = i + 1 == n_items ? sky_phrase ("%s and %s", list, items[i])
                                      /* Translators: the first items of a list and the next. */
                                      : sky_phrase ("%s, %s", list, items[i]);

      g_free (list);
      list = longer;
    }
  return g_steal_pointer (&list);
}
