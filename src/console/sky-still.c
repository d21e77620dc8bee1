/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-still.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

/* Height of the line below the picture. */
#define LINE_HEIGHT 32

typedef struct
{
  GdkTexture *picture;
  char *label;
  SkyTime shown;
  char *folder;
} Still;

static void
still_free (Still *still)
{
  g_object_unref (still->picture);
  g_free (still->label);
  g_free (still->folder);
  g_free (still);
}

/* "CR-01-A 2023-11-04T20.15.03.250000Z.png": colons do not travel well. */
static char *
file_name (const Still *still)
{
  char time[SKY_TIME_TEXT_SIZE];
  g_autofree char *name =
      g_strdup_printf ("%s %s.png", still->label, sky_time_format (still->shown, time));

  return g_strdup (g_strdelimit (name, ":/\\", '.'));
}

static cairo_surface_t *
draw (const Still *still)
{
  int width = gdk_texture_get_width (still->picture);
  int height = gdk_texture_get_height (still->picture);
  char time[SKY_TIME_TEXT_SIZE];
  g_autofree char *text =
      g_strdup_printf ("%s   %s", still->label, sky_time_format (still->shown, time));
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height + LINE_HEIGHT);

  cairo_surface_flush (surface);
  gdk_texture_download (still->picture, cairo_image_surface_get_data (surface),
                        (gsize) cairo_image_surface_get_stride (surface));
  cairo_surface_mark_dirty (surface);

  cairo_t *cr = cairo_create (surface);
  cairo_set_source_rgb (cr, 0, 0, 0);
  cairo_rectangle (cr, 0, height, width, LINE_HEIGHT);
  cairo_fill (cr);
  cairo_set_source_rgb (cr, 1, 1, 1);
  g_autoptr (PangoLayout) layout = pango_cairo_create_layout (cr);
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string ("Monospace 12");
  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, text, -1);
  pango_layout_set_width (layout, (width - 16) * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_START);
  cairo_move_to (cr, 8, height + 6);
  pango_cairo_show_layout (cr, layout);
  cairo_destroy (cr);
  return surface;
}

static void
save_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Still *still = task_data;
  g_autofree char *name = file_name (still);
  g_autofree char *path = g_build_filename (still->folder, name, NULL);

  if (g_mkdir_with_parents (still->folder, 0700) != 0)
    {
      g_task_return_new_error (task, G_IO_ERROR, g_io_error_from_errno (errno),
                               _ ("%s cannot be made: %s"), still->folder, g_strerror (errno));
      return;
    }

  cairo_surface_t *surface = draw (still);
  cairo_status_t status = cairo_surface_write_to_png (surface, path);
  cairo_surface_destroy (surface);
  if (status != CAIRO_STATUS_SUCCESS)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("%s cannot be written: %s"),
                             path, cairo_status_to_string (status));
  else
    g_task_return_pointer (task, g_steal_pointer (&path), g_free);
}

void
sky_still_save_async (GdkTexture *picture,
                      const char *label,
                      SkyTime shown,
                      const char *folder,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  g_return_if_fail (GDK_IS_TEXTURE (picture));

  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  const char *pictures = g_get_user_special_dir (G_USER_DIRECTORY_PICTURES);
  Still *still = g_new0 (Still, 1);

  still->picture = g_object_ref (picture);
  still->label = g_strdup (label);
  still->shown = shown;
  still->folder =
      folder != NULL
          ? g_strdup (folder)
          : g_build_filename (pictures != NULL ? pictures : g_get_home_dir (), "Skyward", NULL);
  g_task_set_source_tag (task, sky_still_save_async);
  g_task_set_task_data (task, still, (GDestroyNotify) still_free);
  g_task_run_in_thread (task, save_in_thread);
}

char *
sky_still_save_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
