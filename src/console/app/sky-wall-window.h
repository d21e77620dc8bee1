/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cameras in their own window, for another monitor. Its owner gives it the grid and the keys of
 * the main window, and takes the grid back before it closes. To close, it asks the main window
 * ("win.wall-window"). */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SKY_TYPE_WALL_WINDOW (sky_wall_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyWallWindow, sky_wall_window, SKY, WALL_WINDOW, GtkWindow)

/* With the last stored size, and full screen on the monitor that it filled, if that exists.
 * Returns: (transfer none): as a window, it owns itself until destroyed. */
GtkWidget *sky_wall_window_new (GtkWidget *main);

/* Stores the window's size and monitor in the settings; call it before the window closes. */
void sky_wall_window_keep (SkyWallWindow *self);

/* The window that it came from, which lives longer. */
GtkWidget *sky_wall_window_get_main (SkyWallWindow *self);

G_END_DECLS
