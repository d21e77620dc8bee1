/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The master clock of a camera wall: position = anchor + (now - anchor's now) * rate. It is read
 * once per tick, so that all cameras show the same instant. It can be held while a camera lacks its
 * picture. Everything is int64; the rate is a whole number of thousandths. A plain struct of the
 * main thread; its members are private. */
#pragma once

#include "sky-time.h"

G_BEGIN_DECLS

/* Rates in thousandths: 1000 is real time, 125 an eighth, -2000 double speed backward. */
#define SKY_RATE_ONE 1000
#define SKY_RATE_MIN 125
#define SKY_RATE_MAX 16000

typedef struct
{
  SkyTime anchor;    /* position on the log's clock */
  gint64 anchor_now; /* the frame clock's time then, or G_MININT64 until the first reading */
  int rate;
  gboolean running;
} SkyMediaClock;

void sky_media_clock_init (SkyMediaClock *self, SkyTime position);

/* The position at @now (monotonic microseconds, as gdk_frame_clock_get_frame_time()). The first
 * reading after a start, a seek or a change of rate takes @now as the anchor's. */
SkyTime sky_media_clock_read (SkyMediaClock *self, gint64 now);

/* Sets the clock to @position at @now, for a seek or a hold. */
void sky_media_clock_set_position (SkyMediaClock *self, SkyTime position, gint64 now);

/* Starts or stops at the position last set; the time until the next reading does not count. */
void sky_media_clock_set_running (SkyMediaClock *self, gboolean running, SkyTime position);

/* @rate must not be 0. */
void sky_media_clock_set_rate (SkyMediaClock *self, int rate, SkyTime position);

G_END_DECLS
