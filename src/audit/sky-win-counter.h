/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes down what patrons wager and what came, round by round, in games whose wagers one result
 * decides. What a wager gains by each result is played once, by the rules that settle, for all
 * wagers of its kind. Rounds are noted when they end, and written down many at a time. */
#pragma once

#include "sky-counts.h"

G_BEGIN_DECLS

/* Wagers of seats beyond are nobody's. */
#define SKY_COUNTED_SEATS 64

typedef struct _SkyWinCounter SkyWinCounter;

/* Writes into @counts, which is borrowed. */
SkyWinCounter *sky_win_counter_new (SkyCounts *counts) G_GNUC_WARN_UNUSED_RESULT;
void sky_win_counter_free (SkyWinCounter *self);

/* Writes down the rounds that are noted. The rules must be those of these rounds, and their table
 * still there. */
void sky_win_counter_write_down (SkyWinCounter *self);

/* The rules may pay otherwise from here on. All rounds are written down. */
void sky_win_counter_forget_rules (SkyWinCounter *self);

/* The patron @player, NULL: nobody whose id means one person, sits at @seat from here on. It is
 * borrowed until another does. */
void sky_win_counter_seat (SkyWinCounter *self, guint seat, const char *player);

/* Notes a round of @table that counts and whose wagers are decided. The table is borrowed until the
 * round is written down. */
void sky_win_counter_take_round (SkyWinCounter *self, SkyTable *table);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyWinCounter, sky_win_counter_free)

G_END_DECLS
