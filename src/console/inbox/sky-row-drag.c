/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-row-drag.h"

#include "sky-queue-cell.h"

static gboolean
is_selected (GtkWidget *cell, GtkWidget *list)
{
  for (GtkWidget *each = cell; each != list; each = gtk_widget_get_parent (each))
    if ((gtk_widget_get_state_flags (each) & GTK_STATE_FLAG_SELECTED) != 0)
      return TRUE;
  return FALSE;
}

static GdkContentProvider *
prepare_cb (GtkDragSource *source, double x, double y, gpointer unused)
{
  GtkWidget *list = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source));
  GtkWidget *picked = gtk_widget_pick (list, x, y, GTK_PICK_DEFAULT);
  GtkWidget *cell = picked != NULL ? gtk_widget_get_ancestor (picked, SKY_TYPE_QUEUE_CELL) : NULL;
  SkyQueueItem *item = cell != NULL ? sky_queue_cell_get_item (SKY_QUEUE_CELL (cell)) : NULL;

  if (item == NULL)
    return NULL;
  /* Rows that were selected go along. */
  if (!is_selected (cell, list))
    gtk_widget_activate_action (cell, "listitem.select", "(bb)", FALSE, FALSE);
  return gdk_content_provider_new_typed (SKY_TYPE_QUEUE_ITEM, item);
}

GtkDragSource *
sky_row_drag_new (void)
{
  GtkDragSource *source = gtk_drag_source_new ();

  g_signal_connect (source, "prepare", G_CALLBACK (prepare_cb), NULL);
  return source;
}
