/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console's window: queues and findings on the left, cameras, timeline and round on the right,
 * and an action with a key for everything. */
#pragma once

#include <adwaita.h>

#include "sky-opening.h"
#include "sky-package-check.h"
#include "sky-session.h"
#include "sky-unpacked-package.h"

G_BEGIN_DECLS

#define SKY_TYPE_WINDOW (sky_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyWindow, sky_window, SKY, WINDOW, AdwApplicationWindow)

/* A window on @session, of which it takes a reference. */
SkyWindow *sky_window_new (GtkApplication *application, SkySession *session);

/* Restores what was on screen when a window was last closed, as far as that makes sense. That is
 * the queues and the camera window. For the same archive it also restores the list, the item and
 * the magnification. */
void sky_window_take_up_view (SkyWindow *self);

/* Opens @paths (absolute, NULL-terminated) as far as possible, and reports the rest. Archives open
 * in the window, a log's archive at that log. Packages open by the application's action
 * "open-package". For a checkpoint, it checks whether the ledger grew out of it. */
void sky_window_open_paths (SkyWindow *self, const char *const *paths);
/* The same for sorted files, without changing the place in an archive; goes to the log. */
void sky_window_take_opening (SkyWindow *self, const SkyOpening *opening);
void sky_window_show_log (SkyWindow *self, const SkyOpening *opening);
/* Shows the read-only @package (transfer full), and the result of @check. */
void sky_window_show_package (SkyWindow *self, SkyPackageCheck *check, SkyUnpackedPackage *package);

/* Notes that the file or folder at @path, of the MIME type @type, was opened. */
void sky_window_remember (const char *path, const char *type);

SkySession *sky_window_get_session (SkyWindow *self);

/* TRUE when the window's contents are complete: rows, round, and each camera's picture or the
 * reason why it has none. */
gboolean sky_window_is_settled (SkyWindow *self);

/* "work", "empty" or "auditing": what the window shows. */
const char *sky_window_get_page (SkyWindow *self);

G_END_DECLS
