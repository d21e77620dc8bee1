/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bar under the cameras: play, pause, steps, jumps, rate, and the playhead's time. Its buttons
 * are the window's actions ("win.play" and so on). Property (notifies): "day-view". CSS node
 * "transport"; accessible role TOOLBAR. */
#pragma once

#include <gtk/gtk.h>

#include "sky-day-view.h"

G_BEGIN_DECLS

#define SKY_TYPE_TRANSPORT (sky_transport_get_type ())
G_DECLARE_FINAL_TYPE (SkyTransport, sky_transport, SKY, TRANSPORT, GtkWidget)

/* @day_view: (nullable) (transfer none) */
void sky_transport_set_day_view (SkyTransport *self, SkyDayView *day_view);

/* Asks which time of the day to go to. */
void sky_transport_ask_time (SkyTransport *self);

/* "1×", "⅛×", "−2×". Returns: a new string. */
char *sky_transport_rate_text (int rate);

G_END_DECLS
