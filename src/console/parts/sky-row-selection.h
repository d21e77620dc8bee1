/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a list, and which of them are selected, by their positions alone. It never asks for
 * an item to know whether its row is selected, so that a list of millions costs no more than a
 * short one. When items come in the place of others the rows stay, and none of the list is selected
 * any more.
 *
 * What it lists are SkyRow. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SKY_TYPE_ROW_SELECTION (sky_row_selection_get_type ())
G_DECLARE_FINAL_TYPE (SkyRowSelection, sky_row_selection, SKY, ROW_SELECTION, GObject)

SkyRowSelection *sky_row_selection_new (void);

/* @model: the rows; NULL: none. */
void sky_row_selection_set_model (SkyRowSelection *self, GListModel *model);

/* Has rows that are more or fewer told of a few with each frame of @view, which shows them: a list
 * view makes widgets for some two hundred rows at once, and no frame has the time for that. Rows
 * that are still to go have no item. Once, before there is a model; @view is not kept. */
void sky_row_selection_pace (SkyRowSelection *self, GtkWidget *view);

/* Leaves the model, and keeps the rows as they are for the model that comes next. */
void sky_row_selection_rest (SkyRowSelection *self);

/* TRUE when the view knows of all rows, or nobody sees it. */
gboolean sky_row_selection_is_settled (SkyRowSelection *self);

G_END_DECLS
