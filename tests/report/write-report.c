/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes one report as CSV and PDF, for recompute.py to hold against its own figures.
 *
 * write-report STORE KIND ITEM FIRST LAST START END OUTPUT: KIND is "shift", "day", "table" or
 * "dealer", ITEM the table or the credential, FIRST and LAST gaming days, START and END a shift's
 * instants; what does not matter is "-". */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "sky-report.h"

static gboolean
read_request (char **arguments, SkyReportRequest *request)
{
  while (request->kind < SKY_N_REPORTS
         && strcmp (sky_report_kind_to_name (request->kind), arguments[2]) != 0)
    request->kind++;
  request->time_zone = "America/New_York";
  request->table = request->kind == SKY_REPORT_TABLE ? arguments[3] : NULL;
  request->dealer = request->kind == SKY_REPORT_DEALER ? arguments[3] : NULL;
  request->shift = request->kind == SKY_REPORT_SHIFT ? arguments[3] : NULL;
  return request->kind < SKY_N_REPORTS
         && sky_day_parse (arguments[4], strlen (arguments[4]), &request->first_day)
         && sky_day_parse (arguments[5], strlen (arguments[5]), &request->last_day)
         && (request->kind != SKY_REPORT_SHIFT
             || (sky_time_parse (arguments[6], strlen (arguments[6]), &request->start)
                 && sky_time_parse (arguments[7], strlen (arguments[7]), &request->end)));
}

static gboolean
write_report (char **arguments, GError **error)
{
  SkyReportRequest request = { 0 };
  g_autoptr (SkyStore) store = sky_store_open (arguments[1], SKY_STORE_READ_ONLY, error);
  g_autoptr (SkyReport) report = NULL;
  g_autoptr (SkyDocument) document = NULL;
  g_autofree char *csv_path = g_strconcat (arguments[8], ".csv", NULL);
  g_autofree char *pdf_path = g_strconcat (arguments[8], ".pdf", NULL);
  g_autoptr (GFile) pdf = g_file_new_for_path (pdf_path);
  g_autofree char *csv = NULL;

  if (store == NULL)
    return FALSE;
  if (!read_request (arguments, &request))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "no such report");
      return FALSE;
    }
  report = sky_report_new (store, &request, g_get_real_time (), error);
  if (report == NULL)
    return FALSE;
  csv = sky_report_to_csv (report);
  document = sky_report_to_document (report, SKY_PAPER_LETTER, "Ada Quinn");
  return g_file_set_contents (csv_path, csv, -1, error)
         && sky_document_save_pdf (document, pdf, NULL, NULL, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (argc == 9 && write_report (argv, &error))
    return EXIT_SUCCESS;
  g_printerr ("write-report: %s\n", error != NULL ? error->message : "wrong arguments");
  return EXIT_FAILURE;
}
