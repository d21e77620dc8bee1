/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "stream-chance.h"

#include <math.h>

#define MOST_TRIES 100000

/* Below so many a cell, one after the other is drawn faster. */
#define FEW 40

static guint64
next (Chance *self)
{
  self->state ^= self->state << 13;
  self->state ^= self->state >> 7;
  self->state ^= self->state << 17;
  return self->state;
}

Chance
chance_new (guint64 seed)
{
  Chance self = { (seed + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) };

  for (guint i = 0; i < 16; i++)
    next (&self);
  return self;
}

double
chance_draw (Chance *self)
{
  return (double) (next (self) >> 11) * 0x1p-53;
}

/* ln n! of each n. */
static const double *
get_factorials (void)
{
  static gsize filled;
  static double factorials[MOST_TRIES + 1];

  if (g_once_init_enter (&filled))
    {
      for (guint n = 1; n <= MOST_TRIES; n++)
        factorials[n] = factorials[n - 1] + log (n);
      g_once_init_leave (&filled, 1);
    }
  return factorials;
}

gint64
chance_draw_number (Chance *self, guint n, double p)
{
  const double *factorials = get_factorials ();
  gint64 mode, low, high;
  double left, below, above;

  g_assert (n <= MOST_TRIES);
  if (n == 0 || p <= 0)
    return 0;
  if (p >= 1)
    return n;
  /* From the likeliest number outward, which is where most draws end. */
  mode = MIN ((gint64) ((n + 1) * p), (gint64) n);
  below = above = exp (factorials[n] - factorials[mode] - factorials[n - mode]
                       + (double) mode * log (p) + (double) (n - mode) * log1p (-p));
  left = chance_draw (self) - above;
  for (low = high = mode; left >= 0 && (low > 0 || high < n);)
    {
      if (high < n)
        {
          above *= (double) (n - high) * p / ((double) (high + 1) * (1 - p));
          high++;
          left -= above;
          if (left < 0)
            return high;
        }
      if (low > 0)
        {
          below *= (double) low * (1 - p) / ((double) (n - low + 1) * p);
          low--;
          left -= below;
          if (left < 0)
            return low;
        }
    }
  return mode;
}

static void
draw_each (Chance *self, const double *weights, double sum, guint n_cells, guint n, gint64 *counts)
{
  double upto = 0, edges[64];

  g_assert (n_cells <= G_N_ELEMENTS (edges));
  for (guint i = 0; i < n_cells; i++)
    edges[i] = upto += weights[i];
  for (guint k = 0; k < n; k++)
    {
      double share = chance_draw (self) * sum;
      guint cell = MIN ((guint) (share / sum * n_cells), n_cells - 1);

      while (cell > 0 && share < edges[cell - 1])
        cell--;
      while (cell < n_cells - 1 && share >= edges[cell])
        cell++;
      counts[cell]++;
    }
}

void
chance_draw_counts (Chance *self, const double *weights, guint n_cells, guint n, gint64 *counts)
{
  double sum = 0;

  for (guint i = 0; i < n_cells; i++)
    sum += weights[i];
  if (n < FEW * n_cells)
    {
      draw_each (self, weights, sum, n_cells, n, counts);
      return;
    }
  /* One cell after the other, of what is left. */
  for (guint i = 0; i < n_cells && n > 0; i++)
    {
      gint64 found = i == n_cells - 1 ? (gint64) n : chance_draw_number (self, n, weights[i] / sum);

      counts[i] += found;
      n -= (guint) found;
      sum -= weights[i];
    }
}
