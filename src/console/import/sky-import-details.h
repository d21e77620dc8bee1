/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A record with its result and, on a second page, the records set aside with their reasons. Signal:
 * "aside" (SkyImportRecord), one of those was chosen and is shown. */
#pragma once

#include <adwaita.h>

#include "sky-import-record.h"

G_BEGIN_DECLS

#define SKY_TYPE_IMPORT_DETAILS (sky_import_details_get_type ())
G_DECLARE_FINAL_TYPE (SkyImportDetails, sky_import_details, SKY, IMPORT_DETAILS, AdwBin)

/* Shows @record (nullable: none). */
void sky_import_details_show_record (SkyImportDetails *self, SkyImportRecord *record);

/* The records set aside are @asides (of SkyImportRecord), the first of @n. */
void sky_import_details_set_asides (SkyImportDetails *self, GPtrArray *asides, guint64 n);
gboolean sky_import_details_has_asides (SkyImportDetails *self);
/* Chooses the next of them, @by 1, or the previous, @by -1, around the end. */
void sky_import_details_step_aside (SkyImportDetails *self, int by);

G_END_DECLS
