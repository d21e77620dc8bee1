/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections are those of 58 Pa. Code § 669a.6. */
#include "config.h"

#include "sky-poker.h"

#include <glib/gi18n-lib.h>

/* Ranks as bits: bit 0 is an ace counted low, bit 13 one counted high. */
#define RANK_BIT(rank)    (1u << ((rank) -1))
#define ACE_HIGH_STRAIGHT 0x3e00u

/* Five ranks in a row, wherever they begin; an ace goes with 2, 3, 4, 5 too and with no other
 * sequence (§ 669a.6(a)). */
static guint
straights (guint ranks)
{
  guint r = ranks | (ranks >> 13 & 1);

  return r & r >> 1 & r >> 2 & r >> 3 & r >> 4;
}

static gboolean
has_several (guint ranks)
{
  return (ranks & (ranks - 1)) != 0;
}

SkyPokerHand
sky_poker_hand (const SkyCard *cards, guint n)
{
  guint suits[4] = { 0 }, n_of_suit[4] = { 0 };
  guint ranks = 0, two = 0, three = 0, four = 0, five = 0; /* there once at least, twice, … */
  guint pairs, threes, fours, flush = 0;

  for (guint i = 0; i < n; i++)
    {
      guint suit = SKY_CARD_SUIT (cards[i]);
      guint rank = RANK_BIT (SKY_CARD_RANK (cards[i]));

      /* A card that is there twice makes no flush longer. */
      n_of_suit[suit] += (suits[suit] & rank) == 0;
      suits[suit] |= rank;
      five |= four & rank;
      four |= three & rank;
      three |= two & rank;
      two |= ranks & rank;
      ranks |= rank;
    }
  for (guint suit = 0; suit < 4; suit++)
    if (n_of_suit[suit] >= 5)
      flush = suits[suit];
  pairs = two & ~three;
  threes = three & ~four;
  fours = four & ~five;

  if ((flush & ACE_HIGH_STRAIGHT) == ACE_HIGH_STRAIGHT)
    return SKY_POKER_ROYAL_FLUSH;
  if (straights (flush) != 0)
    return SKY_POKER_STRAIGHT_FLUSH;
  if (fours != 0)
    return SKY_POKER_FOUR_OF_A_KIND;
  if (has_several (threes) || (threes != 0 && pairs != 0))
    return SKY_POKER_FULL_HOUSE;
  if (flush != 0)
    return SKY_POKER_FLUSH;
  if (straights (ranks) != 0)
    return SKY_POKER_STRAIGHT;
  if (threes != 0)
    return SKY_POKER_THREE_OF_A_KIND;
  if (has_several (pairs))
    return SKY_POKER_TWO_PAIRS;
  if (pairs != 0)
    return pairs >= RANK_BIT (10) ? SKY_POKER_TENS_OR_BETTER : SKY_POKER_LOW_PAIR;
  return SKY_POKER_HIGH_CARD;
}

SkyThreeCardHand
sky_three_card_hand (const SkyCard cards[3])
{
  gint a = SKY_CARD_RANK (cards[0]), b = SKY_CARD_RANK (cards[1]), c = SKY_CARD_RANK (cards[2]);
  gint low = MIN (MIN (a, b), c), high = MAX (MAX (a, b), c), middle = a + b + c - low - high;
  gboolean suited = SKY_CARD_SUIT (cards[0]) == SKY_CARD_SUIT (cards[1])
                    && SKY_CARD_SUIT (cards[1]) == SKY_CARD_SUIT (cards[2]);
  /* R24: A-2-3 is a straight. */
  gboolean in_row =
      (low + 1 == middle && middle + 1 == high) || (low == 2 && middle == 3 && high == 14);

  if (suited && low == 12 && in_row)
    return SKY_CARD_SUIT (cards[0]) == 3 ? SKY_THREE_CARD_ROYAL_SPADES : SKY_THREE_CARD_ROYAL;
  if (suited && in_row)
    return SKY_THREE_CARD_STRAIGHT_FLUSH;
  if (low == high)
    return SKY_THREE_CARD_THREE_OF_A_KIND;
  if (in_row)
    return SKY_THREE_CARD_STRAIGHT;
  if (suited)
    return SKY_THREE_CARD_FLUSH;
  return low == middle || middle == high ? SKY_THREE_CARD_PAIR : SKY_THREE_CARD_HIGH_CARD;
}

const char *
sky_poker_hand_name (SkyPokerHand hand)
{
  static const char *const names[SKY_N_POKER_HANDS] = {
    [SKY_POKER_HIGH_CARD] = N_ ("a hand without a pair"),
    [SKY_POKER_LOW_PAIR] = N_ ("a pair below 10s"),
    [SKY_POKER_TENS_OR_BETTER] = N_ ("a pair of 10s or better"),
    [SKY_POKER_TWO_PAIRS] = N_ ("two pairs"),
    [SKY_POKER_THREE_OF_A_KIND] = N_ ("three of a kind"),
    [SKY_POKER_STRAIGHT] = N_ ("a straight"),
    [SKY_POKER_FLUSH] = N_ ("a flush"),
    [SKY_POKER_FULL_HOUSE] = N_ ("a full house"),
    [SKY_POKER_FOUR_OF_A_KIND] = N_ ("four of a kind"),
    [SKY_POKER_STRAIGHT_FLUSH] = N_ ("a straight flush"),
    [SKY_POKER_ROYAL_FLUSH] = N_ ("a royal flush"),
  };

  g_return_val_if_fail (hand < SKY_N_POKER_HANDS, "?");

  return names[hand];
}

const char *
sky_three_card_hand_name (SkyThreeCardHand hand)
{
  static const char *const names[SKY_N_THREE_CARD_HANDS] = {
    [SKY_THREE_CARD_HIGH_CARD] = N_ ("three cards without a pair"),
    [SKY_THREE_CARD_PAIR] = N_ ("a pair"),
    [SKY_THREE_CARD_FLUSH] = N_ ("a flush of three"),
    [SKY_THREE_CARD_STRAIGHT] = N_ ("a straight of three"),
    [SKY_THREE_CARD_THREE_OF_A_KIND] = N_ ("three of a kind"),
    [SKY_THREE_CARD_STRAIGHT_FLUSH] = N_ ("a straight flush of three"),
    [SKY_THREE_CARD_ROYAL] = N_ ("ace, king and queen of a suit"),
    [SKY_THREE_CARD_ROYAL_SPADES] = N_ ("ace, king and queen of spades"),
  };

  g_return_val_if_fail (hand < SKY_N_THREE_CARD_HANDS, "?");

  return names[hand];
}
