/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-win-sum.h"

#include "sky-fraction-text.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

/* The least size; each is twice the one before. */
#define LEAST (1.0 / 64)

/* Sums of greater gains might not fit. */
#define MOST_GAIN G_GINT64_CONSTANT (100000000000)

/* Squares of smaller gains add up exactly as doubles, whatever the ways. */
#define SMALL_GAIN (G_GINT64_CONSTANT (1) << 22)

/* A whole number of less than 51 bits, added to the bits of this double, is a double greater by as
 * much. */
#define MAGIC_BITS G_GINT64_CONSTANT (0x4338000000000000)
#define MAGIC      6755399441055744.0

/* Products are kept below this. */
#define MUCH 1e200

/* Two rounds are weighed at a time, two gains of each. */
typedef double Two __attribute__ ((vector_size (16), aligned (8), may_alias));
typedef double Four __attribute__ ((vector_size (32), aligned (8), may_alias));
typedef guint64 FourSets __attribute__ ((vector_size (32), aligned (8), may_alias));
typedef gint64 FourGains __attribute__ ((vector_size (32), aligned (8), may_alias));

#define N_PAIRS (SKY_WIN_RESULTS / 2)

/* What is part of weighing, for each kind of processor by itself. */
#define PART static inline __attribute__ ((always_inline))

/* --- Sums --------------------------------------------------------------------------------------
 */

SkyWide
sky_win_sum_theory (const SkyWinSum *self)
{
  return (SkyWide) self->theory * (SKY_WIN_PARTS / self->n_ways);
}

SkyWide
sky_win_sum_variance (const SkyWinSum *self)
{
  const gint64 times = SKY_WIN_PARTS / self->n_ways;

  return self->variance * times * times;
}

void
sky_wide_visit (SkyWide *value, SkyState *state)
{
  gint64 high = (gint64) (*value >> 64);
  gint64 low = (gint64) (guint64) *value;

  sky_state_number (state, &high);
  sky_state_number (state, &low);
  *value = (SkyWide) (((unsigned __int128) (guint64) high << 64) | (guint64) low);
}

char *
sky_wide_fraction (SkyWide numerator, guint64 denominator)
{
  const gboolean is_negative = numerator < 0;
  const unsigned __int128 size =
      is_negative ? -(unsigned __int128) numerator : (unsigned __int128) numerator;
  mpz_t whole;
  char *text;

  mpz_init_set_ui (whole, (gulong) (size >> 64));
  mpz_mul_2exp (whole, whole, 64);
  mpz_add_ui (whole, whole, (gulong) size);
  if (is_negative)
    mpz_neg (whole, whole);
  text = sky_fraction_text (whole, denominator);
  mpz_clear (whole);
  return text;
}

/* --- Round by round ----------------------------------------------------------------------------
 */

void
sky_win_tally_init (SkyWinTally *self, guint n_ways)
{
  *self = (SkyWinTally){ .sum = { .n_ways = n_ways } };
  for (guint a = 0; a < SKY_N_WINS; a++)
    self->mean[a] = 1;
}

void
sky_win_tally_take (SkyWinTally *self)
{
  for (guint a = 0; a < SKY_N_WINS; a++)
    self->sum.ln_l[a] = ldexp (self->above, (int) a) - self->ln_mean[a] - log (self->mean[a]);
}

/* e^y - 1 at the least size. One way in 216 is at most 14.7 standard deviations from the mean, so
 * that y is less than a quarter; one in 54 at most 7.3, for which ten terms do. The term that
 * follows is below the last bit of a double. */
static const double terms[] = { 1.0 / 6227020800,
                                1.0 / 479001600,
                                1.0 / 39916800,
                                1.0 / 3628800,
                                1.0 / 362880,
                                1.0 / 40320,
                                1.0 / 5040,
                                1.0 / 720,
                                1.0 / 120,
                                1.0 / 24,
                                1.0 / 6,
                                1.0 / 2,
                                1.0 };

/* Ways up to this many need no terms before this one. */
#define FEW_WAYS  54
#define FEW_TERMS 3

/* Gains of two rounds, in turn: two of each. */
typedef struct
{
  guint n_pairs;
  Four y[N_PAIRS]; /* gains, then their distance from the mean */
  Four ways[N_PAIRS];
} Pairs;

/* @sums take the mean of e^y - 1 of each size, times the ways; one exponential a gain is enough:
 * e^2y - 1 is (e^y - 1)(e^y + 1). */
PART void
grow (const Pairs *pairs, const guint first, Four sums[SKY_N_WINS])
{
  Four all[SKY_N_WINS] = { { 0 }, { 0 }, { 0 }, { 0 }, { 0 } };

  for (guint i = 0; i < pairs->n_pairs; i++)
    {
      Four grown = terms[first] - (Four){ 0 };

#pragma GCC unroll 16
      for (guint k = first + 1; k < G_N_ELEMENTS (terms); k++)
        grown = grown * pairs->y[i] + terms[k];
      grown *= pairs->y[i];
#pragma GCC unroll 8
      for (guint a = 0; a < SKY_N_WINS; a++)
        {
          all[a] += pairs->ways[i] * grown;
          grown *= grown + 2;
        }
    }
#pragma GCC unroll 8
  for (guint a = 0; a < SKY_N_WINS; a++)
    sums[a] = all[a];
}

/* Counts the bits of each of @sets. Processors that this is built for may have no instruction for
 * it. */
PART void
count_bits (FourSets *sets)
{
  FourSets bits = *sets;

  bits -= bits >> 1 & G_GUINT64_CONSTANT (0x5555555555555555);
  bits = (bits & G_GUINT64_CONSTANT (0x3333333333333333))
         + (bits >> 2 & G_GUINT64_CONSTANT (0x3333333333333333));
  bits = (bits + (bits >> 4)) & G_GUINT64_CONSTANT (0x0f0f0f0f0f0f0f0f);
  bits += bits >> 8;
  bits += bits >> 16;
  *sets = (bits + (bits >> 32)) & 0x7f;
}

/* The moments of the gains of one round, whose ways are @ways: of gains whose squares do not add up
 * as doubles. They may be too great for an observation. */
static G_GNUC_NO_INLINE void
measure_great (const SkyWinChances *round, const Four *ways, guint turn, SkyWinWeight *weight)
{
  SkyWide squares = 0, n_ways = 0;

  weight->sum = 0;
  weight->spread = 0;
  for (guint i = 0; i < round->n; i++)
    {
      const SkyMoney gain = round->all[i].gain;
      const gint64 n = (gint64) ways[i / 2][2 * (i % 2) + turn];

      if (gain > MOST_GAIN || gain < -MOST_GAIN)
        return;
      weight->sum += n * gain;
      squares += (SkyWide) gain * (n * gain);
      n_ways += n;
    }
  weight->spread = squares * n_ways - (SkyWide) weight->sum * weight->sum;
}

/* Takes the gains of both, as doubles, and their ways; and their moments. Returns FALSE if the
 * squares may not have added up. */
PART gboolean
measure (SkyWinChances *const rounds[2],
         const SkyWinResults *results,
         Pairs *pairs,
         SkyWinWeight *const weights[2])
{
  Four sum = { 0 }, squares = { 0 };
  FourGains sizes = { 0 };

  for (guint i = 0; i < pairs->n_pairs; i++)
    {
      const FourSets one = *(const FourSets *) &rounds[0]->all[2 * i];
      const FourSets other = *(const FourSets *) &rounds[1]->all[2 * i];
      const FourSets sets = __builtin_shufflevector (one, other, 0, 4, 2, 6);
      const FourGains gains = (FourGains) __builtin_shufflevector (one, other, 1, 5, 3, 7);
      const Four gain = (Four) (gains + MAGIC_BITS) - MAGIC;
      Four ways = { 0 }, weighed;

      for (guint k = 0; k < results->n_groups; k++)
        {
          FourSets bits = sets & results->groups[k].results;

          count_bits (&bits);
          ways += ((Four) (bits + (guint64) MAGIC_BITS) - MAGIC) * results->groups[k].ways;
        }
      weighed = ways * gain;
      sizes |= gains + SMALL_GAIN;
      sum += weighed;
      squares += weighed * gain;
      pairs->y[i] = gain;
      pairs->ways[i] = ways;
    }
  if ((guint64) (sizes[0] | sizes[1] | sizes[2] | sizes[3]) >= 2 * SMALL_GAIN)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      weights[i]->sum = (gint64) (sum[i] + sum[2 + i]);
      weights[i]->spread = (SkyWide) (gint64) (squares[i] + squares[2 + i]) * results->n_ways
                           - (SkyWide) weights[i]->sum * weights[i]->sum;
    }
  return TRUE;
}

/* Takes more that cannot come, up to @n. */
static G_GNUC_NO_INLINE void
fill (SkyWinChances *round, guint n)
{
  memset (&round->all[round->n], 0, (n - round->n) * sizeof *round->all);
}

PART void
weigh_two (SkyWinChances *const rounds[2],
           const SkyWinResults *results,
           SkyWinWeight *const weights[2])
{
  const double share = 1.0 / results->n_ways;
  Four sums[SKY_N_WINS], means, steps;
  Pairs pairs;

  pairs.n_pairs = (MAX (rounds[0]->n, rounds[1]->n) + 1) / 2;
  for (guint i = 0; i < 2; i++)
    if (rounds[i]->n + 1 < 2 * pairs.n_pairs)
      fill (rounds[i], 2 * pairs.n_pairs);
  if (G_UNLIKELY (!measure (rounds, results, &pairs, weights)))
    for (guint i = 0; i < 2; i++)
      {
        measure_great (rounds[i], pairs.ways, i, weights[i]);
        for (guint k = 0; k < 2 * pairs.n_pairs; k++)
          pairs.y[k / 2][2 * (k % 2) + i] = (double) rounds[i]->all[k].gain;
      }
  for (guint i = 0; i < 2; i++)
    {
      const SkyWide spread = weights[i]->spread;

      weights[i]->mean = (double) weights[i]->sum * share;
      /* Most fit into fewer bits, which are a double sooner. */
      weights[i]->step = LEAST * results->n_ways
                         / sqrt (G_LIKELY (spread == (gint64) spread) ? (double) (gint64) spread
                                                                      : (double) spread);
    }
  means = (Four){ weights[0]->mean, weights[1]->mean, weights[0]->mean, weights[1]->mean };
  steps = (Four){ weights[0]->step, weights[1]->step, weights[0]->step, weights[1]->step };
  for (guint i = 0; i < pairs.n_pairs; i++)
    pairs.y[i] = (pairs.y[i] - means) * steps;
  if (results->n_ways <= FEW_WAYS)
    grow (&pairs, FEW_TERMS, sums);
  else
    grow (&pairs, 0, sums);
  for (guint a = 0; a < SKY_N_WINS; a++)
    {
      const Two sum = __builtin_shufflevector (sums[a], sums[a], 0, 1)
                      + __builtin_shufflevector (sums[a], sums[a], 2, 3);
      const Two mean = 1 + sum * share;

      weights[0]->means[a] = mean[0];
      weights[1]->means[a] = mean[1];
    }
}

/* By what all processors have that this is built for. */
static G_GNUC_NO_INLINE void
weigh_two_narrow (SkyWinChances *const rounds[2],
                  const SkyWinResults *results,
                  SkyWinWeight *const weights[2])
{
  weigh_two (rounds, results, weights);
}

#ifdef __x86_64__
/* By what most have: the same, to the last digit, but four numbers at a time. */
static G_GNUC_NO_INLINE __attribute__ ((target ("avx2"))) void
weigh_two_wide (SkyWinChances *const rounds[2],
                const SkyWinResults *results,
                SkyWinWeight *const weights[2])
{
  weigh_two (rounds, results, weights);
}
#endif

void
sky_win_weigh_two (SkyWinChances *const rounds[2],
                   const SkyWinResults *results,
                   SkyWinWeight *const weights[2])
{
  g_assert (rounds[0]->n <= SKY_WIN_RESULTS && rounds[1]->n <= SKY_WIN_RESULTS);
#ifdef __x86_64__
  if (G_LIKELY (__builtin_cpu_supports ("avx2")))
    weigh_two_wide (rounds, results, weights);
  else
#endif
    weigh_two_narrow (rounds, results, weights);
}

/* The mean of the greatest size is the greatest, and so is its product. */
static void
multiply (SkyWinTally *self, const double means[SKY_N_WINS])
{
  for (guint a = 0; a < SKY_N_WINS; a++)
    self->mean[a] *= means[a];
  if (G_LIKELY (self->mean[SKY_N_WINS - 1] < MUCH))
    return;
  for (guint a = 0; a < SKY_N_WINS; a++)
    {
      self->ln_mean[a] += log (self->mean[a]);
      self->mean[a] = 1;
    }
}

guint
sky_win_count_results (guint64 set)
{
  return (guint) __builtin_popcountll (set);
}

void
sky_win_results_add (SkyWinResults *self, guint result, guint ways)
{
  guint i = 0;

  while (i < self->n_groups && self->groups[i].ways != ways)
    i++;
  if (i == self->n_groups)
    self->groups[self->n_groups++].ways = ways;
  self->groups[i].results |= G_GUINT64_CONSTANT (1) << result;
  self->n_ways += ways;
}

void
sky_win_tally_add (SkyWinTally *self, const SkyWinWeight *weight, SkyMoney times, SkyMoney gain)
{
  multiply (self, weight->means);
  self->above += weight->step * ((double) gain - weight->mean);
  self->sum.n_rounds++;
  self->sum.gain += times * gain;
  self->sum.theory += times * weight->sum;
  self->sum.variance += (SkyWide) times * times * weight->spread;
}
