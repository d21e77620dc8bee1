/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-log-line.h"

#include "sky-json-writer.h"
#include "sky-store-private.h"

gboolean
sky_store_add_log_line (SkyStore *self,
                        const SkyReviewer *reviewer,
                        const char *property,
                        const char *table,
                        const char *text,
                        GError **error)
{
  g_autoptr (GString) data = g_string_new (NULL);

  g_return_val_if_fail ((property == NULL) == (table == NULL), FALSE);

  sky_json_begin_object (data, NULL);
  if (property != NULL)
    {
      sky_json_add_string (data, "property", property);
      sky_json_add_string (data, "table", table);
    }
  sky_json_end_object (data);
  return sky_store_ledger_append (self, reviewer, SKY_LEDGER_LINE, NULL, 0, text,
                                  property != NULL ? data->str : NULL, NULL, error);
}
