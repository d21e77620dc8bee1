/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-game.h"

#include "sky-required-member.h"

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
  const SkyRequiredMember wanted[] = {
    SKY_REQUIRED_MEMBER (self->table_prefix),
    SKY_REQUIRED_MEMBER (self->faults),
    SKY_REQUIRED_MEMBER (self->play),
  };

  return sky_required_member_find_absent (wanted, G_N_ELEMENTS (wanted));
}
