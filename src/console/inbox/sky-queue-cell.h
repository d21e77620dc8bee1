/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cell of the list: what one row has in one column, on one line, cut where there is no room; or
 * in the column of cards all that tells a finding apart, on two. It
 * is blank until its row is loaded and its painter has come to it, and of one height whatever it
 * says, so that other rows in it cost the list no layout. */
#pragma once

#include "sky-cell-painter.h"
#include "sky-clock.h"
#include "sky-queue-item.h"
#include "sky-row.h"

G_BEGIN_DECLS

#define SKY_TYPE_QUEUE_CELL (sky_queue_cell_get_type ())
G_DECLARE_FINAL_TYPE (SkyQueueCell, sky_queue_cell, SKY, QUEUE_CELL, GtkWidget)

GtkWidget *sky_queue_cell_new (SkyColumn column, SkyCellPainter *painter, SkyClock *clock);

/* The painter's function: makes the text of @cell, a SkyQueueCell. */
void sky_queue_cell_make_ready (GtkWidget *cell);

/* Shows the SkyQueueItem that stands in @row at any time; NULL: nothing. */
void sky_queue_cell_set_row (SkyQueueCell *self, SkyRow *row);
/* Returns: (transfer none) (nullable). */
SkyQueueItem *sky_queue_cell_get_item (SkyQueueCell *self);

G_END_DECLS
