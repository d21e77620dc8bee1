/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-game.h"

#include "sky-wanted.h"

static const SkySimGame *const games[SKY_N_GAMES] = {
#define ROW(ID, name) [SKY_GAME_##ID] = &sky_sim_##name,
  SKY_GAMES (ROW)
};

const SkySimGame *
sky_sim_game_get (SkyGameId game)
{
  g_return_val_if_fail (game < SKY_N_GAMES, NULL);

  return games[game];
}

/* Visits SkySimGame, but not: id, rounds, size. */
const char *
sky_sim_game_find_absent (const SkySimGame *self)
{
  const SkyWanted wanted[] = {
    SKY_WANTED (self->table_prefix),
    SKY_WANTED (self->faults),
    SKY_WANTED (self->play),
  };

  return sky_wanted_find_absent (wanted, G_N_ELEMENTS (wanted));
}
