/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one table of the bets of 58 Pa. Code § 623a.3(a) and chapter 623b: names,
 * sections, what they pay, what they are made of. Nothing else in Skyward repeats a line of it. */
#include "config.h"

#include "sky-craps.h"

#define TO(a, b)                                                                                   \
  {                                                                                                \
    (a), (b), FALSE                                                                                \
  }
#define FOR(a)                                                                                     \
  {                                                                                                \
    (a), 1, TRUE                                                                                   \
  }

/* clang-format off */
static const SkyPay even_pays[] = { { 0, 0, TO (1, 1), NULL, NULL } };

static const SkyPay taking_pays[] = {
  { 4, 0, TO (2, 1), NULL, NULL },  { 5, 0, TO (3, 2), NULL, NULL }, { 6, 0, TO (6, 5), NULL, NULL },
  { 8, 0, TO (6, 5), NULL, NULL },  { 9, 0, TO (3, 2), NULL, NULL }, { 10, 0, TO (2, 1), NULL, NULL },
};

static const SkyPay laying_pays[] = {
  { 4, 0, TO (1, 2), NULL, NULL },  { 5, 0, TO (2, 3), NULL, NULL }, { 6, 0, TO (5, 6), NULL, NULL },
  { 8, 0, TO (5, 6), NULL, NULL },  { 9, 0, TO (2, 3), NULL, NULL }, { 10, 0, TO (1, 2), NULL, NULL },
};

static const SkyPay place_win_pays[] = {
  { 4, 0, TO (9, 5), NULL, "Place Bet to Win on 4" },
  { 5, 0, TO (7, 5), NULL, "Place Bet to Win on 5" },
  { 6, 0, TO (7, 6), NULL, "Place Bet to Win on 6" },
  { 8, 0, TO (7, 6), NULL, "Place Bet to Win on 8" },
  { 9, 0, TO (7, 5), NULL, "Place Bet to Win on 9" },
  { 10, 0, TO (9, 5), NULL, "Place Bet to Win on 10" },
};

static const SkyPay place_lose_pays[] = {
  { 4, 0, TO (5, 11), NULL, "Place Bet to Lose on 4" },
  { 5, 0, TO (5, 8), NULL, "Place Bet to Lose on 5" },
  { 6, 0, TO (4, 5), NULL, "Place Bet to Lose on 6" },
  { 8, 0, TO (4, 5), NULL, "Place Bet to Lose on 8" },
  { 9, 0, TO (5, 8), NULL, "Place Bet to Lose on 9" },
  { 10, 0, TO (5, 11), NULL, "Place Bet to Lose on 10" },
};

static const SkyPay buy_pays[] = {
  { 4, 0, TO (2, 1), NULL, "Buy Bet on the 4" },
  { 5, 0, TO (3, 2), NULL, "Buy Bet on the 5" },
  { 6, 0, TO (6, 5), NULL, "Buy Bet on the 6" },
  { 8, 0, TO (6, 5), NULL, "Buy Bet on the 8" },
  { 9, 0, TO (3, 2), NULL, "Buy Bet on the 9" },
  { 10, 0, TO (2, 1), NULL, "Buy Bet on the 10" },
};

static const SkyPay lay_pays[] = {
  { 4, 0, TO (1, 2), NULL, "Lay Bet against the 4" },
  { 5, 0, TO (2, 3), NULL, "Lay Bet against the 5" },
  { 6, 0, TO (5, 6), NULL, "Lay Bet against the 6" },
  { 8, 0, TO (5, 6), NULL, "Lay Bet against the 8" },
  { 9, 0, TO (2, 3), NULL, "Lay Bet against the 9" },
  { 10, 0, TO (1, 2), NULL, "Lay Bet against the 10" },
};

static const SkyPay hardway_pays[] = {
  { 4, 0, TO (7, 1), NULL, "Four The Hardway Bet", "623a.3(a)(7)" },
  { 6, 0, TO (9, 1), NULL, "Six The Hardway Bet", "623a.3(a)(8)" },
  { 8, 0, TO (9, 1), NULL, "Eight The Hardway Bet", "623a.3(a)(9)" },
  { 10, 0, TO (7, 1), NULL, "Ten The Hardway Bet", "623a.3(a)(10)" },
};

/* By the total. */
static const SkyPay field_pays[] = {
  { 2, 0, TO (2, 1), NULL, "Field Bet on a 2" },  { 3, 0, TO (1, 1), NULL, "Field Bet on a 3" },
  { 4, 0, TO (1, 1), NULL, "Field Bet on a 4" },  { 9, 0, TO (1, 1), NULL, "Field Bet on a 9" },
  { 10, 0, TO (1, 1), NULL, "Field Bet on a 10" }, { 11, 0, TO (1, 1), NULL, "Field Bet on an 11" },
  { 12, 0, TO (2, 1), NULL, "Field Bet on a 12" },
};

static const SkyPay any_seven_pays[] = { { 7, 0, TO (4, 1), NULL, NULL } };
static const SkyPay any_craps_pays[] = {
  { 2, 0, TO (7, 1), NULL, NULL }, { 3, 0, TO (7, 1), NULL, NULL }, { 12, 0, TO (7, 1), NULL, NULL },
};
static const SkyPay craps_two_pays[] = { { 2, 0, TO (30, 1), NULL, NULL } };
static const SkyPay craps_three_pays[] = { { 3, 0, TO (15, 1), NULL, NULL } };
static const SkyPay craps_twelve_pays[] = { { 12, 0, TO (30, 1), NULL, NULL } };
static const SkyPay eleven_pays[] = { { 11, 0, TO (15, 1), NULL, NULL } };

/* By the dice, in the order of § 623a.3(a). */
static const SkyPay hop_pays[] = {
  { 22, 0, TO (30, 1), NULL, "Four The Hardway on the Hop Bet", "623a.3(a)(22)" },
  { 33, 0, TO (30, 1), NULL, "Six The Hardway on the Hop Bet", "623a.3(a)(23)" },
  { 44, 0, TO (30, 1), NULL, "Eight The Hardway on the Hop Bet", "623a.3(a)(24)" },
  { 55, 0, TO (30, 1), NULL, "Ten The Hardway on the Hop Bet", "623a.3(a)(25)" },
  { 13, 0, TO (15, 1), NULL, "One-Three or Ace-Trey on the Hop Bet", "623a.3(a)(26)" },
  { 14, 0, TO (15, 1), NULL, "One-Four or Ace-Four on the Hop Bet", "623a.3(a)(27)" },
  { 23, 0, TO (15, 1), NULL, "Two-Three or Deuce-Trey on the Hop Bet", "623a.3(a)(28)" },
  { 15, 0, TO (15, 1), NULL, "One-Five or Ace-Five on the Hop Bet", "623a.3(a)(29)" },
  { 24, 0, TO (15, 1), NULL, "Two-Four or Deuce-Four on the Hop Bet", "623a.3(a)(30)" },
  { 16, 0, TO (15, 1), NULL, "One-Six or Ace-Six on the Hop Bet", "623a.3(a)(31)" },
  { 25, 0, TO (15, 1), NULL, "Two-Five or Deuce-Five on the Hop Bet", "623a.3(a)(32)" },
  { 34, 0, TO (15, 1), NULL, "Three-Four or Trey-Four on the Hop Bet", "623a.3(a)(33)" },
  { 26, 0, TO (15, 1), NULL, "Two-Six or Deuce-Six on the Hop Bet", "623a.3(a)(34)" },
  { 35, 0, TO (15, 1), NULL, "Three-Five or Trey-Five on the Hop Bet", "623a.3(a)(35)" },
  { 36, 0, TO (15, 1), NULL, "Three-Six or Trey-Six on the Hop Bet", "623a.3(a)(36)" },
  { 45, 0, TO (15, 1), NULL, "Four-Five on the Hop Bet", "623a.3(a)(37)" },
  { 46, 0, TO (15, 1), NULL, "Four-Six on the Hop Bet", "623a.3(a)(38)" },
};

/* By the dice. */
static const SkyPay six_seven_eight_pays[] = {
  { 15, 0, TO (1, 1), NULL, NULL }, { 24, 0, TO (1, 1), NULL, NULL }, { 33, 0, TO (2, 1), NULL, NULL },
  { 16, 0, TO (1, 1), NULL, NULL }, { 25, 0, TO (1, 1), NULL, NULL }, { 34, 0, TO (1, 1), NULL, NULL },
  { 26, 0, TO (1, 1), NULL, NULL }, { 35, 0, TO (1, 1), NULL, NULL }, { 44, 0, TO (2, 1), NULL, NULL },
};

/* By the number of different points made. */
static const SkyPay fire_bet_pays[] = {
  { 4, 'A', TO (24, 1), NULL, "Fire Bet, four points" },
  { 5, 'A', TO (249, 1), NULL, "Fire Bet, five points" },
  { 6, 'A', TO (999, 1), NULL, "Fire Bet, six points" },
  { 4, 'B', TO (39, 1), NULL, "Fire Bet, four points" },
  { 5, 'B', TO (199, 1), NULL, "Fire Bet, five points" },
  { 6, 'B', TO (499, 1), NULL, "Fire Bet, six points" },
};

/* By the number of complete numbers. */
static const SkyPay hot_roller_pays[] = {
  { 2, 'A', TO (5, 1), NULL, "Any 2 Number Combinations" },
  { 3, 'A', TO (10, 1), NULL, "Any 3 Number Combinations" },
  { 4, 'A', TO (20, 1), NULL, "Any 4 Number Combinations" },
  { 5, 'A', TO (50, 1), NULL, "Any 5 Number Combinations" },
  { 6, 'A', TO (200, 1), NULL, "All 6 Number Combinations" },
  { 2, 'B', TO (5, 1), NULL, "Any 2 Number Combinations" },
  { 3, 'B', TO (10, 1), NULL, "Any 3 Number Combinations" },
  { 4, 'B', TO (20, 1), NULL, "Any 4 Number Combinations" },
  { 5, 'B', TO (50, 1), NULL, "Any 5 Number Combinations" },
  { 6, 'B', TO (300, 1), NULL, "All 6 Number Combinations" },
};

/* By the number of other points thrown; 6: all five and the established point; 1: a 7 or 11 on the
 * come out roll. */
static const SkyPay lucky_shooter_pays[] = {
  { 1, 'A', FOR (1), NULL, "1st roll of 7 or 11" },
  { 3, 'A', FOR (5), NULL, "3 of 5 other points" },
  { 4, 'A', FOR (15), NULL, "4 of 5 other points" },
  { 5, 'A', FOR (150), NULL, "5 of 5 other points" },
  { 6, 'A', FOR (1000), NULL, "5 of 5 other points and established point" },
  { 1, 'B', FOR (1), NULL, "1st roll of 7 or 11" },
  { 2, 'B', FOR (2), NULL, "2 of 5 other points" },
  { 3, 'B', FOR (4), NULL, "3 of 5 other points" },
  { 4, 'B', FOR (10), NULL, "4 of 5 other points" },
  { 5, 'B', FOR (100), NULL, "5 of 5 other points" },
  { 6, 'B', FOR (500), NULL, "5 of 5 other points and established point" },
  { 1, 'C', FOR (1), NULL, "1st roll of 7 or 11" },
  { 3, 'C', FOR (5), NULL, "3 of 5 other points" },
  { 4, 'C', FOR (20), NULL, "4 of 5 other points" },
  { 5, 'C', FOR (150), NULL, "5 of 5 other points" },
  { 6, 'C', FOR (1000), NULL, "5 of 5 other points and established point" },
  { 1, 'D', FOR (1), NULL, "1st roll of 7 or 11" },
  { 2, 'D', FOR (2), NULL, "2 of 5 other points" },
  { 3, 'D', FOR (5), NULL, "3 of 5 other points" },
  { 4, 'D', FOR (10), NULL, "4 of 5 other points" },
  { 5, 'D', FOR (100), NULL, "5 of 5 other points" },
  { 6, 'D', FOR (500), NULL, "5 of 5 other points and established point" },
};

static const SkyPay small_tall_pays[] = {
  { 0, '1', TO (34, 1), NULL, NULL }, { 0, '2', TO (30, 1), NULL, NULL },
};
static const SkyPay make_em_all_pays[] = {
  { 0, '1', TO (175, 1), NULL, NULL }, { 0, '2', TO (150, 1), NULL, NULL },
};

/* By the fewest throws of each line; eight to fifteen tie (§ 623b.4(d)(1.1)). */
static const SkyPay hot_shooter_pays[] = {
  { 16, 0, TO (2, 1), NULL, "16 to 23 rolls" },  { 24, 0, TO (4, 1), NULL, "24 to 31 rolls" },
  { 32, 0, TO (6, 1), NULL, "32 to 39 rolls" },  { 40, 0, TO (11, 1), NULL, "40 to 44 rolls" },
  { 45, 0, TO (29, 1), NULL, "45 to 49 rolls" }, { 50, 0, TO (99, 1), NULL, "50 or more rolls" },
};

#define PAYS(pays) (pays), G_N_ELEMENTS (pays)

const SkyBet sky_craps_bets[SKY_CRAPS_N_BETS] = {
  [SKY_CRAPS_PASS] = { { "pass", 0 }, "Pass Bet", "623a.3(a)(1)", "623a.5(a)", 0, -1, NULL, PAYS (even_pays), .code = "p" },
  [SKY_CRAPS_DONT_PASS] = { { "dont_pass", 0 }, "Don't Pass Bet", "623a.3(a)(2)", "623a.5(a)", 0, -1, NULL, PAYS (even_pays), .code = "dp" },
  [SKY_CRAPS_COME] = { { "come", 0 }, "Come Bet", "623a.3(a)(3)", "623a.5(a)", 0, -1, NULL, PAYS (even_pays), .code = "c" },
  [SKY_CRAPS_DONT_COME] = { { "dont_come", 0 }, "Don't Come Bet", "623a.3(a)(4)", "623a.5(a)", 0, -1, NULL, PAYS (even_pays), .code = "dc" },
  [SKY_CRAPS_PASS_ODDS] = { { "pass_odds", SKY_MEMBER_SUPPORTS }, "Odds on a Pass Bet", "623a.6(a)", "623a.6(a)", SKY_BET_NO_TABLE_LIMITS, -1, NULL, PAYS (taking_pays), .code = "odds" },
  [SKY_CRAPS_DONT_PASS_ODDS] = { { "dont_pass_odds", SKY_MEMBER_SUPPORTS }, "Odds on a Don't Pass Bet", "623a.6(b)", "623a.6(b)", SKY_BET_NO_TABLE_LIMITS, -1, NULL, PAYS (laying_pays), .code = "dodds" },
  [SKY_CRAPS_COME_ODDS] = { { "come_odds", SKY_MEMBER_SUPPORTS }, "Odds on a Come Bet", "623a.6(c)", "623a.6(c)", SKY_BET_NO_TABLE_LIMITS, -1, NULL, PAYS (taking_pays), .code = "codds" },
  [SKY_CRAPS_DONT_COME_ODDS] = { { "dont_come_odds", SKY_MEMBER_SUPPORTS }, "Odds on a Don't Come Bet", "623a.6(d)", "623a.6(d)", SKY_BET_NO_TABLE_LIMITS, -1, NULL, PAYS (laying_pays), .code = "dcodds" },
  [SKY_CRAPS_PLACE_WIN] = { { "place_win", SKY_MEMBER_NUMBER }, "Place Bet to Win", "623a.3(a)(5)", "623a.5(a)", SKY_BET_MAY_STAY, -1, NULL, PAYS (place_win_pays), .code = "" },
  [SKY_CRAPS_PLACE_LOSE] = { { "place_lose", SKY_MEMBER_NUMBER }, "Place Bet to Lose", "623a.3(a)(6)", "623a.5(a)", SKY_BET_MAY_STAY, SKY_CRAPS_OPTION_PLACE_LOSE, NULL, PAYS (place_lose_pays), .code = "pl" },
  [SKY_CRAPS_BUY] = { { "buy", SKY_MEMBER_NUMBER }, "Buy Bet", "623a.3(a)(41)", "623a.5(g)(1)", SKY_BET_MAY_STAY, SKY_CRAPS_OPTION_BUY, NULL, PAYS (buy_pays), .code = "b" },
  [SKY_CRAPS_LAY] = { { "lay", SKY_MEMBER_NUMBER }, "Lay Bet", "623a.3(a)(42)", "623a.5(g)(2)", SKY_BET_MAY_STAY, SKY_CRAPS_OPTION_LAY, NULL, PAYS (lay_pays), .code = "l" },
  [SKY_CRAPS_HARDWAY] = { { "hardway", SKY_MEMBER_NUMBER }, "Hardway Bet", "623a.3(a)(7)", "623a.5(a)", SKY_BET_MAY_STAY, -1, NULL, PAYS (hardway_pays), .code = "h" },
  [SKY_CRAPS_FIELD] = { { "field", 0 }, "Field Bet", "623a.3(a)(11)", "623a.5(a)", 0, -1, NULL, PAYS (field_pays), .code = "f" },
  [SKY_CRAPS_ANY_SEVEN] = { { "any_seven", 0 }, "Any Seven Bet", "623a.3(a)(12)", "623a.5(a)", 0, -1, NULL, PAYS (any_seven_pays), .code = "a7" },
  [SKY_CRAPS_ANY_CRAPS] = { { "any_craps", 0 }, "Any Craps Bet", "623a.3(a)(13)", "623a.5(a)", 0, -1, NULL, PAYS (any_craps_pays), .code = "ac" },
  [SKY_CRAPS_CRAPS_TWO] = { { "craps_two", 0 }, "Craps Two Bet", "623a.3(a)(14)", "623a.5(a)", 0, -1, NULL, PAYS (craps_two_pays), .code = "c2" },
  [SKY_CRAPS_CRAPS_THREE] = { { "craps_three", 0 }, "Craps Three Bet", "623a.3(a)(15)", "623a.5(a)", 0, -1, NULL, PAYS (craps_three_pays), .code = "c3" },
  [SKY_CRAPS_CRAPS_TWELVE] = { { "craps_twelve", 0 }, "Craps Twelve Bet", "623a.3(a)(16)", "623a.5(a)", 0, -1, NULL, PAYS (craps_twelve_pays), .code = "c12" },
  [SKY_CRAPS_ELEVEN] = { { "eleven", 0 }, "11 in One Roll Bet", "623a.3(a)(17)", "623a.5(a)", 0, -1, NULL, PAYS (eleven_pays), .code = "yo" },
  [SKY_CRAPS_CRAPS_ELEVEN] = { { "craps_eleven", 0 }, "Craps-Eleven or C and E Bet", "623a.3(a)(18)", "623a.5(b)", 0, -1, NULL, NULL, 0, .code = "ce" },
  [SKY_CRAPS_HORN] = { { "horn", 0 }, "Horn Bet", "623a.3(a)(19)", "623a.5(c)", 0, -1, NULL, NULL, 0, .code = "ho" },
  [SKY_CRAPS_HORN_HIGH] = { { "horn_high", SKY_MEMBER_NUMBER }, "Horn High Bet", "623a.3(a)(20)", "623a.5(d)", 0, -1, NULL, NULL, 0, .code = "hh" },
  [SKY_CRAPS_WHIRL] = { { "whirl", 0 }, "Whirl Bet", "623a.3(a)(21)", "623a.5(e)", 0, -1, NULL, NULL, 0, .code = "w" },
  [SKY_CRAPS_HOP] = { { "hop", SKY_MEMBER_DICE }, "Hop Bet", "623a.3(a)(22)", "623a.5(a)", 0, -1, NULL, PAYS (hop_pays), .code = "" },
  [SKY_CRAPS_SIX_SEVEN_EIGHT] = { { "six_seven_eight", 0 }, "6-7-8 Bet", "623a.3(a)(39)", "623a.5(a)", 0, -1, NULL, PAYS (six_seven_eight_pays), .code = "678" },
  [SKY_CRAPS_FIRE_BET] = { { "fire_bet", SKY_MEMBER_AREA }, "Fire Bet", "623a.3(a)(40)", "623a.5(f)", SKY_BET_OWN_LIMITS | SKY_BET_PAY_AT_LEAST, SKY_CRAPS_OPTION_FIRE_BET, NULL, PAYS (fire_bet_pays), .code = "fb" },
  [SKY_CRAPS_HOT_ROLLER] = { { "hot_roller", SKY_MEMBER_AREA }, "Hot Roller wager", "623b.1(g)", "623b.1(h)", SKY_BET_NEVER_VERBAL, SKY_CRAPS_OPTION_HOT_ROLLER, "623b.1", PAYS (hot_roller_pays), .code = "hr" },
  [SKY_CRAPS_LUCKY_SHOOTER] = { { "lucky_shooter", 0 }, "Lucky Shooter wager", "623b.2(d)", "623b.2(e)", SKY_BET_MAY_STAY, SKY_CRAPS_OPTION_LUCKY_SHOOTER, "623b.2", PAYS (lucky_shooter_pays), .code = "ls" },
  [SKY_CRAPS_ALL_SMALL] = { { "all_small", 0 }, "All Small wager", "623b.3(c)", "623b.3(c)", 0, SKY_CRAPS_OPTION_BONUS_CRAPS, "623b.3", PAYS (small_tall_pays), .code = "as" },
  [SKY_CRAPS_ALL_TALL] = { { "all_tall", 0 }, "All Tall wager", "623b.3(c)", "623b.3(c)", 0, SKY_CRAPS_OPTION_BONUS_CRAPS, "623b.3", PAYS (small_tall_pays), .code = "at" },
  [SKY_CRAPS_MAKE_EM_ALL] = { { "make_em_all", 0 }, "Make 'em All wager", "623b.3(c)", "623b.3(c)", 0, SKY_CRAPS_OPTION_BONUS_CRAPS, "623b.3", PAYS (make_em_all_pays), .code = "all" },
  [SKY_CRAPS_HOT_SHOOTER] = { { "hot_shooter_jackpot", 0 }, "Hot Shooter Jackpot wager", "623b.4(d)", "623b.4(e)", 0, SKY_CRAPS_OPTION_HOT_SHOOTER, "623b.4", PAYS (hot_shooter_pays), .code = "hs" },
};

static const char *const collects[] = { "on_bet", "on_win", NULL };
static const char *const a_b[] = { "A", "B", NULL };
static const char *const a_to_d[] = { "A", "B", "C", "D", NULL };
static const char *const one_two[] = { "1", "2", NULL };
static const char *const automations[] = { "none", "hybrid", "full", NULL };

#define ABSENT SKY_OPTION_ABSENT

const SkyOption sky_craps_options[SKY_CRAPS_N_OPTIONS] = {
  SKY_COMMON_OPTIONS ("521.7(d)"),
  [SKY_CRAPS_OPTION_PLACE_LOSE] = { "place_lose", SKY_OPTION_BOOL, 1, 0, 1, NULL, "623a.3(a)(6)" },
  [SKY_CRAPS_OPTION_BUY] = { "buy", SKY_OPTION_OBJECT, 0, 0, 1, NULL, "623a.3(a)(41)" },
  [SKY_CRAPS_OPTION_BUY_VIG] = { "buy.vig_percent", SKY_OPTION_PERCENT, 5 * SKY_ONE_PERCENT, 0, 5 * SKY_ONE_PERCENT, NULL, "623a.5(g)(3)" },
  [SKY_CRAPS_OPTION_BUY_COLLECT] = { "buy.collect", SKY_OPTION_CHOICE, SKY_CRAPS_COLLECT_ON_BET, 0, 0, collects, "623a.5(g)(3)" },
  [SKY_CRAPS_OPTION_LAY] = { "lay", SKY_OPTION_OBJECT, 0, 0, 1, NULL, "623a.3(a)(42)" },
  [SKY_CRAPS_OPTION_LAY_VIG] = { "lay.vig_percent", SKY_OPTION_PERCENT, 5 * SKY_ONE_PERCENT, 0, 5 * SKY_ONE_PERCENT, NULL, "623a.5(g)(3)" },
  [SKY_CRAPS_OPTION_LAY_COLLECT] = { "lay.collect", SKY_OPTION_CHOICE, SKY_CRAPS_COLLECT_ON_BET, 0, 0, collects, "623a.5(g)(3)" },
  [SKY_CRAPS_OPTION_ODDS_MULTIPLE] = { "odds_multiple", SKY_OPTION_INT, 10, 1, 10, NULL, "623a.6(e)" },
  [SKY_CRAPS_OPTION_COME_ODDS_OFF] = { "come_odds_off_on_come_out", SKY_OPTION_BOOL, 0, 0, 1, NULL, "623a.6(c)" },
  [SKY_CRAPS_OPTION_HORN_HIGH_AREA] = { "horn_high_area", SKY_OPTION_BOOL, 1, 0, 1, NULL, "623a.3(a)(20)" },
  [SKY_CRAPS_OPTION_WHIRL_AREA] = { "whirl_area", SKY_OPTION_BOOL, 1, 0, 1, NULL, "623a.3(a)(21)" },
  [SKY_CRAPS_OPTION_FIRE_BET] = { "fire_bet", SKY_OPTION_CHOICE, ABSENT, 0, 0, a_b, "623a.5(f)" },
  [SKY_CRAPS_OPTION_BONUS_CRAPS] = { "bonus_craps", SKY_OPTION_CHOICE, ABSENT, 0, 0, one_two, "623b.3(c)" },
  [SKY_CRAPS_OPTION_HOT_ROLLER] = { "hot_roller", SKY_OPTION_CHOICE, ABSENT, 0, 0, a_b, "623b.1(h)" },
  [SKY_CRAPS_OPTION_LUCKY_SHOOTER] = { "lucky_shooter", SKY_OPTION_CHOICE, ABSENT, 0, 0, a_to_d, "623b.2(e)" },
  [SKY_CRAPS_OPTION_HOT_SHOOTER] = { "hot_shooter_jackpot", SKY_OPTION_BOOL, 0, 0, 1, NULL, "623b.4(a)" },
  [SKY_CRAPS_OPTION_POWER_ODDS] = { "power_odds", SKY_OPTION_BOOL, 0, 0, 1, NULL, "623b.5(a)" },
  [SKY_CRAPS_OPTION_AUTOMATION] = { "automation", SKY_OPTION_CHOICE, SKY_CRAPS_AUTOMATION_NONE, 0, 0, automations, "623b.2(a)" },
};

#define CRAPS_OR_12 (SKY_CRAPS_TOTAL (2) | SKY_CRAPS_TOTAL (12))
#define TREY_OR_YO  (SKY_CRAPS_TOTAL (3) | SKY_CRAPS_TOTAL (11))

static const SkyCrapsPower power[] = {
  { SKY_CRAPS_ANY_CRAPS, 0, 0, TO (10, 1), TO (14, 1) },
  { SKY_CRAPS_ANY_SEVEN, 0, 0, TO (6, 1), TO (8, 1) },
  { SKY_CRAPS_ELEVEN, 0, 0, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HOP, 13, 0, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HOP, 14, 0, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HOP, 15, 0, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HOP, 16, 0, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HOP, 23, 0, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HOP, 24, 0, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HOP, 25, 0, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HOP, 26, 0, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HOP, 34, 0, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HOP, 35, 0, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HOP, 36, 0, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HOP, 45, 0, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HOP, 46, 0, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HOP, 22, 0, TO (45, 1), TO (60, 1) },
  { SKY_CRAPS_HOP, 33, 0, TO (45, 1), TO (60, 1) },
  { SKY_CRAPS_HOP, 44, 0, TO (45, 1), TO (60, 1) },
  { SKY_CRAPS_HOP, 55, 0, TO (45, 1), TO (60, 1) },
  { SKY_CRAPS_HORN, 0, TREY_OR_YO, TO (22, 1), TO (30, 1) },
  { SKY_CRAPS_HORN, 0, CRAPS_OR_12, TO (45, 1), TO (60, 1) },
  { SKY_CRAPS_CRAPS_ELEVEN, 0, SKY_CRAPS_CRAPS, TO (4, 1), TO (6, 1) },
  { SKY_CRAPS_CRAPS_ELEVEN, 0, SKY_CRAPS_TOTAL (11), TO (10, 1), TO (14, 1) },
  { SKY_CRAPS_HARDWAY, 4, 0, TO (10, 1), TO (14, 1) },
  { SKY_CRAPS_HARDWAY, 6, 0, TO (13, 1), TO (18, 1) },
  { SKY_CRAPS_HARDWAY, 8, 0, TO (13, 1), TO (18, 1) },
  { SKY_CRAPS_HARDWAY, 10, 0, TO (10, 1), TO (14, 1) },
};

/* The boxes of § 623b.1(a)(2)(iii), number by number; and by their dice, each one more than its place
 * there. */
#define HOT_BOXES                                                                                  \
  BOX (0, 13) BOX (1, 22) BOX (2, 14) BOX (3, 23) BOX (4, 15) BOX (5, 24) BOX (6, 33)              \
  BOX (7, 26) BOX (8, 35) BOX (9, 44) BOX (10, 36) BOX (11, 45) BOX (12, 46) BOX (13, 55)

#define BOX(box, dice) [box] = dice,
static const gint8 hot_dice[SKY_CRAPS_N_HOT_BOXES] = { HOT_BOXES };
#undef BOX
#define BOX(box, dice) [dice] = box + 1,
static const gint8 hot_boxes[SKY_CRAPS_HOP (6, 6) + 1] = { HOT_BOXES };
#undef BOX
/* clang-format on */

const SkyCrapsPower *
sky_craps_power (gsize *n)
{
  *n = G_N_ELEMENTS (power);
  return power;
}

/* Where a number leads to in a bet's table: its row and one; 0: nowhere. */
static guint8 number_rows[SKY_CRAPS_N_BETS][13];

static gpointer
fill_number_rows (gpointer unused)
{
  for (guint bet = 0; bet < SKY_CRAPS_N_BETS; bet++)
    for (guint i = sky_craps_bets[bet].n_pays; i-- > 0;)
      if (sky_craps_bets[bet].pays[i].key < 13)
        number_rows[bet][sky_craps_bets[bet].pays[i].key] = (guint8) (i + 1);
  return NULL;
}

gint
sky_craps_find_row (SkyCrapsBet bet, gint number, const gint8 dice[2])
{
  static GOnce filled = G_ONCE_INIT;
  const SkyPay *pay;

  switch ((guint) bet)
    {
    case SKY_CRAPS_PLACE_WIN:
    case SKY_CRAPS_PLACE_LOSE:
    case SKY_CRAPS_BUY:
    case SKY_CRAPS_LAY:
    case SKY_CRAPS_HARDWAY:
      g_once (&filled, fill_number_rows, NULL);
      return number >= 0 && number < 13 ? number_rows[bet][number] - 1 : -1;
    case SKY_CRAPS_HOP:
      pay = dice[0] >= 1 && dice[1] <= 6
                ? sky_bet_find_pay (&sky_craps_bets[bet], SKY_CRAPS_HOP (dice[0], dice[1]), 0)
                : NULL;
      return pay != NULL ? (gint) (pay - sky_craps_bets[bet].pays) : -1;
    case SKY_CRAPS_HORN_HIGH:
      return number == 2 || number == 3 || number == 11 || number == 12 ? 0 : -1;
    default:
      return 0;
    }
}

gboolean
sky_craps_is_permissible (SkyCrapsBet bet, gint number, const gint8 dice[2])
{
  return sky_craps_find_row (bet, number, dice) >= 0;
}

guint16
sky_craps_awaited (SkyCrapsBet bet, gint number)
{
  switch ((guint) bet)
    {
    case SKY_CRAPS_PLACE_WIN:
    case SKY_CRAPS_PLACE_LOSE:
    case SKY_CRAPS_BUY:
    case SKY_CRAPS_LAY:
    case SKY_CRAPS_HARDWAY:
      return (guint16) (SKY_CRAPS_TOTAL (number) | SKY_CRAPS_TOTAL (7));
    case SKY_CRAPS_FIRE_BET:
    case SKY_CRAPS_HOT_ROLLER:
    case SKY_CRAPS_HOT_SHOOTER:
      return SKY_CRAPS_TOTAL (7);
    default:
      return G_MAXUINT16;
    }
}

static SkyCrapsBet
single_bet_on (gint number)
{
  return number == 2    ? SKY_CRAPS_CRAPS_TWO
         : number == 3  ? SKY_CRAPS_CRAPS_THREE
         : number == 11 ? SKY_CRAPS_ELEVEN
                        : SKY_CRAPS_CRAPS_TWELVE;
}

guint
sky_craps_parts (SkyCrapsBet bet, gint number, SkyCrapsBet parts[SKY_CRAPS_MAX_PARTS])
{
  if (bet == SKY_CRAPS_CRAPS_ELEVEN)
    {
      parts[0] = SKY_CRAPS_ANY_CRAPS;
      parts[1] = SKY_CRAPS_ELEVEN;
      return 2;
    }
  if (bet != SKY_CRAPS_HORN && bet != SKY_CRAPS_HORN_HIGH && bet != SKY_CRAPS_WHIRL)
    return 0;

  parts[0] = SKY_CRAPS_CRAPS_TWO;
  parts[1] = SKY_CRAPS_CRAPS_THREE;
  parts[2] = SKY_CRAPS_ELEVEN;
  parts[3] = SKY_CRAPS_CRAPS_TWELVE;
  if (bet == SKY_CRAPS_HORN)
    return 4;
  parts[4] = bet == SKY_CRAPS_WHIRL ? SKY_CRAPS_ANY_SEVEN : single_bet_on (number);
  return 5;
}

const SkyPay *
sky_craps_one_roll (SkyCrapsBet bet, const gint8 dice[2], gint low, gint high)
{
  switch ((guint) bet)
    {
    case SKY_CRAPS_HOP:
      return dice[0] == low && dice[1] == high
                 ? sky_bet_find_pay (&sky_craps_bets[bet], SKY_CRAPS_HOP (low, high), 0)
                 : NULL;
    case SKY_CRAPS_SIX_SEVEN_EIGHT:
      return sky_bet_find_pay (&sky_craps_bets[bet], SKY_CRAPS_HOP (low, high), 0);
    default:
      return sky_bet_find_pay (&sky_craps_bets[bet], low + high, 0);
    }
}

guint
sky_craps_bonus_totals (SkyCrapsBet bet)
{
  return bet == SKY_CRAPS_ALL_SMALL  ? SKY_CRAPS_SMALL
         : bet == SKY_CRAPS_ALL_TALL ? SKY_CRAPS_TALL
                                     : SKY_CRAPS_SMALL | SKY_CRAPS_TALL;
}

static gint64
greatest_common_divisor (gint64 a, gint64 b)
{
  while (b != 0)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

SkyMoney
sky_craps_odds_limit (SkyCrapsBet odds, SkyMoney flat, gint point, gint64 multiple)
{
  const SkyPay *pay = sky_bet_find_pay (&sky_craps_bets[odds], point, 0);
  gboolean lays = odds == SKY_CRAPS_DONT_PASS_ODDS || odds == SKY_CRAPS_DONT_COME_ODDS;
  gint64 a, b, step;
  SkyMoney least;

  g_return_val_if_fail (pay != NULL, 0);

  a = pay->odds.a;
  b = pay->odds.b;
  /* For Don't bets the multiple bounds the winnings: the stake is that over the odds, rounded up,
   * which the steps below do. */
  least = lays ? (flat * multiple * b + a - 1) / a : flat * multiple;
  /* Stakes whose odds pay whole dollars are the multiples of this many cents. */
  step = 100 * b / greatest_common_divisor (100 * b, a);
  return (least + step - 1) / step * step;
}

gint
sky_craps_hot_box (gint low, gint high)
{
  g_return_val_if_fail (low >= 0 && low <= 6 && high >= 0 && high <= 6, -1);

  return hot_boxes[SKY_CRAPS_HOP (low, high)] - 1;
}

gint
sky_craps_hot_dice (guint box)
{
  g_return_val_if_fail (box < SKY_CRAPS_N_HOT_BOXES, 0);

  return hot_dice[box];
}

guint
sky_craps_hot_boxes (gint number)
{
  guint boxes = 0;

  for (guint i = 0; i < SKY_CRAPS_N_HOT_BOXES; i++)
    if (hot_dice[i] / 10 + hot_dice[i] % 10 == number)
      boxes |= 1u << i;
  return boxes;
}

guint
sky_craps_hot_complete (guint boxes)
{
  guint complete = 0;

  for (gint number = 4; number <= 10; number++)
    {
      guint wanted = sky_craps_hot_boxes (number);

      complete += wanted != 0 && (boxes & wanted) == wanted;
    }
  return complete;
}
