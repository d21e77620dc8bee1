/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people do to locks of recordings. */
#include "config.h"

#include "sky-json-writer.h"
#include "sky-recording-lock.h"
#include "sky-store-private.h"

gboolean
sky_store_lock_recordings (SkyStore *self,
                           const SkyReviewer *reviewer,
                           const char *property,
                           const char *table,
                           SkyTime from,
                           SkyTime until,
                           const char *const *cameras,
                           const char *reason,
                           gint64 *number,
                           GError **error)
{
  g_autoptr (GString) data = g_string_new (NULL);

  g_return_val_if_fail (property != NULL && table != NULL, FALSE);

  sky_json_begin_object (data, NULL);
  sky_json_add_string (data, "property", property);
  sky_json_add_string (data, "table", table);
  sky_json_add_time (data, "from", from);
  sky_json_add_time (data, "until", until);
  sky_json_begin_array (data, "cameras");
  for (guint i = 0; cameras != NULL && cameras[i] != NULL; i++)
    sky_json_add_string (data, NULL, cameras[i]);
  sky_json_end_array (data);
  sky_json_end_object (data);
  return sky_store_ledger_append (self, reviewer, SKY_LEDGER_LOCK, NULL, 0, reason, data->str,
                                  number, error);
}

gboolean
sky_store_release_recordings (
    SkyStore *self, const SkyReviewer *reviewer, gint64 number, const char *reason, GError **error)
{
  g_autoptr (GPtrArray) locks = sky_store_list_recording_locks (self, error);
  const SkyRecordingLock *lock = NULL;
  g_autoptr (GString) data = g_string_new (NULL);

  if (locks == NULL)
    return FALSE;
  for (guint i = 0; i < locks->len && lock == NULL; i++)
    if (((const SkyRecordingLock *) locks->pdata[i])->number == number)
      lock = locks->pdata[i];
  if (lock == NULL)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_FOUND,
                             "entry %" G_GINT64_FORMAT " of the ledger locks no recordings",
                             number);
  /* Of which property it is decides who sees it. */
  sky_json_begin_object (data, NULL);
  sky_json_add_string (data, "property", lock->property);
  sky_json_add_string (data, "table", lock->table);
  sky_json_end_object (data);
  return sky_store_ledger_append (self, reviewer, SKY_LEDGER_RELEASE, NULL, number, reason,
                                  data->str, NULL, error);
}
