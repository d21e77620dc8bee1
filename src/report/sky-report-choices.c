/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-report-choices.h"

#include <string.h>

#include "sky-stored-log.h"

void
sky_report_property_free (SkyReportProperty *self)
{
  g_free (self->name);
  g_free (self->time_zone);
  g_array_unref (self->days);
  g_ptr_array_unref (self->tables);
  g_clear_pointer (&self->dealers, g_ptr_array_unref);
  g_free (self);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const SkyReportProperty *x = *(const SkyReportProperty *const *) a;
  const SkyReportProperty *y = *(const SkyReportProperty *const *) b;

  return strcmp (x->name, y->name);
}

static int
compare_days (gconstpointer a, gconstpointer b)
{
  SkyDay x = *(const SkyDay *) a;
  SkyDay y = *(const SkyDay *) b;

  return x < y ? 1 : x > y ? -1 : 0;
}

/* The property of @log; added to @properties when it is new. */
static SkyReportProperty *
find_property (GPtrArray *properties, GHashTable *index, const SkyStoredLog *log)
{
  SkyReportProperty *property = g_hash_table_lookup (index, log->property);

  if (property == NULL)
    {
      property = g_new0 (SkyReportProperty, 1);
      property->name = g_strdup (log->property);
      property->days = g_array_new (FALSE, FALSE, sizeof (SkyDay));
      property->tables = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (properties, property);
      g_hash_table_insert (index, property->name, property);
    }
  if (property->time_zone == NULL)
    property->time_zone = g_strdup (log->time_zone);
  return property;
}

/* Logs come by table, so that a table that is not the last one is new. */
static void
add_log (SkyReportProperty *property, const SkyStoredLog *log)
{
  GPtrArray *tables = property->tables;

  if (tables->len == 0 || !g_str_equal (tables->pdata[tables->len - 1], log->table))
    g_ptr_array_add (tables, g_strdup (log->table));
  g_array_append_val (property->days, log->gaming_day);
}

static void
sort_days (SkyReportProperty *property)
{
  GArray *days = property->days;
  guint n = 0;

  g_array_sort (days, compare_days);
  for (guint i = 0; i < days->len; i++)
    if (n == 0 || g_array_index (days, SkyDay, i) != g_array_index (days, SkyDay, n - 1))
      g_array_index (days, SkyDay, n++) = g_array_index (days, SkyDay, i);
  g_array_set_size (days, n);
}

GPtrArray *
sky_report_list_properties (SkyStore *store, GError **error)
{
  g_autoptr (GPtrArray) properties =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_report_property_free);
  g_autoptr (GHashTable) index = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, error);

  if (logs == NULL)
    return NULL;
  for (guint i = 0; i < logs->len; i++)
    add_log (find_property (properties, index, logs->pdata[i]), logs->pdata[i]);
  for (guint i = 0; i < properties->len; i++)
    {
      SkyReportProperty *property = properties->pdata[i];

      sort_days (property);
      property->dealers = sky_store_list_dealers (store, property->name, error);
      if (property->dealers == NULL)
        return NULL;
    }
  g_ptr_array_sort (properties, compare_names);
  return g_steal_pointer (&properties);
}
