/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Money in whole cents, and the odds that pay it. There is no floating point here. Only
 * sky_odds_pay(), sky_money_percent() and sky_money_share() round. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* An amount of money in cents. */
typedef gint64 SkyMoney;

/* The largest amount that a log may state, $10,000,000,000,000.00, and the largest term of odds.
 * Their product fits 64 bits. */
#define SKY_MONEY_MAX     G_GINT64_CONSTANT (1000000000000000)
#define SKY_ODDS_TERM_MAX 9000

/* Odds as the regulation prints them. "a to b" pays a for every b wagered and returns the stake; "a
 * for 1" pays a for every 1 wagered, stake included. */
typedef struct
{
  gint32 a;
  gint32 b;
  gboolean for_one;
} SkyOdds;

#define SKY_ODDS_TO(a, b) ((SkyOdds){ (a), (b), FALSE })
#define SKY_ODDS_FOR(a)   ((SkyOdds){ (a), 1, TRUE })

/* The winnings that @odds pay on @stake, rounded down to a multiple of @unit cents. That is the
 * Rules Submission's payout_unit; 1 or less means whole cents. For "a for 1" the winnings exclude
 * the stake. */
SkyMoney sky_odds_pay (SkyMoney stake, SkyOdds odds, SkyMoney unit);

/* TRUE if @a pays at least as much as @b on the same stake. */
gboolean sky_odds_at_least (SkyOdds a, SkyOdds b);

/* Reads "35 to 1", "9 to 5" or "15 for 1", the notation of the Rules Submission's pay. Returns
 * FALSE for any other @text. Terms are 1…SKY_ODDS_TERM_MAX. */
gboolean sky_odds_parse (const char *text, gssize length, SkyOdds *odds);

/* "7 to 6" or "15 for 1". Returns: a new string. */
char *sky_odds_format (SkyOdds odds);

/* @percent percent of @amount, rounded down to whole cents (readings R9, R16). */
SkyMoney sky_money_percent (SkyMoney amount, int percent);

/* The same for a percentage in parts of SKY_ONE_PERCENT: 45000 is 4.5. @amount is not negative. */
#define SKY_ONE_PERCENT 10000
SkyMoney sky_money_share (SkyMoney amount, gint64 parts);

/* Returns: "4.5", a new string. */
char *sky_percent_format (gint64 parts);

/* "$1,234.50", "−$2.00". Returns: a new string. */
char *sky_money_format (SkyMoney amount);

/* The same with a sign before positive amounts too, for differences. Returns: a new string. */
char *sky_money_format_signed (SkyMoney amount);

G_END_DECLS
