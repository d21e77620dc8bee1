/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-fraction-text.h"

#include <stdlib.h>

char *
sky_fraction_text (const mpz_t numerator, guint64 denominator)
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
