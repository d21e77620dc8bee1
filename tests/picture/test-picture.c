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

  for (guint seat = 1; seat <= n_seats; seat++)
    {
      SkyScene *scene = new_scene (n_seats);

      add_every_wager (scene, seat);
      check_places (scene, game, WIDTH, HEIGHT);
      if (seat == 1)
        check_exchange (scene, game, WIDTH, HEIGHT);
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

/* A picture of @width pixels. */
static cairo_surface_t *
draw_picture (SkyGameId game, const SkyScene *scene, int width, const SkyPictureStyle *style)
{
  double whole_width;
  double whole_height;

  sky_picture_get_size (game, &whole_width, &whole_height);
  int height = (int) (width * whole_height / whole_width);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);
  sky_picture_draw (cr, scene, game, width, height, style);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
get_pixel (cairo_surface_t *surface, int x, int y)
{
  const guint32 *row =
      (const guint32 *) (const void *) (cairo_image_surface_get_data (surface)
                                        + y * cairo_image_surface_get_stride (surface));

  return row[x] & 0xffffff;
}

/* At any size what an amount stands on is drawn with it, or neither is: no chips are covered by
 * nothing but black. */
static void
test_plates (void)
{
  const SkyPictureStyle shown = { .dark = TRUE };
  const SkyPictureStyle hidden = { .dark = TRUE, .hide_amounts = TRUE };
  SkyScene *scene = new_scene (16);
  guint n_shown = 0;
  guint n_hidden = 0;

  add_wager (scene, SKY_CRAPS_PASS, 6, 0, 0);
  for (int width = 200; width <= 700; width += 5)
    {
      cairo_surface_t *with = draw_picture (SKY_GAME_CRAPS, scene, width, &shown);
      cairo_surface_t *without = draw_picture (SKY_GAME_CRAPS, scene, width, &hidden);
      gboolean differs = FALSE;
      guint brightened = 0;

      for (int y = 0; y < cairo_image_surface_get_height (with); y++)
        for (int x = 0; x < width; x++)
          {
            guint before = get_pixel (without, x, y) & 0xff;
            guint after = get_pixel (with, x, y) & 0xff;

            differs |= after != before;
            /* A plate darkens all that it covers. */
            brightened += after > before + 0x20;
          }
      n_shown += differs;
      n_hidden += !differs;
      if (differs)
        g_assert_cmpuint (brightened, >, 0);
      cairo_surface_destroy (with);
      cairo_surface_destroy (without);
    }
  g_assert_cmpuint (n_shown, >, 0);
  g_assert_cmpuint (n_hidden, >, 0);
  free_scene (scene);
}

/* At any size each box of an end has its name or none has: NINE is not left out between 8 and 10.
 */
static void
test_box_names (void)
{
  const SkyPictureStyle dark = { .dark = TRUE };
  guint n_all = 0;

  for (int width = 280; width <= 700; width += 10)
    {
      cairo_surface_t *surface = draw_picture (SKY_GAME_CRAPS, NULL, width, &dark);
      int height = cairo_image_surface_get_height (surface);
      guint named = 0;

      /* Names are orange. The six boxes begin at 0.119 of the width and are 0.0395 wide each. */
      for (guint box = 0; box < 6; box++)
        for (int x = (int) (width * (0.119 + 0.0395 * box)) + 2;
             x < (int) (width * (0.119 + 0.0395 * (box + 1))) - 1; x++)
          for (int y = height / 5; y < height * 3 / 10; y++)
            {
              guint32 pixel = get_pixel (surface, x, y);
              if (pixel >> 16 > 0x80 && (pixel >> 16) - (pixel & 0xff) > 0x40)
                named |= 1u << box;
            }
      g_test_message ("%d pixels wide: boxes %x", width, named);
      g_assert_true (named == 0x3f || named == 0);
      n_all += named == 0x3f;
      cairo_surface_destroy (surface);
    }
  g_assert_cmpuint (n_all, >, 20);
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
  g_test_add_func ("/picture/plates", test_plates);
  g_test_add_func ("/picture/box-names", test_box_names);
  return g_test_run ();
}
