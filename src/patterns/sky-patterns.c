/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-patterns.h"

#include "sky-pattern-share.h"

#include <math.h>
#include <string.h>

/* More are damage. */
#define MOST_NAMES (1u << 17)

#define WEEKS_A_YEAR 52

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
    [SKY_FAMILY_TABLE_WINS] = "table.win",
    [SKY_FAMILY_PATRON_WINS] = "patron.win",
  };

  return checks[family];
}

gboolean
sky_family_is_of_people (SkyFamily family)
{
  return family >= SKY_FAMILY_SPINS && family != SKY_FAMILY_TABLE_WINS;
}

gboolean
sky_family_is_of_money (SkyFamily family)
{
  return family == SKY_FAMILY_TABLE_WINS || family == SKY_FAMILY_PATRON_WINS;
}

void
sky_pattern_free (SkyPattern *self)
{
  if (self == NULL)
    return;
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
summary_free (gpointer data)
{
  g_free (((SkyPatternSummary *) data)->property);
  g_free (data);
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

GPtrArray *
sky_pattern_names_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_ref_string_release);
}

void
sky_pattern_names_visit (SkyState *state, GPtrArray *names)
{
  const guint n = sky_state_count (state, names->len, MOST_NAMES);

  for (guint i = 0; i < n && !sky_state_is_refused (state); i++)
    {
      char *name = sky_state_is_reading (state) ? NULL : names->pdata[i];

      sky_state_text (state, &name);
      if (name == NULL)
        sky_state_refuse (state);
      else if (sky_state_is_reading (state))
        {
          g_ptr_array_add (names, g_ref_string_new_intern (name));
          g_free (name);
        }
    }
}

SkyPattern *
sky_pattern_new (void)
{
  SkyPattern *self = g_new0 (SkyPattern, 1);

  self->tables = sky_pattern_names_new ();
  self->points = g_array_new (FALSE, FALSE, sizeof (SkyStreamPoint));
  return self;
}

SkyPatterns *
sky_patterns_new (void)
{
  SkyPatterns *self = g_atomic_rc_box_new0 (SkyPatterns);

  self->patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_pattern_free);
  self->summaries = g_ptr_array_new_with_free_func (summary_free);
  self->fresh = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_noted_report_free);
  self->unkept = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_kept_fold_free);
  return self;
}

void
sky_patterns_sort (SkyPatterns *self)
{
  /* Stable, so that units stay in their order. */
  g_ptr_array_sort (self->patterns, compare_patterns);
}

void
sky_patterns_add (SkyPatterns *self, SkyPatterns *other)
{
  g_ptr_array_extend_and_steal (self->patterns, g_steal_pointer (&other->patterns));
  g_ptr_array_extend_and_steal (self->summaries, g_steal_pointer (&other->summaries));
  other->patterns = g_ptr_array_new ();
  other->summaries = g_ptr_array_new ();
  sky_patterns_sort (self);
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

  if (g_strv_length (parts) != SKY_PATTERN_KEY_PARTS
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
  sky_patterns_sort (self);
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
