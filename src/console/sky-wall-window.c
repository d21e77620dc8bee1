/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-wall-window.h"

#include <glib/gi18n.h>

#include "sky-window-private.h"

struct _SkyWallWindow
{
  GtkWindow parent_instance;

  SkyWindow *main; /* borrowed */
};

G_DEFINE_FINAL_TYPE (SkyWallWindow, sky_wall_window, GTK_TYPE_WINDOW)

static gboolean
sky_wall_window_close_request (GtkWindow *window)
{
  sky_window_take_cameras_back (SKY_WALL_WINDOW (window)->main);
  return GDK_EVENT_STOP;
}

static void
sky_wall_window_class_init (SkyWallWindowClass *klass)
{
  GTK_WINDOW_CLASS (klass)->close_request = sky_wall_window_close_request;
}

static void
sky_wall_window_init (SkyWallWindow *self)
{
  gtk_window_set_title (GTK_WINDOW (self), _ ("Skyward: Cameras"));
  gtk_window_set_default_size (GTK_WINDOW (self), 1280, 680);
}

GtkWidget *
sky_wall_window_new (SkyWindow *main)
{
  SkyWallWindow *self = g_object_new (SKY_TYPE_WALL_WINDOW, NULL);

  self->main = main;
  sky_window_add_keys (GTK_WIDGET (self));
  return GTK_WIDGET (self);
}

SkyWindow *
sky_wall_window_get_main (SkyWallWindow *self)
{
  g_return_val_if_fail (SKY_IS_WALL_WINDOW (self), NULL);
  return self->main;
}
