/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures and what two logs agree about, for people: the command line prints the same texts that
 * the console shows. What cannot be computed is a dash. */
#pragma once

#include "sky-comparison.h"

G_BEGIN_DECLS

/* "97.3 % (95.1…98.6)", of a value with its interval. Returns: a new string. */
char *sky_figure_percent (double value, double low, double high) G_GNUC_WARN_UNUSED_RESULT;

/* "0.97 (0.95…0.99)". Returns: a new string. */
char *sky_figure_coefficient (double value, double low, double high) G_GNUC_WARN_UNUSED_RESULT;

/* "Outcomes", "As due", "spin". */
const char *sky_compared_to_title (SkyCompared compared);

/* "Outcomes: 39 of 40 the same, 97.5 % (86.8…99.9); κ 0.974 (…); AC1 0.974 (…)". Returns: a new
 * string. */
char *sky_compared_kind_describe (const SkyComparedKind *kind) G_GNUC_WARN_UNUSED_RESULT;

typedef enum
{
  SKY_TARGET_NONE, /* the kind has none */
  SKY_TARGET_MISSED,
  SKY_TARGET_REACHED,
} SkyTarget;

/* Whether two coders agree well enough about the kind for a log to count in an estimate. Outcomes
 * need a κ of 0.99, wagers a positive agreement of 0.95. What is as due needs a κ or an AC1 of
 * 0.90. */
SkyTarget sky_compared_kind_judge (const SkyComparedKind *kind);

G_END_DECLS
