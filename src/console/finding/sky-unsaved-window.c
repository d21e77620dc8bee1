/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-unsaved-window.h"

#include <glib/gi18n.h>

#include "sky-child-window.h"
#include "sky-unsaved-decision.h"

struct _SkyUnsavedWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  GtkListBox *list;
  GtkWidget *forget;

  /* Owned. */
  SkySelection *selection;
  GPtrArray *keys; /* of char *, one a row */
};

G_DEFINE_FINAL_TYPE (SkyUnsavedWindow, sky_unsaved_window, ADW_TYPE_WINDOW)

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
add_row (SkyUnsavedWindow *self, const SkyUnsavedDecision *unsaved)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *row = gtk_list_box_row_new ();
  GTimeZone *zone = sky_day_view_get_zone (sky_selection_get_day_view (self->selection));
  g_autofree char *label = sky_unsaved_decision_dup_label (unsaved, zone);
  g_autofree char *others = sky_unsaved_decision_dup_others (unsaved, zone);
  g_autofree char *own = sky_unsaved_decision_dup_own (unsaved);
  g_autofree char *name = g_strdup_printf ("%s\n%s\n%s", label, others, own);

  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_box_append (GTK_BOX (box), make_label (label, "heading"));
  gtk_box_append (GTK_BOX (box), make_label (others, "notice-text"));
  gtk_box_append (GTK_BOX (box), make_label (own, "dim-label"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_list_box_append (self->list, row);
  g_ptr_array_add (self->keys, g_strdup (unsaved->key));
}

static void
update (SkyUnsavedWindow *self)
{
  g_autoptr (GPtrArray) unsaved =
      sky_review_desk_list_unsaved (sky_selection_get_desk (self->selection));

  g_ptr_array_set_size (self->keys, 0);
  for (GtkListBoxRow *row; (row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL;)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < unsaved->len; i++)
    add_row (self, unsaved->pdata[i]);
  gtk_widget_set_sensitive (self->forget, unsaved->len > 0);
}

static void
activated_cb (SkyUnsavedWindow *self, GtkListBoxRow *row, GtkListBox *list)
{
  guint i = (guint) gtk_list_box_row_get_index (row);

  if (i < self->keys->len)
    sky_selection_show_key (self->selection, self->keys->pdata[i]);
}

static void
forget_cb (SkyUnsavedWindow *self, GtkButton *button)
{
  sky_review_desk_forget_unsaved (sky_selection_get_desk (self->selection), NULL);
}

static void
sky_unsaved_window_dispose (GObject *object)
{
  SkyUnsavedWindow *self = SKY_UNSAVED_WINDOW (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (sky_selection_get_desk (self->selection), self);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  G_OBJECT_CLASS (sky_unsaved_window_parent_class)->dispose (object);
}

static void
sky_unsaved_window_class_init (SkyUnsavedWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_unsaved_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-unsaved-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyUnsavedWindow, list);
  gtk_widget_class_bind_template_child (widget_class, SkyUnsavedWindow, forget);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, forget_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_unsaved_window_init (SkyUnsavedWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->keys = g_ptr_array_new_with_free_func (g_free);
}

SkyUnsavedWindow *
sky_unsaved_window_new (GtkWindow *parent, SkySelection *selection)
{
  g_return_val_if_fail (SKY_IS_SELECTION (selection), NULL);

  SkyUnsavedWindow *self = sky_child_window_new (SKY_TYPE_UNSAVED_WINDOW, parent);
  self->selection = g_object_ref (selection);
  g_signal_connect_swapped (sky_selection_get_desk (selection), "unsaved-changed",
                            G_CALLBACK (update), self);
  update (self);
  return self;
}

guint
sky_unsaved_window_get_n (SkyUnsavedWindow *self)
{
  g_return_val_if_fail (SKY_IS_UNSAVED_WINDOW (self), 0);
  return self->keys->len;
}
