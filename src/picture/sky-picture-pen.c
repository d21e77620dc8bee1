/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-picture-private.h"

#include <math.h>
#include <pango/pangocairo.h>

static const SkyPalette dark_palette = {
  .room = { 0.07, 0.08, 0.09 },
  .rail = { 0.20, 0.13, 0.09 },
  .rail_text = { 0.86, 0.80, 0.72 },
  .felt = { 0.05, 0.24, 0.18 },
  .band = { 0.07, 0.30, 0.23 },
  .line = { 0.72, 0.80, 0.74 },
  .text = { 0.90, 0.95, 0.91 },
  .faint = { 0.46, 0.62, 0.54 },
  .accent = { 0.95, 0.66, 0.30 },
};

static const SkyPalette light_palette = {
  .room = { 0.96, 0.96, 0.95 },
  .rail = { 0.55, 0.38, 0.25 },
  .rail_text = { 1.00, 0.98, 0.94 },
  .felt = { 0.80, 0.90, 0.84 },
  .band = { 0.72, 0.85, 0.78 },
  .line = { 0.16, 0.36, 0.27 },
  .text = { 0.06, 0.20, 0.14 },
  .faint = { 0.34, 0.52, 0.44 },
  .accent = { 0.72, 0.29, 0.02 },
};

/* What chips are worth, in cents, and their colours as they are common in Pennsylvania. */
static const struct
{
  SkyMoney value;
  SkyColour colour;
  SkyColour edge;
} chips[] = {
  { 100000, { 0.95, 0.76, 0.18 }, { 0.35, 0.25, 0.02 } },
  { 50000, { 0.45, 0.22, 0.60 }, { 0.92, 0.86, 0.97 } },
  { 10000, { 0.13, 0.13, 0.14 }, { 0.86, 0.86, 0.86 } },
  { 2500, { 0.10, 0.52, 0.26 }, { 0.90, 0.97, 0.92 } },
  { 500, { 0.80, 0.13, 0.14 }, { 1.00, 0.92, 0.90 } },
  { 100, { 0.95, 0.95, 0.93 }, { 0.28, 0.36, 0.52 } },
  { 1, { 0.68, 0.72, 0.78 }, { 0.20, 0.22, 0.26 } },
};

/* A stack is drawn no higher than this; the amount beside it is what counts. */
#define MAX_DRAWN_CHIPS 5

const SkyPalette *
sky_picture_palette (const SkyPictureStyle *style)
{
  return style != NULL && style->dark ? &dark_palette : &light_palette;
}

void
sky_picture_set_colour (cairo_t *cr, SkyColour colour)
{
  cairo_set_source_rgb (cr, colour.red, colour.green, colour.blue);
}

SkyPictureArea
sky_picture_split (SkyPictureArea area, guint n, guint index)
{
  guint best = 1;
  double largest = 0;

  if (n <= 1)
    return area;
  for (guint columns = 1; columns <= n; columns++)
    {
      guint rows = (n + columns - 1) / columns;
      double side = MIN (area.width / columns, area.height / rows);

      if (side > largest)
        {
          largest = side;
          best = columns;
        }
    }

  guint rows = (n + best - 1) / best;
  double width = area.width / best;
  double height = area.height / rows;

  return (SkyPictureArea){ area.x + (index % best) * width, area.y + (index / best) % rows * height,
                           width, height };
}

void
sky_picture_text (cairo_t *cr,
                  double x,
                  double y,
                  double size,
                  double room,
                  SkyAlign align,
                  gboolean bold,
                  const char *text)
{
  g_autoptr (PangoLayout) layout = pango_cairo_create_layout (cr);
  g_autoptr (PangoFontDescription) font =
      pango_font_description_from_string (bold ? "Sans Bold" : "Sans");
  PangoRectangle box;

  /* The words are set at one large size and scaled, so that hinting cannot make the same words run
   * wider or narrower at another size of the picture. */
  const double set_size = 64;
  double scale = size / set_size;

  pango_font_description_set_absolute_size (font, set_size * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, text, -1);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_get_pixel_extents (layout, NULL, &box);
  if (box.width <= 0 || box.height <= 0)
    return;
  if (room > 0 && box.width * scale > room)
    scale = room / box.width;

  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, scale, scale);
  cairo_move_to (cr,
                 -box.x
                     - box.width
                           * (align == SKY_ALIGN_LEFT    ? 0
                              : align == SKY_ALIGN_RIGHT ? 1
                                                         : 0.5),
                 -box.y - box.height / 2.0);
  pango_cairo_show_layout (cr, layout);
  cairo_restore (cr);
  cairo_new_path (cr);
}

void
sky_picture_round_box (cairo_t *cr, const SkyPictureArea *area, double radius)
{
  double r = MIN (radius, MIN (area->width, area->height) / 2);

  cairo_new_sub_path (cr);
  cairo_arc (cr, area->x + area->width - r, area->y + r, r, -G_PI_2, 0);
  cairo_arc (cr, area->x + area->width - r, area->y + area->height - r, r, 0, G_PI_2);
  cairo_arc (cr, area->x + r, area->y + area->height - r, r, G_PI_2, G_PI);
  cairo_arc (cr, area->x + r, area->y + r, r, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

void
sky_picture_die (cairo_t *cr, double x, double y, double size, gint64 value, gboolean plain)
{
  /* Bits of a three by three field of pips, from the upper left. */
  static const guint16 pips[] = { 0, 0x010, 0x044, 0x054, 0x145, 0x155, 0x16d };
  SkyPictureArea box = { x - size / 2, y - size / 2, size, size };

  sky_picture_round_box (cr, &box, size * 0.18);
  if (plain)
    cairo_set_source_rgb (cr, 0.97, 0.97, 0.95);
  else
    cairo_set_source_rgb (cr, 0.82, 0.08, 0.10);
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, size * 0.05);
  cairo_set_source_rgb (cr, 0.15, 0.03, 0.03);
  cairo_stroke (cr);
  if (value < 1 || value > 6)
    return;
  if (plain)
    cairo_set_source_rgb (cr, 0.1, 0.1, 0.1);
  else
    cairo_set_source_rgb (cr, 1, 1, 1);
  for (guint i = 0; i < 9; i++)
    if (pips[value] & (1 << i))
      {
        cairo_new_sub_path (cr);
        cairo_arc (cr, x + (i % 3 - 1.0) * size * 0.27, y + (i / 3 - 1.0) * size * 0.27, size * 0.1,
                   0, 2 * G_PI);
        cairo_fill (cr);
      }
}

void
sky_picture_disc (cairo_t *cr,
                  double x,
                  double y,
                  double diameter,
                  SkyColour fill,
                  SkyColour text,
                  const char *words)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, diameter / 2, 0, 2 * G_PI);
  sky_picture_set_colour (cr, fill);
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, diameter * 0.06);
  sky_picture_set_colour (cr, text);
  cairo_stroke (cr);
  sky_picture_text (cr, x, y, diameter * 0.5, diameter * 0.8, SKY_ALIGN_CENTRE, TRUE, words);
}

static void
draw_chip (cairo_t *cr, double x, double y, double diameter, guint kind)
{
  double r = diameter / 2;
  double dash = r * 2 * G_PI / 12;

  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, r, 0, 2 * G_PI);
  sky_picture_set_colour (cr, chips[kind].colour);
  cairo_fill (cr);
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, r * 0.86, 0, 2 * G_PI);
  sky_picture_set_colour (cr, chips[kind].edge);
  cairo_set_line_width (cr, r * 0.22);
  cairo_set_dash (cr, &dash, 1, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, r, 0, 2 * G_PI);
  cairo_set_source_rgb (cr, 0.04, 0.04, 0.04);
  cairo_set_line_width (cr, r * 0.08);
  cairo_stroke (cr);
}

void
sky_picture_stack (cairo_t *cr, double x, double y, double diameter, SkyMoney amount)
{
  guint drawn[MAX_DRAWN_CHIPS];
  guint n = 0;

  for (guint kind = 0; kind < G_N_ELEMENTS (chips) && n < MAX_DRAWN_CHIPS; kind++)
    while (amount >= chips[kind].value && n < MAX_DRAWN_CHIPS)
      {
        amount -= chips[kind].value;
        drawn[n++] = kind;
        if (chips[kind].value == 1)
          amount = 0;
      }
  for (guint i = 0; i < n; i++)
    draw_chip (cr, x, y - i * diameter * 0.07, diameter, drawn[i]);
}

void
sky_picture_felt (cairo_t *cr, double width, double height, double rail, const SkyPalette *palette)
{
  SkyPictureArea whole = { 0, 0, width, height };
  SkyPictureArea felt = { rail, rail, width - 2 * rail, height - 2 * rail };

  sky_picture_round_box (cr, &whole, 8);
  sky_picture_set_colour (cr, palette->rail);
  cairo_fill (cr);
  sky_picture_round_box (cr, &felt, 6);
  sky_picture_set_colour (cr, palette->felt);
  cairo_fill (cr);
}

void
sky_picture_box (cairo_t *cr, SkyPictureArea box, const SkyPalette *palette)
{
  cairo_rectangle (cr, box.x, box.y, box.width, box.height);
  sky_picture_set_colour (cr, palette->line);
  cairo_set_line_width (cr, 0.18);
  cairo_stroke (cr);
}
