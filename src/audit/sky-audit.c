/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit.h"

#include "sky-audit-private.h"
#include "sky-driver-private.h"

/* How many lines are read between two looks at whether to stop. */
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
  g_free (self);
}

static void
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

/* Notes where rounds begin and end; a round that the log does not end goes on to the next. */
static void
note_round (SkyLogAudit *self, const SkyLine *line, gboolean *in_round)
{
  SkyRound *round;

  if (line->kind == SKY_LINE_EVENT && line->event.type == SKY_EVENT_ROUND_START)
    {
      begin_round (self, line);
      *in_round = TRUE;
      return;
    }
  if (!*in_round)
    return;

  round = &g_array_index (self->rounds, SkyRound, self->rounds->len - 1);
  round->length = (gsize) (line->offset - round->offset) + line->length + 1;
  if (line->kind == SKY_LINE_QUARANTINED)
    return;
  round->last_seq = line->event.seq;
  round->end = MAX (round->end, line->event.at);
  if (line->kind != SKY_LINE_EVENT)
    return;
  if (line->event.type == SKY_EVENT_WAGER)
    round->n_wagers++;
  else if (line->event.type == SKY_EVENT_ROUND_END)
    {
      round->complete = TRUE;
      *in_round = FALSE;
    }
}

static gboolean
is_cancelled (const SkyAuditOptions *options)
{
  return options->cancelled != NULL && g_atomic_int_get (options->cancelled);
}

static void
report (SkyDriver *driver, const SkyAuditOptions *options, gint64 *reported)
{
  gint64 done = sky_log_reader_get_progress (driver->reader);

  if (options->bytes_done != NULL)
    __atomic_fetch_add (options->bytes_done, done - *reported, __ATOMIC_RELAXED);
  *reported = done;
}

void
sky_log_audit_take (SkyLogAudit *self, const SkyLine *line, SkyAuditTally *tally)
{
  self->n_lines++;
  if (line->kind != SKY_LINE_QUARANTINED)
    {
      self->n_events++;
      if (self->first_seq == 0)
        {
          self->first_seq = line->event.seq;
          self->start = line->event.at;
          self->end = line->event.at;
        }
      self->end = MAX (self->end, line->event.at);
      tally->last_seq = MAX (tally->last_seq, line->event.seq);
      if (line->kind == SKY_LINE_EVENT)
        {
          sky_duties_take (self->duties, &line->event);
          sky_seatings_take (self->seatings, &line->event);
        }
    }
  note_round (self, line, &tally->in_round);
}

static gboolean
drive (SkyLogAudit *self, SkyDriver *driver, const SkyAuditOptions *options)
{
  const SkyLine *line;
  gint64 reported = 0;
  SkyAuditTally tally = { 0 };

  while ((line = sky_driver_next (driver)) != NULL)
    {
      sky_log_audit_take (self, line, &tally);
      if (self->n_lines % LINES_A_LOOK != 0)
        continue;
      if (is_cancelled (options))
        return FALSE;
      report (driver, options, &reported);
    }
  sky_duties_end (self->duties, tally.last_seq, self->end);
  sky_seatings_end (self->seatings, tally.last_seq);
  report (driver, options, &reported);
  sky_log_reader_digest_so_far (driver->reader, self->sha256);
  return TRUE;
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
  return self;
}

SkyLogAudit *
sky_audit_log (SkyLog *log, const SkyAuditOptions *options, GError **error)
{
  g_autoptr (SkyLogAudit) self = sky_log_audit_new (log, error);
  SkyDriver driver;
  gboolean done;

  if (self == NULL)
    return NULL;
  sky_driver_init (&driver, log, self->findings, NULL, NULL);
  sky_table_set_staff (driver.table, options->staff);
  done = drive (self, &driver, options);
  self->automated = g_strcmp0 (sky_table_choice (driver.table, "automation"), "full") == 0;
  sky_driver_clear (&driver);
  if (!done)
    {
      g_set_error (error, SKY_AUDIT_ERROR, SKY_AUDIT_ERROR_CANCELLED, "%s: cancelled",
                   sky_log_get_path (log));
      return NULL;
    }
  sky_log_audit_sort (self);
  return g_steal_pointer (&self);
}
