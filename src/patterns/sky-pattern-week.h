/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settlements of one week of a property, game by game: how many the rules decided and how many
 * were wrong, by dealer and by dealer and patron. */
#pragma once

#include "sky-counts.h"
#include "sky-state.h"
#include "sky-stream.h"

G_BEGIN_DECLS

typedef struct _SkyPatternWeek SkyPatternWeek;

SkyPatternWeek *sky_pattern_week_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_pattern_week_free (SkyPatternWeek *self);

/* Adds what one log of @game has. */
void sky_pattern_week_add (SkyPatternWeek *self, const char *game, const SkyCounts *counts);

/* Begins another week. */
void sky_pattern_week_clear (SkyPatternWeek *self);

/* The dealer's games, in order, beside all dealers of each. Returns: an array of SkyStratum. */
GArray *sky_pattern_week_list_strata (SkyPatternWeek *self,
                                      const char *dealer) G_GNUC_WARN_UNUSED_RESULT;

/* The games of the dealer with the patron, in order. Those whom nobody knows are none of the
 * others. @n_decisions takes how many decisions the two had. Returns: an array of SkyPairStratum.
 */
GArray *sky_pattern_week_list_pair_strata (SkyPatternWeek *self,
                                           const char *dealer,
                                           const char *patron,
                                           gint64 *n_decisions) G_GNUC_WARN_UNUSED_RESULT;

/* Limits the week, which is empty, to those that sky_pattern_week_want() names. */
void sky_pattern_week_limit (SkyPatternWeek *self);
/* Adds these two, with each other and with all. */
void sky_pattern_week_want (SkyPatternWeek *self, const char *dealer, const char *patron);

/* How many dealers, or dealers with a patron, were read into it: at most so many. */
guint sky_pattern_week_most (const SkyPatternWeek *self);

/* Visits the week; an empty one reads it. */
void sky_pattern_week_visit (SkyPatternWeek *self, SkyState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPatternWeek, sky_pattern_week_free)

G_END_DECLS
