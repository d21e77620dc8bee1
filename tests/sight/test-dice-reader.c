/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dice that cairo draws, of many makes and sizes: what is read is right, most are read, and what is
 * no die is not. */
#include "config.h"

#include "sky-drawn-dice.h"
#include "sky-sight.h"

#include <math.h>

#define WIDTH  320
#define HEIGHT 240

/* How many pictures of each kind; at night more. */
static guint n_rounds = 8;

/* Whether all dice of count_read() lie on the light table. */
static gboolean on_light_table;

static SkyDiceReader *
new_reader (void)
{
  g_autoptr (GBytes) model = sky_sight_get_model (SKY_SIGHT_DICE);
  g_autoptr (GError) error = NULL;
  SkyDiceReader *reader = sky_dice_reader_new (model, &error);

  g_assert_no_error (error);
  return reader;
}

static const SkySightDie *
find_near (GArray *dice, double x, double y, double edge)
{
  for (guint i = 0; i < dice->len; i++)
    {
      const SkySightDie *die = &g_array_index (dice, SkySightDie, i);

      if (hypot (die->x - x, die->y - y) < edge / 2)
        return die;
    }
  return NULL;
}

/* At least so many in a hundred of @n dice are read. */
static void
assert_share (guint n_read, guint n, guint percent)
{
  g_test_message ("%u of %u dice read", n_read, n);
  g_assert_cmpuint (n_read * 100, >=, n * percent);
}

/* The dice that a picture of @surface shows, of which nothing is known. */
static GArray *
look_at (SkyDiceReader *reader, cairo_surface_t *surface, GRand *random)
{
  SkySightPicture picture = sky_drawn_picture (surface, random);
  g_autoptr (GError) error = NULL;
  GArray *dice = sky_dice_reader_read (reader, &picture, NULL, 0, NULL, 0, NULL, &error);

  g_assert_no_error (error);
  return dice;
}

static void
test_dice (void)
{
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  guint n = 0, n_read = 0, n_wrong = 0;

  for (guint round = 0; round < n_rounds; round++)
    {
      double edge = g_rand_double_range (random, 24, 44);
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (round, WIDTH, HEIGHT, &cr);
      guint values[2];
      double x[2], y[2];

      for (guint i = 0; i < 2; i++)
        {
          values[i] = (guint) g_rand_int_range (random, 1, 7);
          x[i] = (i + 0.5) * WIDTH / 2 + g_rand_double_range (random, -30, 30);
          y[i] = HEIGHT / 2 + g_rand_double_range (random, -50, 50);
          sky_drawn_die (cr, round, values[i], x[i], y[i], edge,
                         g_rand_double_range (random, 0, 2 * G_PI));
        }
      cairo_destroy (cr);
      g_autoptr (GArray) dice = look_at (reader, surface, random);
      for (guint i = 0; i < 2; i++)
        {
          const SkySightDie *die = find_near (dice, x[i], y[i], edge);

          n++;
          if (die == NULL || die->value == 0)
            continue;
          n_read++;
          if (die->value != values[i])
            {
              g_test_message ("%u read for %u, edge %.0f of %.0f, picture %u", die->value,
                              values[i], die->edge, edge, round);
              n_wrong++;
              continue;
            }
          g_assert_cmpfloat_with_epsilon (die->edge, edge, edge * 0.45);
        }
      cairo_surface_destroy (surface);
    }
  /* Of n that are all right, fewer than 3 in n are wrong, in 95 of 100 such tests. */
  if (n_wrong == 0)
    g_test_message ("%u of %u dice read, none wrong: fewer than 1 in %u is, with 95 %% certainty",
                    n_read, n, n_read / 3);
  else
    g_test_message ("%u of %u dice read, %u wrong", n_read, n, n_wrong);
  g_assert_cmpuint (n_wrong, ==, 0);
  g_assert_cmpuint (n_read * 100, >=, n * 80);
}

/* Dice that touch: their pips pair up across the seam, and no reading takes pips of both. */
static void
test_neighbours (void)
{
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (14);
  guint n = 0, n_read = 0;

  for (guint round = 0; round < n_rounds; round++)
    {
      double edge = g_rand_double_range (random, 24, 44);
      double turn = g_rand_double_range (random, 0, 2 * G_PI);
      double far = edge * g_rand_double_range (random, 1.02, 1.3);
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (round, WIDTH, HEIGHT, &cr);
      /* Ones and twos most of all. */
      guint values[2] = { 1 + round % 3, (guint) g_rand_int_range (random, 1, 4) };
      double x[2], y[2];

      for (guint i = 0; i < 2; i++)
        {
          x[i] = WIDTH / 2 + (i - 0.5) * far * cos (turn);
          y[i] = HEIGHT / 2 + (i - 0.5) * far * sin (turn);
          sky_drawn_die (cr, round, values[i], x[i], y[i], edge, turn);
        }
      cairo_destroy (cr);
      g_autoptr (GArray) dice = look_at (reader, surface, random);
      for (guint i = 0; i < dice->len; i++)
        {
          const SkySightDie *die = &g_array_index (dice, SkySightDie, i);
          guint k =
              hypot (die->x - x[0], die->y - y[0]) < hypot (die->x - x[1], die->y - y[1]) ? 0 : 1;

          if (die->value == 0)
            continue;
          g_assert_cmpuint (die->value, ==, values[k]);
          g_assert_cmpfloat (hypot (die->x - x[k], die->y - y[k]), <, edge * 0.25);
          n_read++;
        }
      n += 2;
      cairo_surface_destroy (surface);
    }
  assert_share (n_read, n, 50);
}

/* Nothing that @surface shows is read. */
static void
assert_none_read (SkyDiceReader *reader, cairo_surface_t *surface, GRand *random)
{
  g_autoptr (GArray) dice = look_at (reader, surface, random);

  for (guint i = 0; i < dice->len; i++)
    g_assert_cmpuint (g_array_index (dice, SkySightDie, i).value, ==, 0);
}

/* Spots, blank squares, numerals and nothing. */
static void
test_no_dice (void)
{
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (12);

  for (guint round = 0; round < n_rounds; round++)
    {
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (round, WIDTH, HEIGHT, &cr);
      double x = WIDTH / 2.0, y = HEIGHT / 2.0;

      if (round % 4 == 1)
        sky_drawn_die (cr, round, 0, x, y, 36, g_rand_double_range (random, 0, 6));
      else if (round % 4 == 2)
        {
          sky_drawn_die (cr, round, 0, x, y, 36, 0);
          sky_drawn_pip_color (cr, round);
          cairo_set_font_size (cr, 24);
          cairo_move_to (cr, x - 8, y + 9);
          cairo_show_text (cr, round % 8 == 2 ? "6" : "8");
        }
      else if (round % 4 == 3)
        for (guint i = 0; i < 12; i++)
          {
            sky_drawn_pip_color (cr, round);
            cairo_arc (cr, g_rand_double_range (random, 0, WIDTH),
                       g_rand_double_range (random, 0, HEIGHT), 3, 0, 2 * G_PI);
            cairo_fill (cr);
          }
      cairo_destroy (cr);
      assert_none_read (reader, surface, random);
      cairo_surface_destroy (surface);
    }
}

/* How many of @n_rounds pictures of a die, which @draw draws, are read, none wrongly. */
static guint
count_read (guint (*draw) (cairo_t *cr, guint round, double edge, double turn), guint32 seed)
{
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  guint n_read = 0;

  for (guint round = 0; round < n_rounds; round++)
    {
      cairo_t *cr;
      cairo_surface_t *surface =
          sky_drawn_table (on_light_table ? SKY_DRAWN_LIGHT_TABLE : round, WIDTH, HEIGHT, &cr);
      guint value = draw (cr, round, g_rand_double_range (random, 28, 44),
                          g_rand_double_range (random, 0, 2 * G_PI));
      cairo_destroy (cr);
      g_autoptr (GArray) dice = look_at (reader, surface, random);
      for (guint i = 0; i < dice->len; i++)
        if (g_array_index (dice, SkySightDie, i).value != 0)
          {
            g_assert_cmpuint (g_array_index (dice, SkySightDie, i).value, ==, value);
            n_read++;
          }
      cairo_surface_destroy (surface);
    }
  return n_read;
}

static guint
draw_marbled (cairo_t *cr, guint round, double edge, double turn)
{
  guint value = 1 + round % 6;

  sky_drawn_marbled_die (cr, value, WIDTH / 2.0, HEIGHT / 2.0, edge, turn, 1);
  return value;
}

/* Pips whose hue is another than the body's, which is of two colors. */
static void
test_marbled (void)
{
  assert_share (count_read (draw_marbled, 21), n_rounds, 40);
}

static guint
draw_faint_six (cairo_t *cr, guint round, double edge, double turn)
{
  sky_drawn_marbled_die (cr, 6, WIDTH / 2.0, HEIGHT / 2.0, edge, turn, 0.3 + 0.1 * (round % 5));
  return 6;
}

/* A six of which two pips are faint is no four. What is so faint may be of the lower face of a
 * transparent die: most are not read. */
static void
test_faint_six (void)
{
  assert_share (count_read (draw_faint_six, 22), n_rounds, 30);
}

static guint
draw_tilted (cairo_t *cr, guint round, double edge, G_GNUC_UNUSED double turn)
{
  guint upper = 2 + round % 4;

  sky_drawn_tilted_die (cr, upper, 6 - upper % 2, WIDTH / 2.0, HEIGHT / 2.0, edge, 0.8);
  return upper;
}

/* A side with many pips is no upper face. */
static void
test_side (void)
{
  assert_share (count_read (draw_tilted, 23), n_rounds, 50);
}

static guint
draw_gleaming (cairo_t *cr, guint round, double edge, double turn)
{
  guint value = 5 + round % 2;

  sky_drawn_gleaming_die (cr, 1 + round % 3, value, WIDTH / 2.0, HEIGHT / 2.0, edge, turn);
  return value;
}

/* A band of light across a face of many pips. */
static void
test_gleam (void)
{
  assert_share (count_read (draw_gleaming, 24), n_rounds, 30);
}

static guint
draw_white_on_light (cairo_t *cr, guint round, double edge, double turn)
{
  guint value = 3 + round % 4;

  sky_drawn_die (cr, SKY_DRAWN_WHITE_DIE, value, WIDTH / 2.0, HEIGHT / 2.0, edge, turn);
  return value;
}

/* A white die on a table that is hardly darker. */
static void
test_white_on_light (void)
{
  on_light_table = TRUE;
  guint n_read = count_read (draw_white_on_light, 25);
  on_light_table = FALSE;
  assert_share (n_read, n_rounds, 25);
}

static guint
draw_tilted_one (cairo_t *cr, guint round, double edge, G_GNUC_UNUSED double turn)
{
  sky_drawn_tilted_die (cr, 1, 2 + round % 5, WIDTH / 2.0, HEIGHT / 2.0, edge, 0.8);
  return 1;
}

/* A single pip with one of a side below is no two. */
static void
test_one_and_side (void)
{
  assert_share (count_read (draw_tilted_one, 26), n_rounds, 30);
}

static guint
draw_at_border (cairo_t *cr, guint round, double edge, G_GNUC_UNUSED double turn)
{
  guint value = 2 + round % 5;

  sky_drawn_die (cr, round, value, WIDTH - 0.62 * edge, HEIGHT / 2.0, edge, 0);
  return value;
}

/* A die that lies whole beside the picture's border is read. */
static void
test_beside_border (void)
{
  assert_share (count_read (draw_at_border, 27), n_rounds, 40);
}

/* The upper face of a die that lies right below another, as a camera sees them: it is no side of
 * what is a side itself. */
static void
test_below (void)
{
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (28);
  guint n_read = 0;

  for (guint round = 0; round < n_rounds; round++)
    {
      const double edge = g_rand_double_range (random, 30, 44);
      const double x = WIDTH / 2.0, y = HEIGHT / 3.0, below = y + 1.48 * edge;
      guint upper = 4 + round % 3, lower = 1 + round % 6;
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (round, WIDTH, HEIGHT, &cr);

      sky_drawn_tilted_die (cr, upper, 2, x, y, edge, 0.8);
      sky_drawn_tilted_die (cr, lower, 3, x, below, edge, 0.8);
      cairo_destroy (cr);
      g_autoptr (GArray) dice = look_at (reader, surface, random);
      const SkySightDie *die = find_near (dice, x, below, edge);
      if (die != NULL && die->value != 0)
        {
          g_assert_cmpuint (die->value, ==, lower);
          n_read++;
        }
      cairo_surface_destroy (surface);
    }
  assert_share (n_read, n_rounds, 50);
}

/* Of two dice of two colors neither is a side of the other, however near they lie. */
static void
test_two_colors (void)
{
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (29);
  guint n_read = 0;

  for (guint round = 0; round < n_rounds; round++)
    {
      const double edge = g_rand_double_range (random, 30, 44), far = 0.93 * edge;
      const guint values[2] = { 2 + round % 5, 2 + (round + 2) % 5 };
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (0, WIDTH, HEIGHT, &cr);

      /* A red one, and below it a blue one that hides a little of it. */
      for (guint i = 0; i < 2; i++)
        sky_drawn_die (cr, 1 + 2 * i, values[i], WIDTH / 2.0, HEIGHT / 2.0 + i * far, edge, 0);
      cairo_destroy (cr);
      g_autoptr (GArray) dice = look_at (reader, surface, random);
      for (guint i = 0; i < dice->len; i++)
        {
          const SkySightDie *die = &g_array_index (dice, SkySightDie, i);

          if (die->value == 0)
            continue;
          g_assert_cmpuint (die->value, ==, values[die->y > (HEIGHT + far) / 2]);
          n_read += die->y > (HEIGHT + far) / 2;
        }
      cairo_surface_destroy (surface);
    }
  assert_share (n_read, n_rounds, 50);
}

/* A die among so many spots that a single pip is one of the last places that are looked at. */
static void
test_many_places (void)
{
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (30);
  guint n_read = 0;

  for (guint round = 0; round < n_rounds; round++)
    {
      const double x = WIDTH * 0.85, y = HEIGHT / 2.0, edge = 36;
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (round, WIDTH, HEIGHT, &cr);

      sky_drawn_pip_color (cr, round);
      for (guint i = 0; i < 260; i++)
        {
          cairo_arc (cr, g_rand_double_range (random, 0, WIDTH * 0.7),
                     g_rand_double_range (random, 0, HEIGHT), 2.5, 0, 2 * G_PI);
          cairo_fill (cr);
        }
      sky_drawn_die (cr, round, 1, x, y, edge, g_rand_double_range (random, 0, 2 * G_PI));
      cairo_destroy (cr);
      g_autoptr (GArray) dice = look_at (reader, surface, random);
      for (guint i = 0; i < dice->len; i++)
        {
          const SkySightDie *die = &g_array_index (dice, SkySightDie, i);

          if (die->value == 0)
            continue;
          g_assert_cmpfloat (hypot (die->x - x, die->y - y), <, edge / 2);
          g_assert_cmpuint (die->value, ==, 1);
          n_read++;
        }
      cairo_surface_destroy (surface);
    }
  assert_share (n_read, n_rounds, 50);
}

/* A die that the picture's border cuts off is not read: what is seen of it may be another face. */
static void
test_border (void)
{
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (15);

  for (guint round = 0; round < n_rounds; round++)
    {
      double edge = g_rand_double_range (random, 28, 44);
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (round, WIDTH, HEIGHT, &cr);

      /* Sixes most of all: half of one shows a three. */
      sky_drawn_die (cr, round, round % 3 == 2 ? 4 : 6,
                     WIDTH + edge * g_rand_double_range (random, -0.2, 0.1), HEIGHT / 2.0, edge,
                     g_rand_double_range (random, -0.1, 0.1) + (round % 2 == 0 ? G_PI / 2 : 0));
      cairo_destroy (cr);
      assert_none_read (reader, surface, random);
      cairo_surface_destroy (surface);
    }
}

/* From more than 50° off the vertical a side is less flat than the upper face, and is still no
 * upper face. */
static void
test_oblique (void)
{
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (33);

  for (guint round = 0; round < n_rounds; round++)
    {
      const double edge = g_rand_double_range (random, 26, 40);
      const double flat = g_rand_double_range (random, 0.57, 0.64);
      const guint upper = 5 + round % 2;
      const double x = WIDTH / 2.0, y = HEIGHT / 2.0;
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (round, WIDTH, HEIGHT, &cr);

      sky_drawn_tilted_die (cr, upper, 3 + round / 2 % 2, x, y, edge, flat);
      cairo_destroy (cr);
      g_autoptr (GArray) dice = look_at (reader, surface, random);
      for (guint i = 0; i < dice->len; i++)
        {
          const SkySightDie *die = &g_array_index (dice, SkySightDie, i);

          if (die->value != 0)
            g_assert_cmpuint (die->value, ==, upper);
        }
      cairo_surface_destroy (surface);
    }
}

/* Pips are discs: diamonds where a five has its pips are none. */
static void
test_diamonds (void)
{
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (34);

  for (guint round = 0; round < n_rounds; round++)
    {
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (round, WIDTH, HEIGHT, &cr);

      sky_drawn_diamonds (cr, WIDTH / 2.0, HEIGHT / 2.0, g_rand_double_range (random, 70, 110),
                          g_rand_double_range (random, 0, 2 * G_PI));
      cairo_destroy (cr);
      assert_none_read (reader, surface, random);
      cairo_surface_destroy (surface);
    }
}

/* Dice that are smaller than spots of cloth and prints may be are read only where somebody says how
 * large they are. */
static void
test_small (void)
{
  const double edge = 11;
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (35);
  guint n_read = 0;

  for (guint round = 0; round < n_rounds; round++)
    {
      g_autoptr (GError) error = NULL;
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (round, WIDTH, HEIGHT, &cr);

      sky_drawn_die (cr, round, 1 + round % 6, WIDTH / 2.0, HEIGHT / 2.0, edge, 0.3);
      cairo_destroy (cr);
      assert_none_read (reader, surface, random);
      SkySightPicture picture = sky_drawn_picture (surface, random);
      g_autoptr (GArray) dice =
          sky_dice_reader_read (reader, &picture, NULL, edge, NULL, 0, NULL, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < dice->len; i++)
        n_read += g_array_index (dice, SkySightDie, i).value == 1 + round % 6;
      cairo_surface_destroy (surface);
    }
  assert_share (n_read, n_rounds, 50);
}

/* What lay there before is not looked at, nor what the calibration leaves out. */
static void
test_before (void)
{
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (13);
  g_autoptr (GError) error = NULL;
  cairo_t *cr;
  cairo_surface_t *before = sky_drawn_table (0, WIDTH, HEIGHT, &cr);

  sky_drawn_die (cr, 0, 5, 80, 120, 32, 0.3);
  cairo_destroy (cr);
  cairo_surface_t *after = sky_drawn_table (0, WIDTH, HEIGHT, &cr);
  sky_drawn_die (cr, 0, 5, 80, 120, 32, 0.3);
  sky_drawn_die (cr, 0, 4, 240, 120, 32, 0.7);
  cairo_destroy (cr);
  SkySightPicture earlier = sky_drawn_picture (before, random),
                  now = sky_drawn_picture (after, random);
  g_autoptr (GArray) both = sky_dice_reader_read (reader, &now, NULL, 32, NULL, 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (both->len, ==, 2);
  g_autoptr (GArray) one = sky_dice_reader_read (reader, &now, &earlier, 32, NULL, 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_cmpuint (g_array_index (one, SkySightDie, 0).value, ==, 4);
  SkyPictureBox left = { 0, 0, WIDTH / 2, HEIGHT };
  g_autoptr (GArray) right = sky_dice_reader_read (reader, &now, NULL, 32, &left, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (right->len, ==, 1);
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);
}

/* Dice that the net is not sure of as they lie are read, for at all turns it is. */
static void
test_turns (void)
{
  static const struct
  {
    guint make;
    guint value;
    double edge;
    double turn;
  } dice[] = {
    { 0, 2, 28, 0.1 }, { 0, 2, 34, 0.1 }, { 0, 2, 40, 0.1 }, { 3, 1, 40, 0 }, { 4, 1, 28, 0.1 }
  };
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (31);

  for (guint i = 0; i < G_N_ELEMENTS (dice); i++)
    {
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (0, WIDTH, HEIGHT, &cr);

      sky_drawn_die (cr, dice[i].make, dice[i].value, WIDTH / 2.0, HEIGHT / 2.0, dice[i].edge,
                     dice[i].turn);
      cairo_destroy (cr);
      g_autoptr (GArray) seen = look_at (reader, surface, random);
      g_assert_cmpuint (seen->len, ==, 1);
      g_assert_cmpuint (g_array_index (seen, SkySightDie, 0).value, ==, dice[i].value);
      cairo_surface_destroy (surface);
    }
}

/* A small ring with a dot, as a clock's zero, is not counted beside two dice that are read. */
static void
test_ring (void)
{
  const double radius = 6;
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (32);
  cairo_t *cr;
  cairo_surface_t *surface = sky_drawn_table (0, WIDTH, HEIGHT, &cr);

  sky_drawn_die (cr, 0, 5, WIDTH / 4.0, HEIGHT / 2.0, 32, 0.3);
  sky_drawn_die (cr, 0, 4, WIDTH * 3 / 4.0, HEIGHT / 2.0, 32, 0.7);
  sky_drawn_pip_color (cr, 0);
  cairo_set_line_width (cr, radius * 0.4);
  cairo_arc (cr, WIDTH / 2.0, HEIGHT / 4.0, radius, 0, 2 * G_PI);
  cairo_stroke (cr);
  cairo_arc (cr, WIDTH / 2.0, HEIGHT / 4.0, radius * 0.3, 0, 2 * G_PI);
  cairo_fill (cr);
  cairo_destroy (cr);
  g_autoptr (GArray) dice = look_at (reader, surface, random);
  g_assert_cmpuint (dice->len, ==, 2);
  for (guint i = 0; i < dice->len; i++)
    {
      const SkySightDie *die = &g_array_index (dice, SkySightDie, i);

      g_assert_cmpuint (die->value, ==, die->x < WIDTH / 2.0 ? 5 : 4);
    }
  cairo_surface_destroy (surface);
}

/* A model that is none is refused, with a cause. */
static void
test_bad_model (void)
{
  g_autoptr (GBytes) none = g_bytes_new_static ("no model", 8);
  g_autoptr (GError) error = NULL;

  g_assert_null (sky_dice_reader_new (none, &error));
  g_assert_error (error, SKY_SIGHT_ERROR, SKY_SIGHT_ERROR_MODEL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    n_rounds = (guint) g_ascii_strtoull (argv[1], NULL, 10);
  g_test_add_func ("/dice-reader/dice", test_dice);
  g_test_add_func ("/dice-reader/neighbours", test_neighbours);
  g_test_add_func ("/dice-reader/no-dice", test_no_dice);
  g_test_add_func ("/dice-reader/marbled", test_marbled);
  g_test_add_func ("/dice-reader/faint-six", test_faint_six);
  g_test_add_func ("/dice-reader/side", test_side);
  g_test_add_func ("/dice-reader/gleam", test_gleam);
  g_test_add_func ("/dice-reader/white-on-light", test_white_on_light);
  g_test_add_func ("/dice-reader/one-and-side", test_one_and_side);
  g_test_add_func ("/dice-reader/beside-border", test_beside_border);
  g_test_add_func ("/dice-reader/below", test_below);
  g_test_add_func ("/dice-reader/two-colors", test_two_colors);
  g_test_add_func ("/dice-reader/many-places", test_many_places);
  g_test_add_func ("/dice-reader/border", test_border);
  g_test_add_func ("/dice-reader/oblique", test_oblique);
  g_test_add_func ("/dice-reader/diamonds", test_diamonds);
  g_test_add_func ("/dice-reader/small", test_small);
  g_test_add_func ("/dice-reader/before", test_before);
  g_test_add_func ("/dice-reader/turns", test_turns);
  g_test_add_func ("/dice-reader/ring", test_ring);
  g_test_add_func ("/dice-reader/bad-model", test_bad_model);
  return g_test_run ();
}
