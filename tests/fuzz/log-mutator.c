/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "log-mutator.h"

#include <string.h>

/* A member or an element of a list: where it stands with its key, and where its value does. */
typedef struct
{
  gsize start;
  gsize value;
  gsize end;
} Part;

LogText *
log_text_new (const char *text, gsize size)
{
  LogText *self = g_new0 (LogText, 1);

  self->lines = g_ptr_array_new_with_free_func (g_free);
  for (gsize at = 0; at < size;)
    {
      const char *end = memchr (text + at, '\n', size - at);
      gsize length = end != NULL ? (gsize) (end - text) - at : size - at;

      g_ptr_array_add (self->lines, g_strndup (text + at, length));
      at += length + 1;
    }
  return self;
}

void
log_text_free (LogText *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->lines);
  g_free (self);
}

const char *
log_text_line (const LogText *self, guint number)
{
  return self->lines->pdata[number - 1];
}

static gsize
pass_text (const char *line, gsize at)
{
  for (at++; line[at] != '"'; at++)
    if (line[at] == '\\')
      at++;
  return at + 1;
}

/* Collects the parts of the value that begins at @at, all the way down. Returns: where it ends. */
static gsize
collect (const char *line, gsize at, GArray *parts)
{
  gboolean object = line[at] == '{';

  if (line[at] == '"')
    return pass_text (line, at);
  if (line[at] != '{' && line[at] != '[')
    {
      while (strchr (",]}", line[at]) == NULL)
        at++;
      return at;
    }
  for (at++; line[at] != '}' && line[at] != ']';)
    {
      Part part = { .start = at, .value = at };
      guint place = parts->len;

      if (object)
        part.value = pass_text (line, at) + 1;
      g_array_append_val (parts, part);
      at = collect (line, part.value, parts);
      g_array_index (parts, Part, place).end = at;
      if (line[at] == ',')
        at++;
    }
  return at + 1;
}

static void
take_out (GString *line, const Part *part)
{
  gsize start = part->start, end = part->end;

  if (line->str[end] == ',')
    end++;
  else if (line->str[start - 1] == ',')
    start--;
  g_string_erase (line, (gssize) start, (gssize) (end - start));
}

static void
change (GString *line, const Part *part, GRand *chance)
{
  static const char *const values[] = {
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1",
    "7",
    "1.5",
    "2.0",
    "1e2",
    "2147483648",
    "9223372036854775807",
    "18446744073709551616",
    "-9223372036854775808",
    "\"\"",
    "\"dealer\"",
    "\"7\"",
    "\"\\u0000\"",
    "\"\\ud83c\\udfb2\"",
    "\"2023-11-04T20:15:03.250000Z\"",
    "[]",
    "[1,2]",
    "[[]]",
    "{}",
    "{\"outcome\":\"win\",\"paid\":1}",
  };
  g_autofree char *text = g_strndup (line->str + part->value, part->end - part->value);
  g_autofree char *other = NULL;

  switch (g_rand_int_range (chance, 0, 6))
    {
    case 0: /* a number as a text, a text as a list */
      other = *text == '"' ? g_strdup_printf ("[%s]", text) : g_strdup_printf ("\"%s\"", text);
      for (char *c = other + 1; *text != '"' && c[1] != '\0'; c++)
        if (*c == '"')
          *c = '\'';
      break;
    case 1: /* a value of the same kind */
      if (g_ascii_isdigit (*text))
        {
          other = g_strdup_printf ("%" G_GINT64_FORMAT, g_ascii_strtoll (text, NULL, 10)
                                                            + g_rand_int_range (chance, -3, 4));
          break;
        }
      G_GNUC_FALLTHROUGH;
    default:
      other = g_strdup (values[g_rand_int_range (chance, 0, G_N_ELEMENTS (values))]);
      break;
    }
  g_string_erase (line, (gssize) part->value, (gssize) (part->end - part->value));
  g_string_insert (line, (gssize) part->value, other);
}

/* Some lines that were no events before. */
static gboolean
is_object (const char *line)
{
  return line[0] == '{' && g_str_has_suffix (line, "}");
}

/* Drops or changes a part of a line behind the header. */
static char *
damage_part (const LogText *log, Mutant *mutant, GRand *chance)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));
  g_autoptr (GString) line = NULL;
  const char *clean;

  do
    {
      mutant->first = (guint) g_rand_int_range (chance, 2, (gint32) log->lines->len + 1);
      clean = log_text_line (log, mutant->first);
    }
  while (!is_object (clean));
  mutant->last = mutant->first;
  collect (clean, 0, parts);
  line = g_string_new (clean);
  {
    const Part *part =
        &g_array_index (parts, Part, g_rand_int_range (chance, 0, (gint32) parts->len));

    if (mutant->mutation == MUTATION_DROP)
      take_out (line, part);
    else
      change (line, part, chance);
  }
  return g_string_free (g_steal_pointer (&line), FALSE);
}

static void
swap_lines (const LogText *log, Mutant *mutant, GRand *chance)
{
  gint32 n = (gint32) log->lines->len;
  /* Mostly near to each other, as a buffer written out of order leaves them. */
  gint32 reach = g_rand_boolean (chance) ? 2 : g_rand_boolean (chance) ? 20 : n;

  mutant->first = (guint) g_rand_int_range (chance, 2, n);
  mutant->last = mutant->first + (guint) g_rand_int_range (chance, 1, reach);
  mutant->last = MIN (mutant->last, (guint) n);
}

static void
flip_byte (Mutant *mutant, GRand *chance)
{
  gsize at = (gsize) g_rand_int_range (chance, 0, (gint32) mutant->text->len);
  char old = mutant->text->str[at];
  char new = g_rand_boolean (chance) ? old ^ (char) (1 << g_rand_int_range (chance, 0, 8))
                                     : (char) g_rand_int_range (chance, 1, 256);

  mutant->first = 1;
  for (gsize i = 0; i < at; i++)
    mutant->first += mutant->text->str[i] == '\n';
  mutant->last = mutant->first + (old == '\n' ? 1 : 0);
  mutant->same_lines = (old == '\n') == (new == '\n');
  mutant->text->str[at] = new;
  mutant->what = g_strdup_printf ("line %u: byte %02x at %" G_GSIZE_FORMAT " to %02x",
                                  mutant->first, (guint) (guchar) old, at, (guint) (guchar) new);
}

Mutant *
mutant_new (const LogText *log, Mutation mutation, GRand *chance)
{
  Mutant *self = g_new0 (Mutant, 1);
  g_autofree char *line = NULL;

  self->mutation = mutation;
  self->text = g_string_new (NULL);
  self->same_lines = TRUE;
  if (mutation == MUTATION_SWAP)
    swap_lines (log, self, chance);
  else if (mutation != MUTATION_FLIP)
    line = damage_part (log, self, chance);

  for (guint i = 1; i <= log->lines->len; i++)
    {
      guint source = i;

      if (mutation == MUTATION_SWAP && (i == self->first || i == self->last))
        source = self->first + self->last - i;
      g_string_append (self->text,
                       line != NULL && i == self->first ? line : log_text_line (log, source));
      g_string_append_c (self->text, '\n');
    }
  if (mutation == MUTATION_FLIP)
    flip_byte (self, chance);
  else if (mutation == MUTATION_SWAP)
    self->what =
        g_strdup_printf ("lines %u and %u swapped: %s and %s", self->first, self->last,
                         log_text_line (log, self->first), log_text_line (log, self->last));
  else
    self->what = g_strdup_printf ("line %u: %s became %s", self->first,
                                  log_text_line (log, self->first), line);
  return self;
}

void
mutant_free (Mutant *self)
{
  if (self == NULL)
    return;
  g_string_free (self->text, TRUE);
  g_free (self->what);
  g_free (self);
}
