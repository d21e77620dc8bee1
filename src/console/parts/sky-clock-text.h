/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instants as the console writes them: in UTC, as the log does, and on the clock on the wall of the
 * table's room. Every function returns a new string. */
#pragma once

#include <glib.h>

#include "sky-time.h"

G_BEGIN_DECLS

/* "20:15:03.250" in UTC. */
char *sky_clock_text_utc (SkyTime time);

/* "2023-11-04 20:15:03.250" in UTC. */
char *sky_clock_text_utc_full (SkyTime time);

/* "2023-11-04 20:15:03" in UTC. */
char *sky_clock_text_second (SkyTime time);

/* "2016-09-03 20:15:03 UTC": when somebody did something, beside which nobody reads less. */
char *sky_clock_text_deed (SkyTime time);

/* "16:15:03.250 EDT" in @zone; in UTC when it is NULL. */
char *sky_clock_text_local (SkyTime time, GTimeZone *zone);

/* A label of a ruler whose ticks are @tick apart: "20:15", "20:15:03" or "20:15:03.25". */
char *sky_clock_text_tick (SkyTime time, SkyTime tick);

/* Reads a time that was typed: "20", "20:15", "20:15:03" or "20:15:03.25" in UTC, the same with
 * "EDT" or "local" behind it on the clock of @zone (nullable: UTC), either with a date before it
 * ("2023-11-04 20:15"). Without a date it is the one that is nearest to @near. Returns: FALSE: it
 * is none. */
gboolean sky_clock_text_parse (const char *text, SkyTime near, GTimeZone *zone, SkyTime *at);

G_END_DECLS
