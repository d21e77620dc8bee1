/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clock that a window's times are read on: the one on the wall of the property, whose zone the
 * logs name, or UTC where that is preferred.
 *
 * Properties (notify): "zone" (GTimeZone, read-only), "utc" (boolean). */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define SKY_TYPE_CLOCK (sky_clock_get_type ())
G_DECLARE_FINAL_TYPE (SkyClock, sky_clock, SKY, CLOCK, GObject)

/* One in UTC, until a property's zone is known. */
SkyClock *sky_clock_new (void);

/* The property is in the zone @name ("America/New_York"); one that is not known, or none (NULL), is
 * UTC. */
void sky_clock_set_property_zone (SkyClock *self, const char *name);
/* The same, unless a zone was set before. */
void sky_clock_propose_property_zone (SkyClock *self, const char *name);

/* The zone that times are written in: what the functions of sky-clock-text.h take. Returns:
 * (transfer none) (nullable): NULL: UTC. */
GTimeZone *sky_clock_get_zone (SkyClock *self);

G_END_DECLS
