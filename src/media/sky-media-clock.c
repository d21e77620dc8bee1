/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-media-clock.h"

#define UNREAD G_MININT64

void
sky_media_clock_init (SkyMediaClock *self, SkyTime position)
{
  *self = (SkyMediaClock){ .anchor = position, .anchor_now = UNREAD, .rate = SKY_RATE_ONE };
}

SkyTime
sky_media_clock_read (SkyMediaClock *self, gint64 now)
{
  if (!self->running)
    return self->anchor;
  if (self->anchor_now == UNREAD)
    self->anchor_now = now;
  /* A frame clock never runs backwards, but a program may hand over one tick's time twice. */
  gint64 elapsed = MAX (now - self->anchor_now, 0);
  return self->anchor + elapsed * self->rate / SKY_RATE_ONE;
}

void
sky_media_clock_set_position (SkyMediaClock *self, SkyTime position, gint64 now)
{
  self->anchor = position;
  self->anchor_now = now;
}

void
sky_media_clock_set_running (SkyMediaClock *self, gboolean running, SkyTime position)
{
  self->running = running;
  sky_media_clock_set_position (self, position, UNREAD);
}

void
sky_media_clock_set_rate (SkyMediaClock *self, int rate, SkyTime position)
{
  g_return_if_fail (rate != 0);

  self->rate = rate;
  sky_media_clock_set_position (self, position, UNREAD);
}
