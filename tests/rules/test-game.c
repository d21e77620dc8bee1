/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each game's bets are found by their names, and by nothing that only begins like one. */
#include "config.h"

#include "sky-game.h"

#include <string.h>

/* A log may have a NUL in a name, and anything behind it. */
static void
check_longer (SkyGameId id, const char *name)
{
  gsize length = strlen (name);
  char longer[64] = { 0 };

  g_assert_cmpuint (length + 9, <, sizeof longer);
  memcpy (longer, name, length);
  for (gsize more = 2; more <= 9; more++)
    for (guint last = 0; last < 256; last++)
      {
        longer[length + more - 1] = (char) last;
        g_assert_null (sky_game_lookup_bet (id, (SkyText){ longer, length + more }));
      }
}

static void
test_names (void)
{
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      const SkyGame *game = sky_game_get (id);

      for (guint i = 0; i < game->n_bets; i++)
        {
          const char *name = game->bets[i].form.bet;
          gsize length = strlen (name);

          g_assert_true (sky_game_lookup_bet (id, (SkyText){ name, length })
                         == &game->bets[i].form);
          g_assert_null (sky_game_lookup_bet (id, (SkyText){ name, 0 }));
          check_longer (id, name);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/game/names", test_names);
  return g_test_run ();
}
