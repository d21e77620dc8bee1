/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The places of the timeline's lanes, and their drawing. It draws everything but the playhead and
 * the frame around the visible span, into render nodes that the timeline keeps until they
 * change. */
#pragma once

#include <gtk/gtk.h>

#include "sky-lanes-palette.h"
#include "sky-selection.h"
#include "sky-time-axis.h"

G_BEGIN_DECLS

/* Width of the lanes' names, in front of the axis. */
#define SKY_LANES_GUTTER 96

typedef struct
{
  int top;
  int height;
} SkyLane;

typedef struct
{
  SkyLane map; /* the whole day, whatever the others show */
  SkyLane ruler;
  SkyLane rounds;
  SkyLane events;
  SkyLane findings;
  SkyLane bookmarks;
  int cameras_top;
  int camera_height; /* of each */
  guint n_cameras;
} SkyLanes;

/* The axis beside the gutter of @widget: the visible span of @day_view. Without one, some
 * minute. */
SkyTimeAxis sky_lanes_get_axis (GtkWidget *widget, SkyDayView *day_view);

/* The lanes in @height pixels; the lower end is cut if they need more. */
void sky_lanes_place (SkyLanes *lanes, guint n_cameras, int height);

/* The height that shows everything, and the smallest useful one. */
int sky_lanes_natural_height (guint n_cameras);
int sky_lanes_least_height (void);

/* The colors of the current style. */
const SkyLanesPalette *sky_lanes_get_palette (void);

/* Draws all lanes but the map of @session's day into @snapshot. @begun: the first end of a span to
 * loop, before the other is set; SKY_TIME_NONE: none. @begun_is_end: it is the later one. */
void sky_lanes_draw (const SkyLanes *lanes,
                     GtkWidget *widget,
                     SkySelection *selection,
                     const SkyTimeAxis *axis,
                     SkyTime begun,
                     gboolean begun_is_end,
                     GtkSnapshot *snapshot);

/* Draws the contents of the map; @day is the whole day's axis. */
void sky_lanes_draw_map (const SkyLanes *lanes,
                         GtkWidget *widget,
                         SkySelection *selection,
                         const SkyTimeAxis *day,
                         GtkSnapshot *snapshot);

G_END_DECLS
