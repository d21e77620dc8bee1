/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-json.h"

#include "sky-json-writer.h"
#include "sky-pattern-words.h"
#include "sky-phrase.h"

#include <math.h>

/* Enough digits to be read as the same number. */
static void
add_double (GString *json, const char *name, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (value))
    sky_json_add_raw (json, name, g_ascii_formatd (text, sizeof text, "%.17g", value));
}

static void
add_day (GString *json, const char *name, SkyDay day)
{
  char text[SKY_DAY_TEXT_SIZE];

  sky_json_add_string (json, name, sky_day_format (day, text));
}

static void
add_given (GString *json, const char *name, const char *value)
{
  if (value != NULL)
    sky_json_add_string (json, name, value);
}

static gboolean
is_of_errors (const SkyPattern *self)
{
  return self->family == SKY_FAMILY_ERRORS || self->family == SKY_FAMILY_PAIRS;
}

static void
add_unit (const SkyPattern *self, GString *json)
{
  sky_json_begin_object (json, "unit");
  add_given (json, "wheel", self->wheel);
  add_given (json, "dice", self->set);
  add_given (json, "table", self->table);
  add_given (json, "dealer", self->dealer);
  add_given (json, "patron", self->patron);
  if (self->family == SKY_FAMILY_SPINS)
    sky_json_add_string (json, "rotor", self->counterclockwise ? "ccw" : "cw");
  sky_json_end_object (json);
  sky_json_begin_array (json, "tables");
  for (guint i = 0; i < self->tables->len; i++)
    sky_json_add_string (json, NULL, self->tables->pdata[i]);
  sky_json_end_array (json);
  if (self->family == SKY_FAMILY_WHEELS || self->family == SKY_FAMILY_SPINS)
    sky_json_add_string (json, "layout", sky_places_to_name (self->places));
}

static void
add_arc (const SkyPattern *self, char **parts, GString *json)
{
  g_autoptr (GPtrArray) places = sky_pattern_places (self);
  g_autofree char *tilt = g_strdup_printf ("%s/%s", parts[3], parts[4]);

  sky_json_begin_array (json, "places");
  for (guint i = 0; i < places->len; i++)
    sky_json_add_string (json, NULL, places->pdata[i]);
  sky_json_end_array (json);
  sky_json_add_string (json, "tilt", tilt);
}

static void
add_face (char **parts, GString *json)
{
  g_autofree char *tilt = g_strdup_printf ("%s/%s", parts[2], parts[3]);

  sky_json_add_raw (json, "face", parts[1]);
  sky_json_add_string (json, "tilt", tilt);
}

static void
add_lead (const SkyPattern *self, GString *json)
{
  g_auto (GStrv) parts = g_strsplit (self->lead, "/", -1);

  sky_json_begin_object (json, "lead");
  sky_json_add_string (json, "kind",
                       is_of_errors (self)                     ? "odds"
                       : sky_family_is_of_money (self->family) ? "win"
                       : self->family == SKY_FAMILY_SEVENS     ? "sevens"
                                                               : parts[0]);
  switch (self->family)
    {
    case SKY_FAMILY_WHEELS:
    case SKY_FAMILY_SPINS:
      add_arc (self, parts, json);
      break;
    case SKY_FAMILY_DICE_SETS:
    case SKY_FAMILY_DICE_TABLES:
      add_face (parts, json);
      break;
    case SKY_FAMILY_SEVENS:
      {
        g_autofree char *probability = g_strdup_printf ("%s/%s", parts[1], parts[2]);

        sky_json_add_string (json, "probability", probability);
        break;
      }
    case SKY_FAMILY_TABLE_WINS:
    case SKY_FAMILY_PATRON_WINS:
      sky_json_add_string (json, "size", self->lead);
      break;
    case SKY_FAMILY_ERRORS:
    case SKY_FAMILY_PAIRS:
    default:
      sky_json_add_raw (json, "ratio", parts[0]);
      break;
    }
  sky_json_end_object (json);
}

static void
add_evidence (const SkyPattern *self, GString *json)
{
  const SkyStreamStanding *standing = &self->standing;

  add_double (json, "ln_r", (double) standing->ln_r);
  if (self->family == SKY_FAMILY_PAIRS)
    {
      add_double (json, "ln_r_others", (double) standing->ln_r_of[0]);
      add_double (json, "ln_r_elsewhere", (double) standing->ln_r_of[1]);
    }
  add_double (json, "ln_a", (double) standing->ln_a);
  sky_json_add_string (json, "state", sky_pattern_state (self));
  if (standing->state != SKY_STREAM_QUIET)
    add_day (json, "reported_on", standing->reported_on);
  if (self->noted != NULL)
    {
      sky_json_begin_object (json, "was_reported");
      add_day (json, "on", self->noted->reported_on);
      sky_json_add_raw (json, "ln_r", self->noted->ln_r);
      sky_json_add_raw (json, "ln_a", self->noted->ln_a);
      sky_json_add_string (json, "lead", self->noted->lead);
      sky_json_end_object (json);
    }
  if (standing->n == 0)
    return;
  add_day (json, "since", standing->since);
  sky_json_add_int (json, "n_since", standing->n_since);
  add_double (json, "ln_e", (double) standing->ln_e);
  add_lead (self, json);
  sky_json_add_int (json, "observed", standing->observed);
  add_double (json, "expected", (double) standing->expected);
  if (standing->state == SKY_STREAM_QUIET)
    return;
  add_double (json, "ln_c", (double) standing->ln_c);
  sky_json_add_int (json, "n_fresh", standing->n_fresh);
  if (standing->state != SKY_STREAM_REPORTED)
    add_day (json, "decided_on", standing->decided_on);
}

static void
add_rates (const SkyPattern *self, GString *json)
{
  const gint64 *counts = self->standing.counts;
  double rate = (double) counts[SKY_CELL_ERRORS] / (double) counts[SKY_CELL_DECISIONS];
  double others =
      (double) counts[SKY_CELL_ERRORS_OF_OTHERS] / (double) counts[SKY_CELL_DECISIONS_OF_OTHERS];

  sky_json_add_int (json, "x", counts[SKY_CELL_ERRORS]);
  sky_json_add_int (json, "x_others", counts[SKY_CELL_ERRORS_OF_OTHERS]);
  sky_json_add_int (json, "n_others", counts[SKY_CELL_DECISIONS_OF_OTHERS]);
  if (self->family == SKY_FAMILY_PAIRS)
    {
      sky_json_add_int (json, "x_elsewhere", counts[SKY_CELL_ERRORS_ELSEWHERE]);
      sky_json_add_int (json, "n_elsewhere", counts[SKY_CELL_DECISIONS_ELSEWHERE]);
    }
  add_double (json, "ratio", rate / others);
}

/* Exact, whatever the wheels. */
static void
add_money (const SkyPattern *self, GString *json)
{
  const SkyStreamStanding *standing = &self->standing;
  g_autofree char *theory = sky_wide_fraction (standing->theory, SKY_WIN_PARTS);
  g_autofree char *variance =
      sky_wide_fraction (standing->variance, (guint64) SKY_WIN_PARTS * SKY_WIN_PARTS);

  sky_json_add_int (json, "gain", standing->counts[SKY_CELL_GAIN]);
  sky_json_add_string (json, "theory", theory);
  sky_json_add_string (json, "variance", variance);
}

static void
add_counts (const SkyPattern *self, GString *json)
{
  if (sky_family_is_of_money (self->family))
    {
      add_money (self, json);
      return;
    }
  if (is_of_errors (self))
    {
      add_rates (self, json);
      return;
    }
  sky_json_begin_array (json, "counts");
  for (guint i = 0; i < self->n_cells; i++)
    sky_json_add_int (json, NULL, self->standing.counts[i]);
  sky_json_end_array (json);
}

void
sky_pattern_write_json (const SkyPattern *self, GString *json)
{
  g_autofree char *phrase = sky_pattern_sentence (self);
  g_autofree char *sentence = sky_phrase_english (phrase);
  g_autofree char *null = sky_phrase_english (sky_family_null (self->family));

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "check", sky_family_to_check (self->family));
  sky_json_add_string (json, "property", self->property);
  add_unit (self, json);
  if (self->standing.n > 0)
    {
      add_day (json, "first_day", self->standing.first_day);
      add_day (json, "last_day", self->standing.last_day);
    }
  sky_json_add_int (json, "weeks", self->standing.n_weeks);
  sky_json_add_int (json, "n", self->standing.n);
  add_evidence (self, json);
  if (self->standing.n > 0)
    add_counts (self, json);
  sky_json_add_string (json, "sentence", sentence);
  sky_json_add_string (json, "null", null);
  sky_json_begin_object (json, "left_out");
  for (guint i = 0; i < SKY_N_LEFT_OUT; i++)
    if (self->left_out[i] > 0)
      sky_json_add_int (json, sky_left_out_to_name (i), self->left_out[i]);
  sky_json_end_object (json);
  sky_json_add_bool (json, "capacity", self->capacity);
  sky_json_end_object (json);
}

void
sky_pattern_summary_write_json (const SkyPatternSummary *self, GString *json)
{
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "summary", self->property);
  sky_json_add_int (json, "streams", self->n_streams);
  sky_json_add_int (json, "reported", self->n_reported);
  add_double (json, "false_reports_expected", self->false_expected);
  sky_json_end_object (json);
}
