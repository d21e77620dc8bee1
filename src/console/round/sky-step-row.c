/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-step-row.h"

#include "sky-paragraph.h"
#include "sky-phrase.h"
#include "sky-section-popover.h"

struct _SkyStepRow
{
  GtkListBoxRow parent_instance;

  /* Template children. */
  GtkLabel *seq_label;
  SkyParagraph *text;
  GtkMenuButton *section;

  guint64 seq;
  char *wager;
  char *cited;       /* the section, as the button has it */
  gboolean has_step; /* else it is hidden */
};

G_DEFINE_FINAL_TYPE (SkyStepRow, sky_step_row, GTK_TYPE_LIST_BOX_ROW)

static void
sky_step_row_dispose (GObject *object)
{
  SkyStepRow *self = SKY_STEP_ROW (object);

  g_clear_pointer (&self->wager, g_free);
  g_clear_pointer (&self->cited, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_STEP_ROW);
  G_OBJECT_CLASS (sky_step_row_parent_class)->dispose (object);
}

static void
sky_step_row_class_init (SkyStepRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_step_row_dispose;
  g_type_ensure (SKY_TYPE_PARAGRAPH);
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

  sky_step_row_set_step (self, step);
  return GTK_WIDGET (self);
}

void
sky_step_row_set_step (SkyStepRow *self, const SkyStep *step)
{
  g_return_if_fail (SKY_IS_STEP_ROW (self));

  g_clear_pointer (&self->wager, g_free);
  self->has_step = step != NULL;
  if (step == NULL)
    {
      gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
      return;
    }
  g_autofree char *seq = g_strdup_printf ("%" G_GUINT64_FORMAT, step->seq);
  const char *section = step->section != NULL ? step->section : "";
  self->seq = step->seq;
  self->wager = g_strdup (step->wager);
  gtk_label_set_label (self->seq_label, seq);
  g_autofree char *text = sky_phrase_show (step->text);
  sky_paragraph_set_text (self->text, text);
  if (g_strcmp0 (section, self->cited) != 0)
    {
      g_autofree char *sign =
          section[0] != '\0' ? g_strdup_printf ("§ %s", section) : g_strdup ("");
      sky_section_popover_attach (self->section, section, sign);
      g_free (self->cited);
      self->cited = g_strdup (section);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

guint64
sky_step_row_get_seq (SkyStepRow *self)
{
  g_return_val_if_fail (SKY_IS_STEP_ROW (self), 0);
  return self->seq;
}

void
sky_step_row_set_pinned (SkyStepRow *self, const char *wager)
{
  g_return_if_fail (SKY_IS_STEP_ROW (self));

  gtk_widget_set_visible (
      GTK_WIDGET (self),
      self->has_step && (wager == NULL || self->wager == NULL || strcmp (wager, self->wager) == 0));
}
