/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-unsaid-window.h"

#include <glib/gi18n.h>

#include "sky-unsaid.h"

struct _SkyUnsaidWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  GtkListBox *list;
  GtkWidget *forget;

  /* Owned. */
  SkySelection *selection;
  GPtrArray *keys; /* of char *, one a row */
};

G_DEFINE_FINAL_TYPE (SkyUnsaidWindow, sky_unsaid_window, ADW_TYPE_WINDOW)

static GtkWidget *
make_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

static void
add_row (SkyUnsaidWindow *self, const SkyUnsaid *unsaid)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *row = gtk_list_box_row_new ();
  g_autofree char *others = sky_unsaid_dup_others (unsaid);
  g_autofree char *own = sky_unsaid_dup_own (unsaid);
  g_autofree char *name = g_strdup_printf ("%s\n%s\n%s", unsaid->label, others, own);

  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_box_append (GTK_BOX (box), make_label (unsaid->label, "heading"));
  gtk_box_append (GTK_BOX (box), make_label (others, "notice-text"));
  gtk_box_append (GTK_BOX (box), make_label (own, "dim-label"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_list_box_append (self->list, row);
  g_ptr_array_add (self->keys, g_strdup (unsaid->key));
}

static void
update (SkyUnsaidWindow *self)
{
  g_autoptr (GPtrArray) unsaid =
      sky_review_desk_list_unsaid (sky_selection_get_desk (self->selection));

  g_ptr_array_set_size (self->keys, 0);
  for (GtkListBoxRow *row; (row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL;)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < unsaid->len; i++)
    add_row (self, unsaid->pdata[i]);
  gtk_widget_set_sensitive (self->forget, unsaid->len > 0);
}

static void
activated_cb (SkyUnsaidWindow *self, GtkListBoxRow *row, GtkListBox *list)
{
  guint i = (guint) gtk_list_box_row_get_index (row);

  if (i < self->keys->len)
    sky_selection_show_key (self->selection, self->keys->pdata[i]);
}

static void
forget_cb (SkyUnsaidWindow *self, GtkButton *button)
{
  sky_review_desk_forget_unsaid (sky_selection_get_desk (self->selection), NULL);
}

static void
sky_unsaid_window_dispose (GObject *object)
{
  SkyUnsaidWindow *self = SKY_UNSAID_WINDOW (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (sky_selection_get_desk (self->selection), self);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  G_OBJECT_CLASS (sky_unsaid_window_parent_class)->dispose (object);
}

static void
sky_unsaid_window_class_init (SkyUnsaidWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_unsaid_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-unsaid-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyUnsaidWindow, list);
  gtk_widget_class_bind_template_child (widget_class, SkyUnsaidWindow, forget);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, forget_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_unsaid_window_init (SkyUnsaidWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->keys = g_ptr_array_new_with_free_func (g_free);
}

SkyUnsaidWindow *
sky_unsaid_window_new (GtkWindow *parent, SkySelection *selection)
{
  g_return_val_if_fail (SKY_IS_SELECTION (selection), NULL);

  SkyUnsaidWindow *self = g_object_new (SKY_TYPE_UNSAID_WINDOW, "transient-for", parent, NULL);
  self->selection = g_object_ref (selection);
  g_signal_connect_swapped (sky_selection_get_desk (selection), "unsaid-changed",
                            G_CALLBACK (update), self);
  update (self);
  return self;
}

guint
sky_unsaid_window_get_n (SkyUnsaidWindow *self)
{
  g_return_val_if_fail (SKY_IS_UNSAID_WINDOW (self), 0);
  return self->keys->len;
}
