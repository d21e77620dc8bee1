/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line numbers beside a text, with marks on lines that have an error. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SKY_TYPE_LINE_NUMBERS (sky_line_numbers_get_type ())
G_DECLARE_FINAL_TYPE (SkyLineNumbers, sky_line_numbers, SKY, LINE_NUMBERS, GtkWidget)

/* Returns: (transfer none): the numbers of @view, as its left gutter. */
SkyLineNumbers *sky_line_numbers_new (GtkTextView *view);

/* Marks @lines (of guint, from 1), of which it keeps a copy. */
void sky_line_numbers_mark (SkyLineNumbers *self, const GArray *lines);
gboolean sky_line_numbers_is_marked (SkyLineNumbers *self, guint line);

G_END_DECLS
