/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table's day that is open: its log and cameras, the playhead, the stretch of time in sight,
 * the round at the playhead, and what was found and bookmarked of it. The camera wall is the clock:
 * the playhead is its position.
 *
 * Properties (notify): "day" (SkyTableDay), "round" (int64, 0: none), "position" (int64), "pinned"
 * (string: the id of the wager whose steps are shown), "pointed" (string: of the wager under the
 * pointer).
 * Signals: "marks-changed" (), findings and bookmarks of the day; "span-changed" (), the stretch of
 * time in sight; "scene-changed" (), the table at the playhead; "round-replayed" (), the round is
 * worked out; "zone-changed" (), times are written in another zone. */
#pragma once

#include "sky-camera-wall.h"
#include "sky-clock.h"
#include "sky-cue-point.h"
#include "sky-day-files.h"
#include "sky-day-marks.h"
#include "sky-replayer.h"

G_BEGIN_DECLS

#define SKY_TYPE_DAY_VIEW (sky_day_view_get_type ())
G_DECLARE_FINAL_TYPE (SkyDayView, sky_day_view, SKY, DAY_VIEW, GObject)

/* @clock goes by the zone of the day that is open. */
SkyDayView *sky_day_view_new (SkyStoreLink *link, SkyIntake *intake, SkyClock *clock);
/* The zone that times are written in. Returns: (transfer none) (nullable): NULL: UTC. */
GTimeZone *sky_day_view_get_zone (SkyDayView *self);
/* Opens the day of the log with the id @log, then goes to @at and @round (SKY_TIME_NONE: where that
 * begins), or where @sight is of what was recorded then. 0: the log is not in the store any more,
 * which is told. */
void sky_day_view_open (SkyDayView *self, gint64 log, SkyTime at, gint64 round, SkyCuePoint sight);
/* The log of the day, by its id; 0: there is none. */
gint64 sky_day_view_get_log (SkyDayView *self);
SkyTableDay *sky_day_view_get_day (SkyDayView *self);
/* Why there is no day although something is looked at; NULL: there is one, or nothing is. */
const char *sky_day_view_get_problem (SkyDayView *self);
/* How the day's files are. */
SkyDayFiles *sky_day_view_get_files (SkyDayView *self);
/* TRUE when nothing that was asked for is under way but questions of the store. */
gboolean sky_day_view_is_settled (SkyDayView *self);

/* (element-type SkyDayMark): by instant. */
GArray *sky_day_view_get_marks (SkyDayView *self);
/* Asks the store for them anew. */
void sky_day_view_ask_marks (SkyDayView *self);

/* --- Time ------------------------------------------------------------------------------------- */

SkyCameraWall *sky_day_view_get_wall (SkyDayView *self);
SkyTime sky_day_view_get_position (SkyDayView *self);
/* Goes to @at and keeps it in sight. */
void sky_day_view_go_to (SkyDayView *self, SkyTime at);
void sky_day_view_jump_event (SkyDayView *self, int direction);
void sky_day_view_jump_round (SkyDayView *self, int direction);
/* Plays at @rate, pauses for 0. */
void sky_day_view_shuttle (SkyDayView *self, int rate);

void sky_day_view_get_span (SkyDayView *self, SkyTime *from, SkyTime *until);
void sky_day_view_set_span (SkyDayView *self, SkyTime from, SkyTime until);

/* --- The round -------------------------------------------------------------------------------- */

gint64 sky_day_view_get_round (SkyDayView *self);
/* The table at the playhead; NULL: not known yet. */
const SkyScene *sky_day_view_get_scene (SkyDayView *self);
/* The round worked out; NULL: not yet. */
const SkyRoundReplay *sky_day_view_get_round_replay (SkyDayView *self);
/* What is looked at is of @wager (NULL: of none) in @round: where that round is shown it is pinned
 * as long as no other is. */
void sky_day_view_set_own_wager (SkyDayView *self, gint64 round, const char *wager);
/* The wager of what is looked at, where its round is shown; NULL: none. */
const char *sky_day_view_get_own_wager (SkyDayView *self);
/* The wager whose steps are shown stays until another is chosen, or the round is another. NULL pins
 * that of what is looked at. */
void sky_day_view_set_pinned (SkyDayView *self, const char *wager);
const char *sky_day_view_get_pinned (SkyDayView *self);
/* The wager under the pointer is tinted, no more; NULL: none is. */
void sky_day_view_set_pointed (SkyDayView *self, const char *wager);
/* The wager to be tinted: the one pointed at, else the pinned one; NULL: none. */
const char *sky_day_view_get_pointed (SkyDayView *self);

G_END_DECLS
