/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cell of the table of wagers: a line of text that is cut, or several that wrap. A label would
 * measure every text of every row at several widths. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SKY_TYPE_WAGER_CELL (sky_wager_cell_get_type ())
G_DECLARE_FINAL_TYPE (SkyWagerCell, sky_wager_cell, SKY, WAGER_CELL, GtkWidget)

/* A cell of @column, with its width and at most @n_lines lines. @at_end: aligned like amounts. */
GtkWidget *sky_wager_cell_new (GtkColumnViewColumn *column, guint n_lines, gboolean at_end);

void sky_wager_cell_set_text (SkyWagerCell *self, const char *text);
/* TRUE when it has no room for all of its text, parts an amount from its sign, or
 * its last number from the word before it. */
gboolean sky_wager_cell_is_cut (SkyWagerCell *self);

G_END_DECLS
