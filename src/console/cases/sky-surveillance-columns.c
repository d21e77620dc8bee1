/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-surveillance-columns.h"

#include "sky-surveillance-log.h"

/* All of a text that may be cut. To give a label such a text asks where the pointer is, a way to
 * the display's server and back for each label. */
static gboolean
query_tooltip_cb (GtkLabel *label, int x, int y, gboolean by_keys, GtkTooltip *tooltip)
{
  const char *text = gtk_label_get_label (label);

  gtk_tooltip_set_text (tooltip, text);
  return text[0] != '\0';
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_lines (GTK_LABEL (label), 3);
  /* It has room of its own where there is little. */
  if (GPOINTER_TO_UINT (data) == SKY_SURVEILLANCE_WHAT)
    gtk_label_set_width_chars (GTK_LABEL (label), 26);
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_set_has_tooltip (label, TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
  gtk_list_item_set_child (list_item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  GtkWidget *label = gtk_list_item_get_child (list_item);
  const char *text = sky_surveillance_entry_get (gtk_list_item_get_item (list_item),
                                                 (SkySurveillanceColumn) GPOINTER_TO_UINT (data));

  gtk_label_set_label (GTK_LABEL (label), text);
}

void
sky_surveillance_columns_add (GtkColumnView *view)
{
  static const int widths[SKY_N_SURVEILLANCE_COLUMNS] = { 44, 90, 104, 164, -1, -1, 132, -1 };

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));

  for (guint i = 0; i < SKY_N_SURVEILLANCE_COLUMNS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      gpointer data = GUINT_TO_POINTER (i);

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), data);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), data);
      g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (
          sky_surveillance_column_title ((SkySurveillanceColumn) i), factory);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_column_set_expand (column, widths[i] < 0);
      if (widths[i] > 0)
        gtk_column_view_column_set_fixed_width (column, widths[i]);
      gtk_column_view_append_column (view, column);
    }
}
