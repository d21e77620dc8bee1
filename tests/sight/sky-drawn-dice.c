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
static const Colour light_table = { 0.88, 0.87, 0.84 };

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

/* The pips of a face around the origin. Those of its last row have only @last of their color. */
static void
draw_pips (cairo_t *cr, const Colour *colour, guint value, double edge, double last)
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

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i].of & 1u << value)
      {
        cairo_set_source_rgba (cr, colour->r, colour->g, colour->b, places[i].y > 0 ? last : 1);
        cairo_new_sub_path (cr);
        cairo_arc (cr, places[i].x * edge * 0.25, places[i].y * edge * 0.25, edge * 0.09, 0,
                   2 * G_PI);
        cairo_fill (cr);
      }
}

static void
draw_shadow (cairo_t *cr, double x, double y, double edge, double turn)
{
  cairo_save (cr);
  cairo_translate (cr, x + edge * 0.12, y + edge * 0.14);
  cairo_rotate (cr, turn);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.35);
  draw_square (cr, edge, edge * 0.1);
  cairo_restore (cr);
}

/* A square of @make, with as much @light as falls on it, and its pips. */
static void
draw_face (cairo_t *cr,
           const Make *make,
           guint value,
           double x,
           double y,
           double edge,
           double turn,
           double light)
{
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_rotate (cr, turn);
  cairo_set_source_rgb (cr, make->body.r * light, make->body.g * light, make->body.b * light);
  draw_square (cr, edge, edge * 0.1);
  draw_pips (cr, &make->pips, value, edge, 1);
  cairo_restore (cr);
}

void
sky_drawn_die (cairo_t *cr, guint number, guint value, double x, double y, double edge, double turn)
{
  draw_shadow (cr, x, y, edge, turn);
  draw_face (cr, &makes[number % G_N_ELEMENTS (makes)], value, x, y, edge, turn, 1);
}

void
sky_drawn_high_die (cairo_t *cr,
                    guint number,
                    guint value,
                    double x,
                    double y,
                    double edge,
                    double turn,
                    double high)
{
  const double LIGHT = 0.7, STEP = 0.1;
  const Make *make = &makes[number % G_N_ELEMENTS (makes)];

  draw_shadow (cr, x, y + high, edge, turn);
  for (double part = 1; part > 0; part -= STEP)
    draw_face (cr, make, 0, x, y + part * high, edge, turn, LIGHT);
  draw_face (cr, make, value, x, y, edge, turn, 1);
}

void
sky_drawn_gleaming_die (
    cairo_t *cr, guint make, guint value, double x, double y, double edge, double turn)
{
  sky_drawn_die (cr, make, value, x, y, edge, turn);
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_rotate (cr, turn);
  cairo_set_source_rgba (cr, 1, 1, 1, 0.8);
  cairo_set_line_width (cr, edge * 0.065);
  cairo_move_to (cr, -edge * 0.42, -edge * 0.05);
  cairo_curve_to (cr, -edge * 0.1, -edge * 0.3, edge * 0.1, edge * 0.2, edge * 0.42, edge * 0.1);
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
sky_drawn_marbled_die (
    cairo_t *cr, guint value, double x, double y, double edge, double turn, double last)
{
  static const Colour body = { 0.10, 0.11, 0.14 }, pips = { 0.85, 0.12, 0.15 };
  static const struct
  {
    double x, y, radius;
  } blotches[] = { { -0.4, -0.3, 0.18 }, { 0.1, 0.42, 0.2 }, { 0.42, -0.1, 0.16 } };

  draw_shadow (cr, x, y, edge, turn);
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_rotate (cr, turn);
  set_colour (cr, &body);
  draw_square (cr, edge, edge * 0.1);
  cairo_rectangle (cr, -edge / 2, -edge / 2, edge, edge);
  cairo_clip (cr);
  cairo_set_source_rgba (cr, 0.15, 0.45, 0.8, 0.8);
  for (guint i = 0; i < G_N_ELEMENTS (blotches); i++)
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, blotches[i].x * edge, blotches[i].y * edge, blotches[i].radius * edge, 0,
                 2 * G_PI);
      cairo_fill (cr);
    }
  draw_pips (cr, &pips, value, edge, last);
  cairo_restore (cr);
}

void
sky_drawn_tilted_die (
    cairo_t *cr, guint upper, guint lower, double x, double y, double edge, double flat)
{
  static const Colour top = { 0.95, 0.94, 0.90 }, side = { 0.76, 0.75, 0.72 };
  static const Colour pips = { 0.08, 0.08, 0.08 };
  const double flat_side = sqrt (1 - flat * flat);

  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, 1, flat);
  set_colour (cr, &top);
  draw_square (cr, edge, edge * 0.1);
  draw_pips (cr, &pips, upper, edge, 1);
  cairo_restore (cr);
  cairo_save (cr);
  cairo_translate (cr, x, y + edge * (flat + flat_side) / 2);
  cairo_scale (cr, 1, flat_side);
  set_colour (cr, &side);
  draw_square (cr, edge, edge * 0.1);
  draw_pips (cr, &pips, lower, edge, 1);
  cairo_restore (cr);
}

void
sky_drawn_diamonds (cairo_t *cr, double x, double y, double edge, double turn)
{
  static const Colour card = { 0.95, 0.95, 0.93 }, red = { 0.8, 0.08, 0.12 };
  const double step = 0.235 * edge, half = 0.11 * edge;

  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_rotate (cr, turn);
  set_colour (cr, &card);
  draw_square (cr, edge, edge * 0.1);
  set_colour (cr, &red);
  for (int i = 0; i < 5; i++)
    {
      const double across = i == 4 ? 0 : i % 2 == 0 ? -step : step;
      const double along = i == 4 ? 0 : i < 2 ? -step : step;

      cairo_move_to (cr, across, along - half);
      cairo_line_to (cr, across + half, along);
      cairo_line_to (cr, across, along + half);
      cairo_line_to (cr, across - half, along);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}

cairo_surface_t *
sky_drawn_table (guint table, int width, int height, cairo_t **cr)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);

  *cr = cairo_create (surface);
  set_colour (*cr, table == SKY_DRAWN_LIGHT_TABLE ? &light_table
                                                  : &tables[table % G_N_ELEMENTS (tables)]);
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
      {
        int light = pixels[y * stride + x] + g_rand_int_range (random, -4, 5);

        pixels[y * stride + x] = (guint8) CLAMP (light, 0, 255);
      }
  return (SkySightPicture){
    .width = width, .height = height, .stride = (gsize) stride, .pixels = pixels
  };
}

void
sky_drawn_pip_color (cairo_t *cr, guint make)
{
  set_colour (cr, &makes[make % G_N_ELEMENTS (makes)].pips);
}
