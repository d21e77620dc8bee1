/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings that must not be deleted: a stretch of the day that is open is locked here, with a
 * reason, and what is locked is listed, released, and handed as a list to whoever runs the
 * recorders. */
#pragma once

#include <adwaita.h>

#include "sky-printing.h"
#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_LOCKS_WINDOW (sky_locks_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyLocksWindow, sky_locks_window, SKY, LOCKS_WINDOW, AdwWindow)

/* Proposes the stretch that is looped, else some minutes around the playhead of @selection. */
SkyLocksWindow *sky_locks_window_new (GtkWindow *parent, SkySelection *selection);

/* (element-type SkyRecordingLock): what is listed; NULL: it is not known yet. */
GPtrArray *sky_locks_window_get_locks (SkyLocksWindow *self);
/* What went wrong last; "": nothing. */
const char *sky_locks_window_get_trouble (SkyLocksWindow *self);
/* TRUE when nothing is asked of the store. */
gboolean sky_locks_window_is_settled (SkyLocksWindow *self);

/* Releases the lock @number, with the reason @why. */
void sky_locks_window_release (SkyLocksWindow *self, gint64 number, const char *why);
/* Saves the list of what is locked into @file: as CSV when its name ends so, else as PDF. */
void sky_locks_window_save (SkyLocksWindow *self, GFile *file);

G_END_DECLS
