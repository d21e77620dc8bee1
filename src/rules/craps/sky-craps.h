/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Craps and Mini-Craps (58 Pa. Code § 623a.1) with the side wagers and variations of § 623b.1: the
 * bets by name and the options of the Rules Submission. It also has what the table of bets cannot
 * express: the single bets in a combined one, the throws that decide a bet of one roll, the Power
 * Odds. Settlement, odds report and simulation all use these. */
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

/* The options of the Rules Submission, after the common ones. */
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
/* The bets and options of both. */
extern const SkyBet sky_craps_bets[SKY_CRAPS_N_BETS];
extern const SkyOption sky_craps_options[SKY_CRAPS_N_OPTIONS];

/* The bet's place in the table. */
static inline SkyCrapsBet
sky_craps_bet_of (const SkyBet *bet)
{
  return (SkyCrapsBet) (bet - sky_craps_bets);
}

/* The same for a wager whose bet the chapter has. */
static inline SkyCrapsBet
sky_craps_kind_of (const SkyWager *wager)
{
  return (SkyCrapsBet) wager->kind;
}

/* TRUE if the chapter has the wager with these members. It has no hop on 1-1 and no Place Bet on 7.
 * @number and @dice (low first) count where the bet has them. */
gboolean sky_craps_is_permissible (SkyCrapsBet bet, gint number, const gint8 dice[2]);
/* The row of the bet's table for these members, 0 if there is none; -1: the chapter has no such
 * wager. */
gint sky_craps_find_row (SkyCrapsBet bet, gint number, const gint8 dice[2]);

/* The totals that may decide a permissible wager on @bet. A wager on a number waits for it and the
 * 7, and most throws are neither. */
guint16 sky_craps_awaited (SkyCrapsBet bet, gint number);

/* The single bets that make up a combined one in equal parts. A "high" bet has one of them twice.
 * See § 623a.3(a)(18), § 623a.3(a)(19), § 623a.3(a)(20) and § 623a.3(a)(21). Returns their number;
 * 0: not a combined bet. */
#define SKY_CRAPS_MAX_PARTS 5
guint sky_craps_parts (SkyCrapsBet bet, gint number, SkyCrapsBet parts[SKY_CRAPS_MAX_PARTS]);

/* What a bet of one roll (including a combined one's parts and hops) pays on the dice @low, @high;
 * NULL: it loses. */
const SkyPay *sky_craps_one_roll (SkyCrapsBet bet, const gint8 dice[2], gint low, gint high);

/* The totals that a Bonus Craps wager needs before a 7 (reading R7). */
guint sky_craps_bonus_totals (SkyCrapsBet bet);

/* A line of the Power Odds table (§ 623b.5(d)). */
typedef struct
{
  SkyCrapsBet bet;
  gint key;     /* the number or the hop that the wager is on; 0: any */
  guint totals; /* the winning totals that the line applies to; 0: all */
  SkyOdds low;
  SkyOdds high;
} SkyCrapsPower;

const SkyCrapsPower *sky_craps_power (gsize *n);

/* The maximum in cents of all odds on one flat wager with the point @point. It is the multiple of
 * the flat bet, or the smallest larger amount whose odds pay whole dollars (reading R11). */
SkyMoney sky_craps_odds_limit (SkyCrapsBet odds, SkyMoney flat, gint point, gint64 multiple);

/* The Hot Roller's six numbers (§ 623b.1(a)(2)(iii)). Which of its fourteen boxes show @low, @high
 * (-1: none), which boxes make up @number, and how many numbers @boxes completes. */
gint sky_craps_hot_box (gint low, gint high);
guint sky_craps_hot_boxes (gint number);
guint sky_craps_hot_complete (guint boxes);
#define SKY_CRAPS_N_HOT_BOXES 14
/* A box's dice in a hop's notation: 13 for 1 and 3. */
gint sky_craps_hot_dice (guint box);

/* The part of the table's state that affects a wager on @bet. Tables with the same position settle
 * wagers with the same point and count alike from here on. */
guint64 sky_craps_position (const SkyTable *table, SkyCrapsBet bet);
/* Above this, a wager's count makes no difference. */
guint64 sky_craps_tracked_limit (SkyCrapsBet bet);
/* What the outcomes of a wager count ("points"), or NULL, and the count of @due. */
const char *sky_craps_due_measure (SkyCrapsBet bet);
gint64 sky_craps_due_count (SkyCrapsBet bet, const SkyDue *due);

G_END_DECLS
