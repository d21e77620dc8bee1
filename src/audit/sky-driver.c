/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-counter-private.h"

#include <string.h>

static void
take_finding (gpointer user_data, SkyFinding *finding)
{
  SkyDriver *self = user_data;

  finding->seq = sky_driver_number_of (self, finding->seq);
  if (self->findings != NULL)
    g_ptr_array_add (self->findings, finding);
  else
    sky_finding_free (finding);
}

static void
take_step (
    gpointer user_data, const SkyWager *wager, guint64 seq, const char *section, const char *text)
{
  SkyDriver *self = user_data;

  self->step (self->step_data, wager, sky_driver_number_of (self, seq), section, text);
}

static guint64
number_of (gpointer user_data, guint64 seq)
{
  return sky_driver_number_of (user_data, seq);
}

void
sky_driver_init (SkyDriver *self,
                 SkyLog *log,
                 GPtrArray *findings,
                 void (*step) (gpointer user_data,
                               const SkyWager *wager,
                               guint64 seq,
                               const char *section,
                               const char *text),
                 gpointer step_data)
{
  SkyTableSink sink = { .finding = take_finding,
                        .finding_data = self,
                        .step = step != NULL ? take_step : NULL,
                        .step_data = self,
                        .number = number_of,
                        .number_data = self };

  *self = (SkyDriver){
    .log = sky_log_ref (log), .findings = findings, .step = step, .step_data = step_data
  };
  self->reader = sky_log_reader_new (log, sky_game_lookup_bet);
  if (findings != NULL && !sky_log_reader_is_corrected (self->reader))
    sky_log_reader_want_digest (self->reader);
  self->table =
      sky_table_new (sky_log_get_header (log), sky_log_reader_get_formats (self->reader), &sink);
  self->disputes = g_array_new (FALSE, TRUE, sizeof (SkyDispute));
  g_array_set_clear_func (self->disputes, sky_dispute_clear);
  self->rulings = g_array_new (FALSE, TRUE, sizeof (SkyRuling));
  if (sky_log_reader_is_corrected (self->reader))
    self->seqs = g_array_new (FALSE, FALSE, sizeof (guint64));
}

void
sky_driver_clear (SkyDriver *self)
{
  g_clear_pointer (&self->disputes, g_array_unref);
  g_clear_pointer (&self->rulings, g_array_unref);
  g_clear_pointer (&self->seqs, g_array_unref);
  g_clear_pointer (&self->settles.records, g_free);
  g_clear_pointer (&self->table, sky_table_free);
  g_clear_pointer (&self->reader, sky_log_reader_free);
  g_clear_pointer (&self->log, sky_log_unref);
}

static G_GNUC_NO_INLINE void
quarantine (SkyDriver *self, const SkyLine *line)
{
  /* Some causes are sentences already. */
  g_autofree char *cause = g_strndup (
      line->note.cause, strlen (line->note.cause) - g_str_has_suffix (line->note.cause, "."));
  SkyFinding *finding;
  guint64 seq = line->note.has_seq ? line->event.seq : self->last_seq;
  SkyTime at = line->note.has_at ? line->event.at : self->last_at;

  self->quarantined++;
  if (self->counter != NULL)
    sky_counter_break (self->counter);
  finding = sky_driver_raise (self, SKY_CHECK_LOG_MALFORMED_LINE, NULL, seq, at, NULL,
                              sky_phrase ("Line %" PRIu64 " (at byte %" PRId64
                                          ") cannot be replayed: %s. It is kept as it stands.",
                                          line->number, line->offset, cause));
  if (finding != NULL)
    {
      finding->line = line->number;
      finding->offset = line->offset;
    }
}

/* Fine print 2: both are compared with the event before; a quarantined line may stand for one
 * number. */
static G_GNUC_NO_INLINE void
raise_disorder (SkyDriver *self, const SkyEvent *event)
{
  guint64 next = self->last_seq + 1;
  guint known = self->findings != NULL ? self->findings->len : 0;
  gboolean counting = sky_log_reader_is_corrected (self->reader);

  if (!counting && (event->seq < next || event->seq > next + self->quarantined))
    {
      sky_driver_raise (
          self, SKY_CHECK_LOG_SEQUENCE, NULL, event->seq, event->at, NULL,
          sky_phrase ("Event %" PRIu64 " follows event %" PRIu64 ".", event->seq, self->last_seq));
      if (self->counter != NULL)
        sky_counter_break (self->counter);
    }
  if (!self->in_file_order && self->last_seq > 0 && event->at < self->last_at)
    {
      g_autofree char *span = sky_span_format (self->last_at - event->at);

      sky_driver_raise (self, SKY_CHECK_LOG_TIME_REVERSED, NULL, event->seq, event->at, NULL,
                        sky_phrase ("The event is %s earlier than the one before.", span));
    }
  /* The round that an event begins is the one in progress at it. */
  for (; event->type == SKY_EVENT_ROUND_START && self->findings != NULL
         && known < self->findings->len;
       known++)
    ((SkyFinding *) self->findings->pdata[known])->round = event->round.round;
}

static inline void
check_order (SkyDriver *self, const SkyEvent *event)
{
  if (G_UNLIKELY (event->seq != self->last_seq + 1 || event->at < self->last_at))
    raise_disorder (self, event);
  self->last_seq = event->seq;
  self->last_at = event->at;
  self->quarantined = 0;
}

static G_GNUC_NO_INLINE void
check_checkpoint (SkyDriver *self, const SkyEvent *event)
{
  char digest[65];

  if (self->findings == NULL)
    return;
  sky_log_reader_digest (self->reader, digest);
  if (event->checkpoint.sha256.length == 64
      && g_ascii_strncasecmp (event->checkpoint.sha256.data, digest, 64) == 0)
    self->sound = self->line - 1; /* its own line it does not cover */
  else
    {
      if (self->counter != NULL)
        sky_counter_distrust (self->counter);
      sky_driver_raise (
          self, SKY_CHECK_LOG_CHECKPOINT, NULL, event->seq, event->at, NULL,
          sky_phrase ("The digest of the checkpoint is not that of the bytes before it: the "
                      "record was changed after it was written, somewhere from line "
                      "%" PRIu64 " to line %" PRIu64 ".",
                      self->sound + 1, self->line));
    }
}

static void
raise_incomplete (SkyDriver *self, guint64 seq, SkyTime at, const char *explanation)
{
  sky_driver_raise (self, SKY_CHECK_LOG_INCOMPLETE, NULL, seq, at, NULL, g_strdup (explanation));
}

/* What the table settled ends all the same where nothing is compared. */
static void
end_settled (SkyDriver *self)
{
  for (guint i = 0; i < self->settles.len; i++)
    sky_settlement_end (self, &self->settles.records[i],
                        "Nothing is compared, for what was recorded as the result cannot be.");
}

static gboolean
outlasts_round (const SkyDriver *self, const SkyWager *wager)
{
  const SkyGame *game = self->table->game;

  return game->outlasts_round != NULL && game->outlasts_round (wager);
}

/* Fine print 75: what the equipment cannot have given decides nothing, then or later. */
static void
end_unanswerable (SkyDriver *self)
{
  for (guint i = 0; i < self->table->up->len; i++)
    if (!outlasts_round (self, self->table->up->pdata[i]))
      sky_table_end_wager (self->table, self->table->up->pdata[i]);
}

/* Marks what a round leaves behind that the log does not end: should a later round decide it, the
 * table may settle it by that, but nothing is missed when it does not. */
static void
mark_left (SkyDriver *self)
{
  for (guint i = 0; i < self->table->up->len; i++)
    {
      SkyWager *wager = self->table->up->pdata[i];
      gboolean is_decided = wager->due.outcome != SKY_OUTCOME_NONE && !wager->due.optional;

      wager->left |= is_decided || !outlasts_round (self, wager);
    }
}

/* What was found in the round before a line of it was unsure. */
static void
mark_unsure (SkyDriver *self)
{
  if (self->findings == NULL || self->table->version == 1)
    return;
  for (guint i = self->round_findings; i < self->findings->len; i++)
    sky_table_mark_unsure (self->table, self->findings->pdata[i]);
}

/* Fine print 3: nothing is said about the unsettled wagers of a round that the log does not end. */
static G_GNUC_NO_INLINE void
abandon_round (SkyDriver *self)
{
  if (self->closing != NULL)
    self->closing (self, self->closing_data);
  if (self->counter != NULL)
    sky_counter_abandon_round (self->counter);
  if (self->table->impossible)
    end_settled (self);
  else
    sky_settlement_compare_abandoned (self);
  mark_left (self);
  self->settles.len = 0;
  sky_dispute_judge_round (self);
  mark_unsure (self);
  sky_table_close_round (self->table);
  self->in_round = FALSE;
}

G_GNUC_NO_INLINE void
sky_driver_reserve_settles (SkyDriver *self, guint size)
{
  if (size <= self->settles.size)
    return;
  self->settles.size = MAX (size, 2 * self->settles.size);
  self->settles.records = g_renew (SkySettleRecord, self->settles.records, self->settles.size);
}

static G_GNUC_NO_INLINE void
take_settlement (SkyDriver *self, const SkyEvent *event)
{
  SkyWager *wager = self->table->wager;
  SkySettleList *settles = &self->settles;

  if (wager == NULL)
    return;
  if (settles->len == settles->size)
    sky_driver_reserve_settles (self, settles->len + 1);
  settles->records[settles->len] = (SkySettleRecord){ wager, wager->settlement, event->at };
  /* Between rounds nothing is being decided, unless the line that began the round was lost. */
  if (self->in_round || wager->due.outcome != SKY_OUTCOME_NONE)
    settles->len++;
  else
    sky_settlement_compare_one (self, &settles->records[settles->len]);
}

/* Fine print 24, 78: the wagers that are up after the round's settlements stay up. */
static void
check_result (SkyDriver *self, const SkyEvent *event)
{
  for (guint i = 0; i < self->table->up->len; i++)
    if (((const SkyWager *) self->table->up->pdata[i])->status == SKY_WAGER_UP)
      {
        sky_driver_raise (
            self, SKY_CHECK_ROUND_NO_RESULT, NULL, event->seq, event->at, NULL,
            sky_phrase ("The round ends with wagers up and neither a result nor a void."));
        return;
      }
}

static G_GNUC_NO_INLINE void
end_round (SkyDriver *self, const SkyEvent *event)
{
  guint n_found = self->findings != NULL ? self->findings->len : 0;

  if (self->closing != NULL)
    self->closing (self, self->closing_data);
  if (self->counter != NULL)
    sky_counter_end_round (self->counter, self);

  if (self->table->impossible)
    end_settled (self);
  else
    sky_settlement_compare_round (self, event->seq, event->at);
  if (self->counter != NULL)
    sky_counter_judge_round (self->counter, self, n_found);
  if (!self->table->has_result && !self->table->impossible)
    check_result (self, event);
  sky_dispute_judge_round (self);
  if (self->table->impossible)
    end_unanswerable (self);
  mark_unsure (self);
  sky_table_close_round (self->table);
  self->settles.len = 0;
  self->in_round = FALSE;
  self->may_be_void = FALSE;
}

static G_GNUC_NO_INLINE void
interrupt_round (SkyDriver *self, const SkyEvent *event)
{
  raise_incomplete (self, event->seq, event->at,
                    sky_phrase_words ("The log does not end the round before this one."));
  abandon_round (self);
}

/* Nobody saw how the round went on: nothing is said of it. */
static G_GNUC_NO_INLINE void
leave_round (SkyDriver *self)
{
  if (self->closing != NULL && self->in_round)
    self->closing (self, self->closing_data);
  mark_unsure (self);
  self->settles.len = 0;
  for (guint i = self->disputes_judged; i < self->disputes->len; i++)
    g_array_index (self->disputes, SkyDispute, i).judged = TRUE;
  self->disputes_judged = self->disputes->len;
  g_array_set_size (self->rulings, 0);
  self->in_round = FALSE;
}

static inline void
feed (SkyDriver *self, const SkyEvent *event)
{
  if (event->type == SKY_EVENT_ROUND_START && self->in_round)
    interrupt_round (self, event);
  else if (event->type == SKY_EVENT_UNOBSERVED)
    leave_round (self);
  else if (event->type == SKY_EVENT_RULES && self->counter != NULL)
    sky_counter_write_down (self->counter);

  sky_table_event (self->table, event);
  if (sky_counter_wants (event->type) && self->counter != NULL)
    sky_counter_take (self->counter, self->table, event);

  switch ((guint) event->type)
    {
    case SKY_EVENT_TABLE_OPEN:
      self->closed = FALSE;
      break;
    case SKY_EVENT_TABLE_CLOSE:
      self->closed = TRUE;
      break;
    case SKY_EVENT_ROUND_START:
      self->in_round = TRUE;
      self->round_findings = self->findings != NULL ? self->findings->len : 0;
      break;
    case SKY_EVENT_ROUND_END:
      end_round (self, event);
      break;
    case SKY_EVENT_SETTLE:
      take_settlement (self, event);
      break;
    case SKY_EVENT_DISPUTE:
      sky_dispute_open (self, event);
      break;
    case SKY_EVENT_RULING:
      sky_dispute_rule (self, event);
      break;
    case SKY_EVENT_CHECKPOINT:
      check_checkpoint (self, event);
      break;
    default:
      break;
    }
}

/* Fine print 92: all that is lost is one finding. */
static void
raise_lost (SkyDriver *self, const char *damage)
{
  SkyFinding *finding;
  goffset offset;
  guint64 line;

  sky_log_reader_get_lost (self->reader, &offset, &line);
  finding = sky_driver_raise (
      self, SKY_CHECK_LOG_MALFORMED_LINE, NULL, self->last_seq, self->last_at, NULL,
      sky_phrase ("The end of the log is lost, from line %" PRIu64 " (at byte %" PRId64 ") on: %s.",
                  line, offset, damage));
  if (finding != NULL)
    {
      finding->line = line;
      finding->offset = offset;
    }
}

static G_GNUC_NO_INLINE void
end_log (SkyDriver *self)
{
  const char *damage = sky_log_reader_get_damage (self->reader);

  if (damage != NULL)
    raise_lost (self, damage);
  if (self->in_round)
    raise_incomplete (self, self->last_seq, self->last_at,
                      sky_phrase_words ("The log ends inside a round."));
  /* What is of version 2 may end anywhere. */
  else if (!self->closed && self->table->version == 1)
    raise_incomplete (self, self->last_seq, self->last_at,
                      sky_phrase_words ("The log ends without the table being closed."));
  if (self->in_round)
    {
      abandon_round (self);
      return;
    }
  sky_dispute_judge_round (self);
  sky_table_release_held (self->table);
}

static G_GNUC_NO_INLINE void
pass_unknown (SkyDriver *self, const SkyLine *line)
{
  g_autofree char *type = sky_text_dup (line->note.type_name);

  check_order (self, &line->event);
  sky_driver_raise (self, SKY_CHECK_LOG_UNKNOWN_TYPE, NULL, line->event.seq, line->event.at, NULL,
                    sky_phrase ("The format knows no event of the type “%s” at this "
                                "game; it is kept and passed over.",
                                type));
}

/* A line in the file's order, of a log that has corrections: whether it can be read, its number,
 * and what a checkpoint says. */
static void
check_line (SkyDriver *self, const SkyLine *line)
{
  self->line = line->number;
  self->file_lines++;
  self->file_events += line->kind != SKY_LINE_QUARANTINED;
  switch (line->kind)
    {
    case SKY_LINE_QUARANTINED:
      quarantine (self, line);
      break;
    case SKY_LINE_UNKNOWN_TYPE:
      pass_unknown (self, line);
      break;
    case SKY_LINE_EVENT:
      check_order (self, &line->event);
      if (line->event.type == SKY_EVENT_CHECKPOINT)
        check_checkpoint (self, &line->event);
      break;
    }
}

static G_GNUC_NO_INLINE void
check_file (SkyDriver *self)
{
  SkyLogReader *counting = self->reader;
  const SkyLine *line;

  self->file_checked = TRUE;
  self->in_file_order = TRUE;
  self->reader = sky_log_reader_new (self->log, sky_game_lookup_bet);
  sky_log_reader_set_file_order (self->reader);
  sky_log_reader_set_growing (self->reader, self->growing);
  sky_log_reader_want_digest (self->reader);
  while ((line = sky_log_reader_next (self->reader)) != NULL)
    check_line (self, line);
  self->file_length = sky_log_reader_digest_so_far (self->reader, self->file_sha256);
  sky_log_reader_free (self->reader);
  self->reader = counting;
  self->in_file_order = FALSE;
  self->last_seq = 0;
  self->last_at = 0;
  self->quarantined = 0;
}

/* A line as it counts, of which the rest was said in the file's order. */
static void
feed_counting (SkyDriver *self, const SkyLine *line)
{
  SkyEvent event;

  self->line = line->number;
  if (line->kind == SKY_LINE_QUARANTINED)
    return;
  event = line->event;
  g_array_append_val (self->seqs, event.seq);
  event.seq = self->seqs->len;
  if (line->kind == SKY_LINE_UNKNOWN_TYPE || event.type != SKY_EVENT_AGAIN)
    check_order (self, &event);
  if (line->kind == SKY_LINE_EVENT && event.type != SKY_EVENT_CHECKPOINT)
    feed (self, &event);
}

gboolean
sky_driver_is_open (const SkyDriver *self)
{
  return self->in_round || !self->closed;
}

goffset
sky_driver_digest (SkyDriver *self, char hex[65])
{
  if (!self->file_checked)
    return sky_log_reader_digest_so_far (self->reader, hex);
  memcpy (hex, self->file_sha256, sizeof self->file_sha256);
  return self->file_length;
}

gboolean
sky_driver_get_file (const SkyDriver *self, guint64 *n_lines, guint64 *n_events)
{
  if (!self->file_checked)
    return FALSE;
  *n_lines = self->file_lines;
  *n_events = self->file_events;
  return TRUE;
}

const SkyLine *
sky_driver_next (SkyDriver *self)
{
  gboolean corrected = self->seqs != NULL;
  const SkyLine *line;

  if (corrected && self->findings != NULL && !self->file_checked)
    check_file (self);
  line = sky_log_reader_next (self->reader);

  if (line == NULL)
    {
      if (!self->growing)
        end_log (self);
      return NULL;
    }
  if (corrected)
    {
      feed_counting (self, line);
      return line;
    }
  self->line = line->number;
  switch (line->kind)
    {
    case SKY_LINE_QUARANTINED:
      quarantine (self, line);
      break;
    case SKY_LINE_UNKNOWN_TYPE:
      pass_unknown (self, line);
      break;
    case SKY_LINE_EVENT:
      check_order (self, &line->event);
      feed (self, &line->event);
      break;
    }
  return line;
}
