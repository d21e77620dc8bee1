/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person has open, in parts that each own what they know. Views take the parts that they
 * need, observe them and change nothing but them; no part knows a view. A part sees those that it
 * stands upon, and tells the others by signals:
 *
 *   SkyStoreLink     the way to the store, and what the person is told
 *   SkyClock         the clock that times are read on
 *   SkyIntake        the archives that are open, audited and followed
 *   SkyReviewDesk    who reviews, and what they say
 *   SkyInbox         the list, upon the desk and the intake
 *   SkyOtherDesks    what others do, upon the inbox
 *   SkyDayView       the table's day, upon the intake
 *   SkySelection     what is looked at, upon all of these
 *   SkyCheckpointer  the ledger's checkpoint of each day
 *
 * Nothing here blocks: the store, the logs and the replay are each worked by threads of their own.
 */
#pragma once

#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_SESSION (sky_session_get_type ())
G_DECLARE_FINAL_TYPE (SkySession, sky_session, SKY, SESSION, GObject)

/* A session on the store at @store_path. */
SkySession *sky_session_new (const char *store_path);
/* One in which nothing is said, and nothing of the store is changed. */
SkySession *sky_session_new_reader (const char *store_path);

/* Its parts. Returns: (transfer none). */
SkyStoreLink *sky_session_get_link (SkySession *self);
SkyClock *sky_session_get_clock (SkySession *self);
SkyIntake *sky_session_get_intake (SkySession *self);
SkyReviewDesk *sky_session_get_desk (SkySession *self);
SkyInbox *sky_session_get_inbox (SkySession *self);
SkyDayView *sky_session_get_day_view (SkySession *self);
SkySelection *sky_session_get_selection (SkySession *self);

/* Audits the archives @paths (NULL-terminated) and lists what the store has of them: of that one
 * archive alone when there is just one. */
void sky_session_open_archives (SkySession *self, const char *const *paths);
/* Audits the day's archive again; where no day is open, all that are. */
void sky_session_audit_again (SkySession *self);
/* Bookmarks the playhead. */
void sky_session_add_bookmark (SkySession *self, const char *text);

/* TRUE when nothing that was asked for is under way: for a picture of the window. */
gboolean sky_session_is_settled (SkySession *self);

G_END_DECLS
