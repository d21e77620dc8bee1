/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person has open, in parts that each own their data. Views take the parts that they need,
 * observe them and change only them; no part knows a view. A part sees those below it, and informs
 * the others by signals:
 *
 *     SkyStoreLink     the way to the store, and messages to the person
 *     SkyClock         the clock of all times
 *     SkyIntake        the open archives, their audit and growth
 *     SkyReviewDesk    the reviewer and their entries
 *     SkyInbox         the list, on top of the desk and the intake
 *     SkyOtherDesks    what others do, on top of the inbox
 *     SkyDayView       the table's day, on top of the intake
 *     SkySelection     the current item, on top of all of these
 *     SkyCheckpointer  the ledger's checkpoint of each day
 *
 * Nothing here blocks: the store, the logs and the replay have their own threads. */
#pragma once

#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_SESSION (sky_session_get_type ())
G_DECLARE_FINAL_TYPE (SkySession, sky_session, SKY, SESSION, GObject)

/* A session on the store at @store_path. */
SkySession *sky_session_new (const char *store_path);
/* A session that writes nothing and changes nothing in the store. */
SkySession *sky_session_new_reader (const char *store_path);

/* Its parts. Returns: (transfer none). */
SkyStoreLink *sky_session_get_link (SkySession *self);
SkyClock *sky_session_get_clock (SkySession *self);
SkyIntake *sky_session_get_intake (SkySession *self);
SkyReviewDesk *sky_session_get_desk (SkySession *self);
SkyInbox *sky_session_get_inbox (SkySession *self);
SkyDayView *sky_session_get_day_view (SkySession *self);
SkySelection *sky_session_get_selection (SkySession *self);

/* Audits the archives @paths (NULL-terminated) and lists the store's data of them; for a single
 * archive, only of that. */
void sky_session_open_archives (SkySession *self, const char *const *paths);
/* Audits the day's archive again; where no day is open, all that are. */
void sky_session_audit_again (SkySession *self);
/* Bookmarks the playhead. */
void sky_session_add_bookmark (SkySession *self, const char *text);

/* TRUE when no request is pending: for a picture of the window. */
gboolean sky_session_is_settled (SkySession *self);

G_END_DECLS
