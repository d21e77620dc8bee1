/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a source states time, and the instant it means. A local time that a clock change skipped or
 * repeated is never guessed. */
#pragma once

#include "sky-time.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_MAP_TIME_STRPTIME,
  SKY_MAP_TIME_UNIX,
  SKY_MAP_TIME_UNIX_MS,
  SKY_MAP_TIME_RFC3339,
  SKY_MAP_TIME_NONE, /* records have no time: each comes a step after the one before */
} SkyMapTimeFormat;

typedef enum
{
  SKY_MAP_AMBIGUOUS_REFUSE,
  SKY_MAP_AMBIGUOUS_EARLIER,
  SKY_MAP_AMBIGUOUS_LATER,
} SkyMapAmbiguous;

/* A time zone that caches the offset of the last day. One thread at a time may use it. */
typedef struct _SkyMapZone SkyMapZone;

/* "America/New_York", "UTC" or "+04:00". Returns NULL when there is no such zone. */
SkyMapZone *sky_map_zone_new (const char *name) G_GNUC_WARN_UNUSED_RESULT;
void sky_map_zone_free (SkyMapZone *self);

/* The day in the zone on which @time falls, when days begin @begins after midnight. */
SkyDay sky_map_zone_day (SkyMapZone *self, SkyTime time, SkyTime begins);

typedef struct
{
  SkyMapTimeFormat format;
  char *pattern; /* strptime: "%Y-%m-%d %H:%M:%S.%f" */
  SkyMapAmbiguous ambiguous;
  gboolean hour24_is_midnight; /* "24:03" is three minutes into the day */
} SkyMapTimeForm;

/* Whether @pattern has only known conversions. FALSE with @cause. */
gboolean sky_map_time_check_pattern (const char *pattern, char **cause);

/* Reads the instant that @text states, in the zone @zone where it states none. Returns FALSE with
 * @reason, a new string. */
gboolean sky_map_time_read (const SkyMapTimeForm *self,
                            SkyMapZone *zone,
                            const char *text,
                            gsize length,
                            SkyTime *time,
                            char **reason);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyMapZone, sky_map_zone_free)

G_END_DECLS
