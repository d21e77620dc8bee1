/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-report-patterns.h"

#include <glib/gi18n-lib.h>

#include "sky-pattern-figures.h"
#include "sky-pattern-reading.h"
#include "sky-pattern-words.h"
#include "sky-phrase.h"

static void
pattern_free (gpointer data)
{
  SkyReportPattern *self = data;

  g_free (self->title);
  g_free (self->text);
  g_free (self);
}

static gboolean
is_at_table (const SkyPattern *pattern, const char *table)
{
  for (guint i = 0; i < pattern->tables->len; i++)
    if (g_str_equal (pattern->tables->pdata[i], table))
      return TRUE;
  return FALSE;
}

static gboolean
touches (const SkyPattern *pattern, const SkyReportRequest *request)
{
  const SkyStreamStanding *standing = &pattern->standing;

  return standing->n > 0
         && (request->last_day == SKY_DAY_NONE || standing->first_day <= request->last_day)
         && (request->first_day == SKY_DAY_NONE || standing->last_day >= request->first_day);
}

static gboolean
is_wanted (const SkyPattern *pattern, const SkyReportRequest *request)
{
  if (g_strcmp0 (pattern->property, request->property) != 0 || !touches (pattern, request))
    return FALSE;
  if (request->kind == SKY_REPORT_DEALER)
    return pattern->family == SKY_FAMILY_ERRORS && g_str_equal (pattern->dealer, request->dealer);
  /* There is a set a day: it is told of those alone that are reported. */
  return is_at_table (pattern, request->table)
         && (pattern->family == SKY_FAMILY_WHEELS || pattern->family == SKY_FAMILY_DICE_TABLES
             || pattern->family == SKY_FAMILY_TABLE_WINS
             || (pattern->family == SKY_FAMILY_DICE_SETS
                 && pattern->standing.state != SKY_STREAM_QUIET));
}

static void
add_line (GString *text, char *phrase)
{
  g_autofree char *line = sky_phrase_show (phrase);

  if (text->len > 0)
    g_string_append_c (text, '\n');
  g_string_append (text, line);
  g_free (phrase);
}

/* A rate per thousand settlements. */
static char *
format_rate (double rate)
{
  return g_strdup_printf ("%.2f", 1000 * rate);
}

static void
add_rate (GString *text, const SkyPattern *pattern)
{
  g_autoptr (GArray) figures = sky_pattern_list_figures (pattern);
  const SkyPatternFigure *own = &g_array_index (figures, SkyPatternFigure, 0);
  g_autofree char *rate = NULL;
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;

  if (figures->len == 0 || own->n == 0)
    return;
  rate = format_rate ((double) own->x / (double) own->n);
  low = format_rate (own->low);
  high = format_rate (own->high);
  add_line (text, sky_phrase ("%s errors in 1,000 settlements. With this many settlements the "
                              "true rate may be %s to %s in 1,000.",
                              rate, low, high));
}

static void
add_money (GString *text, const SkyPattern *pattern)
{
  const SkyStreamStanding *standing = &pattern->standing;
  g_autofree char *won = sky_phrase_money (standing->counts[SKY_CELL_GAIN]);
  g_autofree char *theory = sky_phrase_money (sky_pattern_theory (pattern));
  g_autofree char *deviation = sky_phrase_money (sky_pattern_deviation (pattern));
  g_autofree char *deviations = sky_pattern_format_number (sky_pattern_deviations (pattern));

  add_line (text,
            sky_phrase ("In all %" PRId64 " rounds patrons won %s; theory is %s, with a "
                        "standard deviation of %s. The win less theory is %s standard "
                        "deviations.",
                        standing->counts[SKY_CELL_ROUNDS], won, theory, deviation, deviations));
}

static void
add_pattern (SkyReport *self, const SkyPattern *pattern)
{
  SkyReportPattern *one = g_new0 (SkyReportPattern, 1);
  g_autofree char *what = sky_phrase_show (sky_family_title (pattern->family));
  g_autofree char *unit = sky_pattern_unit (pattern);
  g_autofree char *state = sky_phrase_show (sky_pattern_state_words (pattern));
  g_autofree char *ln_r = sky_pattern_format_number ((double) pattern->standing.ln_r);
  g_autofree char *ln_a = sky_pattern_format_number ((double) pattern->standing.ln_a);
  g_autoptr (GString) text = g_string_new (NULL);

  one->pattern = pattern;
  one->title = g_strdup_printf ("%s %s · %s", what, unit, state);
  add_line (text, sky_pattern_sentence (pattern));
  if (sky_pattern_is_of_rates (pattern))
    add_rate (text, pattern);
  if (sky_family_is_of_money (pattern->family))
    add_money (text, pattern);
  add_line (text, sky_phrase ("Evidence: ln R %s; it takes %s to report.", ln_r, ln_a));
  one->text = g_string_free (g_steal_pointer (&text), FALSE);
  g_ptr_array_add (self->patterns, one);
}

/* How many there are at the property, so that one of many is not taken for the only one. */
static void
remark_summary (SkyReport *self)
{
  for (guint i = 0; i < self->statistics->summaries->len; i++)
    {
      const SkyPatternSummary *summary = self->statistics->summaries->pdata[i];
      g_autofree char *phrase = NULL;

      if (g_strcmp0 (summary->property, self->property) != 0)
        continue;
      phrase = sky_pattern_summary_sentence (summary);
      g_free (self->patterns_remark);
      self->patterns_remark = sky_phrase_show (phrase);
    }
}

gboolean
sky_report_add_patterns (SkyReport *self,
                         SkyStore *store,
                         const SkyReportRequest *request,
                         GError **error)
{
  SkyPatternsRequest asked = { .property = request->property, .until = G_MAXINT32, .hold = TRUE };
  gboolean is_auditor;
  guint n_without;

  self->patterns = g_ptr_array_new_with_free_func (pattern_free);
  if ((request->kind != SKY_REPORT_TABLE && request->kind != SKY_REPORT_DEALER)
      || request->property == NULL)
    return TRUE;
  if (!sky_patterns_may_see_people (store, request->reader, &asked.people, &is_auditor, error))
    return FALSE;
  if (request->kind == SKY_REPORT_DEALER && !asked.people)
    {
      self->patterns_remark =
          g_strdup (_ ("What concerns people is shown to investigators and auditors."));
      return TRUE;
    }
  self->statistics = sky_patterns_read (store, &asked, &n_without, error);
  if (self->statistics == NULL)
    return FALSE;
  for (guint i = 0; i < self->statistics->patterns->len; i++)
    if (is_wanted (self->statistics->patterns->pdata[i], request))
      add_pattern (self, self->statistics->patterns->pdata[i]);
  self->has_people = request->kind == SKY_REPORT_DEALER && self->patterns->len > 0;
  if (self->patterns->len > 0)
    remark_summary (self);
  return TRUE;
}
