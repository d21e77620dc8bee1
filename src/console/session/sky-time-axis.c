/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-time-axis.h"

/* How many widths beyond its ends the axis still tells apart. */
#define BEYOND 4

int
sky_time_axis_to_x (const SkyTimeAxis *self, SkyTime time)
{
  SkyTime span = self->until - self->from;

  if (time < self->from - BEYOND * span)
    return -BEYOND * self->width;
  if (time > self->until + BEYOND * span)
    return (1 + BEYOND) * self->width;

  /* Rounded down on both sides of the left edge: a pixel is one stretch of time. */
  gint64 product = (time - self->from) * self->width;
  gint64 x = product / span;
  return (int) (product < 0 && product % span != 0 ? x - 1 : x);
}

SkyTime
sky_time_axis_to_time (const SkyTimeAxis *self, int x)
{
  SkyTime span = self->until - self->from;
  gint64 product = x * span;

  /* Rounded up, so that to_x() of the result is @x again. */
  gint64 offset = product / self->width;
  if (product > 0 && product % self->width != 0)
    offset++;
  return self->from + offset;
}

SkyTimeAxis
sky_time_axis_with_span (const SkyTimeAxis *self, int x, SkyTime span)
{
  SkyTime held = CLAMP (span, SKY_TIME_AXIS_MIN_SPAN, SKY_TIME_AXIS_MAX_SPAN);
  SkyTime kept = sky_time_axis_to_time (self, x);
  SkyTime from = kept - held * x / self->width;

  return (SkyTimeAxis){ from, from + held, self->width };
}

SkyTimeAxis
sky_time_axis_zoom (const SkyTimeAxis *self, int x, int percent)
{
  g_return_val_if_fail (percent > 0, *self);

  return sky_time_axis_with_span (self, x, (self->until - self->from) * percent / 100);
}

SkyTimeAxis
sky_time_axis_pan (const SkyTimeAxis *self, int pixels)
{
  SkyTime by = (self->until - self->from) * pixels / self->width;

  return (SkyTimeAxis){ self->from + by, self->until + by, self->width };
}

SkyTimeAxis
sky_time_axis_show (const SkyTimeAxis *self, SkyTime time)
{
  SkyTime span = self->until - self->from;
  SkyTime from = self->from;

  if (time < self->from)
    from = time - span / 10;
  else if (time >= self->until)
    from = time - span + span / 10;
  return (SkyTimeAxis){ from, from + span, self->width };
}

SkyTime
sky_time_axis_tick (const SkyTimeAxis *self, int pixels)
{
  static const SkyTime ticks[] = {
    10 * SKY_MILLISECOND,
    20 * SKY_MILLISECOND,
    50 * SKY_MILLISECOND,
    100 * SKY_MILLISECOND,
    200 * SKY_MILLISECOND,
    500 * SKY_MILLISECOND,
    SKY_SECOND,
    2 * SKY_SECOND,
    5 * SKY_SECOND,
    10 * SKY_SECOND,
    15 * SKY_SECOND,
    30 * SKY_SECOND,
    SKY_MINUTE,
    2 * SKY_MINUTE,
    5 * SKY_MINUTE,
    10 * SKY_MINUTE,
    15 * SKY_MINUTE,
    30 * SKY_MINUTE,
    SKY_HOUR,
    2 * SKY_HOUR,
    4 * SKY_HOUR,
    6 * SKY_HOUR,
    12 * SKY_HOUR,
  };

  for (guint i = 0; i < G_N_ELEMENTS (ticks); i++)
    {
      if (ticks[i] * self->width >= pixels * (self->until - self->from))
        return ticks[i];
    }
  return 24 * SKY_HOUR;
}
