/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-lock-list.h"

#include <string.h>

#include "sky-csv.h"

static int
compare (gconstpointer a, gconstpointer b)
{
  const SkyRecordingLock *left = *(const SkyRecordingLock *const *) a;
  const SkyRecordingLock *right = *(const SkyRecordingLock *const *) b;
  int order = strcmp (left->property, right->property);

  if (order == 0)
    order = strcmp (left->table, right->table);
  if (order == 0 && left->from != right->from)
    order = left->from < right->from ? -1 : 1;
  return order != 0 ? order : left->number < right->number ? -1 : 1;
}

GPtrArray *
sky_lock_list_pick (GPtrArray *locks, gboolean released)
{
  GPtrArray *picked = g_ptr_array_new ();

  for (guint i = 0; i < locks->len; i++)
    if (released || ((const SkyRecordingLock *) locks->pdata[i])->release == 0)
      g_ptr_array_add (picked, locks->pdata[i]);
  g_ptr_array_sort (picked, compare);
  return picked;
}

static void
add_time (GString *csv, SkyTime at)
{
  char text[SKY_TIME_TEXT_SIZE];

  sky_csv_add (csv, at != SKY_TIME_NONE ? sky_time_format (at, text) : NULL, FALSE);
}

char *
sky_lock_list_to_csv (GPtrArray *locks, gboolean released)
{
  g_autoptr (GPtrArray) picked = sky_lock_list_pick (locks, released);
  GString *csv = g_string_new ("lock,property,table,from,until,cameras,locked_at,locked_by,reason,"
                               "released_at,released_by,release_reason");

  sky_csv_end_row (csv);
  for (guint i = 0; i < picked->len; i++)
    {
      const SkyRecordingLock *lock = picked->pdata[i];
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, lock->number);
      g_autofree char *cameras = g_strjoinv ("; ", lock->cameras);

      sky_csv_add (csv, number, TRUE);
      sky_csv_add (csv, lock->property, FALSE);
      sky_csv_add (csv, lock->table, FALSE);
      add_time (csv, lock->from);
      add_time (csv, lock->until);
      sky_csv_add (csv, cameras, FALSE);
      add_time (csv, lock->locked_at);
      sky_csv_add (csv, lock->name, FALSE);
      sky_csv_add (csv, lock->reason, FALSE);
      add_time (csv, lock->released_at);
      sky_csv_add (csv, lock->released_by, FALSE);
      sky_csv_add (csv, lock->release_reason, FALSE);
      sky_csv_end_row (csv);
    }
  return g_string_free (csv, FALSE);
}
