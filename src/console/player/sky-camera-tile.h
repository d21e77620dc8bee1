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

/* What is shown of the picture: its magnification, and the middle in thousandths of the picture. */
typedef struct
{
  int zoom;
  int x;
  int y;
} SkyCameraLook;

void sky_camera_tile_set_look (SkyCameraTile *self, const SkyCameraLook *look);
SkyCameraLook sky_camera_tile_get_look (SkyCameraTile *self);

/* Makes its camera the one that is chosen. */
void sky_camera_tile_select (SkyCameraTile *self);

/* The camera's name. */
const char *sky_camera_tile_get_name (SkyCameraTile *self);

/* Moves what is shown of a magnified picture by tenths of what is in sight; to the right and down.
 */
void sky_camera_tile_pan (SkyCameraTile *self, int dx, int dy);

/* Makes the picture brighter and richer in contrast by so many per cent; 0 is as recorded. */
void sky_camera_tile_set_tone (SkyCameraTile *self, int brightness, int contrast);
void sky_camera_tile_get_tone (SkyCameraTile *self, int *brightness, int *contrast);

/* What the log says of the instant, over the picture; NULL: nothing. */
void sky_camera_tile_set_caption (SkyCameraTile *self, const char *caption);
const char *sky_camera_tile_get_caption (SkyCameraTile *self);

/* @missing: the paths of recordings that are not there (any more), a set that is not changed while
 * the tile has it; NULL: none. A picture of one of them, which was read before, is told to be so.
 */
void sky_camera_tile_set_missing (SkyCameraTile *self, GHashTable *missing);
/* The zone that its times are written in; NULL: UTC. */
void sky_camera_tile_set_zone (SkyCameraTile *self, GTimeZone *zone);

/* What is told of the picture besides its instant; "": nothing. */
const char *sky_camera_tile_get_kind (SkyCameraTile *self);

/* What stands in the tile's place of a picture; "" when there is one or one is on its way. */
const char *sky_camera_tile_get_notice (SkyCameraTile *self);

/* The instant of the picture, as the tile tells it; "" when there is none. */
const char *sky_camera_tile_get_instant (SkyCameraTile *self);

G_END_DECLS
