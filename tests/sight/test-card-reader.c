/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cards that cairo draws, of many makes and sizes: what is read is right, most are read, and what
 * is no card that faces up is not. */
#include "config.h"

#include "sky-card-watch.h"
#include "sky-drawn-cards.h"
#include "sky-drawn-dice.h"
#include "sky-sight.h"

#include <math.h>
#include <string.h>

#define WIDTH  480
#define HEIGHT 240
#define CARDS  3

/* How many pictures of each kind; at night more. */
static guint n_rounds = 12;

static SkyCardReader *
new_reader (void)
{
  g_autoptr (GBytes) model = sky_sight_get_model (SKY_SIGHT_CARDS);
  g_autoptr (GError) error = NULL;
  SkyCardReader *reader = sky_card_reader_new (model, &error);

  g_assert_no_error (error);
  return reader;
}

static GArray *
read_surface (SkyCardReader *reader, cairo_surface_t *surface, double width, GRand *random)
{
  SkySightPicture picture = sky_drawn_picture (surface, random);
  g_autoptr (GError) error = NULL;
  GArray *cards = sky_card_reader_read (reader, &picture, FALSE, width, NULL, 0, &error);

  g_assert_no_error (error);
  return cards;
}

static const SkySightCard *
find_near (GArray *cards, double x, double y, double width)
{
  for (guint i = 0; i < cards->len; i++)
    {
      const SkySightCard *card = &g_array_index (cards, SkySightCard, i);

      if (hypot (card->x - x, card->y - y) < width / 2)
        return card;
    }
  return NULL;
}

static void
test_cards (void)
{
  g_autoptr (SkyCardReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (21);
  guint n = 0, n_read = 0, n_wrong = 0, n_suits = 0;

  for (guint round = 0; round < n_rounds; round++)
    {
      double width = g_rand_double_range (random, 60, 92);
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (round, WIDTH, HEIGHT, &cr);
      guint ranks[CARDS];
      SkySightSuit suits[CARDS];
      double x[CARDS];

      for (guint i = 0; i < CARDS; i++)
        {
          ranks[i] = 2 + (round * CARDS + i) % 13;
          suits[i] =
              (SkySightSuit) g_rand_int_range (random, SKY_SIGHT_CLUBS, SKY_SIGHT_SPADES + 1);
          x[i] = (i + 0.5) * WIDTH / CARDS;
          sky_drawn_card (cr, round, ranks[i], suits[i], x[i], HEIGHT / 2.0, width,
                          g_rand_double_range (random, 0, 2 * G_PI));
        }
      cairo_destroy (cr);
      g_autoptr (GArray) cards = read_surface (reader, surface, round % 2 * width, random);
      for (guint i = 0; i < CARDS; i++)
        {
          const SkySightCard *card = find_near (cards, x[i], HEIGHT / 2.0, width);

          n++;
          if (card == NULL || card->rank == 0)
            {
              g_test_message ("%u not read, %.0f px, deck %u", ranks[i], width, round % 4);
              continue;
            }
          n_read++;
          n_suits += card->suit == suits[i];
          if (card->rank != ranks[i] || (card->suit != SKY_SIGHT_NO_SUIT && card->suit != suits[i]))
            {
              g_test_message ("%u of suit %u read for %u of suit %u, %.0f px, picture %u",
                              card->rank, card->suit, ranks[i], suits[i], width, round);
              n_wrong++;
              continue;
            }
          g_assert_cmpfloat_with_epsilon (card->width, width, width * 0.1);
        }
      cairo_surface_destroy (surface);
    }
  g_test_message ("%u of %u cards read, %u wrong, %u suits", n_read, n, n_wrong, n_suits);
  g_assert_cmpuint (n_wrong, ==, 0);
  g_assert_cmpuint (n_read * 100, >=, n * 80);
}

/* Cards that face down, blank ones, letters and numbers that no card has, chips, dice, nothing. */
static void
test_no_cards (void)
{
  static const char *const words[] = { "B", "12", "X", "1", "H", "25", "R", "11" };
  g_autoptr (SkyCardReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (22);

  for (guint round = 0; round < n_rounds; round++)
    {
      double width = g_rand_double_range (random, 60, 92);
      double turn = g_rand_double_range (random, 0, 2 * G_PI);
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (round, WIDTH, HEIGHT, &cr);

      sky_drawn_card (cr, round, 0, SKY_SIGHT_NO_SUIT, 80, 120, width, turn);
      sky_drawn_card_with (cr, round, NULL, 240, 120, width, turn);
      if (round % 3 > 0)
        sky_drawn_card_with (cr, round, words[round % G_N_ELEMENTS (words)], 400, 120, width, turn);
      else
        {
          sky_drawn_die (cr, round, 1 + round % 6, 380, 120, 40, turn);
          cairo_set_source_rgb (cr, 0.9, 0.9, 0.9);
          cairo_arc (cr, 440, 120, 24, 0, 2 * G_PI);
          cairo_fill (cr);
        }
      cairo_destroy (cr);
      g_autoptr (GArray) cards = read_surface (reader, surface, 0, random);
      for (guint i = 0; i < cards->len; i++)
        {
          const SkySightCard *card = &g_array_index (cards, SkySightCard, i);

          if (card->rank > 0)
            g_test_message ("%u read at %.0f, picture %u", card->rank, card->x, round);
          g_assert_cmpuint (card->rank, ==, 0);
        }
      cairo_surface_destroy (surface);
    }
}

/* A card is not read of which something covers a corner with an index. */
static void
test_covered (void)
{
  g_autoptr (SkyCardReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (23);

  for (guint round = 0; round < n_rounds; round++)
    {
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (round, WIDTH, HEIGHT, &cr);

      sky_drawn_card (cr, round, 2 + round % 13, SKY_SIGHT_SPADES, 240, 120, 100, 0);
      cairo_set_source_rgb (cr, 0.8, 0.6, 0.5);
      cairo_arc (cr, 240 - 40, 120 - 58, 34, 0, 2 * G_PI);
      cairo_fill (cr);
      cairo_destroy (cr);
      g_autoptr (GArray) cards = read_surface (reader, surface, 0, random);
      for (guint i = 0; i < cards->len; i++)
        g_assert_cmpuint (g_array_index (cards, SkySightCard, i).rank, ==, 0);
      cairo_surface_destroy (surface);
    }
}

/* Reads a card in the middle of @surface. Returns: whether it was read; wrongly it never is. */
static gboolean
is_read (SkyCardReader *reader, cairo_surface_t *surface, guint rank, GRand *random)
{
  g_autoptr (GArray) cards = read_surface (reader, surface, 0, random);
  const SkySightCard *card = find_near (cards, WIDTH / 2.0, HEIGHT / 2.0, 100);

  if (card != NULL && card->rank > 0)
    g_assert_cmpuint (card->rank, ==, rank);
  return card != NULL && card->rank > 0;
}

/* Draws on a table before a card lies there, or over it. */
typedef void (*DrawFunc) (cairo_t *cr);

/* Reads a card of each rank in turn, of the same @suit, in the middle of a table. @before:
 * nullable.
 */
static void
read_disturbed (DrawFunc before, DrawFunc over, SkySightSuit suit, guint32 seed)
{
  g_autoptr (SkyCardReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  guint n_read = 0;

  for (guint round = 0; round < n_rounds; round++)
    {
      guint rank = 2 + round % 13;
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (round, WIDTH, HEIGHT, &cr);

      if (before != NULL)
        before (cr);
      sky_drawn_card (cr, round, rank, suit, WIDTH / 2, HEIGHT / 2, 100,
                      g_rand_double_range (random, -0.3, 0.3));
      over (cr);
      cairo_destroy (cr);
      n_read += is_read (reader, surface, rank, random);
      cairo_surface_destroy (surface);
    }
  g_test_message ("%u of %u read", n_read, n_rounds);
  g_assert_cmpuint (n_read * 100, >=, n_rounds * 80);
}

static void
draw_stick (cairo_t *cr)
{
  cairo_set_source_rgb (cr, 0.35, 0.25, 0.15);
  cairo_rectangle (cr, 0, HEIGHT / 2 - 6, WIDTH, 12);
  cairo_fill (cr);
}

/* Where a stick lies across a card and both its corners are seen, they say what it is. */
static void
test_crossed (void)
{
  read_disturbed (NULL, draw_stick, SKY_SIGHT_SPADES, 28);
}

static void
draw_light_table (cairo_t *cr)
{
  cairo_set_source_rgb (cr, 0.78, 0.76, 0.7);
  cairo_paint (cr);
}

static void
draw_shadow (cairo_t *cr)
{
  cairo_set_source_rgba (cr, 0, 0, 0, 0.4);
  cairo_rectangle (cr, 0, HEIGHT / 2, WIDTH, HEIGHT / 2);
  cairo_fill (cr);
}

/* Where a shadow's edge lies across a card on a light surface, that is lighter in the light than
 * the card is in the shadow: no level of brightness shows the whole card. */
static void
test_shadow (void)
{
  read_disturbed (draw_light_table, draw_shadow, SKY_SIGHT_HEARTS, 29);
}

/* What the calibration leaves out is not looked at, and other sizes than it says are not read. */
static void
test_calibrated (void)
{
  g_autoptr (SkyCardReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (24);
  g_autoptr (GError) error = NULL;
  const SkyPictureBox left = { 0, 0, WIDTH / 2, HEIGHT };
  cairo_t *cr;
  cairo_surface_t *surface = sky_drawn_table (0, WIDTH, HEIGHT, &cr);

  sky_drawn_card (cr, 1, 7, SKY_SIGHT_SPADES, 120, 120, 84, 0.2);
  sky_drawn_card (cr, 1, 13, SKY_SIGHT_HEARTS, 360, 120, 84, 0.4);
  cairo_destroy (cr);
  SkySightPicture picture = sky_drawn_picture (surface, random);
  g_autoptr (GArray) both = sky_card_reader_read (reader, &picture, FALSE, 84, NULL, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (both->len, ==, 2);
  g_autoptr (GArray) right = sky_card_reader_read (reader, &picture, FALSE, 84, &left, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (right->len, ==, 1);
  g_assert_cmpuint (g_array_index (right, SkySightCard, 0).rank, ==, 13);
  g_autoptr (GArray) none = sky_card_reader_read (reader, &picture, FALSE, 40, NULL, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (none->len, ==, 0);
  cairo_surface_destroy (surface);
}

/* Pictures of any size, with bytes after each line, of noise and of one colour. */
static void
test_odd_pictures (void)
{
  static const int sizes[][2] = { { 1, 1 }, { 2, 90 }, { 31, 7 }, { 97, 61 }, { 250, 199 } };
  g_autoptr (SkyCardReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (25);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint k = 0; k < 3; k++)
      {
        gsize stride = (gsize) sizes[i][0] * 4 + 12 * k, size = stride * (gsize) sizes[i][1];
        g_autofree guint8 *pixels = g_malloc (size);
        const SkySightPicture picture = { sizes[i][0], sizes[i][1], stride, pixels };
        const SkyPictureBox ignored[] = { { -20, -20, 30, 30 }, { sizes[i][0], 5, 90, 90 } };
        g_autoptr (GError) error = NULL;

        for (gsize n = 0; n < size; n++)
          pixels[n] = k == 0 ? 255 : (guint8) g_rand_int_range (random, 0, 256);
        g_autoptr (GArray) cards =
            sky_card_reader_read (reader, &picture, FALSE, k * 40.0, ignored, k, &error);
        g_assert_no_error (error);
        for (guint n = 0; n < cards->len; n++)
          g_assert_cmpuint (g_array_index (cards, SkySightCard, n).rank, ==, 0);
      }
}

/* A line of bytes after each row does not change what is read. */
static void
test_stride (void)
{
  g_autoptr (SkyCardReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (26);
  g_autoptr (GError) error = NULL;
  cairo_t *cr;
  cairo_surface_t *surface = sky_drawn_table (1, WIDTH, HEIGHT, &cr);

  sky_drawn_card (cr, 1, 12, SKY_SIGHT_CLUBS, 240, 120, 90, 1);
  cairo_destroy (cr);
  SkySightPicture picture = sky_drawn_picture (surface, random);
  gsize stride = picture.stride + 20;
  g_autofree guint8 *pixels = g_malloc0 (stride * HEIGHT);
  for (guint y = 0; y < HEIGHT; y++)
    memcpy (pixels + y * stride, picture.pixels + y * picture.stride, WIDTH * 4);
  const SkySightPicture wide = { WIDTH, HEIGHT, stride, pixels };
  g_autoptr (GArray) one = sky_card_reader_read (reader, &picture, FALSE, 0, NULL, 0, &error);
  g_autoptr (GArray) other = sky_card_reader_read (reader, &wide, FALSE, 0, NULL, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_cmpuint (g_array_index (one, SkySightCard, 0).rank, ==, 12);
  g_assert_cmpmem (one->data, one->len * sizeof (SkySightCard), other->data,
                   other->len * sizeof (SkySightCard));
  cairo_surface_destroy (surface);
}

/* A card that one picture shows: @rank 0: none. */
typedef struct
{
  guint rank;
  SkySightSuit suit;
  double x;
} Shown;

/* What follows another picture is read as if it were the first, whatever has changed. */
static void
test_follows (void)
{
  static const Shown pictures[][2] = {
    { { 13, SKY_SIGHT_HEARTS, 100 } },
    { { 13, SKY_SIGHT_HEARTS, 100 } },
    { { 13, SKY_SIGHT_HEARTS, 100 }, { 7, SKY_SIGHT_SPADES, 360 } },
    { { 13, SKY_SIGHT_HEARTS, 100 }, { 7, SKY_SIGHT_SPADES, 330 } },
    { { 12, SKY_SIGHT_CLUBS, 100 }, { 7, SKY_SIGHT_SPADES, 330 } },
    { { 7, SKY_SIGHT_SPADES, 330 } },
    { { 0 } },
    { { 13, SKY_SIGHT_HEARTS, 100 } },
  };
  g_autoptr (SkyCardReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (28);
  g_autoptr (GError) error = NULL;

  for (guint table = 0; table < SKY_DRAWN_TABLES; table++)
    for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
      {
        cairo_t *cr;
        cairo_surface_t *surface = sky_drawn_table (table, WIDTH, HEIGHT, &cr);
        guint n = 0;

        for (const Shown *card = pictures[i]; card < pictures[i] + 2 && card->rank > 0; card++, n++)
          sky_drawn_card (cr, 1, card->rank, card->suit, card->x, 120, 84, 0.1);
        cairo_destroy (cr);
        SkySightPicture picture = sky_drawn_picture (surface, random);
        g_autoptr (GArray) cards =
            sky_card_reader_read (reader, &picture, i > 0, 0, NULL, 0, &error);
        g_assert_no_error (error);
        g_assert_cmpuint (cards->len, ==, n);
        for (guint k = 0; k < n; k++)
          {
            const SkySightCard *card = find_near (cards, pictures[i][k].x, 120, 20);

            g_assert_nonnull (card);
            g_assert_cmpuint (card->rank, ==, pictures[i][k].rank);
            g_assert_cmpint (card->suit, ==, pictures[i][k].suit);
            g_assert_cmpfloat_with_epsilon (card->x, pictures[i][k].x, 1.5);
          }
        cairo_surface_destroy (surface);
      }
}

/* Looks at a picture of a king, and of @other if that is a rank, @at. */
static void
show (SkyCardWatch *watch, guint other, SkySightSuit suit, double x, SkyTime at, GRand *random)
{
  g_autoptr (GError) error = NULL;
  cairo_t *cr;
  cairo_surface_t *surface = sky_drawn_table (0, WIDTH, HEIGHT, &cr);

  sky_drawn_card (cr, 1, 13, SKY_SIGHT_HEARTS, x, 120, 84, 0.1);
  if (other > 0)
    sky_drawn_card (cr, 1, other, suit, 360, 120, 84, 0.2);
  cairo_destroy (cr);
  SkySightPicture picture = sky_drawn_picture (surface, random);
  g_assert_true (sky_card_watch_look (watch, &picture, at, &error));
  g_assert_no_error (error);
  cairo_surface_destroy (surface);
}

/* Three pictures in a row of the same cards are needed; one deck has no card twice. */
static void
test_watch (void)
{
  g_autoptr (SkyCardReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (27);
  const SkySightView view = { .width = 84 };
  SkySightReading reading = { 0 };
  SkyCardWatch *watch = sky_card_watch_new (reader, &view, TRUE);

  sky_card_watch_judge (watch, &reading);
  g_assert_cmpint (reading.reason, ==, SKY_SIGHT_COVERED);
  for (guint i = 0; i < 4; i++)
    show (watch, 0, SKY_SIGHT_NO_SUIT, 60 + 30 * i, i * 100, random);
  sky_card_watch_judge (watch, &reading);
  g_assert_cmpint (reading.reason, ==, SKY_SIGHT_MOVING);
  for (guint i = 4; i < 9; i++)
    {
      g_assert_false (sky_card_watch_is_over (watch));
      show (watch, 7, SKY_SIGHT_SPADES, 120, i * 100, random);
    }
  g_assert_true (sky_card_watch_is_over (watch));
  g_assert_cmpuint (sky_card_watch_count (watch), ==, 9);
  sky_card_watch_judge (watch, &reading);
  g_assert_cmpint (reading.reason, ==, SKY_SIGHT_READ);
  g_assert_cmpuint (reading.n_values, ==, 2);
  g_assert_cmpuint (reading.values[0] + reading.values[1], ==, 20);
  g_assert_cmpint (reading.first, ==, 400);
  g_assert_cmpint (reading.last, ==, 800);
  g_assert_cmpuint (reading.n_pictures, ==, 5);
  sky_card_watch_free (watch);

  for (guint one_deck = 0; one_deck < 2; one_deck++)
    {
      watch = sky_card_watch_new (reader, &view, (gboolean) one_deck);
      for (guint i = 0; i < 3; i++)
        show (watch, 13, SKY_SIGHT_HEARTS, 120, i * 100, random);
      sky_card_watch_judge (watch, &reading);
      g_assert_cmpint (reading.reason, ==, one_deck ? SKY_SIGHT_READERS_DIFFER : SKY_SIGHT_READ);
      sky_card_watch_free (watch);
    }
}

/* A model that is none is refused, with a cause, and so is that of dice. */
static void
test_bad_model (void)
{
  g_autoptr (GBytes) none = g_bytes_new_static ("no model", 8);
  g_autoptr (GBytes) dice = sky_sight_get_model (SKY_SIGHT_DICE);
  g_autoptr (GError) error = NULL;

  g_assert_null (sky_card_reader_new (none, &error));
  g_assert_error (error, SKY_SIGHT_ERROR, SKY_SIGHT_ERROR_MODEL);
  g_clear_error (&error);
  g_assert_null (sky_card_reader_new (dice, &error));
  g_assert_error (error, SKY_SIGHT_ERROR, SKY_SIGHT_ERROR_MODEL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    n_rounds = (guint) g_ascii_strtoull (argv[1], NULL, 10);
  g_test_add_func ("/card-reader/cards", test_cards);
  g_test_add_func ("/card-reader/no-cards", test_no_cards);
  g_test_add_func ("/card-reader/covered", test_covered);
  g_test_add_func ("/card-reader/crossed", test_crossed);
  g_test_add_func ("/card-reader/shadow", test_shadow);
  g_test_add_func ("/card-reader/calibrated", test_calibrated);
  g_test_add_func ("/card-reader/odd-pictures", test_odd_pictures);
  g_test_add_func ("/card-reader/stride", test_stride);
  g_test_add_func ("/card-reader/follows", test_follows);
  g_test_add_func ("/card-reader/watch", test_watch);
  g_test_add_func ("/card-reader/bad-model", test_bad_model);
  return g_test_run ();
}
