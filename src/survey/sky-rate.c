/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "sky-rate.h"

#include <math.h>

static const char *const method_names[] = {
  [SKY_RATE_NONE] = "none",
  [SKY_RATE_EXACT] = "exact",
  [SKY_RATE_WILSON] = "wilson",
  [SKY_RATE_JACKKNIFE_LOGIT] = "jackknife_logit",
  [SKY_RATE_JACKKNIFE_LOG] = "jackknife_log",
};

const char *
sky_rate_method_to_name (SkyRateMethod method)
{
  return method_names[method];
}

/* Weighted sums over a stratum. */
typedef struct
{
  double x;
  double n;
  guint n_clusters;
} Stratum;

/* Strata of one window alone cannot tell how windows differ: they count as one together, and one
 * that is left alone goes to the first of the others. @strata takes the stratum of each cluster.
 * Returns: how many strata there are. */
static guint
join_strata (const SkyCluster *clusters, guint n, guint *strata)
{
  g_autoptr (GHashTable) sizes = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  guint n_alone = 0, n_strata = 0, alone = 0;

  for (guint i = 0; i < n; i++)
    {
      gpointer key = GUINT_TO_POINTER (clusters[i].stratum);

      g_hash_table_insert (
          sizes, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (sizes, key)) + 1));
    }
  for (guint i = 0; i < n; i++)
    {
      gpointer key = GUINT_TO_POINTER (clusters[i].stratum);
      guint place;

      if (GPOINTER_TO_UINT (g_hash_table_lookup (sizes, key)) == 1)
        {
          strata[i] = G_MAXUINT;
          n_alone++;
          continue;
        }
      place = GPOINTER_TO_UINT (g_hash_table_lookup (places, key));
      if (place == 0)
        {
          place = ++n_strata;
          g_hash_table_insert (places, key, GUINT_TO_POINTER (place));
        }
      strata[i] = place - 1;
    }
  if (n_alone > 1 || n_strata == 0)
    alone = n_strata++;
  for (guint i = 0; i < n; i++)
    if (strata[i] == G_MAXUINT)
      strata[i] = alone;
  return n_strata;
}

/* The jackknife over the clusters of each stratum (Wolter 2007, 4.5): each is left out in turn, and
 * the others of its stratum stand for it. Returns: the variance of @rate; NAN: there are too few
 * clusters. @df takes the degrees of freedom. */
static double
jackknife (const SkyCluster *clusters, guint n, double rate, double *df)
{
  g_autofree guint *places = g_new (guint, n);
  guint n_strata = join_strata (clusters, n, places);
  g_autofree Stratum *strata = g_new0 (Stratum, n_strata);
  double x = 0, all = 0, variance = 0;

  *df = (double) n - n_strata;
  if (*df < 1)
    return NAN;
  for (guint i = 0; i < n; i++)
    {
      Stratum *stratum = &strata[places[i]];

      stratum->x += clusters[i].weight * clusters[i].x;
      stratum->n += clusters[i].weight * clusters[i].n;
      stratum->n_clusters++;
    }
  for (guint i = 0; i < n_strata; i++)
    {
      x += strata[i].x;
      all += strata[i].n;
    }
  for (guint i = 0; i < n; i++)
    {
      const Stratum *stratum = &strata[places[i]];
      double m = stratum->n_clusters;
      double without_x =
          x - stratum->x + (stratum->x - clusters[i].weight * clusters[i].x) * m / (m - 1);
      double without_n =
          all - stratum->n + (stratum->n - clusters[i].weight * clusters[i].n) * m / (m - 1);
      double difference = (without_n > 0 ? without_x / without_n : rate) - rate;

      variance += (m - 1) / m * difference * difference;
    }
  return variance;
}

/* What weights alone cost (Kish 1965): 1 where all are the same. */
static double
weights_deff (const SkyCluster *clusters, guint n)
{
  double sum = 0, squares = 0, all = 0;

  for (guint i = 0; i < n; i++)
    {
      sum += clusters[i].weight * clusters[i].n;
      squares += clusters[i].weight * clusters[i].weight * clusters[i].n;
      all += clusters[i].n;
    }
  return all * squares / (sum * sum);
}

/* Few errors: as many observations as the windows are worth. What few windows say of how they
 * differ is itself uncertain, for which t stands instead of the normal distribution (Korn and
 * Graubard 1998). */
static void
set_exact (SkyRate *self, const SkyCluster *clusters, guint n, double df)
{
  double binomial = self->rate * (1 - self->rate) / self->n;
  double worth = df >= 1 ? sky_interval_t (G_MAXINT) / sky_interval_t (df) : 1.0;
  double counting;

  /* One window in error cannot tell whether others are. */
  if (self->n_in_error < 2 || isnan (self->error) || !(binomial > 0))
    self->deff = SKY_RATE_DEFF * weights_deff (clusters, n);
  else
    self->deff = MAX (self->error * self->error / binomial, 1.0);
  self->deff /= worth * worth;
  counting = self->n / self->deff;
  self->method = SKY_RATE_EXACT;
  self->interval = sky_interval_exact (self->rate * counting, counting);
}

static void
sum_up (SkyRate *self, const SkyCluster *clusters, guint n)
{
  double x = 0, all = 0;

  for (guint i = 0; i < n; i++)
    {
      self->x += clusters[i].x;
      self->n += clusters[i].n;
      self->n_in_error += clusters[i].x > 0;
      x += clusters[i].weight * clusters[i].x;
      all += clusters[i].weight * clusters[i].n;
    }
  self->rate = all > 0 ? x / all : NAN;
}

SkyRate
sky_rate_compute (const SkyCluster *clusters, guint n, SkyRateKind kind)
{
  SkyRate self = { .n_clusters = n, .error = NAN, .deff = 1.0, .interval = { NAN, NAN } };
  double df = 0;
  gboolean few;

  sum_up (&self, clusters, n);
  if (isnan (self.rate))
    return self;
  self.error = sqrt (jackknife (clusters, n, self.rate, &df));
  few = self.n_in_error < SKY_RATE_FEW || self.rate >= 1 || !(self.error > 0);
  if (kind == SKY_RATE_OF_UNITS)
    {
      self.method = self.x > 0 ? SKY_RATE_WILSON : SKY_RATE_EXACT;
      self.interval = self.x > 0 ? sky_interval_wilson (self.rate * self.n, self.n)
                                 : sky_interval_exact (0, self.n);
    }
  else if (kind == SKY_RATE_OF_AMOUNTS)
    {
      if (few)
        return self;
      self.method = SKY_RATE_JACKKNIFE_LOG;
      self.interval = sky_interval_log (self.rate, self.error, sky_interval_t (df));
    }
  else if (few)
    set_exact (&self, clusters, n, df);
  else
    {
      self.method = SKY_RATE_JACKKNIFE_LOGIT;
      self.interval = sky_interval_logit (self.rate, self.error, sky_interval_t (df));
    }
  return self;
}

static double
sensitivity (const SkyCoderRecord *coder)
{
  return (double) coder->found / coder->planted;
}

static double
specificity (const SkyCoderRecord *coder)
{
  return 1.0 - (double) coder->flagged / coder->clean;
}

gboolean
sky_coder_is_known (const SkyCoderRecord *coder)
{
  return coder->planted >= SKY_CODER_LEAST && coder->clean >= SKY_CODER_LEAST
         && sensitivity (coder) + specificity (coder) > 1.0;
}

static double
behind (double rate, double se, double sp)
{
  return (rate + sp - 1) / (se + sp - 1);
}

double
sky_rate_correct (const SkyRate *rate, const SkyCoderRecord *coder, SkyInterval *interval)
{
  double se = sensitivity (coder), sp = specificity (coder);
  double value = behind (rate->rate, se, sp);
  SkyInterval of_se = sky_interval_wilson (coder->found, coder->planted);
  SkyInterval of_sp = sky_interval_wilson (coder->clean - coder->flagged, coder->clean);
  /* How far each of the three can move the value down and up: squared, and added. */
  double down = value - behind (rate->interval.low, se, sp);
  double up = behind (rate->interval.high, se, sp) - value;
  double down_se = value - behind (rate->rate, of_se.high, sp);
  double up_se = behind (rate->rate, of_se.low, sp) - value;
  double down_sp = value - behind (rate->rate, se, of_sp.low);
  double up_sp = behind (rate->rate, se, of_sp.high) - value;

  interval->low =
      CLAMP (value - sqrt (down * down + down_se * down_se + down_sp * down_sp), 0.0, 1.0);
  interval->high = CLAMP (value + sqrt (up * up + up_se * up_se + up_sp * up_sp), 0.0, 1.0);
  return CLAMP (value, 0.0, 1.0);
}
