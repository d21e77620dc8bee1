/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-patterns.h"

#include "sky-json-writer.h"
#include "sky-pattern-week.h"

#include <math.h>
#include <string.h>

/* Budgets that the one of false reports is divided into. */
#define N_BUDGETS 9

/* A family may always have so many streams. */
#define LEAST_STREAMS 8

#define WEEKS_A_YEAR 52

/* A pair with fewer decisions in a year is no stream. In the week that a first year's thresholds
 * are made of it is one at that pace. */
#define PAIR_DECISIONS        200
#define PAIR_DECISIONS_A_WEEK (PAIR_DECISIONS / WEEKS_A_YEAR + 1)

const char *
sky_family_to_check (SkyFamily family)
{
  static const char *const checks[SKY_N_FAMILIES] = {
    [SKY_FAMILY_WHEELS] = "equipment.wheel-bias",
    [SKY_FAMILY_DICE_SETS] = "equipment.dice-bias",
    [SKY_FAMILY_DICE_TABLES] = "equipment.dice-bias",
    [SKY_FAMILY_SPINS] = "staff.spin-pattern",
    [SKY_FAMILY_SEVENS] = "patron.dice-sevens",
    [SKY_FAMILY_ERRORS] = "staff.error-rate",
    [SKY_FAMILY_PAIRS] = "patron.one-sided",
  };

  return checks[family];
}

gboolean
sky_family_is_of_people (SkyFamily family)
{
  return family >= SKY_FAMILY_SPINS;
}

/* A unit on its way. */
typedef struct
{
  SkyPattern *pattern; /* NULL: given away */
  char *key;
  SkyStream *stream;
  GHashTable *wheels; /* of keys: that a dealer spun; NULL: of no dealer */
  gint year;          /* of @rank */
  guint rank;         /* among those of its family in that year, by their first day */
  gint64 last_log;    /* whose left_out it has */
  GHashTable *tables; /* of the names of its tables, which are the fold's */
  gboolean is_shown;  /* a pair with decisions enough */
  GArray *decisions;  /* of WeekDecisions: a pair's, of the last year; NULL: of no pair */
} Unit;

/* How many decisions a pair had in a week. */
typedef struct
{
  SkyDay monday;
  gint64 n;
} WeekDecisions;

/* What a year's thresholds are made of. */
typedef struct
{
  GHashTable *tables;
  GHashTable *streams[SKY_N_FAMILIES];
  GHashTable *decisions; /* a pair's key → how many it has */
} Year;

typedef struct
{
  const char *property;
  SkyDay until;
  GHashTable *units;       /* key → Unit */
  GHashTable *tables;      /* their names, each once */
  const char *table;       /* of the log in hand, one of those */
  GHashTable *generations; /* "wheel" → how often it has become another */
  GHashTable *years;       /* number → Year; 0 is the first week that there is */
  gint first_year;
  gint noted_year; /* of the log in hand */
  guint ranks[SKY_N_FAMILIES];
  gint ranked_year;

  GPtrArray *touched; /* of Unit, borrowed: those of the day, or of the week that ends */
  GHashTable *seen;   /* the same as a set */
  SkyDay day;
  SkyDay monday;        /* of the week of the errors */
  SkyPatternWeek *week; /* its errors and decisions */
  GPtrArray *week_logs; /* of SkyLogCounts, borrowed: the week's */
} Fold;

static void
pattern_free (gpointer data)
{
  SkyPattern *self = data;

  g_free (self->property);
  g_free (self->wheel);
  g_free (self->set);
  g_free (self->table);
  g_free (self->dealer);
  g_free (self->patron);
  g_free (self->lead);
  g_free (self->account);
  g_free (self->unit);
  sky_noted_report_free (self->noted);
  g_ptr_array_unref (self->tables);
  g_clear_pointer (&self->points, g_array_unref);
  g_free (self);
}

static void
unit_free (gpointer data)
{
  Unit *self = data;

  if (self->pattern != NULL)
    pattern_free (self->pattern);
  g_clear_pointer (&self->wheels, g_hash_table_unref);
  g_hash_table_unref (self->tables);
  g_clear_pointer (&self->decisions, g_array_unref);
  sky_stream_free (self->stream);
  g_free (self->key);
  g_free (self);
}

static Year *
year_new (void)
{
  Year *self = g_new0 (Year, 1);

  self->tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint f = 0; f < SKY_N_FAMILIES; f++)
    self->streams[f] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->decisions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

static void
year_free (gpointer data)
{
  Year *self = data;

  g_hash_table_unref (self->tables);
  for (guint f = 0; f < SKY_N_FAMILIES; f++)
    g_hash_table_unref (self->streams[f]);
  g_hash_table_unref (self->decisions);
  g_free (self);
}

static gint
year_of (SkyDay day)
{
  char text[SKY_DAY_TEXT_SIZE];

  return (gint) g_ascii_strtoll (sky_day_format (day, text), NULL, 10);
}

/* --- What a log has observations of ------------------------------------------------------------
 */

/* A unit's share of a log. */
typedef struct
{
  SkyFamily family;
  const char *wheel;
  const char *set;
  const char *table;
  const char *dealer;
  const char *patron;
  gboolean counterclockwise;
  SkyPlaces places;
  guint generation;
  const gint64 *counts; /* NULL: of errors, which count by the week */
  gint64 n_decisions;   /* of a pair */
  char *spun;           /* the wheel's key, of a dealer's spins */
} Share;

/* Of a key: its family, five ids, the layout, which way the rotor turns, the generation. */
#define N_KEY_PARTS 9
#define N_KEY_IDS   5

/* Of a generation in a key. */
#define N_DIGITS 6

/* The same unit has the same, and units are listed in its order. */
static char *
make_key (const Share *share)
{
  const char *of_wheel = share->family == SKY_FAMILY_WHEELS || share->family == SKY_FAMILY_SPINS
                             ? sky_places_to_name (share->places)
                             : "";
  const char *const parts[] = { share->dealer, share->patron, share->wheel,
                                share->set,    share->table,  of_wheel };
  gsize lengths[G_N_ELEMENTS (parts)], length = 0;
  char *key, *end;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    length += lengths[i] = parts[i] != NULL ? strlen (parts[i]) : 0;
  key = g_malloc (length + 32);
  G_STATIC_ASSERT (SKY_N_FAMILIES <= 10);
  key[0] = (char) ('0' + share->family);
  end = key + 1;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      *end++ = '\x1f';
      memcpy (end, parts[i] != NULL ? parts[i] : "", lengths[i]);
      end += lengths[i];
    }
  *end++ = '\x1f';
  *end++ = share->counterclockwise ? '1' : '0';
  *end++ = '\x1f';
  end += N_DIGITS;
  *end = '\0';
  for (guint i = 1, rest = share->generation; i <= N_DIGITS; i++, rest /= 10)
    end[-(gint) i] = (char) ('0' + rest % 10);
  return key;
}

gboolean
sky_pattern_key_has (const char *key, const char *id)
{
  const gsize length = strlen (id);

  for (guint i = 0; i < N_KEY_IDS; i++)
    {
      key = strchr (key, '\x1f');
      if (key == NULL)
        return FALSE;
      key++;
      if (strncmp (key, id, length) == 0 && key[length] == '\x1f')
        return TRUE;
    }
  return FALSE;
}

typedef void (*ShareFunc) (Fold *fold, const SkyLogCounts *log, const Share *share);

static guint
get_generation (Fold *self, const char *wheel)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->generations, wheel));
}

static void
share_wheels (Fold *self, const SkyLogCounts *log, ShareFunc func)
{
  for (guint i = 0; i < log->counts->wheels->len; i++)
    {
      const SkyWheelCounts *wheel = &g_array_index (log->counts->wheels, SkyWheelCounts, i);
      Share share = { .family = SKY_FAMILY_WHEELS,
                      .wheel = wheel->wheel,
                      .table = wheel->wheel == NULL ? log->table : NULL,
                      .places = wheel->places,
                      .counts = wheel->counts };
      g_autofree char *name = g_strconcat (share.wheel != NULL ? "w" : "t",
                                           share.wheel != NULL ? share.wheel : log->table, NULL);

      share.generation = get_generation (self, name);
      func (self, log, &share);
      if (wheel->over)
        g_hash_table_insert (self->generations, g_steal_pointer (&name),
                             GUINT_TO_POINTER (share.generation + 1));
    }
}

static void
share_dice (Fold *self, const SkyLogCounts *log, ShareFunc func)
{
  gint64 faces[SKY_N_DIE_FACES] = { 0 };
  Share whole = { .family = SKY_FAMILY_DICE_TABLES, .table = log->table, .counts = faces };

  for (guint i = 0; i < log->counts->dice->len; i++)
    {
      const SkyDiceCounts *dice = &g_array_index (log->counts->dice, SkyDiceCounts, i);
      Share share = { .family = SKY_FAMILY_DICE_SETS, .set = dice->set, .counts = dice->faces };

      for (guint face = 0; face < SKY_N_DIE_FACES; face++)
        faces[face] += dice->faces[face];
      if (dice->set != NULL)
        func (self, log, &share);
    }
  if (log->counts->dice->len > 0)
    func (self, log, &whole);
}

static void
share_people (Fold *self, const SkyLogCounts *log, ShareFunc func)
{
  for (guint i = 0; i < log->counts->spins->len; i++)
    {
      const SkySpinCounts *spins = &g_array_index (log->counts->spins, SkySpinCounts, i);
      Share wheel = { .family = SKY_FAMILY_WHEELS,
                      .wheel = spins->wheel,
                      .table = spins->wheel == NULL ? log->table : NULL,
                      .places = spins->places };
      g_autofree char *name = g_strconcat (wheel.wheel != NULL ? "w" : "t",
                                           wheel.wheel != NULL ? wheel.wheel : log->table, NULL);
      g_autofree char *key = NULL;
      Share share = { .family = SKY_FAMILY_SPINS,
                      .dealer = spins->dealer,
                      .places = spins->places,
                      .counterclockwise = spins->counterclockwise,
                      .counts = spins->counts };

      wheel.generation = get_generation (self, name);
      key = make_key (&wheel);
      share.spun = key;
      func (self, log, &share);
    }
  for (guint i = 0; i < log->counts->sevens->len; i++)
    {
      const SkySevenCounts *sevens = &g_array_index (log->counts->sevens, SkySevenCounts, i);
      gint64 counts[2] = { sevens->sevens, sevens->throws - sevens->sevens };
      Share share = { .family = SKY_FAMILY_SEVENS, .patron = sevens->player, .counts = counts };

      func (self, log, &share);
    }
  for (guint i = 0; i < log->counts->decisions->len; i++)
    {
      const SkyDecisionCounts *one = &g_array_index (log->counts->decisions, SkyDecisionCounts, i);
      Share errors = { .family = SKY_FAMILY_ERRORS, .dealer = one->dealer };
      gboolean is_told = i > 0 && g_str_equal (one[-1].dealer, one->dealer);
      Share pair = { .family = SKY_FAMILY_PAIRS,
                     .dealer = one->dealer,
                     .patron = one->player,
                     .n_decisions = one->decisions };

      /* They lie by dealer. */
      if (!is_told)
        func (self, log, &errors);
      if (one->player != NULL)
        func (self, log, &pair);
    }
}

static void
share_log (Fold *self, const SkyLogCounts *log, ShareFunc func)
{
  if (log->counts->damaged)
    return;
  /* Spins come before the wheel that they were of is another. */
  share_people (self, log, func);
  share_wheels (self, log, func);
  share_dice (self, log, func);
}

/* --- Thresholds --------------------------------------------------------------------------------
 */

static Year *
get_year (Fold *self, gint number)
{
  Year *year = g_hash_table_lookup (self->years, GINT_TO_POINTER (number));

  if (year == NULL)
    {
      year = year_new ();
      g_hash_table_insert (self->years, GINT_TO_POINTER (number), year);
    }
  return year;
}

static void
add_key (GHashTable *set, const char *key)
{
  if (!g_hash_table_contains (set, key))
    g_hash_table_add (set, g_strdup (key));
}

/* A pair is a stream when it has @enough decisions. */
static void
note_pair (Year *year, const Share *share, const char *key, gint64 enough)
{
  gint64 *n = g_hash_table_lookup (year->decisions, key);

  if (n == NULL)
    {
      n = g_new0 (gint64, 1);
      g_hash_table_insert (year->decisions, g_strdup (key), n);
    }
  *n += share->n_decisions;
  if (*n >= enough)
    add_key (year->streams[share->family], key);
}

static void
note_in_year (
    Year *year, const SkyLogCounts *log, const Share *share, const char *key, gint64 enough)
{
  add_key (year->tables, log->table);
  if (share->family == SKY_FAMILY_PAIRS)
    note_pair (year, share, key, enough);
  else
    add_key (year->streams[share->family], key);
}

static void
note_share (Fold *self, const SkyLogCounts *log, const Share *share)
{
  g_autofree char *key = make_key (share);

  note_in_year (get_year (self, self->noted_year), log, share, key, PAIR_DECISIONS);
  if (sky_week_monday (log->gaming_day) == self->monday)
    note_in_year (get_year (self, 0), log, share, key, PAIR_DECISIONS_A_WEEK);
}

/* The year before, or the last one that there is; in the first year its first week. */
static Year *
find_basis (Fold *self, gint number)
{
  for (gint before = number - 1; before >= self->first_year; before--)
    {
      Year *year = g_hash_table_lookup (self->years, GINT_TO_POINTER (before));

      if (year != NULL)
        return year;
    }
  return get_year (self, 0);
}

/* How many streams of the family may raise a report in a year. */
static guint
get_capacity (Fold *self, SkyFamily family, gint number)
{
  Year *basis = find_basis (self, number);
  guint n = g_hash_table_size (basis->streams[family]);

  if (family == SKY_FAMILY_DICE_SETS)
    return MAX (basis == get_year (self, 0) ? n * WEEKS_A_YEAR : n, LEAST_STREAMS);
  return MAX (2 * n, LEAST_STREAMS);
}

static long double
get_ln_a (Fold *self, SkyFamily family, gint number)
{
  guint n_tables = MAX (g_hash_table_size (find_basis (self, number)->tables), 1);
  long double a = (long double) N_BUDGETS * get_capacity (self, family, number)
                  * SKY_PATTERNS_BUDGET / n_tables;

  /* A set has one beginning, the others one a week. */
  return logl (family == SKY_FAMILY_DICE_SETS ? a : a * WEEKS_A_YEAR);
}

/* --- Folding -----------------------------------------------------------------------------------
 */

static SkyStreamKind
get_kind (SkyFamily family)
{
  static const SkyStreamKind kinds[SKY_N_FAMILIES] = {
    [SKY_FAMILY_WHEELS] = SKY_STREAM_ARCS,      [SKY_FAMILY_DICE_SETS] = SKY_STREAM_DICE_SET,
    [SKY_FAMILY_DICE_TABLES] = SKY_STREAM_DICE, [SKY_FAMILY_SPINS] = SKY_STREAM_ARCS,
    [SKY_FAMILY_SEVENS] = SKY_STREAM_SEVENS,    [SKY_FAMILY_ERRORS] = SKY_STREAM_ERRORS,
    [SKY_FAMILY_PAIRS] = SKY_STREAM_PAIRS,
  };

  return kinds[family];
}

static Unit *
unit_new (Fold *self, const Share *share, char *key)
{
  Unit *unit = g_new0 (Unit, 1);
  SkyPattern *pattern = g_new0 (SkyPattern, 1);

  pattern->family = share->family;
  pattern->unit = g_strdup (key);
  pattern->property = g_strdup (self->property);
  pattern->wheel = g_strdup (share->wheel);
  pattern->set = g_strdup (share->set);
  pattern->table = g_strdup (share->table);
  pattern->dealer = g_strdup (share->dealer);
  pattern->patron = g_strdup (share->patron);
  pattern->counterclockwise = share->counterclockwise;
  pattern->places = share->places;
  pattern->tables = g_ptr_array_new_with_free_func (g_free);
  unit->pattern = pattern;
  unit->key = key;
  unit->tables = g_hash_table_new (NULL, NULL);
  unit->stream = sky_stream_new (get_kind (share->family), sky_places_number (share->places));
  pattern->n_cells = sky_stream_n_cells (unit->stream);
  if (share->family == SKY_FAMILY_PAIRS)
    unit->decisions = g_array_new (FALSE, FALSE, sizeof (WeekDecisions));
  if (share->family == SKY_FAMILY_SPINS)
    unit->wheels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_insert (self->units, key, unit);
  return unit;
}

static void
note_log (Fold *fold, Unit *unit, const SkyLogCounts *log)
{
  if (unit->last_log == log->log)
    return;
  unit->last_log = log->log;
  for (guint i = 0; i < SKY_N_LEFT_OUT; i++)
    unit->pattern->left_out[i] += log->counts->left_out[i];
  g_hash_table_add (unit->tables, (gpointer) fold->table);
}

static Unit *
get_unit (Fold *self, const SkyLogCounts *log, const Share *share)
{
  g_autofree char *key = make_key (share);
  Unit *unit = g_hash_table_lookup (self->units, key);

  if (unit == NULL)
    unit = unit_new (self, share, g_steal_pointer (&key));
  note_log (self, unit, log);
  return unit;
}

static void
add_share (Fold *self, const SkyLogCounts *log, const Share *share)
{
  Unit *unit;

  /* What comes by the week counts when the week is over. */
  if (share->counts == NULL)
    return;
  unit = get_unit (self, log, share);
  if (share->spun != NULL)
    g_hash_table_add (unit->wheels, g_strdup (share->spun));
  sky_stream_add (unit->stream, log->gaming_day, share->counts);
  if (g_hash_table_add (self->seen, unit))
    g_ptr_array_add (self->touched, unit);
}

static int
compare_units (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(Unit *const *) a)->key, (*(Unit *const *) b)->key);
}

/* Whether a wheel that the dealer spun has a report that has not come to nothing. */
static gboolean
has_reported_wheel (Fold *self, const Unit *unit)
{
  GHashTableIter iter;
  gpointer key;

  if (unit->wheels == NULL)
    return FALSE;
  g_hash_table_iter_init (&iter, unit->wheels);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const Unit *wheel = g_hash_table_lookup (self->units, key);
      SkyStreamState state =
          wheel != NULL ? sky_stream_get_state (wheel->stream) : SKY_STREAM_QUIET;

      if (state == SKY_STREAM_REPORTED || state == SKY_STREAM_CONFIRMED)
        return TRUE;
    }
  return FALSE;
}

static void
look_at (Fold *self, Unit *unit, SkyDay day)
{
  SkyPattern *pattern = unit->pattern;
  gint year = year_of (day);

  if (self->ranked_year != year)
    {
      self->ranked_year = year;
      memset (self->ranks, 0, sizeof self->ranks);
    }
  if (unit->year != year)
    {
      unit->year = year;
      unit->rank = self->ranks[pattern->family]++;
    }
  pattern->capacity = unit->rank < get_capacity (self, pattern->family, year);
  pattern->depends = has_reported_wheel (self, unit);
  sky_stream_look (unit->stream, day, get_ln_a (self, pattern->family, year),
                   pattern->capacity && !pattern->depends);
}

static void
forget_touched (Fold *self)
{
  g_ptr_array_set_size (self->touched, 0);
  g_hash_table_remove_all (self->seen);
}

/* The day is over: what was seen on it is looked at, wheels before those who spun them. */
static void
end_day (Fold *self)
{
  g_ptr_array_sort (self->touched, compare_units);
  for (guint i = 0; i < self->touched->len; i++)
    look_at (self, self->touched->pdata[i], self->day);
  forget_touched (self);
}

/* --- Errors, by the week -----------------------------------------------------------------------
 */

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Borrowed texts, in order. */
static GPtrArray *
list_keys (GHashTable *table)
{
  GPtrArray *keys = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (keys, key);
  g_ptr_array_sort (keys, compare_texts);
  return keys;
}

static void
add_dealer_week (Fold *self, Unit *unit, SkyDay sunday)
{
  g_autoptr (GArray) strata = sky_pattern_week_list_strata (self->week, unit->pattern->dealer);

  sky_stream_add_week (unit->stream, sunday, &g_array_index (strata, SkyStratum, 0), strata->len);
  look_at (self, unit, sunday);
}

/* Whether the pair has decisions enough in the year that ends with this week, in which it has @n.
 */
static gboolean
is_pair_a_stream (Unit *unit, SkyDay monday, gint64 n)
{
  WeekDecisions week = { monday, n };
  gint64 sum = 0;

  g_array_append_val (unit->decisions, week);
  while (g_array_index (unit->decisions, WeekDecisions, 0).monday <= monday - 7 * WEEKS_A_YEAR)
    g_array_remove_index (unit->decisions, 0);
  for (guint i = 0; i < unit->decisions->len; i++)
    sum += g_array_index (unit->decisions, WeekDecisions, i).n;
  return sum >= PAIR_DECISIONS;
}

static void
add_pair_week (Fold *self, Unit *unit, SkyDay sunday)
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

static void
enter_log (Fold *self, const SkyLogCounts *log)
{
  if (!g_hash_table_contains (self->tables, log->table))
    g_hash_table_add (self->tables, g_strdup (log->table));
  g_hash_table_lookup_extended (self->tables, log->table, (gpointer *) &self->table, NULL);
}

/* Notes who was at the tables in the week. */
static void
gather_unit (Fold *self, const SkyLogCounts *log, const Share *share)
{
  Unit *unit;

  if (share->counts != NULL)
    return;
  unit = get_unit (self, log, share);
  if (g_hash_table_add (self->seen, unit))
    g_ptr_array_add (self->touched, unit);
}

/* The week is over, when all of its days are. */
static void
end_week (Fold *self)
{
  SkyDay sunday = self->monday + 6;

  for (guint l = 0; l < self->week_logs->len && sunday <= self->until; l++)
    {
      enter_log (self, self->week_logs->pdata[l]);
      share_people (self, self->week_logs->pdata[l], gather_unit);
    }
  g_ptr_array_sort (self->touched, compare_units);
  for (guint i = 0; i < self->touched->len; i++)
    {
      Unit *unit = self->touched->pdata[i];

      if (unit->pattern->family == SKY_FAMILY_PAIRS)
        add_pair_week (self, unit, sunday);
      else
        add_dealer_week (self, unit, sunday);
    }
  forget_touched (self);
  sky_pattern_week_clear (self->week);
  g_ptr_array_set_size (self->week_logs, 0);
}

/* --- A property --------------------------------------------------------------------------------
 */

static void
fold_log (Fold *self, SkyLogCounts *log)
{
  if (log->gaming_day != self->day)
    end_day (self);
  if (sky_week_monday (log->gaming_day) != self->monday)
    end_week (self);
  self->day = log->gaming_day;
  self->monday = sky_week_monday (log->gaming_day);
  if (log->counts->damaged)
    return;
  enter_log (self, log);
  share_log (self, log, add_share);
  sky_pattern_week_add (self->week, log->game, log->counts);
  g_ptr_array_add (self->week_logs, log);
}

/* What reports of fair units may come to: the bound of the weeks that were looked at. */
static double
count_false (const SkyPattern *pattern)
{
  long double weeks = pattern->family == SKY_FAMILY_DICE_SETS ? 1 : pattern->standing.n_weeks;

  return pattern->capacity ? (double) (weeks * expl (-pattern->standing.ln_a)) : 0;
}

static void
summary_free (gpointer data)
{
  g_free (((SkyPatternSummary *) data)->property);
  g_free (data);
}

/* A pair that is no stream, or no longer one; what was reported of it stays. */
static gboolean
is_hidden (const Unit *unit)
{
  return unit->pattern->family == SKY_FAMILY_PAIRS && !unit->is_shown
         && sky_stream_get_state (unit->stream) == SKY_STREAM_QUIET;
}

static void
take_tables (Unit *unit)
{
  GPtrArray *tables = unit->pattern->tables;
  g_autoptr (GPtrArray) names = list_keys (unit->tables);

  for (guint i = 0; i < names->len; i++)
    g_ptr_array_add (tables, g_strdup (names->pdata[i]));
}

static char *
write_account (const SkyStream *stream)
{
  g_autoptr (GString) json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  if (!sky_stream_write_account (stream, json))
    return NULL;
  sky_json_end_object (json);
  return g_string_free (g_steal_pointer (&json), FALSE);
}

static void
take_units (Fold *self, SkyPatterns *patterns)
{
  g_autoptr (GPtrArray) keys = list_keys (self->units);
  SkyPatternSummary *summary = g_new0 (SkyPatternSummary, 1);

  summary->property = g_strdup (self->property);
  g_ptr_array_add (patterns->summaries, summary);
  for (guint i = 0; i < keys->len; i++)
    {
      Unit *unit = g_hash_table_lookup (self->units, keys->pdata[i]);
      SkyPattern *pattern = unit->pattern;

      if (!sky_stream_is_begun (unit->stream) || is_hidden (unit))
        continue;
      sky_stream_get_standing (unit->stream, &pattern->standing);
      pattern->lead = sky_stream_name (unit->stream, pattern->standing.lead);
      pattern->account = write_account (unit->stream);
      pattern->points = sky_stream_list_points (unit->stream);
      take_tables (unit);
      summary->n_streams++;
      summary->n_reported += pattern->standing.state != SKY_STREAM_QUIET;
      summary->false_expected += count_false (pattern);
      g_ptr_array_add (patterns->patterns, g_steal_pointer (&unit->pattern));
    }
}

static void
fold_property (SkyPatterns *patterns, GPtrArray *logs, SkyDay until)
{
  const SkyLogCounts *first = logs->pdata[0], *last = logs->pdata[logs->len - 1];
  Fold fold = { .property = first->property, .until = MIN (until, last->gaming_day) };

  fold.units = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, unit_free);
  fold.generations = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  fold.years = g_hash_table_new_full (NULL, NULL, NULL, year_free);
  fold.touched = g_ptr_array_new ();
  fold.tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  fold.seen = g_hash_table_new (NULL, NULL);
  fold.week = sky_pattern_week_new ();
  fold.week_logs = g_ptr_array_new ();
  fold.first_year = year_of (first->gaming_day);
  fold.day = first->gaming_day;
  fold.monday = sky_week_monday (first->gaming_day);

  for (guint i = 0; i < logs->len; i++)
    {
      fold.noted_year = year_of (((const SkyLogCounts *) logs->pdata[i])->gaming_day);
      share_log (&fold, logs->pdata[i], note_share);
    }
  g_hash_table_remove_all (fold.generations);
  for (guint i = 0; i < logs->len; i++)
    fold_log (&fold, logs->pdata[i]);
  end_day (&fold);
  end_week (&fold);
  take_units (&fold, patterns);

  g_ptr_array_unref (fold.week_logs);
  sky_pattern_week_free (fold.week);
  g_hash_table_unref (fold.seen);
  g_ptr_array_unref (fold.touched);
  g_hash_table_unref (fold.years);
  g_hash_table_unref (fold.generations);
  g_hash_table_unref (fold.units);
  g_hash_table_unref (fold.tables);
}

static int
compare_patterns (gconstpointer a, gconstpointer b)
{
  const SkyPattern *x = *(const SkyPattern *const *) a, *y = *(const SkyPattern *const *) b;
  int order = strcmp (x->property, y->property);

  if (order == 0)
    order = strcmp (sky_family_to_check (x->family), sky_family_to_check (y->family));
  return order;
}

SkyPattern *
sky_pattern_new (void)
{
  SkyPattern *self = g_new0 (SkyPattern, 1);

  self->tables = g_ptr_array_new_with_free_func (g_free);
  self->points = g_array_new (FALSE, FALSE, sizeof (SkyStreamPoint));
  return self;
}

SkyPatterns *
sky_patterns_new (void)
{
  SkyPatterns *self = g_atomic_rc_box_new0 (SkyPatterns);

  self->patterns = g_ptr_array_new_with_free_func (pattern_free);
  self->summaries = g_ptr_array_new_with_free_func (summary_free);
  self->fresh = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_noted_report_free);
  self->unkept = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_kept_fold_free);
  return self;
}

void
sky_patterns_add (SkyPatterns *self, SkyPatterns *other)
{
  g_ptr_array_extend_and_steal (self->patterns, g_steal_pointer (&other->patterns));
  g_ptr_array_extend_and_steal (self->summaries, g_steal_pointer (&other->summaries));
  other->patterns = g_ptr_array_new ();
  other->summaries = g_ptr_array_new ();
  /* Stable, so that units stay in their order. */
  g_ptr_array_sort (self->patterns, compare_patterns);
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
  properties = list_keys (by_property);
  for (guint i = 0; i < properties->len; i++)
    fold_property (self, g_hash_table_lookup (by_property, properties->pdata[i]), until);
  /* Stable, so that units stay in their order. */
  g_ptr_array_sort (self->patterns, compare_patterns);
  return self;
}

static void
patterns_clear (gpointer data)
{
  SkyPatterns *self = data;

  g_ptr_array_unref (self->patterns);
  g_ptr_array_unref (self->summaries);
  g_ptr_array_unref (self->fresh);
  g_ptr_array_unref (self->unkept);
}

SkyPatterns *
sky_patterns_ref (SkyPatterns *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
sky_patterns_unref (SkyPatterns *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, patterns_clear);
}

static char *
tell_number (long double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (text, sizeof text, "%.17g", (double) value));
}

SkyNotedReport *
sky_pattern_dup_report (const SkyPattern *self)
{
  const SkyStreamStanding *standing = &self->standing;
  SkyNotedReport *report;

  if (standing->state == SKY_STREAM_QUIET)
    return NULL;
  report = g_new0 (SkyNotedReport, 1);
  report->property = g_strdup (self->property);
  report->unit = g_strdup (self->unit);
  report->people = sky_family_is_of_people (self->family);
  report->reported_on = standing->reported_on;
  report->since = standing->since;
  report->lead = g_strdup (self->lead);
  report->ln_r = tell_number (standing->ln_r);
  report->ln_a = tell_number (standing->ln_a);
  return report;
}

/* Whether what is known now says the same. */
static gboolean
is_borne_out (const SkyPattern *pattern, const SkyNotedReport *report)
{
  g_autoptr (SkyNotedReport) now = sky_pattern_dup_report (pattern);

  return now != NULL && now->reported_on == report->reported_on
         && g_str_equal (now->ln_r, report->ln_r) && g_str_equal (now->lead, report->lead);
}

static SkyNotedReport *
copy_report (const SkyNotedReport *report)
{
  SkyNotedReport *copy = g_memdup2 (report, sizeof *report);

  copy->property = g_strdup (report->property);
  copy->unit = g_strdup (report->unit);
  copy->lead = g_strdup (report->lead);
  copy->ln_r = g_strdup (report->ln_r);
  copy->ln_a = g_strdup (report->ln_a);
  return copy;
}

/* The first report of the unit that was told and is not what is known now. */
static const SkyNotedReport *
find_noted (const SkyPattern *pattern, const GPtrArray *reports)
{
  for (guint i = 0; i < reports->len; i++)
    {
      const SkyNotedReport *report = reports->pdata[i];

      if (g_str_equal (report->property, pattern->property)
          && g_str_equal (report->unit, pattern->unit) && !is_borne_out (pattern, report))
        return report;
    }
  return NULL;
}

static char *
take_part (char **parts, guint index)
{
  return *parts[index] != '\0' ? g_strdup (parts[index]) : NULL;
}

/* A pattern of the unit that @report is of, as make_key() names it, without an observation. Returns
 * NULL when a Skyward with other families named it. */
static SkyPattern *
make_unseen (const SkyNotedReport *report)
{
  g_auto (GStrv) parts = g_strsplit (report->unit, "\x1f", -1);
  SkyPattern *pattern;

  if (g_strv_length (parts) != N_KEY_PARTS
      || g_ascii_strtoull (parts[0], NULL, 10) >= SKY_N_FAMILIES)
    return NULL;
  pattern = sky_pattern_new ();
  pattern->family = (SkyFamily) g_ascii_strtoull (parts[0], NULL, 10);
  pattern->unit = g_strdup (report->unit);
  pattern->property = g_strdup (report->property);
  pattern->dealer = take_part (parts, 1);
  pattern->patron = take_part (parts, 2);
  pattern->wheel = take_part (parts, 3);
  pattern->set = take_part (parts, 4);
  pattern->table = take_part (parts, 5);
  for (guint i = 0; i < SKY_N_PLACES_LAYOUTS; i++)
    if (g_str_equal (parts[6], sky_places_to_name (i)))
      pattern->places = (SkyPlaces) i;
  pattern->counterclockwise = g_str_equal (parts[7], "1");
  pattern->standing.ln_r = -INFINITY;
  pattern->standing.ln_a = g_ascii_strtod (report->ln_a, NULL);
  pattern->lead = g_strdup (report->lead);
  pattern->noted = copy_report (report);
  return pattern;
}

static gboolean
is_seen (const SkyPatterns *self, const SkyNotedReport *report)
{
  for (guint i = 0; i < self->patterns->len; i++)
    {
      const SkyPattern *pattern = self->patterns->pdata[i];

      if (g_str_equal (pattern->property, report->property)
          && g_str_equal (pattern->unit, report->unit))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_kept (const GPtrArray *reports, const SkyNotedReport *report)
{
  for (guint i = 0; i < reports->len; i++)
    {
      const SkyNotedReport *one = reports->pdata[i];

      if (one->reported_on == report->reported_on && g_str_equal (one->unit, report->unit)
          && g_str_equal (one->property, report->property))
        return TRUE;
    }
  return FALSE;
}

void
sky_patterns_hold (SkyPatterns *self, const GPtrArray *reports)
{
  for (guint i = 0; i < reports->len; i++)
    {
      const SkyNotedReport *report = reports->pdata[i];
      SkyPattern *unseen = is_seen (self, report) ? NULL : make_unseen (report);

      if (unseen != NULL)
        g_ptr_array_add (self->patterns, unseen);
    }
  g_ptr_array_sort (self->patterns, compare_patterns);
  for (guint i = 0; i < self->patterns->len; i++)
    {
      SkyPattern *pattern = self->patterns->pdata[i];
      const SkyNotedReport *report = pattern->noted == NULL ? find_noted (pattern, reports) : NULL;

      SkyNotedReport *now = sky_pattern_dup_report (pattern);

      if (report != NULL)
        pattern->noted = copy_report (report);
      if (now != NULL && !is_kept (reports, now))
        g_ptr_array_add (self->fresh, now);
      else
        sky_noted_report_free (now);
    }
}

double
sky_pattern_years (const SkyPattern *self)
{
  long double a = expl (self->standing.ln_a);

  return (double) (self->family == SKY_FAMILY_DICE_SETS ? a : a / WEEKS_A_YEAR);
}
