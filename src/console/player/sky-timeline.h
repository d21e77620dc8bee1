/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The day in lanes: rounds, events, findings, bookmarks, and each camera's recordings with hatched
 * gaps. Above them is a map of the whole day with a window around the visible span, which the user
 * can drag and widen.
 *
 * Dragging in the lanes scrubs; with Shift it marks a span to loop. Two fingers on a touchpad move
 * with momentum, a pinch zooms. The wheel zooms; with Shift it moves. The timeline keeps no time of
 * its own: playhead and span are the session's. CSS node "timeline"; accessible role SLIDER. */
#pragma once

#include <gtk/gtk.h>

#include "sky-selection.h"
#include "sky-time-axis.h"

G_BEGIN_DECLS

#define SKY_TYPE_TIMELINE (sky_timeline_get_type ())
G_DECLARE_FINAL_TYPE (SkyTimeline, sky_timeline, SKY, TIMELINE, GtkWidget)

/* @selection: (nullable) (transfer none) */
void sky_timeline_set_selection (SkyTimeline *self, SkySelection *selection);

/* Zooms around the playhead to @percent of the span. */
void sky_timeline_zoom (SkyTimeline *self, int percent);
/* Shows the whole day, or the round at the playhead. */
void sky_timeline_show_day (SkyTimeline *self);
void sky_timeline_show_round (SkyTimeline *self);

/* Moves the visible span by @percent of itself, later for positive ones. */
void sky_timeline_pan (SkyTimeline *self, int percent);
#define SKY_TIMELINE_PAGE 80

/* Marks the playhead as the beginning or the end of the span to loop; with both, it is. */
void sky_timeline_mark_loop (SkyTimeline *self, gboolean is_end);
void sky_timeline_end_loop (SkyTimeline *self);

/* Goes to the bookmark after (1) or before (-1) the playhead. */
void sky_timeline_jump_bookmark (SkyTimeline *self, int direction);

/* The pointer's actions, in pixels of the widget: grabs the playhead, the map's window or, with
 * @marks, a span to loop; drags it; releases it. Returns FALSE if there is nothing to grab. */
gboolean sky_timeline_press (SkyTimeline *self, int x, int y, gboolean marks);
void sky_timeline_drag (SkyTimeline *self, int x);
void sky_timeline_release (SkyTimeline *self);

/* Two fingers at @x, @scale times as far apart as they were when the pinch began. */
void sky_timeline_begin_pinch (SkyTimeline *self);
void sky_timeline_pinch (SkyTimeline *self, int x, double scale);

typedef enum
{
  SKY_LANE_NONE,
  SKY_LANE_MAP,
  SKY_LANE_RULER,
  SKY_LANE_ROUNDS,
  SKY_LANE_EVENTS,
  SKY_LANE_FINDINGS,
  SKY_LANE_BOOKMARKS,
  SKY_LANE_CAMERA,
} SkyLaneKind;

/* Which lane is at @y, and which camera's. */
SkyLaneKind sky_timeline_lane_at (SkyTimeline *self, int y, guint *camera);

/* The tooltip at a pixel of the widget. Returns a new string; NULL: none. */
char *sky_timeline_dup_tip (SkyTimeline *self, int x, int y);

/* The axis in the widget; its pixel 0 is at @x of the widget. */
SkyTimeAxis sky_timeline_get_axis (SkyTimeline *self, int *x);

/* The map's window, in pixels of the widget. There must be a day. */
void sky_timeline_get_window (SkyTimeline *self, int *from, int *until);

G_END_DECLS
