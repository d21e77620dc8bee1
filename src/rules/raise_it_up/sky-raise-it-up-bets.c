/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bets and the options of Raise It Up Stud Poker (58 Pa. Code § 669a.7(d), § 669a.12). */
#include "config.h"

#include "sky-raise-it-up-private.h"

#include "sky-card-round.h"

#define TO(key, a, b, name)                                                                        \
  {                                                                                                \
    key, 0, SKY_ODDS_TO (a, b), NULL, name                                                         \
  }
#define BY(key, table, a, name)                                                                    \
  {                                                                                                \
    key, table, SKY_ODDS_TO (a, 1), NULL, name                                                     \
  }
#define FOR(key, a, name)                                                                          \
  {                                                                                                \
    key, 0, SKY_ODDS_FOR (a), NULL, name                                                           \
  }

/* § 669a.12(b). */
static const SkyPay ante_pays[] = { TO (SKY_POKER_TENS_OR_BETTER, 1, 1, "Ante Wager") };

/* § 669a.12(d). Two pairs and a pair of 10s or better push. */
static const SkyPay blind_pays[] = {
  TO (SKY_POKER_ROYAL_FLUSH, 1000, 1, "Blind Wager on a royal flush"),
  TO (SKY_POKER_STRAIGHT_FLUSH, 200, 1, "Blind Wager on a straight flush"),
  TO (SKY_POKER_FOUR_OF_A_KIND, 30, 1, "Blind Wager on four-of-a-kind"),
  TO (SKY_POKER_FULL_HOUSE, 4, 1, "Blind Wager on a full house"),
  TO (SKY_POKER_FLUSH, 3, 1, "Blind Wager on a flush"),
  TO (SKY_POKER_STRAIGHT, 2, 1, "Blind Wager on a straight"),
  TO (SKY_POKER_THREE_OF_A_KIND, 1, 1, "Blind Wager on three-of-a-kind"),
};

/* § 669a.12(c). */
static const SkyPay play_pays[] = {
  TO (SKY_POKER_ROYAL_FLUSH, 100, 1, "Play Wager on a royal flush"),
  TO (SKY_POKER_STRAIGHT_FLUSH, 20, 1, "Play Wager on a straight flush"),
  TO (SKY_POKER_FOUR_OF_A_KIND, 10, 1, "Play Wager on four-of-a-kind"),
  TO (SKY_POKER_FULL_HOUSE, 6, 1, "Play Wager on a full house"),
  TO (SKY_POKER_FLUSH, 5, 1, "Play Wager on a flush"),
  TO (SKY_POKER_STRAIGHT, 4, 1, "Play Wager on a straight"),
  TO (SKY_POKER_THREE_OF_A_KIND, 3, 1, "Play Wager on three-of-a-kind"),
  TO (SKY_POKER_TWO_PAIRS, 3, 2, "Play Wager on two pair"),
  TO (SKY_POKER_TENS_OR_BETTER, 1, 1, "Play Wager on a pair of 10s or better"),
};

/* § 669a.12(a). */
static const SkyPay pair_plus_pays[] = {
  BY (SKY_THREE_CARD_STRAIGHT_FLUSH, 'A', 40, "Pair Plus Wager on a straight flush"),
  BY (SKY_THREE_CARD_THREE_OF_A_KIND, 'A', 30, "Pair Plus Wager on three-of-a-kind"),
  BY (SKY_THREE_CARD_STRAIGHT, 'A', 6, "Pair Plus Wager on a straight"),
  BY (SKY_THREE_CARD_FLUSH, 'A', 4, "Pair Plus Wager on a flush"),
  BY (SKY_THREE_CARD_PAIR, 'A', 1, "Pair Plus Wager on a pair"),
  BY (SKY_THREE_CARD_STRAIGHT_FLUSH, 'B', 40, "Pair Plus Wager on a straight flush"),
  BY (SKY_THREE_CARD_THREE_OF_A_KIND, 'B', 25, "Pair Plus Wager on three-of-a-kind"),
  BY (SKY_THREE_CARD_STRAIGHT, 'B', 6, "Pair Plus Wager on a straight"),
  BY (SKY_THREE_CARD_FLUSH, 'B', 4, "Pair Plus Wager on a flush"),
  BY (SKY_THREE_CARD_PAIR, 'B', 1, "Pair Plus Wager on a pair"),
};

/* § 669a.12(e)(1). Ace, king and queen of spades take 100% of the meter: no odds. */
static const SkyPay progressive_pays[] = {
  { SKY_THREE_CARD_ROYAL_SPADES,
    0,
    { 0, 0, FALSE },
    NULL,
    "Progressive Payout Wager on ace, king and queen of spades" },
  FOR (SKY_THREE_CARD_ROYAL,
       500,
       "Progressive Payout Wager on ace, king and queen of hearts, diamonds or clubs"),
  FOR (SKY_THREE_CARD_STRAIGHT_FLUSH, 70, "Progressive Payout Wager on a straight flush"),
  FOR (SKY_THREE_CARD_THREE_OF_A_KIND, 60, "Progressive Payout Wager on three-of-a-kind"),
  FOR (SKY_THREE_CARD_STRAIGHT, 6, "Progressive Payout Wager on a straight"),
};

/* § 669a.12(f): a row a hand, a column a paytable. */
#define SIX(key, a, b, c, d, hand)                                                                 \
  BY (key, 'A', a, "Six Card Bonus Wager on " hand),                                               \
      BY (key, 'B', b, "Six Card Bonus Wager on " hand),                                           \
      BY (key, 'C', c, "Six Card Bonus Wager on " hand),                                           \
      BY (key, 'D', d, "Six Card Bonus Wager on " hand)

static const SkyPay six_card_pays[] = {
  SIX (SKY_POKER_ROYAL_FLUSH, 1000, 1000, 1000, 1000, "a royal flush"),
  SIX (SKY_POKER_STRAIGHT_FLUSH, 200, 200, 200, 200, "a straight flush"),
  SIX (SKY_POKER_FOUR_OF_A_KIND, 50, 50, 100, 100, "four-of-a-kind"),
  SIX (SKY_POKER_FULL_HOUSE, 25, 25, 20, 20, "a full house"),
  SIX (SKY_POKER_FLUSH, 20, 15, 15, 15, "a flush"),
  SIX (SKY_POKER_STRAIGHT, 10, 10, 9, 10, "a straight"),
  SIX (SKY_POKER_THREE_OF_A_KIND, 5, 5, 8, 7, "three-of-a-kind"),
};

#define BET(name, code, flags, printed, section, odds, option, pays)                               \
  {                                                                                                \
    { name, 0 }, printed, section, odds, flags, option, NULL, pays, G_N_ELEMENTS (pays), code      \
  }

const SkyBet sky_raise_it_up_bets[SKY_RAISE_IT_UP_N_BETS] = {
  [SKY_RAISE_IT_UP_ANTE] =
      BET ("ante", "", 0, "Ante Wager", "669a.7(d)(1)", "669a.12(b)", -1, ante_pays),
  [SKY_RAISE_IT_UP_BLIND] =
      BET ("blind", "b", 0, "Blind Wager", "669a.7(d)(1)", "669a.12(d)", -1, blind_pays),
  [SKY_RAISE_IT_UP_PLAY] = BET (
      "play", "p", SKY_BET_IS_LATER, "Play Wager", "669a.7(d)(2)", "669a.12(c)", -1, play_pays),
  [SKY_RAISE_IT_UP_PAIR_PLUS] = BET (
      "pair_plus", "pp", 0, "Pair Plus Wager", "669a.7(d)(3)", "669a.12(a)", -1, pair_plus_pays),
  [SKY_RAISE_IT_UP_PROGRESSIVE] = BET ("progressive",
                                       "pr",
                                       0,
                                       "Progressive Payout Wager",
                                       "669a.7(d)(4)",
                                       "669a.12(e)(1)",
                                       SKY_RAISE_IT_UP_PROGRESSIVE_OFFERED,
                                       progressive_pays),
  [SKY_RAISE_IT_UP_SIX_CARD] = BET ("six_card_bonus",
                                    "six",
                                    0,
                                    "Six Card Bonus Wager",
                                    "669a.7(d)(5)",
                                    "669a.12(f)",
                                    SKY_RAISE_IT_UP_SIX_CARD_TABLE,
                                    six_card_pays),
};

static const char *const two_tables[] = { "A", "B", NULL };
static const char *const four_tables[] = { "A", "B", "C", "D", NULL };
static const char *const dealings[] = { "manual_shoe", "hand", "automated_shoe", NULL };

const SkyOption sky_raise_it_up_options[SKY_RAISE_IT_UP_N_OPTIONS] = {
  /* A player wagers on one position, and no submission allows more. */
  SKY_COMMON_OPTIONS_UP_TO (1, "669a.7(e)"),
  [SKY_RAISE_IT_UP_PAIR_PLUS_TABLE] = { "pair_plus", SKY_OPTION_CHOICE, 0, 0, 1, two_tables,
                                        "669a.12(a)" },
  [SKY_RAISE_IT_UP_SIX_CARD_TABLE] = { "six_card_bonus", SKY_OPTION_CHOICE, SKY_OPTION_ABSENT, 0, 3,
                                       four_tables, "669a.12(f)" },
  [SKY_RAISE_IT_UP_PROGRESSIVE_OFFERED] = { "progressive", SKY_OPTION_OBJECT, 0, 0, 1, NULL,
                                            "669a.7(d)(4)" },
  [SKY_RAISE_IT_UP_SEED] = { "progressive.seed", SKY_OPTION_INT, 100000, 100000, SKY_MONEY_MAX,
                             NULL, "669a.12(e)(3)" },
  [SKY_RAISE_IT_UP_INCREMENT] = { "progressive.increment_percent", SKY_OPTION_PERCENT,
                                  14 * SKY_ONE_PERCENT, 14 * SKY_ONE_PERCENT, 100 * SKY_ONE_PERCENT,
                                  NULL, "669a.12(e)(3)" },
  [SKY_RAISE_IT_UP_METER] = { "progressive.meter", SKY_OPTION_TEXT, 0, 0, 1, NULL,
                              "669a.12(e)(3)" },
  [SKY_RAISE_IT_UP_COUNTING_SHUFFLER] = { "counting_shuffler", SKY_OPTION_BOOL, TRUE, 0, 1, NULL,
                                          "669a.8(f)" },
  [SKY_RAISE_IT_UP_DEALING] = { "dealing", SKY_OPTION_CHOICE, 0, 0, 2, dealings, "669a.8(a)" },
};

SkyMoney
sky_raise_plays (const SkyTable *table, gint64 seat)
{
  SkyMoney sum = 0;

  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (wager->seat == seat && sky_card_round_is_of_this (table, wager)
          && sky_card_round_is_up (wager, &sky_raise_it_up_bets[SKY_RAISE_IT_UP_PLAY]))
        sum += wager->amount;
    }
  return sum;
}
