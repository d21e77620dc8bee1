/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-keys-window.h"

#include <glib/gi18n.h>

#include <string.h>

#include "sky-child-window.h"
#include "sky-keys.h"

struct _SkyKeysWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  GtkSearchEntry *search;
  GtkStack *pages;

  /* Owned. */
  GPtrArray *rows; /* of SkyKeysRow */
  /* Borrowed. */
  GtkWidget *section; /* the page that was shown last, of sections */
  GtkWidget *found;   /* the page of what was searched for */
};

G_DEFINE_FINAL_TYPE (SkyKeysWindow, sky_keys_window, ADW_TYPE_WINDOW)

/* --- Lists of keys ---------------------------------------------------------------------------- */

static GtkWidget *
make_row (const SkyKeysRow *row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *title = gtk_label_new (row->title);
  GtkWidget *keys = gtk_label_new (row->keys);
  GtkWidget *list_row = gtk_list_box_row_new ();

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_label_set_xalign (GTK_LABEL (keys), 1);
  gtk_widget_add_css_class (keys, "key");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), keys);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (list_row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (list_row), FALSE);
  return list_row;
}

static GtkWidget *
make_list (const char *name)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "keys");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return list;
}

static GtkWidget *
make_page (GtkWidget *child)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *clamp = adw_clamp_new ();

  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), 1100);
  adw_clamp_set_child (ADW_CLAMP (clamp), child);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), clamp);
  return scroller;
}

/* --- A section -------------------------------------------------------------------------------- */

/* Fills @column with the groups from @first on, each with its heading, until @most rows are in it
 * or the section ends. Returns: the row that comes next. */
static guint
fill_column (SkyKeysWindow *self, GtkBox *column, guint first, guint most)
{
  GtkWidget *list = NULL;
  guint n = 0;
  guint i;

  for (i = first; i < self->rows->len; i++)
    {
      const SkyKeysRow *row = self->rows->pdata[i];

      if (row->kind == SKY_KEYS_SECTION || (row->kind == SKY_KEYS_GROUP && n >= most))
        break;
      if (row->kind == SKY_KEYS_GROUP)
        {
          GtkWidget *heading = gtk_label_new (row->title);

          gtk_label_set_xalign (GTK_LABEL (heading), 0);
          gtk_widget_add_css_class (heading, "heading");
          gtk_box_append (column, heading);
          list = make_list (row->title);
          gtk_box_append (column, list);
          continue;
        }
      gtk_list_box_append (GTK_LIST_BOX (list), make_row (row));
      n++;
    }
  return i;
}

static guint
count_keys (SkyKeysWindow *self, guint first)
{
  guint n = 0;

  for (guint i = first; i < self->rows->len; i++)
    {
      const SkyKeysRow *row = self->rows->pdata[i];

      if (row->kind == SKY_KEYS_SECTION)
        break;
      n += row->kind == SKY_KEYS_KEY;
    }
  return n;
}

/* A section's page is filled when it is first shown. */
static void
fill_section (SkyKeysWindow *self, GtkBox *columns, guint first)
{
  guint half = (count_keys (self, first) + 1) / 2;

  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

      gtk_box_append (columns, column);
      first = fill_column (self, GTK_BOX (column), first, i == 0 ? half : G_MAXUINT);
    }
}

static void
page_cb (SkyKeysWindow *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->pages);
  GtkBox *columns = page != NULL ? g_object_get_data (G_OBJECT (page), "columns") : NULL;

  if (columns == NULL)
    return;
  self->section = page;
  if (gtk_widget_get_first_child (GTK_WIDGET (columns)) != NULL)
    return;
  fill_section (self, columns, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (columns), "first")));
}

static void
add_section (SkyKeysWindow *self, guint index)
{
  const SkyKeysRow *row = self->rows->pdata[index];
  GtkWidget *columns = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 24);
  GtkWidget *page = make_page (columns);

  gtk_box_set_homogeneous (GTK_BOX (columns), TRUE);
  gtk_widget_add_css_class (columns, "keys-page");
  g_object_set_data (G_OBJECT (columns), "first", GUINT_TO_POINTER (index + 1));
  g_object_set_data (G_OBJECT (page), "columns", columns);
  gtk_stack_add_titled (self->pages, page, row->title, row->title);
}

/* --- The search ------------------------------------------------------------------------------- */

static gboolean
has_text (const char *text, const char *wanted)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return strstr (folded, wanted) != NULL;
}

void
sky_keys_window_search (SkyKeysWindow *self, const char *text)
{
  g_return_if_fail (SKY_IS_KEYS_WINDOW (self));
  g_return_if_fail (text != NULL);

  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *wanted = g_utf8_casefold (stripped, -1);
  GtkWidget *list;
  GtkWidget *nothing;

  if (wanted[0] == '\0')
    gtk_stack_set_visible_child (self->pages, self->section);
  if (self->found != NULL)
    gtk_stack_remove (self->pages, self->found);
  self->found = NULL;
  if (wanted[0] == '\0')
    return;
  list = make_list (_ ("Matching keys"));
  nothing = gtk_label_new (_ ("No matching key."));
  gtk_list_box_set_placeholder (GTK_LIST_BOX (list), nothing);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const SkyKeysRow *row = self->rows->pdata[i];

      if (row->kind == SKY_KEYS_KEY
          && (has_text (row->title, wanted) || has_text (row->keys, wanted)))
        gtk_list_box_append (GTK_LIST_BOX (list), make_row (row));
    }
  gtk_widget_add_css_class (list, "keys-page");
  self->found = make_page (list);
  gtk_stack_add_child (self->pages, self->found);
  gtk_stack_set_visible_child (self->pages, self->found);
}

static void
searched_cb (SkyKeysWindow *self, GtkSearchEntry *entry)
{
  sky_keys_window_search (self, gtk_editable_get_text (GTK_EDITABLE (entry)));
}

/* Escape takes back what is searched for, then closes the window. */
static void
stopped_cb (SkyKeysWindow *self, GtkSearchEntry *entry)
{
  if (gtk_editable_get_text (GTK_EDITABLE (entry))[0] != '\0')
    gtk_editable_set_text (GTK_EDITABLE (entry), "");
  else
    gtk_window_close (GTK_WINDOW (self));
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_keys_window_dispose (GObject *object)
{
  SkyKeysWindow *self = SKY_KEYS_WINDOW (object);

  self->found = NULL;
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_KEYS_WINDOW);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  G_OBJECT_CLASS (sky_keys_window_parent_class)->dispose (object);
}

static void
sky_keys_window_class_init (SkyKeysWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_keys_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-keys-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyKeysWindow, search);
  gtk_widget_class_bind_template_child (widget_class, SkyKeysWindow, pages);
  gtk_widget_class_bind_template_callback (widget_class, searched_cb);
  gtk_widget_class_bind_template_callback (widget_class, stopped_cb);
  gtk_widget_class_bind_template_callback (widget_class, page_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_keys_window_init (SkyKeysWindow *self)
{
  self->rows = sky_keys_describe ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self));
  for (guint i = 0; i < self->rows->len; i++)
    if (((const SkyKeysRow *) self->rows->pdata[i])->kind == SKY_KEYS_SECTION)
      add_section (self, i);
}

SkyKeysWindow *
sky_keys_window_new (GtkWindow *parent)
{
  return sky_child_window_new (SKY_TYPE_KEYS_WINDOW, parent);
}
