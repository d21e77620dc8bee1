/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interface of a game's simulation, and the list of those that there are. */
#pragma once

#include "sky-sim-table.h"

G_BEGIN_DECLS

typedef struct _SkySimGame SkySimGame;
typedef struct _SkySimRoundsGame SkySimRoundsGame;

struct _SkySimGame
{
  SkyGameId id;
  const char *table_prefix;  /* "CR" */
  const SkySimFault *faults; /* ended by one without a plant function */
  /* Plays the rounds first_round to last_round of @table, from its opening to its close. Calls
   * @after_round after each round; FALSE stops play. */
  void (*play) (const SkySimGame *self,
                SkySimTable *table,
                gboolean (*after_round) (gpointer user_data),
                gpointer user_data);

  /* Of a game that sky_sim_rounds_play() plays: how it fills the frame, and the size of what it
   * begins with a SkySimRounds for. */
  const SkySimRoundsGame *rounds;
  gsize size;
};

/* The simulations by their games: sky_sim_craps and so on. */
#define SKY_GAME_SIMULATION(ID, name) extern const SkySimGame sky_sim_##name;
SKY_GAMES (SKY_GAME_SIMULATION)

const SkySimGame *sky_sim_game_get (SkyGameId game);

/* The member that @self must have and has not, or NULL: it is whole. */
const char *sky_sim_game_find_absent (const SkySimGame *self);

G_END_DECLS
