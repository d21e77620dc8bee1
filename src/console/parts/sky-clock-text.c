/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-clock-text.h"

#include <string.h>

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
format (SkyTime time, GTimeZone *zone, const char *as)
{
  g_autoptr (GDateTime) at = date_time (time, zone);

  return at != NULL ? g_date_time_format (at, as) : g_strdup ("—");
}

/* The milliseconds stand between the two. */
static char *
format_parts (SkyTime time, GTimeZone *zone, const char *before, const char *behind)
{
  g_autoptr (GDateTime) at = date_time (time, zone);
  if (at == NULL)
    return g_strdup ("—");

  g_autofree char *head = g_date_time_format (at, before);
  g_autofree char *tail = g_date_time_format (at, behind);
  return g_strdup_printf ("%s.%03d%s", head, milliseconds (time), tail);
}

char *
sky_clock_text (SkyTime time, GTimeZone *zone)
{
  return format_parts (time, zone, "%H:%M:%S", "");
}

char *
sky_clock_text_full (SkyTime time, GTimeZone *zone)
{
  return format_parts (time, zone, "%Y-%m-%d %H:%M:%S", "");
}

char *
sky_clock_text_second (SkyTime time, GTimeZone *zone)
{
  return format (time, zone, "%Y-%m-%d %H:%M:%S");
}

char *
sky_clock_text_deed (SkyTime time, GTimeZone *zone)
{
  return format (time, zone, "%Y-%m-%d %H:%M:%S %Z");
}

char *
sky_clock_text_both (SkyTime time, GTimeZone *zone)
{
  g_autofree char *local = format_parts (time, zone, "%Y-%m-%d %H:%M:%S", " %Z");
  g_autofree char *utc = format_parts (time, NULL, "%Y-%m-%d %H:%M:%S", " %Z");

  if (strcmp (local, utc) == 0)
    return g_steal_pointer (&utc);
  return g_strdup_printf ("%s\n%s", local, utc);
}

char *
sky_clock_text_tick (SkyTime time, SkyTime tick, GTimeZone *zone)
{
  if (tick >= SKY_MINUTE)
    return format (time, zone, "%H:%M");
  if (tick >= SKY_SECOND)
    return format (time, zone, "%H:%M:%S");

  g_autofree char *head = format (time, zone, "%H:%M:%S");
  return g_strdup_printf ("%s.%02d", head, milliseconds (time) / 10);
}

char *
sky_clock_text_zone (SkyTime time, GTimeZone *zone)
{
  return format (time, zone, "%Z");
}

/* Of a @time in UTC, or one that the clock showed. */
static SkyTime
offset_at (SkyTime time, GTimeZone *zone, GTimeType type)
{
  if (zone == NULL)
    return 0;
  int interval = g_time_zone_find_interval (zone, type, time / SKY_SECOND);
  return interval < 0 ? 0 : g_time_zone_get_offset (zone, interval) * SKY_SECOND;
}

SkyTime
sky_clock_text_offset (SkyTime time, GTimeZone *zone)
{
  return offset_at (time, zone, G_TIME_TYPE_UNIVERSAL);
}

/* --- What is typed ---------------------------------------------------------------------------- */

/* Reads up to @most digits, at least one. Returns: their number, -1: there is none. */
static gint64
take_number (const char **text, int most)
{
  gint64 number = 0;
  int n = 0;

  for (; n < most && g_ascii_isdigit (**text); n++, (*text)++)
    number = number * 10 + (**text - '0');
  return n > 0 ? number : -1;
}

/* "2023-11-04 " if it stands there. Returns: FALSE: a date that is none. */
static gboolean
take_date (const char **text, SkyDay *day)
{
  char date[11];

  *day = SKY_DAY_NONE;
  if (strlen (*text) < 11 || (*text)[4] != '-')
    return TRUE;
  memcpy (date, *text, 10);
  date[10] = '\0';
  if (!sky_day_parse (date, 10, day) || !g_ascii_isspace ((*text)[10]))
    return FALSE;
  *text += 11;
  return TRUE;
}

/* "20:15:03.25" since midnight. */
static gboolean
take_time_of_day (const char **text, SkyTime *time)
{
  static const SkyTime units[] = { SKY_HOUR, SKY_MINUTE, SKY_SECOND };
  static const gint64 ends[] = { 24, 60, 60 };

  *time = 0;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      gint64 number = take_number (text, 2);
      if (number < 0 || number >= ends[i])
        return FALSE;
      *time += number * units[i];
      if (i + 1 < G_N_ELEMENTS (units) && **text != ':')
        return TRUE;
      if (i + 1 < G_N_ELEMENTS (units))
        (*text)++;
    }
  if (**text != '.')
    return TRUE;
  (*text)++;
  SkyTime unit = SKY_SECOND / 10;
  if (!g_ascii_isdigit (**text))
    return FALSE;
  for (; unit > 0 && g_ascii_isdigit (**text); unit /= 10, (*text)++)
    *time += (**text - '0') * unit;
  return TRUE;
}

gboolean
sky_clock_text_parse (const char *text, SkyTime near, GTimeZone *zone, SkyTime *at)
{
  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (at != NULL, FALSE);

  g_autofree char *stripped = g_strstrip (g_strdup (text));
  const char *rest = stripped;
  SkyTime of_day;
  SkyDay day;
  if (!take_date (&rest, &day) || !take_time_of_day (&rest, &of_day))
    return FALSE;
  while (g_ascii_isspace (*rest))
    rest++;

  if (g_ascii_strcasecmp (rest, "z") == 0 || g_ascii_strcasecmp (rest, "utc") == 0)
    zone = NULL;
  else if (rest[0] != '\0')
    {
      g_autofree char *name = sky_clock_text_zone (near, zone);
      if (g_ascii_strcasecmp (rest, name) != 0)
        return FALSE;
    }

  const SkyTime whole_day = 24 * SKY_HOUR;
  SkyTime local;
  if (day != SKY_DAY_NONE)
    local = day * whole_day + of_day;
  else
    {
      SkyTime local_near = near + sky_clock_text_offset (near, zone);
      local = local_near / whole_day * whole_day + of_day;
      if (local - local_near > whole_day / 2)
        local -= whole_day;
      else if (local_near - local > whole_day / 2)
        local += whole_day;
    }
  *at = local - offset_at (local, zone, G_TIME_TYPE_STANDARD);
  return TRUE;
}
