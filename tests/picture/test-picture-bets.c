/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each bet of each game, clicked at its place, is that bet. Where bets share a place, each of them
 * is there, in the order of the game's table. */
#include "config.h"

#include "sky-bet-list.h"
#include "sky-game.h"
#include "sky-picture-bets.h"

#include <string.h>

#define WIDTH  1400.0
#define HEIGHT 760.0

/* Craps: what is bought or laid lies where Place Bets lie, and each Horn High Bet on the horn.
 * Roulette: five adjacent numbers lie on the middle one. */
typedef struct
{
  SkyGameId game;
  gint64 n_seats; /* that have places of their own, or enough of those that share them */
  guint n_shared; /* bets whose place another, before them, has too */
} Case;

static gboolean
is_same (const SkyBetRef *a, const SkyBetRef *b)
{
  gboolean same = a->form == b->form && a->number == b->number && a->dice[0] == b->dice[0]
                  && a->dice[1] == b->dice[1] && a->n_numbers == b->n_numbers
                  && sky_text_equal (a->symbol, b->symbol);

  for (guint i = 0; i < a->n_numbers; i++)
    same = same && a->numbers[i] == b->numbers[i]
           && sky_text_equal (a->number_texts[i], b->number_texts[i]);
  return same;
}

static char *
tell (const SkyPictureBet *bet)
{
  return g_strdup_printf ("%s on %d, %d-%d, %.*s (%u) of seat %d", bet->bet.form->bet,
                          (int) bet->bet.number, (int) bet->bet.dice[0], (int) bet->bet.dice[1],
                          (int) bet->bet.number_texts[0].length, bet->bet.number_texts[0].data,
                          bet->bet.n_numbers, (int) bet->seat);
}

/* At which place of the result @bet of @seat is; fails if it is not there. */
static guint
find (const GArray *found, const SkyBetRef *bet, gint64 seat)
{
  SkyPictureBet wanted = { *bet, seat };
  g_autofree char *text = tell (&wanted);

  for (guint i = 0; i < found->len; i++)
    {
      const SkyPictureBet *other = &g_array_index (found, SkyPictureBet, i);

      if (is_same (&other->bet, bet) && other->seat == seat)
        return i;
    }
  if (found->len == 0)
    g_error ("%s: nothing is there", text);
  g_error ("%s: another is there: %s", text, tell (&g_array_index (found, SkyPictureBet, 0)));
}

/* In the middle of the place, and well away from it. */
static guint
click (const Case *of, const GArray *bets, const SkyBetRef *bet, gint64 seat, gint64 in_hand)
{
  static const double offsets[][2] = {
    { 0, 0 }, { -0.3, -0.3 }, { 0.3, -0.3 }, { -0.3, 0.3 }, { 0.3, 0.3 }
  };
  guint place = 0;
  SkyPictureArea area;

  g_assert_true (sky_picture_bet_area (NULL, of->game, bet, seat, WIDTH, HEIGHT, &area));
  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    {
      g_autoptr (GArray) found = sky_picture_bets_at (NULL, of->game, bets, in_hand, WIDTH, HEIGHT,
                                                      area.x + area.width * (0.5 + offsets[i][0]),
                                                      area.y + area.height * (0.5 + offsets[i][1]));
      guint there = find (found, bet, seat);

      /* Lines and corners lie close at the zeros: away from the middle another may be nearer. */
      if (i == 0)
        place = there;
    }
  return place;
}

static void
test_places (gconstpointer data)
{
  const Case *of = data;
  const SkyLogHeader header = { .property = "Keystone",
                                .table = "T-01",
                                .game = of->game,
                                .gaming_day = 19665,
                                .time_zone = "America/New_York",
                                .currency = "USD",
                                .version = 2,
                                .scope = { .classes = SKY_ALL_CLASSES } };
  g_autoptr (GArray) bets = sky_bet_list_new (&header, NULL);
  guint n = 0;

  for (gint64 seat = 1; seat <= of->n_seats; seat++)
    for (guint i = 0; i < bets->len; i++)
      {
        const SkyBetRef *bet = &g_array_index (bets, SkyBetRef, i);

        if (bet->form->members & SKY_MEMBER_SUPPORTS)
          continue;
        n += click (of, bets, bet, seat, seat) > 0;
      }
  g_test_message ("%s: %u bets, %d seats, %u in the place of others",
                  sky_game_id_to_name (of->game), bets->len, (int) of->n_seats, n);
  g_assert_cmpuint (n, ==, of->n_shared * (guint) of->n_seats);
}

/* On a layout with a place for each seat, a click at another seat's is that seat's. */
static void
test_other_seat (void)
{
  static const Case war = { SKY_GAME_CASINO_WAR, 6, 0 };
  const SkyLogHeader header = { .game = SKY_GAME_CASINO_WAR,
                                .gaming_day = 19665,
                                .version = 2,
                                .scope = { .classes = SKY_ALL_CLASSES } };
  g_autoptr (GArray) bets = sky_bet_list_new (&header, NULL);

  for (gint64 seat = 1; seat <= 6; seat++)
    click (&war, bets, &g_array_index (bets, SkyBetRef, 0), seat, 3);
}

/* Odds lie by the wagers that they support, at the boxes to which those traveled. */
static void
test_odds (void)
{
  const SkyGame *game = sky_game_get (SKY_GAME_CRAPS);
  g_autoptr (GArray) bets = g_array_new (FALSE, FALSE, sizeof (SkyBetRef));
  g_autoptr (GArray) wagers = g_array_new (FALSE, FALSE, sizeof (SkySceneWager));
  SkyScene scene = { .wagers = wagers };
  static char ids[][3] = { "c6", "c9", "c8" };
  static const gint points[] = { 6, 9, 8 };

  for (guint i = 0; i < game->n_bets; i++)
    {
      SkyBetRef odds = { .form = &game->bets[i].form };
      SkySceneWager come = { .bet = &game->bets[i], .amount = 500 };

      if (g_str_equal (odds.form->bet, "come_odds"))
        g_array_append_val (bets, odds);
      for (guint j = 0; j < G_N_ELEMENTS (points) && g_str_equal (odds.form->bet, "come"); j++)
        {
          come.id = ids[j];
          come.seat = j == 2 ? 2 : 1;
          come.point = points[j];
          g_array_append_val (wagers, come);
        }
    }
  g_assert_cmpuint (bets->len, ==, 1);
  g_assert_cmpuint (wagers->len, ==, 3);
  for (guint i = 0; i < wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (wagers, SkySceneWager, i);
      g_autoptr (GArray) found = NULL;
      SkyPictureArea area;

      g_assert_true (
          sky_picture_wager_area (&scene, SKY_GAME_CRAPS, WIDTH, HEIGHT, wager->id, &area));
      found = sky_picture_bets_at (&scene, SKY_GAME_CRAPS, bets, wager->seat, WIDTH, HEIGHT,
                                   area.x + area.width / 2, area.y + area.height / 2);
      g_assert_cmpuint (found->len, >=, 1);
      g_assert_true (sky_text_is (g_array_index (found, SkyPictureBet, 0).bet.supports, wager->id));
      g_assert_cmpint (g_array_index (found, SkyPictureBet, 0).seat, ==, wager->seat);
    }
}

/* Outside the table is nothing; beside a box is that box. */
static void
test_beside (void)
{
  const SkyLogHeader header = { .game = SKY_GAME_ROULETTE,
                                .gaming_day = 19665,
                                .version = 2,
                                .scope = { .classes = SKY_ALL_CLASSES } };
  g_autoptr (GArray) bets = sky_bet_list_new (&header, NULL);
  g_autoptr (GArray) nothing =
      sky_picture_bets_at (NULL, SKY_GAME_ROULETTE, bets, 1, WIDTH, HEIGHT, 1, 1);
  const SkyBetRef *red = NULL;
  SkyPictureArea area;

  g_assert_cmpuint (nothing->len, ==, 0);
  for (guint i = 0; i < bets->len; i++)
    if (g_str_equal (g_array_index (bets, SkyBetRef, i).form->bet, "red"))
      red = &g_array_index (bets, SkyBetRef, i);
  g_assert_true (sky_picture_bet_area (NULL, SKY_GAME_ROULETTE, red, 1, WIDTH, HEIGHT, &area));

  g_autoptr (GArray) found = sky_picture_bets_at (NULL, SKY_GAME_ROULETTE, bets, 1, WIDTH, HEIGHT,
                                                  area.x - 2, area.y + area.height / 2);

  g_assert_cmpuint (found->len, ==, 1);
  g_assert_cmpuint (find (found, red, 1), ==, 0);
}

int
main (int argc, char *argv[])
{
  static const Case cases[] = {
    { SKY_GAME_CRAPS, 16, 16 },     { SKY_GAME_MINI_CRAPS, 9, 16 },
    { SKY_GAME_PAI_GOW, 6, 0 },     { SKY_GAME_SIC_BO, 2, 0 },
    { SKY_GAME_ROULETTE, 1, 38 },   { SKY_GAME_BIG_SIX, 2, 0 },
    { SKY_GAME_CASINO_WAR, 6, 0 },  { SKY_GAME_PROPS_AND_HOPS, 2, 0 },
    { SKY_GAME_RAISE_IT_UP, 6, 0 },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/picture-bets/places/%s", sky_game_id_to_name (cases[i].game));

      g_test_add_data_func (path, &cases[i], test_places);
    }
  g_test_add_func ("/picture-bets/other-seat", test_other_seat);
  g_test_add_func ("/picture-bets/odds", test_odds);
  g_test_add_func ("/picture-bets/beside", test_beside);
  return g_test_run ();
}
