/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-recording-lock.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sky-json.h"
#include "sky-store-private.h"

void
sky_recording_lock_free (SkyRecordingLock *self)
{
  if (self == NULL)
    return;
  g_free (self->credential);
  g_free (self->name);
  g_free (self->reason);
  g_free (self->property);
  g_free (self->table);
  g_strfreev (self->cameras);
  g_free (self->released_by);
  g_free (self->release_reason);
  g_free (self);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static gboolean
read_time (const SkyJsonNode *root, const char *name, SkyTime *time)
{
  g_autofree char *text = sky_json_dup_text (root, name);

  return text != NULL && sky_time_parse (text, strlen (text), time);
}

static char **
read_cameras (const SkyJsonNode *root)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  const SkyJsonNode *list = sky_json_member (root, "cameras");

  guint n = list != NULL && list->kind == SKY_JSON_ARRAY ? list->n_children : 0;
  const SkyJsonNode *each = n > 0 ? sky_json_first (list) : NULL;
  for (guint i = 0; i < n; i++, each = sky_json_next (each))
    {
      g_autofree char *name = each->kind == SKY_JSON_TEXT ? sky_text_dup (each->text) : NULL;
      if (name != NULL)
        g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

/* The stretch that the data of an entry names. Returns: NULL when they name none. */
static SkyRecordingLock *
read_stretch (const char *data)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autoptr (SkyRecordingLock) lock = g_new0 (SkyRecordingLock, 1);
  const char *cause;

  if (data == NULL)
    return NULL;
  const SkyJsonNode *root = sky_json_parse (parser, data, strlen (data), FALSE, &cause);
  lock->property = sky_json_dup_text (root, "property");
  lock->table = sky_json_dup_text (root, "table");
  if (lock->property == NULL || lock->table == NULL || !read_time (root, "from", &lock->from)
      || !read_time (root, "until", &lock->until) || lock->from >= lock->until)
    return NULL;
  lock->cameras = read_cameras (root);
  lock->released_at = SKY_TIME_NONE;
  return g_steal_pointer (&lock);
}

static SkyRecordingLock *
read_lock (const SkyLedgerEntry *entry)
{
  SkyRecordingLock *lock = read_stretch (entry->data);

  if (lock == NULL)
    return NULL;
  lock->number = entry->number;
  lock->locked_at = entry->at;
  lock->credential = g_strdup (entry->credential);
  lock->name = g_strdup (entry->name);
  lock->reason = g_strdup (entry->text);
  return lock;
}

/* The first release counts. */
static void
apply_release (GPtrArray *locks, const SkyLedgerEntry *entry)
{
  for (guint i = 0; i < locks->len; i++)
    {
      SkyRecordingLock *lock = locks->pdata[i];

      if (lock->number != entry->target || lock->release != 0)
        continue;
      lock->release = entry->number;
      lock->released_at = entry->at;
      lock->released_by = g_strdup (entry->name);
      lock->release_reason = g_strdup (entry->text);
    }
}

GPtrArray *
sky_store_list_recording_locks (SkyStore *self, GError **error)
{
  g_autoptr (GPtrArray) locks =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_recording_lock_free);
  g_autoptr (GPtrArray) locked = sky_store_ledger_list_action (self, SKY_LEDGER_LOCK, error);
  g_autoptr (GPtrArray) released =
      locked != NULL ? sky_store_ledger_list_action (self, SKY_LEDGER_RELEASE, error) : NULL;
  gboolean counts;

  if (released == NULL)
    return NULL;
  for (guint i = 0; i < locked->len; i++)
    {
      SkyRecordingLock *lock = read_lock (locked->pdata[i]);

      if (lock == NULL)
        continue;
      g_ptr_array_add (locks, lock);
      if (!sky_store_counts (self, locked->pdata[i], &counts, error))
        return NULL;
      if (!counts)
        g_ptr_array_remove_index (locks, locks->len - 1);
    }
  for (guint i = 0; i < released->len; i++)
    {
      if (!sky_store_counts (self, released->pdata[i], &counts, error))
        return NULL;
      if (counts)
        apply_release (locks, released->pdata[i]);
    }
  return g_steal_pointer (&locks);
}

/* --- Checking --------------------------------------------------------------------------------- */

static gboolean
check_release (SkyStore *store, gint64 number, GError **error)
{
  g_autoptr (GPtrArray) locks = sky_store_list_recording_locks (store, error);

  if (locks == NULL)
    return FALSE;
  for (guint i = 0; i < locks->len; i++)
    {
      const SkyRecordingLock *lock = locks->pdata[i];

      if (lock->number == number)
        return lock->release == 0
               || sky_store_refuse (store, error, SKY_STORE_ERROR_REFUSED,
                                    _ ("the recordings are released already"));
    }
  return sky_store_refuse (store, error, SKY_STORE_ERROR_NOT_FOUND,
                           "entry %" G_GINT64_FORMAT " of the ledger locks no recordings", number);
}

gboolean
sky_store_check_lock_entry (SkyStore *self,
                            SkyLedgerAction action,
                            gint64 target,
                            const char *text,
                            const char *data,
                            GError **error)
{
  if (text == NULL || *text == '\0')
    return sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED,
                             action == SKY_LEDGER_LOCK ? "recordings are locked with a reason"
                                                       : "recordings are released with a reason");
  if (action == SKY_LEDGER_RELEASE)
    return check_release (self, target, error);
  g_autoptr (SkyRecordingLock) lock = read_stretch (data);
  return lock != NULL
         || sky_store_refuse (self, error, SKY_STORE_ERROR_INVALID,
                              "a lock needs a property, a table, and a stretch of time that ends "
                              "after it begins");
}
