/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-shift.h"

#define MINUTES_A_DAY (24 * 60)

static gboolean
parse_time (const char *text, guint *minutes)
{
  guint hour;
  guint minute;

  if (!g_ascii_isdigit (text[0]) || !g_ascii_isdigit (text[1]) || text[2] != ':'
      || !g_ascii_isdigit (text[3]) || !g_ascii_isdigit (text[4]) || text[5] != '\0')
    return FALSE;
  hour = (guint) (text[0] - '0') * 10 + (guint) (text[1] - '0');
  minute = (guint) (text[3] - '0') * 10 + (guint) (text[4] - '0');
  *minutes = hour * 60 + minute;
  return hour < 24 && minute < 60;
}

gboolean
sky_shifts_parse (SkyShifts *self, const char *const *times)
{
  *self = (SkyShifts){ 0 };
  for (guint i = 0; times[i] != NULL; i++)
    {
      if (i == SKY_MAX_SHIFTS || !parse_time (times[i], &self->minutes[i])
          || (i > 0 && self->minutes[i] <= self->minutes[i - 1]))
        return FALSE;
      self->n++;
    }
  return self->n > 0;
}

/* The instant at @minutes of the day @day on the clock of @zone. */
static SkyTime
instant (SkyDay day, guint minutes, GTimeZone *zone)
{
  /* As if the clock were UTC's; then what it is ahead of UTC is taken off. */
  SkyTime wall = day * 24 * SKY_HOUR + minutes * SKY_MINUTE;
  int interval;

  if (zone == NULL)
    return wall;
  interval = g_time_zone_find_interval (zone, G_TIME_TYPE_STANDARD, wall / SKY_SECOND);
  return wall - g_time_zone_get_offset (zone, interval) * SKY_SECOND;
}

void
sky_shifts_get_span (
    const SkyShifts *self, guint index, SkyDay day, GTimeZone *zone, SkyTime *start, SkyTime *end)
{
  gboolean last = index + 1 == self->n;

  g_return_if_fail (index < self->n);

  *start = instant (day, self->minutes[index], zone);
  *end = instant (last ? day + 1 : day, self->minutes[last ? 0 : index + 1], zone);
}

char *
sky_shifts_format (const SkyShifts *self, guint index)
{
  guint from;
  guint until;

  g_return_val_if_fail (index < self->n, NULL);

  from = self->minutes[index];
  until = self->minutes[(index + 1) % self->n];
  return g_strdup_printf ("%02u:%02u–%02u:%02u", from / 60, from % 60, until / 60, until % 60);
}
