/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes evidence hold: under the null hypothesis the likelihood ratio of a week is 1 on
 * average, by whole enumeration; and the detector by hand. */
#include "config.h"

#include "sky-detector.h"
#include "sky-history.h"
#include "sky-odds-ratio.h"
#include "sky-rate-interval.h"
#include "sky-tilt.h"
#include "sky-win-sum.h"

#include <math.h>
#include <string.h>

#define assert_near(value, expected)                                                               \
  g_assert_cmpfloat_with_epsilon ((double) (value), (double) (expected),                           \
                                  1e-12 * MAX (1, fabs ((double) (expected))))

/* --- The detector -------------------------------------------------------------------------------
 */

static void
test_by_hand (void)
{
  g_autoptr (SkyDetector) detector = sky_detector_new (2);
  /* L of 2 and 1; of 1/4 and 1; of 8 and 1. */
  const long double weeks[][2] = { { M_LN2l, 0 }, { -2 * M_LN2l, 0 }, { 3 * M_LN2l, 0 } };
  /* R: (2, 1), (3/4, 2), (14, 3). */
  const double r[] = { 1.5, 1.375, 8.5 };
  const guint leads[] = { 0, 1, 0 };
  /* E from each week: 3/2; then 3/4 and 5/8; then 5/2, 3/2 and 9/2. */
  const double e[] = { 1.5, 0.75, 4.5 };
  const guint since[] = { 3, 3, 9 };

  for (guint k = 0; k < G_N_ELEMENTS (weeks); k++)
    {
      long double ln_e;

      sky_detector_add_week (detector, 3 * (k + 1), weeks[k]);
      assert_near (sky_detector_ln_r (detector), log (r[k]));
      g_assert_cmpuint (sky_detector_lead (detector), ==, leads[k]);
      g_assert_cmpuint (sky_detector_since (detector, &ln_e), ==, since[k]);
      assert_near (ln_e, log (e[k]));
    }
}

/* Evidence beyond all numbers stays right in its logarithm. */
static void
test_far (void)
{
  g_autoptr (SkyDetector) detector = sky_detector_new (1);
  long double much = 1e6L, little = -3e6L;

  sky_detector_add_week (detector, 0, &much);
  sky_detector_add_week (detector, 1, &much);
  assert_near (sky_detector_ln_r (detector), 2e6);
  sky_detector_add_week (detector, 2, &little);
  assert_near (sky_detector_ln_r (detector), -1e6);
  /* R is nothing beside 1 now, so that the next week begins anew. */
  sky_detector_add_week (detector, 3, &much);
  assert_near (sky_detector_ln_r (detector), 1e6);
  g_assert_cmpuint (sky_detector_since (detector, NULL), ==, 3);
}

/* --- On average 1 -------------------------------------------------------------------------------
 */

static void
test_arcs_mean (gconstpointer data)
{
  const guint places = GPOINTER_TO_UINT (data), n = sky_arcs_number (places);
  g_autofree long double *ln_l = g_new (long double, n), *mean = g_new0 (long double, n);
  g_autofree gint64 *counts = g_new0 (gint64, places);

  /* Two spins, each as likely as any. */
  for (guint a = 0; a < places; a++)
    for (guint b = 0; b < places; b++)
      {
        counts[a]++;
        counts[b]++;
        sky_arcs_compare (places, counts, ln_l);
        counts[a]--;
        counts[b]--;
        for (guint i = 0; i < n; i++)
          mean[i] += expl (ln_l[i]) / (places * places);
      }
  for (guint i = 0; i < n; i++)
    assert_near (mean[i], 1);
}

static void
test_dice_mean (void)
{
  long double ln_l[SKY_N_DICE], mean[SKY_N_DICE] = { 0 };

  for (guint a = 0; a < 216; a++)
    {
      gint64 counts[SKY_DICE_FACES] = { 0 };

      counts[a % 6]++;
      counts[a / 6 % 6]++;
      counts[a / 36]++;
      sky_dice_compare (counts, ln_l);
      for (guint i = 0; i < SKY_N_DICE; i++)
        mean[i] += expl (ln_l[i]) / 216;
    }
  for (guint i = 0; i < SKY_N_DICE; i++)
    assert_near (mean[i], 1);
}

static void
test_sevens_mean (void)
{
  long double ln_l[SKY_N_SEVENS], mean[SKY_N_SEVENS] = { 0 };
  const int n = 30;

  for (int x = 0; x <= n; x++)
    {
      long double ways = lgammal (n + 1) - lgammal (x + 1) - lgammal (n - x + 1);

      sky_sevens_compare (x, n - x, ln_l);
      for (guint i = 0; i < SKY_N_SEVENS; i++)
        mean[i] += expl (ln_l[i] + ways + (n - x) * logl (5) - n * logl (6));
    }
  for (guint i = 0; i < SKY_N_SEVENS; i++)
    assert_near (mean[i], 1);
}

/* C(n, k), small. */
static long double
choose (gint64 n, gint64 k)
{
  long double ways = 1;

  for (gint64 i = 0; i < k; i++)
    ways = ways * (n - i) / (i + 1);
  return k > n ? 0 : ways;
}

/* Over all that one dealer may have of the errors of all, at the margin that is still no worse. */
static void
assert_rates_mean (const SkyRateFamily *family, gint64 n, gint64 all_n, gint64 all_x)
{
  const long double null = (long double) family->numerator / family->denominator;
  long double mean[SKY_N_RATES] = { 0 }, all = 0;

  for (gint64 x = 0; x <= MIN (n, all_x); x++)
    {
      SkyStratum stratum = { x, n, all_n, all_x };
      long double ln_l[SKY_N_RATES] = { 0 };
      long double weight = choose (n, x) * choose (all_n - n, all_x - x) * powl (null, x);

      if (!sky_stratum_is_possible (&stratum))
        continue;
      sky_rates_add (family, &stratum, ln_l);
      all += weight;
      for (guint i = 0; i < SKY_N_RATES; i++)
        mean[i] += weight * expl (ln_l[i]);
    }
  for (guint i = 0; i < SKY_N_RATES; i++)
    assert_near (mean[i] / all, 1);
}

static void
test_rates_mean (void)
{
  static const gint64 margins[][3] = {
    { 10, 30, 4 }, { 1, 50, 7 }, { 29, 30, 12 }, { 20, 60, 60 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (margins); i++)
    {
      assert_rates_mean (&sky_error_rates, margins[i][0], margins[i][1], margins[i][2]);
      assert_rates_mean (&sky_pair_rates, margins[i][0], margins[i][1], margins[i][2]);
    }
}

/* Nobody else, or no error at all: nothing follows. */
static void
test_rates_alone (void)
{
  static const SkyStratum strata[] = { { 3, 10, 10, 3 }, { 0, 10, 100, 0 }, { 0, 0, 100, 9 } };

  for (guint i = 0; i < G_N_ELEMENTS (strata); i++)
    {
      long double ln_l[SKY_N_RATES] = { 0 };

      g_assert_true (sky_stratum_is_possible (&strata[i]));
      sky_rates_add (&sky_error_rates, &strata[i], ln_l);
      for (guint a = 0; a < SKY_N_RATES; a++)
        g_assert_true (ln_l[a] == 0);
    }
}

static void
test_wins_mean (void)
{
  SkyMoney gains[] = { -500, -500, -500, 17500, 2500, -1000000, 0 };
  SkyWinLaw law = { gains, G_N_ELEMENTS (gains) };
  long double mean[SKY_N_WINS] = { 0 };

  for (guint i = 0; i < law.n_results; i++)
    {
      long double ln_l[SKY_N_WINS] = { 0 };

      g_assert_true (sky_wins_add (&law, gains[i], ln_l));
      for (guint a = 0; a < SKY_N_WINS; a++)
        mean[a] += expl (ln_l[a]) / law.n_results;
    }
  for (guint a = 0; a < SKY_N_WINS; a++)
    assert_near (mean[a], 1);
}

static void
test_win_law (void)
{
  SkyMoney even[] = { 100, -100 }, sure[] = { 7, 7, 7 };
  SkyWinLaw law = { even, 2 }, nothing = { sure, 3 };
  g_autofree char *mean = sky_win_law_mean (&law);
  g_autofree char *variance = sky_win_law_variance (&law);
  g_autofree char *sure_mean = sky_win_law_mean (&nothing);
  long double ln_l[SKY_N_WINS] = { 0 };

  g_assert_cmpstr (mean, ==, "0");
  g_assert_cmpstr (variance, ==, "10000");
  assert_near (sky_win_law_deviation (&law), 100);
  g_assert_cmpstr (sure_mean, ==, "7");
  g_assert_false (sky_wins_add (&nothing, 7, ln_l));
}

/* A round each of whose gains comes by one result, in so many ways. */
static void
take_round (SkyWinChances *chances,
            SkyWinResults *results,
            const SkyMoney *gains,
            const guint *ways,
            guint n)
{
  *results = (SkyWinResults){ 0 };
  chances->n = n;
  for (guint i = 0; i < n; i++)
    {
      chances->all[i] = (SkyWinChance){ G_GUINT64_CONSTANT (1) << i, gains[i] };
      sky_win_results_add (results, i, ways[i]);
    }
  chances->all[n] = (SkyWinChance){ 0 };
}

static gboolean
add_round (SkyWinTally *tally, const SkyMoney *gains, const guint *ways, guint n, SkyMoney gain)
{
  SkyWinResults results;
  SkyWinChances chances;
  SkyWinChances *const rounds[] = { &chances, &chances };
  SkyWinWeight weight;
  SkyWinWeight *const weights[] = { &weight, &weight };

  take_round (&chances, &results, gains, ways, n);
  g_assert_cmpuint (results.n_ways, ==, tally->sum.n_ways);
  sky_win_weigh_two (rounds, &results, weights);
  if (weight.spread == 0)
    return FALSE;
  sky_win_tally_add (tally, &weight, 1, gain);
  return TRUE;
}

/* Rounds of @n_ways ways that are added quickly come to what they come to one by one. */
static void
compare_tally (guint n_ways, guint n_kinds, SkyMoney unit)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (n_ways + n_kinds);
  long double ln_l[SKY_N_WINS] = { 0 };
  SkyWinTally tally;

  sky_win_tally_init (&tally, n_ways);
  for (guint round = 0; round < 2000; round++)
    {
      SkyMoney all[216], gains[SKY_WIN_RESULTS];
      guint ways[SKY_WIN_RESULTS] = { 0 };
      const SkyWinLaw law = { all, n_ways };
      guint came = (guint) g_rand_int_range (rand, 0, (gint32) n_ways);

      for (guint i = 0; i < n_kinds; i++)
        gains[i] = unit * g_rand_int_range (rand, -1000, 1000);
      for (guint i = 0; i < n_ways; i++)
        {
          /* Each kind once, and the first more often. */
          const guint kind = i < n_kinds ? i : (guint) g_rand_int_range (rand, 0, 2);

          ways[kind]++;
          all[i] = gains[kind];
        }
      g_assert_true (add_round (&tally, gains, ways, n_kinds, all[came])
                     == sky_wins_add (&law, all[came], ln_l));
      if (round == 0)
        {
          g_autofree char *mean = sky_win_law_mean (&law);
          g_autofree char *variance = sky_win_law_variance (&law);
          g_autofree char *theory =
              sky_wide_fraction (sky_win_sum_theory (&tally.sum), SKY_WIN_PARTS);
          g_autofree char *spread = sky_wide_fraction (sky_win_sum_variance (&tally.sum),
                                                       (guint64) SKY_WIN_PARTS * SKY_WIN_PARTS);

          g_assert_cmpstr (theory, ==, mean);
          g_assert_cmpstr (spread, ==, variance);
        }
    }
  sky_win_tally_take (&tally);
  for (guint a = 0; a < SKY_N_WINS; a++)
    assert_near (tally.sum.ln_l[a], ln_l[a]);
}

static void
test_win_tally (void)
{
  compare_tally (38, 2, 100);
  compare_tally (37, 7, 25);
  compare_tally (38, 38, 1);
  compare_tally (54, 7, 100);
  compare_tally (216, 56, 500);
  /* Millions of dollars a round, whose squares do not add up in 64 bits. */
  compare_tally (216, 3, 10000000);
}

/* One way of 216 is as far from the mean as any may be; and where nothing can be won nothing is
 * observed. */
static void
test_win_tally_extremes (void)
{
  SkyMoney all[216], gains[SKY_WIN_RESULTS] = { -100, 1000000 };
  guint ways[SKY_WIN_RESULTS] = { 215, 1 }, same[SKY_WIN_RESULTS] = { 216 };
  const SkyWinLaw law = { all, 216 };
  long double ln_l[SKY_N_WINS] = { 0 };
  SkyWinTally tally;

  sky_win_tally_init (&tally, 216);
  g_assert_false (add_round (&tally, gains, same, 1, -100));
  for (guint i = 0; i < 216; i++)
    all[i] = gains[i == 0];
  for (guint i = 0; i < 1000; i++)
    {
      const SkyMoney came = gains[i % 100 == 0];

      sky_wins_add (&law, came, ln_l);
      g_assert_true (add_round (&tally, gains, ways, 2, came));
    }
  sky_win_tally_take (&tally);
  g_assert_cmpint (tally.sum.n_rounds, ==, 1000);
  for (guint a = 0; a < SKY_N_WINS; a++)
    assert_near (tally.sum.ln_l[a], ln_l[a]);
  /* More than a round of a table can come to. */
  gains[1] = G_GINT64_CONSTANT (1) << 50;
  g_assert_false (add_round (&tally, gains, ways, 2, -100));
}

static void
assert_same_weight (const SkyWinWeight *one, const SkyWinWeight *other)
{
  g_assert_cmpint (one->sum, ==, other->sum);
  g_assert_true (one->spread == other->spread);
  if (one->spread == 0)
    return;
  g_assert_true (one->mean == other->mean && one->step == other->step);
  for (guint a = 0; a < SKY_N_WINS; a++)
    g_assert_true (one->means[a] == other->means[a]);
}

/* Whichever round is weighed beside it, it has the same weight to the last digit; also beside one
 * whose squares do not add up in 64 bits, or that can win nothing. */
static void
test_win_weigh_two (void)
{
  static const guint numbers[] = { 1, 2, 5, 8, 54, 55 };
  static const SkyMoney units[] = { 1, 10000000 };
  SkyWinChances rounds[G_N_ELEMENTS (numbers) * G_N_ELEMENTS (units)];
  SkyWinWeight alone[G_N_ELEMENTS (rounds)];
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  SkyWinResults results = { 0 };

  for (guint i = 0; i < 55; i++)
    sky_win_results_add (&results, i, 1 + i % 2);
  for (guint r = 0; r < G_N_ELEMENTS (rounds); r++)
    {
      const guint n = numbers[r / G_N_ELEMENTS (units)];

      rounds[r].n = n;
      for (guint i = 0; i < n; i++)
        rounds[r].all[i] = (SkyWinChance){ G_GUINT64_CONSTANT (1) << i,
                                           units[r % G_N_ELEMENTS (units)]
                                               * g_rand_int_range (rand, -1000, 1000) };
      rounds[r].all[0].results |= ((G_GUINT64_CONSTANT (1) << 55) - 1) << n;
      rounds[r].all[0].results &= (G_GUINT64_CONSTANT (1) << 55) - 1;
      rounds[r].all[n] = (SkyWinChance){ 0 };
    }
  for (guint r = 0; r < G_N_ELEMENTS (rounds); r++)
    sky_win_weigh_two ((SkyWinChances *const[]){ &rounds[r], &rounds[r] }, &results,
                       (SkyWinWeight *const[]){ &alone[r], &alone[r] });
  for (guint r = 0; r < G_N_ELEMENTS (rounds); r++)
    for (guint k = 0; k < G_N_ELEMENTS (rounds); k++)
      {
        SkyWinWeight one, other;

        sky_win_weigh_two ((SkyWinChances *const[]){ &rounds[r], &rounds[k] }, &results,
                           (SkyWinWeight *const[]){ &one, &other });
        assert_same_weight (&one, &alone[r]);
        assert_same_weight (&other, &alone[k]);
      }
}

static void
test_wide_fraction (void)
{
  g_autofree char *small = sky_wide_fraction (-2500 * 2, 38);
  g_autofree char *great = sky_wide_fraction (((SkyWide) 1 << 100) * 3, 6);
  g_autofree char *none = sky_wide_fraction (0, 38);

  g_assert_cmpstr (small, ==, "-2500/19");
  g_assert_cmpstr (great, ==, "633825300114114700748351602688");
  g_assert_cmpstr (none, ==, "0");
}

/* --- The interval -------------------------------------------------------------------------------
 */

static void
test_interval (void)
{
  long double low, high;

  /* One of one: 2 p >= 1/2. */
  sky_rate_interval (1, 1, 0.5L, &low, &high);
  assert_near (low, 0.25);
  assert_near (high, 1);
  /* None of two: 3 (1 - p)^2 >= 3/4. */
  sky_rate_interval (0, 2, 0.75L, &low, &high);
  assert_near (low, 0);
  assert_near (high, 0.5);
  /* One of two: 6 p (1 - p) >= 9/8, which is at a quarter and at three. */
  sky_rate_interval (1, 2, 1.125L / 1.25L, &low, &high);
  assert_near (6 * low * (1 - low), 0.9);
  assert_near (low + high, 1);
  sky_rate_interval (0, 0, 0.05L, &low, &high);
  assert_near (low, 0);
  assert_near (high, 1);
}

/* --- Histories ----------------------------------------------------------------------------------
 */

static void
test_refused (void)
{
  static const struct
  {
    const char *history;
    const char *cause; /* a part of it */
  } refused[] = {
    { "[]", "not an object" },
    { "{\"weeks\":[]}", "“kind” is missing" },
    { "{\"kind\":\"chi\",\"weeks\":[]}", "“chi” is no kind" },
    { "{\"kind\":\"dice\"}", "“weeks”" },
    { "{\"kind\":\"dice\",\"weeks\":[[1,2,3,4,5]]}", "week 1: not a list of six" },
    { "{\"kind\":\"dice\",\"weeks\":[[1,2,3,4,5,6],[1,2,3,4,5,-6]]}", "week 2" },
    { "{\"kind\":\"dice\",\"weeks\":[[1,2,3,4,5,6.5]]}", "week 1" },
    { "{\"kind\":\"dice\",\"weeks\":[[1,2,3,4,5,9999999999999]]}", "week 1" },
    { "{\"kind\":\"arc\",\"categories\":39,\"weeks\":[]}", "“categories”" },
    { "{\"kind\":\"arc\",\"weeks\":[]}", "“categories”" },
    { "{\"kind\":\"sevens\",\"weeks\":[5]}", "sevens" },
    { "{\"kind\":\"rate\",\"weeks\":[[[5,4,100,9]]]}", "stratum 1 cannot be" },
    { "{\"kind\":\"rate\",\"weeks\":[[[1,90,100,50]]]}", "stratum 1 cannot be" },
    { "{\"kind\":\"rate\",\"weeks\":[[[1,4,100]]]}", "stratum 1 is not" },
    { "{\"kind\":\"pair\",\"weeks\":[[[4,8],[1,2]]]}", "week 1" },
    { "{\"kind\":\"pair\",\"weeks\":[[[9,8],[1,2],[1,2]]]}", "week 1" },
    { "{\"kind\":\"pair\",\"weeks\":[[[[1,8],[1,2],[1,2]],[[9,8],[1,2],[1,2]]]]}", "week 1" },
    { "{\"kind\":\"pair\",\"weeks\":[[[[1,8],[1,2],[1,2]],5]]}", "week 1" },
    { "{\"kind\":\"win\",\"weeks\":[[]]}", "“wheel”" },
    { "{\"kind\":\"win\",\"wheel\":\"double_zero\",\"weeks\":[[{\"wagers\":[],\"pocket\":\"37\"}]]"
      "}",
      "week 1: round 1: “pocket”" },
    { "{\"kind\":\"law\",\"wheel\":\"single_zero\",\"wagers\":[[[\"00\"],35,100]]}", "wager 1" },
    { "{\"kind\":\"law\",\"wheel\":\"single_zero\",\"wagers\":[[[\"7\"],35]]}", "wager 1" },
    { "{\"kind\":\"law\",\"wheel\":\"single_zero\",\"wagers\":[[[\"7\"],99999,1]]}", "wager 1" },
    { "{\"kind\":\"interval\",\"x\":4,\"n\":3,\"alpha\":\"1/20\"}", "x of n" },
    { "{\"kind\":\"interval\",\"x\":1,\"n\":3,\"alpha\":\"1/0\"}", "“alpha”" },
    { "{\"kind\":\"interval\",\"x\":1,\"n\":3,\"alpha\":\"3/2\"}", "“alpha”" },
    { "{\"kind\":\"interval\",\"x\":1,\"n\":3,\"alpha\":2}", "“alpha”" },
  };
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GString) values = g_string_new (NULL);
      g_autofree char *cause = NULL;
      const char *why = NULL;
      const SkyJsonNode *history =
          sky_json_parse (parser, refused[i].history, strlen (refused[i].history), FALSE, &why);

      g_assert_nonnull (history);
      g_assert_false (sky_history_compute (history, values, &cause));
      g_test_message ("%s", cause);
      g_assert_nonnull (strstr (cause, refused[i].cause));
    }
}

static char *
compute (SkyJsonParser *parser, const char *text)
{
  GString *values = g_string_new (NULL);
  const char *why = NULL;
  char *cause = NULL;

  g_assert_true (sky_history_compute (sky_json_parse (parser, text, strlen (text), FALSE, &why),
                                      values, &cause));
  return g_string_free (values, FALSE);
}

/* A week without an observation changes nothing, and a stream without one has no members. */
static void
test_inactive (void)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autofree char *none = compute (parser, "{\"kind\":\"sevens\",\"weeks\":[[0,0],[0,0]]}");
  g_autofree char *late = compute (parser, "{\"kind\":\"sevens\",\"weeks\":[[0,0],[9,9],[0,0]]}");
  const char *second = strstr (late, "\"week2.ln_r\":"), *third = strstr (late, "\"week3.ln_r\":");

  g_assert_cmpstr (none, ==, "");
  g_assert_null (strstr (late, "week1"));
  g_assert_nonnull (second);
  g_assert_nonnull (third);
  g_assert_cmpint (strncmp (strchr (second, ':'), strchr (third, ':'), 20), ==, 0);
  g_assert_nonnull (strstr (late, "\"week3.since\":1"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/detector/by-hand", test_by_hand);
  g_test_add_func ("/detector/far", test_far);
  g_test_add_data_func ("/tilt/arcs/37", GUINT_TO_POINTER (37), test_arcs_mean);
  g_test_add_data_func ("/tilt/arcs/38", GUINT_TO_POINTER (38), test_arcs_mean);
  g_test_add_data_func ("/tilt/arcs/54", GUINT_TO_POINTER (54), test_arcs_mean);
  g_test_add_func ("/tilt/dice", test_dice_mean);
  g_test_add_func ("/tilt/sevens", test_sevens_mean);
  g_test_add_func ("/odds-ratio/mean", test_rates_mean);
  g_test_add_func ("/odds-ratio/alone", test_rates_alone);
  g_test_add_func ("/win-law/mean", test_wins_mean);
  g_test_add_func ("/win-sum/tally", test_win_tally);
  g_test_add_func ("/win-sum/extremes", test_win_tally_extremes);
  g_test_add_func ("/win-sum/two-at-once", test_win_weigh_two);
  g_test_add_func ("/win-sum/fraction", test_wide_fraction);
  g_test_add_func ("/win-law/exact", test_win_law);
  g_test_add_func ("/rate-interval", test_interval);
  g_test_add_func ("/history/refused", test_refused);
  g_test_add_func ("/history/inactive", test_inactive);
  return g_test_run ();
}
