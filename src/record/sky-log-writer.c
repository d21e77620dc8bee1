/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-log-writer.h"

#include "sky-log-writer-private.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <string.h>

struct _SkyLogWriter
{
  SkyLogAppender *appender;
  char *path;
  GString *line;
  SkyTime next_at; /* of the event in hand */
  SkyJsonParser *parser;
  SkyFormatIndex formats;
  SkyLogPast past;
};

static void
add_text (GString *json, const char *name, const char *value)
{
  if (value != NULL)
    sky_json_add_string (json, name, value);
}

static void
add_record (GString *json, const SkyRecord *record)
{
  sky_json_begin_object (json, "record");
  sky_json_add_string (json, "how", sky_record_how_to_name (record->how));
  add_text (json, "by", record->by);
  add_text (json, "program", record->program);
  add_text (json, "coding", record->coding);
  if (record->pass != 0)
    sky_json_add_int (json, "pass", record->pass);
  if (record->how == SKY_RECORD_FOOTAGE)
    sky_json_add_bool (json, "blind", record->blind);
  add_text (json, "plan", record->plan);
  if (record->map_name != NULL)
    {
      sky_json_begin_object (json, "map");
      sky_json_add_string (json, "name", record->map_name);
      add_text (json, "sha256", record->map_sha256);
      sky_json_end_object (json);
    }
  if (record->n_from > 0)
    {
      sky_json_begin_array (json, "from");
      for (guint i = 0; i < record->n_from; i++)
        {
          sky_json_begin_object (json, NULL);
          add_text (json, "camera", record->from[i].camera);
          sky_json_add_string (json, "file", record->from[i].file);
          add_text (json, "sha256", record->from[i].sha256);
          sky_json_end_object (json);
        }
      sky_json_end_array (json);
    }
  sky_json_end_object (json);
}

static void
add_scope (GString *json, const SkyScope *scope)
{
  sky_json_begin_object (json, "scope");
  sky_json_begin_array (json, "classes");
  for (SkyEventClass class = 0; class < SKY_N_CLASSES; class ++)
    if (scope->classes & 1u << class)
      sky_json_add_string (json, NULL, sky_event_class_to_name (class));
  sky_json_end_array (json);
  if (scope->some_seats)
    {
      sky_json_begin_array (json, "seats");
      for (guint i = 0; i < scope->n_seats; i++)
        sky_json_add_int (json, NULL, scope->seats[i]);
      sky_json_end_array (json);
    }
  if (scope->sampled)
    sky_json_add_string (json, "rounds", "sample");
  sky_json_end_object (json);
}

static gboolean
write_header (SkyLogWriter *self, const SkyLogHeader *header, GError **error)
{
  GString *json = self->line;
  char day[SKY_DAY_TEXT_SIZE];

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "log", "skyward.table-log");
  sky_json_add_int (json, "version", header->version);
  sky_json_add_string (json, "property", header->property);
  sky_json_add_string (json, "table", header->table);
  sky_json_add_string (json, "game", sky_game_id_to_name (header->game));
  sky_json_add_string (json, "gaming_day", sky_day_format (header->gaming_day, day));
  sky_json_add_string (json, "time_zone", header->time_zone);
  sky_json_add_string (json, "currency", header->currency);
  if (header->players == SKY_PLAYERS_PROPERTY)
    sky_json_add_string (json, "players", "property");
  if (header->record.how != SKY_RECORD_TABLE)
    add_record (json, &header->record);
  if (!sky_scope_has_all (&header->scope))
    add_scope (json, &header->scope);
  sky_json_end_object (json);
  return sky_log_appender_add (self->appender, json->str, json->len, error);
}

static gboolean
is_same_log (const SkyLogHeader *a, const SkyLogHeader *b)
{
  return a->version == b->version && a->game == b->game && a->gaming_day == b->gaming_day
         && g_str_equal (a->property, b->property) && g_str_equal (a->table, b->table);
}

/* Reads what the log has, and knows what it says. */
static gboolean
read_back (SkyLogWriter *self, const SkyLogHeader *header, GError **error)
{
  g_autoptr (SkyLog) log = sky_log_open (self->path, error);

  if (log == NULL)
    return FALSE;
  if (is_same_log (sky_log_get_header (log), header))
    {
      sky_log_past_init (&self->past, sky_log_get_header (log), &self->formats);
      return sky_log_past_read (&self->past, log, self->path, 0, error);
    }
  g_set_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_OTHER,
               _ ("%s: the file is there and is another log"), self->path);
  return FALSE;
}

gboolean
sky_log_writer_look_back (SkyLogWriter *self, gint64 round, SkyLogPast *past, GError **error)
{
  g_autoptr (SkyLog) log = NULL;

  if (!sky_log_appender_flush (self->appender, error))
    return FALSE;
  log = sky_log_open (self->path, error);
  if (log == NULL)
    return FALSE;
  sky_log_past_init (past, sky_log_get_header (log), &self->formats);
  return sky_log_past_read (past, log, self->path, round, error);
}

/* Has the table be what it is before the round @before, or at the end of the log. */
static gboolean
rebuild (SkyLogWriter *self, gint64 before, GError **error)
{
  g_auto (SkyLogPast) past = { 0 };

  if (!sky_log_writer_look_back (self, before, &past, error))
    return FALSE;
  past.seq = self->past.seq;
  past.round = before;
  past.next = before != 0;
  sky_log_past_clear (&self->past);
  self->past = past;
  past.table = NULL;
  return TRUE;
}

/* Only whole rounds are corrected, and the one in hand. */
static gboolean
begin_correction (SkyLogWriter *self, gint64 round, GError **error)
{
  gint64 in_hand = self->past.round != 0 ? self->past.round : self->past.table->round;

  if (in_hand == 0 || in_hand == round)
    return rebuild (self, round, error);
  g_set_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_LINE,
               _ ("%s: round %" PRId64 " cannot be corrected before round %" PRId64 " ends"),
               self->path, round, in_hand);
  return FALSE;
}

SkyLogWriter *
sky_log_writer_open (const char *path, guint mode, const SkyLogHeader *header, GError **error)
{
  g_autoptr (SkyLogWriter) self = NULL;
  SkyLogAppender *appender;

  g_return_val_if_fail (
      header->version == 2 || (header->version == 1 && sky_scope_has_all (&header->scope)), NULL);

  appender = sky_log_appender_open (path, mode, error);
  if (appender == NULL)
    return NULL;
  self = g_new0 (SkyLogWriter, 1);
  self->appender = appender;
  self->path = g_strdup (path);
  self->line = g_string_new (NULL);
  self->parser = sky_json_parser_new ();
  sky_format_index_init (&self->formats, header->game, header->version, sky_game_lookup_bet);
  if (!sky_log_appender_begin_digest (appender, NULL, 0, error))
    return NULL;
  if (sky_log_appender_get_length (appender) > 0)
    return read_back (self, header, error) ? g_steal_pointer (&self) : NULL;
  sky_log_past_init (&self->past, header, &self->formats);
  if (!write_header (self, header, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
sky_log_writer_free (SkyLogWriter *self)
{
  if (self == NULL)
    return;
  sky_log_appender_free (self->appender);
  sky_json_parser_free (self->parser);
  sky_log_past_clear (&self->past);
  g_string_free (self->line, TRUE);
  g_free (self->path);
  g_free (self);
}

SkyTable *
sky_log_writer_get_table (SkyLogWriter *self)
{
  return self->past.table;
}

const SkyFormatIndex *
sky_log_writer_get_formats (const SkyLogWriter *self)
{
  return &self->formats;
}

guint64
sky_log_writer_get_seq (const SkyLogWriter *self)
{
  return self->past.seq;
}

SkyTime
sky_log_writer_get_time (const SkyLogWriter *self)
{
  return self->past.at;
}

const char *
sky_log_writer_get_torn (const SkyLogWriter *self)
{
  return sky_log_appender_get_torn (self->appender);
}

GString *
sky_log_writer_begin (SkyLogWriter *self, const char *type, SkyTime at)
{
  g_string_truncate (self->line, 0);
  self->next_at = at;
  sky_json_begin_object (self->line, NULL);
  sky_json_add_int (self->line, "seq", (gint64) self->past.seq + 1);
  sky_json_add_time (self->line, "at", at);
  sky_json_add_string (self->line, "type", type);
  return self->line;
}

/* The event that the line says, by the format. */
static gboolean
read_line (SkyLogWriter *self, SkyEvent *event, SkyReadResult *result, GError **error)
{
  const char *cause = NULL;
  const SkyJsonNode *root =
      sky_json_parse (self->parser, self->line->str, self->line->len, FALSE, &cause);
  SkyReadNote note;

  if (root != NULL)
    {
      *result = sky_event_read (&self->formats, root, event, &note);
      if (*result != SKY_READ_MALFORMED)
        return TRUE;
      cause = note.cause;
    }
  g_set_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_LINE,
               _ ("%s: no event of this log: %s: %s"), self->path, cause, self->line->str);
  return FALSE;
}

guint64
sky_log_writer_end (SkyLogWriter *self, GError **error)
{
  SkyLogPast *past = &self->past;
  SkyEvent event;
  SkyReadResult result;
  gboolean ends;

  sky_json_end_object (self->line);
  if (!read_line (self, &event, &result, error))
    return 0;
  if (result == SKY_READ_EVENT && event.type == SKY_EVENT_AGAIN)
    {
      if (!begin_correction (self, event.again.round, error))
        return 0;
    }
  else
    {
      past->at = self->next_at;
      if (result == SKY_READ_EVENT)
        sky_log_past_follow (past, &event);
    }
  past->seq++;
  ends = result == SKY_READ_EVENT && past->round != 0 && sky_log_past_ends_round (&event);
  if (!sky_log_appender_add (self->appender, self->line->str, self->line->len, error)
      || (ends && !rebuild (self, 0, error)))
    return 0;
  return past->seq;
}

static void
add_pair (GString *json, const char *name, gint64 a, gint64 b)
{
  sky_json_begin_array (json, name);
  sky_json_add_int (json, NULL, a);
  sky_json_add_int (json, NULL, b);
  sky_json_end_array (json);
}

void
sky_log_writer_add_frame (SkyLogWriter *self, guint recording, SkyTime at)
{
  add_pair (self->line, "frame", recording, at);
}

void
sky_log_writer_add_src (SkyLogWriter *self, guint64 run, guint64 number)
{
  add_pair (self->line, "src", (gint64) run, (gint64) number);
}

gboolean
sky_log_writer_digest (SkyLogWriter *self, char hex[SKY_DIGEST_HEX_SIZE], GError **error)
{
  if (!sky_log_appender_flush (self->appender, error))
    return FALSE;
  sky_log_appender_get_digest (self->appender, hex);
  return TRUE;
}

gboolean
sky_log_writer_add_line (SkyLogWriter *self, const char *line, GError **error)
{
  return sky_log_appender_add (self->appender, line, strlen (line), error);
}

void
sky_log_writer_skip (SkyLogWriter *self, guint n)
{
  self->past.seq += n;
}

gboolean
sky_log_writer_flush (SkyLogWriter *self, GError **error)
{
  return sky_log_appender_flush (self->appender, error);
}

gboolean
sky_log_writer_sync (SkyLogWriter *self, GError **error)
{
  return sky_log_appender_sync (self->appender, error);
}
