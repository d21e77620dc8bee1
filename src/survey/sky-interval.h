/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two-sided 95 % intervals of a proportion, and what they are made of. Counts may be fractions: a
 * sample of few clusters counts as fewer observations than it has. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How often an interval may miss: one time in twenty, half of it at each end. */
#define SKY_INTERVAL_ALPHA 0.05

typedef struct
{
  double low;
  double high;
} SkyInterval;

/* Clopper and Pearson (1934), "exact": @x of @n, 0 <= @x <= @n, @n above 0. */
SkyInterval sky_interval_exact (double x, double n);

G_END_DECLS
