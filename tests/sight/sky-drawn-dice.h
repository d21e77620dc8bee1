/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dice that cairo draws: of other makes, and by other hands, than those that the net learned from.
 */
#pragma once

#include "sky-dice-reader.h"

#include <cairo.h>

G_BEGIN_DECLS

#define SKY_DRAWN_MAKES  5
#define SKY_DRAWN_TABLES 3
/* The make and the table that hardly differ. */
#define SKY_DRAWN_WHITE_DIE   0
#define SKY_DRAWN_LIGHT_TABLE G_MAXUINT

/* An image of a bare table, by a number or SKY_DRAWN_LIGHT_TABLE, and what draws on it; the caller
 * frees both. */
cairo_surface_t *sky_drawn_table (guint table, int width, int height, cairo_t **cr);

/* A die of @make with its shadow; @value 0: without pips. */
void
sky_drawn_die (cairo_t *cr, guint make, guint value, double x, double y, double edge, double turn);

/* The same as a camera sees it that looks down at an angle: below its upper face is the side, @high
 * pixels of it, with less light. */
void sky_drawn_high_die (cairo_t *cr,
                         guint make,
                         guint value,
                         double x,
                         double y,
                         double edge,
                         double turn,
                         double high);

/* One of black and blue with red pips. Those of its last row have only @last of their color. */
void sky_drawn_marbled_die (
    cairo_t *cr, guint value, double x, double y, double edge, double turn, double last);

/* A white one seen at an angle: its upper face, at @x and @y, is only @flat times as high as wide,
 * and below it is a side with less light. */
void sky_drawn_tilted_die (
    cairo_t *cr, guint upper, guint lower, double x, double y, double edge, double flat);

/* A card's five diamonds as far apart as the pips of a die. */
void sky_drawn_diamonds (cairo_t *cr, double x, double y, double edge, double turn);

/* One of @make across whose face a band of light lies. */
void sky_drawn_gleaming_die (
    cairo_t *cr, guint make, guint value, double x, double y, double edge, double turn);

/* The color of the pips of @make, for what else is drawn with it. */
void sky_drawn_pip_color (cairo_t *cr, guint make);

/* The image with noise on each pixel: no camera's picture is even. It lasts as long as @surface. */
SkySightPicture sky_drawn_picture (cairo_surface_t *surface, GRand *random);

G_END_DECLS
