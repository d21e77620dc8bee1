/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-stream.h"

#include "sky-detector.h"
#include "sky-tilt.h"

#include <math.h>
#include <string.h>

/* A stream that goes on is not reported twice within so many active weeks; and of what has no size
 * it is known by then whether it is borne out. */
#define ACTIVE_YEAR 52

/* P of a confirmation under the null hypothesis is at most one in so many. */
#define CONFIRMS 1000

/* Observations, as many times what the smallest size needs on average. */
#define PATIENCE 3

/* The errors' cells. */
enum
{
  ERRORS,
  DECISIONS,
  ERRORS_OF_OTHERS,
  DECISIONS_OF_OTHERS,
  N_RATE_CELLS,
};

/* A week, of the stream so far. */
typedef struct
{
  SkyDay monday;
  gint64 counts[SKY_STREAM_CELLS];
  long double expected; /* of errors: where one errs like the colleagues */
} Week;

struct _SkyStream
{
  SkyStreamKind kind;
  guint n_cells;
  guint m;               /* alternatives */
  SkyDetector *detector; /* NULL: begins with the next week */
  GArray *weeks;         /* of Week; the last one goes on */
  long double *ln_l;     /* of the last week so far */
  gboolean week_spent;   /* it raised a report: what comes of it is not looked at */
  guint since_report;    /* active weeks */

  SkyStreamStanding standing;
  gint64 fresh[SKY_STREAM_CELLS]; /* since the report */
  long double fresh_ln_l[SKY_N_RATES];
  guint fresh_weeks;
};

SkyDay
sky_week_monday (SkyDay day)
{
  /* 1970-01-01 was a Thursday. */
  return day - ((day + 3) % 7 + 7) % 7;
}

SkyStream *
sky_stream_new (SkyStreamKind kind, guint places)
{
  SkyStream *self = g_new0 (SkyStream, 1);

  self->kind = kind;
  switch (kind)
    {
    case SKY_STREAM_ARCS:
      self->n_cells = places;
      self->m = sky_arcs_number (places);
      break;
    case SKY_STREAM_DICE:
    case SKY_STREAM_DICE_SET:
      self->n_cells = SKY_DICE_FACES;
      self->m = SKY_N_DICE;
      break;
    case SKY_STREAM_SEVENS:
      self->n_cells = 2;
      self->m = SKY_N_SEVENS;
      break;
    case SKY_STREAM_ERRORS:
      self->n_cells = N_RATE_CELLS;
      self->m = SKY_N_RATES;
      break;
    default:
      g_assert_not_reached ();
    }
  g_assert (self->n_cells <= SKY_STREAM_CELLS);
  self->weeks = g_array_new (FALSE, TRUE, sizeof (Week));
  self->ln_l = g_new0 (long double, self->m);
  return self;
}

void
sky_stream_free (SkyStream *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->detector, sky_detector_free);
  g_array_unref (self->weeks);
  g_free (self->ln_l);
  g_free (self);
}

guint
sky_stream_n_cells (const SkyStream *self)
{
  return self->n_cells;
}

char *
sky_stream_name (const SkyStream *self, guint alternative)
{
  switch (self->kind)
    {
    case SKY_STREAM_ARCS:
      return sky_arcs_name (self->n_cells, alternative);
    case SKY_STREAM_DICE:
    case SKY_STREAM_DICE_SET:
      return sky_dice_name (alternative);
    case SKY_STREAM_SEVENS:
      return sky_sevens_name (alternative);
    case SKY_STREAM_ERRORS:
    default:
      return g_strdup_printf ("%d", sky_error_rates.ratios[alternative]);
    }
}

static void
compare (const SkyStream *self, const gint64 *counts, long double *ln_l)
{
  switch (self->kind)
    {
    case SKY_STREAM_ARCS:
      sky_arcs_compare (self->n_cells, counts, ln_l);
      break;
    case SKY_STREAM_DICE:
    case SKY_STREAM_DICE_SET:
      sky_dice_compare (counts, ln_l);
      break;
    case SKY_STREAM_SEVENS:
      sky_sevens_compare (counts[0], counts[1], ln_l);
      break;
    case SKY_STREAM_ERRORS:
    default:
      g_assert_not_reached ();
    }
}

static Week *
last_week (SkyStream *self)
{
  return self->weeks->len > 0 ? &g_array_index (self->weeks, Week, self->weeks->len - 1) : NULL;
}

static guint
week_number (SkyDay monday)
{
  return (guint) (monday / 7 + (1 << 20));
}

/* The week that has ended is one of the detector's. */
static void
close_week (SkyStream *self)
{
  Week *week = last_week (self);

  if (week == NULL)
    return;
  self->since_report++;
  if (self->week_spent)
    g_clear_pointer (&self->detector, sky_detector_free);
  else
    sky_detector_add_week (self->detector, week_number (week->monday), self->ln_l);
  self->week_spent = FALSE;
}

/* The week of @day, which is new when it is not the last one. A set has one. */
static Week *
enter_week (SkyStream *self, SkyDay day)
{
  Week *last = last_week (self);
  Week fresh = { .monday = sky_week_monday (day) };

  if (last != NULL && (self->kind == SKY_STREAM_DICE_SET || last->monday == fresh.monday))
    return last;
  close_week (self);
  if (self->detector == NULL)
    self->detector = sky_detector_new (self->m);
  memset (self->ln_l, 0, self->m * sizeof *self->ln_l);
  g_array_append_val (self->weeks, fresh);
  return last_week (self);
}

static gint64
count_observations (const SkyStream *self, const gint64 *counts)
{
  gint64 n = 0;

  if (self->kind == SKY_STREAM_ERRORS)
    return counts[DECISIONS];
  for (guint i = 0; i < self->n_cells; i++)
    n += counts[i];
  return n;
}

static gboolean
is_under_test (const SkyStream *self, SkyDay day)
{
  return self->standing.state == SKY_STREAM_REPORTED && day > self->standing.reported_on;
}

static void
note (SkyStream *self, SkyDay day, const gint64 *counts)
{
  SkyStreamStanding *standing = &self->standing;
  gint64 n = count_observations (self, counts);

  if (standing->n == 0)
    standing->first_day = day;
  standing->last_day = day;
  standing->n += n;
  for (guint i = 0; i < self->n_cells; i++)
    standing->counts[i] += counts[i];
  if (!is_under_test (self, day))
    return;
  standing->n_fresh += n;
  for (guint i = 0; i < self->n_cells; i++)
    self->fresh[i] += counts[i];
}

void
sky_stream_add (SkyStream *self, SkyDay day, const gint64 *counts)
{
  Week *week;

  if (count_observations (self, counts) == 0)
    return;
  week = enter_week (self, day);
  for (guint i = 0; i < self->n_cells; i++)
    week->counts[i] += counts[i];
  note (self, day, counts);
  if (!self->week_spent)
    compare (self, week->counts, self->ln_l);
}

void
sky_stream_add_week (SkyStream *self, SkyDay day, const SkyStratum *strata, guint n_strata)
{
  gint64 counts[N_RATE_CELLS] = { 0 };
  long double expected = 0;
  Week *week;

  for (guint i = 0; i < n_strata; i++)
    {
      gint64 others = strata[i].all_n - strata[i].n, errors = strata[i].all_x - strata[i].x;

      counts[ERRORS] += strata[i].x;
      counts[DECISIONS] += strata[i].n;
      counts[ERRORS_OF_OTHERS] += errors;
      counts[DECISIONS_OF_OTHERS] += others;
      if (others > 0)
        expected += (long double) strata[i].n * errors / others;
    }
  if (counts[DECISIONS] == 0)
    return;
  week = enter_week (self, day);
  memcpy (week->counts, counts, sizeof counts);
  week->expected = expected;
  for (guint i = 0; i < n_strata; i++)
    sky_rates_add (&sky_error_rates, &strata[i], self->ln_l);
  if (is_under_test (self, day))
    {
      for (guint a = 0; a < SKY_N_RATES; a++)
        self->fresh_ln_l[a] += self->ln_l[a];
      self->fresh_weeks++;
    }
  note (self, day, counts);
}

/* --- What the evidence is of -------------------------------------------------------------------
 */

/* How many of @counts are what @alternative names, and how many are expected without it. */
static void
count_lead (const SkyStream *self,
            guint alternative,
            const Week *week,
            gint64 *observed,
            long double *expected)
{
  gint64 n = count_observations (self, week->counts);
  guint cells[SKY_STREAM_CELLS];
  guint n_cells;

  switch (self->kind)
    {
    case SKY_STREAM_ARCS:
      n_cells = sky_arcs_cells (self->n_cells, alternative, cells);
      break;
    case SKY_STREAM_DICE:
    case SKY_STREAM_DICE_SET:
      n_cells = sky_dice_cells (alternative, cells);
      break;
    case SKY_STREAM_SEVENS:
      *observed += week->counts[0];
      *expected += (long double) n / 6;
      return;
    case SKY_STREAM_ERRORS:
    default:
      *observed += week->counts[ERRORS];
      *expected += week->expected;
      return;
    }
  for (guint i = 0; i < n_cells; i++)
    *observed += week->counts[cells[i]];
  *expected += (long double) n * n_cells / self->n_cells;
}

/* Reads the detector, to which the last week was added. */
static void
read_detector (SkyStream *self, const SkyDetector *detector, SkyStreamStanding *standing)
{
  guint since = sky_detector_since (detector, &standing->ln_e);

  standing->ln_r = sky_detector_ln_r (detector);
  standing->lead = sky_detector_lead (detector);
  standing->n_since = 0;
  standing->observed = 0;
  standing->expected = 0;
  for (guint i = 0; i < self->weeks->len; i++)
    {
      const Week *week = &g_array_index (self->weeks, Week, i);

      if (week_number (week->monday) < since)
        continue;
      if (week_number (week->monday) == since)
        standing->since = self->kind == SKY_STREAM_DICE_SET ? standing->first_day : week->monday;
      standing->n_since += count_observations (self, week->counts);
      count_lead (self, standing->lead, week, &standing->observed, &standing->expected);
    }
}

/* --- Looking -----------------------------------------------------------------------------------
 */

/* Reports what is known now. The week goes on without being looked at. */
static void
report (SkyStream *self, SkyDay day, long double ln_a)
{
  sky_detector_add_week (self->detector, week_number (last_week (self)->monday), self->ln_l);
  read_detector (self, self->detector, &self->standing);
  self->week_spent = TRUE;
  self->since_report = 0;
  self->standing.state = SKY_STREAM_REPORTED;
  self->standing.reported_on = day;
  self->standing.ln_a = ln_a;
  self->standing.ln_c = 0;
  self->standing.n_fresh = 0;
  memset (self->fresh, 0, sizeof self->fresh);
  memset (self->fresh_ln_l, 0, sizeof self->fresh_ln_l);
  self->fresh_weeks = 0;
}

/* ln C: the mean over the sizes in the lead's direction. */
static long double
weigh_fresh (const SkyStream *self)
{
  g_autofree long double *ln_l = NULL;
  guint lead = self->standing.lead;
  guint first = lead / SKY_N_SIZES * SKY_N_SIZES, n = SKY_N_SIZES;

  if (self->kind == SKY_STREAM_ERRORS)
    return sky_log_mean (self->fresh_ln_l, SKY_N_RATES);
  if (self->kind == SKY_STREAM_SEVENS)
    first = sky_sevens_side (lead, &n);
  ln_l = g_new (long double, self->m);
  compare (self, self->fresh, ln_l);
  return sky_log_mean (ln_l + first, n);
}

/* Whether more of the same would not confirm it either. */
static gboolean
is_enough (const SkyStream *self)
{
  guint smallest = self->standing.lead / SKY_N_SIZES * SKY_N_SIZES;
  long double divergence;

  switch (self->kind)
    {
    case SKY_STREAM_ARCS:
      divergence = sky_arcs_divergence (self->n_cells, smallest);
      break;
    case SKY_STREAM_DICE:
    case SKY_STREAM_DICE_SET:
      divergence = sky_dice_divergence (smallest);
      break;
    case SKY_STREAM_SEVENS:
      divergence = sky_sevens_divergence (sky_sevens_smallest (self->standing.lead));
      break;
    case SKY_STREAM_ERRORS:
    default:
      return self->fresh_weeks >= ACTIVE_YEAR;
    }
  return self->standing.n_fresh * divergence >= PATIENCE * logl (CONFIRMS);
}

static void
test_report (SkyStream *self, SkyDay day)
{
  if (self->standing.n_fresh == 0)
    return;
  self->standing.ln_c = weigh_fresh (self);
  if (self->standing.ln_c >= logl (CONFIRMS))
    self->standing.state = SKY_STREAM_CONFIRMED;
  else if (is_enough (self))
    self->standing.state = SKY_STREAM_NOT_BORNE_OUT;
  else
    return;
  self->standing.decided_on = day;
}

void
sky_stream_look (SkyStream *self, SkyDay day, long double ln_a, gboolean may_report)
{
  if (self->weeks->len == 0)
    return;
  if (self->standing.state == SKY_STREAM_REPORTED)
    test_report (self, day);
  if (self->standing.state == SKY_STREAM_QUIET)
    self->standing.ln_a = ln_a;
  else if (self->kind == SKY_STREAM_DICE_SET || self->since_report < ACTIVE_YEAR)
    return;
  if (may_report && !self->week_spent && sky_detector_reaches (self->detector, self->ln_l, ln_a))
    report (self, day, ln_a);
}

gboolean
sky_stream_is_begun (const SkyStream *self)
{
  return self->weeks->len > 0;
}

SkyStreamState
sky_stream_get_state (const SkyStream *self)
{
  return self->standing.state;
}

void
sky_stream_get_standing (SkyStream *self, SkyStreamStanding *standing)
{
  *standing = self->standing;
  standing->n_weeks = self->weeks->len;
  if (standing->state == SKY_STREAM_QUIET)
    {
      g_autoptr (SkyDetector) now = sky_detector_copy (self->detector);

      sky_detector_add_week (now, week_number (last_week (self)->monday), self->ln_l);
      read_detector (self, now, standing);
    }
}
