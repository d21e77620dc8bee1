/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Has the cells of a list made ready a few at a time. A list has hundreds of rows at hand; when all
 * of them become others at once, a frame has no time for all their texts. Those in sight come
 * first.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Prepares a cell for drawing. */
typedef void (*SkyCellFunc) (GtkWidget *cell);

#define SKY_TYPE_CELL_PAINTER (sky_cell_painter_get_type ())
G_DECLARE_FINAL_TYPE (SkyCellPainter, sky_cell_painter, SKY, CELL_PAINTER, GObject)

/* A painter of the cells within @view, which it does not keep. */
SkyCellPainter *sky_cell_painter_new (GtkWidget *view, SkyCellFunc func);

/* A cell's place among those that wait, all 0 at first: a part of the cell. */
typedef struct
{
  GList link;    /* .data: the cell, borrowed */
  GQueue *queue; /* NULL: it does not wait */
} SkyCellWait;

/* Prepares @cell in one of the next frames, unless that is already pending. The cell calls
 * sky_cell_painter_take_back() with @wait when it is prepared or destroyed. */
void sky_cell_painter_add (SkyCellPainter *self, GtkWidget *cell, SkyCellWait *wait);
void sky_cell_painter_take_back (SkyCellPainter *self, SkyCellWait *wait);

/* The height of a line of text in the view. */
int sky_cell_painter_get_line_height (SkyCellPainter *self);
void sky_cell_painter_forget_line_height (SkyCellPainter *self);

/* TRUE when nothing is left to do, or the list is not visible. */
gboolean sky_cell_painter_is_done (SkyCellPainter *self);

G_END_DECLS
