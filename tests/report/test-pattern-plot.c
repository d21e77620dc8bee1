/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The funnel of errors, by what is painted of it: whoever errs rarely sees what chance allows him,
 * and how many settlements there are. With an argument, draws it into that file. */
#include "config.h"

#include "sky-pattern-plot.h"

#include <glib.h>

#define WIDTH  440
#define HEIGHT 260

/* By color: who it is about, the others, lines, and words with what chance allows. */
static const SkyPlotStyle style = {
  .text = { 0, 0, 0 },
  .line = { 0, 1, 0 },
  .over = { 1, 0, 0 },
  .irregularity = { 0, 0, 1 },
  .text_size = 12,
};

static void
free_dealer (gpointer data)
{
  g_free (((SkyPattern *) data)->property);
  g_free (data);
}

/* Patterns that have no more than is drawn of them. */
static SkyPatterns *
make_patterns (void)
{
  SkyPatterns *patterns = sky_patterns_new ();

  g_ptr_array_set_free_func (patterns->patterns, free_dealer);
  return patterns;
}

static void
add_dealer (SkyPatterns *patterns, gint64 decisions, gint64 errors)
{
  SkyPattern *pattern = g_new0 (SkyPattern, 1);

  pattern->family = SKY_FAMILY_ERRORS;
  pattern->property = g_strdup ("Keystone");
  pattern->standing.n = 1;
  pattern->standing.counts[SKY_CELL_DECISIONS] = decisions;
  pattern->standing.counts[SKY_CELL_ERRORS] = errors;
  g_ptr_array_add (patterns->patterns, pattern);
}

/* Of the first. */
static cairo_surface_t *
draw (const SkyPatterns *patterns)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  sky_pattern_plot_draw (cr, patterns, patterns->patterns->pdata[0], SKY_PATTERN_PLOT_FUNNEL, WIDTH,
                         HEIGHT, &style);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
get_pixel (cairo_surface_t *surface, int x, int y)
{
  const guint8 *row =
      cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface);

  return ((const guint32 *) (const void *) row)[x] & 0xffffff;
}

/* Gray, where a line is thin. */
static gboolean
is_dark (guint32 pixel)
{
  const guint red = pixel >> 16, green = pixel >> 8 & 0xff, blue = pixel & 0xff;

  return red < 0xe0 && red == green && green == blue;
}

/* The lowest line of the scale. */
static int
find_bottom (cairo_surface_t *surface)
{
  for (int y = HEIGHT - 1; y > 0; y--)
    {
      guint32 pixel = get_pixel (surface, WIDTH * 3 / 4, y);

      if ((pixel >> 8 & 0xff) > 0xc0 && (pixel & 0xff) < 0xc0 && pixel >> 16 < 0xc0)
        return y;
    }
  g_assert_not_reached ();
}

/* The strokes along the foot, one a number. */
static guint
count_numbers (cairo_surface_t *surface)
{
  const int y = find_bottom (surface) + 2;
  guint n = 0;

  for (int x = 1; x < WIDTH; x++)
    n += get_pixel (surface, x, y) != 0xffffff && get_pixel (surface, x - 1, y) == 0xffffff;
  return n;
}

/* The bound in the column of the red mark, from above. */
static gboolean
is_bound_above (cairo_surface_t *surface)
{
  for (int x = 0; x < WIDTH; x++)
    for (int y = 0; y < HEIGHT; y++)
      {
        const guint32 pixel = get_pixel (surface, x, y);

        if (pixel != 0xff0000)
          continue;
        for (int above = y; above > 0; above--)
          if (is_dark (get_pixel (surface, x, above)))
            return TRUE;
        return FALSE;
      }
  g_assert_not_reached ();
}

static void
assert_legible (const SkyPatterns *patterns)
{
  cairo_surface_t *surface = draw (patterns);

  g_assert_true (is_bound_above (surface));
  g_assert_cmpuint (count_numbers (surface), >=, 3);
  cairo_surface_destroy (surface);
}

/* One error in 1,000; the one it is about has the fewest settlements, and none of his was wrong. */
static SkyPatterns *
make_rare (void)
{
  SkyPatterns *patterns = make_patterns ();

  add_dealer (patterns, 450, 0);
  for (guint i = 0; i < 12; i++)
    add_dealer (patterns, 600 + 400 * i, (i * 3) % 7 * (1 + i / 4) / 2);
  return patterns;
}

static void
test_rare (void)
{
  g_autoptr (SkyPatterns) patterns = make_rare ();

  assert_legible (patterns);
}

/* All deal about as much. */
static void
test_alike (void)
{
  g_autoptr (SkyPatterns) patterns = make_patterns ();

  for (guint i = 0; i < 8; i++)
    add_dealer (patterns, 2100 + 37 * i, i % 4);
  assert_legible (patterns);
}

/* From a shift to years. */
static void
test_wide (void)
{
  g_autoptr (SkyPatterns) patterns = make_patterns ();

  add_dealer (patterns, 90, 1);
  for (guint i = 0; i < 8; i++)
    add_dealer (patterns, 100 << i, i);
  add_dealer (patterns, 800000, 900);
  assert_legible (patterns);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    {
      g_autoptr (SkyPatterns) patterns = make_rare ();
      cairo_surface_t *surface = draw (patterns);

      g_assert_cmpint (cairo_surface_write_to_png (surface, argv[1]), ==, CAIRO_STATUS_SUCCESS);
      cairo_surface_destroy (surface);
      return 0;
    }
  g_test_add_func ("/pattern-plot/funnel/rare", test_rare);
  g_test_add_func ("/pattern-plot/funnel/alike", test_alike);
  g_test_add_func ("/pattern-plot/funnel/wide", test_wide);
  return g_test_run ();
}
