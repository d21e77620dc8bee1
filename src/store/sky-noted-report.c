/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-noted-report.h"

#include "sky-store-private.h"

void
sky_noted_report_free (SkyNotedReport *self)
{
  if (self == NULL)
    return;
  g_free (self->property);
  g_free (self->unit);
  g_free (self->lead);
  g_free (self->ln_r);
  g_free (self->ln_a);
  g_free (self);
}

gboolean
sky_store_may_note_reports (SkyStore *self, gboolean *may, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get_either (
      self, "SELECT 1",
      "SELECT has_table_privilege ('skyward.statistic_reports', 'INSERT')::integer", error);
  gint64 value;

  if (statement == NULL || !sky_statement_get_int (statement, &value, NULL, error))
    return FALSE;
  *may = value != 0;
  return TRUE;
}

gboolean
sky_store_note_report (SkyStore *self, const SkyNotedReport *report, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_join (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  g_autoptr (SkyStatement) statement = NULL;

  if (transaction == NULL)
    return FALSE;
  statement = sky_statement_get (
      self,
      "INSERT INTO statistic_reports (property, unit, reported_on, people, since, lead, ln_r, "
      "ln_a) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (property, unit, reported_on) DO NOTHING",
      error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, report->property);
  sky_statement_put_text (statement, report->unit);
  sky_statement_put_int (statement, report->reported_on);
  sky_statement_put_int (statement, report->people);
  sky_statement_put_int (statement, report->since);
  sky_statement_put_text (statement, report->lead);
  sky_statement_put_text (statement, report->ln_r);
  sky_statement_put_text (statement, report->ln_a);
  return sky_statement_run (statement, error) && sky_store_transaction_commit (transaction, error);
}

GPtrArray *
sky_store_list_reports (SkyStore *self, GError **error)
{
  g_autoptr (GPtrArray) list =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_noted_report_free);
  g_autoptr (SkyStatement) statement = sky_statement_get (
      self,
      "SELECT property, unit, reported_on, people, since, lead, ln_r, ln_a FROM statistic_reports "
      "ORDER BY property, unit, reported_on",
      error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  while (sky_statement_next (statement, &row, error))
    {
      SkyNotedReport *report;

      if (!row)
        return g_steal_pointer (&list);
      report = g_new0 (SkyNotedReport, 1);
      report->property = g_strdup (sky_statement_text (statement, 0));
      report->unit = g_strdup (sky_statement_text (statement, 1));
      report->reported_on = (SkyDay) sky_statement_int (statement, 2);
      report->people = sky_statement_int (statement, 3) != 0;
      report->since = (SkyDay) sky_statement_int (statement, 4);
      report->lead = g_strdup (sky_statement_text (statement, 5));
      report->ln_r = g_strdup (sky_statement_text (statement, 6));
      report->ln_a = g_strdup (sky_statement_text (statement, 7));
      g_ptr_array_add (list, report);
    }
  return NULL;
}
