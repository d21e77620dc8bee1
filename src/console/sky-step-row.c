/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-step-row.h"

#include "sky-section-popover.h"

struct _SkyStepRow
{
  GtkListBoxRow parent_instance;

  /* Template children. */
  GtkLabel *seq_label;
  GtkLabel *text;
  GtkMenuButton *section;

  guint64 seq;
  char *wager;
};

G_DEFINE_FINAL_TYPE (SkyStepRow, sky_step_row, GTK_TYPE_LIST_BOX_ROW)

static void
sky_step_row_dispose (GObject *object)
{
  SkyStepRow *self = SKY_STEP_ROW (object);

  g_clear_pointer (&self->wager, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_STEP_ROW);
  G_OBJECT_CLASS (sky_step_row_parent_class)->dispose (object);
}

static void
sky_step_row_class_init (SkyStepRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_step_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-step-row.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyStepRow, seq_label);
  gtk_widget_class_bind_template_child (widget_class, SkyStepRow, text);
  gtk_widget_class_bind_template_child (widget_class, SkyStepRow, section);
}

static void
sky_step_row_init (SkyStepRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
sky_step_row_new (const SkyStep *step)
{
  SkyStepRow *self = g_object_new (SKY_TYPE_STEP_ROW, NULL);
  g_autofree char *seq = g_strdup_printf ("%" G_GUINT64_FORMAT, step->seq);
  g_autofree char *section = step->section != NULL && step->section[0] != '\0'
                                 ? g_strdup_printf ("§ %s", step->section)
                                 : g_strdup ("");

  self->seq = step->seq;
  self->wager = g_strdup (step->wager);
  gtk_label_set_label (self->seq_label, seq);
  gtk_label_set_label (self->text, step->text);
  sky_section_popover_attach (self->section, step->section, section);
  return GTK_WIDGET (self);
}

guint64
sky_step_row_get_seq (SkyStepRow *self)
{
  g_return_val_if_fail (SKY_IS_STEP_ROW (self), 0);
  return self->seq;
}

void
sky_step_row_set_pointed (SkyStepRow *self, const char *wager)
{
  g_return_if_fail (SKY_IS_STEP_ROW (self));

  gtk_widget_set_visible (GTK_WIDGET (self),
                          wager == NULL || self->wager == NULL || strcmp (wager, self->wager) == 0);
}
