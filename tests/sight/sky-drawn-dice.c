/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-drawn-dice.h"

#include <math.h>

typedef struct
{
  double r, g, b;
} Colour;

typedef struct
{
  Colour body;
  Colour pips;
} Make;

static const Make makes[SKY_DRAWN_MAKES] = {
  { { 0.95, 0.94, 0.90 }, { 0.08, 0.08, 0.08 } }, { { 0.75, 0.05, 0.10 }, { 0.95, 0.95, 0.95 } },
  { { 0.10, 0.12, 0.15 }, { 0.92, 0.92, 0.92 } }, { { 0.10, 0.30, 0.70 }, { 0.95, 0.95, 0.95 } },
  { { 0.90, 0.75, 0.20 }, { 0.10, 0.05, 0.05 } },
};

static const Colour tables[SKY_DRAWN_TABLES] = { { 0.08, 0.38, 0.20 },
                                                 { 0.35, 0.12, 0.12 },
                                                 { 0.55, 0.45, 0.35 } };

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

void
sky_drawn_die (cairo_t *cr, guint number, guint value, double x, double y, double edge, double turn)
{
  const Make *make = &makes[number % G_N_ELEMENTS (makes)];

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

cairo_surface_t *
sky_drawn_table (guint table, int width, int height, cairo_t **cr)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);

  *cr = cairo_create (surface);
  set_colour (*cr, &tables[table % G_N_ELEMENTS (tables)]);
  cairo_paint (*cr);
  return surface;
}

/* What is seen is not even: some noise on each pixel. */
SkySightPicture
sky_drawn_picture (cairo_surface_t *surface, GRand *random)
{
  cairo_surface_flush (surface);
  guint8 *pixels = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width * 4; x++)
      pixels[y * stride + x] =
          (guint8) CLAMP (pixels[y * stride + x] + g_rand_int_range (random, -4, 5), 0, 255);
  return (SkySightPicture){
    .width = width, .height = height, .stride = (gsize) stride, .pixels = pixels
  };
}

void
sky_drawn_pip_color (cairo_t *cr, guint make)
{
  set_colour (cr, &makes[make % G_N_ELEMENTS (makes)].pips);
}
