/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The day in lanes: rounds, events, findings and bookmarks, and each camera's recordings with its
 * gaps hatched. Dragging scrubs, with Shift it marks a span to loop; the wheel zooms, with Shift it
 * moves. It keeps no time of its own: playhead and span are the session's.
 *
 * CSS node "timeline"; accessible role SLIDER. */
#pragma once

#include <gtk/gtk.h>

#include "sky-session.h"

G_BEGIN_DECLS

#define SKY_TYPE_TIMELINE (sky_timeline_get_type ())
G_DECLARE_FINAL_TYPE (SkyTimeline, sky_timeline, SKY, TIMELINE, GtkWidget)

/* @session: (nullable) (transfer none) */
void sky_timeline_set_session (SkyTimeline *self, SkySession *session);
SkySession *sky_timeline_get_session (SkyTimeline *self);

/* Zooms around the playhead to @percent of the span. */
void sky_timeline_zoom (SkyTimeline *self, int percent);
/* Shows the whole day, or the round at the playhead. */
void sky_timeline_show_day (SkyTimeline *self);
void sky_timeline_show_round (SkyTimeline *self);

typedef enum
{
  SKY_LANE_NONE,
  SKY_LANE_RULER,
  SKY_LANE_ROUNDS,
  SKY_LANE_EVENTS,
  SKY_LANE_FINDINGS,
  SKY_LANE_CAMERA,
} SkyLaneKind;

/* Which lane lies at @y, and of cameras which one. */
SkyLaneKind sky_timeline_lane_at (SkyTimeline *self, int y, guint *camera);

/* The axis as it lies in the widget; its pixel 0 is at @x of the widget. */
SkyTimeAxis sky_timeline_get_axis (SkyTimeline *self, int *x);

G_END_DECLS
