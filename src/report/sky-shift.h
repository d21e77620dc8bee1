/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shifts of a property: a gaming day divided at times of day on the property's clock. The first
 * begins the gaming day; the last ends when the next day's first begins. A day with a clock change
 * has an hour more or less. */
#pragma once

#include "sky-time.h"

G_BEGIN_DECLS

/* More than a property has. */
#define SKY_MAX_SHIFTS 12

typedef struct
{
  guint n;                       /* at least 1 */
  guint minutes[SKY_MAX_SHIFTS]; /* of the day, when each begins; rising */
} SkyShifts;

/* Reads times like "06:00" (NULL-terminated). Returns FALSE when they are not at least one and at
 * most SKY_MAX_SHIFTS rising times of day. */
gboolean sky_shifts_parse (SkyShifts *self, const char *const *times);

/* From when to when shift @index (from 0) of the gaming day @day is, in @zone (NULL: UTC). */
void sky_shifts_get_span (
    const SkyShifts *self, guint index, SkyDay day, GTimeZone *zone, SkyTime *start, SkyTime *end);

/* "06:00–14:00". Returns: a new string. */
char *sky_shifts_format (const SkyShifts *self, guint index) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
