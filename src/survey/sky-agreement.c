/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-agreement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steele, Lea and Flood 2014. */
static guint64
next_chance (guint64 *state)
{
  guint64 z = *state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

guint64
sky_chance_below (guint64 *state, guint64 below)
{
  /* Numbers that would favor the first few are drawn again. */
  guint64 most = G_MAXUINT64 - G_MAXUINT64 % below;
  guint64 drawn;

  do
    drawn = next_chance (state);
  while (drawn >= most);
  return drawn % below;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* The interval that holds the middle 95 of 100 draws; those that are NAN do not count. */
static void
set_percentiles (SkyFigure *figure, double *draws, guint n_draws)
{
  guint n = 0;

  figure->low = figure->high = NAN;
  for (guint i = 0; i < n_draws; i++)
    if (!isnan (draws[i]))
      draws[n++] = draws[i];
  if (n == 0)
    return;
  qsort (draws, n, sizeof *draws, compare_doubles);
  figure->low = draws[(guint) floor (SKY_INTERVAL_ALPHA / 2 * (n - 1))];
  figure->high = draws[(guint) ceil ((1 - SKY_INTERVAL_ALPHA / 2) * (n - 1))];
}

/* Where the draws all are alike (nobody ever disagreed, or always), they say nothing of how often
 * somebody would: then as many rounds as there are speak for themselves. */
static void
set_exact (SkyFigure *agreed, guint n_rounds)
{
  SkyInterval interval = sky_interval_exact (agreed->value * n_rounds, n_rounds);

  agreed->low = interval.low;
  agreed->high = interval.high;
}

/* No coefficient is below -1, which an interval's lower end could otherwise be. */
static double
correct (double agreed, double by_chance)
{
  return by_chance < 1.0 ? MAX ((agreed - by_chance) / (1.0 - by_chance), -1.0) : NAN;
}

/* What a table of @n units comes to; @a and @b count how often each said each category. */
typedef struct
{
  double agreed;
  double kappa_chance;
  double ac1_chance;
} Shares;

static Shares
share (guint n, guint n_agreed, const guint *a, const guint *b, guint n_categories)
{
  Shares shares = { (double) n_agreed / n, 0.0, 0.0 };
  guint used = 0;

  for (guint i = 0; i < n_categories; i++)
    {
      double mean = ((double) a[i] + b[i]) / (2.0 * n);

      used += a[i] + b[i] > 0;
      shares.kappa_chance += ((double) a[i] / n) * ((double) b[i] / n);
      shares.ac1_chance += mean * (1.0 - mean);
    }
  /* Of one category alone there is nothing to agree about. */
  shares.ac1_chance = used > 1 ? shares.ac1_chance / (used - 1) : 1.0;
  if (used == 1)
    shares.kappa_chance = 1.0;
  return shares;
}

static int
compare_rounds (gconstpointer a, gconstpointer b)
{
  const SkyAgreementUnit *x = a, *y = b;

  return x->round < y->round ? -1 : x->round > y->round;
}

/* The units by round, and where in them each round begins. */
typedef struct
{
  SkyAgreementUnit *units;
  guint *starts; /* one more than rounds */
  guint n_rounds;
  guint n_categories;
  guint *a;
  guint *b;
} Sample;

static void
sample_init (Sample *self, const SkyAgreementUnit *units, guint n, guint n_categories)
{
  self->units = g_memdup2 (units, n * sizeof *units);
  qsort (self->units, n, sizeof *units, compare_rounds);
  self->starts = g_new (guint, n + 1);
  self->n_rounds = 0;
  for (guint i = 0; i < n; i++)
    if (i == 0 || self->units[i].round != self->units[i - 1].round)
      self->starts[self->n_rounds++] = i;
  self->starts[self->n_rounds] = n;
  self->n_categories = n_categories;
  self->a = g_new0 (guint, n_categories);
  self->b = g_new0 (guint, n_categories);
}

static void
sample_clear (Sample *self)
{
  g_free (self->units);
  g_free (self->starts);
  g_free (self->a);
  g_free (self->b);
}

/* Draws as many rounds as there are, with replacement. */
static Shares
draw (Sample *self, guint64 *state)
{
  guint n = 0, n_agreed = 0;

  memset (self->a, 0, self->n_categories * sizeof *self->a);
  memset (self->b, 0, self->n_categories * sizeof *self->b);
  for (guint i = 0; i < self->n_rounds; i++)
    {
      guint round = (guint) sky_chance_below (state, self->n_rounds);

      for (guint u = self->starts[round]; u < self->starts[round + 1]; u++)
        {
          n++;
          n_agreed += self->units[u].a == self->units[u].b;
          self->a[self->units[u].a]++;
          self->b[self->units[u].b]++;
        }
    }
  return share (n, n_agreed, self->a, self->b, self->n_categories);
}

static void
set_intervals (SkyAgreement *self, Sample *sample, const Shares *shares, guint64 seed)
{
  g_autofree double *agreed = g_new (double, SKY_AGREEMENT_DRAWS);
  g_autofree double *kappa = g_new (double, SKY_AGREEMENT_DRAWS);
  g_autofree double *ac1 = g_new (double, SKY_AGREEMENT_DRAWS);
  gboolean all_alike = self->n_agreed == 0 || self->n_agreed == self->n;

  if (all_alike)
    {
      set_exact (&self->agreed, self->n_rounds);
      self->kappa.low = correct (self->agreed.low, shares->kappa_chance);
      self->kappa.high = correct (self->agreed.high, shares->kappa_chance);
      self->ac1.low = correct (self->agreed.low, shares->ac1_chance);
      self->ac1.high = correct (self->agreed.high, shares->ac1_chance);
      return;
    }
  for (guint i = 0; i < SKY_AGREEMENT_DRAWS; i++)
    {
      Shares drawn = draw (sample, &seed);

      agreed[i] = drawn.agreed;
      kappa[i] = correct (drawn.agreed, drawn.kappa_chance);
      ac1[i] = correct (drawn.agreed, drawn.ac1_chance);
    }
  set_percentiles (&self->agreed, agreed, SKY_AGREEMENT_DRAWS);
  set_percentiles (&self->kappa, kappa, SKY_AGREEMENT_DRAWS);
  set_percentiles (&self->ac1, ac1, SKY_AGREEMENT_DRAWS);
}

SkyAgreement
sky_agreement_compute (const SkyAgreementUnit *units, guint n, guint n_categories, guint64 seed)
{
  SkyAgreement self = { .n = n };
  Shares shares;
  Sample sample;

  if (n == 0)
    {
      self.agreed = self.kappa = self.ac1 = (SkyFigure){ NAN, NAN, NAN };
      return self;
    }
  sample_init (&sample, units, n, n_categories);
  self.n_rounds = sample.n_rounds;
  for (guint i = 0; i < n; i++)
    {
      self.n_agreed += units[i].a == units[i].b;
      sample.a[units[i].a]++;
      sample.b[units[i].b]++;
    }
  shares = share (n, self.n_agreed, sample.a, sample.b, n_categories);
  self.agreed.value = shares.agreed;
  self.kappa.value = correct (shares.agreed, shares.kappa_chance);
  self.ac1.value = correct (shares.agreed, shares.ac1_chance);
  set_intervals (&self, &sample, &shares, seed);
  sample_clear (&sample);
  return self;
}

static double
positive_share (const SkyPositive *sums)
{
  double all = 2.0 * sums->both + sums->only_a + sums->only_b;

  return all > 0.0 ? 2.0 * sums->both / all : NAN;
}

static void
add_round (SkyPositive *sums, const SkyPositiveRound *round)
{
  sums->both += round->both;
  sums->only_a += round->only_a;
  sums->only_b += round->only_b;
}

SkyPositive
sky_positive_compute (const SkyPositiveRound *rounds, guint n, guint64 seed)
{
  SkyPositive self = { 0 };
  g_autofree double *draws = g_new (double, SKY_AGREEMENT_DRAWS);

  for (guint i = 0; i < n; i++)
    {
      add_round (&self, &rounds[i]);
      self.n_rounds += rounds[i].both + rounds[i].only_a + rounds[i].only_b > 0;
    }
  self.agreed = (SkyFigure){ positive_share (&self), NAN, NAN };
  if (self.n_rounds == 0)
    return self;
  if (self.both == 0 || self.only_a + self.only_b == 0)
    {
      set_exact (&self.agreed, self.n_rounds);
      return self;
    }
  for (guint i = 0; i < SKY_AGREEMENT_DRAWS; i++)
    {
      SkyPositive drawn = { 0 };

      for (guint j = 0; j < n; j++)
        add_round (&drawn, &rounds[sky_chance_below (&seed, n)]);
      draws[i] = positive_share (&drawn);
    }
  set_percentiles (&self.agreed, draws, SKY_AGREEMENT_DRAWS);
  return self;
}
