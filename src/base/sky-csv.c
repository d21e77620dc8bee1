/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-csv.h"

#include <string.h>

void
sky_csv_add (GString *csv, const char *text, gboolean first)
{
  if (!first)
    g_string_append_c (csv, ',');
  if (text == NULL || text[0] == '\0')
    return;
  gboolean formula = strchr ("=+-@\t", text[0]) != NULL;
  if (strpbrk (text, ",\"\r\n") == NULL && !formula)
    {
      g_string_append (csv, text);
      return;
    }
  g_string_append_c (csv, '"');
  if (formula)
    g_string_append_c (csv, '\'');
  for (const char *at = text; *at != '\0'; at++)
    {
      if (*at == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *at);
    }
  g_string_append_c (csv, '"');
}

void
sky_csv_end_row (GString *csv)
{
  g_string_append (csv, "\r\n");
}
