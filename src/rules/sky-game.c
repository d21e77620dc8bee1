/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-craps.h"
#include "sky-game.h"

static const SkyGame *const games[SKY_N_GAMES] = {
  [SKY_GAME_CRAPS] = &sky_craps_game,
  [SKY_GAME_MINI_CRAPS] = &sky_mini_craps_game,
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
