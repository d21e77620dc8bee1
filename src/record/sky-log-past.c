/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-log-past-private.h"

#include "sky-game.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>

static void
ignore_finding (gpointer user_data, SkyFinding *finding)
{
  sky_finding_free (finding);
}

/* What the audit does at the end of a round: settled wagers end, and those that were not settled
 * although they were decided. */
static void
end_round (SkyTable *table)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];
      gboolean settled = wager->settlement.seq > table->round_seq;
      gboolean decided = wager->due.outcome != SKY_OUTCOME_NONE && !wager->due.optional;

      if (settled ? !wager->settlement.stays : decided)
        sky_table_end_wager (table, wager);
    }
  sky_table_close_round (table);
}

static void
feed (SkyLogPast *self, const SkyEvent *event)
{
  SkyEvent placed;

  self->place++;
  if (self->by_place)
    {
      placed = *event;
      placed.seq = self->place;
      event = &placed;
    }
  sky_table_event (self->table, event);
  if (event->type == SKY_EVENT_ROUND_END)
    end_round (self->table);
}

/* An `again` begins its round unless a `round_start` follows. */
void
sky_log_past_follow (SkyLogPast *self, const SkyEvent *event)
{
  if (self->next && event->type != SKY_EVENT_ROUND_START)
    {
      SkyEvent start = { .type = SKY_EVENT_ROUND_START, .seq = event->seq, .at = self->at };

      start.round.round = self->round;
      feed (self, &start);
    }
  self->next = FALSE;
  feed (self, event);
}

void
sky_log_past_clear (SkyLogPast *self)
{
  g_clear_pointer (&self->table, sky_table_free);
}

void
sky_log_past_init (SkyLogPast *self, const SkyLogHeader *header, const SkyFormatIndex *formats)
{
  SkyTableSink sink = { .finding = ignore_finding };

  *self = (SkyLogPast){ .table = sky_table_new (header, formats, &sink), .at = SKY_TIME_NONE };
}

gboolean
sky_log_past_ends_round (const SkyEvent *event)
{
  return event->type == SKY_EVENT_ROUND_END || event->type == SKY_EVENT_UNOBSERVED;
}

/* Looks through the log in the file's order. Returns: the number of its last line that is an event,
 * where the log ends inside a correction; 0: it does not. */
static guint64
find_correction (SkyLog *log, SkyLogPast *self)
{
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, sky_game_lookup_bet);
  const SkyLine *line;
  guint64 last = 0;

  sky_log_reader_set_file_order (reader);
  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      if (line->kind != SKY_LINE_EVENT)
        continue;
      last = line->number;
      self->next = line->event.type == SKY_EVENT_AGAIN;
      if (self->next)
        self->round = line->event.again.round;
      else if (sky_log_past_ends_round (&line->event))
        self->round = 0;
    }
  return self->round != 0 ? last : 0;
}

gboolean
sky_log_past_begins_round (const SkyEvent *event, gint64 round)
{
  return (event->type == SKY_EVENT_ROUND_START && event->round.round == round)
         || (event->type == SKY_EVENT_AGAIN && event->again.round == round);
}

/* Reads what the log has up to the round @before (0: all of it), as it counts. */
gboolean
sky_log_past_read (SkyLogPast *self, SkyLog *log, const char *path, gint64 before, GError **error)
{
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, sky_game_lookup_bet);
  gboolean corrected = sky_log_reader_is_corrected (reader);
  guint64 last = corrected && before == 0 ? find_correction (log, self) : 0;
  gboolean pending = self->next;
  const SkyLine *line;

  self->by_place = corrected || before != 0;
  self->next = FALSE;
  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      if (line->kind == SKY_LINE_QUARANTINED)
        continue;
      if (line->kind == SKY_LINE_EVENT && before != 0
          && sky_log_past_begins_round (&line->event, before))
        return TRUE;
      self->seq = corrected ? MAX (self->seq, line->event.seq) : line->event.seq;
      self->at = line->event.at;
      if (line->number == last && pending)
        self->next = TRUE;
      else if (line->kind == SKY_LINE_EVENT)
        feed (self, &line->event);
      if (line->number == last)
        break;
    }
  if (sky_log_reader_get_damage (reader) != NULL)
    {
      g_set_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_OPEN, "%s: %s", path,
                   sky_log_reader_get_damage (reader));
      return FALSE;
    }
  if (before == 0)
    return TRUE;
  g_set_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_LINE,
               _ ("%s: the log has no round %" PRId64 " that could be corrected"), path, before);
  return FALSE;
}
