/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-still.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "sky-digest.h"
#include "sky-thread-font.h"
#include "sky-thread-task.h"

/* Around the text below the picture. */
#define MARGIN 8

typedef struct
{
  GdkTexture *picture;
  char *label;
  SkyTime shown;
  char *folder;
} Still;

/* "CR-01-A 2023-11-04T20.15.03.250000Z.png": colons do not travel well. */
static char *
file_name (const Still *still)
{
  char time[SKY_TIME_TEXT_SIZE];
  g_autofree char *name =
      g_strdup_printf ("%s %s.png", still->label, sky_time_format (still->shown, time));

  return g_strdup (g_strdelimit (name, ":/\\", '.'));
}

/* The SHA-256 of the picture's pixels alone, red, green and blue of each, row by row from the top:
 * whoever has the still can work it out again from what is above the text. */
static void
digest_picture (cairo_surface_t *surface, int width, int height, char digest[SKY_DIGEST_HEX_SIZE])
{
  g_autoptr (SkyDigest) sum = sky_digest_new ();
  g_autofree guint8 *row = g_malloc_n ((gsize) width, 3);
  const guint8 *pixels = cairo_image_surface_get_data (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);

  for (int y = 0; y < height; y++)
    {
      const guint32 *from = (const guint32 *) (gconstpointer) (pixels + (gsize) y * stride);
      for (int x = 0; x < width; x++)
        {
          row[3 * x] = (guint8) (from[x] >> 16);
          row[3 * x + 1] = (guint8) (from[x] >> 8);
          row[3 * x + 2] = (guint8) from[x];
        }
      sky_digest_update (sum, row, (gsize) width * 3);
    }
  sky_digest_peek (sum, digest);
}

static PangoLayout *
lay_out (cairo_t *cr, const Still *still, const char *digest, int width)
{
  char time[SKY_TIME_TEXT_SIZE];
  /* Translators: a camera, the instant of its picture, and the digest of the picture. */
  g_autofree char *text = g_strdup_printf (_ ("%s   %s\nSHA-256 of the picture %s"), still->label,
                                           sky_time_format (still->shown, time), digest);
  PangoLayout *layout = sky_thread_font_create_layout (cr);
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string ("Monospace 10");

  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, text, -1);
  pango_layout_set_width (layout, MAX (width - 2 * MARGIN, 1) * PANGO_SCALE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  return layout;
}

static cairo_surface_t *
draw (const Still *still)
{
  int width = gdk_texture_get_width (still->picture);
  int height = gdk_texture_get_height (still->picture);
  char digest[SKY_DIGEST_HEX_SIZE];
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);

  cairo_surface_flush (picture);
  gdk_texture_download (still->picture, cairo_image_surface_get_data (picture),
                        (gsize) cairo_image_surface_get_stride (picture));
  cairo_surface_mark_dirty (picture);
  digest_picture (picture, width, height, digest);

  cairo_t *scratch = cairo_create (picture);
  g_autoptr (PangoLayout) measured = lay_out (scratch, still, digest, width);
  int text_height;
  pango_layout_get_pixel_size (measured, NULL, &text_height);
  cairo_destroy (scratch);

  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height + text_height + 2 * MARGIN);
  cairo_t *cr = cairo_create (surface);
  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cr, picture, 0, 0);
  cairo_paint (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_OVER);
  cairo_set_source_rgb (cr, 0, 0, 0);
  cairo_rectangle (cr, 0, height, width, text_height + 2 * MARGIN);
  cairo_fill (cr);
  cairo_set_source_rgb (cr, 1, 1, 1);
  g_autoptr (PangoLayout) layout = lay_out (cr, still, digest, width);
  cairo_move_to (cr, MARGIN, height + MARGIN);
  pango_cairo_show_layout (cr, layout);
  cairo_destroy (cr);
  cairo_surface_destroy (picture);
  return surface;
}

/* What comes of it. */
typedef struct
{
  GBytes *png;
  char *path; /* NULL: it was not saved */
} Made;

static void
made_free (Made *made)
{
  g_clear_pointer (&made->png, g_bytes_unref);
  g_free (made->path);
  g_free (made);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Made, made_free)

static cairo_status_t
write_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* Saves @png. Returns: the file's path, or NULL. */
static char *
save (const Still *still, GBytes *png, GError **error)
{
  g_autofree char *name = file_name (still);
  g_autofree char *path = g_build_filename (still->folder, name, NULL);
  g_autoptr (GError) cause = NULL;

  if (g_mkdir_with_parents (still->folder, 0700) != 0)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), _ ("Cannot make %s: %s"),
                   still->folder, g_strerror (errno));
      return NULL;
    }
  if (!g_file_set_contents (path, g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png),
                            &cause))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("Cannot write %s: %s"), path,
                   cause->message);
      return NULL;
    }
  return g_steal_pointer (&path);
}

static gpointer
make_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  const Still *still = task_data;
  g_autoptr (Made) made = g_new0 (Made, 1);
  GByteArray *bytes = g_byte_array_new ();
  cairo_surface_t *surface = draw (still);
  cairo_status_t status = cairo_surface_write_to_png_stream (surface, write_cb, bytes);

  cairo_surface_destroy (surface);
  made->png = g_byte_array_free_to_bytes (bytes);
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", cairo_status_to_string (status));
      return NULL;
    }
  if (still->folder != NULL && (made->path = save (still, made->png, error)) == NULL)
    return NULL;
  return g_steal_pointer (&made);
}

void
sky_still_make_async (GdkTexture *picture,
                      const char *label,
                      SkyTime shown,
                      const char *folder,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  g_return_if_fail (GDK_IS_TEXTURE (picture));

  Still *still = sky_thread_task_new (Still);

  still->picture = sky_thread_task_keep (still, g_object_ref (picture), g_object_unref);
  still->label = sky_thread_task_copy_text (still, label);
  still->shown = shown;
  still->folder = sky_thread_task_copy_text (still, folder);
  sky_thread_task_run (still, make_in_thread, (GDestroyNotify) made_free, NULL, callback,
                       user_data);
}

GBytes *
sky_still_make_finish (GAsyncResult *result, char **path, GError **error)
{
  g_autoptr (Made) made = sky_thread_task_finish (result, error);

  if (made == NULL)
    return NULL;
  if (path != NULL)
    *path = g_steal_pointer (&made->path);
  return g_steal_pointer (&made->png);
}

char *
sky_still_default_folder (void)
{
  const char *pictures = g_get_user_special_dir (G_USER_DIRECTORY_PICTURES);

  return g_build_filename (pictures != NULL ? pictures : g_get_home_dir (), "Skyward", NULL);
}
