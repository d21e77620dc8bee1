/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How one clock's instants become another's: a camera's and the log's. Two clocks that differ by a
 * fixed amount are an offset apart; two that also run at different speeds are known by two instants
 * at which both were read. A plain value; it owns nothing. */
#pragma once

#include "sky-time.h"

G_BEGIN_DECLS

/* An instant that both clocks were read at. */
typedef struct
{
  SkyTime camera;
  SkyTime log;
} SkyClockSync;

/* Clocks further apart in speed than this many parts in a million were read wrongly. */
#define SKY_CLOCK_DRIFT_MAX 10000

typedef struct
{
  SkyClockSync anchor;
  SkyTime camera_span; /* the same stretch of time on either clock, both positive */
  SkyTime log_span;
} SkyClockMap;

/* @offset is added to the camera's clock to get the log's. */
SkyClockMap sky_clock_map_from_offset (SkyTime offset);

/* The line through two instants, in either order. Returns FALSE, with @self as it was, when they
 * are not two different instants in the same order on both clocks, or tell of a drift of more than
 * SKY_CLOCK_DRIFT_MAX. */
gboolean
sky_clock_map_from_syncs (SkyClockMap *self, const SkyClockSync *one, const SkyClockSync *other);

/* To the microsecond, halves upwards; the way there and back ends at most one microsecond off. */
SkyTime sky_clock_map_to_log (const SkyClockMap *self, SkyTime camera);
SkyTime sky_clock_map_to_camera (const SkyClockMap *self, SkyTime log);

/* How much the log's clock gains on the camera's, in parts in a thousand million; 0: they run
 * alike.
 */
gint64 sky_clock_map_get_drift (const SkyClockMap *self);

G_END_DECLS
