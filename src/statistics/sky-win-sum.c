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

/* Squares of such gains add up in 64 bits, whatever the ways. */
#define SMALL_GAIN (G_GINT64_CONSTANT (1) << 26)

/* Products are kept below this. */
#define MUCH 1e200

/* Two gains are weighed at a time. */
typedef double Two __attribute__ ((vector_size (16)));

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

/* A double as its bits, so that it is read as the same. */
static void
visit_double (SkyState *state, double *value)
{
  gint64 bits;

  G_STATIC_ASSERT (sizeof bits == sizeof *value);
  memcpy (&bits, value, sizeof bits);
  sky_state_number (state, &bits);
  memcpy (value, &bits, sizeof bits);
  if (!isfinite (*value))
    sky_state_refuse (state);
}

/* Visits SkyWinSum. */
void
sky_win_sum_visit (SkyWinSum *self, SkyState *state)
{
  sky_state_int (state, self->n_ways);
  sky_state_int (state, self->n_rounds);
  sky_state_int (state, self->gain);
  sky_state_int (state, self->theory);
  sky_wide_visit (&self->variance, state);
  for (guint a = 0; a < SKY_N_WINS; a++)
    visit_double (state, &self->ln_l[a]);
  if (self->n_ways == 0 || SKY_WIN_PARTS % self->n_ways != 0 || self->n_rounds < 0
      || self->n_rounds > G_MAXUINT32 || self->variance < 0)
    {
      self->n_ways = 1;
      sky_state_refuse (state);
    }
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

/* Visits SkyWinTally. */
void
sky_win_tally_visit (SkyWinTally *self, SkyState *state)
{
  sky_win_sum_visit (&self->sum, state);
  visit_double (state, &self->above);
  for (guint a = 0; a < SKY_N_WINS; a++)
    {
      visit_double (state, &self->mean[a]);
      visit_double (state, &self->ln_mean[a]);
    }
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
 * the ways. Returns FALSE if they are too great. */
static gboolean
measure (const SkyMoney *gains,
         const guint8 *ways,
         guint n_gains,
         guint n_ways,
         gint64 *sum,
         SkyWide *spread)
{
  guint64 all = 0, squares = 0, sizes = 0;
  SkyWide wide = 0;

  /* Where a gain is too great for it, this wraps and is not used. */
  for (guint i = 0; i < n_gains; i++)
    {
      const guint64 gain = (guint64) gains[i], weighed = ways[i] * gain;

      sizes |= gain + SMALL_GAIN;
      all += weighed;
      squares += weighed * gain;
    }
  if (sizes < 2 * SMALL_GAIN)
    wide = (gint64) squares;
  for (guint i = 0; i < n_gains && sizes >= 2 * SMALL_GAIN; i++)
    {
      if (gains[i] > MOST_GAIN || gains[i] < -MOST_GAIN)
        return FALSE;
      wide += (SkyWide) gains[i] * (ways[i] * gains[i]);
    }
  *sum = (gint64) all;
  *spread = wide * n_ways - (SkyWide) *sum * *sum;
  return TRUE;
}

/* The mean of the exponential of each size. */
static void
weigh (const SkyMoney *gains,
       const guint8 *ways,
       guint n_gains,
       guint n_ways,
       double mean,
       double step,
       double means[SKY_N_WINS])
{
  union
  {
    double each[SKY_WIN_RESULTS];
    Two pairs[N_PAIRS];
  } y, times;
  const double share = 1.0 / n_ways;

  for (guint i = 0; i < n_gains; i++)
    {
      y.each[i] = ((double) gains[i] - mean) * step;
      times.each[i] = ways[i];
    }
  if (n_gains % 2 != 0)
    {
      y.each[n_gains] = 0;
      times.each[n_gains] = 0;
    }
  if (n_ways <= FEW_WAYS)
    grow (y.pairs, times.pairs, (n_gains + 1) / 2, FEW_TERMS, means);
  else
    grow (y.pairs, times.pairs, (n_gains + 1) / 2, 0, means);
  for (guint a = 0; a < SKY_N_WINS; a++)
    means[a] = 1 + means[a] * share;
}

static void
multiply (SkyWinTally *self, const double means[SKY_N_WINS])
{
  for (guint a = 0; a < SKY_N_WINS; a++)
    {
      self->mean[a] *= means[a];
      if (G_UNLIKELY (self->mean[a] > MUCH))
        {
          self->ln_mean[a] += log (self->mean[a]);
          self->mean[a] = 1;
        }
    }
}

gboolean
sky_win_tally_add (
    SkyWinTally *self, const SkyMoney *gains, const guint8 *ways, guint n_gains, SkyMoney gain)
{
  const double n_ways = self->sum.n_ways;
  SkyWide spread;
  gint64 sum;
  double mean, step, means[SKY_N_WINS];

  g_assert (n_gains <= SKY_WIN_RESULTS);
  if (!measure (gains, ways, n_gains, self->sum.n_ways, &sum, &spread) || spread == 0)
    return FALSE;
  mean = (double) sum / n_ways;
  step = LEAST * n_ways / sqrt ((double) spread);
  weigh (gains, ways, n_gains, self->sum.n_ways, mean, step, means);
  multiply (self, means);
  self->above += step * ((double) gain - mean);
  self->sum.n_rounds++;
  self->sum.gain += gain;
  self->sum.theory += sum;
  self->sum.variance += spread;
  return TRUE;
}
