/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dice that cairo draws, of many makes and sizes: what is read is right, most are read, and what is
 * no die is not. */
#include "config.h"

#include "sky-sight.h"

#include <cairo.h>
#include <math.h>
#include <string.h>

#define WIDTH  320
#define HEIGHT 240

typedef struct
{
  double r, g, b;
} Colour;

typedef struct
{
  Colour body;
  Colour pips;
} Make;

static const Make makes[] = {
  { { 0.95, 0.94, 0.90 }, { 0.08, 0.08, 0.08 } }, { { 0.75, 0.05, 0.10 }, { 0.95, 0.95, 0.95 } },
  { { 0.10, 0.12, 0.15 }, { 0.92, 0.92, 0.92 } }, { { 0.10, 0.30, 0.70 }, { 0.95, 0.95, 0.95 } },
  { { 0.90, 0.75, 0.20 }, { 0.10, 0.05, 0.05 } },
};

static const Colour tables[] = { { 0.08, 0.38, 0.20 }, { 0.35, 0.12, 0.12 }, { 0.55, 0.45, 0.35 } };

static void
set_colour (cairo_t *cr, const Colour *colour)
{
  cairo_set_source_rgb (cr, colour->r, colour->g, colour->b);
}

static void
draw_square (cairo_t *cr, double edge, double corner)
{
  cairo_new_sub_path (cr);
  for (int i = 0; i < 4; i++)
    cairo_arc (cr, (i == 0 || i == 3 ? 1 : -1) * (edge / 2 - corner),
               (i < 2 ? 1 : -1) * (edge / 2 - corner), corner, i * G_PI / 2, (i + 1) * G_PI / 2);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_die (cairo_t *cr, const Make *make, guint value, double x, double y, double edge, double turn)
{
  static const struct
  {
    int x, y;
    guint of; /* bit by value */
  } places[] = {
    { 0, 0, 1 << 1 | 1 << 3 | 1 << 5 },
    { -1, -1, 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6 },
    { 1, 1, 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6 },
    { -1, 1, 1 << 4 | 1 << 5 | 1 << 6 },
    { 1, -1, 1 << 4 | 1 << 5 | 1 << 6 },
    { -1, 0, 1 << 6 },
    { 1, 0, 1 << 6 },
  };

  cairo_save (cr);
  cairo_translate (cr, x + edge * 0.12, y + edge * 0.14);
  cairo_rotate (cr, turn);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.35);
  draw_square (cr, edge, edge * 0.1);
  cairo_restore (cr);
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_rotate (cr, turn);
  set_colour (cr, &make->body);
  draw_square (cr, edge, edge * 0.1);
  set_colour (cr, &make->pips);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i].of & 1u << value)
      {
        cairo_new_sub_path (cr);
        cairo_arc (cr, places[i].x * edge * 0.25, places[i].y * edge * 0.25, edge * 0.09, 0,
                   2 * G_PI);
        cairo_fill (cr);
      }
  cairo_restore (cr);
}

static cairo_surface_t *
new_table (const Colour *colour, cairo_t **cr)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);

  *cr = cairo_create (surface);
  set_colour (*cr, colour);
  cairo_paint (*cr);
  return surface;
}

/* What is seen is not even: some noise on each pixel. */
static SkySightPicture
as_picture (cairo_surface_t *surface, GRand *random)
{
  cairo_surface_flush (surface);
  guint8 *pixels = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH * 4; x++)
      pixels[y * stride + x] =
          (guint8) CLAMP (pixels[y * stride + x] + g_rand_int_range (random, -4, 5), 0, 255);
  return (SkySightPicture){
    .width = WIDTH, .height = HEIGHT, .stride = (gsize) stride, .pixels = pixels
  };
}

static SkyDiceReader *
new_reader (void)
{
  g_autoptr (GBytes) model = sky_sight_get_model ();
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

static void
test_dice (void)
{
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  guint n = 0, n_read = 0;

  for (guint round = 0; round < 60; round++)
    {
      const Make *make = &makes[round % G_N_ELEMENTS (makes)];
      double edge = g_rand_double_range (random, 24, 44);
      g_autoptr (GError) error = NULL;
      cairo_t *cr;
      cairo_surface_t *surface = new_table (&tables[round % G_N_ELEMENTS (tables)], &cr);
      guint values[2];
      double x[2], y[2];

      for (guint i = 0; i < 2; i++)
        {
          values[i] = (guint) g_rand_int_range (random, 1, 7);
          x[i] = (i + 0.5) * WIDTH / 2 + g_rand_double_range (random, -30, 30);
          y[i] = HEIGHT / 2 + g_rand_double_range (random, -50, 50);
          draw_die (cr, make, values[i], x[i], y[i], edge,
                    g_rand_double_range (random, 0, 2 * G_PI));
        }
      cairo_destroy (cr);
      SkySightPicture picture = as_picture (surface, random);
      g_autoptr (GArray) dice = sky_dice_reader_read (reader, &picture, NULL, 0, NULL, 0, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < 2; i++)
        {
          const SkySightDie *die = find_near (dice, x[i], y[i], edge);

          n++;
          if (die == NULL || die->value == 0)
            continue;
          g_assert_cmpuint (die->value, ==, values[i]);
          g_assert_cmpfloat_with_epsilon (die->edge, edge, edge * 0.45);
          n_read++;
        }
      cairo_surface_destroy (surface);
    }
  g_test_message ("%u of %u dice read", n_read, n);
  g_assert_cmpuint (n_read * 100, >=, n * 90);
}

/* Spots, blank squares, numerals and nothing. */
static void
test_no_dice (void)
{
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (12);

  for (guint round = 0; round < 40; round++)
    {
      const Make *make = &makes[round % G_N_ELEMENTS (makes)];
      g_autoptr (GError) error = NULL;
      cairo_t *cr;
      cairo_surface_t *surface = new_table (&tables[round % G_N_ELEMENTS (tables)], &cr);
      double x = WIDTH / 2.0, y = HEIGHT / 2.0;

      if (round % 4 == 1)
        draw_die (cr, make, 0, x, y, 36, g_rand_double_range (random, 0, 6));
      else if (round % 4 == 2)
        {
          draw_die (cr, make, 0, x, y, 36, 0);
          set_colour (cr, &make->pips);
          cairo_set_font_size (cr, 24);
          cairo_move_to (cr, x - 8, y + 9);
          cairo_show_text (cr, round % 8 == 2 ? "6" : "8");
        }
      else if (round % 4 == 3)
        for (guint i = 0; i < 12; i++)
          {
            set_colour (cr, &make->pips);
            cairo_arc (cr, g_rand_double_range (random, 0, WIDTH),
                       g_rand_double_range (random, 0, HEIGHT), 3, 0, 2 * G_PI);
            cairo_fill (cr);
          }
      cairo_destroy (cr);
      SkySightPicture picture = as_picture (surface, random);
      g_autoptr (GArray) dice = sky_dice_reader_read (reader, &picture, NULL, 0, NULL, 0, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < dice->len; i++)
        g_assert_cmpuint (g_array_index (dice, SkySightDie, i).value, ==, 0);
      cairo_surface_destroy (surface);
    }
}

/* What lay there before is not looked at, nor what the calibration leaves out. */
static void
test_before (void)
{
  g_autoptr (SkyDiceReader) reader = new_reader ();
  g_autoptr (GRand) random = g_rand_new_with_seed (13);
  g_autoptr (GError) error = NULL;
  cairo_t *cr;
  cairo_surface_t *before = new_table (&tables[0], &cr);

  draw_die (cr, &makes[0], 5, 80, 120, 32, 0.3);
  cairo_destroy (cr);
  cairo_surface_t *after = new_table (&tables[0], &cr);
  draw_die (cr, &makes[0], 5, 80, 120, 32, 0.3);
  draw_die (cr, &makes[0], 4, 240, 120, 32, 0.7);
  cairo_destroy (cr);
  SkySightPicture earlier = as_picture (before, random), now = as_picture (after, random);
  g_autoptr (GArray) both = sky_dice_reader_read (reader, &now, NULL, 32, NULL, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (both->len, ==, 2);
  g_autoptr (GArray) one = sky_dice_reader_read (reader, &now, &earlier, 32, NULL, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_cmpuint (g_array_index (one, SkySightDie, 0).value, ==, 4);
  SkyPictureBox left = { 0, 0, WIDTH / 2, HEIGHT };
  g_autoptr (GArray) right = sky_dice_reader_read (reader, &now, NULL, 32, &left, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (right->len, ==, 1);
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);
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
  g_test_add_func ("/dice-reader/dice", test_dice);
  g_test_add_func ("/dice-reader/no-dice", test_no_dice);
  g_test_add_func ("/dice-reader/before", test_before);
  g_test_add_func ("/dice-reader/bad-model", test_bad_model);
  return g_test_run ();
}
