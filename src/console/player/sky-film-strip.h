/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small pictures of one camera along the stretch of time in sight, above the timeline and on its
 * scale: of the camera that was last chosen, else the first. A click goes to its instant. Nothing
 * is decoded while it is not shown. */
#pragma once

#include <gtk/gtk.h>

#include "sky-day-view.h"

G_BEGIN_DECLS

#define SKY_TYPE_FILM_STRIP (sky_film_strip_get_type ())
G_DECLARE_FINAL_TYPE (SkyFilmStrip, sky_film_strip, SKY, FILM_STRIP, GtkWidget)

void sky_film_strip_set_day_view (SkyFilmStrip *self, SkyDayView *day_view);

/* How much time a picture stands for when @span is @width pixels wide. */
SkyTime sky_film_strip_slot (SkyTime span, int width);

/* TRUE when all pictures that can be had are there. */
gboolean sky_film_strip_is_settled (SkyFilmStrip *self);

G_END_DECLS
