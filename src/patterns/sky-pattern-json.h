/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns as JSON, for programs. */
#pragma once

#include "sky-patterns.h"

G_BEGIN_DECLS

/* The pattern as an object, without the LF, onto @json; its words are English. */
void sky_pattern_write_json (const SkyPattern *self, GString *json);

/* The line that ends a property's. */
void sky_pattern_summary_write_json (const SkyPatternSummary *self, GString *json);

G_END_DECLS
