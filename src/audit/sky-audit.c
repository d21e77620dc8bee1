/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit.h"

#include "sky-audit-private.h"
#include "sky-counter-private.h"
#include "sky-digest.h"
#include "sky-table-state.h"

/* How much is read between two looks at whether to stop. */
#define LINES_A_LOOK 4096

GQuark
sky_audit_error_quark (void)
{
  return g_quark_from_static_string ("sky-audit-error");
}

static int
compare_findings (gconstpointer a, gconstpointer b)
{
  const SkyFinding *x = *(const SkyFinding *const *) a, *y = *(const SkyFinding *const *) b;

  if (x->seq != y->seq)
    return x->seq < y->seq ? -1 : 1;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return 0;
}

void
sky_log_audit_sort (SkyLogAudit *self)
{
  /* Stable, so that what was found first at an event stays first. */
  g_ptr_array_sort (self->findings, compare_findings);
}

static void
free_finding (gpointer data)
{
  sky_finding_free (data);
}

void
sky_log_audit_free (SkyLogAudit *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->log, sky_log_unref);
  g_clear_pointer (&self->rounds, g_array_unref);
  g_clear_pointer (&self->duties, g_array_unref);
  g_clear_pointer (&self->seatings, g_array_unref);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_clear_pointer (&self->counts, sky_counts_free);
  g_clear_pointer (&self->testimony, g_ptr_array_unref);
  g_clear_pointer (&self->state, g_bytes_unref);
  g_clear_pointer (&self->resumed, g_bytes_unref);
  g_free (self);
}

static G_GNUC_NO_INLINE void
begin_round (SkyLogAudit *self, const SkyLine *line)
{
  SkyRound round = {
    .round = line->event.round.round,
    .first_seq = line->event.seq,
    .last_seq = line->event.seq,
    .start = line->event.at,
    .end = line->event.at,
    .offset = line->offset,
    .length = line->length + 1,
    .first_line = line->number,
  };

  g_array_append_val (self->rounds, round);
}

/* A line of the round that is going on, which goes on to the next when the log does not end it. */
static inline void
extend_round (SkyLogAudit *self, const SkyLine *line)
{
  SkyRound *round = &g_array_index (self->rounds, SkyRound, self->rounds->len - 1);

  round->length = (gsize) (line->offset - round->offset) + line->length + 1;
  if (line->kind == SKY_LINE_QUARANTINED)
    return;
  round->last_seq = line->event.seq;
  round->end = MAX (round->end, line->event.at);
}

static gboolean
is_cancelled (const SkyAuditOptions *options)
{
  return options->cancelled != NULL && g_atomic_int_get (options->cancelled);
}

static inline void
take_event (SkyLogAudit *self, const SkyLine *line, SkyAuditTally *tally)
{
  switch ((guint) line->event.type)
    {
    case SKY_EVENT_ROUND_START:
      begin_round (self, line);
      tally->in_round = TRUE;
      break;
    case SKY_EVENT_ROUND_END:
      if (tally->in_round)
        g_array_index (self->rounds, SkyRound, self->rounds->len - 1).complete = TRUE;
      tally->in_round = FALSE;
      break;
    case SKY_EVENT_WAGER:
      if (tally->in_round)
        g_array_index (self->rounds, SkyRound, self->rounds->len - 1).n_wagers++;
      break;
    case SKY_EVENT_UNOBSERVED:
      tally->in_round = FALSE;
      break;
    case SKY_EVENT_STAFF:
      sky_duties_take (self->duties, &line->event);
      break;
    case SKY_EVENT_PLAYER:
      sky_seatings_take (self->seatings, &line->event);
      break;
    default:
      break;
    }
}

static G_GNUC_NO_INLINE void
take_first (SkyLogAudit *self, const SkyEvent *event)
{
  self->first_seq = event->seq;
  self->start = event->at;
  self->end = event->at;
}

void
sky_log_audit_take (SkyLogAudit *self, const SkyLine *line, SkyAuditTally *tally)
{
  gboolean begins = line->kind == SKY_LINE_EVENT && line->event.type == SKY_EVENT_ROUND_START;

  self->n_lines++;
  if (tally->in_round && !begins)
    extend_round (self, line);
  if (line->kind == SKY_LINE_QUARANTINED)
    return;
  self->n_events++;
  if (self->first_seq == 0)
    take_first (self, &line->event);
  self->end = MAX (self->end, line->event.at);
  tally->last_seq = MAX (tally->last_seq, line->event.seq);
  if (line->kind == SKY_LINE_EVENT)
    take_event (self, line, tally);
}

SkyLogAudit *
sky_log_audit_new (SkyLog *log, GError **error)
{
  SkyLogAudit *self;

  if (sky_game_get (sky_log_get_header (log)->game) == NULL)
    {
      g_set_error (error, SKY_AUDIT_ERROR, SKY_AUDIT_ERROR_NO_GAME,
                   "%s: line 1: the rules of the game “%s” are not known to this version",
                   sky_log_get_path (log), sky_game_id_to_name (sky_log_get_header (log)->game));
      return NULL;
    }
  self = g_new0 (SkyLogAudit, 1);
  self->log = sky_log_ref (log);
  self->start = SKY_TIME_NONE;
  self->end = SKY_TIME_NONE;
  self->rounds = g_array_new (FALSE, FALSE, sizeof (SkyRound));
  self->duties = sky_duties_new ();
  self->seatings = sky_seatings_new ();
  self->findings = g_ptr_array_new_with_free_func (free_finding);
  self->counts = sky_counts_new ();
  return self;
}

/* What is found of the log as a whole stands at its first event. */
static void
add_finding (SkyLogAudit *self, SkyCheck check, char *explanation)
{
  SkyFinding *finding = g_new0 (SkyFinding, 1);

  finding->check = check;
  finding->seq = self->first_seq;
  finding->at = self->start == SKY_TIME_NONE ? 0 : self->start;
  finding->explanation = explanation;
  g_ptr_array_add (self->findings, finding);
}

SkyLogAudit *
sky_audit_replaced (SkyLog *log, const char *kept, GError **error)
{
  const SkyLogHeader *header = sky_log_get_header (log);
  SkyLogAudit *self = sky_log_audit_new (log, error);
  g_autoptr (SkyLogReader) reader = NULL;
  char day[SKY_DAY_TEXT_SIZE];
  const SkyLine *line;

  if (self == NULL)
    return NULL;
  self->replaced = TRUE;
  reader = sky_log_reader_new (log, sky_game_lookup_bet);
  sky_log_reader_set_file_order (reader);
  sky_log_reader_want_digest (reader);
  while ((line = sky_log_reader_next (reader)) != NULL)
    if (line->kind != SKY_LINE_QUARANTINED && self->first_seq == 0)
      take_first (self, &line->event);
  self->length = sky_log_reader_digest_so_far (reader, self->sha256);
  add_finding (self, SKY_CHECK_LOG_REPLACED,
               sky_phrase ("%s is another log of table %s on %s than %s, which came first: that "
                           "one is judged, and this one is not.",
                           sky_log_get_path (log), header->table,
                           sky_day_format (header->gaming_day, day), kept));
  return self;
}

void
sky_audit_archive (const SkyArchive *archive, SkyLogAudit *audit)
{
  if (archive->footage_fault != NULL)
    add_finding (audit, SKY_CHECK_ARCHIVE_UNREADABLE,
                 sky_phrase ("footage.json is there and cannot be read, so that cameras and "
                             "recordings are not judged: %s.",
                             archive->footage_fault));
  if (archive->staff_fault != NULL)
    add_finding (audit, SKY_CHECK_ARCHIVE_UNREADABLE,
                 sky_phrase ("staff.json is there and cannot be read, so that nobody's "
                             "qualification is judged: %s.",
                             archive->staff_fault));
  sky_log_audit_sort (audit);
}

/* One way through a log. */
typedef struct
{
  const SkyAuditOptions *options;
  SkyLogAudit *audit;
  SkyDriver driver;
  SkyCounter *counter;
  SkyAuditTally tally;
  gint64 reported;
} Way;

typedef enum
{
  WAY_DONE,
  WAY_CANCELLED,
  WAY_BLOCKED, /* the state that it was to go on from is of no use */
} WayEnd;

static void
report (Way *self, gint64 done)
{
  if (self->options->bytes_done != NULL)
    __atomic_fetch_add (self->options->bytes_done, done - self->reported, __ATOMIC_RELAXED);
  self->reported = done;
}

static gboolean
way_begin (Way *self, SkyLog *log, const SkyAuditOptions *options, GError **error)
{
  *self = (Way){ .options = options, .audit = sky_log_audit_new (log, error) };
  if (self->audit == NULL)
    return FALSE;
  sky_driver_init (&self->driver, log, self->audit->findings, NULL, NULL);
  if (!options->without_counts)
    self->counter = sky_counter_new (sky_log_get_header (log), self->audit->counts);
  self->driver.counter = self->counter;
  sky_table_set_staff (self->driver.table, options->staff);
  if (options->beside)
    sky_log_reader_unpack_ahead (self->driver.reader);
  return TRUE;
}

/* A SkyAuditPassFunc. */
static gboolean
passing (gpointer data)
{
  Way *self = data;

  report (self, sky_log_reader_get_progress (self->driver.reader));
  return !is_cancelled (self->options);
}

/* Goes by the bytes that were audited before, and knows what was found in them. */
static WayEnd
resume (Way *self, GBytes *bytes)
{
  if (sky_audit_state_resume (bytes, self->audit, &self->driver, &self->tally, self->options->staff,
                              passing, self))
    return WAY_DONE;
  return is_cancelled (self->options) ? WAY_CANCELLED : WAY_BLOCKED;
}

static gboolean
drive (Way *self)
{
  const SkyLine *line;

  while ((line = sky_driver_next (&self->driver)) != NULL)
    {
      sky_log_audit_take (self->audit, line, &self->tally);
      if (self->audit->n_lines % LINES_A_LOOK != 0)
        continue;
      if (is_cancelled (self->options))
        return FALSE;
      report (self, sky_log_reader_get_progress (self->driver.reader));
    }
  return TRUE;
}

/* What the log's end has to say is of this end alone: the state is that of its last whole line. */
static gboolean
drive_to_state (Way *self)
{
  gboolean done;

  self->driver.growing = TRUE;
  sky_log_reader_set_growing (self->driver.reader, TRUE);
  done = drive (self);
  self->driver.growing = FALSE;
  sky_log_reader_set_growing (self->driver.reader, FALSE);
  if (done && !sky_table_is_lacking (self->driver.table))
    self->audit->state =
        sky_audit_state_save (self->audit, &self->driver, &self->tally, self->options->staff);
  return done;
}

/* Whether more is to come of the log, all of whose lines were read. */
static gboolean
is_growing (const Way *self)
{
  return self->options->want_state && self->options->growing_from != 0
         && sky_driver_is_open (&self->driver) && self->audit->end >= self->options->growing_from;
}

static WayEnd
go (Way *self, GBytes *state)
{
  SkyLogAudit *audit = self->audit;
  WayEnd end = state != NULL ? resume (self, state) : WAY_DONE;

  if (end != WAY_DONE)
    return end;
  if (self->options->want_state && !drive_to_state (self))
    return WAY_CANCELLED;
  audit->growing = is_growing (self);
  if (!audit->growing && !drive (self))
    return WAY_CANCELLED;
  if (sky_table_is_lacking (self->driver.table))
    return WAY_BLOCKED;
  sky_duties_end (audit->duties, self->tally.last_seq, audit->end);
  sky_seatings_end (audit->seatings, self->tally.last_seq);
  if (self->counter != NULL)
    sky_counter_settle (self->counter);
  report (self, sky_log_reader_get_progress (self->driver.reader));
  audit->length = sky_driver_digest (&self->driver, audit->sha256);
  sky_driver_get_file (&self->driver, &audit->n_lines, &audit->n_events);
  audit->automated = g_strcmp0 (sky_table_choice (self->driver.table, "automation"), "full") == 0;
  sky_log_audit_sort (audit);
  return WAY_DONE;
}

/* Returns: the audit, when the way came to its end. */
static SkyLogAudit *
way_end (Way *self, WayEnd end)
{
  sky_driver_clear (&self->driver);
  g_clear_pointer (&self->counter, sky_counter_free);
  if (end == WAY_DONE)
    return self->audit;
  report (self, 0);
  sky_log_audit_free (self->audit);
  return NULL;
}

SkyLogAudit *
sky_audit_log (SkyLog *log, const SkyAuditOptions *options, GError **error)
{
  SkyLogAudit *audit;
  WayEnd end;
  Way way;

  if (!way_begin (&way, log, options, error))
    return NULL;
  end = go (&way, options->state);
  audit = way_end (&way, end);
  if (end == WAY_BLOCKED && way_begin (&way, log, options, error))
    {
      end = go (&way, NULL);
      audit = way_end (&way, end);
    }
  if (end == WAY_CANCELLED)
    g_set_error (error, SKY_AUDIT_ERROR, SKY_AUDIT_ERROR_CANCELLED, "%s: cancelled",
                 sky_log_get_path (log));
  return audit;
}
