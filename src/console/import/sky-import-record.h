/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A record of a source, and what a mapping makes of it. It does not change: a thread makes it, and
 * the list shows it. */
#pragma once

#include <glib-object.h>

#include "sky-import.h"

G_BEGIN_DECLS

#define SKY_TYPE_IMPORT_RECORD (sky_import_record_get_type ())
G_DECLARE_FINAL_TYPE (SkyImportRecord, sky_import_record, SKY, IMPORT_RECORD, GObject)

/* A copy of @trace, from the source @source. */
SkyImportRecord *sky_import_record_new (const SkyImportTrace *trace,
                                        const char *source) G_GNUC_WARN_UNUSED_RESULT;

const char *sky_import_record_get_source (SkyImportRecord *self);
guint64 sky_import_record_get_number (SkyImportRecord *self);
SkyImportFate sky_import_record_get_fate (SkyImportRecord *self);
/* The source's text; a long one is cut. */
const char *sky_import_record_get_text (SkyImportRecord *self);
const char *sky_import_record_get_rule (SkyImportRecord *self);   /* NULL: none fits */
const char *sky_import_record_get_reason (SkyImportRecord *self); /* NULL: it was not set aside */
const char *sky_import_record_get_events (SkyImportRecord *self); /* one line each */

/* What became of it, in a word. */
const char *sky_import_fate_to_label (SkyImportFate fate);
/* Its icon. */
const char *sky_import_fate_to_icon (SkyImportFate fate);

G_END_DECLS
