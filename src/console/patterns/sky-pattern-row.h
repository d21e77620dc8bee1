/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pattern, as a list shows it. Properties (read), all text, made when it is asked for:
 *
 * * "what", "unit", "property", "tables"
 * * "since": empty where there is no observation
 * * "evidence": "9.64 of 9.03"; "state"
 * * "share" (double): the evidence as a part of what it takes to report, from 0 to 1 */
#pragma once

#include <glib-object.h>

#include "sky-patterns.h"

G_BEGIN_DECLS

#define SKY_TYPE_PATTERN_ROW (sky_pattern_row_get_type ())
G_DECLARE_FINAL_TYPE (SkyPatternRow, sky_pattern_row, SKY, PATTERN_ROW, GObject)

/* @pattern belongs to @patterns, of which the row keeps a reference. */
SkyPatternRow *sky_pattern_row_new (SkyPatterns *patterns,
                                    const SkyPattern *pattern) G_GNUC_WARN_UNUSED_RESULT;

SkyPatterns *sky_pattern_row_get_patterns (SkyPatternRow *self);
const SkyPattern *sky_pattern_row_get_pattern (SkyPatternRow *self);

/* How far ln R is above ln A. */
double sky_pattern_row_get_excess (SkyPatternRow *self);

/* Whether it was ever reported. */
gboolean sky_pattern_row_is_reported (SkyPatternRow *self);

G_END_DECLS
