/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-game.h"

static const SkySimGame *const games[SKY_N_GAMES] = {
  [SKY_GAME_CRAPS] = &sky_sim_craps,
  [SKY_GAME_MINI_CRAPS] = &sky_sim_mini_craps,
  [SKY_GAME_SIC_BO] = &sky_sim_sic_bo,
  [SKY_GAME_ROULETTE] = &sky_sim_roulette,
  [SKY_GAME_PAI_GOW] = &sky_sim_pai_gow,
  [SKY_GAME_CASINO_WAR] = &sky_sim_casino_war,
  [SKY_GAME_RAISE_IT_UP] = &sky_sim_raise_it_up,
  [SKY_GAME_BIG_SIX] = &sky_sim_big_six,
  [SKY_GAME_PROPS_AND_HOPS] = &sky_sim_props,
};

const SkySimGame *
sky_sim_game_get (SkyGameId game)
{
  return game < SKY_N_GAMES ? games[game] : NULL;
}
