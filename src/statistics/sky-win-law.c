/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-win-law.h"

#include "sky-fraction-text.h"

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

char *
sky_win_law_mean (const SkyWinLaw *law)
{
  mpz_t spread, sum;
  char *text;

  mpz_inits (spread, sum, NULL);
  take_spread (spread, sum, law);
  text = sky_fraction_text (sum, law->n_results);
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
  text = sky_fraction_text (spread, (guint64) law->n_results * law->n_results);
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
  long double middle = 0;

  if (deviation <= 0)
    return FALSE;
  /* Beside their middle gains have no large exponentials, which would take each other's digits. */
  for (guint i = 0; i < law->n_results; i++)
    middle += law->gains[i];
  middle /= law->n_results;
  for (guint a = 0; a < SKY_N_WINS; a++)
    {
      const long double lambda = 1 / (wins[a] * deviation);
      long double mean = 0;

      for (guint i = 0; i < law->n_results; i++)
        mean += expm1l (lambda * (law->gains[i] - middle));
      ln_l[a] += lambda * (gain - middle) - log1pl (mean / law->n_results);
    }
  return TRUE;
}

char *
sky_wins_name (guint alternative)
{
  g_assert (alternative < SKY_N_WINS);
  return g_strdup_printf ("1/%d", wins[alternative]);
}
