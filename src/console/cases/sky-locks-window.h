/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings that must not be deleted. The window locks a stretch of the open day, with a reason.
 * It lists and releases locks, and saves the list for the recorders' operators. */
#pragma once

#include <adwaita.h>

#include "sky-printing.h"
#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_LOCKS_WINDOW (sky_locks_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyLocksWindow, sky_locks_window, SKY, LOCKS_WINDOW, AdwWindow)

/* Proposes the looped stretch, otherwise some minutes around the playhead of @selection. */
SkyLocksWindow *sky_locks_window_new (GtkWindow *parent, SkySelection *selection);

/* (element-type SkyRecordingLock): the listed locks; NULL: not known yet. */
GPtrArray *sky_locks_window_get_locks (SkyLocksWindow *self);
/* What went wrong last; "": nothing. */
const char *sky_locks_window_get_trouble (SkyLocksWindow *self);
/* TRUE when no request to the store is pending. */
gboolean sky_locks_window_is_settled (SkyLocksWindow *self);

/* Releases the lock @number, with the reason @why. */
void sky_locks_window_release (SkyLocksWindow *self, gint64 number, const char *why);
/* Saves the list of active locks into @file: as CSV if its name says so, otherwise as PDF. */
void sky_locks_window_save (SkyLocksWindow *self, GFile *file);

G_END_DECLS
