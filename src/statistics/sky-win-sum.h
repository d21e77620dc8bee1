/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What many rounds gave beside what chance gives, added up. Money is exact: sums are whole numbers
 * of a part of a cent that every wheel and three dice have in common. */
#pragma once

#include "sky-state.h"
#include "sky-win-law.h"

G_BEGIN_DECLS

__extension__ typedef __int128 SkyWide;

/* The equally likely ways of a round divide this: 38 or 37 pockets, 54 sections, 216 throws of
 * three dice. */
#define SKY_WIN_PARTS 151848

/* No round has more different results: three dice, whatever their order, have 56. */
#define SKY_WIN_RESULTS 64

/* Rounds whose results come in @n_ways equally likely ways. */
typedef struct
{
  guint n_ways;
  gint64 n_rounds; /* in which something could be won or lost */
  SkyMoney gain;
  gint64 theory;    /* of the gain: cents times @n_ways */
  SkyWide variance; /* cents squared times @n_ways squared */
  double ln_l[SKY_N_WINS];
} SkyWinSum;

/* Its theory in cents times SKY_WIN_PARTS, and its variance in cents squared times the square of
 * that. */
SkyWide sky_win_sum_theory (const SkyWinSum *self);
SkyWide sky_win_sum_variance (const SkyWinSum *self);

/* A sum that grows round by round. The logarithms of its sizes are taken when they are asked for.
 */
typedef struct
{
  SkyWinSum sum;
  double above; /* what came above theory, in steps of the least size */
  /* Of each size the mean of its exponential, multiplied over the rounds; and the logarithm of what
   * was taken out of that before it grew too large. */
  double mean[SKY_N_WINS];
  double ln_mean[SKY_N_WINS];
} SkyWinTally;

/* No round. */
void sky_win_tally_init (SkyWinTally *self, guint n_ways);

/* What chance gives a round. A round all of whose gains are so many times those of this one has the
 * same but for its money. */
typedef struct
{
  gint64 sum;     /* of the gains, times the ways */
  SkyWide spread; /* their variance times the square of the ways; 0: it is no observation */
  double mean;
  double step;              /* the least size, for each cent */
  double means[SKY_N_WINS]; /* of the exponential of each size */
} SkyWinWeight;

/* The results that a round may have, numbered from 0, in sets that are bits. */
typedef struct
{
  guint n_ways;
  guint n_groups;
  struct
  {
    guint ways; /* in which each of these comes */
    guint64 results;
  } groups[SKY_WIN_RESULTS];
} SkyWinResults;

/* Adds @result, which comes in so many @ways. */
void sky_win_results_add (SkyWinResults *self, guint result, guint ways);
guint sky_win_count_results (guint64 set);

/* A gain that may come, and the results by which it comes: a set that is bits. */
typedef struct
{
  guint64 results;
  SkyMoney gain;
} SkyWinChance;

/* What may come of a round, and beside it one that cannot: without results or gain. */
typedef struct
{
  guint n;
  SkyWinChance all[SKY_WIN_RESULTS];
} SkyWinChances;

/* Weighs two rounds, which takes little longer than one; both may be the same. Of each round every
 * one of @results is in one set. */
void sky_win_weigh_two (SkyWinChances *const rounds[2],
                        const SkyWinResults *results,
                        SkyWinWeight *const weights[2]);

/* Adds a round as sky_wins_add() does, but quickly: one that gains @times what @weight is of, and
 * gained @times @gain. */
void
sky_win_tally_add (SkyWinTally *self, const SkyWinWeight *weight, SkyMoney times, SkyMoney gain);

/* Takes the logarithms: then the sum is complete. */
void sky_win_tally_take (SkyWinTally *self);

/* A whole number of any size for a state. */
void sky_wide_visit (SkyWide *value, SkyState *state);

/* @numerator / @denominator in lowest terms: "-2500/19". Returns: a new string. */
char *sky_wide_fraction (SkyWide numerator, guint64 denominator) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
