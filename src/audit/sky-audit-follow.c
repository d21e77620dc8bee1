/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit-follow.h"

#include "sky-audit-private.h"
#include "sky-driver-private.h"

struct _SkyAuditFollow
{
  SkyDriver driver;
  SkyLogAudit *audit;
  SkyAuditTally tally;
  /* As the lines left them: some have not ended yet, though those of @audit have. */
  GArray *duties;
  GArray *seatings;
  GPtrArray *fresh; /* of SkyFinding, borrowed from @audit */
  gboolean begun;
};

SkyAuditFollow *
sky_audit_follow_new (SkyLog *log, const SkyStaff *staff, GError **error)
{
  SkyLogAudit *audit = sky_log_audit_new (log, error);
  SkyAuditFollow *self;

  if (audit == NULL)
    return NULL;
  self = g_new0 (SkyAuditFollow, 1);
  self->audit = audit;
  self->duties = sky_duties_new ();
  self->seatings = sky_seatings_new ();
  self->fresh = g_ptr_array_new ();
  sky_driver_init (&self->driver, log, audit->findings, NULL, NULL);
  self->driver.growing = TRUE;
  sky_log_reader_set_growing (self->driver.reader, TRUE);
  sky_table_set_staff (self->driver.table, staff);
  return self;
}

void
sky_audit_follow_free (SkyAuditFollow *self)
{
  if (self == NULL)
    return;
  sky_driver_clear (&self->driver);
  g_ptr_array_unref (self->fresh);
  g_array_unref (self->duties);
  g_array_unref (self->seatings);
  sky_log_audit_free (self->audit);
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

guint64
sky_audit_follow_read (SkyAuditFollow *self)
{
  guint64 before = self->audit->n_lines;
  guint found = self->audit->findings->len;
  const SkyLine *line;
  GArray *duties, *seatings;

  g_ptr_array_set_size (self->fresh, 0);
  if (self->begun && !sky_log_reader_look_again (self->driver.reader))
    return 0;

  self->begun = TRUE;
  duties = self->audit->duties;
  seatings = self->audit->seatings;
  self->audit->duties = self->duties;
  self->audit->seatings = self->seatings;
  while ((line = sky_driver_next (&self->driver)) != NULL)
    sky_log_audit_take (self->audit, line, &self->tally);
  self->audit->duties = duties;
  self->audit->seatings = seatings;
  end_duties (self);
  end_seatings (self);

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
