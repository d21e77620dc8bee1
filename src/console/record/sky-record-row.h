/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the lists of a recording: a line of the round, or a wager to settle. It does not
 * change. */
#pragma once

#include <gtk/gtk.h>

#include "sky-record-state.h"

G_BEGIN_DECLS

#define SKY_TYPE_RECORD_ROW (sky_record_row_get_type ())
G_DECLARE_FINAL_TYPE (SkyRecordRow, sky_record_row, SKY, RECORD_ROW, GObject)

/* @zone is that of the times; NULL: UTC. */
SkyRecordRow *sky_record_row_new_line (const SkyRecordLine *line,
                                       GTimeZone *zone) G_GNUC_WARN_UNUSED_RESULT;
SkyRecordRow *sky_record_row_new_due (const SkyRecordDue *due) G_GNUC_WARN_UNUSED_RESULT;

/* The id of its wager; NULL: none. */
const char *sky_record_row_get_wager (SkyRecordRow *self);

/* Has @list show such rows. */
void sky_record_row_show (GtkListView *list);

G_END_DECLS
