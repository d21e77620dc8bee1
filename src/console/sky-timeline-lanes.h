/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the timeline's lanes lie, and their drawing. Everything but the playhead is drawn here,
 * into one render node that the timeline keeps until something of it changes. */
#pragma once

#include <gtk/gtk.h>

#include "sky-timeline.h"

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
  SkyLane ruler;
  SkyLane rounds;
  SkyLane events;
  SkyLane findings;
  int cameras_top;
  int camera_height; /* of each */
  guint n_cameras;
} SkyLanes;

/* The lanes in @height pixels; what is too much for it is cut at the lower end. */
void sky_lanes_place (SkyLanes *lanes, guint n_cameras, int height);

/* The height at which nothing is cut, and the least that is of use. */
int sky_lanes_natural_height (guint n_cameras);
int sky_lanes_least_height (void);

/* Draws the lanes of @session's day into @snapshot. */
void sky_lanes_draw (const SkyLanes *lanes,
                     GtkWidget *widget,
                     SkySession *session,
                     const SkyTimeAxis *axis,
                     GtkSnapshot *snapshot);

G_END_DECLS
