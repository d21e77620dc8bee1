/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "import-records.h"

/* A pattern may be slow: it is not tried on more than that. */
#define MAX_SOURCE (16 * 1024)

static void
check_trace (gpointer data, const SkyImportTrace *trace)
{
  g_assert_true ((trace->fate == SKY_IMPORT_ASIDE) == (trace->reason != NULL));
  g_assert_true ((trace->fate == SKY_IMPORT_USED) == (trace->events->len > 0));
  if (trace->reason != NULL)
    g_assert_true (g_utf8_validate (trace->reason, -1, NULL));
  ++*(guint64 *) data;
}

void
import_records (const SkyMap *map, const char *source, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (source, MIN (size, MAX_SOURCE));
  g_autoptr (GError) error = NULL;
  guint64 n = 0;
  SkyImportOptions options = { .trace = check_trace, .trace_data = &n, .tolerate = G_MAXINT64 };
  g_autoptr (SkyImport) import = sky_import_new (map, &options, &error);
  const SkyImportReport *report = sky_import_get_report (import);

  if (sky_import_read_bytes (import, bytes, "fuzz.source", &error)
      && sky_import_finish (import, &error))
    g_assert_false (report->unfinished);
  else
    g_assert_true (g_str_has_prefix (error->message, "fuzz.source: "));
  g_assert_cmpuint (report->n_records, ==, n);
  if (error == NULL)
    g_assert_cmpuint (report->n_used + report->n_nothing + report->n_ignored + report->n_aside, ==,
                      n);
}
