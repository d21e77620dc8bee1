/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Poker hands counted by enumeration: every hand of three, five and six cards of a deck. */
#include "config.h"

#include "sky-poker.h"

static void
test_three_cards (void)
{
  static const guint expected[SKY_N_THREE_CARD_HANDS] = {
    [SKY_THREE_CARD_HIGH_CARD] = 16440,
    [SKY_THREE_CARD_PAIR] = 3744,
    [SKY_THREE_CARD_FLUSH] = 1096,
    [SKY_THREE_CARD_STRAIGHT] = 720,
    [SKY_THREE_CARD_THREE_OF_A_KIND] = 52,
    [SKY_THREE_CARD_STRAIGHT_FLUSH] = 44,
    [SKY_THREE_CARD_ROYAL] = 3,
    [SKY_THREE_CARD_ROYAL_SPADES] = 1,
  };
  guint counts[SKY_N_THREE_CARD_HANDS] = { 0 };
  guint total = 0;

  for (SkyCard a = 0; a < 52; a++)
    for (SkyCard b = a + 1; b < 52; b++)
      for (SkyCard c = b + 1; c < 52; c++)
        {
          /* The order in which they are held means nothing. */
          const SkyCard cards[3] = { a, b, c }, turned[3] = { b, c, a };
          SkyThreeCardHand hand = sky_three_card_hand (cards);

          g_assert_cmpint (sky_three_card_hand (turned), ==, hand);
          counts[hand]++;
          total++;
        }
  g_assert_cmpuint (total, ==, 22100);
  for (guint i = 0; i < SKY_N_THREE_CARD_HANDS; i++)
    g_assert_cmpuint (counts[i], ==, expected[i]);
}

/* Adds every hand of @n cards from @first on to @counts. */
static void
count_hands (SkyCard *cards, guint held, guint n, SkyCard first, guint *counts)
{
  if (held == n)
    {
      counts[sky_poker_hand (cards, n)]++;
      return;
    }
  for (SkyCard card = first; card < 52; card++)
    {
      cards[held] = card;
      count_hands (cards, held + 1, n, card + 1, counts);
    }
}

static void
check_counts (guint n, const guint expected[SKY_N_POKER_HANDS], guint total)
{
  guint counts[SKY_N_POKER_HANDS] = { 0 };
  SkyCard cards[6];
  guint sum = 0;

  count_hands (cards, 0, n, 0, counts);
  for (guint i = 0; i < SKY_N_POKER_HANDS; i++)
    {
      g_assert_cmpuint (counts[i], ==, expected[i]);
      sum += counts[i];
    }
  g_assert_cmpuint (sum, ==, total);
}

static void
test_five_cards (void)
{
  /* 84,480 pairs of each of 13 ranks. */
  static const guint expected[SKY_N_POKER_HANDS] = {
    [SKY_POKER_HIGH_CARD] = 1302540,
    [SKY_POKER_LOW_PAIR] = 8 * 84480,
    [SKY_POKER_TENS_OR_BETTER] = 5 * 84480,
    [SKY_POKER_TWO_PAIRS] = 123552,
    [SKY_POKER_THREE_OF_A_KIND] = 54912,
    [SKY_POKER_STRAIGHT] = 10200,
    [SKY_POKER_FLUSH] = 5108,
    [SKY_POKER_FULL_HOUSE] = 3744,
    [SKY_POKER_FOUR_OF_A_KIND] = 624,
    [SKY_POKER_STRAIGHT_FLUSH] = 36,
    [SKY_POKER_ROYAL_FLUSH] = 4,
  };

  check_counts (5, expected, 2598960);
}

static void
test_best_of_six (void)
{
  /* Of 9,730,740 pairs, those whose rank and four others make neither a straight nor a flush. */
  static const guint expected[SKY_N_POKER_HANDS] = {
    [SKY_POKER_HIGH_CARD] = 6612900,      [SKY_POKER_LOW_PAIR] = 5983224,
    [SKY_POKER_TENS_OR_BETTER] = 3747516, [SKY_POKER_TWO_PAIRS] = 2532816,
    [SKY_POKER_THREE_OF_A_KIND] = 732160, [SKY_POKER_STRAIGHT] = 361620,
    [SKY_POKER_FLUSH] = 205792,           [SKY_POKER_FULL_HOUSE] = 165984,
    [SKY_POKER_FOUR_OF_A_KIND] = 14664,   [SKY_POKER_STRAIGHT_FLUSH] = 1656,
    [SKY_POKER_ROYAL_FLUSH] = 188,
  };

  check_counts (6, expected, 20358520);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/poker/three-cards", test_three_cards);
  g_test_add_func ("/poker/five-cards", test_five_cards);
  g_test_add_func ("/poker/best-of-six", test_best_of_six);
  return g_test_run ();
}
