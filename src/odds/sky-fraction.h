/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact fractions of an odds report ("5/11", "-3/4", "0") told in the other ways that a report
 * needs. Worked out in whole numbers of any size. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @fraction in per cent, rounded half away from zero: "45.4545 %". Four decimals, or as many more
 * as show four digits of it. Returns: a new string. */
char *sky_fraction_percent (const char *fraction);

/* The odds against what has the probability @win and fails with the probability @lose, in lowest
 * terms: "6 to 5". Returns: a new string, or NULL when it cannot be won. */
char *sky_fraction_odds_against (const char *win, const char *lose);

G_END_DECLS
