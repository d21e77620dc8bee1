/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case made an evidence package: what goes in is shown and chosen, the folder asked for, and the
 * package written in a thread of its own. Whoever is not signed in is asked to first. Closing the
 * window cancels what is not written yet. */
#pragma once

#include <adwaita.h>

#include "sky-review-desk.h"

G_BEGIN_DECLS

#define SKY_TYPE_EXPORT_WINDOW (sky_export_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyExportWindow, sky_export_window, SKY, EXPORT_WINDOW, AdwWindow)

/* For the case with the id @id. @parent may be NULL. */
SkyExportWindow *sky_export_window_new (GtkWindow *parent, SkyReviewDesk *desk, gint64 id);

/* Puts the PNG file at @path into the package. */
void sky_export_window_add_still (SkyExportWindow *self, const char *path);

/* Writes the package to @file, which must not be there yet, as somebody who is signed in. Does
 * nothing while one is being written. */
void sky_export_window_export (SkyExportWindow *self, GFile *file);

/* The same to a file in @folder with the name that is shown, or the next like it that is free: no
 * package is ever replaced. */
void sky_export_window_export_into (SkyExportWindow *self, GFile *folder);

/* Leaves what is being written; no file stays. */
void sky_export_window_cancel (SkyExportWindow *self);

/* TRUE when nothing is read or written. */
gboolean sky_export_window_is_settled (SkyExportWindow *self);

/* What came of it, as it is shown: the package's path and digest, or why there is none; "" before.
 */
const char *sky_export_window_get_outcome (SkyExportWindow *self);

G_END_DECLS
