/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-table-private.h"

#include <string.h>

/* What a round may change: the table's own members, the game's state, the wagers on the list. */
struct _SkyTableSnapshot
{
  SkyTable table;
  gpointer state;
  SkyWager **up;
  guint n_up;
  SkyWager *wagers; /* one for each on the list */
};

SkyTableSnapshot *
sky_table_save (const SkyTable *self)
{
  SkyTableSnapshot *snapshot = g_new0 (SkyTableSnapshot, 1);

  snapshot->table = *self;
  snapshot->state = g_memdup2 (self->state, self->game->state_size);
  snapshot->n_up = self->up->len;
  snapshot->up = g_memdup2 (self->up->pdata, self->up->len * sizeof *self->up->pdata);
  snapshot->wagers =
      g_aligned_alloc (MAX (self->up->len, 1), sizeof (SkyWager), SKY_WAGER_ALIGNMENT);
  for (guint i = 0; i < self->up->len; i++)
    snapshot->wagers[i] = *self->up->pdata[i];
  return snapshot;
}

void
sky_table_restore (SkyTable *self, const SkyTableSnapshot *snapshot)
{
  *self = snapshot->table;
  memcpy (self->state, snapshot->state, self->game->state_size);
  sky_wager_list_reserve (self->up, snapshot->n_up);
  self->up->len = snapshot->n_up;
  for (guint i = 0; i < snapshot->n_up; i++)
    {
      self->up->pdata[i] = snapshot->up[i];
      *snapshot->up[i] = snapshot->wagers[i];
    }
  sky_table_list_wagers (self);
}

void
sky_table_snapshot_free (SkyTableSnapshot *snapshot)
{
  if (snapshot == NULL)
    return;
  g_free (snapshot->state);
  g_free (snapshot->up);
  g_aligned_free (snapshot->wagers);
  g_free (snapshot);
}
