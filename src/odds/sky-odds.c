/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-odds-private.h"

static void (*const reports[SKY_N_GAMES]) (SkyGameId game, GPtrArray *lines) = {
  [SKY_GAME_CRAPS] = sky_odds_craps,          [SKY_GAME_MINI_CRAPS] = sky_odds_craps,
  [SKY_GAME_SIC_BO] = sky_odds_sic_bo,        [SKY_GAME_ROULETTE] = sky_odds_roulette,
  [SKY_GAME_BIG_SIX] = sky_odds_big_six,      [SKY_GAME_CASINO_WAR] = sky_odds_casino_war,
  [SKY_GAME_PROPS_AND_HOPS] = sky_odds_props, [SKY_GAME_RAISE_IT_UP] = sky_odds_raise_it_up,
  [SKY_GAME_PAI_GOW] = sky_odds_pai_gow,
};

GPtrArray *
sky_odds_report (SkyGameId game)
{
  GPtrArray *lines;

  g_return_val_if_fail (game < SKY_N_GAMES, NULL);

  lines = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_odds_line_free);
  reports[game](game, lines);
  return lines;
}
