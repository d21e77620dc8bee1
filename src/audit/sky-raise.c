/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Raising a finding. */
#include "config.h"

#include "sky-driver-private.h"

guint64
sky_driver_number_of (const SkyDriver *self, guint64 seq)
{
  return self->seqs != NULL && seq >= 1 && seq <= self->seqs->len
             ? g_array_index (self->seqs, guint64, seq - 1)
             : seq;
}

SkyFinding *
sky_driver_raise (SkyDriver *self,
                  SkyCheck check,
                  const char *section,
                  guint64 seq,
                  SkyTime at,
                  const SkyWager *wager,
                  char *explanation)
{
  SkyFinding *finding;

  if (self->findings == NULL || !sky_table_judges (self->table, check, wager, 0))
    {
      g_free (explanation);
      return NULL;
    }
  finding = g_new0 (SkyFinding, 1);
  finding->check = check;
  finding->section = section;
  finding->seq = seq;
  finding->at = at;
  finding->round = self->table->round;
  finding->wager = wager != NULL ? g_strdup (wager->id) : NULL;
  finding->seat = wager != NULL ? wager->seat : 0;
  finding->explanation = explanation;
  sky_table_mark_unsure (self->table, finding);
  finding->seq = sky_driver_number_of (self, seq);
  g_ptr_array_add (self->findings, finding);
  return finding;
}
