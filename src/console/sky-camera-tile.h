/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One camera of a wall: its picture with its name, the picture's own instant, and in words why
 * there is none. The picture can be zoomed with the wheel and moved with the pointer.
 *
 * CSS: node "camera", class "large"; accessible role IMG. Signal "activated": the tile was
 * double-clicked. */
#pragma once

#include <gtk/gtk.h>

#include "sky-camera-wall.h"

G_BEGIN_DECLS

#define SKY_TYPE_CAMERA_TILE (sky_camera_tile_get_type ())
G_DECLARE_FINAL_TYPE (SkyCameraTile, sky_camera_tile, SKY, CAMERA_TILE, GtkWidget)

/* A tile for camera number @camera of @wall, of which it takes a reference. */
GtkWidget *sky_camera_tile_new (SkyCameraWall *wall, guint camera);

guint sky_camera_tile_get_camera (SkyCameraTile *self);

/* Width by height of the picture; 16 by 9 as long as there is none. */
void sky_camera_tile_get_proportions (SkyCameraTile *self, int *width, int *height);

/* Magnification of the picture, in per cent; 100 shows all of it. */
void sky_camera_tile_set_zoom (SkyCameraTile *self, int percent);
int sky_camera_tile_get_zoom (SkyCameraTile *self);

/* What stands in the tile's place of a picture; "" when there is one or one is on its way. */
const char *sky_camera_tile_get_notice (SkyCameraTile *self);

G_END_DECLS
