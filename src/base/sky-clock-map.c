/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-clock-map.h"

SkyClockMap
sky_clock_map_from_offset (SkyTime offset)
{
  return (SkyClockMap){ .anchor = { 0, offset }, .camera_span = 1, .log_span = 1 };
}

gboolean
sky_clock_map_from_syncs (SkyClockMap *self, const SkyClockSync *one, const SkyClockSync *other)
{
  const SkyClockSync *first = one->camera <= other->camera ? one : other;
  const SkyClockSync *second = first == one ? other : one;
  SkyTime camera_span;
  SkyTime log_span;

  if (__builtin_sub_overflow (second->camera, first->camera, &camera_span)
      || __builtin_sub_overflow (second->log, first->log, &log_span) || camera_span <= 0
      || log_span <= 0)
    return FALSE;
  __int128 apart = (__int128) log_span - camera_span;
  if ((apart < 0 ? -apart : apart) * 1000000 > (__int128) camera_span * SKY_CLOCK_DRIFT_MAX)
    return FALSE;
  *self = (SkyClockMap){ *first, camera_span, log_span };
  return TRUE;
}

/* @span × @to / @from, to the nearest. */
static SkyTime
stretch (SkyTime span, SkyTime to, SkyTime from)
{
  if (to == from)
    return span;
  __int128 doubled = (__int128) span * to * 2 + from;
  __int128 divisor = (__int128) from * 2;
  __int128 quotient = doubled / divisor;

  if (doubled % divisor < 0)
    quotient--;
  return (SkyTime) quotient;
}

SkyTime
sky_clock_map_to_log (const SkyClockMap *self, SkyTime camera)
{
  return self->anchor.log
         + stretch (camera - self->anchor.camera, self->log_span, self->camera_span);
}

SkyTime
sky_clock_map_to_camera (const SkyClockMap *self, SkyTime log)
{
  return self->anchor.camera + stretch (log - self->anchor.log, self->camera_span, self->log_span);
}

gint64
sky_clock_map_get_drift (const SkyClockMap *self)
{
  return (gint64) ((__int128) (self->log_span - self->camera_span) * 1000000000
                   / self->camera_span);
}
