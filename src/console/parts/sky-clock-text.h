/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes instants on the clock of a zone (NULL: UTC). Every function returns a new
 * string; any thread may call all of them. */
#pragma once

#include <glib.h>

#include "sky-time.h"

G_BEGIN_DECLS

/* "16:15:03.250" */
char *sky_clock_text (SkyTime time, GTimeZone *zone);

/* "2023-11-04 16:15:03.250" */
char *sky_clock_text_full (SkyTime time, GTimeZone *zone);

/* "2023-11-04 16:15:03" */
char *sky_clock_text_second (SkyTime time, GTimeZone *zone);

/* "2016-09-03 16:15:03 EDT": when someone did something, always complete. */
char *sky_clock_text_deed (SkyTime time, GTimeZone *zone);

/* For a tooltip: "2023-11-04 16:15:03.250 EDT", and on a second line the same in UTC, as the record
 * has it. */
char *sky_clock_text_both (SkyTime time, GTimeZone *zone);

/* A label of a ruler whose ticks are @tick apart: "16:15", "16:15:03" or "16:15:03.25". */
char *sky_clock_text_tick (SkyTime time, SkyTime tick, GTimeZone *zone);

/* What the clock calls itself at @time: "EDT". */
char *sky_clock_text_zone (SkyTime time, GTimeZone *zone);

/* How far the clock is ahead of UTC at @time; behind: less than 0. */
SkyTime sky_clock_text_offset (SkyTime time, GTimeZone *zone);

/* Reads a typed time: "16", "16:15", "16:15:03" or "16:15:03.25" on the clock of @zone. With "UTC"
 * or "Z" after it, it is in UTC. A date may precede it ("2023-11-04 16:15"), and the clock's own
 * name ("EDT") may follow. Without a date, the nearest such time to @near. Returns FALSE if it is
 * not a time. */
gboolean sky_clock_text_parse (const char *text, SkyTime near, GTimeZone *zone, SkyTime *at);

G_END_DECLS
