/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-clock-text.h"

static GDateTime *
date_time (SkyTime time, GTimeZone *zone)
{
  /* Rounded down for instants before 1970 as well. */
  gint64 seconds = time / SKY_SECOND - (time % SKY_SECOND < 0 ? 1 : 0);
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (seconds);

  if (utc == NULL)
    return NULL;
  if (zone == NULL)
    return g_steal_pointer (&utc);
  return g_date_time_to_timezone (utc, zone);
}

static int
milliseconds (SkyTime time)
{
  SkyTime rest = time % SKY_SECOND;
  return (int) ((rest < 0 ? rest + SKY_SECOND : rest) / SKY_MILLISECOND);
}

static char *
format (SkyTime time, GTimeZone *zone, const char *before, const char *behind)
{
  g_autoptr (GDateTime) at = date_time (time, zone);
  if (at == NULL)
    return g_strdup ("—");

  g_autofree char *head = g_date_time_format (at, before);
  g_autofree char *tail = g_date_time_format (at, behind);
  return g_strdup_printf ("%s.%03d%s", head, milliseconds (time), tail);
}

char *
sky_clock_text_utc (SkyTime time)
{
  return format (time, NULL, "%H:%M:%S", "");
}

char *
sky_clock_text_utc_full (SkyTime time)
{
  return format (time, NULL, "%Y-%m-%d %H:%M:%S", "");
}

char *
sky_clock_text_second (SkyTime time)
{
  g_autoptr (GDateTime) at = date_time (time, NULL);

  return at != NULL ? g_date_time_format (at, "%Y-%m-%d %H:%M:%S") : g_strdup ("—");
}

char *
sky_clock_text_deed (SkyTime time)
{
  g_autoptr (GDateTime) at = date_time (time, NULL);

  return at != NULL ? g_date_time_format (at, "%Y-%m-%d %H:%M:%S UTC") : g_strdup ("—");
}

char *
sky_clock_text_local (SkyTime time, GTimeZone *zone)
{
  return format (time, zone, "%H:%M:%S", " %Z");
}

char *
sky_clock_text_tick (SkyTime time, SkyTime tick)
{
  g_autoptr (GDateTime) at = date_time (time, NULL);
  if (at == NULL)
    return g_strdup ("—");
  if (tick >= SKY_MINUTE)
    return g_date_time_format (at, "%H:%M");
  if (tick >= SKY_SECOND)
    return g_date_time_format (at, "%H:%M:%S");

  g_autofree char *head = g_date_time_format (at, "%H:%M:%S");
  return g_strdup_printf ("%s.%02d", head, milliseconds (time) / 10);
}
