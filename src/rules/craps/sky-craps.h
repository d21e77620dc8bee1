/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Craps and Mini-Craps (58 Pa. Code § 623a.1) with the side wagers and variations of
 * § 623b.1: the bets by name, the options of the Rules Submission, and what the table of
 * bets cannot say by itself: of which single bets a combined one is made, which throws decide a bet
 * of one roll, which Power Odds there are. Settlement, odds report and simulation use these alike.
 */
#pragma once

#include "sky-game.h"

G_BEGIN_DECLS

/* In the order of sky_craps_bets[]. */
typedef enum
{
  SKY_CRAPS_PASS,
  SKY_CRAPS_DONT_PASS,
  SKY_CRAPS_COME,
  SKY_CRAPS_DONT_COME,
  SKY_CRAPS_PASS_ODDS,
  SKY_CRAPS_DONT_PASS_ODDS,
  SKY_CRAPS_COME_ODDS,
  SKY_CRAPS_DONT_COME_ODDS,
  SKY_CRAPS_PLACE_WIN,
  SKY_CRAPS_PLACE_LOSE,
  SKY_CRAPS_BUY,
  SKY_CRAPS_LAY,
  SKY_CRAPS_HARDWAY,
  SKY_CRAPS_FIELD,
  SKY_CRAPS_ANY_SEVEN,
  SKY_CRAPS_ANY_CRAPS,
  SKY_CRAPS_CRAPS_TWO,
  SKY_CRAPS_CRAPS_THREE,
  SKY_CRAPS_CRAPS_TWELVE,
  SKY_CRAPS_ELEVEN,
  SKY_CRAPS_CRAPS_ELEVEN,
  SKY_CRAPS_HORN,
  SKY_CRAPS_HORN_HIGH,
  SKY_CRAPS_WHIRL,
  SKY_CRAPS_HOP,
  SKY_CRAPS_SIX_SEVEN_EIGHT,
  SKY_CRAPS_FIRE_BET,
  SKY_CRAPS_HOT_ROLLER,
  SKY_CRAPS_LUCKY_SHOOTER,
  SKY_CRAPS_ALL_SMALL,
  SKY_CRAPS_ALL_TALL,
  SKY_CRAPS_MAKE_EM_ALL,
  SKY_CRAPS_HOT_SHOOTER,
  SKY_CRAPS_N_BETS,
} SkyCrapsBet;

/* The options of the Rules Submission, behind the common ones. */
enum
{
  SKY_CRAPS_OPTION_PLACE_LOSE = SKY_N_COMMON_OPTIONS,
  SKY_CRAPS_OPTION_BUY,
  SKY_CRAPS_OPTION_BUY_VIG,
  SKY_CRAPS_OPTION_BUY_COLLECT,
  SKY_CRAPS_OPTION_LAY,
  SKY_CRAPS_OPTION_LAY_VIG,
  SKY_CRAPS_OPTION_LAY_COLLECT,
  SKY_CRAPS_OPTION_ODDS_MULTIPLE,
  SKY_CRAPS_OPTION_COME_ODDS_OFF,
  SKY_CRAPS_OPTION_HORN_HIGH_AREA,
  SKY_CRAPS_OPTION_WHIRL_AREA,
  SKY_CRAPS_OPTION_FIRE_BET,
  SKY_CRAPS_OPTION_BONUS_CRAPS,
  SKY_CRAPS_OPTION_HOT_ROLLER,
  SKY_CRAPS_OPTION_LUCKY_SHOOTER,
  SKY_CRAPS_OPTION_HOT_SHOOTER,
  SKY_CRAPS_OPTION_POWER_ODDS,
  SKY_CRAPS_OPTION_AUTOMATION,
  SKY_CRAPS_N_OPTIONS,
};

/* The values of `buy.collect` and `lay.collect`, and of `automation`. */
enum
{
  SKY_CRAPS_COLLECT_ON_BET,
  SKY_CRAPS_COLLECT_ON_WIN,
};

enum
{
  SKY_CRAPS_AUTOMATION_NONE,
  SKY_CRAPS_AUTOMATION_HYBRID,
  SKY_CRAPS_AUTOMATION_FULL,
};

/* Sets of totals: bit n is the total n. */
#define SKY_CRAPS_TOTAL(n)       (1u << (n))
#define SKY_CRAPS_BOX_NUMBERS    (0x770u)  /* 4, 5, 6, 8, 9, 10 */
#define SKY_CRAPS_CRAPS          (0x100cu) /* 2, 3, 12 */
#define SKY_CRAPS_SMALL          (0x7cu)   /* 2…6 */
#define SKY_CRAPS_TALL           (0x1f00u) /* 8…12 */
#define SKY_CRAPS_IS_BOX(n)      ((SKY_CRAPS_BOX_NUMBERS >> (n) &1) != 0)
#define SKY_CRAPS_HAS(set, n)    (((set) >> (n) &1) != 0)
#define SKY_CRAPS_HOP(low, high) ((low) *10 + (high))

/* The two games: one set of rules, two tables (§ 623a.2). */
/* The table of bets and the list of options of both. */
extern const SkyBet sky_craps_bets[SKY_CRAPS_N_BETS];
extern const SkyOption sky_craps_options[SKY_CRAPS_N_OPTIONS];

/* The bet's place in the table. */
static inline SkyCrapsBet
sky_craps_bet_of (const SkyBet *bet)
{
  return (SkyCrapsBet) (bet - sky_craps_bets);
}

/* The same of a wager, whose bet the chapter has. */
static inline SkyCrapsBet
sky_craps_kind_of (const SkyWager *wager)
{
  return (SkyCrapsBet) wager->kind;
}

/* TRUE when the chapter has the wager with these members of its own: no hop on 1-1, no Place Bet on
 * 7. @number and @dice (low first) count where the bet has them. */
gboolean sky_craps_is_permissible (SkyCrapsBet bet, gint number, const gint8 dice[2]);
/* The row of the bet's table that these members lead to, 0 where none does; -1: the chapter has no
 * such wager. */
gint sky_craps_find_row (SkyCrapsBet bet, gint number, const gint8 dice[2]);

/* The totals that may decide a permissible wager on @bet: what lies on a number waits for that and
 * the 7, and mostly neither comes. */
guint16 sky_craps_awaited (SkyCrapsBet bet, gint number);

/* The single bets of which a combined one is made in equal parts, one of them twice where it is
 * "high" (§ 623a.3(a)(18), § 623a.3(a)(19), § 623a.3(a)(20) and § 623a.3(a)(21)). Returns how many;
 * 0: the bet is no combined one. */
#define SKY_CRAPS_MAX_PARTS 5
guint sky_craps_parts (SkyCrapsBet bet, gint number, SkyCrapsBet parts[SKY_CRAPS_MAX_PARTS]);

/* What a bet of one roll (a combined one's parts included, hops too) pays on the dice @low, @high;
 * NULL: it loses. */
const SkyPay *sky_craps_one_roll (SkyCrapsBet bet, const gint8 dice[2], gint low, gint high);

/* The totals that a Bonus Craps wager wants thrown before a 7 (reading R7). */
guint sky_craps_bonus_totals (SkyCrapsBet bet);

/* A line of the Power Odds table (§ 623b.5(d)). */
typedef struct
{
  SkyCrapsBet bet;
  gint key;     /* the number or the hop that the wager is on; 0: any */
  guint totals; /* where the line stands for some winning totals alone; 0: for all */
  SkyOdds low;
  SkyOdds high;
} SkyCrapsPower;

const SkyCrapsPower *sky_craps_power (gsize *n);

/* The most that all odds on one flat wager may come to with the point @point, cents: the multiple
 * of the flat bet or the least amount not under it whose odds pay whole dollars (reading R11). */
SkyMoney sky_craps_odds_limit (SkyCrapsBet odds, SkyMoney flat, gint point, gint64 multiple);

/* The Hot Roller's six numbers (§ 623b.1(a)(2)(iii)): which of its fourteen boxes show @low, @high
 * (-1: none), which boxes make up @number, and how many numbers @boxes has complete. */
gint sky_craps_hot_box (gint low, gint high);
guint sky_craps_hot_boxes (gint number);
guint sky_craps_hot_complete (guint boxes);
#define SKY_CRAPS_N_HOT_BOXES 14
/* The dice of a box as a hop writes them: 13 for 1 and 3. */
gint sky_craps_hot_dice (guint box);

/* What of the table bears on a wager on @bet that lies there: tables with the same position, and
 * wagers with the same point and count, settle alike from here on. */
guint64 sky_craps_position (const SkyTable *table, SkyCrapsBet bet);
/* Beyond this a wager's count makes no difference. */
guint64 sky_craps_tracked_limit (SkyCrapsBet bet);
/* What the endings of a wager are counted by ("points"), or NULL, and the count of @due. */
const char *sky_craps_due_measure (SkyCrapsBet bet);
gint64 sky_craps_due_count (SkyCrapsBet bet, const SkyDue *due);

G_END_DECLS
