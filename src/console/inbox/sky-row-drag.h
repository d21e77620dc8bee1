/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of the list are dragged: into the case, whose tray takes what is selected. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A source for a list of SkyQueueCells, of which a drag takes the SkyQueueItem at the pointer: its
 * row is selected, unless it was. Returns: (transfer full). */
GtkDragSource *sky_row_drag_new (void);

G_END_DECLS
