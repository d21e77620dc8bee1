/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interface of a game's simulation, and the list of those that there are. */
#pragma once

#include "sky-sim-table.h"
#include "sky-staff.h"

G_BEGIN_DECLS

typedef struct
{
  SkyGameId id;
  const char *table_prefix;  /* "CR" */
  SkyTraining training;      /* that its dealers want (611a) */
  const SkySimFault *faults; /* ended by one without a plant function */
  /* Plays the rounds from first_round to last_round of @table, from its opening to its close.
   * @after_round is called behind each round and stops play by returning FALSE. */
  void (*play) (SkySimTable *table,
                gboolean (*after_round) (gpointer user_data),
                gpointer user_data);
} SkySimGame;

extern const SkySimGame sky_sim_craps;
extern const SkySimGame sky_sim_mini_craps;
extern const SkySimGame sky_sim_sic_bo;
extern const SkySimGame sky_sim_roulette;
extern const SkySimGame sky_sim_big_six;
extern const SkySimGame sky_sim_props;
extern const SkySimGame sky_sim_casino_war;
extern const SkySimGame sky_sim_raise_it_up;
extern const SkySimGame sky_sim_pai_gow;

/* The simulation of @game, or NULL. */
const SkySimGame *sky_sim_game_get (SkyGameId game);

G_END_DECLS
