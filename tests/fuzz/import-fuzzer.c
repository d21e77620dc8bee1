/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mapping, a line "%%", and a source: every record is used, known to mean nothing, ignored or set
 * aside with a reason; what was made is an event by the format. A mapping that does not load says
 * why, a line for each problem. */
#include "config.h"

#include "fuzz-target.h"

#include "sky-import.h"

#include <string.h>

#define DIVIDER "\n%%\n"
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

static void
import (const SkyMap *map, const char *source, gsize size)
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

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const char *text = (const char *) data;
  const char *divider = memmem (text, size, DIVIDER, strlen (DIVIDER));
  gsize length = divider != NULL ? (gsize) (divider - text) : size;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (SkyMap) map = sky_map_new (text, length, "fuzz.skymap", NULL, &problems);

  g_assert_true ((map == NULL) == (problems->len > 0));
  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *problem = sky_map_problem_format (problems->pdata[i]);

      g_assert_true (g_str_has_prefix (problem, "fuzz.skymap:"));
      g_assert_true (g_utf8_validate (problem, -1, NULL));
    }
  if (map != NULL && divider != NULL)
    import (map, divider + strlen (DIVIDER), size - length - strlen (DIVIDER));
  return 0;
}
