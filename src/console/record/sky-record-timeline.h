/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recordings of a table in time: a lane for each camera, the rounds that the log has, and the
 * playhead. A click goes there; the wheel zooms. CSS node "recordtimeline"; accessible role
 * SLIDER. */
#pragma once

#include <gtk/gtk.h>

#include "sky-camera-wall.h"

G_BEGIN_DECLS

#define SKY_TYPE_RECORD_TIMELINE (sky_record_timeline_get_type ())
G_DECLARE_FINAL_TYPE (SkyRecordTimeline, sky_record_timeline, SKY, RECORD_TIMELINE, GtkWidget)

void sky_record_timeline_set_wall (SkyRecordTimeline *self, SkyCameraWall *wall);
/* The zone of its times; NULL: UTC. */
void sky_record_timeline_set_zone (SkyRecordTimeline *self, GTimeZone *zone);
/* The stretches that a plan has drawn (of SkySpan; a reference is taken); NULL: there is no plan.
 */
void sky_record_timeline_set_stretches (SkyRecordTimeline *self, GArray *stretches);
/* The rounds that the log has (of SkyRecordRound; a reference is taken). */
void sky_record_timeline_set_rounds (SkyRecordTimeline *self, GArray *rounds);

G_END_DECLS
