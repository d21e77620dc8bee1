/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instants and days. An instant counts microseconds, never floating-point seconds. A day is a
 * gaming day, as a log's header names it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Microseconds since 1970-01-01T00:00:00Z. Also a span. */
typedef gint64 SkyTime;

#define SKY_TIME_NONE   G_MININT64
#define SKY_MILLISECOND G_GINT64_CONSTANT (1000)
#define SKY_SECOND      G_GINT64_CONSTANT (1000000)
#define SKY_MINUTE      (60 * SKY_SECOND)
#define SKY_HOUR        (60 * SKY_MINUTE)

/* A day, as the number of days since 1970-01-01. */
typedef gint32 SkyDay;

#define SKY_DAY_NONE G_MININT32

/* Reads an RFC 3339 instant in UTC ("2023-11-04T20:15:03.250000Z", up to six decimals). Returns
 * FALSE for any other @text, including other offsets than Z. */
gboolean sky_time_parse (const char *text, gsize length, SkyTime *time);

/* "2023-11-04T20:15:03.250000Z", always with six decimals. @buffer has room for
 * SKY_TIME_TEXT_SIZE bytes. Returns: @buffer. */
#define SKY_TIME_TEXT_SIZE 40
char *sky_time_format (SkyTime time, char *buffer);

/* Reads "2023-11-04". */
gboolean sky_day_parse (const char *text, gsize length, SkyDay *day);

/* "2023-11-04". @buffer has room for SKY_DAY_TEXT_SIZE bytes. Returns: @buffer. */
#define SKY_DAY_TEXT_SIZE 24
char *sky_day_format (SkyDay day, char *buffer);

/* A span for people: "250 ms", "28 s", "1.5 s", "2 min 5 s", "3 h 20 min". Returns: a new string.
 */
char *sky_span_format (SkyTime span);

SkyDay sky_day_from_ymd (int year, int month, int day);

/* The UTC day on which @time falls. */
SkyDay sky_day_of_time (SkyTime time);

/* The same time of day on the same day of the next month (§ 625a.2(b): "one month"), or on the last
 * day of a shorter month. */
SkyTime sky_time_add_month (SkyTime time);

G_END_DECLS
