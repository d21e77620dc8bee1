/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drags rows of the list into the case, whose tray takes the selected rows. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A source for a list of SkyQueueCells. A drag takes the SkyQueueItem at the pointer and selects
 * its row, unless it was selected. Returns: (transfer full). */
GtkDragSource *sky_row_drag_new (void);

G_END_DECLS
