/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-plot-view.h"

#include <adwaita.h>

#define LEAST_WIDTH 240

struct _SkyPlotView
{
  GtkWidget parent_instance;

  /* Owned; one of them is NULL. */
  SkyReport *report;
  SkyPatterns *patterns;

  const SkyReportPart *part; /* of the report */
  SkyPlotKind kind;
  const SkyPattern *pattern; /* of the patterns */
  SkyPatternPlot plot;
};

G_DEFINE_FINAL_TYPE (SkyPlotView, sky_plot_view, GTK_TYPE_WIDGET)

static const SkyPlotStyle *
get_style (void)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (manager);

  if (adw_style_manager_get_high_contrast (manager))
    return dark ? &sky_plot_on_dark_contrast : &sky_plot_on_light_contrast;
  return dark ? &sky_plot_on_dark : &sky_plot_on_light;
}

static void
sky_plot_view_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  SkyPlotView *self = SKY_PLOT_VIEW (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = LEAST_WIDTH;
  else if (self->patterns != NULL)
    *minimum = *natural = (int) sky_pattern_plot_height (self->plot, get_style ());
  else
    *minimum = *natural = (int) sky_plot_get_height (self->part, self->kind, get_style ());
}

static void
sky_plot_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SkyPlotView *self = SKY_PLOT_VIEW (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));

  if (self->patterns != NULL)
    sky_pattern_plot_draw (cr, self->patterns, self->pattern, self->plot, width, height,
                           get_style ());
  else
    sky_plot_draw (cr, self->part, self->kind, width, height, get_style ());
  cairo_destroy (cr);
}

static void
sky_plot_view_finalize (GObject *object)
{
  g_clear_pointer (&SKY_PLOT_VIEW (object)->report, sky_report_unref);
  g_clear_pointer (&SKY_PLOT_VIEW (object)->patterns, sky_patterns_unref);
  G_OBJECT_CLASS (sky_plot_view_parent_class)->finalize (object);
}

static void
sky_plot_view_class_init (SkyPlotViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sky_plot_view_finalize;
  widget_class->measure = sky_plot_view_measure;
  widget_class->snapshot = sky_plot_view_snapshot;
  gtk_widget_class_set_css_name (widget_class, "plot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
sky_plot_view_init (SkyPlotView *self)
{
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
sky_plot_view_new (SkyReport *report, const SkyReportPart *part, SkyPlotKind kind)
{
  SkyPlotView *self = g_object_new (SKY_TYPE_PLOT_VIEW, NULL);
  g_autofree char *says = sky_plot_describe (part, kind);

  self->report = sky_report_ref (report);
  self->part = part;
  self->kind = kind;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, says, -1);
  return GTK_WIDGET (self);
}

GtkWidget *
sky_plot_view_new_of_pattern (SkyPatterns *patterns, const SkyPattern *pattern, SkyPatternPlot plot)
{
  SkyPlotView *self = g_object_new (SKY_TYPE_PLOT_VIEW, NULL);
  g_autofree char *says = sky_pattern_plot_describe (patterns, pattern, plot);

  self->patterns = sky_patterns_ref (patterns);
  self->pattern = pattern;
  self->plot = plot;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, says, -1);
  return GTK_WIDGET (self);
}
