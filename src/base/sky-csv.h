/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comma-separated values (RFC 4180). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Adds a cell to the row at the end of @csv. Quotes enclose text with a comma, a quote or a line
 * end, and double each quote in it. An apostrophe precedes what a spreadsheet would read as a
 * formula. @text is UTF-8; NULL is empty. */
void sky_csv_add (GString *csv, const char *text, gboolean first);

/* Ends the row. */
void sky_csv_end_row (GString *csv);

G_END_DECLS
