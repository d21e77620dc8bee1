/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-help-window.h"

#include <string.h>

#include "sky-child-window.h"
#include "sky-help-page.h"

#define FOLDER "/org/skyward/Skyward/help/"

struct _SkyHelpWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  GtkListBox *list;
  GtkScrolledWindow *scroller;
  AdwBin *page;
  GtkSearchEntry *search;

  guint going; /* to where the words are found */
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

/* --- Search ----------------------------------------------------------------------------------- */

/* Each word is looked for by itself, in any part of another. */
static gboolean
has_words (const char *text, const char *words)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autofree char *sought = g_utf8_casefold (words, -1);
  g_auto (GStrv) each = g_strsplit_set (sought, " \t", -1);

  for (guint i = 0; each[i] != NULL; i++)
    if (strstr (folded, each[i]) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
is_listed (GtkListBoxRow *row, gpointer user_data)
{
  SkyHelpWindow *self = user_data;
  g_autofree char *text = load_page (gtk_widget_get_name (GTK_WIDGET (row)));

  return text == NULL || has_words (text, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

/* The first label with all the words. */
static GtkWidget *
find_place (GtkWidget *widget, const char *words)
{
  if (GTK_IS_LABEL (widget) && has_words (gtk_label_get_text (GTK_LABEL (widget)), words))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_place (child, words);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The page is laid out by now. */
static gboolean
go_to_place (gpointer user_data)
{
  SkyHelpWindow *self = user_data;
  const char *words = gtk_editable_get_text (GTK_EDITABLE (self->search));
  GtkWidget *page = adw_bin_get_child (self->page);
  GtkWidget *place = page != NULL && words[0] != '\0' ? find_place (page, words) : NULL;
  double x, y;

  self->going = 0;
  if (place == NULL || !gtk_widget_translate_coordinates (place, page, 0, 0, &x, &y))
    return G_SOURCE_REMOVE;
  gtk_widget_add_css_class (place, "found");
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), MAX (0, y - 24));
  return G_SOURCE_REMOVE;
}

static void
go_to_place_soon (SkyHelpWindow *self)
{
  if (self->going == 0)
    self->going = g_timeout_add (50, go_to_place, self);
}

static void
show_selected (SkyHelpWindow *self, GtkListBoxRow *row)
{
  g_autofree char *text = NULL;

  if (row == NULL)
    return;
  text = load_page (gtk_widget_get_name (GTK_WIDGET (row)));
  adw_bin_set_child (self->page, text != NULL ? sky_help_page_new (text) : NULL);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  go_to_place_soon (self);
}

/* Of the pages that have the words the one that is shown stays, else the first is shown. */
static void
searched_cb (SkyHelpWindow *self, GtkSearchEntry *entry)
{
  GtkListBoxRow *shown = gtk_list_box_get_selected_row (self->list);
  GtkListBoxRow *first = NULL;

  gtk_list_box_invalidate_filter (self->list);
  for (int i = 0; first == NULL && gtk_list_box_get_row_at_index (self->list, i) != NULL; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, i);
      if (is_listed (row, self))
        first = row;
    }
  if (first == NULL || (shown != NULL && is_listed (shown, self)))
    show_selected (self, shown);
  else
    gtk_list_box_select_row (self->list, first);
}

static void
stop_search_cb (SkyHelpWindow *self, GtkSearchEntry *entry)
{
  if (gtk_editable_get_text (GTK_EDITABLE (entry))[0] == '\0')
    gtk_window_close (GTK_WINDOW (self));
  else
    gtk_editable_set_text (GTK_EDITABLE (entry), "");
}

/* --- The window ------------------------------------------------------------------------------- */

static void
selected_cb (SkyHelpWindow *self, GtkListBoxRow *row, GtkListBox *list)
{
  show_selected (self, row);
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
  SkyHelpWindow *self = SKY_HELP_WINDOW (object);

  g_clear_handle_id (&self->going, g_source_remove);
  if (self->list != NULL)
    gtk_list_box_set_filter_func (self->list, NULL, NULL, NULL);
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
  gtk_widget_class_bind_template_child (widget_class, SkyHelpWindow, search);
  gtk_widget_class_bind_template_callback (widget_class, searched_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
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
  gtk_list_box_set_filter_func (self->list, is_listed, self, NULL);
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self));
  if (names[0] != NULL)
    sky_help_window_show_page (self, names[0]);
}

SkyHelpWindow *
sky_help_window_new (GtkWindow *parent)
{
  return sky_child_window_new (SKY_TYPE_HELP_WINDOW, parent);
}
