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

/* Which of four that stand together await @result, the first in the lowest bit. */
static inline guint64
meet (const guint16 *four, guint result)
{
  guint64 word =
      four[0] | (guint64) four[1] << 16 | (guint64) four[2] << 32 | (guint64) four[3] << 48;

  /* One bit of each, brought together above all that the product has besides. */
  word = word >> result & G_GUINT64_CONSTANT (0x0001000100010001);
  return word * G_GUINT64_CONSTANT (0x0001000200040008) >> 48 & 15;
}

void
sky_wager_list_find (const SkyWagerList *self, guint result, SkyWagerList *found)
{
  SkyWager *const *wagers = self->pdata;
  guint len = self->len, n = 0;

  sky_wager_list_reserve (found, len);
  for (guint first = 0; first < len; first += 64)
    {
      guint some = MIN (len - first, 64);
      guint64 met = 0;

      for (guint i = 0; i < some; i += 4)
        met |= meet (self->awaits + first + i, result) << i;
      /* What stands behind the last is none. */
      met &= G_MAXUINT64 >> (64 - some);
      for (; met != 0; met &= met - 1)
        found->pdata[n++] = wagers[first + (guint) __builtin_ctzll (met)];
    }
  found->len = n;
}
