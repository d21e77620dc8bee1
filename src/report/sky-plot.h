/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plots of a report's part, in vectors, for screen and paper. Overpaid amounts go up or right,
 * underpaid ones down or left. Words beside the plot say so too, so that nobody has to tell colors
 * apart. */
#pragma once

#include <cairo.h>

#include "sky-report.h"

G_BEGIN_DECLS

typedef struct
{
  double red;
  double green;
  double blue;
} SkyPlotColour;

typedef struct
{
  SkyPlotColour text;
  SkyPlotColour line;
  SkyPlotColour over;
  SkyPlotColour under;
  SkyPlotColour variance;
  SkyPlotColour irregularity;
  double text_size; /* in the units of the plot */
} SkyPlotStyle;

/* For paper, for a light and for a dark window, and for both in high contrast. */
extern const SkyPlotStyle sky_plot_on_paper;
extern const SkyPlotStyle sky_plot_on_light;
extern const SkyPlotStyle sky_plot_on_dark;
extern const SkyPlotStyle sky_plot_on_light_contrast;
extern const SkyPlotStyle sky_plot_on_dark_contrast;

/* What it is a plot of: "Overpaid and underpaid by hour". Returns: a new string. */
char *sky_plot_get_title (const SkyReportPart *part, SkyPlotKind kind) G_GNUC_WARN_UNUSED_RESULT;

/* What a sighted person reads from it at a glance, in a sentence. Returns: a new string. */
char *sky_plot_describe (const SkyReportPart *part, SkyPlotKind kind) G_GNUC_WARN_UNUSED_RESULT;

/* How high it is at best. */
double sky_plot_get_height (const SkyReportPart *part, SkyPlotKind kind, const SkyPlotStyle *style);

/* Draws it into @width × @height from the upper left corner. */
void sky_plot_draw (cairo_t *cr,
                    const SkyReportPart *part,
                    SkyPlotKind kind,
                    double width,
                    double height,
                    const SkyPlotStyle *style);

G_END_DECLS
