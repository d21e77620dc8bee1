/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other forms of an odds report's exact fractions ("5/11", "-3/4", "0"), computed in whole numbers
 * of any size. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @fraction as a percentage, rounded half away from zero: "45.4545 %". Four decimals, or as many
 * more as show four digits of it. Returns: a new string. */
char *sky_fraction_percent (const char *fraction);

/* The odds against an event with the probability @win to succeed and @lose to fail, in lowest
 * terms: "6 to 5". Returns a new string, or NULL if it cannot succeed. */
char *sky_fraction_odds_against (const char *win, const char *lose);

G_END_DECLS
