/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-fold.h"

#include "sky-pattern-unit.h"
#include "sky-pattern-week.h"
#include "sky-pattern-weighing.h"
#include "sky-pattern-years.h"

#include <math.h>
#include <string.h>

#define WEEKS_A_YEAR 52

/* What is kept of a fold beside its units, whose keys begin with a digit. */
#define KEPT_HEAD  "head"
#define KEPT_WEEK  "week"
#define KEPT_YEARS "years"
#define KEPT_YEAR  "year"

/* More are damage. */
#define MOST_WHEELS (1u << 17)

typedef struct
{
  const char *property;
  SkyDay until;
  GHashTable *units;       /* key → SkyPatternUnit */
  GString *key;            /* of the share in hand */
  GHashTable *generations; /* wheel → how often it has become another */
  SkyPatternYears *years;
  guint ranks[SKY_N_FAMILIES];
  gint ranked_year;

  /* What is held to on the day that is looked at. */
  gint year;
  guint capacities[SKY_N_FAMILIES];
  long double ln_a[SKY_N_FAMILIES];

  GPtrArray *touched; /* of SkyPatternUnit, borrowed: those of the day, or of the week that ends */
  GHashTable *seen;   /* the same as a set */
  GPtrArray *of_week; /* of SkyPatternUnit, borrowed: those that the week's end counts */
  SkyDay day;
  SkyDay monday;        /* of the week of the errors */
  SkyPatternWeek *week; /* its errors and decisions */

  SkyPatternWeighing *weighing; /* of the logs that are folded, borrowed; NULL: whoever asks does */

  /* Where what a fold goes on from is taken. */
  SkyDay stop;
  GPtrArray *streams; /* of SkyKeptStream, borrowed; NULL: nowhere */

  /* Of a fold of few units. */
  GHashTable *only;                   /* of keys; NULL: all */
  GPtrArray *since;                   /* of SkyLogCounts, borrowed: all that are folded */
  GHashTable *others[SKY_N_FAMILIES]; /* of keys: whoever is in those; NULL: nobody asked */
  SkyPatternLoad load;
  gpointer data;
  gboolean no_week_ends; /* nobody asks for what the week has */
  gboolean is_undecided; /* what it takes is not known of few */
  GError *error;
} Fold;

/* --- Folding -----------------------------------------------------------------------------------
 */

/* Returns: NULL when nothing is known of it. */
static SkyPatternUnit *
find_unit (Fold *self, const char *key)
{
  SkyPatternUnit *unit = g_hash_table_lookup (self->units, key);
  g_autoptr (GBytes) state = NULL;

  if (unit != NULL || self->load == NULL || self->error != NULL)
    return unit;
  if (!self->load (self->data, key, &state, &self->error) || state == NULL)
    return NULL;
  unit = sky_pattern_unit_from_bytes (state, self->property, key);
  if (unit == NULL)
    self->is_undecided = TRUE;
  else
    g_hash_table_insert (self->units, unit->key, unit);
  return unit;
}

static SkyPatternUnit *
get_unit (Fold *self, const SkyPatternShare *share, const char *key)
{
  SkyPatternUnit *unit = find_unit (self, key);

  if (unit == NULL)
    {
      unit = sky_pattern_unit_new (self->property, share, key);
      g_hash_table_insert (self->units, unit->key, unit);
    }
  unit->is_changed = TRUE;
  return unit;
}

static void
add_wins (SkyPatternUnit *unit, SkyDay day, const SkyWinSum *sum)
{
  SkyWins wins = { .n_rounds = sum->n_rounds,
                   .gain = sum->gain,
                   .theory = sky_win_sum_theory (sum),
                   .variance = sky_win_sum_variance (sum) };

  for (guint a = 0; a < SKY_N_WINS; a++)
    wins.ln_l[a] = sum->ln_l[a];
  sky_stream_add_wins (unit->stream, day, &wins);
}

static void
add_share (const SkyLogCounts *log, const SkyPatternShare *share, gpointer data)
{
  Fold *self = data;
  const char *key = sky_pattern_share_write_key (share, self->key);
  SkyPatternUnit *unit;

  if (self->only != NULL && !g_hash_table_contains (self->only, key))
    return;
  unit = get_unit (self, share, key);
  if (self->only == NULL)
    sky_pattern_years_note (self->years, share, key, &unit->counted);
  /* What comes by the week counts when the week is over. */
  if (share->counts == NULL && share->wins == NULL)
    {
      if (unit->week != self->monday)
        g_ptr_array_add (self->of_week, unit);
      sky_pattern_unit_note_week_log (unit, log, self->monday);
      return;
    }
  sky_pattern_unit_note_log (unit, log);
  if (share->spun != NULL)
    sky_pattern_unit_note_wheel (unit, share->spun);
  if (share->wins != NULL)
    add_wins (unit, log->gaming_day, share->wins);
  else
    sky_stream_add (unit->stream, log->gaming_day, share->counts);
  if (g_hash_table_add (self->seen, unit))
    g_ptr_array_add (self->touched, unit);
}

static int
compare_units (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(SkyPatternUnit *const *) a)->key, (*(SkyPatternUnit *const *) b)->key);
}

/* Whether a wheel that the dealer spun has a report that has not come to nothing. */
static gboolean
has_reported_wheel (Fold *self, const SkyPatternUnit *unit)
{
  for (guint i = 0; unit->wheels != NULL && i < unit->wheels->len; i++)
    {
      const SkyPatternUnit *wheel = find_unit (self, unit->wheels->pdata[i]);
      SkyStreamState state =
          wheel != NULL ? sky_stream_get_state (wheel->stream) : SKY_STREAM_QUIET;

      if (state == SKY_STREAM_REPORTED || state == SKY_STREAM_CONFIRMED)
        return TRUE;
    }
  return FALSE;
}

/* Wheels as they are before any of the logs is folded. */
static GHashTable *
copy_generations (const Fold *self)
{
  GHashTable *copy = sky_pattern_generations_new ();
  GHashTableIter iter;
  gpointer wheel, number;

  g_hash_table_iter_init (&iter, self->generations);
  while (g_hash_table_iter_next (&iter, &wheel, &number))
    g_hash_table_insert (copy, g_strdup (wheel), number);
  return copy;
}

static void
add_other (const SkyLogCounts *log, const SkyPatternShare *share, gpointer data)
{
  Fold *self = data;

  g_hash_table_add (self->others[share->family], sky_pattern_share_make_key (share));
}

/* Whoever wagered may have won or lost: nobody weighs that to know who there may be. */
static void
add_other_money (const SkyLogCounts *log, Fold *self)
{
  const SkyWinRounds *money = log->counts->money;
  const SkyPatternShare table = { .family = SKY_FAMILY_TABLE_WINS, .table = log->table };

  if (money->n_wagers == 0)
    return;
  add_other (log, &table, self);
  for (guint i = 0; i < money->players->len; i++)
    {
      const SkyPatternShare patron = { .family = SKY_FAMILY_PATRON_WINS,
                                       .patron = money->players->pdata[i] };

      add_other (log, &patron, self);
    }
}

/* Finds who is in the logs since: they may be new in the year. */
static void
find_others (Fold *self)
{
  g_autoptr (GHashTable) generations = copy_generations (self);
  g_autoptr (GHashTable) none = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint f = 0; f < SKY_N_FAMILIES; f++)
    self->others[f] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < self->since->len; i++)
    {
      const SkyLogCounts *log = self->since->pdata[i];

      if (log->counts->damaged)
        continue;
      sky_pattern_share_log (log, generations, none, add_other, self);
      add_other_money (log, self);
    }
}

/* A place in the year's order. Where few are folded it is not known, but perhaps whether it is
 * among those that may report. */
static guint
take_rank (Fold *self, SkyFamily family, guint capacity)
{
  guint most;

  if (self->only == NULL)
    return self->ranks[family]++;
  if (self->others[family] == NULL)
    find_others (self);
  most = self->ranks[family] + g_hash_table_size (self->others[family]);
  /* Whoever is in the week that ends may be new in the year as well. */
  if (family == SKY_FAMILY_ERRORS || family == SKY_FAMILY_PAIRS)
    most += sky_pattern_week_most (self->week);
  if (most > capacity && self->ranks[family] < capacity)
    self->is_undecided = TRUE;
  return self->ranks[family];
}

/* Takes what the units of a day are held to. */
static void
take_thresholds (Fold *self, SkyDay day)
{
  self->year = sky_pattern_years_of (day);
  for (guint f = 0; f < SKY_N_FAMILIES; f++)
    {
      self->capacities[f] = sky_pattern_years_capacity (self->years, f, self->year);
      self->ln_a[f] = sky_pattern_years_ln_a (self->years, f, self->year);
    }
}

static void
look_at (Fold *self, SkyPatternUnit *unit, SkyDay day)
{
  SkyPattern *pattern = unit->pattern;
  const gint year = self->year;
  const guint capacity = self->capacities[pattern->family];

  if (self->ranked_year != year)
    {
      self->ranked_year = year;
      memset (self->ranks, 0, sizeof self->ranks);
      /* The year's thresholds are made of logs that may not be here. */
      self->is_undecided |= self->only != NULL;
    }
  if (unit->year != year)
    {
      unit->year = year;
      unit->rank = take_rank (self, pattern->family, capacity);
    }
  pattern->capacity = unit->rank < capacity;
  pattern->depends = has_reported_wheel (self, unit);
  sky_stream_look (unit->stream, day, self->ln_a[pattern->family],
                   pattern->capacity && !pattern->depends);
}

/* The day is over: what was seen on it is looked at, wheels before those who spun them. */
static void
end_day (Fold *self)
{
  if (self->touched->len == 0)
    return;
  take_thresholds (self, self->day);
  g_ptr_array_sort (self->touched, compare_units);
  for (guint i = 0; i < self->touched->len; i++)
    look_at (self, self->touched->pdata[i], self->day);
  g_ptr_array_set_size (self->touched, 0);
  g_hash_table_remove_all (self->seen);
}

/* --- Errors, by the week -----------------------------------------------------------------------
 */

static void
add_dealer_week (Fold *self, SkyPatternUnit *unit, SkyDay sunday)
{
  g_autoptr (GArray) strata = sky_pattern_week_list_strata (self->week, unit->pattern->dealer);

  sky_stream_add_week (unit->stream, sunday, &g_array_index (strata, SkyStratum, 0), strata->len);
  look_at (self, unit, sunday);
}

/* Whether the pair has decisions enough in the year that ends with this week, in which it has @n.
 */
static gboolean
is_pair_a_stream (SkyPatternUnit *unit, SkyDay monday, gint64 n)
{
  SkyPairWeek week = { monday, n };
  gint64 sum = 0;

  g_array_append_val (unit->decisions, week);
  while (g_array_index (unit->decisions, SkyPairWeek, 0).monday <= monday - 7 * WEEKS_A_YEAR)
    g_array_remove_index (unit->decisions, 0);
  for (guint i = 0; i < unit->decisions->len; i++)
    sum += g_array_index (unit->decisions, SkyPairWeek, i).n;
  return sum >= SKY_PAIR_DECISIONS;
}

static void
add_pair_week (Fold *self, SkyPatternUnit *unit, SkyDay sunday)
{
  gint64 n;
  g_autoptr (GArray) strata = sky_pattern_week_list_pair_strata (self->week, unit->pattern->dealer,
                                                                 unit->pattern->patron, &n);

  sky_stream_add_pair_week (unit->stream, sunday, &g_array_index (strata, SkyPairStratum, 0),
                            strata->len);
  unit->is_shown = is_pair_a_stream (unit, self->monday, n);
  if (unit->is_shown)
    look_at (self, unit, sunday);
}

/* The week is over, when all of its days are. */
static void
end_week (Fold *self)
{
  SkyDay sunday = self->monday + 6;

  take_thresholds (self, sunday);
  g_ptr_array_sort (self->of_week, compare_units);
  for (guint i = 0; i < self->of_week->len && sunday <= self->until; i++)
    {
      SkyPatternUnit *unit = self->of_week->pdata[i];

      unit->is_changed = TRUE;
      sky_pattern_unit_end_week (unit);
      if (unit->pattern->family == SKY_FAMILY_PAIRS)
        add_pair_week (self, unit, sunday);
      else
        add_dealer_week (self, unit, sunday);
    }
  g_ptr_array_set_size (self->of_week, 0);
  sky_pattern_week_clear (self->week);
}

/* --- What a fold goes on from ------------------------------------------------------------------
 */

static void
visit_generations (SkyState *state, GHashTable *generations)
{
  const guint n = sky_state_count (state, g_hash_table_size (generations), MOST_WHEELS);
  g_autoptr (GPtrArray) names =
      sky_state_is_reading (state) ? NULL : sky_pattern_list_names (generations);

  for (guint i = 0; i < n && !sky_state_is_refused (state); i++)
    {
      char *name = names != NULL ? names->pdata[i] : NULL;
      guint number = name != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (generations, name)) : 0;

      sky_state_text (state, &name);
      sky_state_int (state, number);
      if (name == NULL)
        sky_state_refuse (state);
      else if (sky_state_is_reading (state))
        g_hash_table_insert (generations, name, GUINT_TO_POINTER (number));
    }
}

/* Visits Fold, but not: property, until, units, key, years, year, capacities, ln_a, touched, seen,
 * of_week, week, weighing, stop, streams, only, since, others, load, data, no_week_ends,
 * is_undecided, error. */
static void
visit_head (SkyState *state, Fold *self)
{
  visit_generations (state, self->generations);
  sky_state_ints (state, self->ranks);
  sky_state_int (state, self->ranked_year);
  sky_state_int (state, self->day);
  sky_state_int (state, self->monday);
}

static void
keep (Fold *self, const char *unit, GBytes *state)
{
  SkyKeptStream *stream = g_new0 (SkyKeptStream, 1);

  stream->unit = g_strdup (unit);
  stream->state = state;
  g_ptr_array_add (self->streams, stream);
}

/* All that has changed since it was read. */
static void
keep_all (Fold *self)
{
  g_autoptr (GPtrArray) keys = sky_pattern_list_names (self->units);
  g_autoptr (SkyState) writer = sky_state_new_writer ();

  visit_head (writer, self);
  keep (self, KEPT_HEAD, sky_state_get_bytes (writer));
  sky_state_write_anew (writer);
  sky_pattern_week_visit (self->week, writer);
  keep (self, KEPT_WEEK, sky_state_get_bytes (writer));
  sky_state_write_anew (writer);
  sky_pattern_years_visit (self->years, writer);
  keep (self, KEPT_YEARS, sky_state_get_bytes (writer));
  sky_state_write_anew (writer);
  sky_pattern_years_visit_last (self->years, writer);
  keep (self, KEPT_YEAR, sky_state_get_bytes (writer));
  for (guint i = 0; i < keys->len; i++)
    {
      SkyPatternUnit *unit = g_hash_table_lookup (self->units, keys->pdata[i]);

      if (unit->is_changed)
        keep (self, unit->key, sky_pattern_unit_to_bytes (unit, writer));
    }
}

/* --- A property --------------------------------------------------------------------------------
 */

static void
note_first_share (const SkyLogCounts *log, const SkyPatternShare *share, gpointer data)
{
  Fold *self = data;

  sky_pattern_years_note_first (self->years, share, sky_pattern_share_write_key (share, self->key));
}

/* The thresholds of the first year are made of its first week, and come before what is held to
 * them. */
static void
note_first_week (Fold *self, const GPtrArray *logs)
{
  g_autoptr (GHashTable) generations = copy_generations (self);

  for (guint i = 0; i < logs->len && sky_pattern_years_is_first (self->years, logs->pdata[i]); i++)
    {
      const SkyLogCounts *log = logs->pdata[i];

      if (log->counts->damaged)
        continue;
      sky_pattern_weighing_wait (self->weighing, i);
      sky_pattern_years_note_first_log (self->years, log);
      sky_pattern_share_log (log, generations, NULL, note_first_share, self);
    }
}

static void
fold_log (Fold *self, SkyLogCounts *log)
{
  if (log->gaming_day != self->day)
    {
      end_day (self);
      if (self->streams != NULL && self->day <= self->stop && log->gaming_day > self->stop)
        keep_all (self);
    }
  if (sky_week_monday (log->gaming_day) != self->monday)
    end_week (self);
  self->day = log->gaming_day;
  self->monday = sky_week_monday (log->gaming_day);
  if (log->counts->damaged)
    return;
  if (self->only == NULL)
    sky_pattern_years_note_log (self->years, log);
  sky_pattern_share_log (log, self->generations, self->only, add_share, self);
  if (!self->no_week_ends)
    sky_pattern_week_add (self->week, log->game, log->counts);
}

/* What reports of fair units may come to: the bound of the weeks that were looked at. */
static double
count_false (const SkyPattern *pattern)
{
  long double weeks = pattern->family == SKY_FAMILY_DICE_SETS ? 1 : pattern->standing.n_weeks;

  return pattern->capacity ? (double) (weeks * expl (-pattern->standing.ln_a)) : 0;
}

/* A pair that is no stream, or no longer one; what was reported of it stays. */
static gboolean
is_hidden (const SkyPatternUnit *unit)
{
  return unit->pattern->family == SKY_FAMILY_PAIRS && !unit->is_shown
         && sky_stream_get_state (unit->stream) == SKY_STREAM_QUIET;
}

/* Takes the patterns of @keys, of all units, by their keys. */
static void
take_units (Fold *self, SkyPatterns *patterns, const GPtrArray *keys, SkyPatternSummary *summary)
{
  for (guint i = 0; i < keys->len; i++)
    {
      SkyPatternUnit *unit = g_hash_table_lookup (self->units, keys->pdata[i]);
      SkyPattern *pattern;

      if (unit == NULL || !sky_stream_is_begun (unit->stream) || is_hidden (unit))
        continue;
      pattern = sky_pattern_unit_take_pattern (unit);
      summary->n_streams++;
      summary->n_reported += pattern->standing.state != SKY_STREAM_QUIET;
      summary->false_expected += count_false (pattern);
      g_ptr_array_add (patterns->patterns, pattern);
    }
}

static void
fold_init (Fold *self, const char *property, SkyDay first)
{
  *self = (Fold){ .property = property };
  self->units =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) sky_pattern_unit_free);
  self->key = g_string_new (NULL);
  self->generations = sky_pattern_generations_new ();
  self->years = sky_pattern_years_new (first);
  self->touched = g_ptr_array_new ();
  self->of_week = g_ptr_array_new ();
  self->seen = g_hash_table_new (NULL, NULL);
  self->week = sky_pattern_week_new ();
  self->day = first;
  self->monday = sky_week_monday (first);
}

static void
fold_clear (Fold *self)
{
  sky_pattern_week_free (self->week);
  g_hash_table_unref (self->seen);
  g_ptr_array_unref (self->of_week);
  g_ptr_array_unref (self->touched);
  sky_pattern_years_free (self->years);
  g_hash_table_unref (self->generations);
  g_hash_table_unref (self->units);
  g_string_free (self->key, TRUE);
  g_clear_pointer (&self->only, g_hash_table_unref);
  for (guint f = 0; f < SKY_N_FAMILIES; f++)
    g_clear_pointer (&self->others[f], g_hash_table_unref);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fold, fold_clear)

static void
fold_logs (Fold *self, GPtrArray *logs, SkyDay until)
{
  const SkyLogCounts *last = logs->len > 0 ? logs->pdata[logs->len - 1] : NULL;

  self->until = MIN (until, last != NULL ? last->gaming_day : self->day);
  for (guint i = 0; i < logs->len; i++)
    {
      if (self->weighing != NULL)
        sky_pattern_weighing_wait (self->weighing, i);
      fold_log (self, logs->pdata[i]);
    }
  end_day (self);
  end_week (self);
}

static void
take_all (Fold *self, SkyPatterns *patterns)
{
  g_autoptr (GPtrArray) keys = sky_pattern_list_names (self->units);
  SkyPatternSummary *summary = g_new0 (SkyPatternSummary, 1);

  summary->property = g_strdup (self->property);
  g_ptr_array_add (patterns->summaries, summary);
  take_units (self, patterns, keys, summary);
}

/* Folds a property's @logs into @patterns. */
static void
fold_property (
    SkyPatterns *patterns, GPtrArray *logs, SkyDay until, SkyDay stop, GPtrArray *streams)
{
  const SkyLogCounts *first = logs->pdata[0];
  g_autoptr (SkyPatternWeighing) weighing = sky_pattern_weighing_new (logs);
  g_auto (Fold) fold;

  fold_init (&fold, first->property, first->gaming_day);
  /* Until the first week is over its thresholds change. */
  if (streams != NULL && sky_week_monday (stop) > fold.monday)
    {
      fold.stop = stop;
      fold.streams = streams;
    }
  fold.weighing = weighing;
  note_first_week (&fold, logs);
  fold_logs (&fold, logs, until);
  take_all (&fold, patterns);
}

SkyPatterns *
sky_patterns_fold (GPtrArray *logs, SkyDay until)
{
  SkyPatterns *self = sky_patterns_new ();
  g_autoptr (GHashTable) by_property =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GPtrArray) properties = NULL;

  for (guint i = 0; i < logs->len; i++)
    {
      SkyLogCounts *log = logs->pdata[i];
      GPtrArray *of_property = g_hash_table_lookup (by_property, log->property);

      if (log->gaming_day > until)
        continue;
      if (of_property == NULL)
        {
          of_property = g_ptr_array_new ();
          g_hash_table_insert (by_property, log->property, of_property);
        }
      g_ptr_array_add (of_property, log);
    }
  properties = sky_pattern_list_names (by_property);
  for (guint i = 0; i < properties->len; i++)
    fold_property (self, g_hash_table_lookup (by_property, properties->pdata[i]), until, 0, NULL);
  sky_patterns_sort (self);
  return self;
}

SkyPatterns *
sky_patterns_fold_and_stop (GPtrArray *logs, SkyDay stop, GPtrArray *streams)
{
  SkyPatterns *self = sky_patterns_new ();

  if (logs->len > 0)
    fold_property (self, logs, G_MAXINT32, stop, streams);
  sky_patterns_sort (self);
  return self;
}

/* --- Going on ----------------------------------------------------------------------------------
 */

static gboolean
read_head (Fold *self, GBytes *bytes)
{
  g_autoptr (SkyState) state = sky_state_new_reader (bytes);

  visit_head (state, self);
  return sky_state_is_complete (state);
}

static gboolean
read_week (Fold *self, GBytes *bytes)
{
  g_autoptr (SkyState) state = sky_state_new_reader (bytes);

  sky_pattern_week_visit (self->week, state);
  return sky_state_is_complete (state);
}

static gboolean
read_years (Fold *self, GBytes *bytes)
{
  g_autoptr (SkyState) state = sky_state_new_reader (bytes);

  sky_pattern_years_visit (self->years, state);
  return sky_state_is_complete (state);
}

static gboolean
read_year (Fold *self, GBytes *bytes)
{
  g_autoptr (SkyState) state = sky_state_new_reader (bytes);

  sky_pattern_years_visit_last (self->years, state);
  return sky_state_is_complete (state);
}

static gboolean
read_unit (Fold *self, const SkyKeptStream *stream)
{
  SkyPatternUnit *unit = sky_pattern_unit_from_bytes (stream->state, self->property, stream->unit);

  if (unit == NULL)
    return FALSE;
  g_hash_table_insert (self->units, unit->key, unit);
  return TRUE;
}

static gboolean
read_stream (Fold *self, const SkyKeptStream *stream)
{
  if (g_str_equal (stream->unit, KEPT_HEAD))
    return read_head (self, stream->state);
  if (g_str_equal (stream->unit, KEPT_WEEK))
    return read_week (self, stream->state);
  if (g_str_equal (stream->unit, KEPT_YEARS))
    return read_years (self, stream->state);
  if (g_str_equal (stream->unit, KEPT_YEAR))
    return read_year (self, stream->state);
  return !g_ascii_isdigit (*stream->unit) || read_unit (self, stream);
}

/* Those that are in the week that is not over. */
static void
find_week (Fold *self)
{
  GHashTableIter iter;
  gpointer unit;

  g_hash_table_iter_init (&iter, self->units);
  while (g_hash_table_iter_next (&iter, NULL, &unit))
    if (((SkyPatternUnit *) unit)->week == self->monday)
      g_ptr_array_add (self->of_week, unit);
}

SkyPatterns *
sky_patterns_go_on (
    const char *property, const GPtrArray *from, GPtrArray *logs, SkyDay stop, GPtrArray *streams)
{
  g_autoptr (SkyPatterns) self = sky_patterns_new ();
  g_autoptr (SkyPatternWeighing) weighing = sky_pattern_weighing_new (logs);
  g_auto (Fold) fold;

  fold_init (&fold, property, 0);
  for (guint i = 0; i < from->len; i++)
    if (!read_stream (&fold, from->pdata[i]))
      return NULL;
  find_week (&fold);
  if (stop > fold.day)
    {
      fold.stop = stop;
      fold.streams = streams;
    }
  fold.weighing = weighing;
  fold_logs (&fold, logs, G_MAXINT32);
  take_all (&fold, self);
  sky_patterns_sort (self);
  return g_steal_pointer (&self);
}

/* --- Of one log --------------------------------------------------------------------------------
 */

static void
add_key (const SkyLogCounts *log, const SkyPatternShare *share, gpointer data)
{
  g_hash_table_add (data, sky_pattern_share_make_key (share));
}

/* The keys of what the log with the id @log has observations of. Which wheel it was is known after
 * the logs before it. */
static GHashTable *
list_wanted (Fold *self, GPtrArray *logs, gint64 log)
{
  GHashTable *wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) generations = copy_generations (self);

  for (guint i = 0; i < logs->len; i++)
    {
      const SkyLogCounts *one = logs->pdata[i];

      if (one->log != log)
        sky_pattern_share_pass (one, generations);
      else if (!one->counts->damaged)
        sky_pattern_share_log (one, generations, NULL, add_key, wanted);
    }
  return wanted;
}

/* Reads the units of @wanted, and the wheels on which a dealer's spins depend. */
static void
find_wanted (Fold *self, GHashTable *wanted)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, wanted);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      SkyPatternUnit *unit = find_unit (self, key);

      g_hash_table_add (self->only, g_strdup (key));
      if (unit != NULL && unit->week == self->monday)
        g_ptr_array_add (self->of_week, unit);
      for (guint i = 0; unit != NULL && unit->wheels != NULL && i < unit->wheels->len; i++)
        g_hash_table_add (self->only, g_strdup (unit->wheels->pdata[i]));
    }
}

static void
add_spun (const SkyLogCounts *log, const SkyPatternShare *share, gpointer data)
{
  Fold *self = data;

  if (share->spun != NULL
      && g_hash_table_contains (self->only, sky_pattern_share_write_key (share, self->key)))
    g_hash_table_add (self->only, g_strdup (share->spun));
}

/* Adds the wheels that were spun since by dealers whose spins are wanted. */
static void
find_spun (Fold *self, GPtrArray *logs)
{
  g_autoptr (GHashTable) generations = copy_generations (self);
  g_autoptr (GHashTable) none = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < logs->len; i++)
    {
      const SkyLogCounts *log = logs->pdata[i];

      if (log->counts->damaged || log->counts->spins->len == 0)
        sky_pattern_share_pass (log, generations);
      else
        sky_pattern_share_log (log, generations, none, add_spun, self);
    }
}

/* Reads one of what is kept beside the units. */
static gboolean
load_part (Fold *self, const char *unit, gboolean (*read) (Fold *self, GBytes *bytes))
{
  g_autoptr (GBytes) state = NULL;

  if (!self->load (self->data, unit, &state, &self->error))
    return FALSE;
  self->is_undecided |= state == NULL || !read (self, state);
  return !self->is_undecided;
}

/* The week is asked for no others than these. */
static void
limit_week (Fold *self)
{
  GHashTableIter iter;
  gpointer key;

  sky_pattern_week_limit (self->week);
  g_hash_table_iter_init (&iter, self->only);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      g_auto (GStrv) parts = g_strsplit (key, "\x1f", 4);

      sky_pattern_week_want (self->week, parts[1], parts[2]);
    }
}

/* Returns: FALSE when it cannot be told of few, or for an error. */
static gboolean
fold_few (Fold *self, GPtrArray *logs, GHashTable *wanted)
{
  const SkyLogCounts *last = logs->pdata[logs->len - 1];

  if (!load_part (self, KEPT_YEARS, read_years))
    return FALSE;
  find_wanted (self, wanted);
  /* The week's end compares with all who were in it. */
  self->no_week_ends = last->gaming_day < self->monday + 6;
  limit_week (self);
  if (!self->no_week_ends && !load_part (self, KEPT_WEEK, read_week))
    return FALSE;
  find_spun (self, logs);
  self->since = logs;
  fold_logs (self, logs, G_MAXINT32);
  return self->error == NULL && !self->is_undecided;
}

gboolean
sky_patterns_go_on_log (const char *property,
                        SkyPatternLoad load,
                        gpointer data,
                        GPtrArray *logs,
                        gint64 log,
                        SkyPatterns **patterns,
                        GError **error)
{
  g_autoptr (GHashTable) wanted = NULL;
  g_auto (Fold) fold;

  *patterns = NULL;
  fold_init (&fold, property, 0);
  fold.load = load;
  fold.data = data;
  fold.only = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (load_part (&fold, KEPT_HEAD, read_head))
    wanted = list_wanted (&fold, logs, log);
  if (wanted != NULL && logs->len > 0 && fold_few (&fold, logs, wanted))
    {
      g_autoptr (GPtrArray) keys = sky_pattern_list_names (wanted);
      SkyPatternSummary none = { 0 };

      *patterns = sky_patterns_new ();
      take_units (&fold, *patterns, keys, &none);
      sky_patterns_sort (*patterns);
    }
  if (fold.error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&fold.error));
  return FALSE;
}
