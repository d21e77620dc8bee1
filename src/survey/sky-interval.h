/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two-sided 95 % intervals of a proportion, and their parts. Counts may be fractions: a sample of
 * few clusters counts as fewer observations than it has. */
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

/* Wilson (1927): @x of @n, as above. */
SkyInterval sky_interval_wilson (double x, double n);

/* For a rate @r between 0 and 1, both excluded, with the standard error @error: symmetric on the
 * scale of ln (r / (1 - r)). @t is the number of standard errors to each side. */
SkyInterval sky_interval_logit (double r, double error, double t);

/* The same for a value above 0 without an upper bound, on the scale of ln r. */
SkyInterval sky_interval_log (double r, double error, double t);

/* Student's t, exceeded in either direction one time in twenty; @df from 1. */
double sky_interval_t (double df);

/* Of @n without an error: the most that the rate may be, one-sided, at 95 %. */
double sky_interval_at_most (double n);

G_END_DECLS
