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
  g_free (self->awaits);
  g_free (self);
}

void
sky_wager_list_reserve (SkyWagerList *self, guint len)
{
  if (len <= self->size)
    return;
  self->size = MAX (len, MAX (FIRST_SIZE, self->size * 2));
  self->size = (self->size + 3) & ~3u;
  self->pdata = g_renew (SkyWager *, self->pdata, self->size);
  self->awaits = g_renew (guint16, self->awaits, self->size);
}

void
sky_wager_list_find (const SkyWagerList *self, guint result, SkyWagerList *found)
{
  guint64 wanted = G_GUINT64_CONSTANT (0x0001000100010001) << result;
  SkyWager *const *wagers = self->pdata;
  guint len = self->len, n = 0;

  sky_wager_list_reserve (found, len);
  /* Most await others: four are looked at together. */
  for (guint i = 0; i < len; i += 4)
    {
      const guint16 *four = self->awaits + i;
      guint64 met =
          (four[0] | (guint64) four[1] << 16 | (guint64) four[2] << 32 | (guint64) four[3] << 48)
          & wanted;

      if (len - i < 4)
        met &= (G_GUINT64_CONSTANT (1) << 16 * (len - i)) - 1;
      for (; met != 0; met &= met - 1)
        found->pdata[n++] = wagers[i + (guint) __builtin_ctzll (met) / 16];
    }
  found->len = n;
}
