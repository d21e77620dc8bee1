/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether one person makes more errors than others. Compares two-by-two counts exactly by Fisher's
 * noncentral hypergeometric law, which needs no known rate of the others. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Decisions of one game and week: @x errors in the @n decisions of one, @all_x in the @all_n of
 * everybody, the one included. */
typedef struct
{
  gint64 x;
  gint64 n;
  gint64 all_n;
  gint64 all_x;
} SkyStratum;

/* Whether such counts can be: none negative, none greater than what it is a part of. */
gboolean sky_stratum_is_possible (const SkyStratum *stratum);

/* The alternatives of a rate: odds ratios of @ratios, relative to @numerator / @denominator, the
 * largest ratio that is still acceptable. */
typedef struct
{
  int ratios[4];
  int numerator;
  int denominator;
} SkyRateFamily;

#define SKY_N_RATES 4

/* A dealer's errors beside the colleagues': half as many more is acceptable. */
extern const SkyRateFamily sky_error_rates;
/* A pair's beside others': no excess is acceptable. */
extern const SkyRateFamily sky_pair_rates;

/* Adds the logarithm of @stratum's likelihood ratio to each of @ln_l. Does nothing if the stratum
 * has nobody else or no error. */
void sky_rates_add (const SkyRateFamily *family,
                    const SkyStratum *stratum,
                    long double ln_l[SKY_N_RATES]);

G_END_DECLS
