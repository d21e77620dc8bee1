/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rates: the jackknife and the intervals worked out by hand beside each, section by section of the
 * design's own figures, and the correction for the coder against a published example. */
#include "config.h"

#include "sky-rate.h"

#include <math.h>

static void
assert_near (double value, double expected, double within)
{
  if (!(fabs (value - expected) <= within))
    g_error ("%.9f is not %.9f", value, expected);
}

/* Seven errors among 240 in six windows of forty: an error in each. */
static const SkyCluster many[] = {
  { 1, 40, 1, 0 }, { 1, 40, 1, 0 }, { 2, 40, 1, 0 },
  { 1, 40, 1, 0 }, { 1, 40, 1, 0 }, { 1, 40, 1, 0 },
};

static void
test_jackknife (void)
{
  static const SkyCluster equal[] = {
    { 0, 10, 1, 0 },
    { 1, 10, 1, 0 },
    { 2, 10, 1, 0 },
    { 1, 10, 1, 0 },
  };
  static const SkyCluster unequal[] = { { 1, 10, 1, 0 }, { 1, 30, 1, 0 }, { 4, 20, 1, 0 } };
  SkyRate rate = sky_rate_compute (equal, 4, SKY_RATE_OF_CLUSTERED);

  g_assert_cmpuint (rate.n_clusters, ==, 4);
  g_assert_cmpuint (rate.n_in_error, ==, 3);
  assert_near (rate.rate, 0.1, 1e-12);
  /* By hand: windows of one size, so that it is the error of a mean: the variance of 0, .1, .2, .1
   * is .02/3, divided by four. */
  assert_near (rate.error, sqrt (0.02 / 3 / 4), 1e-12);

  rate = sky_rate_compute (unequal, 3, SKY_RATE_OF_CLUSTERED);
  /* By hand: 6/60; without one at a time 5/50, 5/30, 2/40; 2/3 of the squares of 0, 1/15, -1/20. */
  assert_near (rate.rate, 0.1, 1e-12);
  assert_near (rate.error, sqrt (2 / 3.0 * (1 / 225.0 + 1 / 400.0)), 1e-12);
}

static void
test_strata (void)
{
  static const SkyCluster strata[] = {
    { 1, 10, 2, 7 },
    { 0, 10, 1, 3 },
    { 3, 10, 2, 7 },
    { 2, 10, 1, 3 },
  };
  /* A stratum of one window goes to another: four windows, one stratum. */
  static const SkyCluster alone[] = {
    { 0, 10, 1, 0 },
    { 1, 10, 1, 0 },
    { 2, 10, 1, 0 },
    { 1, 10, 1, 5 },
  };
  /* Three of one window each are one stratum together. */
  static const SkyCluster apart[] = { { 0, 10, 1, 0 }, { 1, 10, 1, 1 }, { 2, 10, 1, 2 } };
  static const SkyCluster one[] = { { 1, 10, 1, 0 } };
  SkyRate rate = sky_rate_compute (strata, 4, SKY_RATE_OF_CLUSTERED);

  /* By hand, weighted: 10/60. Without a window of the first stratum 14/60 and 6/60, of the second
   * 12/60 and 8/60; half of the squares: (16 + 16 + 4 + 4) / 3600 / 2. */
  assert_near (rate.x, 6, 0);
  assert_near (rate.n, 40, 0);
  assert_near (rate.rate, 1 / 6.0, 1e-12);
  assert_near (rate.error, sqrt (20.0) / 60, 1e-12);

  rate = sky_rate_compute (alone, 4, SKY_RATE_OF_CLUSTERED);
  assert_near (rate.error, sqrt (0.02 / 3 / 4), 1e-12);
  rate = sky_rate_compute (apart, 3, SKY_RATE_OF_CLUSTERED);
  /* By hand: the variance of 0, .1, .2 is .01, divided by three. */
  assert_near (rate.error, sqrt (0.01 / 3), 1e-12);
  rate = sky_rate_compute (one, 1, SKY_RATE_OF_CLUSTERED);
  g_assert_true (isnan (rate.error));
  g_assert_cmpint (rate.method, ==, SKY_RATE_EXACT);
  assert_near (rate.deff, 1.5, 1e-12);
}

static void
test_logit (void)
{
  SkyRate rate = sky_rate_compute (many, 6, SKY_RATE_OF_CLUSTERED);
  double r = 7 / 240.0, error, half;

  g_assert_cmpint (rate.method, ==, SKY_RATE_JACKKNIFE_LOGIT);
  /* By hand: the shares 1/40 five times and 2/40 have the variance (1/40)² (5/36 + 25/36) / 5, and
   * a sixth of it is the mean's; t with five degrees of freedom is 2.5706. */
  error = 1 / 40.0 * sqrt (30 / 36.0 / 5 / 6);
  half = 2.570582 * error / (r * (1 - r));
  assert_near (rate.error, error, 1e-12);
  assert_near (rate.interval.low, 1 / (1 + (1 - r) / r * exp (half)), 1e-7);
  assert_near (rate.interval.high, 1 / (1 + (1 - r) / r * exp (-half)), 1e-7);
}

static void
test_few (void)
{
  SkyCluster few[12];
  SkyRate rate;
  double deff;

  for (guint i = 0; i < 12; i++)
    few[i] = (SkyCluster){ i < 2 ? 2 : 0, 25, 1, 0 };
  rate = sky_rate_compute (few, 12, SKY_RATE_OF_CLUSTERED);
  g_assert_cmpint (rate.method, ==, SKY_RATE_EXACT);
  /* By hand: of the shares .08 twice and 0 ten times the variance is .0128 × 10/12 / 11, a twelfth
   * of it the mean's; the binomial variance .0133 × .9867 / 300; t with 11 degrees 2.2010. */
  deff = 0.0128 * 10 / 12 / 11 / 12 / (4 / 300.0 * 296 / 300.0 / 300.0);
  deff *= pow (2.2009852 / 1.9599640, 2);
  assert_near (rate.deff, deff, 1e-5);
  assert_near (rate.interval.low, sky_interval_exact (4 / deff, 300 / deff).low, 1e-6);
  assert_near (rate.interval.high, sky_interval_exact (4 / deff, 300 / deff).high, 1e-6);

  /* None: the windows cannot tell, and 1.5 stands for what they would. */
  for (guint i = 0; i < 12; i++)
    few[i].x = 0;
  rate = sky_rate_compute (few, 12, SKY_RATE_OF_CLUSTERED);
  deff = 1.5 * pow (2.2009852 / 1.9599640, 2);
  assert_near (rate.deff, deff, 1e-5);
  assert_near (rate.interval.low, 0, 0);
  assert_near (rate.interval.high, 1 - pow (0.025, deff / 300), 1e-6);
  /* Where windows have other weights, they are worth less: half of them counted three times. */
  for (guint i = 0; i < 12; i++)
    few[i].weight = i < 6 ? 3 : 1;
  rate = sky_rate_compute (few, 12, SKY_RATE_OF_CLUSTERED);
  /* By hand: 2 × (9 + 1) / (3 + 1)². */
  assert_near (rate.deff, deff * 1.25, 1e-5);
}

/* Section 9 of the design: what a plan can show. */
static void
test_design (void)
{
  SkyCluster units[100];
  SkyRate rate;

  assert_near (sky_interval_at_most (30), 0.095, 0.0005);
  assert_near (sky_interval_at_most (100), 0.0295, 0.00005);
  assert_near (sky_interval_at_most (300), 0.0099, 0.00005);
  for (guint i = 0; i < 100; i++)
    units[i] = (SkyCluster){ i < 3, 1, 1, 0 };
  rate = sky_rate_compute (units, 100, SKY_RATE_OF_UNITS);
  g_assert_cmpint (rate.method, ==, SKY_RATE_WILSON);
  assert_near (rate.interval.low, 0.010, 0.0005);
  assert_near (rate.interval.high, 0.085, 0.0005);
  for (guint i = 0; i < 3; i++)
    units[i].x = 0;
  rate = sky_rate_compute (units, 100, SKY_RATE_OF_UNITS);
  g_assert_cmpint (rate.method, ==, SKY_RATE_EXACT);
  assert_near (rate.interval.high, 1 - pow (0.025, 0.01), 1e-12);
}

static void
test_amounts (void)
{
  SkyCluster amounts[8];
  SkyRate rate;

  for (guint i = 0; i < 8; i++)
    amounts[i] = (SkyCluster){ i < 5 ? 100 * (i + 1) : 0, 10000, 1, 0 };
  rate = sky_rate_compute (amounts, 8, SKY_RATE_OF_AMOUNTS);
  /* Five windows with a difference are too few for an interval, and there is no other. */
  g_assert_cmpint (rate.method, ==, SKY_RATE_NONE);
  g_assert_true (isnan (rate.interval.low));
  amounts[5].x = 600;
  rate = sky_rate_compute (amounts, 8, SKY_RATE_OF_AMOUNTS);
  g_assert_cmpint (rate.method, ==, SKY_RATE_JACKKNIFE_LOG);
  /* By hand: of .01 … .06, 0, 0 the mean is .02625, the sum of squares .0091 - 8 × .02625². */
  {
    double r = 0.02625, error = sqrt ((0.0091 - 8 * r * r) / 7 / 8);

    assert_near (rate.error, error, 1e-12);
    assert_near (rate.interval.low, r * exp (-2.3646243 * error / r), 1e-8);
    assert_near (rate.interval.high, r * exp (2.3646243 * error / r), 1e-8);
  }
}

static void
test_nothing (void)
{
  static const SkyCluster empty[] = { { 0, 0, 1, 0 }, { 0, 0, 1, 0 } }, all[] = { { 5, 5, 1, 0 } };
  SkyRate rate = sky_rate_compute (empty, 2, SKY_RATE_OF_CLUSTERED);

  g_assert_true (isnan (rate.rate));
  g_assert_cmpint (rate.method, ==, SKY_RATE_NONE);
  rate = sky_rate_compute (NULL, 0, SKY_RATE_OF_UNITS);
  g_assert_true (isnan (rate.rate));
  rate = sky_rate_compute (all, 1, SKY_RATE_OF_CLUSTERED);
  assert_near (rate.rate, 1, 0);
  assert_near (rate.interval.high, 1, 0);
}

/* The example of RSurveillance's tp() (Sergeant 2016; the method is that of Reiczigel, Földi and
 * Ózsvári 2010): 20 of 120, sensitivity .9, specificity .99, both known for certain. */
static void
test_coder (void)
{
  SkyRate rate = { .rate = 20 / 120.0, .interval = sky_interval_exact (20, 120) };
  const SkyCoderRecord certain = { 10000000000, 9000000000, 10000000000, 100000000 };
  SkyCoderRecord coder = { 50, 40, 500, 5 };
  SkyInterval interval;
  double value = sky_rate_correct (&rate, &certain, &interval);

  /* By hand: (.166667 - .01) / .89. */
  assert_near (value, (1 / 6.0 - 0.01) / 0.89, 1e-9);
  assert_near (value, 0.17603, 0.000005);
  assert_near (interval.low, 0.1066051, 0.00001);
  assert_near (interval.high, 0.2647191, 0.00001);

  /* The same with a coder of whom less is known: Se 40/50 and Sp 495/500, each with Wilson's
   * interval, and what each could move the value added as squares. */
  value = sky_rate_correct (&rate, &coder, &interval);
  assert_near (value, (1 / 6.0 - 0.01) / 0.79, 1e-9);
  {
    SkyInterval se = sky_interval_wilson (40, 50), sp = sky_interval_wilson (495, 500);
    double of_rate = value - (rate.interval.low - 0.01) / 0.79;
    double of_se = value - (1 / 6.0 - 0.01) / (se.high - 0.01);
    double of_sp = value - (1 / 6.0 + sp.low - 1) / (0.8 + sp.low - 1);

    assert_near (interval.low, value - sqrt (of_rate * of_rate + of_se * of_se + of_sp * of_sp),
                 1e-9);
  }
  /* Fewer errors than the coder sees where there are none: the rate is 0, and not below. */
  rate = (SkyRate){ .rate = 0.005, .interval = { 0.001, 0.012 } };
  assert_near (sky_rate_correct (&rate, &coder, &interval), 0, 0);
  assert_near (interval.low, 0, 0);
  g_assert_cmpfloat (interval.high, >, 0.002);

  g_assert_true (sky_coder_is_known (&coder));
  coder.planted = 19;
  coder.found = 19;
  g_assert_false (sky_coder_is_known (&coder));
  /* Who finds as many errors where there are none as where there are cannot be corrected for. */
  coder = (SkyCoderRecord){ 40, 10, 40, 30 };
  g_assert_false (sky_coder_is_known (&coder));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rate/jackknife", test_jackknife);
  g_test_add_func ("/rate/strata", test_strata);
  g_test_add_func ("/rate/logit", test_logit);
  g_test_add_func ("/rate/few", test_few);
  g_test_add_func ("/rate/design", test_design);
  g_test_add_func ("/rate/amounts", test_amounts);
  g_test_add_func ("/rate/nothing", test_nothing);
  g_test_add_func ("/rate/coder", test_coder);
  return g_test_run ();
}
