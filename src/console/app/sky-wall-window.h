/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cameras in a window of their own, for another monitor. Its owner gives it the grid and the
 * keys of the window that it came from, and takes the grid back before it goes: when it is closed
 * it asks that window to ("win.wall-window"). */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SKY_TYPE_WALL_WINDOW (sky_wall_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyWallWindow, sky_wall_window, SKY, WALL_WINDOW, GtkWindow)

/* As large as the last one was kept, and full screen on the monitor that it filled, if that is
 * there. Returns: (transfer none): as any window its own until it is destroyed. */
GtkWidget *sky_wall_window_new (GtkWidget *main);

/* Keeps in the settings how large the window is and what it fills; before it goes. */
void sky_wall_window_keep (SkyWallWindow *self);

/* The window that it came from, which lives longer. */
GtkWidget *sky_wall_window_get_main (SkyWallWindow *self);

G_END_DECLS
