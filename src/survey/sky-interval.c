/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-interval.h"

#include <math.h>

/* Of the normal distribution, exceeded in either direction one time in twenty. */
#define Z 1.959963984540054

#define TINY 1e-300

/* The continued fraction of the incomplete beta function, by Lentz's method. */
static double
beta_fraction (double a, double b, double x)
{
  double c = 1.0, d = 1.0 - (a + b) * x / (a + 1.0), value;

  d = 1.0 / (fabs (d) < TINY ? TINY : d);
  value = d;
  for (int i = 1; i < 10000; i++)
    {
      double even = i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i));
      double odd = -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1));
      double step;

      d = 1.0 + even * d;
      c = 1.0 + even / c;
      d = 1.0 / (fabs (d) < TINY ? TINY : d);
      c = fabs (c) < TINY ? TINY : c;
      value *= d * c;
      d = 1.0 + odd * d;
      c = 1.0 + odd / c;
      d = 1.0 / (fabs (d) < TINY ? TINY : d);
      c = fabs (c) < TINY ? TINY : c;
      step = d * c;
      value *= step;
      if (fabs (step - 1.0) < 1e-15)
        break;
    }
  return value;
}

/* ln of the gamma function; glibc's lgamma() writes a global, this one does not. */
static double
ln_gamma (double x)
{
  int sign;

  return lgamma_r (x, &sign);
}

/* How much of the beta distribution of @a and @b lies below @x. */
static double
beta_below (double a, double b, double x)
{
  double front;

  if (x <= 0.0)
    return 0.0;
  if (x >= 1.0)
    return 1.0;
  front = exp (ln_gamma (a + b) - ln_gamma (a) - ln_gamma (b) + a * log (x) + b * log1p (-x));
  return x < (a + 1.0) / (a + b + 2.0) ? front * beta_fraction (a, b, x) / a
                                       : 1.0 - front * beta_fraction (b, a, 1.0 - x) / b;
}

/* Below which that share of it lies. */
static double
beta_quantile (double share, double a, double b)
{
  double low = 0.0, high = 1.0;

  for (int i = 0; i < 200 && high - low > 1e-16 * high; i++)
    {
      double middle = (low + high) / 2;

      if (beta_below (a, b, middle) < share)
        low = middle;
      else
        high = middle;
    }
  return (low + high) / 2;
}

SkyInterval
sky_interval_exact (double x, double n)
{
  return (SkyInterval){
    .low = x > 0.0 ? beta_quantile (SKY_INTERVAL_ALPHA / 2, x, n - x + 1.0) : 0.0,
    .high = x < n ? beta_quantile (1.0 - SKY_INTERVAL_ALPHA / 2, x + 1.0, n - x) : 1.0,
  };
}

SkyInterval
sky_interval_wilson (double x, double n)
{
  double r = x / n;
  double middle = (r + Z * Z / (2 * n)) / (1 + Z * Z / n);
  double half = Z * sqrt (r * (1 - r) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n);

  return (SkyInterval){
    .low = x > 0.0 ? MAX (middle - half, 0.0) : 0.0,
    .high = x < n ? MIN (middle + half, 1.0) : 1.0,
  };
}

SkyInterval
sky_interval_logit (double r, double error, double t)
{
  double middle = log (r / (1 - r));
  double half = t * error / (r * (1 - r));

  return (SkyInterval){ 1 / (1 + exp (half - middle)), 1 / (1 + exp (-half - middle)) };
}

SkyInterval
sky_interval_log (double r, double error, double t)
{
  double factor = exp (t * error / r);

  return (SkyInterval){ r / factor, r * factor };
}

double
sky_interval_t (double df)
{
  /* With X = df / (df + t²), which is beta of df/2 and 1/2 (Abramowitz and Stegun 26.7.1). */
  double x = beta_quantile (SKY_INTERVAL_ALPHA, df / 2, 0.5);

  return sqrt (df * (1 - x) / x);
}

double
sky_interval_at_most (double n)
{
  return 1.0 - pow (SKY_INTERVAL_ALPHA, 1.0 / n);
}
