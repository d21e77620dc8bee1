/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the timeline's lanes lie, and their drawing. Everything but the playhead and the frame
 * around what is in sight is drawn here, into render nodes that the timeline keeps until something
 * of them changes. */
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

/* What lies beside the gutter of @widget: the span in sight of @day_view. Without one it is some
 * minute. */
SkyTimeAxis sky_lanes_get_axis (GtkWidget *widget, SkyDayView *day_view);

/* The lanes in @height pixels; what is too much for it is cut at the lower end. */
void sky_lanes_place (SkyLanes *lanes, guint n_cameras, int height);

/* The height at which nothing is cut, and the least that is of use. */
int sky_lanes_natural_height (guint n_cameras);
int sky_lanes_least_height (void);

/* The colours of the style that is in use. */
const SkyLanesPalette *sky_lanes_get_palette (void);

/* Draws all lanes but the map of @session's day into @snapshot. @begun: one end of a span to
 * loop that has no other yet, @begun_is_end: its later one; SKY_TIME_NONE: there is none. */
void sky_lanes_draw (const SkyLanes *lanes,
                     GtkWidget *widget,
                     SkySelection *selection,
                     const SkyTimeAxis *axis,
                     SkyTime begun,
                     gboolean begun_is_end,
                     GtkSnapshot *snapshot);

/* Draws what lies on the map; @day is the whole day's axis. */
void sky_lanes_draw_map (const SkyLanes *lanes,
                         GtkWidget *widget,
                         SkySelection *selection,
                         const SkyTimeAxis *day,
                         GtkSnapshot *snapshot);

G_END_DECLS
