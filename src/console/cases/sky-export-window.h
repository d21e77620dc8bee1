/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports a case as an evidence package: shows and selects the contents, asks for the folder, and
 * writes the package in its own thread. It first asks a person who is not signed in to sign in.
 * Closing the window cancels an unfinished export. */
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

/* Writes the package to @file, which must not exist; someone must be signed in. Does nothing during
 * an export. */
void sky_export_window_export (SkyExportWindow *self, GFile *file);

/* The same to a file in @folder with the shown name, or the next free one like it: never replaces a
 * package. */
void sky_export_window_export_into (SkyExportWindow *self, GFile *folder);

/* Cancels the running export; no file stays. */
void sky_export_window_cancel (SkyExportWindow *self);

/* TRUE when no reading or writing is pending. */
gboolean sky_export_window_is_settled (SkyExportWindow *self);

/* The result as shown: the package's path and digest, or why there is none; "" before. */
const char *sky_export_window_get_outcome (SkyExportWindow *self);

G_END_DECLS
