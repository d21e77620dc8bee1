/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a table is after a stretch at which nobody looked (`unobserved`), and what lies on it when
 * looking begins again (`standing`). */
#include "config.h"

#include "sky-equipment.h"
#include "sky-table-private.h"

#include <string.h>

static void
forget_wagers (SkyTable *self)
{
  for (guint i = 0; i < self->up->len; i++)
    {
      SkyWager *wager = self->up->pdata[i];

      wager->unseen = SKY_UNSEEN_WHOLE;
      sky_table_end_wager (self, wager);
    }
}

/* What the games' own state is without the rounds before. */
static void
forget_play (SkyTable *self)
{
  if (self->game->forget != NULL)
    {
      self->game->forget (self);
      return;
    }
  memset (self->state, 0, self->game->state_size);
  if (self->game->begin != NULL)
    self->game->begin (self);
}

void
sky_table_forget (SkyTable *self)
{
  sky_table_drop_held (self);
  forget_wagers (self);
  sky_table_close_round (self);
  self->forgot = TRUE;
  self->wagers_unseen = TRUE;
  self->looks_anew = TRUE;
  self->rules_stale = TRUE;
  g_array_set_size (self->seats, 0);
  sky_equipment_forget (self->equipment);
  forget_play (self);
}

void
sky_table_stand (SkyTable *self, const SkyEvent *event)
{
  const SkyJsonNode *list = event->standing.wagers;
  const SkyJsonNode *object = list != NULL ? sky_json_first (list) : NULL;
  char cause[160];
  SkyEvent wager;
  gint64 number;

  if (!self->looks_anew)
    sky_table_forget (self);
  self->wagers_unseen = list == NULL;
  for (guint i = 0; list != NULL && i < list->n_children; i++, object = sky_json_next (object))
    if (sky_event_read_standing (self->formats, event, object, &wager, &number, cause))
      sky_wagering_stand (self, &wager, number);
}
