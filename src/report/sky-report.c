/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-report.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sky-game.h"
#include "sky-phrase.h"
#include "sky-report-patterns.h"
#include "sky-store-testimony.h"
#include "sky-stored-log.h"

#define MAX_LISTED 25

static const char *const kind_names[SKY_N_REPORTS] = { "shift", "day", "table", "dealer" };

static const char *const titles[SKY_N_REPORTS] = {
  N_ ("Shift Summary"),
  N_ ("Day Report"),
  N_ ("Table Report"),
  N_ ("Dealer Report"),
};

const char *
sky_report_kind_to_name (SkyReportKind kind)
{
  return kind_names[kind];
}

static void
row_free (gpointer data)
{
  SkyReportRow *row = data;

  g_free (row->key);
  g_free (row->label);
  g_free (row->note);
  g_free (row);
}

static void
part_free (gpointer data)
{
  SkyReportPart *part = data;

  g_free (part->title);
  g_free (part->column);
  g_free (part->remark);
  g_ptr_array_unref (part->rows);
  g_free (part);
}

static void
list_free (gpointer data)
{
  SkyReportList *list = data;

  g_free (list->title);
  g_ptr_array_unref (list->findings);
  g_free (list);
}

static void
fact_free (gpointer data)
{
  SkyReportFact *fact = data;

  g_free (fact->name);
  g_free (fact->value);
  g_free (fact);
}

static void
clear_report (gpointer data)
{
  SkyReport *self = data;

  g_free (self->property);
  g_free (self->title);
  g_free (self->subject);
  g_free (self->item);
  g_clear_pointer (&self->zone, g_time_zone_unref);
  g_clear_pointer (&self->facts, g_ptr_array_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_clear_pointer (&self->lists, g_ptr_array_unref);
  g_clear_pointer (&self->patterns, g_ptr_array_unref);
  g_clear_pointer (&self->statistics, sky_patterns_unref);
  g_free (self->patterns_remark);
}

SkyReport *
sky_report_ref (SkyReport *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
sky_report_unref (SkyReport *self)
{
  g_atomic_rc_box_release_full (self, clear_report);
}

gboolean
sky_report_is_empty (const SkyReport *self)
{
  guint64 n = self->figures.n_rounds;

  for (guint i = 0; i < SKY_N_REVIEW_STATES; i++)
    n += self->figures.n_states[i];
  return n == 0;
}

/* --- Words --------------------------------------------------------------------------------------
 */

static char *
format_count (guint64 n)
{
  return g_strdup_printf ("%'" G_GUINT64_FORMAT, n);
}

/* @n a thousand of @of, with two decimals, rounded to the nearest; "–" when there is nothing to
 * share by. */
static char *
format_rate (guint64 n, guint64 of)
{
  guint64 hundredths;

  if (of == 0)
    return g_strdup ("–");
  hundredths = n <= (G_MAXUINT64 - of / 2) / 100000 ? (n * 100000 + of / 2) / of : n / of * 100000;
  return g_strdup_printf ("%" G_GUINT64_FORMAT ".%02u", hundredths / 100,
                          (guint) (hundredths % 100));
}

static char *
format_time (const SkyReport *self, SkyTime time, const char *format)
{
  g_autoptr (GDateTime) utc = NULL;
  g_autoptr (GDateTime) local = NULL;

  utc = g_date_time_new_from_unix_utc (time / SKY_SECOND);
  if (utc == NULL)
    return g_strdup ("");
  local = g_date_time_to_timezone (utc, self->zone);
  return g_date_time_format (local, format);
}

static char *
format_day (SkyDay day)
{
  char text[SKY_DAY_TEXT_SIZE];

  return g_strdup (sky_day_format (day, text));
}

static void
add_fact (SkyReport *self, const char *name, char *value)
{
  SkyReportFact *fact = g_new0 (SkyReportFact, 1);

  fact->name = g_strdup (name);
  fact->value = value;
  g_ptr_array_add (self->facts, fact);
}

/* "12, $34.00" */
static char *
format_payments (guint64 n, SkyMoney amount)
{
  g_autofree char *count = format_count (n);
  g_autofree char *money = sky_money_format (amount);

  return g_strdup_printf ("%s · %s", count, money);
}

static void
add_facts (SkyReport *self, guint64 n_logs)
{
  const SkyFigures *figures = &self->figures;

  add_fact (self, _ ("Logs"), format_count (n_logs));
  add_fact (self, _ ("Rounds"), format_count (figures->n_rounds));
  add_fact (self, _ ("Wagers"), format_count (figures->n_wagers));
  add_fact (self, _ ("Overpaid"), format_payments (figures->n_over, figures->over));
  add_fact (self, _ ("Underpaid"), format_payments (figures->n_under, figures->under));
  add_fact (self, _ ("Net"), sky_money_format_signed (sky_figures_get_net (figures)));
  add_fact (self, _ ("Variances"), format_count (figures->n_findings[SKY_QUEUE_VARIANCE]));
  add_fact (self, _ ("Variances per thousand wagers"),
            format_rate (figures->n_findings[SKY_QUEUE_VARIANCE], figures->n_wagers));
  add_fact (self, _ ("Irregularities"), format_count (figures->n_findings[SKY_QUEUE_IRREGULARITY]));
  add_fact (self, _ ("Irregularities per thousand rounds"),
            format_rate (figures->n_findings[SKY_QUEUE_IRREGULARITY], figures->n_rounds));
  add_fact (self, _ ("Disputes"), format_count (figures->n_findings[SKY_QUEUE_DISPUTE]));
  add_fact (self, _ ("Confirmations"), format_count (figures->n_findings[SKY_QUEUE_CONFIRMATION]));
  add_fact (self, _ ("Coverage"), format_count (figures->n_findings[SKY_QUEUE_COVERAGE]));
  add_fact (self, _ ("Integrity"), format_count (figures->n_findings[SKY_QUEUE_INTEGRITY]));
  add_fact (self, _ ("Open"), format_count (figures->n_states[SKY_REVIEW_OPEN]));
  add_fact (self, _ ("In review"), format_count (figures->n_states[SKY_REVIEW_IN_REVIEW]));
  add_fact (self, _ ("Confirmed"), format_count (figures->n_states[SKY_REVIEW_CONFIRMED]));
  add_fact (self, _ ("Escalated"), format_count (figures->n_states[SKY_REVIEW_ESCALATED]));
  add_fact (self, _ ("Dismissed (not counted elsewhere)"),
            format_count (figures->n_states[SKY_REVIEW_DISMISSED]));
}

/* The most logs of which it is said what they leave out. */
#define MAX_SCOPES 12

static char *
describe_scope (const SkyStoredLog *stored)
{
  g_autofree char *said = sky_phrase_show (stored->left_out);
  g_autofree char *day = format_day (stored->gaming_day);

  return g_strdup_printf ("%s · %s: %s", stored->table, day, said);
}

static gboolean
add_scopes (SkyReport *self, SkyStore *store, const GArray *logs, GError **error)
{
  g_autoptr (GPtrArray) all = sky_store_list_logs (store, NULL, error);
  g_autoptr (GHashTable) listed = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint n = 0;

  if (all == NULL)
    return FALSE;
  for (guint i = 0; i < logs->len; i++)
    g_hash_table_add (listed, &g_array_index (logs, gint64, i));
  for (guint i = 0; i < all->len; i++)
    {
      SkyStoredLog *stored = all->pdata[i];

      if (stored->left_out != NULL && g_hash_table_contains (listed, &stored->id)
          && n++ < MAX_SCOPES)
        g_ptr_array_add (self->notes, describe_scope (stored));
    }
  if (n > MAX_SCOPES)
    g_ptr_array_add (self->notes, g_strdup_printf (ngettext ("%u more log leaves something out.",
                                                             "%u more logs leave something out.",
                                                             n - MAX_SCOPES),
                                                   n - MAX_SCOPES));
  return TRUE;
}

/* What the pictures of these logs said, where anybody read them. */
static gboolean
add_pictures (SkyReport *self, SkyStore *store, const GArray *logs, GError **error)
{
  guint64 all[SKY_N_SIGHT_VERDICTS] = { 0 };

  for (guint i = 0; i < logs->len; i++)
    {
      SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
      guint64 counts[SKY_N_SIGHT_VERDICTS];

      filter.log = g_array_index (logs, gint64, i);
      if (!sky_store_count_testimony (store, &filter, counts, error))
        return FALSE;
      for (guint k = 0; k < SKY_N_SIGHT_VERDICTS; k++)
        all[k] += counts[k];
    }
  if (all[SKY_SIGHT_AGREES] + all[SKY_SIGHT_CONTRADICTS] + all[SKY_SIGHT_CANNOT_READ] == 0)
    return TRUE;
  add_fact (self, _ ("Pictures of the logs"),
            g_strdup_printf (
                /* Translators: how many results cameras' pictures agree with and contradict, and
                 * how many could not be read. */
                _ ("%u agree, %u contradict, %u not read"), (guint) all[SKY_SIGHT_AGREES],
                (guint) all[SKY_SIGHT_CONTRADICTS], (guint) all[SKY_SIGHT_CANNOT_READ]));
  return TRUE;
}

/* --- Parts --------------------------------------------------------------------------------------
 */

static SkyReportPart *
add_part (SkyReport *self,
          const char *id,
          const char *title,
          const char *column,
          SkyPlotKind first_plot,
          SkyPlotKind second_plot)
{
  SkyReportPart *part = g_new0 (SkyReportPart, 1);

  part->id = id;
  part->title = g_strdup (title);
  part->column = g_strdup (column);
  part->plots[0] = first_plot;
  part->plots[1] = second_plot;
  part->has_rounds = TRUE;
  part->rows = g_ptr_array_new_with_free_func (row_free);
  g_ptr_array_add (self->parts, part);
  return part;
}

static void
add_row (SkyReportPart *part, char *key, char *label, const char *note, const SkyFigures *figures)
{
  SkyReportRow *row = g_new0 (SkyReportRow, 1);

  row->key = key;
  row->label = label;
  row->note = g_strdup (note);
  row->figures = *figures;
  g_ptr_array_add (part->rows, row);
}

/* Of a dealer's, those alone that a dealer can have a part in: not what is wrong with the record or
 * with a camera. */
static gboolean
is_wanted (const SkyReport *self, const SkySummaryRow *check)
{
  return self->kind != SKY_REPORT_DEALER || check->queue == SKY_QUEUE_VARIANCE
         || check->queue == SKY_QUEUE_IRREGULARITY || check->queue == SKY_QUEUE_DISPUTE;
}

static void
add_checks (SkyReport *self, GPtrArray *checks)
{
  gboolean errors = self->kind == SKY_REPORT_DEALER;
  SkyReportPart *part =
      add_part (self, "check", errors ? _ ("Errors by Kind") : _ ("Findings by Kind"), _ ("Kind"),
                SKY_PLOT_FINDINGS, SKY_PLOT_NONE);

  part->has_rounds = FALSE;
  for (guint i = 0; i < checks->len; i++)
    {
      const SkySummaryRow *check = checks->pdata[i];
      SkyCheck known;

      if (is_wanted (self, check) && sky_figures_count_findings (&check->figures) > 0)
        {
          gboolean is_known = sky_check_from_name (check->key, &known);
          add_row (part, g_strdup (check->key),
                   g_strdup (is_known ? _ (sky_check_title (known)) : check->key),
                   is_known ? _ (sky_check_summary (known)) : NULL, &check->figures);
        }
    }
}

static void
add_tables (SkyReport *self, GPtrArray *tables)
{
  SkyReportPart *part =
      add_part (self, "table", _ ("By Table"), _ ("Table"), SKY_PLOT_MONEY, SKY_PLOT_NONE);

  for (guint i = 0; i < tables->len; i++)
    {
      const SkySummaryRow *table = tables->pdata[i];

      add_row (part, g_strdup (table->key), g_strdup (table->key), NULL, &table->figures);
    }
}

static void
add_games (SkyReport *self, GPtrArray *games)
{
  SkyReportPart *part =
      add_part (self, "game", _ ("By Game"), _ ("Game"), SKY_PLOT_MONEY, SKY_PLOT_NONE);

  for (guint i = 0; i < games->len; i++)
    {
      const SkySummaryRow *row = games->pdata[i];
      SkyGameId id;
      SkyText name = { row->key, strlen (row->key) };
      const SkyGame *game = sky_game_id_from_name (name, &id) ? sky_game_get (id) : NULL;

      add_row (part, g_strdup (row->key), g_strdup (game != NULL ? game->name : row->key), NULL,
               &row->figures);
    }
}

static void
add_dealers (SkyReport *self, GPtrArray *dealers, const char *but)
{
  SkyReportPart *part = NULL;

  for (guint i = 0; i < dealers->len; i++)
    {
      const SkySummaryRow *dealer = dealers->pdata[i];

      if (g_strcmp0 (dealer->key, but) == 0)
        continue;
      if (part == NULL)
        {
          part = add_part (self, "dealer",
                           but != NULL ? _ ("Other Dealers at the Table") : _ ("By Dealer"),
                           _ ("Dealer"), SKY_PLOT_MONEY, SKY_PLOT_NONE);
          part->remark = g_strdup (
              but != NULL
                  ? _ ("Rounds and findings above where this dealer was also on duty.")
                  : _ ("The dealers on duty at the event. With two on duty, it counts for both."));
        }
      add_row (part, g_strdup (dealer->key),
               dealer->name != NULL ? g_strdup_printf ("%s · %s", dealer->key, dealer->name)
                                    : g_strdup (dealer->key),
               NULL, &dealer->figures);
    }
}

static void
add_days (SkyReport *self, GPtrArray *days)
{
  SkyReportPart *part = add_part (self, "day", _ ("By Gaming Day"), _ ("Gaming day"),
                                  SKY_PLOT_ERRORS_IN_TIME, SKY_PLOT_MONEY_IN_TIME);

  for (guint i = 0; i < days->len; i++)
    {
      const SkySummaryRow *day = days->pdata[i];

      add_row (part, format_day (day->day), format_day (day->day), NULL, &day->figures);
    }
}

static void
add_hours (SkyReport *self, GPtrArray *hours)
{
  SkyReportPart *part = add_part (self, "hour", _ ("By Hour"), _ ("Hour"), SKY_PLOT_ERRORS_IN_TIME,
                                  SKY_PLOT_MONEY_IN_TIME);
  static const SkyFigures nothing;
  SkyTime next = SKY_TIME_NONE;

  for (guint i = 0; i < hours->len; i++)
    {
      const SkySummaryRow *hour = hours->pdata[i];
      char text[SKY_TIME_TEXT_SIZE];

      /* An hour of which there is nothing is part of the picture; a day of them is not. */
      if (next != SKY_TIME_NONE && hour->at - next < 24 * SKY_HOUR)
        for (; next < hour->at; next += SKY_HOUR)
          add_row (part, g_strdup (sky_time_format (next, text)), format_time (self, next, "%H:%M"),
                   NULL, &nothing);
      next = hour->at + SKY_HOUR;
      add_row (part, g_strdup (sky_time_format (hour->at, text)),
               format_time (self, hour->at, "%H:%M"), NULL, &hour->figures);
    }
}

static gboolean
add_list (SkyReport *self,
          SkyStore *store,
          const SkySummaryScope *scope,
          const char *title,
          guint queues,
          GError **error)
{
  GPtrArray *findings = sky_store_list_notable (store, scope, queues, MAX_LISTED, error);
  SkyReportList *list = NULL;
  guint64 n = 0;

  if (findings == NULL)
    return FALSE;
  for (guint i = 0; i < SKY_N_QUEUES; i++)
    if ((queues & (1u << i)) != 0)
      n += self->figures.n_findings[i];
  list = g_new0 (SkyReportList, 1);
  list->title = g_strdup (title);
  list->findings = findings;
  list->n_left_off = n > findings->len ? n - findings->len : 0;
  g_ptr_array_add (self->lists, list);
  return TRUE;
}

static gboolean
add_lists (SkyReport *self, SkyStore *store, const SkySummaryScope *scope, GError **error)
{
  return add_list (self, store, scope, _ ("Disputes and Confirmations"),
                   1u << SKY_QUEUE_DISPUTE | 1u << SKY_QUEUE_CONFIRMATION, error)
         && add_list (self, store, scope, _ ("Largest Variances"), 1u << SKY_QUEUE_VARIANCE, error);
}

/* --- Making -------------------------------------------------------------------------------------
 */

static char *
format_days (SkyDay first, SkyDay last)
{
  g_autofree char *from = first != SKY_DAY_NONE ? format_day (first) : NULL;
  g_autofree char *until = last != SKY_DAY_NONE ? format_day (last) : NULL;

  if (from == NULL && until == NULL)
    return g_strdup (_ ("all gaming days"));
  if (from == NULL)
    /* Translators: %s is a gaming day like 2023-11-04. */
    return g_strdup_printf (_ ("until %s"), until);
  if (until == NULL)
    /* Translators: %s is a gaming day like 2023-11-04. */
    return g_strdup_printf (_ ("from %s on"), from);
  if (first == last)
    return g_steal_pointer (&from);
  return g_strdup_printf ("%s – %s", from, until);
}

static char *
describe (const SkyReportRequest *request, GPtrArray *dealers)
{
  g_autofree char *days = format_days (request->first_day, request->last_day);

  switch (request->kind)
    {
    case SKY_REPORT_SHIFT:
      return g_strdup_printf ("%s, %s", days, request->shift);
    case SKY_REPORT_TABLE:
      return g_strdup_printf ("%s, %s", request->table, days);
    case SKY_REPORT_DEALER:
      for (guint i = 0; i < dealers->len; i++)
        {
          const SkySummaryRow *dealer = dealers->pdata[i];

          if (g_str_equal (dealer->key, request->dealer) && dealer->name != NULL)
            return g_strdup_printf ("%s · %s, %s", dealer->key, dealer->name, days);
        }
      return g_strdup_printf ("%s, %s", request->dealer, days);
    case SKY_REPORT_DAY:
    case SKY_N_REPORTS:
      break;
    }
  return g_steal_pointer (&days);
}

static SkySummaryScope
scope_of (const SkyReportRequest *request)
{
  SkySummaryScope scope = SKY_SUMMARY_SCOPE_INIT;

  scope.filter.property = (char *) request->property;
  if (request->kind == SKY_REPORT_SHIFT)
    {
      /* A log is named after the day it began: a shift may reach into the next. */
      scope.start = request->start;
      scope.end = request->end;
      return scope;
    }
  scope.filter.first_day = request->first_day;
  scope.filter.last_day = request->kind == SKY_REPORT_DAY ? request->first_day : request->last_day;
  if (request->kind == SKY_REPORT_TABLE)
    scope.filter.table = (char *) request->table;
  if (request->kind == SKY_REPORT_DEALER)
    scope.dealer = (char *) request->dealer;
  return scope;
}

static void
add_parts (SkyReport *self, const SkyReportRequest *request, const SkySummary *summary)
{
  gboolean one_day = summary->days->len <= 1;

  switch (request->kind)
    {
    case SKY_REPORT_SHIFT:
    case SKY_REPORT_DAY:
      add_hours (self, summary->hours);
      add_tables (self, summary->tables);
      add_games (self, summary->games);
      add_dealers (self, summary->dealers, NULL);
      add_checks (self, summary->checks);
      break;
    case SKY_REPORT_TABLE:
      if (one_day)
        add_hours (self, summary->hours);
      else
        add_days (self, summary->days);
      add_dealers (self, summary->dealers, NULL);
      add_checks (self, summary->checks);
      break;
    case SKY_REPORT_DEALER:
      add_checks (self, summary->checks);
      if (one_day)
        add_hours (self, summary->hours);
      else
        add_days (self, summary->days);
      add_tables (self, summary->tables);
      add_games (self, summary->games);
      add_dealers (self, summary->dealers, request->dealer);
      break;
    case SKY_N_REPORTS:
      break;
    }
}

SkyReport *
sky_report_new (SkyStore *store, const SkyReportRequest *request, SkyTime now, GError **error)
{
  SkySummaryScope scope = scope_of (request);
  g_autoptr (SkySummary) summary = NULL;
  g_autoptr (SkyReport) self = NULL;

  g_return_val_if_fail (request->kind < SKY_N_REPORTS, NULL);
  g_return_val_if_fail (request->kind != SKY_REPORT_SHIFT || request->shift != NULL, NULL);
  g_return_val_if_fail (request->kind != SKY_REPORT_TABLE || request->table != NULL, NULL);
  g_return_val_if_fail (request->kind != SKY_REPORT_DEALER || request->dealer != NULL, NULL);

  summary = sky_store_summarize (store, &scope, error);
  if (summary == NULL)
    return NULL;

  self = g_atomic_rc_box_new0 (SkyReport);
  self->kind = request->kind;
  self->property = g_strdup (request->property);
  self->title = g_strdup (_ (titles[request->kind]));
  self->first_day = request->first_day;
  self->last_day = request->kind == SKY_REPORT_SHIFT || request->kind == SKY_REPORT_DAY
                       ? request->first_day
                       : request->last_day;
  self->item = g_strdup (request->kind == SKY_REPORT_SHIFT    ? request->shift
                         : request->kind == SKY_REPORT_TABLE  ? request->table
                         : request->kind == SKY_REPORT_DEALER ? request->dealer
                                                              : NULL);
  if (request->time_zone != NULL)
    self->zone = g_time_zone_new_identifier (request->time_zone);
  if (self->zone == NULL)
    self->zone = g_time_zone_new_utc ();
  self->made_at = now;
  self->figures = summary->figures;
  self->facts = g_ptr_array_new_with_free_func (fact_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->parts = g_ptr_array_new_with_free_func (part_free);
  self->lists = g_ptr_array_new_with_free_func (list_free);
  self->subject = describe (request, summary->dealers);
  add_facts (self, summary->logs->len);
  if (!add_scopes (self, store, summary->logs, error)
      || !add_pictures (self, store, summary->logs, error))
    return NULL;
  add_parts (self, request, summary);
  if (!add_lists (self, store, &scope, error)
      || !sky_report_add_patterns (self, store, request, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* --- Tables -------------------------------------------------------------------------------------
 */

typedef enum
{
  COLUMN_LABEL,
  COLUMN_ROUNDS,
  COLUMN_WAGERS,
  COLUMN_VARIANCES,
  COLUMN_IRREGULARITIES,
  COLUMN_FINDINGS,
  COLUMN_OVER,
  COLUMN_UNDER,
  COLUMN_NET,
} Column;

static const Column with_rounds[] = { COLUMN_LABEL,          COLUMN_ROUNDS,
                                      COLUMN_WAGERS,         COLUMN_VARIANCES,
                                      COLUMN_IRREGULARITIES, COLUMN_OVER,
                                      COLUMN_UNDER,          COLUMN_NET };
static const Column without_rounds[] = { COLUMN_LABEL, COLUMN_FINDINGS, COLUMN_OVER, COLUMN_UNDER,
                                         COLUMN_NET };

static Column
column_of (const SkyReportPart *part, guint column)
{
  return part->has_rounds ? with_rounds[column] : without_rounds[column];
}

guint
sky_report_part_get_n_columns (const SkyReportPart *part)
{
  return part->has_rounds ? G_N_ELEMENTS (with_rounds) : G_N_ELEMENTS (without_rounds);
}

const char *
sky_report_part_get_heading (const SkyReportPart *part, guint column)
{
  switch (column_of (part, column))
    {
    case COLUMN_LABEL:
      return part->column;
    case COLUMN_ROUNDS:
      return _ ("Rounds");
    case COLUMN_WAGERS:
      return _ ("Wagers");
    case COLUMN_VARIANCES:
      return _ ("Variances");
    case COLUMN_IRREGULARITIES:
      return _ ("Irregularities");
    case COLUMN_FINDINGS:
      return _ ("Findings");
    case COLUMN_OVER:
      return _ ("Overpaid");
    case COLUMN_UNDER:
      return _ ("Underpaid");
    case COLUMN_NET:
      return _ ("Net");
    }
  return "";
}

char *
sky_report_part_format (const SkyReportPart *part, const SkyReportRow *row, guint column)
{
  const SkyFigures *figures = &row->figures;

  switch (column_of (part, column))
    {
    case COLUMN_LABEL:
      return g_strdup (row->label);
    case COLUMN_ROUNDS:
      return format_count (figures->n_rounds);
    case COLUMN_WAGERS:
      return format_count (figures->n_wagers);
    case COLUMN_VARIANCES:
      return format_count (figures->n_findings[SKY_QUEUE_VARIANCE]);
    case COLUMN_IRREGULARITIES:
      return format_count (figures->n_findings[SKY_QUEUE_IRREGULARITY]);
    case COLUMN_FINDINGS:
      return format_count (sky_figures_count_findings (figures));
    case COLUMN_OVER:
      return figures->n_over > 0 ? sky_money_format (figures->over) : g_strdup ("–");
    case COLUMN_UNDER:
      return figures->n_under > 0 ? sky_money_format (figures->under) : g_strdup ("–");
    case COLUMN_NET:
      return figures->n_over + figures->n_under > 0
                 ? sky_money_format_signed (sky_figures_get_net (figures))
                 : g_strdup ("–");
    }
  return g_strdup ("");
}

const char *
sky_report_finding_heading (guint column)
{
  switch (column)
    {
    case 0:
      return _ ("Time");
    case 1:
      return _ ("Table");
    case 2:
      return _ ("Round");
    case 3:
      return _ ("Finding");
    default:
      return _ ("Variance");
    }
}

char *
sky_report_finding_format (const SkyReport *self, const SkyStoredFinding *finding, guint column)
{
  g_autofree char *explanation = NULL;

  switch (column)
    {
    case 0:
      return finding->at != SKY_TIME_NONE ? format_time (self, finding->at, "%F %T")
                                          : g_strdup ("");
    case 1:
      return g_strdup (finding->table);
    case 2:
      return finding->round > 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, finding->round)
                                : g_strdup ("");
    case 3:
      explanation = sky_phrase_show (finding->explanation);
      return explanation != NULL ? g_strdup_printf ("%s: %s", finding->check, explanation)
                                 : g_strdup (finding->check);
    default:
      return finding->has_variance ? sky_money_format_signed (finding->variance) : g_strdup ("");
    }
}

/* --- Files --------------------------------------------------------------------------------------
 */

char *
sky_report_file_name (const SkyReport *self, const char *suffix)
{
  g_autoptr (GString) name = g_string_new ("report-");
  g_autofree char *days = NULL;

  g_string_append (name, sky_report_kind_to_name (self->kind));
  if (self->first_day != SKY_DAY_NONE)
    {
      days = format_day (self->first_day);
      g_string_append_printf (name, "-%s", days);
    }
  if (self->item != NULL)
    g_string_append_printf (name, "-%s", self->item);
  /* What travels well as a file's name. */
  for (char *at = name->str; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && strchr ("-_.", *at) == NULL)
      *at = '_';
  g_string_append_printf (name, ".%s", suffix);
  return g_string_free (g_steal_pointer (&name), FALSE);
}
