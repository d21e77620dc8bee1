/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a round of the card and tile games (Casino War, Raise It Up, Pai Gow) has in common: players
 * on several areas or gone, rounds that are void, and how a decision is told. */
#pragma once

#include "sky-table.h"

G_BEGIN_DECLS

/* "ace", "king", "10": the rank of a card in words, for sky_phrase_words(). Static. */
const char *sky_card_rank_name (gint rank);
/* "king of spades". Returns: a new phrase. */
char *sky_card_name (SkyCard card);

/* TRUE when @wager lies undecided or not settled on the table and is one of @bet. */
static inline gboolean
sky_card_round_is_up (const SkyWager *wager, const SkyBet *bet)
{
  return wager->status == SKY_WAGER_UP && wager->bet == bet;
}
/* FALSE of what an earlier round left undecided. */
static inline gboolean
sky_card_round_is_of_this (const SkyTable *table, const SkyWager *wager)
{
  return wager->round == 0 || wager->round == table->round;
}
/* The sum of @seat's wagers of @bet that are up. */
SkyMoney sky_card_round_sum (const SkyTable *table, const SkyBet *bet, gint64 seat);
/* The same of what was wagered in this round; where nothing was, of what an earlier one left. */
SkyMoney sky_card_round_sum_anew (const SkyTable *table, const SkyBet *bet, gint64 seat);
/* The same as sky_card_round_sum() of each seat up to @last: @sums has room for 0…@last. */
void sky_card_round_sums (const SkyTable *table, const SkyBet *bet, gint64 last, SkyMoney *sums);

/* The player at @seat, or NULL when the log never introduced the seat. */
const char *sky_card_round_player (const SkyTable *table, gint64 seat);

/* Checks that no player wagers on more than @most areas or on areas that are not side by side: one
 * finding a player. Wagers of @apart are not the players' (NULL: none). */
void sky_card_round_check_areas (SkyTable *table, gint64 most, const SkyBet *apart);

/* TRUE when the table settled @wager as lost and took all of it, as it may where the player left
 * during the round (§ 621a.7(b), § 669a.7(b)). */
gboolean sky_card_round_takes_all (const SkyWager *wager);

/* All wagers of the round are void from @seq on, or from their own decision where that came
 * before: they go back in full. */
void sky_card_round_void (SkyTable *table, guint64 seq);

/* Wagers that the chapter does not have are due void from their placement on; nothing is owed as
 * long as no result came. */
void sky_card_round_reject (SkyTable *table);

/* A step that says what is due on @wager. */
static inline void
sky_card_round_tell (SkyTable *table, const SkyWager *wager)
{
  sky_table_tell_due (table, wager, wager->due.seq, "");
}

G_END_DECLS
