/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-odds-private.h"

static const SkyGameOdds *const games[SKY_N_GAMES] = {
#define ROW(ID, name) [SKY_GAME_##ID] = &sky_odds_##name,
  SKY_GAMES (ROW)
};

void
sky_odds_check_all (void)
{
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    if (games[id]->report == NULL)
      g_error ("The odds of the game %s have no report", sky_game_id_to_name (id));
}

GPtrArray *
sky_odds_report (SkyGameId game)
{
  GPtrArray *lines;

  g_return_val_if_fail (game < SKY_N_GAMES, NULL);

  lines = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_odds_line_free);
  games[game]->report (game, lines);
  return lines;
}
