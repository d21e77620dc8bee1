/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How plots are drawn: colors, texts and bars, in the units of the plot. */
#pragma once

#include "sky-plot.h"

G_BEGIN_DECLS

void sky_pen_set_color (cairo_t *cr, const SkyPlotColour *color);

/* How wide @text is at @size. */
double sky_pen_text_width (cairo_t *cr, const char *text, double size);

/* Writes @text. @room: what is wider is shortened; 0: never. @x is its left end when @align is 0,
 * the middle for 0.5, the right end for 1; @y is the middle. */
void sky_pen_write (
    cairo_t *cr, const char *text, double size, double room, double x, double y, double align);

/* A bar; nothing without an area. */
void sky_pen_fill (
    cairo_t *cr, const SkyPlotColour *color, double x, double y, double width, double height);

G_END_DECLS
