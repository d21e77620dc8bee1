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

/* Whether @log is of the first week. */
gboolean sky_pattern_years_is_first (const SkyPatternYears *self, const SkyLogCounts *log);
/* Notes a log of the first week that counts, and a share of it, whose key is @key. They come before
 * all others, and are noted again with them. */
void sky_pattern_years_note_first_log (SkyPatternYears *self, const SkyLogCounts *log);
void
sky_pattern_years_note_first (SkyPatternYears *self, const SkyPatternShare *share, const char *key);

/* Notes a log that counts: one of no earlier year than those before. */
void sky_pattern_years_note_log (SkyPatternYears *self, const SkyLogCounts *log);
/* Notes a share of it, whose key is @key. @counted takes the year that its unit is counted in, or
 * says it: then only its decisions are noted. */
void sky_pattern_years_note (SkyPatternYears *self,
                             const SkyPatternShare *share,
                             const char *key,
                             gint *counted);

/* How many streams of @family may raise a report in the year @number; all logs of the year before
 * are noted, or of the first week. */
guint sky_pattern_years_capacity (SkyPatternYears *self, SkyFamily family, gint number);
long double sky_pattern_years_ln_a (SkyPatternYears *self, SkyFamily family, gint number);

/* Visits all that thresholds are made of. */
void sky_pattern_years_visit (SkyPatternYears *self, SkyState *state);
/* Visits what the year is made of that goes on; without it nothing can be noted. */
void sky_pattern_years_visit_last (SkyPatternYears *self, SkyState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPatternYears, sky_pattern_years_free)

G_END_DECLS
