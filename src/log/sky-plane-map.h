/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a flat rectangle, such as a table, lies in a camera's picture: a projective map by its four
 * corners. A plain value that owns nothing. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A point of a picture, in pixels. */
typedef struct
{
  int x;
  int y;
} SkyPicturePoint;

typedef struct
{
  double forward[9]; /* from the unit square to the picture, row by row */
  double back[9];
} SkyPlaneMap;

/* The map to @corners, from the upper left one on, clockwise. Returns FALSE, and leaves @self as it
 * is, unless these are the corners of a convex quadrilateral in this order. */
gboolean sky_plane_map_init (SkyPlaneMap *self, const SkyPicturePoint corners[4]);

/* Where @u, @v (0 to 1, to the right and down) lies in the picture, in pixels. */
void sky_plane_map_to_picture (const SkyPlaneMap *self, double u, double v, double *x, double *y);
/* What lies at @x, @y: outside of 0 to 1, it is beside the rectangle. */
void sky_plane_map_from_picture (const SkyPlaneMap *self, double x, double y, double *u, double *v);

/* How far the camera looks off the vertical of a rectangle of @width by @height, of any unit, in
 * degrees, in its middle: 0 from straight above. */
double sky_plane_map_get_tilt (const SkyPlaneMap *self, double width, double height);

G_END_DECLS
