/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clock of a window's times: the property's, in the zone that the logs name, or UTC if the user
 * prefers. Properties (notify): "zone" (GTimeZone, read-only), "utc" (boolean). */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define SKY_TYPE_CLOCK (sky_clock_get_type ())
G_DECLARE_FINAL_TYPE (SkyClock, sky_clock, SKY, CLOCK, GObject)

/* A clock in UTC, until a property's zone is known. */
SkyClock *sky_clock_new (void);

/* Sets the property's zone to @name ("America/New_York"); an unknown one, or NULL, is UTC. */
void sky_clock_set_property_zone (SkyClock *self, const char *name);
/* The same, unless a zone is already set. */
void sky_clock_propose_property_zone (SkyClock *self, const char *name);

/* The zone of the times, for the functions of sky-clock-text.h. Returns: (transfer none)
 * (nullable): NULL: UTC. */
GTimeZone *sky_clock_get_zone (SkyClock *self);

G_END_DECLS
