/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-live-window.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sky-child-window.h"
#include "sky-file-chooser.h"
#include "sky-filter-text.h"
#include "sky-live-topic.h"

struct _SkyLiveWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  AdwWindowTitle *title;
  GtkStack *pages;
  GtkSearchEntry *search;
  GtkColumnView *view;
  GtkSingleSelection *selection;
  GtkSortListModel *sorted;
  GtkFilterListModel *filtered;

  /* Owned. */
  SkyLiveTables *tables;
  GSettings *settings;
  GtkFileChooserNative *chooser;
};

G_DEFINE_FINAL_TYPE (SkyLiveWindow, sky_live_window, ADW_TYPE_WINDOW)

/* --- Columns ---------------------------------------------------------------------------------- */

static const struct
{
  const char *title;
  const char *property; /* of SkyLiveRow */
  int width;            /* 0: what is left */
  const char *style;    /* NULL: none */
} columns[] = {
  { N_ ("Table"), "name", 110, NULL },
  { N_ ("Place"), "place", 210, "dim-label" },
  { N_ ("State"), "state", 190, NULL },
  { N_ ("Last Line"), "arrived", 90, "numeric" },
  { N_ ("Rounds"), "rounds", 80, "numeric" },
  { N_ ("Last Event"), "event", 90, "numeric" },
  { N_ ("To Confirm"), "confirmations", 100, "numeric" },
  { N_ ("Alarms"), "alarms", 0, "notice-text" },
};

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer index)
{
  const guint column = GPOINTER_TO_UINT (index);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (columns[column].style != NULL)
    gtk_widget_add_css_class (label, columns[column].style);
  for (guint i = 0; i < 2; i++)
    {
      GtkExpression *row = gtk_property_expression_new (GTK_TYPE_LIST_ITEM, NULL, "item");
      GtkExpression *text =
          gtk_property_expression_new (SKY_TYPE_LIVE_ROW, row, columns[column].property);

      gtk_expression_bind (text, label, i == 0 ? "label" : "tooltip-text", item);
    }
  gtk_list_item_set_child (item, label);
}

static void
add_columns (SkyLiveWindow *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), GUINT_TO_POINTER (i));
      column = gtk_column_view_column_new (_ (columns[i].title), factory);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_column_set_expand (column, columns[i].width == 0);
      if (columns[i].width != 0)
        gtk_column_view_column_set_fixed_width (column, columns[i].width);
      gtk_column_view_append_column (self->view, column);
    }
}

/* --- Order ------------------------------------------------------------------------------------ */

static int
compare (gconstpointer a, gconstpointer b, gpointer user_data)
{
  SkyLiveRow *one = (SkyLiveRow *) a;
  SkyLiveRow *other = (SkyLiveRow *) b;
  const guint alarms = sky_live_row_get_alarms (one) & SKY_LIVE_ALARMS_URGENT;
  const guint others = sky_live_row_get_alarms (other) & SKY_LIVE_ALARMS_URGENT;
  int order;

  if ((alarms != 0) != (others != 0))
    return alarms != 0 ? -1 : 1;
  if (sky_live_row_get_n_waiting (one) != sky_live_row_get_n_waiting (other))
    return sky_live_row_get_n_waiting (one) > sky_live_row_get_n_waiting (other) ? -1 : 1;
  order = strcmp (sky_live_row_get_property (one), sky_live_row_get_property (other));
  if (order == 0)
    order = strcmp (sky_live_row_get_table (one), sky_live_row_get_table (other));
  return order != 0 ? order : strcmp (sky_live_row_get_day (one), sky_live_row_get_day (other));
}

static void
update (SkyLiveWindow *self)
{
  g_autofree char *status = sky_live_tables_dup_status (self->tables);
  gboolean found = sky_live_tables_get_folder (self->tables) != NULL;

  adw_window_title_set_subtitle (self->title, status);
  gtk_stack_set_visible_child_name (self->pages, found ? "tables" : "none");
  gtk_sorter_changed (gtk_sort_list_model_get_sorter (self->sorted), GTK_SORTER_CHANGE_DIFFERENT);
}

/* --- What is chosen --------------------------------------------------------------------------- */

/* The folder of the archive: the receiver's folder, the property, the day. */
static char *
find_archive (SkyLiveWindow *self, SkyLiveRow *row)
{
  GPtrArray *logs = sky_inbox_get_logs (sky_live_tables_get_inbox (self->tables));
  g_autofree char *property =
      g_uri_escape_string (sky_live_row_get_property (row), " !$&'()*,:;=@~", TRUE);

  for (guint i = 0; logs != NULL && i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];
      char day[SKY_DAY_TEXT_SIZE];

      if (g_str_equal (log->property, sky_live_row_get_property (row))
          && g_str_equal (log->table, sky_live_row_get_table (row))
          && g_str_equal (sky_day_format (log->gaming_day, day), sky_live_row_get_day (row)))
        return g_strdup (log->archive);
    }
  return g_build_filename (sky_live_tables_get_folder (self->tables),
                           property != NULL ? property : "", sky_live_row_get_day (row), NULL);
}

static void
show_table (SkyLiveWindow *self, SkyLiveRow *row)
{
  SkyInbox *inbox = sky_live_tables_get_inbox (self->tables);
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_autoptr (SkyFindingFilter) filter = sky_finding_filter_copy (sky_inbox_get_filter (inbox));
  g_autofree char *archive = find_archive (self, row);
  const char *day = sky_live_row_get_day (row);

  if (parent != NULL && g_strcmp0 (filter->archive, archive) != 0)
    gtk_widget_activate_action (GTK_WIDGET (parent), "win.open-recent", "s", archive);
  sky_filter_clear (filter);
  sky_filter_set_text (filter, SKY_FILTER_PROPERTY, sky_live_row_get_property (row));
  sky_filter_set_text (filter, SKY_FILTER_TABLE, sky_live_row_get_table (row));
  if (sky_day_parse (day, strlen (day), &filter->first_day))
    filter->last_day = filter->first_day;
  sky_inbox_set_filter (inbox, filter);
  sky_inbox_set_listing (inbox, SKY_LISTING_ALL);
  if (parent != NULL)
    gtk_window_present (parent);
}

static void
activated_cb (SkyLiveWindow *self, guint position, GtkColumnView *view)
{
  g_autoptr (SkyLiveRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (row != NULL)
    show_table (self, row);
}

static void
chosen_cb (SkyLiveWindow *self, int response, GtkNativeDialog *dialog)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        g_settings_set_string (self->settings, "receiver-folder", path);
    }
  g_clear_object (&self->chooser);
}

static void
choose_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyLiveWindow *self = SKY_LIVE_WINDOW (widget);

  if (self->chooser != NULL)
    return;
  self->chooser =
      gtk_file_chooser_native_new (_ ("Choose the Receiver’s Folder"), GTK_WINDOW (self),
                                   GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  sky_file_chooser_show (self->chooser);
}

static void
search_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_grab_focus (GTK_WIDGET (SKY_LIVE_WINDOW (widget)->search));
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_live_window_dispose (GObject *object)
{
  SkyLiveWindow *self = SKY_LIVE_WINDOW (object);

  g_clear_object (&self->chooser);
  g_clear_object (&self->tables);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (sky_live_window_parent_class)->dispose (object);
}

static void
sky_live_window_class_init (SkyLiveWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_live_window_dispose;
  g_type_ensure (SKY_TYPE_LIVE_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-live-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyLiveWindow, title);
  gtk_widget_class_bind_template_child (widget_class, SkyLiveWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyLiveWindow, search);
  gtk_widget_class_bind_template_child (widget_class, SkyLiveWindow, view);
  gtk_widget_class_bind_template_child (widget_class, SkyLiveWindow, selection);
  gtk_widget_class_bind_template_child (widget_class, SkyLiveWindow, sorted);
  gtk_widget_class_bind_template_child (widget_class, SkyLiveWindow, filtered);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_install_action (widget_class, "live.choose", NULL, choose_action);
  gtk_widget_class_install_action (widget_class, "live.search", NULL, search_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_o, GDK_CONTROL_MASK, "live.choose",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "live.search",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_live_window_init (SkyLiveWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_columns (self);
}

SkyLiveWindow *
sky_live_window_new (GtkWindow *parent, SkyLiveTables *tables)
{
  g_return_val_if_fail (SKY_IS_LIVE_TABLES (tables), NULL);

  SkyLiveWindow *self = sky_child_window_new (SKY_TYPE_LIVE_WINDOW, parent);
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare, NULL, NULL));
  self->tables = g_object_ref (tables);
  self->settings = g_settings_new (SKY_APP_ID);
  gtk_sort_list_model_set_sorter (self->sorted, sorter);
  gtk_filter_list_model_set_model (self->filtered, sky_live_tables_get_model (tables));
  g_signal_connect_object (tables, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return self;
}
