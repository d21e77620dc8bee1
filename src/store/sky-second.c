/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-second.h"

#include "sky-store-private.h"

/* The checks of that queue are all called so; the key's own part tells for certain. */
#define AWAITING                                                                                   \
  "SELECT v.finding FROM reviews v WHERE v.state = 2 AND v.second_credential IS NULL"              \
  " AND v.finding LIKE '%.confirm/%'"

G_STATIC_ASSERT (SKY_REVIEW_CONFIRMED == 2);

static gboolean
wants_second (const char *key)
{
  g_auto (SkyFindingName) name = { 0 };
  SkyCheck check;

  return sky_finding_name_parse (&name, key) && sky_check_from_name (name.check, &check)
         && sky_check_info (check)->queue == SKY_QUEUE_CONFIRMATION;
}

/* Returns: a set of keys; NULL with @error set. */
static GHashTable *
read_awaiting (SkyStore *store, GError **error)
{
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (SkyStatement) statement = sky_statement_get (store, AWAITING, error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  while (sky_statement_next (statement, &row, error))
    {
      const char *key;

      if (!row)
        return g_steal_pointer (&keys);
      key = sky_statement_text (statement, 0);
      if (wants_second (key))
        g_hash_table_add (keys, g_strdup (key));
    }
  return NULL;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const gint64 *first = a, *second = b;

  return *first < *second ? -1 : *first > *second;
}

GArray *
sky_store_list_awaiting (SkyStore *self, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GHashTable) keys = read_awaiting (self, error);
  GHashTableIter iter;
  gpointer key;

  if (keys == NULL)
    return NULL;
  g_hash_table_iter_init (&iter, keys);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      gint64 id;

      if (!sky_store_look_up_finding (self, key, &id, error))
        return NULL;
      if (id != 0)
        g_array_append_val (ids, id);
    }
  g_array_sort (ids, compare_ids);
  return g_steal_pointer (&ids);
}

gboolean
sky_store_mark_awaiting (SkyStore *self, GPtrArray *findings, GError **error)
{
  g_autoptr (GHashTable) keys = NULL;

  for (guint i = 0; i < findings->len; i++)
    {
      SkyStoredFinding *finding = findings->pdata[i];

      if (finding->queue != SKY_QUEUE_CONFIRMATION || finding->state != SKY_REVIEW_CONFIRMED)
        continue;
      if (keys == NULL && (keys = read_awaiting (self, error)) == NULL)
        return FALSE;
      finding->awaits_second = g_hash_table_contains (keys, finding->key);
    }
  return TRUE;
}
