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

/* Two gains are weighed at a time. */
typedef double Two __attribute__ ((vector_size (16), aligned (8), may_alias));
typedef guint64 TwoSets __attribute__ ((vector_size (16), aligned (8), may_alias));
typedef gint64 TwoGains __attribute__ ((vector_size (16), aligned (8), may_alias));

#define N_PAIRS (SKY_WIN_RESULTS / 2)

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
#define TERMS(n)                                                                                   \
  {                                                                                                \
    n, n                                                                                           \
  }

static const Two terms[] = { TERMS (1.0 / 6227020800),
                             TERMS (1.0 / 479001600),
                             TERMS (1.0 / 39916800),
                             TERMS (1.0 / 3628800),
                             TERMS (1.0 / 362880),
                             TERMS (1.0 / 40320),
                             TERMS (1.0 / 5040),
                             TERMS (1.0 / 720),
                             TERMS (1.0 / 120),
                             TERMS (1.0 / 24),
                             TERMS (1.0 / 6),
                             TERMS (1.0 / 2),
                             TERMS (1.0) };

/* Ways up to this many need no terms before this one. */
#define FEW_WAYS  54
#define FEW_TERMS 3

/* Adds the mean of e^y - 1 of each size to @sums, times the ways; one exponential a gain is enough:
 * e^2y - 1 is (e^y - 1)(e^y + 1). */
static inline __attribute__ ((always_inline)) void
grow (const Two *y, const Two *ways, guint n_pairs, const guint first, double sums[SKY_N_WINS])
{
  Two all[SKY_N_WINS] = { 0 };

  for (guint i = 0; i < n_pairs; i++)
    {
      Two grown = terms[first];

#pragma GCC unroll 16
      for (guint k = first + 1; k < G_N_ELEMENTS (terms); k++)
        grown = grown * y[i] + terms[k];
      grown *= y[i];
#pragma GCC unroll 8
      for (guint a = 0; a < SKY_N_WINS; a++)
        {
          all[a] += ways[i] * grown;
          grown *= grown + 2;
        }
    }
  for (guint a = 0; a < SKY_N_WINS; a++)
    sums[a] = all[a][0] + all[a][1];
}

/* The moments of the gains, times the ways: their sum, and what is the variance times the square of
 * the ways; of gains whose squares do not add up as doubles. Returns FALSE if they are too great.
 */
static G_GNUC_NO_INLINE gboolean
measure_great (const SkyMoney *gains, const double *ways, guint n_gains, SkyWinWeight *weight)
{
  SkyWide squares = 0, n_ways = 0;

  weight->sum = 0;
  for (guint i = 0; i < n_gains; i++)
    {
      if (gains[i] > MOST_GAIN || gains[i] < -MOST_GAIN)
        return FALSE;
      weight->sum += (gint64) ways[i] * gains[i];
      squares += (SkyWide) gains[i] * ((gint64) ways[i] * gains[i]);
      n_ways += (gint64) ways[i];
    }
  weight->spread = squares * n_ways - (SkyWide) weight->sum * weight->sum;
  return TRUE;
}

static inline gboolean
are_small (const SkyMoney *gains, guint n_pairs)
{
  TwoGains sizes = { 0 };

  for (guint i = 0; i < n_pairs; i++)
    sizes |= ((const TwoGains *) gains)[i] + SMALL_GAIN;
  return (guint64) (sizes[0] | sizes[1]) < 2 * SMALL_GAIN;
}

/* Both, and the gains as doubles into @doubles. */
static inline void
measure_small (const SkyMoney *gains,
               const double *ways,
               guint n_pairs,
               guint n_ways,
               Two *doubles,
               SkyWinWeight *weight)
{
  Two sum = { 0 }, squares = { 0 };

  for (guint i = 0; i < n_pairs; i++)
    {
      const Two gain = (Two) (((const TwoGains *) gains)[i] + MAGIC_BITS) - MAGIC;
      const Two weighed = ((const Two *) ways)[i] * gain;

      doubles[i] = gain;
      sum += weighed;
      squares += weighed * gain;
    }
  weight->sum = (gint64) (sum[0] + sum[1]);
  weight->spread =
      (SkyWide) (gint64) (squares[0] + squares[1]) * n_ways - (SkyWide) weight->sum * weight->sum;
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

gboolean
sky_win_weigh (SkyMoney *gains, double *ways, guint n_gains, guint n_ways, SkyWinWeight *weight)
{
  const guint n_pairs = (n_gains + 1) / 2;
  const double share = 1.0 / n_ways;
  Two y[N_PAIRS];

  g_assert (n_gains <= SKY_WIN_RESULTS);
  if (n_gains % 2 != 0)
    {
      gains[n_gains] = 0;
      ways[n_gains] = 0;
    }
  if (G_LIKELY (are_small (gains, n_pairs)))
    measure_small (gains, ways, n_pairs, n_ways, y, weight);
  else if (!measure_great (gains, ways, n_gains, weight))
    return FALSE;
  else
    for (guint i = 0; i < n_pairs; i++)
      y[i] = (Two){ (double) gains[2 * i], (double) gains[2 * i + 1] };
  if (weight->spread == 0)
    return FALSE;
  weight->mean = (double) weight->sum * share;
  weight->step = LEAST * n_ways / sqrt ((double) weight->spread);
  for (guint i = 0; i < n_pairs; i++)
    y[i] = (y[i] - weight->mean) * weight->step;
  if (n_ways <= FEW_WAYS)
    grow (y, (const Two *) ways, n_pairs, FEW_TERMS, weight->means);
  else
    grow (y, (const Two *) ways, n_pairs, 0, weight->means);
  for (guint a = 0; a < SKY_N_WINS; a++)
    weight->means[a] = 1 + weight->means[a] * share;
  return TRUE;
}

/* Processors that this is built for may have no instruction for it. */
static inline TwoSets
count_bits (TwoSets bits)
{
  bits -= bits >> 1 & G_GUINT64_CONSTANT (0x5555555555555555);
  bits = (bits & G_GUINT64_CONSTANT (0x3333333333333333))
         + (bits >> 2 & G_GUINT64_CONSTANT (0x3333333333333333));
  bits = (bits + (bits >> 4)) & G_GUINT64_CONSTANT (0x0f0f0f0f0f0f0f0f);
  bits += bits >> 8;
  bits += bits >> 16;
  return (bits + (bits >> 32)) & 0x7f;
}

guint
sky_win_count_results (guint64 set)
{
  return (guint) count_bits ((TwoSets){ set })[0];
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

gboolean
sky_win_weigh_results (SkyMoney *gains,
                       guint64 *sets,
                       guint n_gains,
                       const SkyWinResults *results,
                       SkyWinWeight *weight)
{
  double ways[SKY_WIN_RESULTS];

  sets[n_gains] = 0;
  for (guint i = 0; i < n_gains; i += 2)
    {
      const TwoSets both = *(const TwoSets *) &sets[i];
      Two sum = { 0 };

      for (guint k = 0; k < results->n_groups; k++)
        sum +=
            ((Two) (count_bits (both & results->groups[k].results) + (guint64) MAGIC_BITS) - MAGIC)
            * results->groups[k].ways;
      *(Two *) &ways[i] = sum;
    }
  return sky_win_weigh (gains, ways, n_gains, results->n_ways, weight);
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
