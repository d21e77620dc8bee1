/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often intervals hold the rate that was put in: test-rate-coverage [TRIALS]. Windows of five
 * minutes have one to a dozen rounds, these one to ten settlements; windows may be alike (a dealer
 * with a bad hour), which @rho says: the correlation of two settlements of one window. */
#include "config.h"

#include "sky-agreement.h"
#include "sky-rate.h"

#include <math.h>
#include <stdlib.h>

static guint n_trials = 300;

typedef struct
{
  guint64 state;
} Chance;

static double
uniform (Chance *chance)
{
  return ((double) sky_chance_below (&chance->state, (guint64) 1 << 53) + 0.5) / 0x1p53;
}

static double
normal (Chance *chance)
{
  return sqrt (-2 * log (uniform (chance))) * cos (2 * G_PI * uniform (chance));
}

/* Marsaglia and Tsang 2000. */
static double
gamma_draw (Chance *chance, double shape)
{
  double d = (shape < 1 ? shape + 1 : shape) - 1 / 3.0, c = 1 / sqrt (9 * d), x, v;

  do
    {
      do
        {
          x = normal (chance);
          v = 1 + c * x;
        }
      while (v <= 0);
      v = v * v * v;
    }
  while (log (uniform (chance)) >= 0.5 * x * x + d - d * v + d * log (v));
  return shape < 1 ? d * v * pow (uniform (chance), 1 / shape) : d * v;
}

static guint
poisson (Chance *chance, double mean)
{
  double product = uniform (chance), end = exp (-mean);
  guint n = 0;

  for (; product > end; n++)
    product *= uniform (chance);
  return n;
}

static guint
binomial (Chance *chance, guint n, double p)
{
  guint x = 0;

  for (guint i = 0; i < n; i++)
    x += uniform (chance) < p;
  return x;
}

/* The rate of one window. */
static double
window_rate (Chance *chance, double rate, double rho)
{
  double a, b;

  if (rho <= 0)
    return rate;
  a = gamma_draw (chance, rate * (1 - rho) / rho);
  b = gamma_draw (chance, (1 - rate) * (1 - rho) / rho);
  return a / (a + b);
}

static void
draw_windows (Chance *chance, SkyCluster *clusters, guint m, double rate, double rho)
{
  for (guint i = 0; i < m; i++)
    {
      guint rounds = 1 + poisson (chance, 5.4), n = 0;

      for (guint j = 0; j < rounds; j++)
        n += 1 + poisson (chance, 4);
      clusters[i] = (SkyCluster){ binomial (chance, n, window_rate (chance, rate, rho)), n, 1, 0 };
    }
}

static gboolean
holds (const SkyInterval *interval, double value)
{
  return interval->low <= value && value <= interval->high;
}

/* Below by more than chance explains: four standard errors of so many trials. */
static double
least (double nominal)
{
  return nominal - 4 * sqrt (nominal * (1 - nominal) / n_trials);
}

static void
test_rates (void)
{
  static const double rates[] = { 0.01, 0.03, 0.08 }, rhos[] = { 0, 0.02, 0.05 };
  static const guint ms[] = { 8, 12, 24 };
  Chance chance = { 2023 };
  SkyCluster clusters[24];

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    for (guint j = 0; j < G_N_ELEMENTS (rhos); j++)
      for (guint k = 0; k < G_N_ELEMENTS (ms); k++)
        {
          guint held = 0, plain = 0, exact = 0;
          double share;

          for (guint trial = 0; trial < n_trials; trial++)
            {
              SkyRate rate;
              SkyInterval symmetric;
              gboolean is_held;

              draw_windows (&chance, clusters, ms[k], rates[i], rhos[j]);
              rate = sky_rate_compute (clusters, ms[k], SKY_RATE_OF_CLUSTERED);
              is_held = holds (&rate.interval, rates[i]);
              held += is_held;
              exact += rate.method == SKY_RATE_EXACT;
              /* What the design has: symmetric on the scale of the rate itself. */
              symmetric.low = rate.rate - sky_interval_t (ms[k] - 1.0) * rate.error;
              symmetric.high = rate.rate + sky_interval_t (ms[k] - 1.0) * rate.error;
              plain += rate.method == SKY_RATE_EXACT ? is_held : holds (&symmetric, rates[i]);
            }
          share = (double) held / n_trials;
          g_test_message (
              "rate %.2f, rho %.2f, %2u windows: held %.2f %%, symmetric %.2f %%, exact "
              "in %.0f %%",
              rates[i], rhos[j], ms[k], 100 * share, 100.0 * plain / n_trials,
              100.0 * exact / n_trials);
          g_assert_cmpfloat (share, >, least (0.935));
        }
}

/* Strata drawn with other probabilities, and other rates in them. */
static void
test_strata (void)
{
  Chance chance = { 7 };
  SkyCluster clusters[18];
  guint held = 0;
  /* A dealer has three quarters of the time and errs in 2 %, the other errs in 6 %; nine windows
   * of each. */
  const double truth = 0.75 * 0.02 + 0.25 * 0.06;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      SkyRate rate;

      draw_windows (&chance, clusters, 9, 0.02, 0.02);
      draw_windows (&chance, clusters + 9, 9, 0.06, 0.02);
      for (guint i = 0; i < 18; i++)
        {
          clusters[i].weight = i < 9 ? 3 : 1;
          clusters[i].stratum = i < 9;
        }
      rate = sky_rate_compute (clusters, 18, SKY_RATE_OF_CLUSTERED);
      held += holds (&rate.interval, truth);
    }
  g_test_message ("two strata: held %.2f %%", 100.0 * held / n_trials);
  g_assert_cmpfloat ((double) held / n_trials, >, least (0.935));
}

/* Rates of rounds drawn by themselves. */
static void
test_units (void)
{
  static const double rates[] = { 0.01, 0.05, 0.2 };
  Chance chance = { 99 };
  SkyCluster clusters[60];

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      guint held = 0;

      for (guint trial = 0; trial < n_trials; trial++)
        {
          SkyRate rate;

          for (guint j = 0; j < 60; j++)
            clusters[j] = (SkyCluster){ uniform (&chance) < rates[i], 1, 1, 0 };
          rate = sky_rate_compute (clusters, 60, SKY_RATE_OF_UNITS);
          held += holds (&rate.interval, rates[i]);
        }
      g_test_message ("60 rounds, rate %.2f: held %.2f %%", rates[i], 100.0 * held / n_trials);
      g_assert_cmpfloat ((double) held / n_trials, >, least (0.935));
    }
}

/* Differences of many sizes: a few chips, and now and then a stack. */
static void
test_amounts (void)
{
  Chance chance = { 5 };
  SkyCluster clusters[24];
  guint held = 0, n = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      SkyRate rate;

      draw_windows (&chance, clusters, 24, 0.05, 0.02);
      for (guint i = 0; i < 24; i++)
        {
          guint errors = (guint) clusters[i].x;

          clusters[i].x = 0;
          for (guint j = 0; j < errors; j++)
            clusters[i].x += 100 * exp (normal (&chance));
          clusters[i].n *= 1000;
        }
      rate = sky_rate_compute (clusters, 24, SKY_RATE_OF_AMOUNTS);
      if (rate.method == SKY_RATE_NONE)
        continue;
      n++;
      /* The mean of exp of a normal draw is exp (1/2). */
      held += holds (&rate.interval, 0.05 * 100 * exp (0.5) / 1000);
    }
  g_test_message ("amounts: held %.2f %% of %u", 100.0 * held / n, n);
  g_assert_cmpfloat ((double) held / n, >, least (0.90));
}

/* A coder who misses some errors and sees others that are none, tested on so many. */
static void
test_coder (void)
{
  static const double rates[] = { 0.005, 0.02, 0.06 }, ses[] = { 0.8, 0.95, 1 };
  static const double sps[] = { 0.98, 0.995, 1 };
  static const guint tests[] = { 30, 100 };
  Chance chance = { 11 };

  for (guint i = 0; i < 54; i++)
    {
      double truth = rates[i % 3], se = ses[i / 3 % 3], sp = sps[i / 9 % 3];
      guint held = 0, delta_held = 0, n = 0;

      for (guint trial = 0; trial < n_trials; trial++)
        {
          SkyCoderRecord coder = { tests[i / 27], 0, 10 * tests[i / 27], 0 };
          SkyCluster clusters[24];
          SkyInterval interval, delta;
          SkyRate rate;
          double value, a, b, error;

          for (guint j = 0; j < 24; j++)
            {
              guint errors = binomial (&chance, 30, truth);

              clusters[j] = (SkyCluster){
                binomial (&chance, errors, se) + binomial (&chance, 30 - errors, 1 - sp), 30, 1, 0
              };
            }
          rate = sky_rate_compute (clusters, 24, SKY_RATE_OF_CLUSTERED);
          coder.found = binomial (&chance, (guint) coder.planted, se);
          coder.flagged = binomial (&chance, (guint) coder.clean, 1 - sp);
          if (!sky_coder_is_known (&coder))
            continue;
          n++;
          value = sky_rate_correct (&rate, &coder, &interval);
          held += holds (&interval, truth);
          /* What the design has: the delta method. */
          a = (double) coder.found / coder.planted;
          b = 1 - (double) coder.flagged / coder.clean;
          error =
              sqrt (rate.error * rate.error + (1 - value) * (1 - value) * b * (1 - b) / coder.clean
                    + value * value * a * (1 - a) / coder.planted)
              / (a + b - 1);
          delta = (SkyInterval){ value - 1.96 * error, value + 1.96 * error };
          delta_held += holds (&delta, truth);
        }
      g_test_message ("rate %.3f, Se %.2f, Sp %.3f, %u planted: held %.2f %%, delta method %.2f %%",
                      truth, se, sp, tests[i / 27], 100.0 * held / n, 100.0 * delta_held / n);
      g_assert_cmpfloat ((double) held / n, >, least (0.94));
    }
}

/* Agreement of coders who are worse at some rounds: wagers of one round go together. */
static void
test_agreement (void)
{
  Chance chance = { 17 };
  guint n = MIN (n_trials, 1000), held = 0, held_ac1 = 0, held_agreed = 0;
  /* Of 100 wagers 10 are not as due; a round in ten is blurred, where the second coder errs in
   * half; else in 2 %: 6.8 % of both kinds. Worked out by hand: chance for kappa .9 × .8544 + .1 ×
   * .1456 = .78352, for AC1 2 × .8772 × .1228 = .21544. */
  const double agreed = 1 - 0.068, kappa = (agreed - 0.78352) / (1 - 0.78352);
  const double ac1 = (agreed - 0.21544032) / (1 - 0.21544032);

  for (guint trial = 0; trial < n; trial++)
    {
      SkyAgreementUnit units[600];
      SkyAgreement agreement;

      for (guint i = 0; i < 120; i++)
        {
          double wrong = uniform (&chance) < 0.1 ? 0.5 : 0.02;

          for (guint j = 0; j < 5; j++)
            {
              guint a = uniform (&chance) < 0.1;

              units[i * 5 + j] = (SkyAgreementUnit){ i, a, uniform (&chance) < wrong ? !a : a };
            }
        }
      agreement = sky_agreement_compute (units, 600, 2, trial);
      held += agreement.kappa.low <= kappa && kappa <= agreement.kappa.high;
      held_ac1 += agreement.ac1.low <= ac1 && ac1 <= agreement.ac1.high;
      held_agreed += agreement.agreed.low <= agreed && agreed <= agreement.agreed.high;
    }
  g_test_message ("agreement: kappa held %.1f %%, AC1 %.1f %%, share %.1f %%", 100.0 * held / n,
                  100.0 * held_ac1 / n, 100.0 * held_agreed / n);
  g_assert_cmpfloat ((double) held / n, >, 0.92 - 4 * sqrt (0.05 * 0.95 / n));
  g_assert_cmpfloat ((double) held_ac1 / n, >, 0.92 - 4 * sqrt (0.05 * 0.95 / n));
  g_assert_cmpfloat ((double) held_agreed / n, >, 0.92 - 4 * sqrt (0.05 * 0.95 / n));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    n_trials = (guint) strtoul (argv[1], NULL, 10);
  g_test_add_func ("/rate-coverage/rates", test_rates);
  g_test_add_func ("/rate-coverage/strata", test_strata);
  g_test_add_func ("/rate-coverage/units", test_units);
  g_test_add_func ("/rate-coverage/amounts", test_amounts);
  g_test_add_func ("/rate-coverage/coder", test_coder);
  g_test_add_func ("/rate-coverage/agreement", test_agreement);
  return g_test_run ();
}
