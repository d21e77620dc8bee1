/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game is whole: no program begins with one that lacks a member. Its bets are found by their
 * names, and by nothing that only begins like one. */
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

#define MEMBER(member)                                                                             \
  {                                                                                                \
    .name = #member, .offset = G_STRUCT_OFFSET (SkyGame, member),                                  \
    .size = sizeof (((SkyGame *) NULL)->member)                                                    \
  }

static const struct
{
  const char *name;
  gsize offset;
  gsize size;
} members[] = {
  MEMBER (name),      MEMBER (chapter),   MEMBER (wagers_section), MEMBER (training),
  MEMBER (equipment), MEMBER (cameras),   MEMBER (bets),           MEMBER (n_bets),
  MEMBER (options),   MEMBER (n_options), MEMBER (state_size),     MEMBER (visit),
  MEMBER (on),        MEMBER (bets_end),  MEMBER (marks),          MEMBER (sections),
};

static void
test_whole (void)
{
  sky_game_check_all ();
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    for (guint i = 0; i < G_N_ELEMENTS (members); i++)
      {
        SkyGame game = *sky_game_get (id);

        g_assert_null (sky_game_find_absent (&game));
        memset ((char *) &game + members[i].offset, 0, members[i].size);
        g_assert_cmpstr (sky_game_find_absent (&game), ==, members[i].name);
      }
}

static void
test_closing (void)
{
  SkyGame game = sky_roulette_game;

  game.closes_by = 0;
  g_assert_cmpstr (sky_game_find_absent (&game), ==, "closes_by");
}

/* A check of several games of which a chapter says nothing would never be made there. */
static void
test_unsaid (void)
{
  SkyGame game = sky_casino_war_game;

  game.sections[SKY_CHECK_ROUND_CALL] = NULL;
  g_assert_cmpstr (sky_game_find_absent (&game), ==, "round.call");
}

static void
test_refused (void)
{
  SkyGame game = sky_big_six_game;

  if (g_test_subprocess ())
    {
      game.training = SKY_TRAINING_NONE;
      sky_game_check (&game, SKY_GAME_BIG_SIX);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*The game big_six has no training*");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/game/names", test_names);
  g_test_add_func ("/game/whole", test_whole);
  g_test_add_func ("/game/closing", test_closing);
  g_test_add_func ("/game/unsaid", test_unsaid);
  g_test_add_func ("/game/refused", test_refused);
  return g_test_run ();
}
