/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-case-details-popover.h"

#include <glib/gi18n.h>

struct _SkyCaseDetailsPopover
{
  GtkPopover parent_instance;

  /* Template children. */
  GtkDropDown *type;
  GtkTextView *people;
  GtkDropDown *disposition;

  /* Owned: the words of the rows of each; the first row, none, has none. */
  GPtrArray *types;
  GPtrArray *dispositions;
};

G_DEFINE_FINAL_TYPE (SkyCaseDetailsPopover, sky_case_details_popover, GTK_TYPE_POPOVER)

enum
{
  SAVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* The rows of a choice: none, those of @words, and @own, when it is something else. Chooses @own.
 * Returns: their words. */
static GPtrArray *
fill (GtkDropDown *choice, const SkyCaseWord *words, const char *own)
{
  GPtrArray *kept = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GtkStringList) model = NULL;
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  guint chosen = 0;

  /* Translators: of a case's type or disposition. */
  g_ptr_array_add (labels, (char *) _ ("None"));
  g_ptr_array_add (kept, NULL);
  for (; words->word != NULL; words++)
    {
      if (g_strcmp0 (words->word, own) == 0)
        chosen = kept->len;
      g_ptr_array_add (labels, (char *) _ (words->label));
      g_ptr_array_add (kept, g_strdup (words->word));
    }
  if (own != NULL && chosen == 0)
    {
      chosen = kept->len;
      g_ptr_array_add (labels, (char *) own);
      g_ptr_array_add (kept, g_strdup (own));
    }
  g_ptr_array_add (labels, NULL);
  model = gtk_string_list_new ((const char *const *) labels->pdata);
  gtk_drop_down_set_model (choice, G_LIST_MODEL (model));
  gtk_drop_down_set_selected (choice, chosen);
  return kept;
}

static const char *
get_word (GtkDropDown *choice, GPtrArray *words)
{
  guint selected = gtk_drop_down_get_selected (choice);

  return selected < words->len ? words->pdata[selected] : NULL;
}

static void
save_cb (SkyCaseDetailsPopover *self, GtkButton *button)
{
  sky_case_details_popover_save (self);
}

static gboolean
save_key_cb (GtkWidget *widget, GVariant *arguments, gpointer unused)
{
  sky_case_details_popover_save (SKY_CASE_DETAILS_POPOVER (widget));
  return GDK_EVENT_STOP;
}

static void
sky_case_details_popover_show (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sky_case_details_popover_parent_class)->show (widget);
  gtk_widget_grab_focus (GTK_WIDGET (SKY_CASE_DETAILS_POPOVER (widget)->type));
}

static void
sky_case_details_popover_dispose (GObject *object)
{
  SkyCaseDetailsPopover *self = SKY_CASE_DETAILS_POPOVER (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_CASE_DETAILS_POPOVER);
  g_clear_pointer (&self->types, g_ptr_array_unref);
  g_clear_pointer (&self->dispositions, g_ptr_array_unref);
  G_OBJECT_CLASS (sky_case_details_popover_parent_class)->dispose (object);
}

static void
sky_case_details_popover_class_init (SkyCaseDetailsPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_case_details_popover_dispose;
  widget_class->show = sky_case_details_popover_show;
  signals[SAVED] = g_signal_new ("saved", SKY_TYPE_CASE_DETAILS_POPOVER, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK, save_key_cb, NULL);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/skyward/Skyward/ui/sky-case-details-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyCaseDetailsPopover, type);
  gtk_widget_class_bind_template_child (widget_class, SkyCaseDetailsPopover, people);
  gtk_widget_class_bind_template_child (widget_class, SkyCaseDetailsPopover, disposition);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
}

static void
sky_case_details_popover_init (SkyCaseDetailsPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Details of the case"), -1);
  sky_case_details_popover_set (self, NULL);
}

void
sky_case_details_popover_set (SkyCaseDetailsPopover *self, const SkyCaseDetails *details)
{
  g_return_if_fail (SKY_IS_CASE_DETAILS_POPOVER (self));

  g_autofree char *people = details != NULL ? g_strjoinv ("\n", details->people) : g_strdup ("");

  g_clear_pointer (&self->types, g_ptr_array_unref);
  g_clear_pointer (&self->dispositions, g_ptr_array_unref);
  self->types = fill (self->type, sky_case_types, details != NULL ? details->type : NULL);
  self->dispositions = fill (self->disposition, sky_case_dispositions,
                             details != NULL ? details->disposition : NULL);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->people), people, -1);
}

void
sky_case_details_popover_save (SkyCaseDetailsPopover *self)
{
  g_return_if_fail (SKY_IS_CASE_DETAILS_POPOVER (self));

  g_autofree char *people = NULL;
  g_autoptr (SkyCaseDetails) details = NULL;

  g_object_get (gtk_text_view_get_buffer (self->people), "text", &people, NULL);
  details = sky_case_details_new (get_word (self->type, self->types), people,
                                  get_word (self->disposition, self->dispositions));
  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[SAVED], 0, details);
}
