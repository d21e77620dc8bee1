/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit-follow.h"

#include "sky-audit-private.h"
#include "sky-counter-private.h"
#include "sky-driver-private.h"
#include "sky-table-state.h"

struct _SkyAuditFollow
{
  const SkyStaff *staff;
  GBytes *state; /* to go on from at the first look; NULL: none */
  SkyDriver driver;
  SkyCounter *counter;
  SkyLogAudit *audit;
  SkyAuditTally tally;
  /* As the lines left them: some have not ended yet, though those of @audit have. */
  GArray *duties;
  GArray *seatings;
  GPtrArray *fresh; /* of SkyFinding, borrowed from @audit */
  gboolean begun;
  gboolean astray; /* what was read last was no whole line */
};

/* Begins with the log, knowing nothing. @audit is empty and taken. */
static void
begin (SkyAuditFollow *self, SkyLogAudit *audit)
{
  self->audit = audit;
  self->tally = (SkyAuditTally){ 0 };
  self->duties = sky_duties_new ();
  self->seatings = sky_seatings_new ();
  sky_driver_init (&self->driver, audit->log, audit->findings, NULL, NULL);
  self->counter = sky_counter_new (sky_log_get_header (audit->log), audit->counts);
  self->driver.counter = self->counter;
  self->driver.growing = TRUE;
  sky_log_reader_set_growing (self->driver.reader, TRUE);
  sky_table_set_staff (self->driver.table, self->staff);
}

static void
forget (SkyAuditFollow *self)
{
  sky_driver_clear (&self->driver);
  g_clear_pointer (&self->counter, sky_counter_free);
  g_ptr_array_set_size (self->fresh, 0);
  g_clear_pointer (&self->duties, g_array_unref);
  g_clear_pointer (&self->seatings, g_array_unref);
  g_clear_pointer (&self->audit, sky_log_audit_free);
}

static void
begin_again (SkyAuditFollow *self)
{
  g_autoptr (SkyLog) log = sky_log_ref (self->audit->log);

  forget (self);
  /* Its game was known. */
  begin (self, sky_log_audit_new (log, NULL));
}

SkyAuditFollow *
sky_audit_follow_new (SkyLog *log, const SkyStaff *staff, GBytes *state, GError **error)
{
  SkyLogAudit *audit = sky_log_audit_new (log, error);
  SkyAuditFollow *self;

  if (audit == NULL)
    return NULL;
  self = g_new0 (SkyAuditFollow, 1);
  self->staff = staff;
  self->state = state != NULL ? g_bytes_ref (state) : NULL;
  self->fresh = g_ptr_array_new ();
  begin (self, audit);
  return self;
}

void
sky_audit_follow_free (SkyAuditFollow *self)
{
  if (self == NULL)
    return;
  forget (self);
  g_ptr_array_unref (self->fresh);
  g_clear_pointer (&self->state, g_bytes_unref);
  g_free (self);
}

/* The audit's duties end with what there is. */
static void
end_duties (SkyAuditFollow *self)
{
  GArray *ended = sky_duties_new ();

  for (guint i = 0; i < self->duties->len; i++)
    {
      SkyDuty duty = g_array_index (self->duties, SkyDuty, i);

      duty.credential = g_strdup (duty.credential);
      g_array_append_val (ended, duty);
    }
  sky_duties_end (ended, self->tally.last_seq, self->audit->end);
  g_array_unref (self->audit->duties);
  self->audit->duties = ended;
}

/* And so do its seatings. */
static void
end_seatings (SkyAuditFollow *self)
{
  GArray *ended = sky_seatings_new ();

  for (guint i = 0; i < self->seatings->len; i++)
    {
      SkySeating seating = g_array_index (self->seatings, SkySeating, i);

      seating.player = g_strdup (seating.player);
      g_array_append_val (ended, seating);
    }
  sky_seatings_end (ended, self->tally.last_seq);
  g_array_unref (self->audit->seatings);
  self->audit->seatings = ended;
}

/* Between the duties and seatings that have ended and those that the lines left. */
static void
swap_open (SkyAuditFollow *self)
{
  GArray *duties = self->audit->duties, *seatings = self->audit->seatings;

  self->audit->duties = self->duties;
  self->audit->seatings = self->seatings;
  self->duties = duties;
  self->seatings = seatings;
}

/* Goes on from the state that was given, where it fits. */
static void
resume (SkyAuditFollow *self)
{
  g_autoptr (GBytes) state = g_steal_pointer (&self->state);
  gboolean resumed;

  if (state == NULL)
    return;
  swap_open (self);
  resumed = sky_audit_state_resume (state, self->audit, &self->driver, &self->tally, self->staff,
                                    NULL, NULL);
  swap_open (self);
  if (!resumed)
    begin_again (self);
}

/* Returns FALSE when a line corrects an earlier round. */
static gboolean
read_lines (SkyAuditFollow *self)
{
  gboolean corrected = sky_log_reader_is_corrected (self->driver.reader);
  gboolean corrects = FALSE;
  const SkyLine *line;

  swap_open (self);
  while (!corrects && (line = sky_driver_next (&self->driver)) != NULL)
    {
      sky_log_audit_take (self->audit, line, &self->tally);
      corrects = !corrected && line->kind == SKY_LINE_EVENT && line->event.type == SKY_EVENT_AGAIN;
    }
  swap_open (self);
  return !corrects;
}

guint64
sky_audit_follow_read (SkyAuditFollow *self)
{
  goffset offset;
  guint64 before, number;
  guint found;

  g_ptr_array_set_size (self->fresh, 0);
  if (self->begun && !sky_log_reader_look_again (self->driver.reader))
    return 0;
  if (!self->begun)
    resume (self);
  self->begun = TRUE;

  /* Beginning again finds in the lines before what was found in them. */
  before = self->audit->n_lines;
  found = self->audit->findings->len;
  /* Of a log with corrections all is read anew: whatever comes may be one more. */
  if (self->astray || (before > 0 && sky_log_reader_is_corrected (self->driver.reader)))
    begin_again (self);
  if (!read_lines (self) || sky_table_is_lacking (self->driver.table))
    {
      begin_again (self);
      read_lines (self);
    }
  /* A line that is too long to be held is not waited for. */
  self->astray = !sky_log_reader_get_offset (self->driver.reader, &offset, &number);
  end_duties (self);
  end_seatings (self);
  sky_counter_settle (self->counter);

  self->audit->automated =
      g_strcmp0 (sky_table_choice (self->driver.table, "automation"), "full") == 0;
  for (guint i = found; i < self->audit->findings->len; i++)
    g_ptr_array_add (self->fresh, self->audit->findings->pdata[i]);
  sky_log_audit_sort (self->audit);
  return self->audit->n_lines - before;
}

GPtrArray *
sky_audit_follow_get_fresh (SkyAuditFollow *self)
{
  return self->fresh;
}

const SkyLogAudit *
sky_audit_follow_get_audit (SkyAuditFollow *self)
{
  return self->audit;
}

void
sky_audit_follow_save (SkyAuditFollow *self)
{
  g_clear_pointer (&self->audit->state, g_bytes_unref);
  swap_open (self);
  self->audit->state = sky_audit_state_save (self->audit, &self->driver, &self->tally, self->staff);
  swap_open (self);
  self->audit->length = sky_driver_digest (&self->driver, self->audit->sha256);
  sky_driver_get_file (&self->driver, &self->audit->n_lines, &self->audit->n_events);
}

void
sky_audit_follow_set_kept (SkyAuditFollow *self)
{
  SkyLogAudit *audit = self->audit;

  g_clear_pointer (&audit->resumed, g_bytes_unref);
  audit->resumed = g_steal_pointer (&audit->state);
  audit->n_rounds_known =
      audit->resumed != NULL ? sky_log_audit_count_done (audit, &self->tally) : 0;
}
