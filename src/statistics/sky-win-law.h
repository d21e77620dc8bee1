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

/* "1/64". Returns: a new string. */
char *sky_wins_name (guint alternative);

G_END_DECLS
