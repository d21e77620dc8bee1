/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All cameras of a table side by side, as large as they fit, or one of them large with the others
 * in a strip beside it. It ticks the wall with its frame clock while the wall needs it. Properties
 * (notify): "wall" (SkyCameraWall), "large" (int, -1: all equal). CSS node "cameras". */
#pragma once

#include <gtk/gtk.h>

#include "sky-camera-tile.h"

G_BEGIN_DECLS

#define SKY_TYPE_CAMERA_GRID (sky_camera_grid_get_type ())
G_DECLARE_FINAL_TYPE (SkyCameraGrid, sky_camera_grid, SKY, CAMERA_GRID, GtkWidget)

/* @wall: (nullable) (transfer none) */
void sky_camera_grid_set_wall (SkyCameraGrid *self, SkyCameraWall *wall);
SkyCameraWall *sky_camera_grid_get_wall (SkyCameraGrid *self);

/* A number that no camera has shows all alike. */
void sky_camera_grid_set_large (SkyCameraGrid *self, int camera);
int sky_camera_grid_get_large (SkyCameraGrid *self);

/* With a large camera, hides the others: hidden cameras are not decoded. */
void sky_camera_grid_set_alone (SkyCameraGrid *self, gboolean alone);
gboolean sky_camera_grid_get_alone (SkyCameraGrid *self);
/* The cameras are hidden for now, and not decoded. */
void sky_camera_grid_set_hidden (SkyCameraGrid *self, gboolean hidden);

/* Returns: (transfer none) (nullable): the tile that actions on a camera mean: of the large camera,
 * else of the one last clicked, else the first. */
SkyCameraTile *sky_camera_grid_get_chosen (SkyCameraGrid *self);

/* The visible part of each camera's picture, by camera name, and which is large, as a line to
 * store. It also applies to cameras shown later. */
char *sky_camera_grid_dup_looks (SkyCameraGrid *self);
void sky_camera_grid_take_looks (SkyCameraGrid *self, const char *line);

/* What the log says of the instant, over the chosen camera's picture; NULL: nothing. */
void sky_camera_grid_set_caption (SkyCameraGrid *self, const char *caption);

/* The paths of missing recordings, as for sky_camera_tile_set_missing(). Recordings that are back
 * and did not play are tried again. */
void sky_camera_grid_set_missing (SkyCameraGrid *self, GHashTable *missing);

/* The zone of the times; NULL: UTC. */
void sky_camera_grid_set_zone (SkyCameraGrid *self, GTimeZone *zone);

/* Whose readings are drawn over the pictures, as for sky_camera_tile_set_sight(). */
void sky_camera_grid_set_sight (SkyCameraGrid *self, SkyDaySight *sight);

/* The text while there are no cameras; NULL: that the archive has none of the table. */
void sky_camera_grid_set_why_none (SkyCameraGrid *self, const char *why);

/* TRUE when each camera shows its picture, or says why it has none. */
gboolean sky_camera_grid_is_settled (SkyCameraGrid *self);

/* The number of columns by which @n tiles of 16 by 9 are largest in @width by @height. */
int sky_camera_grid_columns (int n, int width, int height);

G_END_DECLS
