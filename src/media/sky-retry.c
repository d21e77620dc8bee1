/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-retry.h"

#define PAUSE_MIN (250 * G_TIME_SPAN_MILLISECOND)
#define PAUSE_MAX (8 * G_TIME_SPAN_SECOND)

void
sky_retry_reset (SkyRetry *self)
{
  *self = (SkyRetry){ 0 };
}

gboolean
sky_retry_is_due (const SkyRetry *self)
{
  return g_get_monotonic_time () >= self->due;
}

void
sky_retry_begin (SkyRetry *self)
{
  self->begun = g_get_monotonic_time ();
  self->life = 0;
}

void
sky_retry_note_life (SkyRetry *self)
{
  self->life = g_get_monotonic_time ();
  self->pause = 0;
}

void
sky_retry_fail (SkyRetry *self)
{
  self->pause = CLAMP (2 * self->pause, PAUSE_MIN, PAUSE_MAX);
  self->due = g_get_monotonic_time () + self->pause;
}

gint64
sky_retry_get_deadline (const SkyRetry *self)
{
  return self->life > 0 ? self->life + SKY_RETRY_SILENCE : self->begun + SKY_RETRY_CONNECT;
}
