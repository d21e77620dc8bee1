/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An interval of a rate that is valid however often and whenever someone looks (Robbins).
 *
 *     all p with (n + 1) C(n,x) p^x (1 - p)^(n - x) of at least alpha */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @x of @n; @alpha between 0 and 1 is how often such an interval may ever miss. */
void sky_rate_interval (gint64 x, gint64 n, long double alpha, long double *low, long double *high);

G_END_DECLS
