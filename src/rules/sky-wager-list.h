/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Some of a table's wagers, in order, and what each awaits. Every event that places or settles a
 * wager changes a list, so its functions are inlined. The table owns the list; the book owns the
 * wagers. */
#pragma once

#include "sky-wager.h"

G_BEGIN_DECLS

typedef struct
{
  SkyWager **pdata;
  guint len;
  guint size; /* of @pdata and of @awaits, in fours */
  /* For each wager, if requested: the set of results that may decide it. */
  guint16 *awaits;
} SkyWagerList;

SkyWagerList *sky_wager_list_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_wager_list_free (SkyWagerList *self);

/* Makes room for @len wagers. */
void sky_wager_list_reserve (SkyWagerList *self, guint len);

/* Puts those of @self that await @result, 0 to 15, into @found, in order. */
void sky_wager_list_find (const SkyWagerList *self, guint result, SkyWagerList *found);

static inline void
sky_wager_list_add (SkyWagerList *self, SkyWager *wager)
{
  if (G_UNLIKELY (self->len == self->size))
    sky_wager_list_reserve (self, self->len + 1);
  self->pdata[self->len++] = wager;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyWagerList, sky_wager_list_free)

G_END_DECLS
