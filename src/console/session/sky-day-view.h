/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open day of a table: its log and cameras, the playhead, the visible stretch of time, the
 * round at the playhead, and the day's findings and bookmarks. The camera wall is the clock: the
 * playhead is its position.
 *
 * Properties (notify): "day" (SkyTableDay), "round" (int64, 0: none), "position" (int64). "pinned"
 * (string) is the id of the wager whose steps are shown, "pointed" (string) that of the wager under
 * the pointer. Signals:
 *
 * * "marks-changed" (): findings and bookmarks of the day;
 * * "span-changed" (): the visible stretch of time;
 * * "scene-changed" (): the table at the playhead;
 * * "round-replayed" (): the round is computed;
 * * "zone-changed" (): times use another zone. */
#pragma once

#include "sky-camera-wall.h"
#include "sky-clock.h"
#include "sky-cue-point.h"
#include "sky-day-files.h"
#include "sky-day-marks.h"
#include "sky-day-sight.h"
#include "sky-replayer.h"

G_BEGIN_DECLS

#define SKY_TYPE_DAY_VIEW (sky_day_view_get_type ())
G_DECLARE_FINAL_TYPE (SkyDayView, sky_day_view, SKY, DAY_VIEW, GObject)

/* @clock takes the zone of the open day. */
SkyDayView *sky_day_view_new (SkyStoreLink *link, SkyIntake *intake, SkyClock *clock);
/* The zone of the times. Returns: (transfer none) (nullable): NULL: UTC. */
GTimeZone *sky_day_view_get_zone (SkyDayView *self);
/* Opens the day of the log with the id @log. Then goes to @at and @round (SKY_TIME_NONE: the
 * round's start), or to the instant at which @sight shows what was recorded then. 0: the store no
 * longer has the log, which is reported. */
void sky_day_view_open (SkyDayView *self, gint64 log, SkyTime at, gint64 round, SkyCuePoint sight);
/* The id of the day's log; 0: there is none. */
gint64 sky_day_view_get_log (SkyDayView *self);
SkyTableDay *sky_day_view_get_day (SkyDayView *self);
/* Why there is no day although an item is shown; NULL: there is one, or no item. */
const char *sky_day_view_get_problem (SkyDayView *self);
/* How the day's files are. */
SkyDayFiles *sky_day_view_get_files (SkyDayView *self);
/* What its pictures showed. */
SkyDaySight *sky_day_view_get_sight (SkyDayView *self);
/* TRUE when nothing is pending but questions to the store. */
gboolean sky_day_view_is_settled (SkyDayView *self);

/* (element-type SkyDayMark): by instant. */
GArray *sky_day_view_get_marks (SkyDayView *self);
/* Requests them from the store again. */
void sky_day_view_ask_marks (SkyDayView *self);

/* --- Time ------------------------------------------------------------------------------------- */

SkyCameraWall *sky_day_view_get_wall (SkyDayView *self);
SkyTime sky_day_view_get_position (SkyDayView *self);
/* Goes to @at and keeps it visible. */
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
/* The current item is about @wager (NULL: none) in @round. While that round is shown, the wager is
 * pinned unless another is. */
void sky_day_view_set_own_wager (SkyDayView *self, gint64 round, const char *wager);
/* The wager of the current item while its round is shown; NULL: none. */
const char *sky_day_view_get_own_wager (SkyDayView *self);
/* The wager whose steps are shown, until another is selected or the round changes. NULL pins that
 * of the current item. */
void sky_day_view_set_pinned (SkyDayView *self, const char *wager);
const char *sky_day_view_get_pinned (SkyDayView *self);
/* The wager under the pointer, which is only tinted; NULL: none. */
void sky_day_view_set_pointed (SkyDayView *self, const char *wager);
/* The wager to tint: the one pointed at, otherwise the pinned one; NULL: none. */
const char *sky_day_view_get_pointed (SkyDayView *self);

G_END_DECLS
