/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plot of a report's part, or of a pattern, on screen, in the colors of the window's style. A
 * sentence describes it to screen readers. */
#pragma once

#include <gtk/gtk.h>

#include "sky-pattern-plot.h"

G_BEGIN_DECLS

#define SKY_TYPE_PLOT_VIEW (sky_plot_view_get_type ())
G_DECLARE_FINAL_TYPE (SkyPlotView, sky_plot_view, SKY, PLOT_VIEW, GtkWidget)

/* @part belongs to @report, of which the widget keeps a reference. */
GtkWidget *sky_plot_view_new (SkyReport *report, const SkyReportPart *part, SkyPlotKind kind);

/* @pattern belongs to @patterns, of which the widget keeps a reference. */
GtkWidget *sky_plot_view_new_of_pattern (SkyPatterns *patterns,
                                         const SkyPattern *pattern,
                                         SkyPatternPlot plot);

G_END_DECLS
