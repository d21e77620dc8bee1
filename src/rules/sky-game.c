/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-game.h"

#include "sky-big-six.h"
#include "sky-casino-war.h"
#include "sky-craps.h"
#include "sky-pai-gow.h"
#include "sky-props.h"
#include "sky-raise-it-up.h"
#include "sky-roulette.h"
#include "sky-sic-bo.h"

static const SkyGame *const games[SKY_N_GAMES] = {
  [SKY_GAME_CRAPS] = &sky_craps_game,           [SKY_GAME_MINI_CRAPS] = &sky_mini_craps_game,
  [SKY_GAME_PAI_GOW] = &sky_pai_gow_game,       [SKY_GAME_SIC_BO] = &sky_sic_bo_game,
  [SKY_GAME_ROULETTE] = &sky_roulette_game,     [SKY_GAME_BIG_SIX] = &sky_big_six_game,
  [SKY_GAME_CASINO_WAR] = &sky_casino_war_game, [SKY_GAME_RAISE_IT_UP] = &sky_raise_it_up_game,
  [SKY_GAME_PROPS_AND_HOPS] = &sky_props_game,
};

const SkyGame *
sky_game_get (SkyGameId id)
{
  g_return_val_if_fail (id < SKY_N_GAMES, NULL);

  return games[id];
}

const SkyBetForm *
sky_game_lookup_bet (SkyGameId id, SkyText name)
{
  const SkyGame *game = sky_game_get (id);

  if (game == NULL)
    return NULL;
  for (guint i = 0; i < game->n_bets; i++)
    if (sky_text_is (name, game->bets[i].form.bet))
      return &game->bets[i].form;
  return NULL;
}
