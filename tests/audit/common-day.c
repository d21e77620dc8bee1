/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "common-day.h"

#include <string.h>

#define FIRST_SECOND (20 * 3600)

typedef struct
{
  char *labels; /* apart by commas; empty: none */
  char *text;   /* what follows them */
} Line;

struct _CommonDay
{
  char *game;
  GHashTable *names; /* "seat1" → "2" */
  GPtrArray *lines;  /* of Line */
};

static void
free_line (gpointer data)
{
  Line *line = data;

  g_free (line->labels);
  g_free (line->text);
  g_free (line);
}

/* "result,decided: result 'dice':[1,2]": labels are words before a colon and a blank. */
static Line *
read_line (const char *text)
{
  Line *line = g_new0 (Line, 1);
  gsize n = strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789-,");

  if (n > 0 && text[n] == ':' && text[n + 1] == ' ')
    {
      line->labels = g_strndup (text, n);
      line->text = g_strdup (text + n + 2);
    }
  else
    {
      line->labels = g_strdup ("");
      line->text = g_strdup (text);
    }
  return line;
}

CommonDay *
common_day_read (const char *folder, const char *game)
{
  CommonDay *self = g_new0 (CommonDay, 1);
  g_autofree char *name = g_strconcat (game, ".day", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);

  self->game = g_strdup (game);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->lines = g_ptr_array_new_with_free_func (free_line);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] == '$')
      {
        char *value = strchr (lines[i], '=');

        g_assert_nonnull (value);
        g_hash_table_replace (self->names, g_strndup (lines[i] + 1, (gsize) (value - lines[i] - 1)),
                              g_strdup (value + 1));
      }
    else if (lines[i][0] != '\0' && lines[i][0] != '#')
      {
        g_autofree char *line = common_day_expand (self, lines[i]);

        g_ptr_array_add (self->lines, read_line (line));
      }
  return self;
}

CommonDay *
common_day_copy (const CommonDay *self)
{
  CommonDay *copy = g_new0 (CommonDay, 1);

  copy->game = g_strdup (self->game);
  copy->names = g_hash_table_ref (self->names);
  copy->lines = g_ptr_array_new_with_free_func (free_line);
  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = self->lines->pdata[i];
      Line *twin = g_new (Line, 1);

      *twin = (Line){ g_strdup (line->labels), g_strdup (line->text) };
      g_ptr_array_add (copy->lines, twin);
    }
  return copy;
}

void
common_day_free (CommonDay *self)
{
  g_free (self->game);
  g_hash_table_unref (self->names);
  g_ptr_array_unref (self->lines);
  g_free (self);
}

const char *
common_day_get (const CommonDay *self, const char *name)
{
  const char *value = g_hash_table_lookup (self->names, name);

  if (value == NULL)
    g_error ("%s.day has no $%s", self->game, name);
  return value;
}

char *
common_day_expand (const CommonDay *self, const char *text)
{
  GString *expanded = g_string_new (NULL);

  while (*text != '\0')
    {
      gsize n = strcspn (text, "$");

      g_string_append_len (expanded, text, (gssize) n);
      text += n;
      if (*text == '$')
        {
          g_autofree char *name = NULL;

          n = strspn (text + 1, "abcdefghijklmnopqrstuvwxyz0123456789");
          name = g_strndup (text + 1, n);
          g_string_append (expanded, common_day_get (self, name));
          text += 1 + n;
        }
    }
  return g_string_free (expanded, FALSE);
}

static gboolean
has_label (const char *labels, const char *label)
{
  g_auto (GStrv) words = g_strsplit (labels, ",", -1);

  return g_strv_contains ((const char *const *) words, label);
}

/* The place of the line with @label; -1: there is none. */
static int
find (const CommonDay *self, const char *label)
{
  for (guint i = 0; i < self->lines->len; i++)
    if (has_label (((const Line *) self->lines->pdata[i])->labels, label))
      return (int) i;
  return -1;
}

static guint
need (const CommonDay *self, const char *label)
{
  int place = find (self, label);

  if (place < 0)
    g_error ("%s.day has no line labelled “%s”", self->game, label);
  return (guint) place;
}

/* An edit in its parts: what to do, the line to do it to, and the rest. */
typedef struct
{
  char *verb;
  char *label;
  char *rest;
} Edit;

static void
parse_edit (const char *text, Edit *edit)
{
  g_auto (GStrv) parts = g_strsplit (text, " ", 3);

  g_assert_cmpuint (g_strv_length (parts), >=, 2);
  *edit = (Edit){ g_strdup (parts[0]), g_strdup (parts[1]),
                  g_strdup (parts[2] != NULL ? parts[2] : "") };
  if (g_str_has_suffix (edit->label, ":"))
    edit->label[strlen (edit->label) - 1] = '\0';
}

static void
clear_edit (Edit *edit)
{
  g_free (edit->verb);
  g_free (edit->label);
  g_free (edit->rest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Edit, clear_edit)

gboolean
common_day_takes (const CommonDay *self, const char *text)
{
  g_auto (Edit) edit;
  g_auto (GStrv) ends = NULL;

  parse_edit (text, &edit);
  ends = g_strsplit (edit.label, "..", 2);
  if (find (self, ends[0]) < 0 || (ends[1] != NULL && find (self, ends[1]) < 0))
    return FALSE;
  if (g_str_equal (edit.verb, "move"))
    return find (self, strchr (edit.rest, ' ') + 1) >= 0;
  return TRUE;
}

static void
remove_lines (CommonDay *self, const char *label)
{
  g_auto (GStrv) ends = g_strsplit (label, "..", 2);
  guint first = need (self, ends[0]);
  guint end = ends[1] != NULL ? need (self, ends[1]) : first + 1;

  g_assert_cmpuint (first, <, end);
  g_ptr_array_remove_range (self->lines, first, end - first);
}

static void
move_line (CommonDay *self, const char *label, const char *where)
{
  Line *line = g_ptr_array_steal_index (self->lines, need (self, label));
  gboolean after = g_str_has_prefix (where, "after ");

  g_assert_true (after || g_str_has_prefix (where, "before "));
  g_ptr_array_insert (self->lines, (int) need (self, strchr (where, ' ') + 1) + after, line);
}

static void
swap_text (Line *line, const char *rest)
{
  g_auto (GStrv) parts = g_strsplit (rest, "/", -1);
  char *place;
  GString *text;

  g_assert_cmpuint (g_strv_length (parts), ==, 4);
  place = strstr (line->text, parts[1]);
  if (place == NULL)
    g_error ("“%s” does not hold “%s”", line->text, parts[1]);
  text = g_string_new_len (line->text, place - line->text);
  g_string_append (text, parts[2]);
  g_string_append (text, place + strlen (parts[1]));
  g_free (line->text);
  line->text = g_string_free (text, FALSE);
}

void
common_day_edit (CommonDay *self, const char *text)
{
  g_auto (Edit) edit;
  Line *line;

  parse_edit (text, &edit);
  if (g_str_equal (edit.verb, "remove"))
    {
      remove_lines (self, edit.label);
      return;
    }
  if (g_str_equal (edit.verb, "move"))
    {
      move_line (self, edit.label, edit.rest);
      return;
    }
  if (g_str_equal (edit.verb, "before") || g_str_equal (edit.verb, "after"))
    {
      guint place = need (self, edit.label) + g_str_equal (edit.verb, "after");

      g_ptr_array_insert (self->lines, (int) place, read_line (edit.rest));
      return;
    }

  line = self->lines->pdata[need (self, edit.label)];
  if (g_str_equal (edit.verb, "instead"))
    {
      g_free (line->text);
      line->text = g_strdup (edit.rest);
    }
  else if (g_str_equal (edit.verb, "add"))
    {
      g_autofree char *before = g_steal_pointer (&line->text);

      line->text = g_strconcat (before, ",", edit.rest, NULL);
    }
  else if (g_str_equal (edit.verb, "swap"))
    swap_text (line, edit.rest);
  else
    g_error ("“%s” is no edit", text);
}

typedef struct
{
  CommonLog *log;
  guint64 seq;   /* of the last event */
  gint64 second; /* of the next */
  gint64 rounds;
  gint64 round;
} Writer;

static void
clear_event (gpointer data)
{
  g_free (((CommonEvent *) data)->labels);
}

char *
common_log_time (gint64 second)
{
  g_autoptr (GDateTime) start = g_date_time_new_utc (2023, 11, 4, 0, 0, 0);
  g_autoptr (GDateTime) at = g_date_time_add_seconds (start, (gdouble) second);

  return g_date_time_format (at, "%Y-%m-%dT%H:%M:%S.000000Z");
}

static void
write_event (Writer *self, const char *labels, const char *type, const char *members)
{
  g_autofree char *at = common_log_time (self->second);
  CommonEvent event = { ++self->seq, self->second, 0, g_strdup (labels) };

  if (g_str_equal (type, "round_start"))
    self->round = ++self->rounds;
  event.round = self->round;
  g_array_append_val (self->log->events, event);
  g_string_append_printf (self->log->text,
                          "{\"seq\":%" G_GUINT64_FORMAT ",\"at\":\"%s\",\"type\":\"%s\"%s%s",
                          self->seq, at, type, *members != '\0' ? "," : "", members);
  if (g_str_equal (type, "round_start") || g_str_equal (type, "round_end"))
    g_string_append_printf (self->log->text, ",\"round\":%" G_GINT64_FORMAT, self->round);
  g_string_append (self->log->text, "}\n");
  if (g_str_equal (type, "round_end"))
    self->round = 0;
  self->second++;
}

static void
write_checkpoint (Writer *self, const char *labels, gboolean right)
{
  g_autofree char *digest = g_compute_checksum_for_data (
      G_CHECKSUM_SHA256, (const guchar *) self->log->text->str, self->log->text->len);
  g_autofree char *member = NULL;

  if (!right)
    digest[0] = digest[0] == '0' ? '1' : '0';
  member = g_strdup_printf ("\"sha256\":\"%s\"", digest);
  write_event (self, labels, "checkpoint", member);
}

/* "life 43200": the next event comes that many seconds after the one with that label. */
static void
wait_until (Writer *self, const char *rest)
{
  g_auto (GStrv) parts = g_strsplit (rest, " ", 2);
  const CommonEvent *event = common_log_find (self->log, parts[0]);

  g_assert_nonnull (event);
  self->second = event->second + g_ascii_strtoll (parts[1], NULL, 10);
}

static void
write_line (Writer *self, const Line *line)
{
  const char *text = line->text;
  const char *blank = strchr (text, ' ');
  g_autofree char *type =
      blank != NULL ? g_strndup (text, (gsize) (blank - text)) : g_strdup (text);
  const char *rest = blank != NULL ? blank + 1 : "";

  if (g_str_equal (type, "raw"))
    g_string_append_printf (self->log->text, "%s\n", rest);
  else if (g_str_equal (type, "skip"))
    self->seq += (guint64) g_ascii_strtoll (rest, NULL, 10);
  else if (g_str_equal (type, "wait"))
    self->second += g_ascii_strtoll (rest, NULL, 10);
  else if (g_str_equal (type, "until"))
    wait_until (self, rest);
  else if (g_str_equal (type, "checkpoint"))
    write_checkpoint (self, line->labels, g_str_equal (rest, "right"));
  else if (g_str_equal (type, "film"))
    self->log->film = g_strdup (rest);
  else if (!g_str_equal (type, "gaming_day"))
    {
      g_autofree char *members = g_strdelimit (g_strdup (rest), "'", '"');

      write_event (self, line->labels, type, members);
    }
}

/* The header stands before all lines, so the day it names is looked for first. */
static char *
find_gaming_day (const CommonDay *self)
{
  for (guint i = 0; i < self->lines->len; i++)
    {
      const char *text = ((const Line *) self->lines->pdata[i])->text;

      if (g_str_has_prefix (text, "gaming_day "))
        return g_strdup (strchr (text, ' ') + 1);
    }
  return g_strdup ("2023-11-04");
}

CommonLog *
common_day_write (const CommonDay *self)
{
  Writer writer = { .log = g_new0 (CommonLog, 1), .second = FIRST_SECOND };
  g_autofree char *gaming_day = find_gaming_day (self);

  writer.log->text = g_string_new (NULL);
  writer.log->events = g_array_new (FALSE, FALSE, sizeof (CommonEvent));
  g_array_set_clear_func (writer.log->events, clear_event);
  g_string_append_printf (writer.log->text,
                          "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Keystone\","
                          "\"table\":\"T-01\",\"game\":\"%s\",\"gaming_day\":\"%s\","
                          "\"time_zone\":\"America/New_York\",\"currency\":\"USD\"}\n",
                          self->game, gaming_day);
  for (guint i = 0; i < self->lines->len; i++)
    write_line (&writer, self->lines->pdata[i]);
  return writer.log;
}

void
common_log_free (CommonLog *self)
{
  g_string_free (self->text, TRUE);
  g_array_unref (self->events);
  g_free (self->film);
  g_free (self);
}

const CommonEvent *
common_log_find (const CommonLog *self, const char *label)
{
  for (guint i = 0; i < self->events->len; i++)
    {
      const CommonEvent *event = &g_array_index (self->events, CommonEvent, i);

      if (has_label (event->labels, label))
        return event;
    }
  return NULL;
}
