/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout: every bet of the game has a place on the table, no chips lie on others, what is
 * pointed at is what lies there, and marks show. */
#include "config.h"

#include "check-places.h"
#include "sky-craps.h"

#define WIDTH  1680.0
#define HEIGHT 900.0

static void
clear_wager (gpointer data)
{
  g_free (((SkySceneWager *) data)->id);
}

static SkyScene *
new_scene (guint n_seats)
{
  SkyScene *scene = g_new0 (SkyScene, 1);

  scene->wagers = g_array_new (FALSE, TRUE, sizeof (SkySceneWager));
  g_array_set_clear_func (scene->wagers, clear_wager);
  scene->marks = g_array_new (FALSE, TRUE, sizeof (SkyMark));
  scene->seats = g_array_new (FALSE, TRUE, sizeof (SkySeat));
  for (guint i = 0; i < n_seats; i++)
    {
      SkySeat seat = { .named = TRUE, .present = TRUE };

      g_array_append_val (scene->seats, seat);
    }
  return scene;
}

static void
free_scene (SkyScene *scene)
{
  g_array_unref (scene->wagers);
  g_array_unref (scene->marks);
  g_array_unref (scene->seats);
  g_free (scene);
}

static void
add_wager (SkyScene *scene, SkyCrapsBet bet, guint seat, gint number, gint point)
{
  SkySceneWager wager = {
    .bet = &sky_craps_bets[bet],
    .id = g_strdup_printf ("w%u", scene->wagers->len),
    .seat = seat,
    .amount = 500 * (1 + seat),
    .number = number,
    .dice = { (gint8) (number / 10), (gint8) (number % 10) },
    .area = (gint) seat,
    .point = point,
  };

  g_array_append_val (scene->wagers, wager);
}

/* Each seat has each bet with each of its own numbers up. */
static void
add_every_wager (SkyScene *scene, guint seat)
{
  for (guint i = 0; i < SKY_CRAPS_N_BETS; i++)
    {
      const SkyBet *bet = &sky_craps_bets[i];
      gboolean travels = i == SKY_CRAPS_COME || i == SKY_CRAPS_DONT_COME || i == SKY_CRAPS_COME_ODDS
                         || i == SKY_CRAPS_DONT_COME_ODDS;

      if (travels)
        for (gint number = 4; number <= 10; number++)
          if (number != 7)
            add_wager (scene, i, seat, 0, number);
      if (i == SKY_CRAPS_HORN_HIGH)
        add_wager (scene, i, seat, 12, 0);
      else if (bet->form.members & (SKY_MEMBER_NUMBER | SKY_MEMBER_DICE))
        for (guint j = 0; j < bet->n_pays; j++)
          add_wager (scene, i, seat, bet->pays[j].key, 0);
      else
        add_wager (scene, i, seat, 0, 0);
    }
}

static void
test_places (gconstpointer data)
{
  SkyGameId game = GPOINTER_TO_INT (data);
  guint n_seats = game == SKY_GAME_MINI_CRAPS ? 9 : 16;

  g_assert_true (sky_picture_knows (game));
  for (guint seat = 1; seat <= n_seats; seat++)
    {
      SkyScene *scene = new_scene (n_seats);

      add_every_wager (scene, seat);
      check_places (scene, game, WIDTH, HEIGHT);
      free_scene (scene);
    }
}

/* A full table: three seats with everything up, so that they share boxes. */
static void
test_crowd (gconstpointer data)
{
  SkyGameId game = GPOINTER_TO_INT (data);
  SkyScene *scene = new_scene (game == SKY_GAME_MINI_CRAPS ? 9 : 16);

  add_every_wager (scene, 2);
  add_every_wager (scene, 3);
  add_every_wager (scene, 9);
  check_places (scene, game, WIDTH, HEIGHT);
  free_scene (scene);
}

/* Chips that were taken or handed back lie nowhere; a winner that stays up lies on. */
static void
test_settled (void)
{
  SkyScene *scene = new_scene (4);
  SkySceneWager *wager;
  SkyPictureArea area;

  add_wager (scene, SKY_CRAPS_FIELD, 1, 0, 0);
  add_wager (scene, SKY_CRAPS_PLACE_WIN, 1, 6, 0);
  wager = &g_array_index (scene->wagers, SkySceneWager, 0);
  wager->settlement = (SkySettlement){ .seq = 9, .outcome = SKY_OUTCOME_LOSE };
  wager = &g_array_index (scene->wagers, SkySceneWager, 1);
  wager->settlement = (SkySettlement){ .seq = 9, .outcome = SKY_OUTCOME_WIN, .stays = TRUE };
  g_assert_false (sky_picture_wager_area (scene, SKY_GAME_CRAPS, WIDTH, HEIGHT, "w0", &area));
  g_assert_true (sky_picture_wager_area (scene, SKY_GAME_CRAPS, WIDTH, HEIGHT, "w1", &area));
  g_assert_null (sky_picture_wager_at (scene, SKY_GAME_CRAPS, WIDTH, HEIGHT, 1, 1));

  /* A wager that the chapter does not have has no place. */
  wager->bet = NULL;
  g_assert_false (sky_picture_wager_area (scene, SKY_GAME_CRAPS, WIDTH, HEIGHT, "w1", &area));
  free_scene (scene);
}

static char *
digest_picture (SkyGameId game, const SkyScene *scene, const SkyPictureStyle *style)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 840, 400);
  cairo_t *cr = cairo_create (surface);
  char *digest;

  sky_picture_draw (cr, scene, game, 840, 400, style);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, cairo_image_surface_get_data (surface),
                                        (gsize) cairo_image_surface_get_stride (surface) * 400);
  cairo_surface_destroy (surface);
  return digest;
}

/* Each mark, wager and style changes the picture, and the same scene is the same picture. */
static void
test_marks (void)
{
  static const SkyMark marks[] = {
    { .kind = SKY_MARK_PUCK, .number = 0 },
    { .kind = SKY_MARK_PUCK, .number = 8 },
    { .kind = SKY_MARK_DIE, .value = 3, .index = 0 },
    { .kind = SKY_MARK_DIE, .value = 5, .index = 1 },
    { .kind = SKY_MARK_FIRE_MARKER, .number = 6, .value = 2 },
    { .kind = SKY_MARK_BUTTON, .number = 6, .value = 24 },
    { .kind = SKY_MARK_BUTTON, .number = 5, .value = 0 },
    { .kind = SKY_MARK_TRACKED, .number = 9 },
    { .kind = SKY_MARK_SHOOTER, .place = 5 },
  };
  const SkyPictureStyle dark = { .dark = TRUE };
  const SkyPictureStyle bare = { .hide_amounts = TRUE };
  const SkyPictureStyle pointed = { .pointed = "w0" };

  for (SkyGameId game = SKY_GAME_CRAPS; game <= SKY_GAME_MINI_CRAPS; game++)
    {
      SkyScene *scene = new_scene (8);
      g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_autofree char *again = NULL;

      g_assert_true (g_hash_table_add (seen, digest_picture (game, NULL, NULL)));
      for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
        {
          g_array_append_val (scene->marks, marks[i]);
          g_assert_true (g_hash_table_add (seen, digest_picture (game, scene, NULL)));
        }
      add_wager (scene, SKY_CRAPS_PLACE_WIN, 2, 6, 0);
      g_assert_true (g_hash_table_add (seen, digest_picture (game, scene, NULL)));
      g_assert_true (g_hash_table_add (seen, digest_picture (game, scene, &dark)));
      g_assert_true (g_hash_table_add (seen, digest_picture (game, scene, &bare)));
      g_assert_true (g_hash_table_add (seen, digest_picture (game, scene, &pointed)));
      g_array_index (scene->wagers, SkySceneWager, 0).working = SKY_WORKING_OFF;
      g_assert_true (g_hash_table_add (seen, digest_picture (game, scene, NULL)));
      again = digest_picture (game, scene, NULL);
      g_assert_true (g_hash_table_contains (seen, again));
      free_scene (scene);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/picture/craps/places", GINT_TO_POINTER (SKY_GAME_CRAPS), test_places);
  g_test_add_data_func ("/picture/craps/crowd", GINT_TO_POINTER (SKY_GAME_CRAPS), test_crowd);
  g_test_add_data_func ("/picture/mini-craps/places", GINT_TO_POINTER (SKY_GAME_MINI_CRAPS),
                        test_places);
  g_test_add_data_func ("/picture/mini-craps/crowd", GINT_TO_POINTER (SKY_GAME_MINI_CRAPS),
                        test_crowd);
  g_test_add_func ("/picture/settled", test_settled);
  g_test_add_func ("/picture/marks", test_marks);
  return g_test_run ();
}
