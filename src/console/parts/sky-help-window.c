/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-help-window.h"

#include <string.h>

#include "sky-help-page.h"

#define FOLDER "/org/skyward/Skyward/help/"

struct _SkyHelpWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  GtkListBox *list;
  GtkScrolledWindow *scroller;
  AdwBin *page;
};

G_DEFINE_FINAL_TYPE (SkyHelpWindow, sky_help_window, ADW_TYPE_WINDOW)

/* The page @name in the first of the person's languages that has it; English has all. */
static char *
load_page (const char *name)
{
  const char *const *languages = g_get_language_names ();

  for (guint i = 0; languages[i] != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf (FOLDER "%s/%s.md", languages[i], name);
      g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

      if (bytes != NULL)
        return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      /* What is asked for in English is not to come in a language that comes behind it. */
      if (g_str_has_prefix (languages[i], "en") || strcmp (languages[i], "C") == 0)
        break;
    }

  g_autofree char *path = g_strdup_printf (FOLDER "%s.md", name);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  return bytes != NULL ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes))
                       : NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char **
sky_help_window_list_pages (void)
{
  g_auto (GStrv) children =
      g_resources_enumerate_children (FOLDER, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; children != NULL && children[i] != NULL; i++)
    if (g_str_has_suffix (children[i], ".md"))
      g_ptr_array_add (names, g_strndup (children[i], strlen (children[i]) - strlen (".md")));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

static void
selected_cb (SkyHelpWindow *self, GtkListBoxRow *row, GtkListBox *list)
{
  g_autofree char *text = NULL;

  if (row == NULL)
    return;
  text = load_page (gtk_widget_get_name (GTK_WIDGET (row)));
  adw_bin_set_child (self->page, text != NULL ? sky_help_page_new (text) : NULL);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

static void
add_row (SkyHelpWindow *self, const char *name)
{
  g_autofree char *text = load_page (name);
  g_autofree char *title = sky_help_page_get_title (text);
  GtkWidget *label = gtk_label_new (title);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_widget_set_name (row, name);
  gtk_list_box_append (self->list, row);
}

void
sky_help_window_show_page (SkyHelpWindow *self, const char *name)
{
  g_return_if_fail (SKY_IS_HELP_WINDOW (self));

  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->list)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (strcmp (gtk_widget_get_name (row), name) == 0)
      gtk_list_box_select_row (self->list, GTK_LIST_BOX_ROW (row));
}

static void
sky_help_window_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), SKY_TYPE_HELP_WINDOW);
  G_OBJECT_CLASS (sky_help_window_parent_class)->dispose (object);
}

static void
sky_help_window_class_init (SkyHelpWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_help_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-help-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyHelpWindow, list);
  gtk_widget_class_bind_template_child (widget_class, SkyHelpWindow, scroller);
  gtk_widget_class_bind_template_child (widget_class, SkyHelpWindow, page);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_help_window_init (SkyHelpWindow *self)
{
  g_auto (GStrv) names = sky_help_window_list_pages ();

  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; names[i] != NULL; i++)
    add_row (self, names[i]);
  if (names[0] != NULL)
    sky_help_window_show_page (self, names[0]);
}

SkyHelpWindow *
sky_help_window_new (GtkWindow *parent)
{
  return g_object_new (SKY_TYPE_HELP_WINDOW, "transient-for", parent, NULL);
}
