/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences about a pattern, made from its numbers, as phrases. They say what was counted and what
 * chance would give, and never why. */
#pragma once

#include "sky-patterns.h"

G_BEGIN_DECLS

/* The state, evidence and consequence of the pattern. Returns: a new phrase. */
char *sky_pattern_sentence (const SkyPattern *self) G_GNUC_WARN_UNUSED_RESULT;

/* The null hypothesis, written out. Returns: a phrase that is never freed. */
const char *sky_family_null (SkyFamily family);

/* What the alternative that the evidence is greatest for names: "pockets 8, 19 and 31". Returns: a
 * new phrase. */
char *sky_pattern_lead (const SkyPattern *self) G_GNUC_WARN_UNUSED_RESULT;

/* How many statistics of the property there are, and how many false reports are expected. Returns:
 * a new phrase. */
char *sky_pattern_summary_sentence (const SkyPatternSummary *summary) G_GNUC_WARN_UNUSED_RESULT;

/* The unit's ids, apart by commas, for a list. Returns: a new string. */
char *sky_pattern_unit (const SkyPattern *self) G_GNUC_WARN_UNUSED_RESULT;

/* "quiet", "reported", "confirmed", "not_borne_out" or "depends". */
const char *sky_pattern_state (const SkyPattern *self);

/* The same in words. Returns: a phrase that is never freed. */
const char *sky_pattern_state_words (const SkyPattern *self);

/* The family’s name in a list: "Wheel", "Dealer’s errors". Returns: a phrase that is never freed.
 */
const char *sky_family_title (SkyFamily family);

/* What else may be behind a pattern of the family: phrases that are never freed, at most
 * SKY_MAX_CAUSES of them. Returns: how many. */
#define SKY_MAX_CAUSES 5
guint sky_family_list_causes (SkyFamily family, const char *causes[SKY_MAX_CAUSES]);

/* @number to two digits, with a true minus: "−0.66". Returns: a new string. */
char *sky_pattern_format_number (double number) G_GNUC_WARN_UNUSED_RESULT;

/* The places that the lead's arc names, of a wheel or of a dealer's spins: labels, "8". Returns: an
 * array of strings. */
GPtrArray *sky_pattern_places (const SkyPattern *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
