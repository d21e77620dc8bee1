/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-report-coders.h"

#include <glib/gi18n.h>

#include "sky-coder.h"
#include "sky-stored-log.h"

/* Whether the report is about the log, and the log leaves something out, as recorded ones do. What
 * was recorded beside a table's own log is in no report. */
static gboolean
is_concerned (const SkyStoredLog *stored, const SkyReportRequest *request)
{
  const SkyDay last = request->kind == SKY_REPORT_SHIFT || request->kind == SKY_REPORT_DAY
                          ? request->first_day
                          : request->last_day;

  return stored->left_out != NULL && !sky_stored_log_is_by_eye (stored)
         && (request->property == NULL || g_str_equal (request->property, stored->property))
         && (request->table == NULL || g_str_equal (request->table, stored->table))
         && (request->first_day == SKY_DAY_NONE || stored->gaming_day >= request->first_day)
         && (last == SKY_DAY_NONE || stored->gaming_day <= last);
}

/* The sentence about who recorded @log; NULL: nobody did. */
static char *
describe (SkyLog *log, const GArray *tests)
{
  const SkyLogHeader *header = sky_log_get_header (log);
  SkyCoderRecord record = { 0 };
  g_autofree char *figures = NULL;

  if (header->record.how != SKY_RECORD_FOOTAGE || header->record.by == NULL)
    return NULL;
  if (tests != NULL)
    record = sky_coder_sum (tests, header->record.by, header->game);
  if (record.planted + record.clean == 0)
    /* Translators: a table, a person's credential. */
    return g_strdup_printf (_ ("%s was recorded by %s, who has had no test rounds: nobody knows "
                               "how many errors that person misses."),
                            header->table, header->record.by);
  figures = sky_coder_describe (&record);
  /* Translators: a table, a person's credential, what the person found. */
  return g_strdup_printf (_ ("%s was recorded by %s, who in test rounds %s."), header->table,
                          header->record.by, figures);
}

gboolean
sky_report_coders_add (SkyReport *report,
                       const SkyReportRequest *request,
                       SkyStore *store,
                       const char *coders,
                       GError **error)
{
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, error);
  g_autoptr (GArray) tests = sky_coder_read_tests (coders, NULL);

  if (logs == NULL)
    return FALSE;
  for (guint i = 0; i < logs->len; i++)
    {
      const SkyStoredLog *stored = logs->pdata[i];
      g_autoptr (SkyLog) log = is_concerned (stored, request)
                                   ? sky_log_open_in_archive (stored->archive, stored->name, NULL)
                                   : NULL;
      g_autofree char *note = log != NULL ? describe (log, tests) : NULL;

      if (note != NULL
          && !g_ptr_array_find_with_equal_func (report->notes, note, g_str_equal, NULL))
        g_ptr_array_add (report->notes, g_steal_pointer (&note));
    }
  return TRUE;
}
