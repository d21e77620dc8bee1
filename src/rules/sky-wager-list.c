/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-wager-list.h"

#define FIRST_SIZE 32

SkyWagerList *
sky_wager_list_new (void)
{
  return g_new0 (SkyWagerList, 1);
}

void
sky_wager_list_free (SkyWagerList *self)
{
  if (self == NULL)
    return;
  g_free (self->pdata);
  g_free (self);
}

void
sky_wager_list_reserve (SkyWagerList *self, guint len)
{
  if (len <= self->size)
    return;
  self->size = MAX (len, MAX (FIRST_SIZE, self->size * 2));
  self->pdata = g_renew (SkyWager *, self->pdata, self->size);
}
