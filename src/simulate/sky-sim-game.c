/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-game.h"

static const SkySimGame *const games[SKY_N_GAMES] = {
  [SKY_GAME_CRAPS] = &sky_sim_craps,
  [SKY_GAME_MINI_CRAPS] = &sky_sim_mini_craps,
};

const SkySimGame *
sky_sim_game_get (SkyGameId game)
{
  return game < SKY_N_GAMES ? games[game] : NULL;
}
