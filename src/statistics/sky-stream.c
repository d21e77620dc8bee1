/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-stream.h"

#include "sky-detector.h"
#include "sky-json-writer.h"
#include "sky-number-state.h"
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

#define N_RATE_CELLS (SKY_CELL_DECISIONS_OF_OTHERS + 1)
#define N_PAIR_CELLS (SKY_CELL_DECISIONS_ELSEWHERE + 1)
#define N_WIN_CELLS  (SKY_CELL_ROUNDS + 1)

/* A pair is compared twice. */
#define MAX_DETECTORS 2

/* Alternatives whose fresh evidence is added up by the week or day. */
#define MAX_FRESH (MAX_DETECTORS * SKY_N_WINS)

G_STATIC_ASSERT (SKY_N_RATES <= SKY_N_WINS);

/* A week, of the stream so far. */
typedef struct
{
  SkyDay monday;
  gint64 *counts; /* of each cell */
  GArray *strata; /* of SkyStratum: of errors; of pairs, beside others and elsewhere in turn */
  long double expected; /* of errors: where one errs like the colleagues; of money: theory */
  long double variance; /* of money, cents squared */
  long double *ln_l;    /* of what is added up, when the week is over; NULL: the counts give it */
} Week;

struct _SkyStream
{
  SkyStreamKind kind;
  guint n_cells;
  guint m;                               /* alternatives */
  guint n_detectors;                     /* what all of them say is said */
  SkyDetector *detectors[MAX_DETECTORS]; /* NULL: begin with the next week */
  GArray *weeks;                         /* of Week; the last one goes on */
  GArray *points;                        /* of SkyStreamPoint: of the weeks that are over */
  long double *ln_l;    /* of the last week so far: of each detector's alternatives */
  gboolean week_spent;  /* it raised a report: what comes of it is not looked at */
  guint since_report;   /* active weeks */
  guint first;          /* the week that the detectors began with, among them */
  char *history;        /* JSON: what the last report follows from; NULL: there is none */
  GString *later_weeks; /* JSON, of errors and pairs: the weeks after it */

  SkyStreamStanding standing;
  gint64 fresh[SKY_STREAM_CELLS]; /* since the report */
  long double fresh_ln_l[MAX_FRESH];
  guint fresh_weeks;
  SkyDay fresh_monday; /* of the last of them, of money */
};

static void
week_clear (gpointer data)
{
  g_free (((Week *) data)->counts);
  g_free (((Week *) data)->ln_l);
  g_clear_pointer (&((Week *) data)->strata, g_array_unref);
}

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
  self->n_detectors = 1;
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
    case SKY_STREAM_PAIRS:
      self->n_cells = N_PAIR_CELLS;
      self->m = SKY_N_RATES;
      self->n_detectors = MAX_DETECTORS;
      break;
    case SKY_STREAM_WINS:
      self->n_cells = N_WIN_CELLS;
      self->m = SKY_N_WINS;
      break;
    default:
      g_assert_not_reached ();
    }
  g_assert (self->n_cells <= SKY_STREAM_CELLS);
  self->weeks = g_array_new (FALSE, TRUE, sizeof (Week));
  g_array_set_clear_func (self->weeks, week_clear);
  self->points = g_array_new (FALSE, FALSE, sizeof (SkyStreamPoint));
  self->ln_l = g_new0 (long double, self->m * self->n_detectors);
  self->later_weeks = g_string_new (NULL);
  return self;
}

static void
forget_weeks (SkyStream *self)
{
  for (guint i = 0; i < self->n_detectors; i++)
    g_clear_pointer (&self->detectors[i], sky_detector_free);
}

void
sky_stream_free (SkyStream *self)
{
  if (self == NULL)
    return;
  forget_weeks (self);
  g_array_unref (self->weeks);
  g_array_unref (self->points);
  g_string_free (self->later_weeks, TRUE);
  g_free (self->history);
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
    case SKY_STREAM_PAIRS:
      return g_strdup_printf ("%d", sky_pair_rates.ratios[alternative]);
    case SKY_STREAM_WINS:
      return sky_wins_name (alternative);
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
    case SKY_STREAM_PAIRS:
    case SKY_STREAM_WINS:
    default:
      g_assert_not_reached ();
    }
}

static gsize
size_of_ln_l (const SkyStream *self)
{
  return (gsize) self->m * self->n_detectors * sizeof *self->ln_l;
}

static Week *
last_week (SkyStream *self)
{
  return self->weeks->len > 0 ? &g_array_index (self->weeks, Week, self->weeks->len - 1) : NULL;
}

/* Whether its evidence is added up as it comes, for its counts alone do not give it. */
static gboolean
is_added_up (const SkyStream *self)
{
  return self->kind == SKY_STREAM_ERRORS || self->kind == SKY_STREAM_PAIRS
         || self->kind == SKY_STREAM_WINS;
}

/* Adds the point of the last week so far to @points: of several detectors the one that says least.
 */
static void
add_point (SkyStream *self, GArray *points)
{
  const Week *week = last_week (self);
  SkyStreamPoint point = { week->monday, (double) self->standing.ln_r };

  for (guint i = 0; i < self->n_detectors && !self->week_spent; i++)
    {
      double ln_r =
          (double) sky_detector_ln_r_so_far (self->detectors[i], self->ln_l + (gsize) i * self->m);

      point.ln_r = i == 0 ? ln_r : MIN (point.ln_r, ln_r);
    }
  if (self->kind == SKY_STREAM_WINS)
    {
      point.over = (double) (week->counts[SKY_CELL_GAIN] - week->expected);
      point.variance = (double) week->variance;
    }
  g_array_append_val (points, point);
}

/* Adds the last week so far to the detectors, which do not remember it: many streams would take
 * much room. */
static void
pass_week (SkyStream *self)
{
  for (guint i = 0; i < self->n_detectors; i++)
    sky_detector_pass_week (self->detectors[i], self->ln_l + (gsize) i * self->m);
}

/* The weeks of a detector as rows, from the one that it began with to the last so far. */
typedef struct
{
  const SkyStream *stream;
  guint detector;
  long double *scratch; /* for a row that its counts give; there is one such detector */
} Rows;

static const long double *
get_row (guint k, gpointer data)
{
  const Rows *self = data;
  const SkyStream *stream = self->stream;
  const guint number = stream->first + k;
  const Week *week = &g_array_index (stream->weeks, Week, number);

  if (number + 1 == stream->weeks->len)
    return stream->ln_l + (gsize) self->detector * stream->m;
  if (week->ln_l != NULL)
    return week->ln_l + (gsize) self->detector * stream->m;
  compare (stream, week->counts, self->scratch);
  return self->scratch;
}

/* The week that has ended is one of the detectors'. */
static void
close_week (SkyStream *self)
{
  if (last_week (self) == NULL)
    return;
  self->since_report++;
  if (self->week_spent)
    forget_weeks (self);
  add_point (self, self->points);
  if (!self->week_spent)
    pass_week (self);
  if (is_added_up (self))
    last_week (self)->ln_l = g_memdup2 (self->ln_l, size_of_ln_l (self));
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
  if (self->detectors[0] == NULL)
    self->first = self->weeks->len;
  for (guint i = 0; i < self->n_detectors; i++)
    if (self->detectors[i] == NULL)
      self->detectors[i] = sky_detector_new (self->m);
  memset (self->ln_l, 0, size_of_ln_l (self));
  fresh.counts = g_new0 (gint64, self->n_cells);
  g_array_append_val (self->weeks, fresh);
  return last_week (self);
}

static gint64
count_observations (const SkyStream *self, const gint64 *counts)
{
  gint64 n = 0;

  if (self->kind == SKY_STREAM_WINS)
    return counts[SKY_CELL_ROUNDS];
  if (is_added_up (self))
    return counts[SKY_CELL_DECISIONS];
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

/* Adds @ln_l to the last week's, and to what came after the report. */
static void
add_evidence (SkyStream *self, SkyDay day, const long double *ln_l)
{
  const gboolean is_fresh = is_under_test (self, day);

  for (guint a = 0; a < self->m * self->n_detectors; a++)
    {
      self->ln_l[a] += ln_l[a];
      if (is_fresh)
        self->fresh_ln_l[a] += ln_l[a];
    }
}

static void
write_rate (gint64 x, gint64 n, GString *json)
{
  sky_json_begin_array (json, NULL);
  sky_json_add_int (json, NULL, x);
  sky_json_add_int (json, NULL, n);
  sky_json_end_array (json);
}

/* Of the pair, of the dealer's other patrons, of the patron's other dealers. */
static void
write_pair (const SkyStratum *others, const SkyStratum *elsewhere, GString *json)
{
  sky_json_begin_array (json, NULL);
  write_rate (others->x, others->n, json);
  write_rate (others->all_x - others->x, others->all_n - others->n, json);
  write_rate (elsewhere->all_x - elsewhere->x, elsewhere->all_n - elsewhere->n, json);
  sky_json_end_array (json);
}

static void
write_stratum (const SkyStratum *stratum, GString *json)
{
  sky_json_begin_array (json, NULL);
  sky_json_add_int (json, NULL, stratum->x);
  sky_json_add_int (json, NULL, stratum->n);
  sky_json_add_int (json, NULL, stratum->all_n);
  sky_json_add_int (json, NULL, stratum->all_x);
  sky_json_end_array (json);
}

static void
write_strata (const SkyStream *self, const GArray *strata, GString *json)
{
  const SkyStratum *stratum = &g_array_index (strata, SkyStratum, 0);

  sky_json_begin_array (json, NULL);
  for (guint i = 0; i < strata->len; i += self->n_detectors)
    if (self->kind == SKY_STREAM_PAIRS)
      write_pair (&stratum[i], &stratum[i + 1], json);
    else
      write_stratum (&stratum[i], json);
  sky_json_end_array (json);
}

/* A week of its own, of errors. */
static void
add_counts (SkyStream *self,
            SkyDay day,
            const gint64 *counts,
            long double expected,
            const long double *ln_l)
{
  Week *week;

  if (counts[SKY_CELL_DECISIONS] == 0)
    return;
  week = enter_week (self, day);
  memcpy (week->counts, counts, self->n_cells * sizeof *counts);
  week->expected = expected;
  add_evidence (self, day, ln_l);
  if (is_under_test (self, day))
    self->fresh_weeks++;
  note (self, day, counts);
}

/* How many errors @stratum's one would make at the rate of the others. */
static long double
expect_errors (const SkyStratum *stratum)
{
  gint64 others = stratum->all_n - stratum->n;

  return others > 0 ? (long double) stratum->n * (stratum->all_x - stratum->x) / others : 0;
}

static void
add_stratum (gint64 *counts, const SkyStratum *stratum)
{
  counts[SKY_CELL_ERRORS] += stratum->x;
  counts[SKY_CELL_DECISIONS] += stratum->n;
  counts[SKY_CELL_ERRORS_OF_OTHERS] += stratum->all_x - stratum->x;
  counts[SKY_CELL_DECISIONS_OF_OTHERS] += stratum->all_n - stratum->n;
}

/* Keeps those of the last week, from which its evidence follows. */
static void
keep_strata (SkyStream *self, SkyDay day, GArray *strata)
{
  Week *week = last_week (self);

  g_clear_pointer (&week->strata, g_array_unref);
  week->strata = g_array_ref (strata);
  if (!is_under_test (self, day))
    return;
  if (self->later_weeks->len > 0)
    g_string_append_c (self->later_weeks, ',');
  write_strata (self, strata, self->later_weeks);
}

void
sky_stream_add_week (SkyStream *self, SkyDay day, const SkyStratum *strata, guint n_strata)
{
  gint64 counts[N_RATE_CELLS] = { 0 };
  long double ln_l[SKY_N_RATES] = { 0 }, expected = 0;
  g_autoptr (GArray) kept = g_array_sized_new (FALSE, FALSE, sizeof *strata, n_strata);

  g_assert (self->kind == SKY_STREAM_ERRORS);
  for (guint i = 0; i < n_strata; i++)
    {
      add_stratum (counts, &strata[i]);
      expected += expect_errors (&strata[i]);
      sky_rates_add (&sky_error_rates, &strata[i], ln_l);
    }
  add_counts (self, day, counts, expected, ln_l);
  g_array_append_vals (kept, strata, n_strata);
  if (counts[SKY_CELL_DECISIONS] > 0)
    keep_strata (self, day, kept);
}

void
sky_stream_add_pair_week (SkyStream *self, SkyDay day, const SkyPairStratum *strata, guint n_strata)
{
  gint64 counts[N_PAIR_CELLS] = { 0 };
  long double ln_l[MAX_DETECTORS * SKY_N_RATES] = { 0 }, expected = 0;
  g_autoptr (GArray) kept =
      g_array_sized_new (FALSE, FALSE, sizeof (SkyStratum), MAX_DETECTORS * n_strata);

  g_assert (self->kind == SKY_STREAM_PAIRS);
  for (guint i = 0; i < n_strata; i++)
    {
      const SkyStratum *elsewhere = &strata[i].elsewhere;

      add_stratum (counts, &strata[i].others);
      counts[SKY_CELL_ERRORS_ELSEWHERE] += elsewhere->all_x - elsewhere->x;
      counts[SKY_CELL_DECISIONS_ELSEWHERE] += elsewhere->all_n - elsewhere->n;
      expected += expect_errors (&strata[i].others);
      sky_rates_add (&sky_pair_rates, &strata[i].others, ln_l);
      sky_rates_add (&sky_pair_rates, elsewhere, ln_l + SKY_N_RATES);
      g_array_append_val (kept, strata[i].others);
      g_array_append_val (kept, *elsewhere);
    }
  add_counts (self, day, counts, expected, ln_l);
  if (counts[SKY_CELL_DECISIONS] > 0)
    keep_strata (self, day, kept);
}

void
sky_stream_add_wins (SkyStream *self, SkyDay day, const SkyWins *wins)
{
  const gint64 counts[N_WIN_CELLS] = {
    [SKY_CELL_GAIN] = wins->gain, [SKY_CELL_ROUNDS] = wins->n_rounds
  };
  Week *week;

  g_assert (self->kind == SKY_STREAM_WINS);
  if (wins->n_rounds == 0)
    return;
  week = enter_week (self, day);
  if (is_under_test (self, day) && (self->fresh_weeks == 0 || self->fresh_monday != week->monday))
    {
      self->fresh_weeks++;
      self->fresh_monday = week->monday;
    }
  for (guint i = 0; i < N_WIN_CELLS; i++)
    week->counts[i] += counts[i];
  week->expected += (long double) wins->theory / SKY_WIN_PARTS;
  week->variance += (long double) wins->variance / SKY_WIN_PARTS / SKY_WIN_PARTS;
  self->standing.theory += wins->theory;
  self->standing.variance += wins->variance;
  add_evidence (self, day, wins->ln_l);
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
    case SKY_STREAM_WINS:
      *observed += week->counts[SKY_CELL_GAIN];
      *expected += week->expected;
      return;
    case SKY_STREAM_ERRORS:
    case SKY_STREAM_PAIRS:
    default:
      *observed += week->counts[SKY_CELL_ERRORS];
      *expected += week->expected;
      return;
    }
  for (guint i = 0; i < n_cells; i++)
    *observed += week->counts[cells[i]];
  *expected += (long double) n * n_cells / self->n_cells;
}

/* Reads the detectors, the last week so far among theirs: the one that says least. */
static void
read_detectors (SkyStream *self, SkyStreamStanding *standing)
{
  g_autofree long double *scratch = is_added_up (self) ? NULL : g_new (long double, self->m);
  Rows rows = { self, 0, scratch };
  SkyDay since;

  for (guint i = 0; i < self->n_detectors; i++)
    {
      standing->ln_r_of[i] =
          sky_detector_ln_r_so_far (self->detectors[i], self->ln_l + (gsize) i * self->m);
      if (standing->ln_r_of[i] < standing->ln_r_of[rows.detector])
        rows.detector = i;
    }
  since = g_array_index (self->weeks, Week,
                         self->first
                             + sky_detector_find_since (self->m, self->weeks->len - self->first,
                                                        get_row, &rows, &standing->ln_e))
              .monday;
  standing->ln_r = standing->ln_r_of[rows.detector];
  standing->lead = sky_detector_lead_so_far (self->detectors[rows.detector],
                                             self->ln_l + (gsize) rows.detector * self->m);
  standing->n_since = 0;
  standing->observed = 0;
  standing->expected = 0;
  standing->variance_since = 0;
  for (guint i = 0; i < self->weeks->len; i++)
    {
      const Week *week = &g_array_index (self->weeks, Week, i);

      if (week->monday < since)
        continue;
      if (week->monday == since)
        standing->since = self->kind == SKY_STREAM_DICE_SET ? standing->first_day : week->monday;
      standing->n_since += count_observations (self, week->counts);
      count_lead (self, standing->lead, week, &standing->observed, &standing->expected);
      standing->variance_since += week->variance;
    }
}

/* --- Looking -----------------------------------------------------------------------------------
 */

/* --- What a report follows from ----------------------------------------------------------------
 */

static void
write_counts (const SkyStream *self, const gint64 *counts, GString *json)
{
  sky_json_begin_array (json, NULL);
  for (guint i = 0; i < self->n_cells; i++)
    sky_json_add_int (json, NULL, counts[i]);
  sky_json_end_array (json);
}

/* Of money: what rounds say of each size. */
static void
write_wins (const SkyStream *self, const gint64 *counts, const long double *ln_l, GString *json)
{
  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "rounds", counts[SKY_CELL_ROUNDS]);
  sky_json_add_int (json, "gain", counts[SKY_CELL_GAIN]);
  sky_json_begin_array (json, "ln_l");
  for (guint a = 0; a < self->m; a++)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      sky_json_add_string (json, NULL,
                           g_ascii_formatd (text, sizeof text, "%.17g", (double) ln_l[a]));
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
}

/* The weeks that the evidence is of, in the form of sky-history.h. */
static char *
write_history (const SkyStream *self)
{
  GString *json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "kind",
                       self->kind == SKY_STREAM_ARCS     ? "arc"
                       : self->kind == SKY_STREAM_SEVENS ? "sevens"
                       : self->kind == SKY_STREAM_ERRORS ? "rate"
                       : self->kind == SKY_STREAM_PAIRS  ? "pair"
                       : self->kind == SKY_STREAM_WINS   ? "win-sums"
                                                         : "dice");
  if (self->kind == SKY_STREAM_ARCS)
    sky_json_add_int (json, "categories", self->n_cells);
  sky_json_begin_array (json, "weeks");
  for (guint i = self->first; i < self->weeks->len; i++)
    {
      const Week *week = &g_array_index (self->weeks, Week, i);

      if (week->strata != NULL)
        write_strata (self, week->strata, json);
      else if (self->kind == SKY_STREAM_WINS)
        write_wins (self, week->counts, week->ln_l != NULL ? week->ln_l : self->ln_l, json);
      else
        write_counts (self, week->counts, json);
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
  return g_string_free (json, FALSE);
}

/* Reports what is known now. The week goes on without being looked at. */
static void
report (SkyStream *self, SkyDay day, long double ln_a)
{
  read_detectors (self, &self->standing);
  pass_week (self);
  self->week_spent = TRUE;
  self->since_report = 0;
  self->standing.state = SKY_STREAM_REPORTED;
  self->standing.reported_on = day;
  self->standing.ln_a = ln_a;
  self->standing.ln_c = 0;
  memset (self->standing.ln_c_of, 0, sizeof self->standing.ln_c_of);
  self->standing.n_fresh = 0;
  g_free (self->history);
  self->history = write_history (self);
  g_string_truncate (self->later_weeks, 0);
  memset (self->fresh, 0, sizeof self->fresh);
  memset (self->fresh_ln_l, 0, sizeof self->fresh_ln_l);
  self->fresh_weeks = 0;
}

/* ln C: the mean over the sizes in the lead's direction; of a pair, the lesser of its two. */
static long double
weigh_fresh (SkyStream *self)
{
  g_autofree long double *ln_l = NULL;
  guint lead = self->standing.lead;
  guint first = lead / SKY_N_SIZES * SKY_N_SIZES, n = SKY_N_SIZES;

  if (is_added_up (self))
    {
      long double *ln_c_of = self->standing.ln_c_of;

      for (guint i = 0; i < self->n_detectors; i++)
        ln_c_of[i] = sky_log_mean (self->fresh_ln_l + i * self->m, self->m);
      return self->n_detectors > 1 ? MIN (ln_c_of[0], ln_c_of[1]) : ln_c_of[0];
    }
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
    case SKY_STREAM_PAIRS:
    case SKY_STREAM_WINS:
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

static gboolean
do_all_reach (const SkyStream *self, long double ln_a)
{
  for (guint i = 0; i < self->n_detectors; i++)
    if (!sky_detector_reaches (self->detectors[i], self->ln_l + (gsize) i * self->m, ln_a))
      return FALSE;
  return TRUE;
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
  if (may_report && !self->week_spent && do_all_reach (self, ln_a))
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
    read_detectors (self, standing);
}

gboolean
sky_stream_write_account (const SkyStream *self, GString *json)
{
  if (self->history == NULL)
    return FALSE;
  sky_json_add_raw (json, "history", self->history);
  if (self->kind == SKY_STREAM_WINS)
    {
      sky_json_begin_array (json, "fresh");
      if (self->fresh[SKY_CELL_ROUNDS] > 0)
        write_wins (self, self->fresh, self->fresh_ln_l, json);
      sky_json_end_array (json);
      return TRUE;
    }
  if (is_added_up (self))
    {
      g_autofree char *weeks = g_strdup_printf ("[%s]", self->later_weeks->str);

      sky_json_add_raw (json, "fresh", weeks);
      return TRUE;
    }
  sky_json_begin_array (json, "fresh");
  for (guint i = 0; i < self->n_cells; i++)
    sky_json_add_int (json, NULL, self->fresh[i]);
  sky_json_end_array (json);
  return TRUE;
}

GArray *
sky_stream_list_points (SkyStream *self)
{
  GArray *points = g_array_copy (self->points);

  if (last_week (self) != NULL)
    add_point (self, points);
  return points;
}

/* --- Bytes -------------------------------------------------------------------------------------
 */

/* More are damage. */
#define MOST_WEEKS  (1u << 17)
#define MOST_STRATA (1u << 10)

/* Visits SkyStreamStanding. */
void
sky_stream_standing_visit (SkyStreamStanding *self, SkyState *state)
{
  sky_state_int (state, self->state);
  sky_state_int (state, self->first_day);
  sky_state_int (state, self->last_day);
  sky_state_int (state, self->n_weeks);
  sky_state_int (state, self->n);
  sky_state_ints (state, self->counts);
  sky_state_long_double (state, &self->ln_r);
  sky_state_long_double (state, &self->ln_a);
  sky_state_int (state, self->lead);
  sky_state_int (state, self->since);
  sky_state_long_double (state, &self->ln_e);
  for (guint i = 0; i < G_N_ELEMENTS (self->ln_r_of); i++)
    sky_state_long_double (state, &self->ln_r_of[i]);
  sky_state_int (state, self->n_since);
  sky_state_int (state, self->observed);
  sky_state_long_double (state, &self->expected);
  sky_state_long_double (state, &self->variance_since);
  sky_wide_visit (&self->theory, state);
  sky_wide_visit (&self->variance, state);
  sky_state_int (state, self->reported_on);
  sky_state_long_double (state, &self->ln_c);
  for (guint i = 0; i < G_N_ELEMENTS (self->ln_c_of); i++)
    sky_state_long_double (state, &self->ln_c_of[i]);
  sky_state_int (state, self->n_fresh);
  sky_state_int (state, self->decided_on);
  if (self->state > SKY_STREAM_NOT_BORNE_OUT)
    sky_state_refuse (state);
}

/* Visits SkyStratum. */
static void
visit_stratum (SkyState *state, SkyStratum *stratum)
{
  sky_state_int (state, stratum->x);
  sky_state_int (state, stratum->n);
  sky_state_int (state, stratum->all_n);
  sky_state_int (state, stratum->all_x);
}

static void
visit_strata (SkyState *state, GArray **strata)
{
  gboolean has = *strata != NULL;
  guint n;

  sky_state_int (state, has);
  if (!has)
    return;
  n = sky_state_count (state, *strata != NULL ? (*strata)->len : 0, MOST_STRATA);
  if (*strata == NULL)
    {
      *strata = g_array_new (FALSE, TRUE, sizeof (SkyStratum));
      g_array_set_size (*strata, n);
    }
  for (guint i = 0; i < n; i++)
    visit_stratum (state, &g_array_index (*strata, SkyStratum, i));
}

/* Visits Week. */
static void
visit_week (SkyState *state, SkyStream *self, Week *week)
{
  gboolean has_ln_l = week->ln_l != NULL;

  if (week->counts == NULL)
    week->counts = g_new0 (gint64, self->n_cells);
  sky_state_int (state, week->monday);
  for (guint i = 0; i < self->n_cells; i++)
    sky_state_int (state, week->counts[i]);
  visit_strata (state, &week->strata);
  sky_state_long_double (state, &week->expected);
  sky_state_long_double (state, &week->variance);
  sky_state_int (state, has_ln_l);
  if (!has_ln_l)
    return;
  if (week->ln_l == NULL)
    week->ln_l = g_malloc0 (size_of_ln_l (self));
  for (guint a = 0; a < self->m * self->n_detectors; a++)
    sky_state_long_double (state, &week->ln_l[a]);
}

static void
visit_weeks (SkyState *state, SkyStream *self)
{
  const guint n = sky_state_count (state, self->weeks->len, MOST_WEEKS);

  g_array_set_size (self->weeks, n);
  for (guint i = 0; i < n; i++)
    {
      Week *week = &g_array_index (self->weeks, Week, i);

      visit_week (state, self, week);
      if ((week->ln_l != NULL) != (is_added_up (self) && i + 1 < n)
          || (i > 0 && week->monday <= g_array_index (self->weeks, Week, i - 1).monday))
        sky_state_refuse (state);
    }
}

static void
visit_double (SkyState *state, double *value)
{
  long double wide = *value;

  sky_state_long_double (state, &wide);
  *value = (double) wide;
}

/* Visits SkyStreamPoint. */
static void
visit_point (SkyState *state, SkyStreamPoint *point, gboolean of_money)
{
  sky_state_int (state, point->monday);
  visit_double (state, &point->ln_r);
  if (!of_money)
    return;
  visit_double (state, &point->over);
  visit_double (state, &point->variance);
}

static void
visit_points (SkyState *state, GArray *points, gboolean of_money)
{
  g_array_set_size (points, sky_state_count (state, points->len, MOST_WEEKS));
  for (guint i = 0; i < points->len; i++)
    visit_point (state, &g_array_index (points, SkyStreamPoint, i), of_money);
}

static void
visit_detectors (SkyState *state, SkyStream *self)
{
  gboolean has = self->detectors[0] != NULL;

  sky_state_int (state, has);
  for (guint i = 0; i < self->n_detectors && has; i++)
    {
      if (self->detectors[i] == NULL)
        self->detectors[i] = sky_detector_new (self->m);
      sky_detector_visit (self->detectors[i], state);
    }
}

/* Visits SkyStream, but not: kind, n_cells, m, n_detectors. */
void
sky_stream_visit (SkyStream *self, SkyState *state)
{
  char *later_weeks = sky_state_is_reading (state) ? NULL : self->later_weeks->str;

  visit_weeks (state, self);
  visit_detectors (state, self);
  visit_points (state, self->points, self->kind == SKY_STREAM_WINS);
  for (guint a = 0; a < self->m * self->n_detectors; a++)
    sky_state_long_double (state, &self->ln_l[a]);
  sky_state_int (state, self->week_spent);
  sky_state_int (state, self->since_report);
  sky_state_int (state, self->first);
  sky_state_text (state, &self->history);
  sky_state_text (state, &later_weeks);
  if (sky_state_is_reading (state))
    {
      g_string_assign (self->later_weeks, later_weeks != NULL ? later_weeks : "");
      g_free (later_weeks);
    }
  sky_stream_standing_visit (&self->standing, state);
  sky_state_ints (state, self->fresh);
  for (guint i = 0; i < MAX_FRESH; i++)
    sky_state_long_double (state, &self->fresh_ln_l[i]);
  sky_state_int (state, self->fresh_weeks);
  sky_state_int (state, self->fresh_monday);
  /* An open week has detectors, and none has begun after it. */
  if ((self->weeks->len > 0) != (self->detectors[0] != NULL)
      || (self->weeks->len > 0 && self->first >= self->weeks->len))
    sky_state_refuse (state);
}
