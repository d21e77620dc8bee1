/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Raising a finding. */
#include "config.h"

#include "sky-driver-private.h"

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
  g_ptr_array_add (self->findings, finding);
  return finding;
}
