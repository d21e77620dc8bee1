/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cell of the list: one column of a row on one line, cut where it does not fit. In the column of
 * cards, it shows all that distinguishes a finding, on two lines. It is blank until its row is
 * loaded and its painter has reached it. Its height never changes, so that other rows need no
 * layout. */
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

/* Always shows the SkyQueueItem in @row; NULL: nothing. */
void sky_queue_cell_set_row (SkyQueueCell *self, SkyRow *row);
/* Returns: (transfer none) (nullable). */
SkyQueueItem *sky_queue_cell_get_item (SkyQueueCell *self);

G_END_DECLS
