/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-import-row.h"

#include <inttypes.h>

#include "sky-import-record.h"

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *number = gtk_label_new (NULL);
  GtkWidget *icon = gtk_image_new ();
  GtkWidget *text = gtk_label_new (NULL);

  gtk_label_set_width_chars (GTK_LABEL (number), 7);
  gtk_label_set_xalign (GTK_LABEL (number), 1);
  gtk_widget_add_css_class (number, "numeric");
  gtk_widget_add_css_class (number, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (text), TRUE);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (text, "monospace");
  gtk_box_append (GTK_BOX (box), number);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), text);
  gtk_list_item_set_child (item, box);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer with_reason)
{
  SkyImportRecord *record = gtk_list_item_get_item (item);
  GtkWidget *number = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *icon = gtk_widget_get_next_sibling (number);
  GtkWidget *text = gtk_widget_get_next_sibling (icon);
  const SkyImportFate fate = sky_import_record_get_fate (record);
  g_autofree char *digits = g_strdup_printf ("%" PRIu64, sky_import_record_get_number (record));

  gtk_label_set_label (GTK_LABEL (number), digits);
  gtk_image_set_from_icon_name (GTK_IMAGE (icon), sky_import_fate_to_icon (fate));
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  sky_import_fate_to_label (fate), -1);
  gtk_widget_set_tooltip_text (icon, sky_import_fate_to_label (fate));
  if (fate == SKY_IMPORT_ASIDE)
    gtk_widget_add_css_class (icon, "error");
  else
    gtk_widget_remove_css_class (icon, "error");
  gtk_label_set_label (GTK_LABEL (text), GPOINTER_TO_INT (with_reason)
                                             ? sky_import_record_get_reason (record)
                                             : sky_import_record_get_text (record));
  gtk_widget_set_tooltip_text (text, gtk_label_get_text (GTK_LABEL (text)));
  gtk_widget_set_sensitive (text, fate == SKY_IMPORT_USED || fate == SKY_IMPORT_ASIDE);
}

static void
make_factory (GtkListView *list, gboolean with_reason)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), GINT_TO_POINTER (with_reason));
  gtk_list_view_set_factory (list, factory);
}

void
sky_import_row_show_records (GtkListView *list)
{
  make_factory (list, FALSE);
}

void
sky_import_row_show_reasons (GtkListView *list)
{
  make_factory (list, TRUE);
}
