/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-store-testimony.h"

#include "sky-store-private.h"

gboolean
sky_store_write_testimony (SkyStore *self, gint64 log, const GPtrArray *testimony, GError **error)
{
  static const SkyBulkText text =
      SKY_BULK_TEXT ("testimony", "log, seq, round, verdict, content", "(?, ?, ?, ?, ?)");
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_join (self, SKY_STORE_SURVIVES_CRASH, error);
  g_autoptr (SkyBulk) bulk = NULL;

  if (transaction == NULL
      || !sky_store_run_for (self, "DELETE FROM testimony WHERE log = ?", log, error)
      || (bulk = sky_bulk_new (self, &text, error)) == NULL)
    return FALSE;
  for (guint i = 0; i < testimony->len; i++)
    {
      const SkyTestimony *one = testimony->pdata[i];

      sky_bulk_put_int (bulk, log);
      sky_bulk_put_int (bulk, (gint64) one->seq);
      sky_bulk_put_int (bulk, one->round);
      sky_bulk_put_int (bulk, one->verdict);
      sky_bulk_put_text (bulk, one->content);
      if (!sky_bulk_end_row (bulk, error))
        return FALSE;
    }
  return sky_bulk_send (bulk, error) && sky_store_transaction_commit (transaction, error);
}

GPtrArray *
sky_store_list_testimony (SkyStore *self, gint64 log, gint64 round, GError **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_testimony_free);
  g_autoptr (SkyStatement) statement =
      sky_statement_get (self,
                         "SELECT seq, round, verdict, content FROM testimony"
                         " WHERE log = :log AND (:round = 0 OR round = :round) ORDER BY seq",
                         error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  sky_statement_set_int (statement, ":log", log);
  sky_statement_set_int (statement, ":round", round);
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return g_steal_pointer (&list);
      /* A number that only another Skyward knows says nothing here. */
      gint64 verdict = sky_statement_int (statement, 2);
      g_ptr_array_add (list, sky_testimony_new ((guint64) sky_statement_int (statement, 0),
                                                sky_statement_int (statement, 1),
                                                verdict > 0 && verdict < SKY_N_SIGHT_VERDICTS
                                                    ? (SkySightVerdict) verdict
                                                    : SKY_SIGHT_CANNOT_READ,
                                                sky_statement_text (statement, 3)));
    }
  return NULL;
}

gboolean
sky_store_count_testimony (SkyStore *self,
                           const SkyFindingFilter *filter,
                           guint64 counts[SKY_N_SIGHT_VERDICTS],
                           GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get (self,
                         "SELECT t.verdict, count (*) FROM testimony t JOIN logs l ON l.id = t.log"
                         " WHERE " SKY_LOG_FILTER "GROUP BY t.verdict",
                         error);
  gboolean row;

  for (guint i = 0; i < SKY_N_SIGHT_VERDICTS; i++)
    counts[i] = 0;
  if (statement == NULL)
    return FALSE;
  sky_statement_set_filter (statement, filter);
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return TRUE;
      gint64 verdict = sky_statement_int (statement, 0);
      if (verdict >= 0 && verdict < SKY_N_SIGHT_VERDICTS)
        counts[verdict] = (guint64) sky_statement_int (statement, 1);
    }
  return FALSE;
}

/* As the audit that read the pictures made it. */
static SkyFinding *
make_finding (SkyStatement *row, SkyCheck check)
{
  SkyFinding *finding = g_new0 (SkyFinding, 1);

  finding->check = check;
  finding->section = g_intern_string (sky_statement_text (row, 1));
  finding->seq = (guint64) sky_statement_int (row, 2);
  finding->at = sky_statement_int (row, 3);
  finding->round = sky_statement_int (row, 4);
  finding->recorded = g_strdup (sky_statement_text (row, 5));
  finding->recomputed = g_strdup (sky_statement_text (row, 6));
  finding->explanation = g_strdup (sky_statement_text (row, 7));
  return finding;
}

GPtrArray *
sky_store_list_sight (SkyStore *self, gint64 log, GError **error)
{
  g_autoptr (GPtrArray) findings =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_finding_free);
  g_autoptr (SkyStatement) statement = sky_statement_get (
      self,
      "SELECT c.name, f.section, f.seq, f.at, f.round, f.recorded, f.recomputed, f.explanation"
      " FROM findings f JOIN checks c ON c.id = f.check_id"
      " WHERE f.log = ? AND glob ('sight.*', c.name) ORDER BY f.position",
      error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, log);
  while (sky_statement_next (statement, &row, error))
    {
      SkyCheck check;

      if (!row)
        return g_steal_pointer (&findings);
      if (sky_check_from_name (sky_statement_text (statement, 0), &check))
        g_ptr_array_add (findings, make_finding (statement, check));
    }
  return NULL;
}

gboolean
sky_store_add_testimony (SkyStore *self, gint64 log, SkyLogAudit *audit, GError **error)
{
  g_autoptr (GPtrArray) testimony = sky_store_list_testimony (self, log, 0, error);
  g_autoptr (GPtrArray) findings =
      testimony != NULL ? sky_store_list_sight (self, log, error) : NULL;

  if (findings == NULL)
    return FALSE;
  if (testimony->len == 0)
    return TRUE;
  g_ptr_array_extend_and_steal (audit->findings, g_steal_pointer (&findings));
  sky_log_audit_sort (audit);
  g_clear_pointer (&audit->testimony, g_ptr_array_unref);
  audit->testimony = g_steal_pointer (&testimony);
  return TRUE;
}
