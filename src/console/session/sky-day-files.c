/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-day-files.h"

#include <glib/gstdio.h>

#include "sky-archive-file.h"

/* How often it is looked whether the day's files are there, in seconds. */
#define LOOK_EVERY 3

/* The file at a log's path, held against what was audited. */
typedef struct
{
  dev_t device;
  ino_t inode;
  goffset size;
  gboolean is_another; /* it does not begin with that */
} FileHeld;

struct _SkyDayFiles
{
  GObject parent_instance;

  SkyIntake *intake;
  SkyTableDay *day;      /* NULL: none is looked at */
  SkyStoredLog *audited; /* its log as the store has it */
  gboolean gone;         /* the log is */
  gboolean changed;      /* it is not as it was audited */
  FileHeld held;
  GHashTable *missing; /* paths of recordings that are not there */
  gboolean looking;
  gboolean look_again;
  guint timer; /* 0: none */
};

G_DEFINE_FINAL_TYPE (SkyDayFiles, sky_day_files, G_TYPE_OBJECT)

static guint changed_signal;

/* How the files of a day are on the disk. */
typedef struct
{
  SkyTableDay *day;
  /* The bytes of the log that were audited; NULL: they are not known. */
  char *sha256;
  goffset length;
  FileHeld before; /* what was found of it at the last look */

  /* Set by the thread. */
  gboolean there; /* the log */
  guint64 size;
  SkyTime mtime;
  FileHeld held;
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
  const FileHeld *before = &files->before;
  const char *path = sky_table_day_get_log_path (files->day);

  files->held = (FileHeld){ .device = status->st_dev,
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
is_as_audited (SkyDayFiles *self, const Files *files)
{
  const SkyStoredLog *audited = self->audited;

  if (files->held.is_another)
    return FALSE;
  return audited == NULL
         || (files->size == audited->size
             && (audited->mtime == files->mtime || audited->mtime == SKY_TIME_NONE))
         || (files->size > audited->size && sky_intake_is_following (self->intake));
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

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkyDayFiles *self = SKY_DAY_FILES (source);
  Files *files = g_task_get_task_data (G_TASK (result));
  gboolean again = self->look_again;

  self->looking = FALSE;
  self->look_again = FALSE;
  if (files->day == self->day)
    {
      gboolean changed = files->there && !is_as_audited (self, files);
      const FileHeld held = files->there ? files->held : (FileHeld){ 0 };
      gboolean other = self->gone == files->there || changed != self->changed
                       || held.is_another != self->held.is_another
                       || !is_same_set (files->missing, self->missing);
      self->gone = !files->there;
      self->changed = changed;
      self->held = held;
      g_hash_table_unref (self->missing);
      self->missing = g_hash_table_ref (files->missing);
      if (other)
        g_signal_emit (self, changed_signal, 0);
    }
  if (again || files->day != self->day)
    sky_day_files_look (self);
}

static gboolean
look_again_cb (gpointer user_data)
{
  SkyDayFiles *self = user_data;

  if (!self->looking)
    sky_day_files_look (self);
  return G_SOURCE_CONTINUE;
}

void
sky_day_files_look (SkyDayFiles *self)
{
  g_return_if_fail (SKY_IS_DAY_FILES (self));

  if (self->day == NULL)
    return;
  if (self->looking)
    {
      self->look_again = TRUE;
      return;
    }
  self->looking = TRUE;
  if (self->timer == 0)
    self->timer = g_timeout_add_seconds (LOOK_EVERY, look_again_cb, self);

  g_autoptr (GTask) task = g_task_new (self, NULL, looked_cb, NULL);
  g_task_set_source_tag (task, sky_day_files_look);
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
sky_day_files_set_day (SkyDayFiles *self, SkyTableDay *day, SkyStoredLog *audited)
{
  g_return_if_fail (SKY_IS_DAY_FILES (self));

  gboolean other = self->gone || self->changed || g_hash_table_size (self->missing) > 0;

  g_clear_handle_id (&self->timer, g_source_remove);
  g_set_object (&self->day, day);
  g_clear_pointer (&self->audited, sky_stored_log_free);
  self->audited = audited;
  self->gone = FALSE;
  self->changed = FALSE;
  self->held = (FileHeld){ 0 };
  g_hash_table_unref (self->missing);
  self->missing = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (other)
    g_signal_emit (self, changed_signal, 0);
}

void
sky_day_files_grow (SkyDayFiles *self, SkyTableDay *day)
{
  g_return_if_fail (SKY_IS_DAY_FILES (self));
  g_set_object (&self->day, day);
}

gboolean
sky_day_files_get_gone (SkyDayFiles *self)
{
  g_return_val_if_fail (SKY_IS_DAY_FILES (self), FALSE);
  return self->gone;
}

gboolean
sky_day_files_get_changed (SkyDayFiles *self)
{
  g_return_val_if_fail (SKY_IS_DAY_FILES (self), FALSE);
  return self->changed;
}

gboolean
sky_day_files_get_another (SkyDayFiles *self)
{
  g_return_val_if_fail (SKY_IS_DAY_FILES (self), FALSE);
  return self->held.is_another;
}

GHashTable *
sky_day_files_get_missing (SkyDayFiles *self)
{
  g_return_val_if_fail (SKY_IS_DAY_FILES (self), NULL);
  return self->missing;
}

gboolean
sky_day_files_is_looking (SkyDayFiles *self)
{
  g_return_val_if_fail (SKY_IS_DAY_FILES (self), FALSE);
  return self->looking;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_day_files_dispose (GObject *object)
{
  g_clear_handle_id (&SKY_DAY_FILES (object)->timer, g_source_remove);
  G_OBJECT_CLASS (sky_day_files_parent_class)->dispose (object);
}

static void
sky_day_files_finalize (GObject *object)
{
  SkyDayFiles *self = SKY_DAY_FILES (object);

  g_clear_object (&self->intake);
  g_clear_object (&self->day);
  g_clear_pointer (&self->audited, sky_stored_log_free);
  g_hash_table_unref (self->missing);
  G_OBJECT_CLASS (sky_day_files_parent_class)->finalize (object);
}

static void
sky_day_files_class_init (SkyDayFilesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sky_day_files_dispose;
  G_OBJECT_CLASS (klass)->finalize = sky_day_files_finalize;
  changed_signal = g_signal_new ("changed", SKY_TYPE_DAY_FILES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void
sky_day_files_init (SkyDayFiles *self)
{
  self->missing = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

SkyDayFiles *
sky_day_files_new (SkyIntake *intake)
{
  g_return_val_if_fail (SKY_IS_INTAKE (intake), NULL);

  SkyDayFiles *self = g_object_new (SKY_TYPE_DAY_FILES, NULL);
  self->intake = g_object_ref (intake);
  return self;
}
