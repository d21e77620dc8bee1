/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-child-window.h"

gpointer
sky_child_window_new (GType type, GtkWindow *parent)
{
  g_return_val_if_fail (g_type_is_a (type, GTK_TYPE_WINDOW), NULL);
  g_return_val_if_fail (parent == NULL || GTK_IS_WINDOW (parent), NULL);

  GtkWindow *window = g_object_new (type, "transient-for", parent, NULL);
  if (parent != NULL)
    g_signal_connect_object (parent, "destroy", G_CALLBACK (gtk_window_destroy), window,
                             G_CONNECT_SWAPPED);
  return window;
}
