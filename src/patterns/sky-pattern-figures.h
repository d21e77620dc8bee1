/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of a pattern: what was counted in each place, of each face, by whom, and what is
 * expected there; as plots draw them and as a table. */
#pragma once

#include "sky-patterns.h"

G_BEGIN_DECLS

/* A cell of a pattern: a pocket, a face, or those whom a rate is of. */
typedef struct
{
  char *label;
  char *value;     /* of money, instead of all that follows; NULL: of counts */
  gint64 x;        /* how often: results, errors */
  gint64 n;        /* of how many */
  double expected; /* x of a fair unit; of rates: at the rate of the others; NAN: not known */
  double low;      /* the rate's interval, valid at every look; both NAN where x and n are none */
  double high;
  gboolean is_lead; /* what the evidence is greatest for names it */
} SkyPatternFigure;

/* Returns: an array of SkyPatternFigure, of wheels in the order of the places; empty when nothing
 * was observed. */
GArray *sky_pattern_list_figures (const SkyPattern *self) G_GNUC_WARN_UNUSED_RESULT;

/* Whether it compares errors in settlements, not results. */
gboolean sky_pattern_is_of_rates (const SkyPattern *self);

/* Of money, over all days, in cents: what is won by theory, and its standard deviation. */
SkyMoney sky_pattern_theory (const SkyPattern *self);
SkyMoney sky_pattern_deviation (const SkyPattern *self);

/* The win less theory, in standard deviations, of money. */
double sky_pattern_deviations (const SkyPattern *self);

/* The figures as a table of so many columns. */
guint sky_pattern_n_columns (const SkyPattern *self);

/* The translated text of @column of @figure; with @figure NULL its head. Returns: a new string. */
char *sky_pattern_figure_format (const SkyPattern *self,
                                 const SkyPatternFigure *figure,
                                 guint column) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
