/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bar under the cameras: play, pause, steps, jumps, rate, and the playhead's time. Its buttons
 * are the window's actions ("win.play" and so on). Signal "go-to" (int64 at): the person typed a
 * time. CSS node "transport"; accessible role TOOLBAR. */
#pragma once

#include <gtk/gtk.h>

#include "sky-camera-wall.h"
#include "sky-clock.h"

G_BEGIN_DECLS

#define SKY_TYPE_TRANSPORT (sky_transport_get_type ())
G_DECLARE_FINAL_TYPE (SkyTransport, sky_transport, SKY, TRANSPORT, GtkWidget)

/* What it plays, and the clock of its times. */
void sky_transport_set_wall (SkyTransport *self, SkyCameraWall *wall, SkyClock *clock);
/* Whether there is something to play. Call it after sky_transport_set_wall(). */
void sky_transport_set_open (SkyTransport *self, gboolean open);

/* Asks which time of the day to go to. */
void sky_transport_ask_time (SkyTransport *self);

/* "1×", "⅛×", "−2×". Returns: a new string. */
char *sky_transport_rate_text (int rate);

G_END_DECLS
