/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a list, and which of them are selected, by position only. It needs no item to know
 * whether its row is selected, so a list of millions costs no more than a short one. When other
 * items replace the list's, the rows stay, and none is selected. It lists SkyRow objects. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SKY_TYPE_ROW_SELECTION (sky_row_selection_get_type ())
G_DECLARE_FINAL_TYPE (SkyRowSelection, sky_row_selection, SKY, ROW_SELECTION, GObject)

SkyRowSelection *sky_row_selection_new (void);

/* @model: the rows; NULL: none. */
void sky_row_selection_set_model (SkyRowSelection *self, GListModel *model);

/* Reports new or removed rows a few per frame of @view, which shows them. A list view makes widgets
 * for some two hundred rows at once, and no frame has the time for that. Rows still to be removed
 * have no item. Call it once, before there is a model; @view is not kept. */
void sky_row_selection_pace (SkyRowSelection *self, GtkWidget *view);

/* Drops the model and keeps the rows for the next one. */
void sky_row_selection_rest (SkyRowSelection *self);

/* Drops the model and some of the rows, for a view that goes away. Returns: FALSE when none is
 * left.
 */
gboolean sky_row_selection_drop_rows (SkyRowSelection *self);

/* TRUE when the view knows of all rows, or is not visible. */
gboolean sky_row_selection_is_settled (SkyRowSelection *self);

G_END_DECLS
