/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-wall-window.h"

#include <glib/gi18n.h>

struct _SkyWallWindow
{
  GtkWindow parent_instance;

  GtkWidget *main; /* borrowed */
  GSettings *settings;
};

G_DEFINE_FINAL_TYPE (SkyWallWindow, sky_wall_window, GTK_TYPE_WINDOW)

static guint left_signal;

/* How the window was: as wide and high as it is while it fills no monitor, what it fills, and the
 * connector of that monitor. */
#define KEY        "cameras-window"
#define MAXIMIZED  "maximized"
#define FULLSCREEN "fullscreen"

/* Less is no size that somebody chose, px. */
#define LEAST_SIZE 200

/* The monitor that is connected there. Returns: (transfer full) (nullable). */
static GdkMonitor *
find_monitor (GdkDisplay *display, const char *connector)
{
  GListModel *monitors = gdk_display_get_monitors (display);

  for (guint i = 0; i < g_list_model_get_n_items (monitors); i++)
    {
      g_autoptr (GdkMonitor) monitor = g_list_model_get_item (monitors, i);
      if (g_strcmp0 (gdk_monitor_get_connector (monitor), connector) == 0)
        return g_steal_pointer (&monitor);
    }
  return NULL;
}

/* A monitor that is not there any more is not filled: the window would lie over the console's. */
static void
take_up (SkyWallWindow *self)
{
  GtkWindow *window = GTK_WINDOW (self);
  g_autofree char *fills = NULL;
  g_autofree char *connector = NULL;
  int width;
  int height;

  g_settings_get (self->settings, KEY, "(iiss)", &width, &height, &fills, &connector);
  if (width >= LEAST_SIZE && height >= LEAST_SIZE)
    gtk_window_set_default_size (window, width, height);
  if (g_str_equal (fills, MAXIMIZED))
    gtk_window_maximize (window);
  if (!g_str_equal (fills, FULLSCREEN))
    return;
  g_autoptr (GdkMonitor) monitor =
      find_monitor (gtk_widget_get_display (GTK_WIDGET (self)), connector);
  if (monitor != NULL)
    gtk_window_fullscreen_on_monitor (window, monitor);
}

static gboolean
sky_wall_window_close_request (GtkWindow *window)
{
  g_signal_emit (window, left_signal, 0);
  return GDK_EVENT_STOP;
}

static void
sky_wall_window_finalize (GObject *object)
{
  g_clear_object (&SKY_WALL_WINDOW (object)->settings);
  G_OBJECT_CLASS (sky_wall_window_parent_class)->finalize (object);
}

static void
sky_wall_window_class_init (SkyWallWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_wall_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = sky_wall_window_close_request;
  left_signal = g_signal_new ("left", SKY_TYPE_WALL_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                              G_TYPE_NONE, 0);
}

static void
sky_wall_window_init (SkyWallWindow *self)
{
  self->settings = g_settings_new (SKY_APP_ID);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Skyward: Cameras"));
  gtk_window_set_default_size (GTK_WINDOW (self), 1280, 680);
}

GtkWidget *
sky_wall_window_new (GtkWidget *main)
{
  SkyWallWindow *self = g_object_new (SKY_TYPE_WALL_WINDOW, NULL);

  self->main = main;
  take_up (self);
  return GTK_WIDGET (self);
}

GtkWidget *
sky_wall_window_get_main (SkyWallWindow *self)
{
  g_return_val_if_fail (SKY_IS_WALL_WINDOW (self), NULL);
  return self->main;
}

void
sky_wall_window_keep (SkyWallWindow *self)
{
  g_return_if_fail (SKY_IS_WALL_WINDOW (self));

  GtkWindow *window = GTK_WINDOW (self);
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self));
  const char *fills = "";
  const char *connector = NULL;
  int width;
  int height;

  if (surface == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (gtk_window_is_fullscreen (window))
    fills = FULLSCREEN;
  else if (gtk_window_is_maximized (window))
    fills = MAXIMIZED;
  GdkMonitor *monitor =
      gdk_display_get_monitor_at_surface (gdk_surface_get_display (surface), surface);
  if (monitor != NULL)
    connector = gdk_monitor_get_connector (monitor);
  gtk_window_get_default_size (window, &width, &height);
  g_settings_set (self->settings, KEY, "(iiss)", width, height, fills,
                  connector != NULL ? connector : "");
}
