/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-section-popover.h"

#include <glib/gi18n.h>

#include "sky-finding.h"
#include "sky-regulation-text.h"
#include "sky-section.h"

struct _SkySectionPopover
{
  GtkPopover parent_instance;

  /* Template children. */
  GtkLabel *cite;
  GtkLabel *summary;
  GtkWidget *open_button;
  GtkLabel *hint;

  /* Owned. */
  GSettings *settings;
  char *section;
};

G_DEFINE_FINAL_TYPE (SkySectionPopover, sky_section_popover, GTK_TYPE_POPOVER)

/* The text is opened from the user's folder alone. */
static void
update_folder (SkySectionPopover *self)
{
  g_autofree char *folder = g_settings_get_string (self->settings, "regulation-folder");
  gboolean set = folder[0] != '\0';

  gtk_widget_set_visible (self->open_button, set);
  gtk_widget_set_visible (GTK_WIDGET (self->hint), !set);
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkySectionPopover) self = user_data;
  g_autoptr (GError) error = NULL;

  if (sky_regulation_text_open_finish (result, &error))
    {
      gtk_popover_popdown (GTK_POPOVER (self));
      return;
    }
  /* The popover may be gone from its button meanwhile; then nobody is left to be told. */
  if (self->hint == NULL)
    return;
  gtk_label_set_label (self->hint, error->message);
  gtk_widget_set_visible (GTK_WIDGET (self->hint), TRUE);
}

static void
open_cb (SkySectionPopover *self, GtkButton *button)
{
  g_autofree char *folder = g_settings_get_string (self->settings, "regulation-folder");

  sky_regulation_text_open_async (folder, self->section, opened_cb, g_object_ref (self));
}

static void
sky_section_popover_dispose (GObject *object)
{
  SkySectionPopover *self = SKY_SECTION_POPOVER (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_SECTION_POPOVER);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->section, g_free);
  G_OBJECT_CLASS (sky_section_popover_parent_class)->dispose (object);
}

static void
sky_section_popover_class_init (SkySectionPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_section_popover_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-section-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, SkySectionPopover, cite);
  gtk_widget_class_bind_template_child (widget_class, SkySectionPopover, summary);
  gtk_widget_class_bind_template_child (widget_class, SkySectionPopover, open_button);
  gtk_widget_class_bind_template_child (widget_class, SkySectionPopover, hint);
  gtk_widget_class_bind_template_callback (widget_class, open_cb);
}

static void
sky_section_popover_init (SkySectionPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new (SKY_APP_ID);
  g_signal_connect_object (self->settings, "changed::regulation-folder", G_CALLBACK (update_folder),
                           self, G_CONNECT_SWAPPED);
  update_folder (self);
}

GtkWidget *
sky_section_popover_new (const char *section)
{
  g_return_val_if_fail (section != NULL, NULL);

  SkySectionPopover *self = g_object_new (SKY_TYPE_SECTION_POPOVER, NULL);
  const SkySection *known = sky_section_find (section);
  g_autofree char *cite = sky_cite (section);

  self->section = g_strdup (section);
  gtk_label_set_label (self->cite, cite);
  gtk_label_set_label (self->summary, known != NULL ? _ (known->summary) : "");
  gtk_widget_set_visible (GTK_WIDGET (self->summary), known != NULL);
  return GTK_WIDGET (self);
}

/* --- The button ------------------------------------------------------------------------------- */

static void
create_popup_cb (GtkMenuButton *button, gpointer section)
{
  if (gtk_menu_button_get_popover (button) == NULL)
    gtk_menu_button_set_popover (button, sky_section_popover_new (section));
}

void
sky_section_popover_attach (GtkMenuButton *button, const char *section, const char *text)
{
  g_return_if_fail (GTK_IS_MENU_BUTTON (button));

  gboolean set = section != NULL && section[0] != '\0';

  gtk_widget_set_visible (GTK_WIDGET (button), set);
  gtk_menu_button_set_create_popup_func (button, NULL, NULL, NULL);
  gtk_menu_button_set_popover (button, NULL);
  if (!set)
    return;
  g_autofree char *cite = sky_cite (section);
  /* Translators: a section of the regulation. */
  g_autofree char *name = g_strdup_printf (_ ("What %s says"), cite);
  gtk_label_set_label (GTK_LABEL (gtk_menu_button_get_child (button)), text);
  gtk_menu_button_set_create_popup_func (button, create_popup_cb, g_strdup (section), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}
