/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mapping, a line "%%", and a source: every record is used, known to mean nothing, ignored or set
 * aside with a reason; what was made is an event by the format. A mapping that does not load says
 * why, a line for each problem. */
#include "config.h"

#include "fuzz-target.h"

#include "import-records.h"

#include <string.h>

#define DIVIDER "\n%%\n"

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
    import_records (map, divider + strlen (DIVIDER), size - length - strlen (DIVIDER));
  return 0;
}
