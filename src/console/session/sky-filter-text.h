/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A filter as text: as a line to store and read again, and part by part in words for people. */
#pragma once

#include <glib.h>

#include "sky-finding-filter.h"
#include "sky-testimony.h"

G_BEGIN_DECLS

/* The parts of a filter, in display order. */
typedef enum
{
  SKY_FILTER_CHANGED,
  SKY_FILTER_SEVERITIES,
  SKY_FILTER_STATES,
  SKY_FILTER_SECOND,
  SKY_FILTER_BY_EYE,
  SKY_FILTER_CHECK,
  SKY_FILTER_PROPERTY,
  SKY_FILTER_TABLE,
  SKY_FILTER_DEALER,
  SKY_FILTER_PATRON,
  SKY_FILTER_GAME,
  SKY_FILTER_DAYS,
  SKY_FILTER_ROUND,
  SKY_FILTER_SIGHT, /* of rounds */
  SKY_FILTER_TEXT,
  SKY_N_FILTER_PARTS,
} SkyFilterPart;

/* TRUE if any part excludes something. The archive and the queues are not parts: they are what is
 * open and which list is shown. */
gboolean sky_filter_is_set (const SkyFindingFilter *filter);

/* Has @part let everything through. */
void sky_filter_clear_part (SkyFindingFilter *filter, SkyFilterPart part);
void sky_filter_clear (SkyFindingFilter *filter);

/* The value of a @part that is one text; NULL: not set. */
const char *sky_filter_get_text (const SkyFindingFilter *filter, SkyFilterPart part);
void sky_filter_set_text (SkyFindingFilter *filter, SkyFilterPart part, const char *text);

/* @part in words, translated: "Severity: Major, Critical". Returns a new string; NULL if the part
 * is not set. */
char *sky_filter_describe_part (const SkyFindingFilter *filter,
                                SkyFilterPart part) G_GNUC_WARN_UNUSED_RESULT;
/* All parts, with a dot between them. Returns a new string, empty if nothing is set. */
char *sky_filter_describe (const SkyFindingFilter *filter) G_GNUC_WARN_UNUSED_RESULT;

/* "Craps" for "craps"; the name itself for an unknown game. */
const char *sky_game_to_label (const char *game);

/* The parts and the queue as a line: "queue=variance&severity=major,critical&table=CR-01".
 * Returns: a new string. */
char *sky_filter_to_line (const SkyFindingFilter *filter) G_GNUC_WARN_UNUSED_RESULT;

/* Returns: the filter of a line, or NULL when that is none. */
SkyFindingFilter *sky_filter_from_line (const char *line) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
