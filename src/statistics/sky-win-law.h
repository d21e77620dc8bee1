/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What chance gives: the exact law of the total gain of all wagers of one round. They share one
 * result, so they are never added as if each had its own. */
#pragma once

#include "sky-money.h"

G_BEGIN_DECLS

/* The equally likely results of a round, and the gain at each. */
typedef struct
{
  SkyMoney *gains;
  guint n_results;
} SkyWinLaw;

/* The exact mean and variance of the gain, in cents and cents squared: fractions in lowest terms.
 * Returns: a new string. */
char *sky_win_law_mean (const SkyWinLaw *law);
char *sky_win_law_variance (const SkyWinLaw *law);

/* The gain's standard deviation, in cents; 0 where all results are the same to the patron. */
long double sky_win_law_deviation (const SkyWinLaw *law);

/* How much more than chance the gains are, in five sizes. */
#define SKY_N_WINS 5

/* Adds the logarithm of the likelihood ratio of @gain to each of @ln_l. Returns FALSE if the round
 * is not an observation, because nothing could be won or lost. */
gboolean sky_wins_add (const SkyWinLaw *law, SkyMoney gain, long double ln_l[SKY_N_WINS]);

/* Rounds of one wheel or set of dice added up, whose results come in @n_ways equally likely ways.
 * Exact up to @variance_low. */
typedef struct
{
  guint n_ways;
  gint64 n_rounds;
  SkyMoney gain;
  gint64 theory; /* cents times n_ways */
  /* Cents squared times the square of n_ways, in two words. */
  guint64 variance_high;
  guint64 variance_low;
  /* What the sizes' logarithms are made of: what came above theory, in least sizes; and of each
   * size the mean of its exponential, multiplied over the rounds, of which the logarithm is taken
   * before it grows too large. */
  double above;
  double ln_mean[SKY_N_WINS];
  double mean[SKY_N_WINS];
} SkyWinSum;

/* A sum of no round. */
SkyWinSum sky_win_sum_new (guint n_ways);

/* No round has more different gains. */
#define SKY_WIN_RESULTS 64

/* Adds a round, as sky_wins_add(), but quick: @gains that may come, each in so many @ways, and
 * @gain, which came. Returns FALSE if the round is not an observation. */
gboolean sky_win_sum_add (
    SkyWinSum *self, const SkyMoney *gains, const guint *ways, guint n_gains, SkyMoney gain);

/* The logarithm of the likelihood ratio of all rounds. */
double sky_win_sum_ln_l (const SkyWinSum *self, guint alternative);

/* The exact mean and variance of sums of many wheels. */
typedef struct _SkyWinTotal SkyWinTotal;

SkyWinTotal *sky_win_total_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_win_total_free (SkyWinTotal *self);
void sky_win_total_add (SkyWinTotal *self, const SkyWinSum *sum);
/* Fractions in lowest terms: cents, and cents squared. Returns: a new string. */
char *sky_win_total_mean (const SkyWinTotal *self) G_GNUC_WARN_UNUSED_RESULT;
char *sky_win_total_variance (const SkyWinTotal *self) G_GNUC_WARN_UNUSED_RESULT;
double sky_win_total_get_mean (const SkyWinTotal *self);
double sky_win_total_get_variance (const SkyWinTotal *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyWinTotal, sky_win_total_free)

/* "1/64". Returns: a new string. */
char *sky_wins_name (guint alternative);

G_END_DECLS
