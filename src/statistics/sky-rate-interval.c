/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-rate-interval.h"

#include <math.h>

/* From here on Stirling's series is right to the last bit. */
#define LARGE 64

/* ln n! less Stirling's formula. */
static long double
stirling_error (long double n)
{
  static const long double terms[] = {
    1 / 12.0L,   -1 / 360.0L,      1 / 1260.0L, -1 / 1680.0L,
    1 / 1188.0L, -691 / 360360.0L, 1 / 156.0L,  -3617 / 122400.0L
  };
  long double sum = 0;

  if (n == 0)
    return 0;
  if (n < LARGE)
    return lgammal (n + 1) - (n + 0.5L) * logl (n) + n - 0.5L * logl (2 * M_PIl);
  for (guint i = G_N_ELEMENTS (terms); i > 0; i--)
    sum = sum / (n * n) + terms[i - 1];
  return sum / n;
}

/* ln of (n + 1) C(n,x) at its greatest, where p is x / n (Loader's saddle-point form). */
static long double
ln_greatest (long double x, long double n)
{
  long double y = n - x;

  if (x == 0 || y == 0)
    return log1pl (n);
  return log1pl (n) + stirling_error (n) - stirling_error (x) - stirling_error (y)
         + 0.5L * logl (n / (2 * M_PIl * x * y));
}

/* How far below the greatest it lies at p, 1 - p being q. */
static long double
ln_fall (long double x, long double n, long double p, long double q)
{
  long double y = n - x, fall = 0;

  if (x > 0)
    fall += x * logl (x / (n * p));
  if (y > 0)
    fall += y * logl (y / (n * q));
  return fall;
}

/* More halvings than the numbers have bits. */
#define HALVINGS 200

void
sky_rate_interval (gint64 x, gint64 n, long double alpha, long double *low, long double *high)
{
  g_assert (x >= 0 && x <= n && alpha > 0 && alpha < 1);
  *low = 0;
  *high = 1;
  if (n == 0)
    return;

  const long double depth = ln_greatest (x, n) - logl (alpha);

  if (x > 0)
    {
      long double in = logl ((long double) x / n), out = in - 1;

      while (ln_fall (x, n, expl (out), -expm1l (out)) < depth)
        out -= in - out;
      for (int i = 0; i < HALVINGS; i++)
        {
          long double middle = (in + out) / 2;

          *(ln_fall (x, n, expl (middle), -expm1l (middle)) < depth ? &in : &out) = middle;
        }
      *low = expl (in);
    }
  if (x < n)
    {
      /* The logarithm of 1 - p, which is small where p is not. */
      long double in = logl ((long double) (n - x) / n), out = in - 1;

      while (ln_fall (x, n, -expm1l (out), expl (out)) < depth)
        out -= in - out;
      for (int i = 0; i < HALVINGS; i++)
        {
          long double middle = (in + out) / 2;

          *(ln_fall (x, n, -expm1l (middle), expl (middle)) < depth ? &in : &out) = middle;
        }
      *high = -expm1l (in);
    }
}
