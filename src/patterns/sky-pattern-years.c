/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-years.h"

#include "sky-stream.h"

#include <math.h>
#include <string.h>

/* Budgets that the one of false reports is divided into. */
#define N_BUDGETS 9

/* A family may always have so many streams. */
#define LEAST_STREAMS 8

#define WEEKS_A_YEAR 52

/* A pair with fewer decisions in a year is no stream. In the week that a first year's thresholds
 * are made of it is one at that pace. */
#define PAIR_DECISIONS_A_WEEK (SKY_PAIR_DECISIONS / WEEKS_A_YEAR + 1)

/* More are damage. */
#define MOST_YEARS   1000
#define MOST_STREAMS (1u << 24)

/* What a year's thresholds are made of: how many there are. */
typedef struct
{
  gint number; /* 0: the first week */
  guint n_tables;
  guint n_streams[SKY_N_FAMILIES];
} Year;

/* Who they are, of a year that goes on. */
typedef struct
{
  GHashTable *tables;
  GHashTable *streams[SKY_N_FAMILIES];
  GHashTable *decisions; /* a pair's key → how many it has */
} Names;

struct _SkyPatternYears
{
  SkyDay first_monday;
  GArray *years; /* of Year, by number: the first week, then those that have logs */
  Names week;    /* of the first week */
  Names last;    /* of the last year */
};

static void
names_init (Names *self)
{
  self->tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint f = 0; f < SKY_N_FAMILIES; f++)
    self->streams[f] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->decisions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static void
names_clear (Names *self)
{
  g_hash_table_unref (self->tables);
  for (guint f = 0; f < SKY_N_FAMILIES; f++)
    g_hash_table_unref (self->streams[f]);
  g_hash_table_unref (self->decisions);
}

SkyPatternYears *
sky_pattern_years_new (SkyDay first)
{
  SkyPatternYears *self = g_new0 (SkyPatternYears, 1);
  const Year week = { 0 };

  self->first_monday = sky_week_monday (first);
  self->years = g_array_new (FALSE, TRUE, sizeof (Year));
  g_array_append_val (self->years, week);
  names_init (&self->week);
  names_init (&self->last);
  return self;
}

void
sky_pattern_years_free (SkyPatternYears *self)
{
  if (self == NULL)
    return;
  names_clear (&self->week);
  names_clear (&self->last);
  g_array_unref (self->years);
  g_free (self);
}

gint
sky_pattern_years_of (SkyDay day)
{
  char text[SKY_DAY_TEXT_SIZE];

  return (gint) g_ascii_strtoll (sky_day_format (day, text), NULL, 10);
}

static Year *
last_year (const SkyPatternYears *self)
{
  return &g_array_index (self->years, Year, self->years->len - 1);
}

static Year *
enter_year (SkyPatternYears *self, gint number)
{
  const Year fresh = { .number = number };

  if (last_year (self)->number != number)
    {
      g_array_append_val (self->years, fresh);
      names_clear (&self->last);
      names_init (&self->last);
    }
  return last_year (self);
}

static void
add_name (GHashTable *set, const char *name, guint *n)
{
  if (g_hash_table_contains (set, name))
    return;
  g_hash_table_add (set, g_strdup (name));
  ++*n;
}

gboolean
sky_pattern_years_is_first (const SkyPatternYears *self, const SkyLogCounts *log)
{
  return sky_week_monday (log->gaming_day) == self->first_monday;
}

void
sky_pattern_years_note_first_log (SkyPatternYears *self, const SkyLogCounts *log)
{
  add_name (self->week.tables, log->table, &g_array_index (self->years, Year, 0).n_tables);
}

void
sky_pattern_years_note_log (SkyPatternYears *self, const SkyLogCounts *log)
{
  Year *year = enter_year (self, sky_pattern_years_of (log->gaming_day));

  add_name (self->last.tables, log->table, &year->n_tables);
}

/* A pair is a stream when it has @enough decisions. */
static void
note (Names *names,
      Year *year,
      const SkyPatternShare *share,
      const char *key,
      gint64 enough,
      gint *counted)
{
  const gboolean is_counted = *counted == year->number;
  gint64 *n;

  if (share->family == SKY_FAMILY_PAIRS)
    {
      n = g_hash_table_lookup (names->decisions, key);
      if (n == NULL)
        {
          n = g_new0 (gint64, 1);
          g_hash_table_insert (names->decisions, g_strdup (key), n);
        }
      *n += share->n_decisions;
      if (*n < enough)
        return;
    }
  if (is_counted)
    return;
  *counted = year->number;
  add_name (names->streams[share->family], key, &year->n_streams[share->family]);
}

void
sky_pattern_years_note_first (SkyPatternYears *self, const SkyPatternShare *share, const char *key)
{
  gint counted = -1;

  note (&self->week, &g_array_index (self->years, Year, 0), share, key, PAIR_DECISIONS_A_WEEK,
        &counted);
}

void
sky_pattern_years_note (SkyPatternYears *self,
                        const SkyPatternShare *share,
                        const char *key,
                        gint *counted)
{
  note (&self->last, last_year (self), share, key, SKY_PAIR_DECISIONS, counted);
}

/* The year before, or the last one that there is; in the first year its first week. */
static const Year *
find_basis (const SkyPatternYears *self, gint number)
{
  guint i = self->years->len - 1;

  while (i > 0 && g_array_index (self->years, Year, i).number >= number)
    i--;
  return &g_array_index (self->years, Year, i);
}

guint
sky_pattern_years_capacity (SkyPatternYears *self, SkyFamily family, gint number)
{
  const Year *basis = find_basis (self, number);
  guint n = basis->n_streams[family];

  if (family == SKY_FAMILY_DICE_SETS)
    return MAX (basis->number == 0 ? n * WEEKS_A_YEAR : n, LEAST_STREAMS);
  return MAX (2 * n, LEAST_STREAMS);
}

long double
sky_pattern_years_ln_a (SkyPatternYears *self, SkyFamily family, gint number)
{
  guint n_tables = MAX (find_basis (self, number)->n_tables, 1);
  long double a = (long double) N_BUDGETS * sky_pattern_years_capacity (self, family, number)
                  * SKY_PATTERNS_BUDGET / n_tables;

  /* A set has one beginning, the others one a week. */
  return logl (family == SKY_FAMILY_DICE_SETS ? a : a * WEEKS_A_YEAR);
}

/* --- Bytes -------------------------------------------------------------------------------------
 */

/* Visits Year. */
static void
visit_year (SkyState *state, Year *year)
{
  sky_state_int (state, year->number);
  sky_state_int (state, year->n_tables);
  sky_state_ints (state, year->n_streams);
}

/* Visits SkyPatternYears, but not: week, last. */
void
sky_pattern_years_visit (SkyPatternYears *self, SkyState *state)
{
  sky_state_int (state, self->first_monday);
  g_array_set_size (self->years, sky_state_count (state, self->years->len, MOST_YEARS));
  for (guint i = 0; i < self->years->len; i++)
    {
      Year *year = &g_array_index (self->years, Year, i);

      visit_year (state, year);
      if (i == 0 ? year->number != 0 : year->number <= year[-1].number)
        sky_state_refuse (state);
    }
  if (self->years->len == 0)
    {
      const Year week = { 0 };

      g_array_append_val (self->years, week);
      sky_state_refuse (state);
    }
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The keys of @table in their order, with their numbers if it has some. */
static void
visit_table (SkyState *state, GHashTable *table, gboolean has_numbers)
{
  const guint n = sky_state_count (state, g_hash_table_size (table), MOST_STREAMS);
  g_autofree gpointer *keys = g_hash_table_get_keys_as_array (table, NULL);

  if (!sky_state_is_reading (state) && n > 0)
    qsort (keys, n, sizeof *keys, compare_texts);
  for (guint i = 0; i < n && !sky_state_is_refused (state); i++)
    {
      char *key = sky_state_is_reading (state) ? NULL : keys[i];
      gint64 *number = NULL, none = 0;

      sky_state_text (state, &key);
      if (key == NULL)
        sky_state_refuse (state);
      else if (!sky_state_is_reading (state))
        number = g_hash_table_lookup (table, key);
      else if (!has_numbers)
        g_hash_table_add (table, key);
      else
        g_hash_table_insert (table, key, number = g_new0 (gint64, 1));
      if (has_numbers)
        sky_state_number (state, number != NULL ? number : &none);
    }
}

/* Visits Names. */
static void
visit_names (SkyState *state, Names *names)
{
  visit_table (state, names->tables, FALSE);
  for (guint f = 0; f < SKY_N_FAMILIES; f++)
    visit_table (state, names->streams[f], FALSE);
  visit_table (state, names->decisions, TRUE);
}

void
sky_pattern_years_visit_last (SkyPatternYears *self, SkyState *state)
{
  visit_names (state, &self->last);
}
