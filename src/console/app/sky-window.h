/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console's window: queues and findings on the left, cameras, timeline and round on the right,
 * and an action with a key for everything that can be done. */
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

/* Takes up what was left when a window was closed last, as far as that makes sense: the queues and
 * the window of cameras, and of the same archive what was listed, looked at and magnified. */
void sky_window_take_up_view (SkyWindow *self);

/* Opens what is there at @paths (absolute, NULL-terminated), whatever of it can be opened, and says
 * of the rest that it cannot: archives in the window, a log's archive at that log; packages by
 * the application's action "open-package"; of a checkpoint, whether the ledger has grown out of it.
 */
void sky_window_open_paths (SkyWindow *self, const char *const *paths);
/* The same of what is sorted, but that it stays where it is in an archive; and goes to the log. */
void sky_window_take_opening (SkyWindow *self, const SkyOpening *opening);
void sky_window_show_log (SkyWindow *self, const SkyOpening *opening);
/* Says that what is shown is @package (transfer full), of which nothing is changed, and what @check
 * says of it. */
void sky_window_show_package (SkyWindow *self, SkyPackageCheck *check, SkyUnpackedPackage *package);

/* Notes that the file or folder at @path, of the MIME type @type, was opened. */
void sky_window_remember (const char *path, const char *type);

SkySession *sky_window_get_session (SkyWindow *self);

/* TRUE when all that the window is about to show is there: rows, round, and each camera's picture
 * or the reason why it has none. */
gboolean sky_window_is_settled (SkyWindow *self);

/* "work", "empty" or "auditing": what the window shows. */
const char *sky_window_get_page (SkyWindow *self);

G_END_DECLS
