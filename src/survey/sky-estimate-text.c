/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-estimate-text.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <math.h>

#include "sky-figure-text.h"

/* "3 of 1204 settlements differ from the rules" */
static char *
count_text (const SkyEstimateRow *row)
{
  const SkyRate *rate = &row->rate;
  gint64 x = (gint64) llround (rate->x), n = (gint64) llround (rate->n);
  g_autofree char *amount = sky_money_format (x);
  g_autofree char *staked = sky_money_format (n);

  switch (row->unit)
    {
    case SKY_ESTIMATE_SETTLEMENT:
      return g_strdup_printf (_ ("%" PRId64 " of %" PRId64 " settlements differ from the rules"), x,
                              n);
    case SKY_ESTIMATE_ROUND:
      return g_strdup_printf (
          _ ("%" PRId64 " of %" PRId64 " rounds have a settlement that differs"), x, n);
    case SKY_ESTIMATE_DOLLAR:
      return g_strdup_printf (_ ("%s of differences on %s staked"), amount, staked);
    case SKY_N_ESTIMATE_UNITS:
      break;
    }
  return NULL;
}

static const char *const method_titles[] = {
  [SKY_RATE_NONE] = "",
  [SKY_RATE_EXACT] = N_ ("exact"),
  [SKY_RATE_WILSON] = N_ ("by Wilson"),
  [SKY_RATE_JACKKNIFE_LOGIT] = N_ ("jackknife over windows"),
  [SKY_RATE_JACKKNIFE_LOG] = N_ ("jackknife over windows"),
};

char *
sky_estimate_row_describe (const SkyEstimateRow *row)
{
  const SkyRate *rate = &row->rate;
  g_autofree char *counts = count_text (row);
  g_autofree char *percent =
      sky_figure_percent (rate->rate, rate->interval.low, rate->interval.high);

  if (rate->method == SKY_RATE_NONE)
    return g_strdup_printf (_ ("%s; too few windows with one (%u of %u) for a rate"), counts,
                            rate->n_in_error, rate->n_clusters);
  /* Translators: counts; percentage with its interval; how the interval was made. */
  return g_strdup_printf (_ ("%s: %s; %u windows, %u with one; %s"), counts, percent,
                          rate->n_clusters, rate->n_in_error, _ (method_titles[rate->method]));
}

char *
sky_estimate_row_describe_coder (const SkyEstimateRow *row)
{
  const SkyCoderRecord *coder = &row->coder;
  g_autofree char *corrected = sky_figure_percent (row->corrected_rate, row->corrected_interval.low,
                                                   row->corrected_interval.high);

  if (!row->has_coder)
    return NULL;
  if (row->corrected)
    return g_strdup_printf (_ ("corrected for the coder, who found %" PRIu64 " of %" PRIu64
                               " planted errors and saw %" PRIu64 " in %" PRIu64
                               " clean settlements: %s"),
                            coder->found, coder->planted, coder->flagged, coder->clean, corrected);
  return g_strdup_printf (_ ("not corrected for the coder: fewer than %d planted errors in test "
                             "rounds"),
                          SKY_CODER_LEAST);
}
