/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plots of a pattern, in vectors, for screen and paper. What the evidence is greatest for
 * stands out by its shape or place too, so that nobody has to tell colors apart; colleagues have no
 * names. */
#pragma once

#include "sky-patterns.h"
#include "sky-plot.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_PATTERN_PLOT_RING,     /* places in their order on the wheel, beside what is expected */
  SKY_PATTERN_PLOT_SHARES,   /* faces, throws or rates, each with its interval */
  SKY_PATTERN_PLOT_FUNNEL,   /* errors per 1,000 settlements over settlements, of all dealers */
  SKY_PATTERN_PLOT_WALK,     /* what is won less theory, week by week, and what chance gives */
  SKY_PATTERN_PLOT_EVIDENCE, /* ln R week by week, and what it takes to report */
} SkyPatternPlot;

#define SKY_PATTERN_PLOTS 2

/* The plots of @pattern. Returns: how many; 0 when nothing was observed. */
guint sky_pattern_plots (const SkyPattern *pattern, SkyPatternPlot plots[SKY_PATTERN_PLOTS]);

/* What @plot is of. Returns: a new string. */
char *sky_pattern_plot_title (const SkyPattern *pattern,
                              SkyPatternPlot plot) G_GNUC_WARN_UNUSED_RESULT;

/* What a sighted person reads from it at a glance, in a sentence. @patterns: what @pattern is of.
 * Returns: a new string. */
char *sky_pattern_plot_describe (const SkyPatterns *patterns,
                                 const SkyPattern *pattern,
                                 SkyPatternPlot plot) G_GNUC_WARN_UNUSED_RESULT;

/* How high it is at best. */
double sky_pattern_plot_height (SkyPatternPlot plot, const SkyPlotStyle *style);

/* Draws it into @width × @height from the upper left corner. */
void sky_pattern_plot_draw (cairo_t *cr,
                            const SkyPatterns *patterns,
                            const SkyPattern *pattern,
                            SkyPatternPlot plot,
                            double width,
                            double height,
                            const SkyPlotStyle *style);

G_END_DECLS
