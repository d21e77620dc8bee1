/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A place in a list and its present item. A list view gets these instead of the items: it keeps its
 * row, with all the widgets in it, when another item takes the place. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define SKY_TYPE_ROW (sky_row_get_type ())
G_DECLARE_FINAL_TYPE (SkyRow, sky_row, SKY, ROW, GObject)

/* @item: (nullable) (transfer none) */
SkyRow *sky_row_new (guint position, gpointer item);

guint sky_row_get_position (SkyRow *self);
/* Rows before it were added or removed. */
void sky_row_set_position (SkyRow *self, guint position);

/* Returns: (nullable) (transfer none) */
gpointer sky_row_get_item (SkyRow *self);
void sky_row_set_item (SkyRow *self, gpointer item);

/* Called when the row has another item. It must neither watch nor unwatch a row. */
typedef void (*SkyRowFunc) (gpointer data);

/* Calls @func with @data on each change until unwatched. Cheaper than a signal: a far jump gives
 * hundreds of rows other cells, and hundreds of cells other rows. */
void sky_row_watch (SkyRow *self, SkyRowFunc func, gpointer data);
void sky_row_unwatch (SkyRow *self, gpointer data);

G_END_DECLS
