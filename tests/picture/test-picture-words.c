/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words on a picture: all of them are there on a small one, and words of all sizes and angles take
 * no more memory than those of one. */
#include "config.h"

#include <malloc.h>

#include "sky-picture-private.h"

/* More than any of the pictures has room for. */
#define TWENTY "I I I I I I I I I I I I I I I I I I I I "
#define WORDS  TWENTY TWENTY TWENTY TWENTY "I"

/* Draws @words in white over the whole width, turned by @angle. */
static cairo_surface_t *
draw_words (int width, int height, double angle, const char *words)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_translate (cr, width / 2.0, height / 2.0);
  cairo_rotate (cr, angle);
  sky_picture_text (cr, 0, 0, height, width, SKY_ALIGN_CENTRE, FALSE, words);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Whether something is drawn from one column up to another. */
static gboolean
has_ink (cairo_surface_t *surface, int from, int until)
{
  const guchar *pixels = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = from; x < until; x++)
      if (pixels[y * stride + x * 4] > 0x60)
        return TRUE;
  return FALSE;
}

/* They are set larger than the picture is. */
static void
test_whole (void)
{
  for (int width = 280; width <= 600; width += 40)
    {
      cairo_surface_t *surface = draw_words (width, 16, 0, WORDS);

      g_assert_true (has_ink (surface, 0, width / 20));
      g_assert_true (has_ink (surface, width - width / 20, width));
      cairo_surface_destroy (surface);
    }
}

static gsize
draw_many (int most)
{
  for (int i = 0; i < most; i++)
    cairo_surface_destroy (draw_words (60 + i, 12 + i % 40, i * G_PI / 54, "38"));
  return mallinfo2 ().uordblks;
}

/* As a wheel has them, and a window whose size changes. */
static void
test_memory (void)
{
  gsize first = draw_many (1);
  gsize last = draw_many (300);

  g_test_message ("%" G_GSIZE_FORMAT " bytes, and %" G_GSIZE_FORMAT, first, last);
  g_assert_cmpuint (last, <, first + 100000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/picture-words/whole", test_whole);
  g_test_add_func ("/picture-words/memory", test_memory);
  return g_test_run ();
}
