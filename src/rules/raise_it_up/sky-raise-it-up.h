/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Raise It Up Stud Poker (chapter 669a): three cards per player, three for the community, and the
 * wagers on the hands they make, including the progressive. */
#pragma once

#include "sky-game.h"

G_BEGIN_DECLS

/* The options of the Rules Submission, after the common ones. */
enum
{
  SKY_RAISE_IT_UP_PAIR_PLUS_TABLE = SKY_N_COMMON_OPTIONS,
  SKY_RAISE_IT_UP_SIX_CARD_TABLE,
  SKY_RAISE_IT_UP_PROGRESSIVE_OFFERED,
  SKY_RAISE_IT_UP_SEED,
  SKY_RAISE_IT_UP_INCREMENT,
  SKY_RAISE_IT_UP_METER,
  SKY_RAISE_IT_UP_COUNTING_SHUFFLER,
  SKY_RAISE_IT_UP_DEALING,
  SKY_RAISE_IT_UP_N_OPTIONS,
};

/* The bets, in the order of the game's table. SkyPay.key is a SkyPokerHand; for Pair Plus and the
 * Progressive Payout Wager a SkyThreeCardHand. */
enum
{
  SKY_RAISE_IT_UP_ANTE,
  SKY_RAISE_IT_UP_BLIND,
  SKY_RAISE_IT_UP_PLAY,
  SKY_RAISE_IT_UP_PAIR_PLUS,
  SKY_RAISE_IT_UP_PROGRESSIVE,
  SKY_RAISE_IT_UP_SIX_CARD,
  SKY_RAISE_IT_UP_N_BETS,
};

/* The Envy Bonuses due to @seat for the hands dealt (§ 669a.12(e)(5)). */
SkyMoney sky_raise_it_up_envy (const SkyTable *table, gint64 seat);

G_END_DECLS
