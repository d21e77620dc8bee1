/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-odds-ratio.h"

#include <math.h>

const SkyRateFamily sky_error_rates = { { 2, 3, 5, 8 }, 3, 2 };
const SkyRateFamily sky_pair_rates = { { 2, 3, 5, 10 }, 1, 1 };

gboolean
sky_stratum_is_possible (const SkyStratum *stratum)
{
  return stratum->x >= 0 && stratum->x <= stratum->n && stratum->n <= stratum->all_n
         && stratum->x <= stratum->all_x
         && stratum->all_x - stratum->x <= stratum->all_n - stratum->n;
}

/* Terms are kept below this by taking powers of two out of all of them. */
#define LARGE_EXPONENT 8000

/* A sum of positive terms whose common power of two stands apart. */
typedef struct
{
  long double sum;
  gint64 exponent; /* the sum is times two to this */
} Sum;

/* Adds @term times the sum's power of two, and takes it down when it grows large. */
static void
sum_add (Sum *sum, long double *term)
{
  sum->sum += *term;
  if (*term > ldexpl (1, LARGE_EXPONENT))
    {
      *term = ldexpl (*term, -LARGE_EXPONENT);
      sum->sum = ldexpl (sum->sum, -LARGE_EXPONENT);
      sum->exponent += LARGE_EXPONENT;
    }
}

/* A term that is followed by ever smaller ones, each at most @ratio of it, adds nothing that the
 * sum could show. */
static gboolean
is_negligible (const Sum *sum, long double term, long double ratio)
{
  return ratio < 1 && term * ratio < (1 - ratio) * sum->sum * ldexpl (1, -70);
}

/* ln of the sum over k of h(k) theta^k / (h(x) theta^x), h(k) = C(n,k) C(N-n,E-k): outward from x
 * by the ratio of neighbours, for differences of lgamma() would lose what they are to tell. The
 * terms rise to one mode and fall from it. */
static long double
ln_generating (const SkyStratum *s, long double theta)
{
  const gint64 lowest = MAX (0, s->all_x - s->all_n + s->n), highest = MIN (s->n, s->all_x);
  const gint64 rest = s->all_n - s->n - s->all_x;
  Sum sum = { 1, 0 };
  long double term = 1;

  for (gint64 k = s->x; k < highest; k++)
    {
      long double ratio = theta * (long double) (s->n - k) * (s->all_x - k)
                          / ((long double) (k + 1) * (rest + k + 1));

      term *= ratio;
      sum_add (&sum, &term);
      if (is_negligible (&sum, term, ratio))
        break;
    }
  term = sum.exponent > 16000 ? 0 : ldexpl (1, (int) -sum.exponent);
  for (gint64 k = s->x; k > lowest; k--)
    {
      long double ratio = (long double) k * (rest + k)
                          / (theta * (long double) (s->n - k + 1) * (s->all_x - k + 1));

      term *= ratio;
      sum_add (&sum, &term);
      if (is_negligible (&sum, term, ratio))
        break;
    }
  return logl (sum.sum) + sum.exponent * logl (2);
}

void
sky_rates_add (const SkyRateFamily *family,
               const SkyStratum *stratum,
               long double ln_l[SKY_N_RATES])
{
  long double null;

  g_assert (sky_stratum_is_possible (stratum));
  if (stratum->n == stratum->all_n || stratum->n == 0 || stratum->all_x == 0)
    return;
  null = ln_generating (stratum, (long double) family->numerator / family->denominator);
  for (guint a = 0; a < SKY_N_RATES; a++)
    ln_l[a] += null - ln_generating (stratum, family->ratios[a]);
}
