/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-unit.h"

#include "sky-json-writer.h"

#include <string.h>

/* More are damage. */
#define MOST_WEEKS (1u << 17)

static SkyStreamKind
get_kind (SkyFamily family)
{
  static const SkyStreamKind kinds[SKY_N_FAMILIES] = {
    [SKY_FAMILY_WHEELS] = SKY_STREAM_ARCS,      [SKY_FAMILY_DICE_SETS] = SKY_STREAM_DICE_SET,
    [SKY_FAMILY_DICE_TABLES] = SKY_STREAM_DICE, [SKY_FAMILY_SPINS] = SKY_STREAM_ARCS,
    [SKY_FAMILY_SEVENS] = SKY_STREAM_SEVENS,    [SKY_FAMILY_ERRORS] = SKY_STREAM_ERRORS,
    [SKY_FAMILY_PAIRS] = SKY_STREAM_PAIRS,      [SKY_FAMILY_TABLE_WINS] = SKY_STREAM_WINS,
    [SKY_FAMILY_PATRON_WINS] = SKY_STREAM_WINS,
  };

  return kinds[family];
}

/* Adds @name to @names, which are in order, if it is not among them. Units share their names, which
 * are few: they are at hand whichever unit's turn it is. */
static void
add_name (GPtrArray *names, GRefString *name)
{
  guint low = 0, high = names->len;

  while (low < high)
    {
      const guint middle = (low + high) / 2;
      const GRefString *other = names->pdata[middle];
      const int order = other == name ? 0 : strcmp (other, name);

      if (order == 0)
        return;
      if (order < 0)
        low = middle + 1;
      else
        high = middle;
    }
  g_ptr_array_insert (names, (gint) low, g_ref_string_acquire (name));
}

/* What follows from who it is. */
static void
equip (SkyPatternUnit *self)
{
  SkyFamily family = self->pattern->family;

  self->stream = sky_stream_new (get_kind (family), sky_places_number (self->pattern->places));
  self->pattern->n_cells = sky_stream_n_cells (self->stream);
  self->tables = sky_pattern_names_new ();
  if (family == SKY_FAMILY_PAIRS)
    self->decisions = g_array_new (FALSE, TRUE, sizeof (SkyPairWeek));
  if (family == SKY_FAMILY_SPINS)
    self->wheels = sky_pattern_names_new ();
  if (family == SKY_FAMILY_ERRORS || family == SKY_FAMILY_PAIRS)
    self->week_tables = sky_pattern_names_new ();
}

SkyPatternUnit *
sky_pattern_unit_new (const char *property, const SkyPatternShare *share, const char *key)
{
  SkyPatternUnit *self = g_new0 (SkyPatternUnit, 1);
  SkyPattern *pattern = sky_pattern_new ();

  pattern->family = share->family;
  pattern->unit = g_strdup (key);
  pattern->property = g_strdup (property);
  pattern->wheel = g_strdup (share->wheel);
  pattern->set = g_strdup (share->set);
  pattern->table = g_strdup (share->table);
  pattern->dealer = g_strdup (share->dealer);
  pattern->patron = g_strdup (share->patron);
  pattern->counterclockwise = share->counterclockwise;
  pattern->places = share->places;
  self->pattern = pattern;
  self->key = g_strdup (key);
  equip (self);
  return self;
}

void
sky_pattern_unit_free (SkyPatternUnit *self)
{
  if (self == NULL)
    return;
  sky_pattern_free (self->pattern);
  g_clear_pointer (&self->wheels, g_ptr_array_unref);
  g_clear_pointer (&self->tables, g_ptr_array_unref);
  g_clear_pointer (&self->week_tables, g_ptr_array_unref);
  g_clear_pointer (&self->decisions, g_array_unref);
  sky_stream_free (self->stream);
  g_free (self->key);
  g_free (self);
}

void
sky_pattern_unit_note_wheel (SkyPatternUnit *self, const char *wheel)
{
  g_autoptr (GRefString) name = g_ref_string_new_intern (wheel);

  add_name (self->wheels, name);
}

void
sky_pattern_unit_note_log (SkyPatternUnit *self, const SkyLogCounts *log)
{
  if (self->last_log == log->log)
    return;
  self->last_log = log->log;
  for (guint i = 0; i < SKY_N_LEFT_OUT; i++)
    self->pattern->left_out[i] += log->counts->left_out[i];
  add_name (self->tables, log->table);
}

void
sky_pattern_unit_note_week_log (SkyPatternUnit *self, const SkyLogCounts *log, SkyDay monday)
{
  self->week = monday;
  if (self->last_log == log->log)
    return;
  self->last_log = log->log;
  for (guint i = 0; i < SKY_N_LEFT_OUT; i++)
    self->week_left_out[i] += log->counts->left_out[i];
  add_name (self->week_tables, log->table);
}

void
sky_pattern_unit_end_week (SkyPatternUnit *self)
{
  for (guint i = 0; i < SKY_N_LEFT_OUT; i++)
    self->pattern->left_out[i] += self->week_left_out[i];
  memset (self->week_left_out, 0, sizeof self->week_left_out);
  for (guint i = 0; i < self->week_tables->len; i++)
    add_name (self->tables, self->week_tables->pdata[i]);
  g_ptr_array_set_size (self->week_tables, 0);
  self->week = 0;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

GPtrArray *
sky_pattern_list_names (GHashTable *set)
{
  GPtrArray *names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, set);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (names, name);
  g_ptr_array_sort (names, compare_texts);
  return names;
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

SkyPattern *
sky_pattern_unit_take_pattern (SkyPatternUnit *self)
{
  SkyPattern *pattern = g_steal_pointer (&self->pattern);

  sky_stream_get_standing (self->stream, &pattern->standing);
  pattern->lead = sky_stream_name (self->stream, pattern->standing.lead);
  pattern->account = write_account (self->stream);
  g_array_unref (pattern->points);
  pattern->points = sky_stream_list_points (self->stream);
  g_ptr_array_extend_and_steal (pattern->tables, g_steal_pointer (&self->tables));
  return pattern;
}

/* --- Bytes -------------------------------------------------------------------------------------
 */

/* Visits SkyPairWeek. */
static void
visit_pair_week (SkyState *state, SkyPairWeek *week)
{
  sky_state_int (state, week->monday);
  sky_state_int (state, week->n);
}

/* Who it is. */
static void
visit_identity (SkyState *state, SkyPattern *pattern)
{
  sky_state_int (state, pattern->family);
  sky_state_text (state, &pattern->wheel);
  sky_state_text (state, &pattern->set);
  sky_state_text (state, &pattern->table);
  sky_state_text (state, &pattern->dealer);
  sky_state_text (state, &pattern->patron);
  sky_state_int (state, pattern->counterclockwise);
  sky_state_int (state, pattern->places);
  if (pattern->family >= SKY_N_FAMILIES || pattern->places >= SKY_N_PLACES_LAYOUTS)
    {
      pattern->family = 0;
      pattern->places = 0;
      sky_state_refuse (state);
    }
}

/* What has come of it so far. */
static void
visit_outcome (SkyState *state, SkyPattern *pattern)
{
  sky_state_int (state, pattern->depends);
  sky_state_int (state, pattern->capacity);
  sky_state_ints (state, pattern->left_out);
}

/* Visits SkyPatternUnit, but not: key, last_log, counted, is_changed. */
static void
visit_unit (SkyState *state, SkyPatternUnit *self)
{
  visit_identity (state, self->pattern);
  if (sky_state_is_reading (state))
    equip (self);
  visit_outcome (state, self->pattern);
  sky_stream_visit (self->stream, state);
  if (self->wheels != NULL)
    sky_pattern_names_visit (state, self->wheels);
  sky_state_int (state, self->year);
  sky_state_int (state, self->rank);
  sky_pattern_names_visit (state, self->tables);
  sky_state_int (state, self->is_shown);
  if (self->decisions != NULL)
    g_array_set_size (self->decisions, sky_state_count (state, self->decisions->len, MOST_WEEKS));
  for (guint i = 0; self->decisions != NULL && i < self->decisions->len; i++)
    visit_pair_week (state, &g_array_index (self->decisions, SkyPairWeek, i));
  sky_state_int (state, self->week);
  sky_state_ints (state, self->week_left_out);
  if (self->week_tables != NULL)
    sky_pattern_names_visit (state, self->week_tables);
}

GBytes *
sky_pattern_unit_to_bytes (SkyPatternUnit *self, SkyState *writer)
{
  sky_state_write_anew (writer);
  visit_unit (writer, self);
  return sky_state_get_bytes (writer);
}

SkyPatternUnit *
sky_pattern_unit_from_bytes (GBytes *bytes, const char *property, const char *key)
{
  g_autoptr (SkyState) state = sky_state_new_reader (bytes);
  g_autoptr (SkyPatternUnit) self = g_new0 (SkyPatternUnit, 1);

  self->pattern = sky_pattern_new ();
  self->pattern->property = g_strdup (property);
  self->pattern->unit = g_strdup (key);
  self->key = g_strdup (key);
  visit_unit (state, self);
  return sky_state_is_complete (state) ? g_steal_pointer (&self) : NULL;
}
