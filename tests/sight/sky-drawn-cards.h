/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cards that cairo draws: by other hands than those that the net learned from. Pips are dots and
 * faces are stripes, indices are cairo's own letters. */
#pragma once

#include "sky-card-reader.h"

#include <cairo.h>

G_BEGIN_DECLS

#define SKY_DRAWN_DECKS 4

/* A card of @deck with its shadow, its middle at @x, @y, @width wide and turned by @turn; @rank 2
 * to 14, 0: face down. */
void sky_drawn_card (cairo_t *cr,
                     guint deck,
                     guint rank,
                     SkySightSuit suit,
                     double x,
                     double y,
                     double width,
                     double turn);

/* A card with @text for its rank, which may be none; NULL: nothing on it. */
void sky_drawn_card_with (
    cairo_t *cr, guint deck, const char *text, double x, double y, double width, double turn);

G_END_DECLS
