/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-screenshot.h"

#include <glib/gi18n.h>

/* What is settled is drawn one frame later; transitions of the widgets take some more. */
#define SETTLED_FRAMES 30

/* No archive takes longer to be shown, though it may take longer to be audited. */
#define PATIENCE (120 * G_USEC_PER_SEC)

typedef struct
{
  char *path;
  guint frames;   /* since the window is settled */
  gint64 started; /* monotonic */
} Shot;

static void
shot_free (Shot *shot)
{
  g_free (shot->path);
  g_free (shot);
}

gboolean
sky_screenshot_save (GtkNative *window, const char *path, GError **error)
{
  g_return_val_if_fail (GTK_IS_NATIVE (window), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (GTK_WIDGET (window));
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  int width = gdk_paintable_get_intrinsic_width (paintable);
  int height = gdk_paintable_get_intrinsic_height (paintable);

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  g_autoptr (GskRenderNode) node = gtk_snapshot_free_to_node (snapshot);
  if (node == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("The window was not drawn."));
      return FALSE;
    }

  GskRenderer *renderer = gtk_native_get_renderer (window);
  g_autoptr (GdkTexture) texture =
      gsk_renderer_render_texture (renderer, node, &GRAPHENE_RECT_INIT (0, 0, width, height));
  if (gdk_texture_save_to_png (texture, path))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("Cannot write %s."), path);
  return FALSE;
}

/* A window is whole only between its painting and what asks for the next one: until then a widget
 * that is to be drawn anew takes its window's picture away. */
static void
after_paint_cb (GdkFrameClock *clock, GTask *task)
{
  g_autoptr (GTask) held = g_object_ref (task);
  Shot *shot = g_task_get_task_data (task);
  GError *error = NULL;

  g_signal_handlers_disconnect_by_func (clock, after_paint_cb, task);
  if (sky_screenshot_save (GTK_NATIVE (g_task_get_source_object (task)), shot->path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
unref_task (gpointer task, GClosure *closure)
{
  g_object_unref (task);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  GTask *task = data;
  Shot *shot = g_task_get_task_data (task);

  if (g_get_monotonic_time () - shot->started > PATIENCE)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_TIMED_OUT,
                               _ ("The window did not settle."));
      return G_SOURCE_REMOVE;
    }

  shot->frames = sky_window_is_settled (SKY_WINDOW (widget)) ? shot->frames + 1 : 0;
  if (shot->frames < SETTLED_FRAMES)
    return G_SOURCE_CONTINUE;
  g_signal_connect_data (clock, "after-paint", G_CALLBACK (after_paint_cb), g_object_ref (task),
                         unref_task, 0);
  return G_SOURCE_REMOVE;
}

void
sky_screenshot_take_async (SkyWindow *window,
                           const char *path,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_return_if_fail (SKY_IS_WINDOW (window));
  g_return_if_fail (path != NULL);

  GTask *task = g_task_new (window, NULL, callback, user_data);
  Shot *shot = g_new0 (Shot, 1);

  shot->path = g_strdup (path);
  shot->started = g_get_monotonic_time ();
  g_task_set_source_tag (task, sky_screenshot_take_async);
  g_task_set_task_data (task, shot, (GDestroyNotify) shot_free);
  gtk_widget_add_tick_callback (GTK_WIDGET (window), tick_cb, task, g_object_unref);
}

gboolean
sky_screenshot_take_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}
