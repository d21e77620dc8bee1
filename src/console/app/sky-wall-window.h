/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cameras in a window of their own, for another monitor. It has the keys of the window that it
 * came from. Its owner gives it the grid and takes it back before the window goes. */
#pragma once

#include "sky-window.h"

G_BEGIN_DECLS

#define SKY_TYPE_WALL_WINDOW (sky_wall_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyWallWindow, sky_wall_window, SKY, WALL_WINDOW, GtkWindow)

/* As large as the last one was kept, and full screen on the monitor that it filled, if that is
 * there. Returns: (transfer none): as any window its own until it is destroyed. */
GtkWidget *sky_wall_window_new (SkyWindow *main);

/* Keeps in @main's settings how large the window is and what it fills; before it goes. */
void sky_wall_window_keep (SkyWallWindow *self);

/* The window that it came from, which lives longer. */
SkyWindow *sky_wall_window_get_main (SkyWallWindow *self);

G_END_DECLS
