/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rounds of the card and tile games (Casino War, Raise It Up, Pai Gow) share: players on
 * several areas or gone, void rounds, and the wording of decisions. */
#pragma once

#include "sky-table.h"

G_BEGIN_DECLS

/* "ace", "king", "10": the rank of a card in words, for sky_phrase_words(). Static. */
const char *sky_card_rank_name (gint rank);
/* "king of spades". Returns: a new phrase. */
char *sky_card_name (SkyCard card);

/* TRUE if @wager is on the table, undecided or not settled, and is one of @bet. */
static inline gboolean
sky_card_round_is_up (const SkyWager *wager, const SkyBet *bet)
{
  return wager->status == SKY_WAGER_UP && wager->bet == bet;
}
/* FALSE for a wager that an earlier round left undecided. */
static inline gboolean
sky_card_round_is_of_this (const SkyTable *table, const SkyWager *wager)
{
  return wager->round == 0 || wager->round == table->round;
}
/* The sum of @seat's wagers of @bet that are up. */
SkyMoney sky_card_round_sum (const SkyTable *table, const SkyBet *bet, gint64 seat);
/* The same for this round's wagers; if there are none, for what an earlier round left. */
SkyMoney sky_card_round_sum_anew (const SkyTable *table, const SkyBet *bet, gint64 seat);
/* sky_card_round_sum() for each seat up to @last. @sums has room for 0…@last. */
void sky_card_round_sums (const SkyTable *table, const SkyBet *bet, gint64 last, SkyMoney *sums);

/* The player at @seat, or NULL if the log never introduced the seat. */
const char *sky_card_round_player (const SkyTable *table, gint64 seat);

/* Checks that no player wagers on more than @most areas or on areas that are not adjacent, with one
 * finding per player. Wagers of @apart are not the players' (NULL: none). */
void sky_card_round_check_areas (SkyTable *table, gint64 most, const SkyBet *apart);

/* TRUE if the table settled @wager as lost and took all of it. It may do so if the player left
 * during the round (§ 621a.7(b), § 669a.7(b)). */
gboolean sky_card_round_takes_all (const SkyWager *wager);

/* Voids all wagers of the round from @seq on, or from their own earlier decision. They are returned
 * in full. */
void sky_card_round_void (SkyTable *table, guint64 seq);

/* Wagers that the chapter does not have are void from their placement. Nothing is due until a
 * result comes. */
void sky_card_round_reject (SkyTable *table);

/* A step that states what is due on @wager. */
static inline void
sky_card_round_tell (SkyTable *table, const SkyWager *wager)
{
  sky_table_tell_due (table, wager, wager->due.seq, "");
}

G_END_DECLS
