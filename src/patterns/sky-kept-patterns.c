/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-kept-patterns.h"

#include "sky-number-state.h"
#include "sky-pattern-share.h"

/* Counts up with each change of what folding gives, or of these bytes. */
#define FOLDING "7"

/* More than these are damage. */
#define MOST_STREAMS (1u << 24)
#define MOST_WEEKS   (1u << 17)

const char sky_kept_patterns_maker[] = "Skyward " SKY_VERSION ", folding " FOLDING;

static void
visit_double (SkyState *state, double *value)
{
  long double number = *value;

  sky_state_long_double (state, &number);
  *value = (double) number;
}

static void
visit_points (SkyState *state, GArray *points, gboolean of_money)
{
  const guint n = sky_state_count (state, points->len, MOST_WEEKS);
  gint64 before = 0;

  for (guint i = 0; i < n && !sky_state_is_refused (state); i++)
    {
      SkyStreamPoint point = { 0 };

      if (!sky_state_is_reading (state))
        point = g_array_index (points, SkyStreamPoint, i);
      sky_state_step (state, point.monday, &before);
      visit_double (state, &point.ln_r);
      if (of_money)
        {
          visit_double (state, &point.over);
          visit_double (state, &point.variance);
        }
      if (sky_state_is_reading (state))
        g_array_append_val (points, point);
    }
}

/* Visits SkyPattern, but not: unit, noted. */
static void
visit_pattern (SkyState *state, SkyPattern *self)
{
  sky_state_int (state, self->family);
  sky_state_text (state, &self->property);
  sky_state_text (state, &self->wheel);
  sky_state_text (state, &self->set);
  sky_state_text (state, &self->table);
  sky_state_text (state, &self->dealer);
  sky_state_text (state, &self->patron);
  sky_state_int (state, self->counterclockwise);
  sky_state_int (state, self->places);
  sky_pattern_names_visit (state, self->tables);
  sky_stream_standing_visit (&self->standing, state);
  sky_state_int (state, self->n_cells);
  sky_state_int (state, self->depends);
  sky_state_int (state, self->capacity);
  sky_state_text (state, &self->lead);
  sky_state_text (state, &self->account);
  visit_points (state, self->points, sky_family_is_of_money (self->family));
  sky_state_ints (state, self->left_out);
  if (self->family >= SKY_N_FAMILIES || self->places >= SKY_N_PLACES_LAYOUTS
      || self->property == NULL || self->lead == NULL || self->n_cells > SKY_STREAM_CELLS)
    sky_state_refuse (state);
}

/* Visits SkyPatternSummary. */
static void
visit_summary (SkyState *state, SkyPatternSummary *self)
{
  sky_state_text (state, &self->property);
  sky_state_int (state, self->n_streams);
  sky_state_int (state, self->n_reported);
  visit_double (state, &self->false_expected);
  if (self->property == NULL)
    sky_state_refuse (state);
}

/* What is of another unit than @unit is left out in reading. */
static void
visit_next_pattern (SkyState *state, SkyPatterns *self, guint i, const char *unit)
{
  SkyPattern *pattern = sky_state_is_reading (state) ? NULL : self->patterns->pdata[i];
  char *key = pattern != NULL ? pattern->unit : NULL;

  sky_state_text (state, &key);
  sky_state_begin_part (state);
  if (sky_state_is_reading (state))
    {
      if (key == NULL)
        sky_state_refuse (state);
      if (key == NULL || (unit != NULL && !sky_pattern_key_has (key, unit)))
        {
          sky_state_skip_part (state);
          g_free (key);
          return;
        }
      pattern = sky_pattern_new ();
      pattern->unit = key;
      g_ptr_array_add (self->patterns, pattern);
    }
  visit_pattern (state, pattern);
  sky_state_end_part (state);
}

/* Visits SkyPatterns, but not: fresh, unkept. */
static void
visit_patterns (SkyState *state, SkyPatterns *self, const char *unit)
{
  const guint n_patterns = sky_state_count (state, self->patterns->len, MOST_STREAMS);
  guint n_summaries;

  for (guint i = 0; i < n_patterns && !sky_state_is_refused (state); i++)
    visit_next_pattern (state, self, i, unit);
  n_summaries = sky_state_count (state, self->summaries->len, MOST_STREAMS);
  for (guint i = 0; i < n_summaries && !sky_state_is_refused (state); i++)
    {
      if (sky_state_is_reading (state))
        g_ptr_array_add (self->summaries, g_new0 (SkyPatternSummary, 1));
      visit_summary (state, self->summaries->pdata[i]);
    }
}

GBytes *
sky_patterns_to_bytes (const SkyPatterns *self, guint n_without)
{
  g_autoptr (SkyState) state = sky_state_new_writer ();

  sky_state_int (state, n_without);
  /* A writer changes nothing of what it visits. */
  visit_patterns (state, (SkyPatterns *) self, NULL);
  return sky_state_get_bytes (state);
}

SkyPatterns *
sky_patterns_from_bytes (GBytes *bytes, const char *unit, guint *n_without)
{
  g_autoptr (SkyState) state = sky_state_new_reader (bytes);
  g_autoptr (SkyPatterns) self = sky_patterns_new ();

  sky_state_int (state, *n_without);
  visit_patterns (state, self, unit);
  return sky_state_is_complete (state) ? g_steal_pointer (&self) : NULL;
}
