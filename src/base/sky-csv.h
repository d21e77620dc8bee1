/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comma-separated values as RFC 4180 has them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Adds a cell to the row at the end of @csv. What has a comma, a quote or a line's end stands in
 * quotes, a quote twice; what a spreadsheet would take for a formula begins with an apostrophe.
 * @text (NULL: empty) is UTF-8. */
void sky_csv_add (GString *csv, const char *text, gboolean first);

/* Ends the row. */
void sky_csv_end_row (GString *csv);

G_END_DECLS
