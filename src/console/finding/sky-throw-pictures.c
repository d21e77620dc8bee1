/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-throw-pictures.h"

#include <cairo.h>

#include "sky-archive-file.h"
#include "sky-media-picture.h"
#include "sky-thread-task.h"

typedef struct
{
  SkyCamera *camera;
  GArray *times; /* of SkyTime */
} Reading;

/* Returns: @picture as large as the room for it, in its own proportions. */
static GdkTexture *
shrink (const SkyMediaPicture *picture)
{
  double scale = MIN ((double) SKY_THROW_PICTURE_WIDTH / picture->width,
                      (double) SKY_THROW_PICTURE_HEIGHT / picture->height);
  int width = MAX ((int) (picture->width * scale + 0.5), 1);
  int height = MAX ((int) (picture->height * scale + 0.5), 1);
  cairo_surface_t *whole = cairo_image_surface_create_for_data (
      picture->pixels, CAIRO_FORMAT_RGB24, picture->width, picture->height, (int) picture->stride);
  cairo_surface_t *small = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (small);

  cairo_scale (cr, (double) width / picture->width, (double) height / picture->height);
  cairo_set_source_surface (cr, whole, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_GOOD);
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_flush (small);

  gsize stride = (gsize) cairo_image_surface_get_stride (small);
  g_autoptr (GBytes) bytes =
      g_bytes_new (cairo_image_surface_get_data (small), stride * (gsize) height);
  cairo_surface_destroy (small);
  cairo_surface_destroy (whole);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

/* Returns: (nullable): what the camera shows at @at; NULL: nothing, or nothing that can be read. */
static GdkTexture *
read_one (SkyCamera *camera, SkyTime at, GCancellable *cancellable)
{
  int coverage = sky_camera_find_coverage (camera, at);
  const SkyCameraSegment *recording;
  g_auto (SkyDescriptor) file = -1;
  g_auto (SkyMediaPicture) picture = { 0 };

  if (coverage < 0)
    return NULL;
  recording =
      sky_camera_get_segment (camera, sky_camera_get_coverage (camera, (guint) coverage)->segment);
  if (recording->replay)
    return NULL;
  file = sky_archive_file_open (recording->folder, recording->file, NULL);
  if (file < 0
      || !sky_media_picture_grab (file, recording->path,
                                  sky_camera_to_camera_time (camera, at) - recording->start,
                                  &picture, cancellable, NULL))
    return NULL;
  return shrink (&picture);
}

static void
unref_if_any (gpointer texture)
{
  if (texture != NULL)
    g_object_unref (texture);
}

static gpointer
read_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  const Reading *reading = task_data;
  g_autoptr (GPtrArray) pictures = g_ptr_array_new_with_free_func (unref_if_any);

  for (guint i = 0; i < reading->times->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      g_ptr_array_add (
          pictures,
          read_one (reading->camera, g_array_index (reading->times, SkyTime, i), cancellable));
    }
  return g_steal_pointer (&pictures);
}

void
sky_throw_pictures_read_async (SkyCamera *camera,
                               GArray *times,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_return_if_fail (camera != NULL);
  g_return_if_fail (times != NULL);

  Reading *reading = sky_thread_task_new (Reading);

  reading->camera =
      sky_thread_task_keep (reading, sky_camera_ref (camera), (GDestroyNotify) sky_camera_unref);
  reading->times =
      sky_thread_task_keep (reading, g_array_ref (times), (GDestroyNotify) g_array_unref);
  sky_thread_task_run (reading, read_in_thread, (GDestroyNotify) g_ptr_array_unref, cancellable,
                       callback, user_data);
}

GPtrArray *
sky_throw_pictures_read_finish (GAsyncResult *result, GError **error)
{
  return sky_thread_task_finish (result, error);
}
