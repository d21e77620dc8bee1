/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Throws of two dice that lie at 24 to 44 pixels, seen from up to 35° off the vertical, in more or
 * less light: read as a recording's are, from a picture of the bare table and some of the dice.
 * None is read wrongly. */
#include "config.h"

#include "sky-drawn-dice.h"
#include "sky-sight-watch.h"

#include <math.h>

#define WIDTH  320
#define HEIGHT 240
/* Pictures of the dice, 100 ms apart. */
#define N_PICTURES 12

/* At night there are many more, and others with each seed. */
static guint n_throws = 3;
static guint32 seed = 31;

typedef struct
{
  guint make, table;
  guint values[2];
  double x[2], y[2], turns[2];
  double edge, tilt, light;
} Throw;

/* How often each reason, and what was read, and wrongly. */
typedef struct
{
  guint n[SKY_SIGHT_READ + 1];
  guint n_wrong;
} Tally;

static Throw
draw_lots (GRand *random)
{
  Throw thrown = { .make = (guint) g_rand_int_range (random, 0, SKY_DRAWN_MAKES),
                   .table = (guint) g_rand_int_range (random, 0, SKY_DRAWN_TABLES),
                   .edge = g_rand_double_range (random, 24, 44),
                   .tilt = g_rand_double_range (random, 0, 35) * G_PI / 180,
                   .light = g_rand_double_range (random, 0.6, 1) };

  do
    for (guint i = 0; i < 2; i++)
      {
        thrown.values[i] = (guint) g_rand_int_range (random, 1, 7);
        thrown.x[i] = g_rand_double_range (random, 60, WIDTH - 60);
        thrown.y[i] = g_rand_double_range (random, 60, HEIGHT - 60);
        thrown.turns[i] = g_rand_double_range (random, 0, 2 * G_PI);
      }
  while (hypot (thrown.x[0] - thrown.x[1], thrown.y[0] - thrown.y[1]) < 2.1 * thrown.edge);
  return thrown;
}

/* The table as the camera sees it, with the dice or without. Returns: an image without noise. */
static cairo_surface_t *
draw (const Throw *thrown, gboolean dice)
{
  cairo_t *cr;
  cairo_surface_t *surface = sky_drawn_table (thrown->table, WIDTH, HEIGHT, &cr);

  for (guint i = 0; dice && i < 2; i++)
    {
      cairo_save (cr);
      cairo_translate (cr, thrown->x[i], thrown->y[i]);
      cairo_scale (cr, 1, cos (thrown->tilt));
      sky_drawn_high_die (cr, thrown->make, thrown->values[i], 0, 0, thrown->edge, thrown->turns[i],
                          thrown->edge * tan (thrown->tilt));
      cairo_restore (cr);
    }
  cairo_set_source_rgba (cr, 0, 0, 0, 1 - thrown->light);
  cairo_paint (cr);
  cairo_destroy (cr);
  return surface;
}

/* The image with noise that is its own. Returns: a copy; its pixels must be freed. */
static SkySightPicture
take (cairo_surface_t *surface, GRand *random)
{
  cairo_surface_t *copy = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (copy);

  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  SkySightPicture picture = sky_drawn_picture (copy, random);
  picture.pixels = g_memdup2 (picture.pixels, picture.stride * (gsize) picture.height);
  cairo_surface_destroy (copy);
  return picture;
}

static SkySightReading
read_throw (SkyDiceReader *reader, const Throw *thrown, GRand *random)
{
  const SkySightView view = { .edge = round (thrown->edge) }; /* as its calibration says */
  g_autoptr (SkySightWatch) watch = sky_sight_watch_new (reader, &view, 2);
  cairo_surface_t *bare = draw (thrown, FALSE), *dice = draw (thrown, TRUE);
  g_autoptr (GError) error = NULL;
  SkySightReading reading = { 0 };
  SkySightPicture before = take (bare, random);

  sky_sight_watch_look_before (watch, &before);
  for (guint i = 0; i < N_PICTURES && !sky_sight_watch_is_over (watch); i++)
    {
      SkySightPicture picture = take (dice, random);

      g_assert_true (sky_sight_watch_look (watch, &picture, i * 100 * SKY_MILLISECOND, &error));
      g_assert_no_error (error);
      g_free ((gpointer) picture.pixels);
    }
  sky_sight_watch_judge (watch, &reading);
  g_free ((gpointer) before.pixels);
  cairo_surface_destroy (bare);
  cairo_surface_destroy (dice);
  return reading;
}

static gboolean
is_right (const Throw *thrown, const SkySightReading *reading)
{
  const guint *a = thrown->values, *b = reading->values;

  return (a[0] == b[0] && a[1] == b[1]) || (a[0] == b[1] && a[1] == b[0]);
}

static void
say (const Tally *tally)
{
  guint n_read = tally->n[SKY_SIGHT_READ];

  for (guint i = 0; i < SKY_SIGHT_READ; i++)
    if (tally->n[i] > 0)
      g_test_message ("%u: %s", tally->n[i], sky_sight_reason_to_name (i));
  /* The rule of three, which holds in 95 of 100 such tests. */
  if (tally->n_wrong == 0)
    g_test_message ("%u of %u throws read, none wrong: fewer than 1 in %u is, with 95 %% certainty",
                    n_read, n_throws, n_read / 3);
  else
    g_test_message ("%u of %u throws read, %u wrong", n_read, n_throws, tally->n_wrong);
}

static void
test_throws (void)
{
  g_autoptr (GBytes) model = sky_sight_get_model (SKY_SIGHT_DICE);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyDiceReader) reader = sky_dice_reader_new (model, &error);
  Tally tally = { 0 };

  g_assert_no_error (error);
  for (guint i = 0; i < n_throws; i++)
    {
      Throw thrown = draw_lots (random);
      SkySightReading reading = read_throw (reader, &thrown, random);

      tally.n[reading.reason]++;
      if (reading.reason == SKY_SIGHT_READ && !is_right (&thrown, &reading))
        {
          g_test_message ("throw %u: %u-%u read for %u-%u, %.0f px, %.0f°, light %.2f, %.4f", i,
                          reading.values[0], reading.values[1], thrown.values[0], thrown.values[1],
                          thrown.edge, thrown.tilt * 180 / G_PI, thrown.light, reading.probability);
          tally.n_wrong++;
        }
      if (i % 500 == 499)
        say (&tally);
    }
  say (&tally);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
  g_assert_cmpuint (tally.n[SKY_SIGHT_READ] * 100, >=, n_throws * 30);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    n_throws = (guint) g_ascii_strtoull (argv[1], NULL, 10);
  if (argc > 2)
    seed = (guint32) g_ascii_strtoull (argv[2], NULL, 10);
  g_test_add_func ("/sight-throws/throws", test_throws);
  return g_test_run ();
}
