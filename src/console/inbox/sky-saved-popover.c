/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-saved-popover.h"

#include <glib/gi18n.h>

#include "sky-filter-text.h"

/* So many are had by a key. */
#define N_KEYS 9

struct _SkySavedPopover
{
  GtkPopover parent_instance;

  /* Template children. */
  GtkWidget *none;
  GtkBox *rows;
  GtkEntry *name;
  GtkButton *save;
  GtkLabel *hint;

  /* Owned. */
  SkyInbox *inbox;
  SkySavedFilters *filters;
  int renaming; /* the filter that gets a new name; -1: what is set now is saved */
};

G_DEFINE_FINAL_TYPE (SkySavedPopover, sky_saved_popover, GTK_TYPE_POPOVER)

enum
{
  PROP_0,
  PROP_INBOX,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* --- Naming ----------------------------------------------------------------------------------- */

static gboolean
has_name (SkySavedPopover *self, const char *name)
{
  for (guint i = 0; i < sky_saved_filters_get_n (self->filters); i++)
    {
      if (strcmp (sky_saved_filters_get_name (self->filters, i), name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* What the button does, and what would be saved by it. */
static void
update_save (SkySavedPopover *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  const SkyFindingFilter *filter = self->inbox != NULL ? sky_inbox_get_filter (self->inbox) : NULL;
  g_autofree char *words = filter != NULL ? sky_filter_describe (filter) : g_strdup ("");
  gboolean taken = has_name (self, name);
  const char *label = _ ("Save");

  if (self->renaming >= 0)
    label = _ ("Rename");
  else if (taken)
    label = _ ("Replace");
  gtk_button_set_label (self->save, label);
  gtk_widget_set_sensitive (GTK_WIDGET (self->save),
                            name[0] != '\0' && (self->renaming < 0 || !taken));
  if (self->renaming >= 0)
    gtk_label_set_label (self->hint, taken ? _ ("Another filter has this name.") : "");
  else if (words[0] != '\0')
    gtk_label_set_label (self->hint, words);
  else if (filter != NULL && filter->queues != 0)
    gtk_label_set_label (self->hint, _ ("No filter is active: this saves the queue only."));
  else
    gtk_label_set_label (self->hint, _ ("No filter is active."));
}

static void
save_cb (SkySavedPopover *self)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->name));
  gboolean saved;

  if (!gtk_widget_get_sensitive (GTK_WIDGET (self->save)))
    return;
  if (self->renaming >= 0)
    saved = sky_saved_filters_rename (self->filters, (guint) self->renaming, name);
  else
    saved = sky_saved_filters_save (self->filters, name, sky_inbox_get_filter (self->inbox));
  if (!saved)
    return;
  self->renaming = -1;
  gtk_editable_set_text (GTK_EDITABLE (self->name), "");
  update_save (self);
}

/* --- Rows ------------------------------------------------------------------------------------- */

static guint
number_of (GtkWidget *button)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "sky-number"));
}

static void
choose_cb (SkySavedPopover *self, GtkButton *button)
{
  sky_saved_popover_choose (self, number_of (GTK_WIDGET (button)));
}

static void
rename_cb (SkySavedPopover *self, GtkButton *button)
{
  sky_saved_popover_begin_rename (self, number_of (GTK_WIDGET (button)));
}

static void
remove_cb (SkySavedPopover *self, GtkButton *button)
{
  guint i = number_of (GTK_WIDGET (button));

  self->renaming = -1;
  if (i < sky_saved_filters_get_n (self->filters))
    sky_saved_filters_remove (self->filters, i);
}

static void
add_button (
    SkySavedPopover *self, GtkBox *row, guint i, GtkWidget *button, const char *label, GCallback cb)
{
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_object_set_data (G_OBJECT (button), "sky-number", GUINT_TO_POINTER (i));
  g_signal_connect_object (button, "clicked", cb, self, G_CONNECT_SWAPPED);
  gtk_box_append (row, button);
}

static void
add_row (SkySavedPopover *self, guint i)
{
  const char *name = sky_saved_filters_get_name (self->filters, i);
  const SkyFindingFilter *filter = sky_saved_filters_get (self->filters, i);
  g_autofree char *words = filter != NULL ? sky_filter_describe (filter)
                                          : g_strdup (_ ("The saved text is not a filter."));
  /* Translators: what the buttons beside a saved filter do. */
  g_autofree char *choose_text =
      words[0] != '\0' ? g_strdup_printf ("%s – %s", name, words) : g_strdup (name);
  g_autofree char *rename_text = g_strdup_printf (_ ("Rename “%s”"), name);
  g_autofree char *remove_text = g_strdup_printf (_ ("Delete “%s”"), name);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (name);
  GtkWidget *choose = gtk_button_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (content), label);
  if (i < N_KEYS)
    {
      g_autofree char *key = gtk_accelerator_get_label (GDK_KEY_1 + i, GDK_ALT_MASK);
      GtkWidget *hint = gtk_label_new (key);
      gtk_widget_add_css_class (hint, "dim-label");
      gtk_widget_add_css_class (hint, "caption");
      gtk_box_append (GTK_BOX (content), hint);
    }
  gtk_button_set_child (GTK_BUTTON (choose), content);
  gtk_widget_set_hexpand (choose, TRUE);
  gtk_widget_set_sensitive (choose, filter != NULL);
  add_button (self, GTK_BOX (row), i, choose, choose_text, G_CALLBACK (choose_cb));
  add_button (self, GTK_BOX (row), i, gtk_button_new_from_icon_name ("document-edit-symbolic"),
              rename_text, G_CALLBACK (rename_cb));
  add_button (self, GTK_BOX (row), i, gtk_button_new_from_icon_name ("user-trash-symbolic"),
              remove_text, G_CALLBACK (remove_cb));
  gtk_box_append (self->rows, row);
}

static void
fill (SkySavedPopover *self)
{
  guint n = sky_saved_filters_get_n (self->filters);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->rows))) != NULL)
    gtk_box_remove (self->rows, row);
  for (guint i = 0; i < n; i++)
    add_row (self, i);
  gtk_widget_set_visible (self->none, n == 0);
  if (self->renaming >= (int) n)
    self->renaming = -1;
  update_save (self);
}

static void
shown_cb (SkySavedPopover *self)
{
  self->renaming = -1;
  gtk_editable_set_text (GTK_EDITABLE (self->name), "");
  update_save (self);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_saved_popover_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_INBOX:
      g_value_set_object (value, SKY_SAVED_POPOVER (object)->inbox);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_saved_popover_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_INBOX:
      sky_saved_popover_set_inbox (SKY_SAVED_POPOVER (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_saved_popover_dispose (GObject *object)
{
  SkySavedPopover *self = SKY_SAVED_POPOVER (object);

  g_clear_object (&self->inbox);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_SAVED_POPOVER);
  G_OBJECT_CLASS (sky_saved_popover_parent_class)->dispose (object);
}

static void
sky_saved_popover_finalize (GObject *object)
{
  g_clear_object (&SKY_SAVED_POPOVER (object)->filters);
  G_OBJECT_CLASS (sky_saved_popover_parent_class)->finalize (object);
}

static void
sky_saved_popover_class_init (SkySavedPopoverClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_saved_popover_get_property;
  object_class->set_property = sky_saved_popover_set_property;
  object_class->dispose = sky_saved_popover_dispose;
  object_class->finalize = sky_saved_popover_finalize;

  properties[PROP_INBOX] =
      g_param_spec_object ("inbox", NULL, NULL, SKY_TYPE_INBOX,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-saved-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, SkySavedPopover, none);
  gtk_widget_class_bind_template_child (widget_class, SkySavedPopover, rows);
  gtk_widget_class_bind_template_child (widget_class, SkySavedPopover, name);
  gtk_widget_class_bind_template_child (widget_class, SkySavedPopover, save);
  gtk_widget_class_bind_template_child (widget_class, SkySavedPopover, hint);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
  gtk_widget_class_bind_template_callback (widget_class, update_save);
}

static void
sky_saved_popover_init (SkySavedPopover *self)
{
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);

  self->renaming = -1;
  self->filters = sky_saved_filters_new (settings);
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->filters, "changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "show", G_CALLBACK (shown_cb), NULL);
  fill (self);
}

void
sky_saved_popover_set_inbox (SkySavedPopover *self, SkyInbox *inbox)
{
  g_return_if_fail (SKY_IS_SAVED_POPOVER (self));
  g_return_if_fail (inbox == NULL || SKY_IS_INBOX (inbox));

  if (!g_set_object (&self->inbox, inbox))
    return;
  update_save (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_INBOX]);
}

SkySavedFilters *
sky_saved_popover_get_filters (SkySavedPopover *self)
{
  g_return_val_if_fail (SKY_IS_SAVED_POPOVER (self), NULL);
  return self->filters;
}

void
sky_saved_popover_choose (SkySavedPopover *self, guint i)
{
  g_return_if_fail (SKY_IS_SAVED_POPOVER (self));

  if (self->inbox == NULL)
    return;
  if (i >= sky_saved_filters_get_n (self->filters))
    {
      sky_store_link_report (sky_review_desk_get_link (sky_inbox_get_desk (self->inbox)),
                             _ ("This key has no saved filter (Q saves one)."));
      return;
    }
  const SkyFindingFilter *filter = sky_saved_filters_get (self->filters, i);
  if (filter == NULL)
    return;
  sky_inbox_choose_filter (self->inbox, filter);
  sky_store_link_report (sky_review_desk_get_link (sky_inbox_get_desk (self->inbox)),
                         sky_saved_filters_get_name (self->filters, i));
  gtk_popover_popdown (GTK_POPOVER (self));
}

void
sky_saved_popover_begin_rename (SkySavedPopover *self, guint i)
{
  g_return_if_fail (SKY_IS_SAVED_POPOVER (self));
  g_return_if_fail (i < sky_saved_filters_get_n (self->filters));

  self->renaming = (int) i;
  gtk_editable_set_text (GTK_EDITABLE (self->name), sky_saved_filters_get_name (self->filters, i));
  update_save (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->name));
}

void
sky_saved_popover_enter (SkySavedPopover *self, const char *name)
{
  g_return_if_fail (SKY_IS_SAVED_POPOVER (self));
  g_return_if_fail (name != NULL);

  gtk_editable_set_text (GTK_EDITABLE (self->name), name);
  save_cb (self);
}
