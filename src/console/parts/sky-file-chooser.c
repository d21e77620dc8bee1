/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-file-chooser.h"

/* GTK's path bar gives its arrows a place, and shows them, once it has a path. Where the folder is
 * slow to answer it is drawn before that. */
static void
hide_arrows (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_has_css_class (child, "slider-button"))
      gtk_widget_set_child_visible (child, FALSE);
    else
      hide_arrows (child);
}

void
sky_file_chooser_show (GtkFileChooserNative *chooser)
{
  g_return_if_fail (GTK_IS_FILE_CHOOSER_NATIVE (chooser));

  GListModel *windows = gtk_window_get_toplevels ();

  /* @chooser does not tell which one is its own. */
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (GTK_IS_FILE_CHOOSER_DIALOG (window) && !gtk_widget_get_mapped (window))
        hide_arrows (window);
    }
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
