/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stretch of time laid over pixels: the geometry of the timeline, without a widget. A plain
 * value. Instants are microseconds on the log's clock, never floating point. */
#pragma once

#include "sky-time.h"

G_BEGIN_DECLS

/* Nearer than this a frame is wider than the timeline is good for. */
#define SKY_TIME_AXIS_MIN_SPAN (200 * SKY_MILLISECOND)
/* Two gaming days: farther out, nothing can be distinguished. */
#define SKY_TIME_AXIS_MAX_SPAN (48 * SKY_HOUR)

typedef struct
{
  SkyTime from;
  SkyTime until; /* after @from */
  int width;     /* pixels, at least 1 */
} SkyTimeAxis;

/* The pixel of @time, also outside the axis. It is limited to some widths beyond the ends, so that
 * callers may draw with it without overflow. */
int sky_time_axis_to_x (const SkyTimeAxis *self, SkyTime time);

/* The instant at the left edge of pixel @x. */
SkyTime sky_time_axis_to_time (const SkyTimeAxis *self, int x);

/* The same axis @percent of its span wide, @x staying where it is; held between the least and the
 * greatest span. */
SkyTimeAxis sky_time_axis_zoom (const SkyTimeAxis *self, int x, int percent);

/* The same with a span of @span. */
SkyTimeAxis sky_time_axis_with_span (const SkyTimeAxis *self, int x, SkyTime span);

/* The same axis moved by @pixels, later for positive ones. */
SkyTimeAxis sky_time_axis_pan (const SkyTimeAxis *self, int pixels);

/* The same axis moved, its span kept, so that @time is in sight: unchanged when it is, else with
 * @time a tenth from the edge where it left. */
SkyTimeAxis sky_time_axis_show (const SkyTimeAxis *self, SkyTime time);

/* The span between labeled ticks: the smallest round one with ticks at least @pixels apart. */
SkyTime sky_time_axis_tick (const SkyTimeAxis *self, int pixels);

G_END_DECLS
