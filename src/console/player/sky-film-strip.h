/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small pictures of one camera along the visible stretch of time, above the timeline and on its
 * scale. It shows the camera last selected, otherwise the first. A click goes to its instant. A
 * hidden strip decodes nothing. */
#pragma once

#include <gtk/gtk.h>

#include "sky-day-view.h"

G_BEGIN_DECLS

#define SKY_TYPE_FILM_STRIP (sky_film_strip_get_type ())
G_DECLARE_FINAL_TYPE (SkyFilmStrip, sky_film_strip, SKY, FILM_STRIP, GtkWidget)

void sky_film_strip_set_day_view (SkyFilmStrip *self, SkyDayView *day_view);

/* The time that a picture covers when @span is @width pixels wide. */
SkyTime sky_film_strip_slot (SkyTime span, int width);

/* TRUE when all available pictures are loaded. */
gboolean sky_film_strip_is_settled (SkyFilmStrip *self);

G_END_DECLS
