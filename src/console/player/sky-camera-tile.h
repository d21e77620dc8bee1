/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One camera of a wall: its picture with its name and the picture's own instant, or the reason why
 * there is none. The wheel zooms the picture, the pointer moves it. CSS: node "camera", class
 * "large"; accessible role IMG. Signal "activated": a double click on the tile. */
#pragma once

#include <gtk/gtk.h>

#include "sky-camera-wall.h"
#include "sky-day-sight.h"

G_BEGIN_DECLS

#define SKY_TYPE_CAMERA_TILE (sky_camera_tile_get_type ())
G_DECLARE_FINAL_TYPE (SkyCameraTile, sky_camera_tile, SKY, CAMERA_TILE, GtkWidget)

/* A tile for camera number @camera of @wall, of which it takes a reference. */
GtkWidget *sky_camera_tile_new (SkyCameraWall *wall, guint camera);

guint sky_camera_tile_get_camera (SkyCameraTile *self);

/* Width by height of the picture; 16 by 9 while there is none. */
void sky_camera_tile_get_proportions (SkyCameraTile *self, int *width, int *height);

/* Magnification of the picture in percent; 100 shows all of it. */
void sky_camera_tile_set_zoom (SkyCameraTile *self, int percent);
int sky_camera_tile_get_zoom (SkyCameraTile *self);

/* The visible part of the picture: its magnification, and its middle in thousandths of the
 * picture. */
typedef struct
{
  int zoom;
  int x;
  int y;
} SkyCameraLook;

void sky_camera_tile_set_look (SkyCameraTile *self, const SkyCameraLook *look);
SkyCameraLook sky_camera_tile_get_look (SkyCameraTile *self);

/* Selects its camera. */
void sky_camera_tile_select (SkyCameraTile *self);

/* The camera's name. */
const char *sky_camera_tile_get_name (SkyCameraTile *self);

/* Moves the visible part of a magnified picture by tenths of itself, right and down. */
void sky_camera_tile_pan (SkyCameraTile *self, int dx, int dy);

/* Makes the picture brighter and adds contrast, in percent; 0 is as recorded. */
void sky_camera_tile_set_tone (SkyCameraTile *self, int brightness, int contrast);
void sky_camera_tile_get_tone (SkyCameraTile *self, int *brightness, int *contrast);

/* What the log says of the instant, over the picture; NULL: nothing. */
void sky_camera_tile_set_caption (SkyCameraTile *self, const char *caption);
const char *sky_camera_tile_get_caption (SkyCameraTile *self);

/* @missing: the paths of missing recordings, a set that does not change while the tile has it;
 * NULL: none. The tile marks a picture that was read from one of them earlier. */
void sky_camera_tile_set_missing (SkyCameraTile *self, GHashTable *missing);
/* The zone of its times; NULL: UTC. */
void sky_camera_tile_set_zone (SkyCameraTile *self, GTimeZone *zone);

/* Whose readings are drawn over the pictures that were read, a box with its value for each die or
 * card;
 * NULL: nobody's. */
void sky_camera_tile_set_sight (SkyCameraTile *self, SkyDaySight *sight);
/* How many dice or cards are marked in the picture that is shown. */
guint sky_camera_tile_get_n_boxes (SkyCameraTile *self);

/* The text about the picture besides its instant; "": none. */
const char *sky_camera_tile_get_kind (SkyCameraTile *self);

/* The text that replaces a picture; "" if there is one or one is loading. */
const char *sky_camera_tile_get_notice (SkyCameraTile *self);

/* The picture's instant as the tile shows it; "" without a picture. */
const char *sky_camera_tile_get_instant (SkyCameraTile *self);

G_END_DECLS
