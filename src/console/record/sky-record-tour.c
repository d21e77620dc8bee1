/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-tour.h"

#include <glib/gi18n.h>

/* The style class of the part that a step is about. */
#define SHOWN "toured"

typedef struct
{
  GtkWidget *part;
  const char *text;
} Step;

struct _SkyRecordTour
{
  GtkWidget parent_instance;

  GtkWidget *bar;
  GtkLabel *count;
  GtkLabel *text;
  GtkButton *next;
  GtkWidget *end;
  GArray *steps; /* of Step */
  guint step;    /* from 1; 0: no tour */
};

G_DEFINE_FINAL_TYPE (SkyRecordTour, sky_record_tour, GTK_TYPE_WIDGET)

static void
show (SkyRecordTour *self, guint step)
{
  if (self->step > 0)
    gtk_widget_remove_css_class (g_array_index (self->steps, Step, self->step - 1).part, SHOWN);
  self->step = step;
  gtk_widget_set_visible (self->bar, step > 0);
  if (step == 0)
    return;

  const Step *shown = &g_array_index (self->steps, Step, step - 1);
  /* Translators: the step of a tour, and how many it has. */
  g_autofree char *count = g_strdup_printf (_ ("%u of %u"), step, self->steps->len);

  gtk_widget_add_css_class (shown->part, SHOWN);
  gtk_label_set_label (self->count, count);
  gtk_label_set_label (self->text, shown->text);
  gtk_button_set_label (self->next, step < self->steps->len ? _ ("_Next") : _ ("_Done"));
  gtk_widget_set_visible (self->end, step < self->steps->len);
}

void
sky_record_tour_add (SkyRecordTour *self, GtkWidget *part, const char *text)
{
  const Step step = { part, text };

  g_return_if_fail (SKY_IS_RECORD_TOUR (self));
  g_array_append_val (self->steps, step);
}

void
sky_record_tour_next (SkyRecordTour *self)
{
  g_return_if_fail (SKY_IS_RECORD_TOUR (self));
  show (self, self->step < self->steps->len ? self->step + 1 : 0);
}

void
sky_record_tour_end (SkyRecordTour *self)
{
  g_return_if_fail (SKY_IS_RECORD_TOUR (self));
  show (self, 0);
}

guint
sky_record_tour_get_step (SkyRecordTour *self)
{
  g_return_val_if_fail (SKY_IS_RECORD_TOUR (self), 0);
  return self->step;
}

GtkWidget *
sky_record_tour_get_part (SkyRecordTour *self)
{
  g_return_val_if_fail (SKY_IS_RECORD_TOUR (self), NULL);
  return self->step > 0 ? g_array_index (self->steps, Step, self->step - 1).part : NULL;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_record_tour_dispose (GObject *object)
{
  g_clear_pointer (&SKY_RECORD_TOUR (object)->bar, gtk_widget_unparent);
  G_OBJECT_CLASS (sky_record_tour_parent_class)->dispose (object);
}

static void
sky_record_tour_finalize (GObject *object)
{
  g_array_unref (SKY_RECORD_TOUR (object)->steps);
  G_OBJECT_CLASS (sky_record_tour_parent_class)->finalize (object);
}

static void
sky_record_tour_class_init (SkyRecordTourClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_record_tour_dispose;
  G_OBJECT_CLASS (klass)->finalize = sky_record_tour_finalize;
  gtk_widget_class_set_css_name (widget_class, "recordtour");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
add_button (SkyRecordTour *self, const char *label, const char *tooltip, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_focus_on_click (button, FALSE);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (self->bar), button);
  return button;
}

static void
sky_record_tour_init (SkyRecordTour *self)
{
  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  self->bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_add_css_class (self->bar, "bar");
  gtk_widget_set_parent (self->bar, GTK_WIDGET (self));
  self->count = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "heading");
  gtk_box_append (GTK_BOX (self->bar), GTK_WIDGET (self->count));
  self->text = g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_STATUS,
                             "xalign", 0.0, "wrap", TRUE, "hexpand", TRUE, NULL);
  gtk_box_append (GTK_BOX (self->bar), GTK_WIDGET (self->text));
  self->next = GTK_BUTTON (add_button (self, _ ("_Next"), _ ("Next step of the tour (F2)"),
                                       G_CALLBACK (sky_record_tour_next)));
  self->end =
      add_button (self, _ ("_End Tour"), _ ("End the tour (Shift+F2). The menu has it again."),
                  G_CALLBACK (sky_record_tour_end));
  gtk_widget_set_visible (self->bar, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Tour of the window"), -1);
}
