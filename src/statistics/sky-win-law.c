/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-win-law.h"

#include <gmp.h>
#include <math.h>

static void
take_money (mpz_t value, SkyMoney money)
{
  G_STATIC_ASSERT (sizeof (long) == sizeof (SkyMoney));
  mpz_set_si (value, money);
}

/* n times the sum of squares, less the square of the sum: n squared times the variance. */
static void
take_spread (mpz_t spread, mpz_t sum, const SkyWinLaw *law)
{
  mpz_t gain;

  mpz_init (gain);
  mpz_set_ui (sum, 0);
  mpz_set_ui (spread, 0);
  for (guint i = 0; i < law->n_results; i++)
    {
      take_money (gain, law->gains[i]);
      mpz_add (sum, sum, gain);
      mpz_addmul (spread, gain, gain);
    }
  mpz_mul_ui (spread, spread, law->n_results);
  mpz_submul (spread, sum, sum);
  mpz_clear (gain);
}

static char *
fraction (const mpz_t numerator, guint64 denominator)
{
  char *digits, *text;
  mpq_t value;

  mpq_init (value);
  mpq_set_z (value, numerator);
  mpz_set_ui (mpq_denref (value), denominator);
  mpq_canonicalize (value);
  digits = mpq_get_str (NULL, 10, value);
  text = g_strdup (digits);
  free (digits);
  mpq_clear (value);
  return text;
}

char *
sky_win_law_mean (const SkyWinLaw *law)
{
  mpz_t spread, sum;
  char *text;

  mpz_inits (spread, sum, NULL);
  take_spread (spread, sum, law);
  text = fraction (sum, law->n_results);
  mpz_clears (spread, sum, NULL);
  return text;
}

char *
sky_win_law_variance (const SkyWinLaw *law)
{
  mpz_t spread, sum;
  char *text;

  mpz_inits (spread, sum, NULL);
  take_spread (spread, sum, law);
  text = fraction (spread, (guint64) law->n_results * law->n_results);
  mpz_clears (spread, sum, NULL);
  return text;
}

long double
sky_win_law_deviation (const SkyWinLaw *law)
{
  mpz_t spread, sum;
  mpf_t root, rest;
  double high, low;

  mpz_inits (spread, sum, NULL);
  mpf_init2 (root, 256);
  mpf_init2 (rest, 256);
  take_spread (spread, sum, law);
  mpf_set_z (root, spread);
  mpf_sqrt (root, root);
  /* A double takes 53 bits; what it leaves is taken by a second one. */
  high = mpf_get_d (root);
  mpf_set_d (rest, high);
  mpf_sub (rest, root, rest);
  low = mpf_get_d (rest);
  mpf_clear (root);
  mpf_clear (rest);
  mpz_clears (spread, sum, NULL);
  return ((long double) high + low) / law->n_results;
}

static const int wins[SKY_N_WINS] = { 64, 32, 16, 8, 4 };

gboolean
sky_wins_add (const SkyWinLaw *law, SkyMoney gain, long double ln_l[SKY_N_WINS])
{
  const long double deviation = sky_win_law_deviation (law);

  if (deviation <= 0)
    return FALSE;
  for (guint a = 0; a < SKY_N_WINS; a++)
    {
      const long double lambda = 1 / (wins[a] * deviation);
      long double mean = 0;

      for (guint i = 0; i < law->n_results; i++)
        mean += expm1l (lambda * law->gains[i]);
      ln_l[a] += lambda * gain - log1pl (mean / law->n_results);
    }
  return TRUE;
}

/* --- Many rounds -------------------------------------------------------------------------------
 */

/* Sums of a greater one would not fit. */
#define MOST_GAIN G_GINT64_CONSTANT (1000000000000)

/* e^y - 1 of what a gain is at the least size, which is less than a quarter: no result is rarer
 * than one in 216. The series' next term is below the last bit of a double. */
static double
expm1_small (double y)
{
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
                                  0.5,
                                  1 };
  double sum = terms[0];

  for (guint i = 1; i < G_N_ELEMENTS (terms); i++)
    sum = sum * y + terms[i];
  return sum * y;
}

/* Products are kept below this. */
#define MUCH 1e200

SkyWinSum
sky_win_sum_new (guint n_ways)
{
  SkyWinSum self = { .n_ways = n_ways };

  for (guint a = 0; a < SKY_N_WINS; a++)
    self.mean[a] = 1;
  return self;
}

/* Adds what @gain tells to each size. They double from one to the next, so that one exponential a
 * gain is enough: e^2y - 1 is (e^y - 1)(e^y + 1). */
static void
weigh (SkyWinSum *self,
       const SkyMoney *gains,
       const guint *ways,
       guint n_gains,
       double mean,
       double least,
       SkyMoney gain)
{
  const double share = 1.0 / self->n_ways;
  double grown[SKY_WIN_RESULTS];

  for (guint i = 0; i < n_gains; i++)
    grown[i] = expm1_small (least * ((double) gains[i] - mean));
  self->above += least * ((double) gain - mean);
  for (guint a = 0; a < SKY_N_WINS; a++)
    {
      double sum = 0;

      for (guint i = 0; i < n_gains; i++)
        {
          sum += ways[i] * grown[i];
          grown[i] *= grown[i] + 2;
        }
      self->mean[a] *= 1 + sum * share;
      if (self->mean[a] > MUCH)
        {
          self->ln_mean[a] += log (self->mean[a]);
          self->mean[a] = 1;
        }
    }
}

gboolean
sky_win_sum_add (
    SkyWinSum *self, const SkyMoney *gains, const guint *ways, guint n_gains, SkyMoney gain)
{
  const double n_ways = self->n_ways;
  unsigned __int128 spread;
  __int128 squares = 0;
  gint64 sum = 0;

  g_assert (n_gains <= SKY_WIN_RESULTS);
  if (n_gains < 2)
    return FALSE;
  for (guint i = 0; i < n_gains; i++)
    {
      if (gains[i] > MOST_GAIN || gains[i] < -MOST_GAIN)
        return FALSE;
      sum += ways[i] * gains[i];
      squares += (__int128) gains[i] * (ways[i] * gains[i]);
    }
  spread = (unsigned __int128) (squares * self->n_ways - (__int128) sum * sum);
  if (spread == 0)
    return FALSE;
  weigh (self, gains, ways, n_gains, (double) sum / n_ways,
         n_ways / (wins[0] * sqrt ((double) spread)), gain);
  self->n_rounds++;
  self->gain += gain;
  self->theory += sum;
  spread += (unsigned __int128) self->variance_high << 64 | self->variance_low;
  self->variance_high = (guint64) (spread >> 64);
  self->variance_low = (guint64) spread;
  return TRUE;
}

double
sky_win_sum_ln_l (const SkyWinSum *self, guint alternative)
{
  return ldexp (self->above, (int) alternative) - self->ln_mean[alternative]
         - log (self->mean[alternative]);
}

struct _SkyWinTotal
{
  mpq_t mean;
  mpq_t variance;
};

SkyWinTotal *
sky_win_total_new (void)
{
  SkyWinTotal *self = g_new0 (SkyWinTotal, 1);

  mpq_init (self->mean);
  mpq_init (self->variance);
  return self;
}

void
sky_win_total_free (SkyWinTotal *self)
{
  mpq_clear (self->mean);
  mpq_clear (self->variance);
  g_free (self);
}

static void
add_share (mpq_t total, const mpz_t numerator, gulong denominator)
{
  mpq_t share;

  mpq_init (share);
  mpq_set_z (share, numerator);
  mpz_set_ui (mpq_denref (share), denominator);
  mpq_canonicalize (share);
  mpq_add (total, total, share);
  mpq_clear (share);
}

void
sky_win_total_add (SkyWinTotal *self, const SkyWinSum *sum)
{
  mpz_t value;

  mpz_init_set_si (value, sum->theory);
  add_share (self->mean, value, sum->n_ways);
  mpz_set_ui (value, sum->variance_high);
  mpz_mul_2exp (value, value, 64);
  mpz_add_ui (value, value, sum->variance_low);
  add_share (self->variance, value, (gulong) sum->n_ways * sum->n_ways);
  mpz_clear (value);
}

static char *
tell_fraction (const mpq_t value)
{
  char *digits = mpq_get_str (NULL, 10, value);
  char *text = g_strdup (digits);

  free (digits);
  return text;
}

char *
sky_win_total_mean (const SkyWinTotal *self)
{
  return tell_fraction (self->mean);
}

char *
sky_win_total_variance (const SkyWinTotal *self)
{
  return tell_fraction (self->variance);
}

double
sky_win_total_get_mean (const SkyWinTotal *self)
{
  return mpq_get_d (self->mean);
}

double
sky_win_total_get_variance (const SkyWinTotal *self)
{
  return mpq_get_d (self->variance);
}

char *
sky_wins_name (guint alternative)
{
  g_assert (alternative < SKY_N_WINS);
  return g_strdup_printf ("1/%d", wins[alternative]);
}
