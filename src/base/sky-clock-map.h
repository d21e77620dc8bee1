/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts one clock's instants to another's: a camera's to the log's and back. An offset relates
 * two clocks that differ by a fixed amount. Two instants read on both clocks relate clocks that run
 * at different speeds. A plain value that owns nothing. */
#pragma once

#include "sky-time.h"

G_BEGIN_DECLS

/* An instant read on both clocks. */
typedef struct
{
  SkyTime camera;
  SkyTime log;
} SkyClockSync;

/* In parts per million. A larger difference in speed means that someone misread a clock. */
#define SKY_CLOCK_DRIFT_MAX 10000

typedef struct
{
  SkyClockSync anchor;
  SkyTime camera_span; /* the same stretch of time on each clock, both positive */
  SkyTime log_span;
} SkyClockMap;

/* Adding @offset to the camera's clock gives the log's. */
SkyClockMap sky_clock_map_from_offset (SkyTime offset);

/* The line through two instants, in either order. Returns FALSE and leaves @self unchanged unless
 * both clocks show two different instants in the same order. The same applies if the drift is more
 * than SKY_CLOCK_DRIFT_MAX. */
gboolean
sky_clock_map_from_syncs (SkyClockMap *self, const SkyClockSync *one, const SkyClockSync *other);

/* Rounds to the microsecond, halves upward. A round trip is at most one microsecond off. */
SkyTime sky_clock_map_to_log (const SkyClockMap *self, SkyTime camera);
SkyTime sky_clock_map_to_camera (const SkyClockMap *self, SkyTime log);

/* How much the log's clock gains on the camera's, in parts per thousand million. 0: both run at the
 * same speed. */
gint64 sky_clock_map_get_drift (const SkyClockMap *self);

G_END_DECLS
