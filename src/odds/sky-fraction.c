/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-fraction.h"

#include <gmp.h>
#include <stdlib.h>

#define MIN_DECIMALS 4
#define MAX_DECIMALS 60
/* The least number of four digits. */
#define FOUR_DIGITS 1000

static void
read_fraction (mpq_t value, const char *fraction)
{
  mpq_init (value);
  if (mpq_set_str (value, fraction, 10) != 0 || mpz_sgn (mpq_denref (value)) == 0)
    g_error ("no fraction: %s", fraction);
  mpq_canonicalize (value);
}

/* @value, not negative, times ten to the power of @digits, rounded half up to a whole number. */
static void
scale (mpz_t scaled, const mpq_t value, guint digits)
{
  mpz_ui_pow_ui (scaled, 10, digits);
  mpz_mul (scaled, scaled, mpq_numref (value));
  mpz_mul_2exp (scaled, scaled, 1);
  mpz_add (scaled, scaled, mpq_denref (value));
  mpz_fdiv_q (scaled, scaled, mpq_denref (value));
  mpz_fdiv_q_2exp (scaled, scaled, 1);
}

char *
sky_fraction_percent (const char *fraction)
{
  GString *text = g_string_new (NULL);
  guint decimals = MIN_DECIMALS;
  gboolean negative;
  char *digits;
  mpq_t value;
  mpz_t scaled;

  read_fraction (value, fraction);
  negative = mpq_sgn (value) < 0;
  mpq_abs (value, value);
  mpz_init (scaled);
  scale (scaled, value, decimals + 2);
  while (mpq_sgn (value) != 0 && mpz_cmp_ui (scaled, FOUR_DIGITS) < 0 && decimals < MAX_DECIMALS)
    scale (scaled, value, ++decimals + 2);

  digits = mpz_get_str (NULL, 10, scaled);
  g_string_append (text, digits);
  while (text->len <= decimals)
    g_string_prepend_c (text, '0');
  g_string_insert_c (text, (gssize) (text->len - decimals), '.');
  if (negative)
    g_string_prepend_c (text, '-');
  g_string_append (text, " %");

  free (digits);
  mpz_clear (scaled);
  mpq_clear (value);
  return g_string_free (text, FALSE);
}

char *
sky_fraction_odds_against (const char *win, const char *lose)
{
  char *text = NULL;
  mpq_t p, q;

  read_fraction (p, win);
  read_fraction (q, lose);
  if (mpq_sgn (p) > 0)
    {
      g_autofree char *numerator = NULL;
      g_autofree char *denominator = NULL;

      mpq_div (q, q, p);
      /* Room for the digits, a sign and the NUL. */
      numerator = g_malloc (mpz_sizeinbase (mpq_numref (q), 10) + 2);
      denominator = g_malloc (mpz_sizeinbase (mpq_denref (q), 10) + 2);
      text = g_strdup_printf ("%s to %s", mpz_get_str (numerator, 10, mpq_numref (q)),
                              mpz_get_str (denominator, 10, mpq_denref (q)));
    }
  mpq_clears (p, q, NULL);
  return text;
}
