/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Poker hands by the ranking of chapter 669a: the best five of five or six cards, and hands of
 * three cards. Suits are equal. An ace is high, or low at the start of a straight. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

/* § 669a.6(b), lowest first. */
typedef enum
{
  SKY_POKER_HIGH_CARD,
  SKY_POKER_LOW_PAIR, /* below a pair of 10s */
  SKY_POKER_TENS_OR_BETTER,
  SKY_POKER_TWO_PAIRS,
  SKY_POKER_THREE_OF_A_KIND,
  SKY_POKER_STRAIGHT,
  SKY_POKER_FLUSH,
  SKY_POKER_FULL_HOUSE,
  SKY_POKER_FOUR_OF_A_KIND,
  SKY_POKER_STRAIGHT_FLUSH,
  SKY_POKER_ROYAL_FLUSH,
  SKY_N_POKER_HANDS,
} SkyPokerHand;

/* § 669a.6(c), lowest first, with separate hands for the progressive (§ 669a.12(e)(1)). */
typedef enum
{
  SKY_THREE_CARD_HIGH_CARD,
  SKY_THREE_CARD_PAIR,
  SKY_THREE_CARD_FLUSH,
  SKY_THREE_CARD_STRAIGHT,
  SKY_THREE_CARD_THREE_OF_A_KIND,
  SKY_THREE_CARD_STRAIGHT_FLUSH,
  SKY_THREE_CARD_ROYAL,        /* ace, king and queen of hearts, diamonds or clubs */
  SKY_THREE_CARD_ROYAL_SPADES, /* ace, king and queen of spades */
  SKY_N_THREE_CARD_HANDS,
} SkyThreeCardHand;

/* The best five-card hand of @n different cards, five or six. */
SkyPokerHand sky_poker_hand (const SkyCard *cards, guint n);
SkyThreeCardHand sky_three_card_hand (const SkyCard cards[3]);

/* "a full house". Static. */
const char *sky_poker_hand_name (SkyPokerHand hand);
const char *sky_three_card_hand_name (SkyThreeCardHand hand);

G_END_DECLS
