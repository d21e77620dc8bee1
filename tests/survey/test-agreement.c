/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agreement against published tables and against what is worked out by hand beside each; intervals
 * of a proportion against published ones. */
#include "config.h"

#include "sky-agreement.h"

#include <math.h>

static void
assert_near (double value, double expected, double within)
{
  if (!(fabs (value - expected) <= within))
    g_error ("%.9f is not %.9f", value, expected);
}

/* Each unit a round of its own. */
static SkyAgreement
compute (const guint *table, guint n_categories)
{
  g_autoptr (GArray) units = g_array_new (FALSE, FALSE, sizeof (SkyAgreementUnit));

  for (guint a = 0; a < n_categories; a++)
    for (guint b = 0; b < n_categories; b++)
      for (guint i = 0; i < table[a * n_categories + b]; i++)
        {
          SkyAgreementUnit unit = { units->len, a, b };

          g_array_append_val (units, unit);
        }
  return sky_agreement_compute ((const SkyAgreementUnit *) (gpointer) units->data, units->len,
                                n_categories, 1);
}

/* Feinstein and Cicchetti 1990, Journal of Clinical Epidemiology 43:543, their two examples of the
 * same agreement with other margins (also Gerstman, Epidemiology Kept Simple, table 10.6). */
static void
test_kappa (void)
{
  static const guint balanced[] = { 40, 9, 6, 45 }, skewed[] = { 80, 10, 5, 5 };
  /* Fleiss, Levin and Paik 2003, Statistical Methods for Rates and Proportions, table 18.1. */
  static const guint diagnoses[] = { 75, 1, 4, 5, 4, 1, 0, 0, 10 };
  SkyAgreement agreement = compute (balanced, 2);

  g_assert_cmpuint (agreement.n, ==, 100);
  g_assert_cmpuint (agreement.n_agreed, ==, 85);
  assert_near (agreement.agreed.value, 0.85, 1e-12);
  /* By hand: chance .49 × .46 + .51 × .54 = .5008; (.85 - .5008) / .4992. */
  assert_near (agreement.kappa.value, 0.3492 / 0.4992, 1e-12);
  assert_near (agreement.kappa.value, 0.70, 0.005);

  agreement = compute (skewed, 2);
  /* By hand: chance .90 × .85 + .10 × .15 = .78; .07 / .22. */
  assert_near (agreement.kappa.value, 0.07 / 0.22, 1e-12);
  assert_near (agreement.kappa.value, 0.32, 0.005);

  agreement = compute (diagnoses, 3);
  /* By hand: chance .80 × .80 + .10 × .05 + .10 × .15 = .66; (.89 - .66) / .34. */
  assert_near (agreement.kappa.value, 0.23 / 0.34, 1e-12);
  assert_near (agreement.kappa.value, 0.68, 0.005);
}

/* The table of three abstractors' categories that comes with irrCAC (Gwet 2019, Computing
 * Chance-Corrected Agreement Coefficients, "overview"), with its coefficients and intervals. */
static void
test_ac1 (void)
{
  static const guint abstractors[] = { 13, 0, 0, 0, 20, 7, 0, 4, 56 };
  /* Gwet 2002, Kappa Statistic Is Not Satisfactory: kappa below nothing, AC1 .94. */
  static const guint rare[] = { 118, 5, 2, 0 };
  SkyAgreement agreement = compute (abstractors, 3);

  /* By hand: means .13, .255, .615; chance (.1131 + .189975 + .236775) / 2 = .269925. */
  assert_near (agreement.ac1.value, (0.89 - 0.269925) / (1 - 0.269925), 1e-12);
  assert_near (agreement.ac1.value, 0.8493305, 5e-8);
  /* By hand: chance .13 × .13 + .27 × .24 + .60 × .63 = .4597. */
  assert_near (agreement.kappa.value, 0.4303 / 0.5403, 1e-12);
  assert_near (agreement.kappa.value, 0.7964094, 5e-8);
  /* The published intervals are computed otherwise (a variance and t), so that they are near. */
  assert_near (agreement.kappa.low, 0.680, 0.02);
  assert_near (agreement.kappa.high, 0.913, 0.02);
  assert_near (agreement.ac1.low, 0.764, 0.02);
  assert_near (agreement.ac1.high, 0.935, 0.02);

  agreement = compute (rare, 2);
  /* By hand: means .972 and .028; chance 2 × .972 × .028 = .054432. */
  assert_near (agreement.ac1.value, (0.944 - 0.054432) / 0.945568, 1e-12);
  assert_near (agreement.ac1.value, 0.9408, 0.00005);
  /* By hand: chance .984 × .96 + .016 × .04 = .94528. */
  assert_near (agreement.kappa.value, -0.00128 / 0.05472, 1e-12);
  assert_near (agreement.kappa.value, -0.0234, 0.00005);
}

/* Cicchetti and Feinstein 1990, Journal of Clinical Epidemiology 43:551: positive and negative
 * agreement of the skewed table above. */
static void
test_positive (void)
{
  SkyPositiveRound positive[95], negative[20];
  SkyPositive result;

  for (guint i = 0; i < 95; i++)
    positive[i] = (SkyPositiveRound){ i < 80, i >= 80 && i < 90, i >= 90 };
  for (guint i = 0; i < 20; i++)
    negative[i] = (SkyPositiveRound){ i < 5, i >= 5 && i < 15, i >= 15 };
  result = sky_positive_compute (positive, 95, 1);
  g_assert_cmpuint (result.both, ==, 80);
  g_assert_cmpuint (result.only_a, ==, 10);
  g_assert_cmpuint (result.only_b, ==, 5);
  /* By hand: 160 of 90 + 85. */
  assert_near (result.agreed.value, 160.0 / 175.0, 1e-12);
  assert_near (result.agreed.value, 0.91, 0.005);
  g_assert_cmpfloat (result.agreed.low, <, result.agreed.value);
  g_assert_cmpfloat (result.agreed.high, >, result.agreed.value);
  /* By hand, with J = 80/95 of those that either has: 2 J / (1 + J), whose error by the delta
   * method is 2 / (1 + J)² × sqrt (J (1 - J) / 95) = .0220. */
  assert_near ((result.agreed.high - result.agreed.low) / (2 * 1.96), 0.0220, 0.003);

  result = sky_positive_compute (negative, 20, 1);
  /* By hand: 10 of 15 + 10. */
  assert_near (result.agreed.value, 0.40, 1e-12);

  result = sky_positive_compute (NULL, 0, 1);
  g_assert_true (isnan (result.agreed.value));
}

/* What cannot be computed says so, and where all agree the interval does not. */
static void
test_ends (void)
{
  static const guint one[] = { 30, 0, 0, 0 }, all[] = { 20, 0, 0, 10 }, none[] = { 0, 8, 2, 0 };
  SkyAgreement agreement = compute (one, 2);

  assert_near (agreement.agreed.value, 1.0, 0);
  g_assert_true (isnan (agreement.kappa.value));
  g_assert_true (isnan (agreement.ac1.value));
  /* Of thirty without a disagreement: by hand .025 to the power of 1/30. */
  assert_near (agreement.agreed.low, pow (0.025, 1 / 30.0), 1e-12);
  assert_near (agreement.agreed.high, 1.0, 0);

  agreement = compute (all, 2);
  assert_near (agreement.kappa.value, 1.0, 0);
  assert_near (agreement.ac1.value, 1.0, 0);
  /* By hand: chance 4/9 + 1/9 for kappa, 4/9 for AC1. */
  assert_near (agreement.kappa.low, (pow (0.025, 1 / 30.0) - 5 / 9.0) * 9 / 4, 1e-12);
  assert_near (agreement.ac1.low, (pow (0.025, 1 / 30.0) - 4 / 9.0) * 9 / 5, 1e-12);

  agreement = compute (none, 2);
  assert_near (agreement.agreed.value, 0.0, 0);
  assert_near (agreement.agreed.high, 1 - pow (0.025, 1 / 10.0), 1e-12);

  agreement = sky_agreement_compute (NULL, 0, 0, 1);
  g_assert_true (isnan (agreement.agreed.value));
}

/* Units of one round are drawn together: where they are all alike there are as many observations as
 * rounds, and the interval is as wide. */
static void
test_rounds (void)
{
  SkyAgreementUnit alone[60], alike[600];
  SkyAgreement few, many, again, other;

  for (guint i = 0; i < 60; i++)
    alone[i] = (SkyAgreementUnit){ i, i % 3, i % 10 == 0 ? (i + 1) % 3 : i % 3 };
  for (guint i = 0; i < 600; i++)
    {
      alike[i] = alone[i % 60];
      g_assert_cmpuint (alike[i].round, ==, i % 60);
    }
  few = sky_agreement_compute (alone, 60, 3, 7);
  many = sky_agreement_compute (alike, 600, 3, 7);
  again = sky_agreement_compute (alone, 60, 3, 7);
  other = sky_agreement_compute (alone, 60, 3, 8);
  g_assert_cmpuint (many.n_rounds, ==, 60);
  assert_near (many.kappa.value, few.kappa.value, 1e-12);
  assert_near (many.kappa.low, few.kappa.low, 1e-12);
  assert_near (many.agreed.high, few.agreed.high, 1e-12);
  /* The same seed, the same draws. */
  g_assert_true (again.kappa.low == few.kappa.low && again.ac1.high == few.ac1.high);
  g_assert_true (other.kappa.low != few.kappa.low || other.kappa.high != few.kappa.high
                 || other.ac1.low != few.ac1.low || other.ac1.high != few.ac1.high);
}

/* Newcombe 1998, Statistics in Medicine 17:857, table I: methods 3 (Wilson) and 5 (exact). */
static void
test_proportions (void)
{
  static const struct
  {
    double x, n, wilson_low, wilson_high, exact_low, exact_high;
  } rows[] = {
    { 81, 263, 0.2553, 0.3662, 0.2527, 0.3676 },
    { 15, 148, 0.0624, 0.1605, 0.0578, 0.1617 },
    { 0, 20, 0.0000, 0.1611, 0.0000, 0.1684 },
    { 1, 29, 0.0061, 0.1718, 0.0009, 0.1776 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SkyInterval wilson = sky_interval_wilson (rows[i].x, rows[i].n);
      SkyInterval exact = sky_interval_exact (rows[i].x, rows[i].n);

      assert_near (wilson.low, rows[i].wilson_low, 0.00006);
      assert_near (wilson.high, rows[i].wilson_high, 0.00006);
      assert_near (exact.low, rows[i].exact_low, 0.00006);
      assert_near (exact.high, rows[i].exact_high, 0.00006);
    }
  /* By hand: none of n leaves 1 - .025^(1/n), all of n .025^(1/n). */
  for (double n = 1; n < 5000; n *= 3)
    {
      assert_near (sky_interval_exact (0, n).high, 1 - pow (0.025, 1 / n), 1e-12);
      assert_near (sky_interval_exact (n, n).low, pow (0.025, 1 / n), 1e-12);
    }
}

/* Student 1908 and every table since. */
static void
test_t (void)
{
  static const double rows[][2] = {
    { 1, 12.7062047 }, { 2, 4.3026527 },  { 5, 2.5705818 },
    { 11, 2.2009852 }, { 30, 2.0422725 }, { 1e7, 1.9599640 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_near (sky_interval_t (rows[i][0]), rows[i][1], 1e-6);
  /* By hand: with one degree tan (.475 π), with two sqrt (2 × .95² / (1 - .95²)). */
  assert_near (sky_interval_t (1), tan (0.475 * G_PI), 1e-8);
  assert_near (sky_interval_t (2), sqrt (2 * 0.95 * 0.95 / (1 - 0.95 * 0.95)), 1e-9);
}

static void
test_scales (void)
{
  SkyInterval logit = sky_interval_logit (0.2, 0.04, 2),
              log_scale = sky_interval_log (0.2, 0.04, 2);

  /* By hand: ln .25 ± 2 × .04 / .16 and ln .2 ± 2 × .04 / .2. */
  assert_near (log (logit.low / (1 - logit.low)), log (0.25) - 0.5, 1e-12);
  assert_near (log (logit.high / (1 - logit.high)), log (0.25) + 0.5, 1e-12);
  assert_near (log_scale.low, 0.2 * exp (-0.4), 1e-12);
  assert_near (log_scale.high, 0.2 * exp (0.4), 1e-12);
}

/* Each number as likely as any other: chi square over a thousand cells of 200. */
static void
test_chance (void)
{
  guint64 state = 2023;
  guint counts[1000] = { 0 };
  double chi_square = 0;

  for (guint i = 0; i < 200000; i++)
    counts[sky_chance_below (&state, 1000)]++;
  for (guint i = 0; i < 1000; i++)
    chi_square += (counts[i] - 200.0) * (counts[i] - 200.0) / 200.0;
  /* 999 degrees of freedom: exceeded once in a thousand, and undershot once in a thousand. */
  g_assert_cmpfloat (chi_square, <, 1143);
  g_assert_cmpfloat (chi_square, >, 867);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agreement/kappa", test_kappa);
  g_test_add_func ("/agreement/ac1", test_ac1);
  g_test_add_func ("/agreement/positive", test_positive);
  g_test_add_func ("/agreement/ends", test_ends);
  g_test_add_func ("/agreement/rounds", test_rounds);
  g_test_add_func ("/agreement/proportions", test_proportions);
  g_test_add_func ("/agreement/t", test_t);
  g_test_add_func ("/agreement/scales", test_scales);
  g_test_add_func ("/agreement/chance", test_chance);
  return g_test_run ();
}
