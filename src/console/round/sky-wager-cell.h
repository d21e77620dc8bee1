/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cell of the table of wagers: a line of text that is cut, or some that wrap. A label would ask
 * for its size with every text, of each row, at several widths. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SKY_TYPE_WAGER_CELL (sky_wager_cell_get_type ())
G_DECLARE_FINAL_TYPE (SkyWagerCell, sky_wager_cell, SKY, WAGER_CELL, GtkWidget)

/* A cell of @column, whose width it gets, of at most @n_lines lines. @at_end: as amounts stand. */
GtkWidget *sky_wager_cell_new (GtkColumnViewColumn *column, guint n_lines, gboolean at_end);

void sky_wager_cell_set_text (SkyWagerCell *self, const char *text);
/* TRUE when it has no room for all of its text, parts an amount from its sign, or
 * its last number from the word before it. */
gboolean sky_wager_cell_is_cut (SkyWagerCell *self);

G_END_DECLS
