/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts what patrons win beside what chance gives, round by round, in games whose wagers one
 * result decides. It has what each wager gains by each result at hand, since most wagers come
 * again. Nothing in it belongs to an audit's state. */
#pragma once

#include "sky-counts.h"

G_BEGIN_DECLS

typedef struct _SkyWinCounter SkyWinCounter;

/* Counts into @counts, which is borrowed. */
SkyWinCounter *sky_win_counter_new (SkyCounts *counts) G_GNUC_WARN_UNUSED_RESULT;
void sky_win_counter_free (SkyWinCounter *self);

/* The rules may pay otherwise from here on. */
void sky_win_counter_forget (SkyWinCounter *self);

/* Takes a round that counts and whose wagers are decided. @players has the id of each of @n_seats
 * seats, or NULL. */
void sky_win_counter_take_round (SkyWinCounter *self,
                                 SkyTable *table,
                                 char *const *players,
                                 guint n_seats);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyWinCounter, sky_win_counter_free)

G_END_DECLS
