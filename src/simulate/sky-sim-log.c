/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-log.h"

#include "sky-digest.h"
#include "sky-game.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct _SkySimLog
{
  FILE *file;
  char *path;
  int failed; /* errno of the first write that failed */
  SkyDigest *digest;
  GString *line;
  guint64 seq;
  SkyTime at;
  SkyTime last;   /* of the last line */
  SkyTime before; /* the next event is dated so much before the last; 0: it is not */
  SkyJsonParser *parser;
  SkyFormatIndex formats;
  SkyTable *table;
};

static void
ignore_finding (gpointer user_data, SkyFinding *finding)
{
  sky_finding_free (finding);
}

/* Writes the line and its end. */
static void
write_line (SkySimLog *self)
{
  g_string_append_c (self->line, '\n');
  sky_digest_update (self->digest, self->line->str, self->line->len);
  if (fwrite (self->line->str, 1, self->line->len, self->file) != self->line->len
      && self->failed == 0)
    self->failed = errno;
}

static void
write_header (SkySimLog *self, const SkyLogHeader *header)
{
  char day[SKY_DAY_TEXT_SIZE];

  sky_json_begin_object (self->line, NULL);
  sky_json_add_string (self->line, "log", "skyward.table-log");
  sky_json_add_int (self->line, "version", 1);
  sky_json_add_string (self->line, "property", header->property);
  sky_json_add_string (self->line, "table", header->table);
  sky_json_add_string (self->line, "game", sky_game_id_to_name (header->game));
  sky_json_add_string (self->line, "gaming_day", sky_day_format (header->gaming_day, day));
  sky_json_add_string (self->line, "time_zone", header->time_zone);
  sky_json_add_string (self->line, "currency", header->currency);
  sky_json_end_object (self->line);
  write_line (self);
}

SkySimLog *
sky_sim_log_new (const char *path, const SkyLogHeader *header, SkyTime start, GError **error)
{
  FILE *file = fopen (path, "wbe");
  SkySimLog *self;
  SkyTableSink sink = { .finding = ignore_finding };

  if (file == NULL)
    {
      int code = errno;

      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), "%s: %s", path,
                   g_strerror (code));
      return NULL;
    }
  self = g_new0 (SkySimLog, 1);
  self->file = file;
  self->path = g_strdup (path);
  self->digest = sky_digest_new ();
  self->line = g_string_new (NULL);
  self->at = start;
  self->parser = sky_json_parser_new ();
  sky_format_index_init (&self->formats, header->game, sky_game_lookup_bet);
  self->table = sky_table_new (header, &self->formats, &sink);
  write_header (self, header);
  return self;
}

gboolean
sky_sim_log_close (SkySimLog *self, GError **error)
{
  if (fclose (self->file) != 0 && self->failed == 0)
    self->failed = errno;
  self->file = NULL;
  if (self->failed == 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (self->failed), "%s: %s", self->path,
               g_strerror (self->failed));
  return FALSE;
}

void
sky_sim_log_free (SkySimLog *self)
{
  if (self == NULL)
    return;
  if (self->file != NULL)
    fclose (self->file);
  g_free (self->path);
  sky_digest_free (self->digest);
  g_string_free (self->line, TRUE);
  sky_json_parser_free (self->parser);
  sky_table_free (self->table);
  g_free (self);
}

SkyTable *
sky_sim_log_get_table (SkySimLog *self)
{
  return self->table;
}

guint64
sky_sim_log_get_seq (const SkySimLog *self)
{
  return self->seq;
}

SkyTime
sky_sim_log_get_time (const SkySimLog *self)
{
  return self->at;
}

void
sky_sim_log_wait (SkySimLog *self, SkyTime span)
{
  self->at += span;
}

/* What the audit does at the end of a round: settled wagers end, and those that were not settled
 * although they were decided. */
static void
end_round (SkySimLog *self)
{
  for (guint i = 0; i < self->table->up->len; i++)
    {
      SkyWager *wager = self->table->up->pdata[i];
      gboolean settled = wager->settlement.seq > self->table->round_seq;
      gboolean decided = wager->due.outcome != SKY_OUTCOME_NONE && !wager->due.optional;

      if (settled ? !wager->settlement.stays : decided)
        sky_table_end_wager (self->table, wager);
    }
  sky_table_close_round (self->table);
}

/* Reads the line back and feeds it to the rules. */
static void
follow (SkySimLog *self)
{
  const char *cause = NULL;
  const SkyJsonNode *root =
      sky_json_parse (self->parser, self->line->str, self->line->len, FALSE, &cause);
  SkyEvent event;
  SkyReadNote note;
  SkyReadResult result;

  if (root == NULL)
    g_error ("A line was written that is no JSON (%s): %s", cause, self->line->str);
  result = sky_event_read (&self->formats, root, &event, &note);
  if (result == SKY_READ_MALFORMED)
    g_error ("A line was written that is no event (%s): %s", note.cause, self->line->str);
  if (result != SKY_READ_EVENT)
    return;
  sky_table_event (self->table, &event);
  if (event.type == SKY_EVENT_ROUND_END)
    end_round (self);
}

GString *
sky_sim_log_begin (SkySimLog *self, const char *type)
{
  SkyTime at;

  g_string_truncate (self->line, 0);
  self->seq++;
  sky_json_begin_object (self->line, NULL);
  sky_json_add_int (self->line, "seq", (gint64) self->seq);
  at = self->before > 0 ? self->last - self->before : self->at;
  self->before = 0;
  self->last = at;
  sky_json_add_time (self->line, "at", at);
  sky_json_add_string (self->line, "type", type);
  return self->line;
}

guint64
sky_sim_log_end (SkySimLog *self)
{
  sky_json_end_object (self->line);
  follow (self);
  write_line (self);
  return self->seq;
}

guint64
sky_sim_log_checkpoint (SkySimLog *self, gboolean good)
{
  char hex[SKY_DIGEST_HEX_SIZE];

  sky_digest_peek (self->digest, hex);
  if (!good)
    hex[0] = hex[0] == '0' ? '1' : '0';
  sky_json_add_string (sky_sim_log_begin (self, "checkpoint"), "sha256", hex);
  return sky_sim_log_end (self);
}

void
sky_sim_log_add_garbage (SkySimLog *self, const char *line)
{
  g_string_assign (self->line, line);
  write_line (self);
}

void
sky_sim_log_skip_numbers (SkySimLog *self, guint n)
{
  self->seq += n;
}

void
sky_sim_log_turn_back (SkySimLog *self, SkyTime span)
{
  self->before = span;
}
