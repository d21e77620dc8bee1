/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many streams each gaming year of a property has, and the thresholds that the next one has
 * therefore. In its first year a property has those of its first week. */
#pragma once

#include "sky-pattern-share.h"
#include "sky-state.h"

G_BEGIN_DECLS

typedef struct _SkyPatternYears SkyPatternYears;

/* Those of a property whose first log is of the day @first. */
SkyPatternYears *sky_pattern_years_new (SkyDay first) G_GNUC_WARN_UNUSED_RESULT;
void sky_pattern_years_free (SkyPatternYears *self);

/* The gaming year of @day. */
gint sky_pattern_years_of (SkyDay day);

/* Notes a log that counts: one of no earlier year than those before. */
void sky_pattern_years_note_log (SkyPatternYears *self, const SkyLogCounts *log);
/* Notes a share of it, whose key is @key. */
void sky_pattern_years_note (SkyPatternYears *self,
                             const SkyLogCounts *log,
                             const SkyPatternShare *share,
                             const char *key);

/* How many streams of @family may raise a report in the year @number. */
guint sky_pattern_years_capacity (SkyPatternYears *self, SkyFamily family, gint number);
long double sky_pattern_years_ln_a (SkyPatternYears *self, SkyFamily family, gint number);

/* Visits all that thresholds are made of. */
void sky_pattern_years_visit (SkyPatternYears *self, SkyState *state);
/* Visits what the year is made of that goes on; without it nothing can be noted. */
void sky_pattern_years_visit_last (SkyPatternYears *self, SkyState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPatternYears, sky_pattern_years_free)

G_END_DECLS
