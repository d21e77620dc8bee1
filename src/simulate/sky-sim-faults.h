/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The faults for tables of any game: in the record, the staff, settlements and rulings. Each does
 * what must be found, and notes the one finding that must follow. @play begins with a
 * SkySimPlay. */
#pragma once

#include "sky-sim-play.h"

G_BEGIN_DECLS

/* Between rounds. */
gboolean sky_sim_plant_garbage (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_sequence (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_time (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_checkpoint (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_unknown_type (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_unknown_reference (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_unknown_staff (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_trainee (SkySimTable *table, gpointer play);

/* Before the table closes. */
gboolean sky_sim_plant_incomplete (SkySimTable *table, gpointer play);

/* The way the round departs from the rules; one only. Returns FALSE if it already departs. */
gboolean sky_sim_twist (SkySimPlay *self, guint way);
gboolean sky_sim_plant_call (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_invalid (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_impossible (SkySimTable *table, gpointer play);

/* Settlements. */
gboolean sky_sim_plant_outcome (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_payout (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_stake (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_missing (SkySimTable *table, gpointer play);

/* A decided wager that waits for its settlement; one due to win or to lose; one finally settled in
 * this round. For sky_sim_find(). */
gboolean sky_sim_is_due (gpointer play, const SkyWager *wager);
gboolean sky_sim_is_due_to_win (gpointer play, const SkyWager *wager);
gboolean sky_sim_is_due_to_lose (gpointer play, const SkyWager *wager);
gboolean sky_sim_has_ended (gpointer play, const SkyWager *wager);

/* Settles a wager in another way than is due. */
gboolean sky_sim_settle_wrongly (SkySimPlay *self,
                                 const SkyWager *wager,
                                 const SkySettlement *settlement,
                                 SkyCheck check);
/* Settles an undecided wager; settles an ended one that @fits a second time. Return FALSE if there
 * is none. */
gboolean sky_sim_settle_early (SkySimPlay *self,
                               gboolean (*fits) (gpointer play, const SkyWager *wager));
gboolean sky_sim_settle_again (SkySimPlay *self,
                               gboolean (*fits) (gpointer play, const SkyWager *wager));

/* After the settlements. */
gboolean sky_sim_plant_dispute (SkySimTable *table, gpointer play);
gboolean sky_sim_plant_ruling (SkySimTable *table, gpointer play);

G_END_DECLS
