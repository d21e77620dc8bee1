/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gstdio.h>

#include "sky-archive-file.h"
#include "sky-session-private.h"

/* How often it is looked whether the day's files are there, in seconds. */
#define LOOK_EVERY 3

/* How the files of a day are on the disk. */
typedef struct
{
  SkyTableDay *day;
  /* The bytes of the log that were audited; NULL: they are not known. */
  char *sha256;
  goffset length;
  SkyFileHeld before; /* what was found of it at the last look */

  /* Set by the thread. */
  gboolean there; /* the log */
  guint64 size;
  SkyTime mtime;
  SkyFileHeld held;
  GHashTable *missing; /* paths of recordings */
} Files;

static void
files_free (Files *files)
{
  g_object_unref (files->day);
  g_free (files->sha256);
  g_clear_pointer (&files->missing, g_hash_table_unref);
  g_free (files);
}

/* --- In a thread ------------------------------------------------------------------------------ */

/* What is refused is not missing: its tile says why it is not shown. */
static gboolean
is_missing (const SkyCameraSegment *segment)
{
  g_autoptr (GError) error = NULL;
  g_auto (SkyDescriptor) file = sky_archive_file_open (segment->folder, segment->file, &error);

  return g_error_matches (error, SKY_LOG_ERROR, SKY_LOG_ERROR_MISSING);
}

/* Whether the file at the log's path begins with what was audited: asked of each file once, and
 * again when it has become shorter. */
static void
hold_against_audited (Files *files, const GStatBuf *status)
{
  const SkyFileHeld *before = &files->before;
  const char *path = sky_table_day_get_log_path (files->day);

  files->held = (SkyFileHeld){ .device = status->st_dev,
                               .inode = status->st_ino,
                               .size = (goffset) status->st_size };
  if (files->sha256 == NULL || files->length == 0)
    return;
  if (before->device == files->held.device && before->inode == files->held.inode
      && before->size <= files->held.size)
    {
      files->held.is_another = before->is_another;
      return;
    }
  g_autoptr (SkyLog) log =
      sky_log_open_in_archive (sky_table_day_get_archive_path (files->day), path, NULL);
  files->held.is_another = log == NULL || !sky_log_begins_with (log, files->length, files->sha256);
}

/* A disk that does not answer keeps this thread waiting, and nobody else. */
static void
look_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Files *files = task_data;
  GPtrArray *cameras = sky_table_day_get_cameras (files->day);
  GStatBuf buffer;

  files->missing = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  files->there = g_stat (sky_table_day_get_log_path (files->day), &buffer) == 0;
  if (files->there)
    {
      files->size = (guint64) buffer.st_size;
      files->mtime = buffer.st_mtim.tv_sec * SKY_SECOND + buffer.st_mtim.tv_nsec / 1000;
      hold_against_audited (files, &buffer);
    }
  for (guint i = 0; i < cameras->len; i++)
    {
      for (guint j = 0; j < sky_camera_get_n_segments (cameras->pdata[i]); j++)
        {
          const SkyCameraSegment *segment = sky_camera_get_segment (cameras->pdata[i], j);
          if (!segment->replay && is_missing (segment))
            g_hash_table_add (files->missing, g_strdup (segment->path));
        }
    }
  g_task_return_boolean (task, TRUE);
}

/* --- In the main thread ----------------------------------------------------------------------- */

/* A log that is followed is meant to grow; otherwise it is to be as it was audited. The times of
 * change of another log may be the same. */
static gboolean
is_as_audited (SkySession *self, const Files *files)
{
  const SkyStoredLog *audited = self->audited;

  if (files->held.is_another)
    return FALSE;
  return audited == NULL
         || (files->size == audited->size
             && (audited->mtime == files->mtime || audited->mtime == SKY_TIME_NONE))
         || (files->size > audited->size && sky_session_is_following (self));
}

static gboolean
is_same_set (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer key;

  if (g_hash_table_size (a) != g_hash_table_size (b))
    return FALSE;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      if (!g_hash_table_contains (b, key))
        return FALSE;
    }
  return TRUE;
}

/* @another: it is another log. */
static void
set_changed (SkySession *self, gboolean changed, gboolean another)
{
  if (changed == self->changed_on_disk && another == self->held.is_another)
    return;
  self->changed_on_disk = changed;
  self->held.is_another = another;
  g_object_notify (G_OBJECT (self), "changed-on-disk");
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkySession) self = user_data;
  Files *files = g_task_get_task_data (G_TASK (result));
  gboolean again = self->look_at_files_again;

  self->looking_at_files = FALSE;
  self->look_at_files_again = FALSE;
  /* While another is opened @audited is of that one. */
  if (files->day == self->day && self->opening == NULL)
    {
      gboolean other = self->gone == files->there || !is_same_set (files->missing, self->missing);
      self->gone = !files->there;
      g_hash_table_unref (self->missing);
      self->missing = g_hash_table_ref (files->missing);
      set_changed (self, files->there && !is_as_audited (self, files),
                   files->there && files->held.is_another);
      self->held = files->there ? files->held : (SkyFileHeld){ 0 };
      if (other)
        sky_session_emit (self, SKY_SESSION_FILES_CHANGED);
    }
  if (again || files->day != self->day)
    sky_session_look_at_files (self);
}

static gboolean
look_again_cb (gpointer user_data)
{
  SkySession *self = user_data;

  if (!self->looking_at_files)
    sky_session_look_at_files (self);
  return G_SOURCE_CONTINUE;
}

void
sky_session_look_at_files (SkySession *self)
{
  if (self->day == NULL)
    return;
  if (self->looking_at_files)
    {
      self->look_at_files_again = TRUE;
      return;
    }
  self->looking_at_files = TRUE;
  if (self->look_timer == 0)
    self->look_timer = g_timeout_add_seconds (LOOK_EVERY, look_again_cb, self);

  g_autoptr (GTask) task = g_task_new (NULL, NULL, looked_cb, g_object_ref (self));
  g_task_set_source_tag (task, sky_session_look_at_files);
  Files *files = g_new0 (Files, 1);
  files->day = g_object_ref (self->day);
  if (self->audited != NULL)
    {
      files->sha256 = g_strdup (self->audited->sha256);
      files->length = (goffset) self->audited->length;
    }
  files->before = self->held;
  g_task_set_task_data (task, files, (GDestroyNotify) files_free);
  g_task_run_in_thread (task, look_in_thread);
}

void
sky_session_forget_files (SkySession *self)
{
  gboolean other = self->gone || g_hash_table_size (self->missing) > 0;

  g_clear_handle_id (&self->look_timer, g_source_remove);
  self->gone = FALSE;
  g_hash_table_unref (self->missing);
  self->missing = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  set_changed (self, FALSE, FALSE);
  self->held = (SkyFileHeld){ 0 };
  if (other)
    sky_session_emit (self, SKY_SESSION_FILES_CHANGED);
}

gboolean
sky_session_get_gone (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), FALSE);
  return self->gone;
}

GHashTable *
sky_session_get_missing (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->missing;
}

gboolean
sky_session_get_another_on_disk (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), FALSE);
  return self->held.is_another;
}
