/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recording in progress: a thread of its own runs the coding session (sky-coding.h), so that no
 * disk keeps the main loop waiting. It does the requested actions in their order, each at the
 * instant that was on the screen at its request. Signals:
 *
 * * "opened" (): the log is ready;
 * * "changed" (): there is a new state;
 * * "refused" (string: why): the session refused the last action;
 * * "failed" (string: why): the log cannot be opened or written. The desk does nothing more;
 * * "echo" (string: what a text would become, boolean: the session understands it). */
#pragma once

#include <glib-object.h>

#include "sky-record-state.h"

G_BEGIN_DECLS

#define SKY_TYPE_RECORD_DESK (sky_record_desk_get_type ())
G_DECLARE_FINAL_TYPE (SkyRecordDesk, sky_record_desk, SKY, RECORD_DESK, GObject)

/* Begins the log at @path, with @header, or continues it. The journal lies beside it. @opening
 * (NULL-terminated, nullable) are entries for the beginning of a new log, at the instant @at.
 * @corrector (nullable): as for sky_coding_set_corrector(). */
SkyRecordDesk *sky_record_desk_new (const char *path,
                                    const SkyLogHeader *header,
                                    const char *const *opening,
                                    SkyTime at,
                                    const char *corrector);

/* The state after the last action; NULL: the log is not open yet. */
const SkyRecordState *sky_record_desk_get_state (SkyRecordDesk *self);
/* TRUE while actions are not done yet. */
gboolean sky_record_desk_is_busy (SkyRecordDesk *self);

/* The instant and the frame of the actions that follow, as for sky_coding_set_clock(). */
void sky_record_desk_set_clock (SkyRecordDesk *self, SkyTime at, gint recording, SkyTime frame);
/* As sky_coding_add_played(). */
void sky_record_desk_add_played (SkyRecordDesk *self, SkyTime from, SkyTime until, guint percent);

/* The actions: each as the function of SkyCoding of the same name. */
void sky_record_desk_enter (SkyRecordDesk *self, const char *text, const SkyEntryHand *hand);
void sky_record_desk_advance (SkyRecordDesk *self);
void sky_record_desk_repeat (SkyRecordDesk *self, gint64 seat);
void sky_record_desk_accept (SkyRecordDesk *self, const char *wager);
void
sky_record_desk_settle (SkyRecordDesk *self, const char *wager, const SkySettlement *settlement);
void sky_record_desk_set_unsure (SkyRecordDesk *self, guint line, gboolean unsure);
void sky_record_desk_remove (SkyRecordDesk *self, guint line);
void sky_record_desk_set_amount (SkyRecordDesk *self, guint line, SkyMoney amount);
void sky_record_desk_look_away (SkyRecordDesk *self,
                                SkyTime from,
                                SkyTime until,
                                SkyUnobservedReason reason);
/* Says in a line of the log that all before @until was looked at. Call it between rounds, where no
 * other line says so. */
void sky_record_desk_pass (SkyRecordDesk *self, SkyTime until);
void sky_record_desk_undo (SkyRecordDesk *self);
void sky_record_desk_redo (SkyRecordDesk *self);
void sky_record_desk_close (SkyRecordDesk *self, const SkyCodingWork *work);
void sky_record_desk_correct (SkyRecordDesk *self, gint64 round, const char *reason);
void sky_record_desk_abandon (SkyRecordDesk *self);

/* Requests the signal "echo" for @text. Of several requests only the last is answered. */
void sky_record_desk_ask_echo (SkyRecordDesk *self, const char *text, const SkyEntryHand *hand);

G_END_DECLS
