/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the session's listing: searched, filtered, sorted by a click on a column's head. The
 * selected row is the session's item. Property (notifies): "selection". Signal: "dragging"
 * (boolean), a drag of its rows began or ended. */
#pragma once

#include <gtk/gtk.h>

#include "sky-saved-popover.h"
#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_FINDING_VIEW (sky_finding_view_get_type ())
G_DECLARE_FINAL_TYPE (SkyFindingView, sky_finding_view, SKY, FINDING_VIEW, GtkWidget)

/* @selection: (nullable) (transfer none) */
void sky_finding_view_set_selection (SkyFindingView *self, SkySelection *selection);

/* TRUE when all rows at hand say what they have to say. */
gboolean sky_finding_view_is_settled (SkyFindingView *self);

/* Takes away some of the rows, for a window that closes: all of them at once would take longer than
 * a frame. Returns: FALSE when no more are to go. */
gboolean sky_finding_view_drop_rows (SkyFindingView *self);

/* Puts the cursor into the search entry. */
void sky_finding_view_focus_search (SkyFindingView *self);
/* Puts it into the list. */
void sky_finding_view_focus_list (SkyFindingView *self);

/* Opens the filter, and the saved filters. */
void sky_finding_view_open_filter (SkyFindingView *self);
void sky_finding_view_open_saved (SkyFindingView *self);
SkySavedPopover *sky_finding_view_get_saved (SkyFindingView *self);

/* The list itself, and its rows with the selected ones. */
GtkWidget *sky_finding_view_get_list (SkyFindingView *self);
GtkSelectionModel *sky_finding_view_get_rows (SkyFindingView *self);

/* The text that replaces an empty list. Returns a new string; NULL: it has rows. */
char *sky_finding_view_dup_empty_text (SkyFindingView *self);

/* Sorts as the head of the column for @sort does. */
void sky_finding_view_sort_as (SkyFindingView *self, SkyFindingSort sort, gboolean descending);

/* Sorts by the next shown column; reverses the order. */
void sky_finding_view_sort_next (SkyFindingView *self);
void sky_finding_view_turn_order (SkyFindingView *self);

/* Sorts as a click on the head of @column does. */
void sky_finding_view_sort (SkyFindingView *self, SkyColumn column);

G_END_DECLS
