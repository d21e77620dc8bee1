/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-verdict-strip.h"

#include <glib/gi18n.h>

struct _SkyVerdictStrip
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkWidget *content;
  GtkImage *icon;
  GtkLabel *text;
  GtkProgressBar *progress;

  /* Owned. */
  GSignalGroup *check_signals;
  guint n_left_out;
};

G_DEFINE_FINAL_TYPE (SkyVerdictStrip, sky_verdict_strip, GTK_TYPE_WIDGET)

/* How the verdict looks, besides what it says. */
typedef struct
{
  const char *icon;
  const char *class;
} Look;

static Look
get_look (SkyPackageCheck *check)
{
  const SkyVerifyReport *report = sky_package_check_get_report (check);

  if (report == NULL)
    return sky_package_check_get_problem (check) != NULL
               ? (Look){ "dialog-warning-symbolic", "error" }
               : (Look){ "content-loading-symbolic", "dim-label" };
  switch (report->verdict)
    {
    case SKY_VERDICT_HOLDS:
      return (Look){ "emblem-ok-symbolic", "success" };
    case SKY_VERDICT_NOBODY_VOUCHES:
      return (Look){ "dialog-information-symbolic", "warning" };
    case SKY_VERDICT_FAILS:
    default:
      return (Look){ "dialog-warning-symbolic", "error" };
    }
}

static char *
dup_text (SkyVerdictStrip *self, SkyPackageCheck *check)
{
  const char *verdict = sky_package_check_get_verdict (check);

  if (verdict[0] == '\0')
    /* Translators: how much of an evidence package is verified so far, in percent. */
    return g_strdup_printf (_ ("Verifying the package: %u %%"),
                            sky_package_check_get_done (check) / 10);
  if (self->n_left_out == 0)
    return g_strdup (verdict);
  g_autofree char *left_out = g_strdup_printf (
      ngettext ("%u finding does not follow from its log and is not in the list.",
                "%u findings do not follow from their log and are not in the list.",
                self->n_left_out),
      self->n_left_out);
  return g_strdup_printf ("%s %s", verdict, left_out);
}

static void
changed_cb (SkyVerdictStrip *self, SkyPackageCheck *check)
{
  static const char *const classes[] = { "error", "success", "warning", "dim-label" };
  const Look look = get_look (check);
  gboolean known = sky_package_check_get_verdict (check)[0] != '\0';
  g_autofree char *text = dup_text (self, check);

  gtk_label_set_label (self->text, text);
  gtk_image_set_from_icon_name (self->icon, look.icon);
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (GTK_WIDGET (self), classes[i]);
  gtk_widget_add_css_class (GTK_WIDGET (self), look.class);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), !known);
  gtk_progress_bar_set_fraction (self->progress, sky_package_check_get_done (check) / 1000.0);
}

void
sky_verdict_strip_show (SkyVerdictStrip *self, SkyPackageCheck *check, guint n_left_out)
{
  g_return_if_fail (SKY_IS_VERDICT_STRIP (self));
  g_return_if_fail (SKY_IS_PACKAGE_CHECK (check));

  self->n_left_out = n_left_out;
  g_signal_group_set_target (self->check_signals, check);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  changed_cb (self, check);
}

const char *
sky_verdict_strip_get_text (SkyVerdictStrip *self)
{
  g_return_val_if_fail (SKY_IS_VERDICT_STRIP (self), NULL);
  return gtk_label_get_label (self->text);
}

static void
sky_verdict_strip_dispose (GObject *object)
{
  SkyVerdictStrip *self = SKY_VERDICT_STRIP (object);

  g_clear_object (&self->check_signals);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_VERDICT_STRIP);
  G_OBJECT_CLASS (sky_verdict_strip_parent_class)->dispose (object);
}

static void
sky_verdict_strip_class_init (SkyVerdictStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_verdict_strip_dispose;
  gtk_widget_class_set_css_name (widget_class, "verdict");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-verdict-strip.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyVerdictStrip, content);
  gtk_widget_class_bind_template_child (widget_class, SkyVerdictStrip, icon);
  gtk_widget_class_bind_template_child (widget_class, SkyVerdictStrip, text);
  gtk_widget_class_bind_template_child (widget_class, SkyVerdictStrip, progress);
}

static void
sky_verdict_strip_init (SkyVerdictStrip *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->check_signals = g_signal_group_new (SKY_TYPE_PACKAGE_CHECK);
  g_signal_group_connect_swapped (self->check_signals, "changed", G_CALLBACK (changed_cb), self);
}
