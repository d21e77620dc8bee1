/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the room keeps: its cases, with the findings, bookmarks, stills and notes gathered in each,
 * and the surveillance log. A window beside the console's own, for another monitor if wanted; what
 * is activated in it is shown there. Closed while something is being written, it goes when it is,
 * and comes back when it could not be. */
#pragma once

#include <adwaita.h>

#include "sky-open-case.h"

G_BEGIN_DECLS

#define SKY_TYPE_ROOM_WINDOW (sky_room_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyRoomWindow, sky_room_window, SKY, ROOM_WINDOW, AdwWindow)

SkyRoomWindow *sky_room_window_new (GtkWindow *parent, SkyOpenCase *open_case);

/* "cases" or "log". */
void sky_room_window_show_page (SkyRoomWindow *self, const char *page);

/* Opens a case, which is then the one that is shown. */
void sky_room_window_open_case (SkyRoomWindow *self, const char *title);
/* Puts what the session looks at, a finding or a bookmark, into the case that is shown. */
void sky_room_window_add_item (SkyRoomWindow *self);
void sky_room_window_add_note (SkyRoomWindow *self, const char *text);
/* Writes @text into the surveillance log, as of the table that is open. */
void sky_room_window_add_line (SkyRoomWindow *self, const char *text);
/* Shows the log, with the cursor where such a line is typed. */
void sky_room_window_write_line (SkyRoomWindow *self);
void sky_room_window_rename_case (SkyRoomWindow *self, const char *title);
/* @why must be said; the person is asked when it is not. */
void sky_room_window_close_case (SkyRoomWindow *self, const char *why);
void sky_room_window_reopen_case (SkyRoomWindow *self, const char *why);
/* Takes what the entry @entry put into the case out of it. */
void sky_room_window_take_out (SkyRoomWindow *self, gint64 entry);
/* Opens the window that exports the case that is shown, once it is known. */
void sky_room_window_export_case (SkyRoomWindow *self);

/* TRUE when nothing asked of the store is under way. */
gboolean sky_room_window_is_settled (SkyRoomWindow *self);

/* (element-type SkyCase), (element-type SkyCaseItem) and (element-type SkySurveillanceEntry): what
 * is shown. */
GPtrArray *sky_room_window_get_cases (SkyRoomWindow *self);
GPtrArray *sky_room_window_get_items (SkyRoomWindow *self);
GPtrArray *sky_room_window_get_log (SkyRoomWindow *self);
/* The note as it is typed. */
const char *sky_room_window_get_note (SkyRoomWindow *self);

G_END_DECLS
