/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of CSV, read by libcsv from the lines that it takes: a cell in quotes may have line ends.
 */
#pragma once

#include "sky-json.h"

G_BEGIN_DECLS

/* The largest row in bytes: an unclosed quote would take all that follows. */
#define SKY_CSV_MAX_ROW (64 * 1024)

typedef struct _SkyCsvRow SkyCsvRow;

typedef enum
{
  SKY_CSV_MORE,  /* the row goes on in the next line */
  SKY_CSV_EMPTY, /* the line has no row */
  SKY_CSV_WHOLE,
  SKY_CSV_WRONG, /* the line's quotes stand where none can */
} SkyCsvState;

SkyCsvRow *sky_csv_row_new (char separator, char quote) G_GNUC_WARN_UNUSED_RESULT;
void sky_csv_row_free (SkyCsvRow *self);

/* Forgets the row. */
void sky_csv_row_begin (SkyCsvRow *self);
/* Reads a line, without its end, into the row. */
SkyCsvState sky_csv_row_feed (SkyCsvRow *self, const char *line, gsize length);

guint sky_csv_row_get_n_cells (const SkyCsvRow *self);
SkyText sky_csv_row_get_cell (const SkyCsvRow *self, guint cell);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCsvRow, sky_csv_row_free)

G_END_DECLS
