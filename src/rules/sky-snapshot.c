/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-game.h"

#include <string.h>

/* What a round may change: the table's own members, the game's state, the wagers on the list. */
struct _SkyTableSnapshot
{
  SkyTable table;
  gpointer state;
  GPtrArray *up;
  SkyWager *wagers; /* one for each on the list */
};

SkyTableSnapshot *
sky_table_save (const SkyTable *self)
{
  SkyTableSnapshot *snapshot;

  g_return_val_if_fail (self->game->state_size > 0, NULL);

  snapshot = g_new0 (SkyTableSnapshot, 1);
  snapshot->table = *self;
  snapshot->state = g_memdup2 (self->state, self->game->state_size);
  snapshot->up = g_ptr_array_copy (self->up, NULL, NULL);
  snapshot->wagers =
      g_aligned_alloc (MAX (self->up->len, 1), sizeof (SkyWager), SKY_WAGER_ALIGNMENT);
  for (guint i = 0; i < self->up->len; i++)
    snapshot->wagers[i] = *(const SkyWager *) self->up->pdata[i];
  return snapshot;
}

void
sky_table_restore (SkyTable *self, const SkyTableSnapshot *snapshot)
{
  *self = snapshot->table;
  memcpy (self->state, snapshot->state, self->game->state_size);
  g_ptr_array_set_size (self->up, 0);
  for (guint i = 0; i < snapshot->up->len; i++)
    {
      g_ptr_array_add (self->up, snapshot->up->pdata[i]);
      *(SkyWager *) snapshot->up->pdata[i] = snapshot->wagers[i];
    }
}

void
sky_table_snapshot_free (SkyTableSnapshot *snapshot)
{
  if (snapshot == NULL)
    return;
  g_free (snapshot->state);
  g_ptr_array_unref (snapshot->up);
  g_aligned_free (snapshot->wagers);
  g_free (snapshot);
}
