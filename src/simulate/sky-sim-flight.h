/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dice in the air and at rest, for the drawn recordings of craps. Each throw flies along the table,
 * turns over, and comes to rest anywhere at one of its ends. At rest it shows what was recorded,
 * unless it is to contradict the record. */
#pragma once

#include "sky-log.h"
#include "sky-picture.h"

G_BEGIN_DECLS

/* No game that is drawn throws more. */
#define SKY_SIM_MAX_FLYING 2

typedef struct _SkySimFlight SkySimFlight;

/* The throws of @log, in places drawn from @seed. @n_contradict of them show another face than was
 * recorded. Returns: a new flight, or NULL if no dice fly at the log's game. */
SkySimFlight *
sky_sim_flight_new (SkyLog *log, guint64 seed, guint n_contradict) G_GNUC_WARN_UNUSED_RESULT;
void sky_sim_flight_free (SkySimFlight *self);

/* Whether the dice move at @at, or have just come to rest: every picture counts. */
gboolean sky_sim_flight_is_near (SkySimFlight *self, SkyTime at);

/* The dice at @at. @lie: whether a result lies on the table then. Returns: how many are seen. */
guint sky_sim_flight_at (SkySimFlight *self,
                         SkyTime at,
                         gboolean lie,
                         SkyPictureDie dice[SKY_SIM_MAX_FLYING]);

/* The throws that contradict the record, each as an object on @json. */
void sky_sim_flight_write_contradictions (SkySimFlight *self, const char *table, GString *json);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySimFlight, sky_sim_flight_free)

G_END_DECLS
