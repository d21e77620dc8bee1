/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chance for simulated counts: the same numbers at every run. Counts are drawn by their exact laws,
 * not one observation after the other. Each thread has its own. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint64 state;
} Chance;

/* Streams of different @seed have nothing to do with each other. */
Chance chance_new (guint64 seed);

/* A number from 0 on, below 1. */
double chance_draw (Chance *self);

/* How often what has the chance @p comes in @n tries, at most 100,000. */
gint64 chance_draw_number (Chance *self, guint n, double p);

/* Draws @n times by the @weights of @n_cells and adds to @counts. */
void
chance_draw_counts (Chance *self, const double *weights, guint n_cells, guint n, gint64 *counts);

G_END_DECLS
