/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-detector.h"

#include "sky-number-state.h"

#include <math.h>
#include <string.h>

struct _SkyDetector
{
  guint n_alternatives;
  long double *ln_r;   /* of each alternative; NULL: no week was added */
  GArray *ln_l;        /* a row a week: ln L of each alternative; NULL: it remembers none */
  GArray *weeks;       /* of guint: the rows' weeks */
  long double begin[]; /* ln (1 + R): what the next week multiplies */
};

SkyDetector *
sky_detector_new (guint n_alternatives)
{
  SkyDetector *self = g_malloc0 (sizeof *self + n_alternatives * sizeof *self->begin);

  g_assert (n_alternatives > 0);
  self->n_alternatives = n_alternatives;
  return self;
}

void
sky_detector_free (SkyDetector *self)
{
  g_free (self->ln_r);
  g_clear_pointer (&self->ln_l, g_array_unref);
  g_clear_pointer (&self->weeks, g_array_unref);
  g_free (self);
}

/* Less than this, beside the greatest, a term adds nothing that could be told. */
#define NOTHING (-64)

/* ln (1 + e^x), never through e^x where that would overflow. What is added to x, or is the whole of
 * it below nothing, is less than 1: a double's last bit of it is of no account. */
static long double
softplus (long double x)
{
  /* Nor is what is below the last bit of the greater one. */
  if (x > -NOTHING)
    return x;
  return x > 0 ? x + log1p (exp (-(double) x)) : log1p (exp ((double) x));
}

static long double
find_greatest (const long double *x, guint n)
{
  long double greatest = -INFINITY;

  for (guint i = 0; i < n; i++)
    greatest = MAX (greatest, x[i]);
  return greatest;
}

/* Adds e^x, of an x that is no more than nothing. */
static inline void
add_term (long double *sum, long double x)
{
  if (x > NOTHING)
    *sum += exp ((double) x);
}

static inline long double
mean_of (long double sum, long double greatest, guint n)
{
  return greatest + logl (sum) - logl (n);
}

long double
sky_log_mean (const long double *x, guint n)
{
  const long double greatest = find_greatest (x, n);
  long double sum = 0;

  if (isinf (greatest))
    return greatest;
  for (guint i = 0; i < n; i++)
    add_term (&sum, x[i] - greatest);
  return mean_of (sum, greatest, n);
}

void
sky_detector_add_week (SkyDetector *self, guint week, const long double *ln_l)
{
  const guint n = sky_detector_n_weeks (self);

  g_assert (n == 0 || g_array_index (self->weeks, guint, n - 1) < week);
  if (self->weeks == NULL)
    {
      self->ln_r = g_new (long double, self->n_alternatives);
      self->ln_l = g_array_new (FALSE, FALSE, sizeof (long double));
      self->weeks = g_array_new (FALSE, FALSE, sizeof (guint));
    }
  for (guint a = 0; a < self->n_alternatives; a++)
    self->ln_r[a] = self->begin[a] + ln_l[a];
  sky_detector_pass_week (self, ln_l);
  g_array_append_vals (self->ln_l, ln_l, self->n_alternatives);
  g_array_append_val (self->weeks, week);
}

void
sky_detector_pass_week (SkyDetector *self, const long double *ln_l)
{
  for (guint a = 0; a < self->n_alternatives; a++)
    self->begin[a] = softplus (self->begin[a] + ln_l[a]);
}

/* Visits SkyDetector, but not: n_alternatives, ln_r, ln_l, weeks. */
void
sky_detector_visit (SkyDetector *self, SkyState *state)
{
  for (guint a = 0; a < self->n_alternatives; a++)
    sky_state_long_double (state, &self->begin[a]);
}

long double
sky_detector_ln_r_so_far (const SkyDetector *self, const long double *ln_l)
{
  long double greatest = -INFINITY, sum = 0;

  for (guint a = 0; a < self->n_alternatives; a++)
    greatest = MAX (greatest, self->begin[a] + ln_l[a]);
  if (isinf (greatest))
    return greatest;
  for (guint a = 0; a < self->n_alternatives; a++)
    add_term (&sum, self->begin[a] + ln_l[a] - greatest);
  return mean_of (sum, greatest, self->n_alternatives);
}

guint
sky_detector_lead_so_far (const SkyDetector *self, const long double *ln_l)
{
  guint lead = 0;

  for (guint a = 1; a < self->n_alternatives; a++)
    if (self->begin[a] + ln_l[a] >= self->begin[lead] + ln_l[lead])
      lead = a;
  return lead;
}

gboolean
sky_detector_reaches (const SkyDetector *self, const long double *ln_l, long double ln_a)
{
  guint a = 0;

  /* The mean is no greater than the greatest: most looks end here. */
  while (a < self->n_alternatives && self->begin[a] + ln_l[a] < ln_a)
    a++;
  return a < self->n_alternatives && sky_detector_ln_r_so_far (self, ln_l) >= ln_a;
}

guint
sky_detector_n_weeks (const SkyDetector *self)
{
  return self->weeks != NULL ? self->weeks->len : 0;
}

long double
sky_detector_ln_r (const SkyDetector *self)
{
  return sky_log_mean (self->ln_r, self->n_alternatives);
}

guint
sky_detector_lead (const SkyDetector *self)
{
  guint lead = 0;

  for (guint a = 1; a < self->n_alternatives; a++)
    if (self->ln_r[a] >= self->ln_r[lead])
      lead = a;
  return lead;
}

guint
sky_detector_find_since (
    guint m, guint n_rows, SkyDetectorRowFunc row, gpointer data, long double *ln_e)
{
  g_autofree long double *sum = g_new0 (long double, m);
  long double greatest = -INFINITY;
  guint since = 0;

  g_assert (n_rows > 0);
  /* From the last week on, so that each adds its own to those after it. */
  for (guint k = n_rows; k-- > 0;)
    {
      const long double *ln_l = row (k, data);
      long double evidence;

      for (guint a = 0; a < m; a++)
        sum[a] += ln_l[a];
      /* The mean is no greater than the greatest. */
      if (find_greatest (sum, m) < greatest)
        continue;
      evidence = sky_log_mean (sum, m);
      if (evidence >= greatest)
        {
          greatest = evidence;
          since = k;
        }
    }
  *ln_e = greatest;
  return since;
}

static const long double *
get_row (guint k, gpointer data)
{
  const SkyDetector *self = data;

  return &g_array_index (self->ln_l, long double, k * self->n_alternatives);
}

guint
sky_detector_since (const SkyDetector *self, long double *ln_e)
{
  long double greatest;
  const guint k = sky_detector_find_since (self->n_alternatives, sky_detector_n_weeks (self),
                                           get_row, (gpointer) self, &greatest);

  if (ln_e != NULL)
    *ln_e = greatest;
  return g_array_index (self->weeks, guint, k);
}
