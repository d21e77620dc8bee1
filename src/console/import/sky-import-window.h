/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns another system's records into logs. The sources are on the left. On the right are a record
 * with its result, the records set aside, and the mapping, which is tried while it is edited.
 * Finished logs are opened. Signal: "imported" (boolean), an import ended; TRUE: logs were written
 * and are opened. */
#pragma once

#include <adwaita.h>

#include "sky-review-desk.h"

G_BEGIN_DECLS

#define SKY_TYPE_IMPORT_WINDOW (sky_import_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyImportWindow, sky_import_window, SKY, IMPORT_WINDOW, AdwWindow)

/* Returns: (transfer none): a window above @parent (nullable), whose action "win.open-recent" opens
 * the folder of the import. @desk says who imports. */
SkyImportWindow *sky_import_window_new (GtkWindow *parent, SkyReviewDesk *desk);

/* Reads the sources @files (of GFile). */
void sky_import_window_set_sources (SkyImportWindow *self, GListModel *files);
/* Reads the mapping @file. */
void sky_import_window_open_mapping (SkyImportWindow *self, GFile *file);
/* Imports into @folder, with the mapping last saved. */
void sky_import_window_import (SkyImportWindow *self, GFile *folder);

/* TRUE when nothing is under way. */
gboolean sky_import_window_is_settled (SkyImportWindow *self);

G_END_DECLS
