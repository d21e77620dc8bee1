/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-clip.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "sky-archive-file.h"
#include "sky-media-clip.h"
#include "sky-thread-task.h"

typedef struct
{
  SkyCamera *camera;
  SkyTime from;
  SkyTime until;
  char *folder;
} Clip;

/* Puts the file @written beside the others under its own name, or the next that is free: "CR-01-A
 * 2023-11-04T20.15.03.250000Z.mp4", "… -2.mp4". Returns: its path, or NULL. */
static char *
give_name (const Clip *clip, const char *written, SkyTime start, const char *suffix, GError **error)
{
  char time[SKY_TIME_TEXT_SIZE];
  g_autofree char *name =
      g_strdup_printf ("%s %s", sky_camera_get_label (clip->camera), sky_time_format (start, time));
  g_autoptr (GFile) from = g_file_new_for_path (written);

  g_strdelimit (name, ":/\\", '.');
  for (guint n = 1;; n++)
    {
      g_autofree char *file = n == 1 ? g_strdup_printf ("%s.%s", name, suffix)
                                     : g_strdup_printf ("%s-%u.%s", name, n, suffix);
      g_autofree char *path = g_build_filename (clip->folder, file, NULL);
      g_autoptr (GFile) to = g_file_new_for_path (path);
      g_autoptr (GError) cause = NULL;

      if (g_file_move (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, &cause))
        return g_steal_pointer (&path);
      if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_EXISTS))
        continue;
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("Cannot write %s: %s"), path,
                   cause->message);
      return NULL;
    }
}

/* Returns: the path of a new empty file in the folder, or NULL. */
static char *
make_scratch (const Clip *clip, GError **error)
{
  g_autofree char *path = g_build_filename (clip->folder, ".clip-XXXXXX", NULL);
  int file = -1;

  if (g_mkdir_with_parents (clip->folder, 0700) == 0)
    file = g_mkstemp (path);
  if (file >= 0 && g_close (file, NULL))
    return g_steal_pointer (&path);
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), _ ("Cannot write to %s: %s"),
               clip->folder, g_strerror (errno));
  return NULL;
}

/* The part of the stretch in which one recording is shown. Returns: the file's path, or NULL. */
static char *
save_part (const Clip *clip, const SkyCoverage *part, GCancellable *cancellable, GError **error)
{
  const SkyCameraSegment *recording = sky_camera_get_segment (clip->camera, part->segment);
  SkyTime from = sky_camera_to_camera_time (clip->camera, MAX (clip->from, part->from));
  SkyTime until = sky_camera_to_camera_time (clip->camera, MIN (clip->until, part->until));
  g_auto (SkyDescriptor) source = -1;
  g_auto (SkyMediaClip) cut = { 0 };
  g_autofree char *scratch = NULL;
  g_autoptr (GError) cause = NULL;
  char *path;

  if (recording->replay)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   _ ("The recorder of %s keeps this recording; only files can be cut"),
                   sky_camera_get_label (clip->camera));
      return NULL;
    }
  source = sky_archive_file_open (recording->folder, recording->file, &cause);
  if (source < 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("Cannot read %s: %s"), recording->file,
                   cause->message);
      return NULL;
    }
  scratch = make_scratch (clip, error);
  if (scratch == NULL)
    return NULL;
  if (!sky_media_clip_write (source, recording->path, scratch, from - recording->start,
                             until - recording->start, &cut, cancellable, &cause))
    {
      g_unlink (scratch);
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, cause->message);
      return NULL;
    }
  path =
      give_name (clip, scratch, sky_camera_to_log_time (clip->camera, recording->start + cut.first),
                 cut.suffix, error);
  if (path == NULL)
    g_unlink (scratch);
  return path;
}

static gpointer
save_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  const Clip *clip = task_data;
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  gboolean any = FALSE;

  for (guint i = 0; i < sky_camera_get_n_coverages (clip->camera); i++)
    {
      const SkyCoverage *part = sky_camera_get_coverage (clip->camera, i);
      g_autofree char *path = NULL;

      if (part->until <= clip->from || part->from >= clip->until)
        continue;
      path = save_part (clip, part, cancellable, error);
      if (path == NULL)
        return NULL;
      g_strv_builder_add (paths, path);
      any = TRUE;
    }
  if (any)
    return g_strv_builder_end (paths);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("No recording of %s covers this time"),
               sky_camera_get_label (clip->camera));
  return NULL;
}

void
sky_clip_save_async (SkyCamera *camera,
                     SkyTime from,
                     SkyTime until,
                     const char *folder,
                     GAsyncReadyCallback callback,
                     gpointer user_data)
{
  g_return_if_fail (camera != NULL);
  g_return_if_fail (folder != NULL);

  Clip *clip = sky_thread_task_new (Clip);

  clip->camera =
      sky_thread_task_keep (clip, sky_camera_ref (camera), (GDestroyNotify) sky_camera_unref);
  clip->from = from;
  clip->until = until;
  clip->folder = sky_thread_task_copy_text (clip, folder);
  sky_thread_task_run (clip, save_in_thread, (GDestroyNotify) g_strfreev, NULL, callback,
                       user_data);
}

char **
sky_clip_save_finish (GAsyncResult *result, GError **error)
{
  return sky_thread_task_finish (result, error);
}

char *
sky_clip_default_folder (void)
{
  const char *videos = g_get_user_special_dir (G_USER_DIRECTORY_VIDEOS);

  return g_build_filename (videos != NULL ? videos : g_get_home_dir (), "Skyward", NULL);
}
