/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-picture-private.h"

#include "sky-shown-text.h"
#include "sky-thread-font.h"

#include <math.h>
#include <pango/pangocairo.h>

static const SkyPalette dark_palette = {
  .rail = { 0.20, 0.13, 0.09 },
  .rail_text = { 0.90, 0.85, 0.78 },
  .felt = { 0.05, 0.24, 0.18 },
  .band = { 0.06, 0.28, 0.21 },
  .line = { 0.72, 0.80, 0.74 },
  .text = { 0.92, 0.97, 0.93 },
  .faint = { 0.62, 0.76, 0.69 },
  .accent = { 0.99, 0.73, 0.38 },
  .rim = { 0.04, 0.04, 0.04 },
  .pointed = { 1.00, 0.87, 0.25 },
  .win = { 0.42, 0.90, 0.47 },
  .lose = { 1.00, 0.62, 0.57 },
  .push = { 0.84, 0.84, 0.84 },
  .sign = { 0.04, 0.04, 0.04 },
  .plate = { 0.02, 0.03, 0.03 },
  .plate_text = { 1, 1, 1 },
  .face = { 0.97, 0.97, 0.95 },
  .red = { 0.70, 0.05, 0.08 },
  .black = { 0.05, 0.05, 0.06 },
  .back = { 0.26, 0.36, 0.66 },
};

static const SkyPalette light_palette = {
  .rail = { 0.42, 0.28, 0.18 },
  .rail_text = { 1.00, 0.98, 0.94 },
  .felt = { 0.84, 0.93, 0.88 },
  .band = { 0.78, 0.89, 0.83 },
  .line = { 0.16, 0.36, 0.27 },
  .text = { 0.06, 0.20, 0.14 },
  .faint = { 0.20, 0.38, 0.30 },
  .accent = { 0.58, 0.22, 0.00 },
  .rim = { 0.04, 0.04, 0.04 },
  .pointed = { 0.48, 0.20, 0.62 },
  .win = { 0.02, 0.40, 0.14 },
  .lose = { 0.68, 0.06, 0.06 },
  .push = { 0.32, 0.32, 0.32 },
  .sign = { 0.99, 0.99, 0.99 }, /* apart from the white that is white in the dark too */
  .plate = { 0.02, 0.03, 0.03 },
  .plate_text = { 1, 1, 1 },
  .face = { 1, 1, 0.98 },
  .red = { 0.70, 0.05, 0.08 },
  .black = { 0.05, 0.05, 0.06 },
  .back = { 0.16, 0.24, 0.45 },
};

static const SkyPalette dark_contrast_palette = {
  .rail = { 0.10, 0.10, 0.10 },
  .rail_text = { 1, 1, 1 },
  .felt = { 0, 0, 0 },
  .band = { 0.10, 0.10, 0.10 },
  .line = { 1, 1, 1 },
  .text = { 1, 1, 1 },
  .faint = { 0.82, 0.82, 0.82 },
  .accent = { 1.00, 0.85, 0.40 },
  .rim = { 1, 1, 1 },
  .pointed = { 1.00, 0.95, 0.20 },
  .win = { 0.45, 1.00, 0.50 },
  .lose = { 1.00, 0.70, 0.66 },
  .push = { 0.88, 0.88, 0.88 },
  .sign = { 0, 0, 0 },
  .plate = { 0, 0, 0 },
  .plate_text = { 1, 1, 1 },
  .face = { 1, 1, 1 },
  .red = { 0.62, 0, 0.04 },
  .black = { 0, 0, 0 },
  .back = { 0.56, 0.68, 1.00 },
};

static const SkyPalette light_contrast_palette = {
  .rail = { 0.25, 0.25, 0.25 },
  .rail_text = { 1, 1, 1 },
  .felt = { 1, 1, 1 },
  .band = { 0.92, 0.92, 0.92 },
  .line = { 0, 0, 0 },
  .text = { 0, 0, 0 },
  .faint = { 0.24, 0.24, 0.24 },
  .accent = { 0.40, 0.14, 0.00 },
  .rim = { 0, 0, 0 },
  .pointed = { 0.36, 0.05, 0.50 },
  .win = { 0.00, 0.30, 0.08 },
  .lose = { 0.56, 0.00, 0.02 },
  .push = { 0.24, 0.24, 0.24 },
  .sign = { 1, 1, 1 },
  .plate = { 0, 0, 0 },
  .plate_text = { 1, 1, 1 },
  .face = { 1, 1, 1 },
  .red = { 0.62, 0, 0.04 },
  .black = { 0, 0, 0 },
  .back = { 0.10, 0.16, 0.42 },
};

const SkyDisc sky_disc_on = { { 1, 1, 1 }, { 0.04, 0.04, 0.04 } };
const SkyDisc sky_disc_off = { { 0.04, 0.04, 0.04 }, { 1, 1, 1 } };
const SkyDisc sky_disc_gold = { { 0.93, 0.72, 0.12 }, { 0.04, 0.04, 0.04 } };
const SkyDisc sky_disc_fire = { { 0.97, 0.52, 0.14 }, { 0.04, 0.04, 0.04 } };
const SkyDisc sky_disc_blue = { { 0.07, 0.26, 0.60 }, { 1, 1, 1 } };

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

/* Words lower than this many pixels are specks. */
#define LEAST_TEXT 4.5

const SkyPalette *
sky_picture_palette (const SkyPictureStyle *style)
{
  gboolean dark = style != NULL && style->dark;

  if (style != NULL && style->contrast)
    return dark ? &dark_contrast_palette : &light_contrast_palette;
  return dark ? &dark_palette : &light_palette;
}

const SkyPictureExchange *
sky_picture_get_exchanges (guint *n)
{
#define EXCHANGE(role)                                                                             \
  {                                                                                                \
    { light_palette.role.red, light_palette.role.green, light_palette.role.blue },                 \
        { dark_palette.role.red, dark_palette.role.green, dark_palette.role.blue },                \
  }
  static const SkyPictureExchange exchanges[] = {
    EXCHANGE (rail), EXCHANGE (rail_text), EXCHANGE (felt),   EXCHANGE (band),    EXCHANGE (line),
    EXCHANGE (text), EXCHANGE (faint),     EXCHANGE (accent), EXCHANGE (pointed), EXCHANGE (win),
    EXCHANGE (lose), EXCHANGE (push),      EXCHANGE (sign),   EXCHANGE (face),    EXCHANGE (back),
  };
#undef EXCHANGE

  *n = G_N_ELEMENTS (exchanges);
  return exchanges;
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

static gboolean
is_image (cairo_t *cr)
{
  return cairo_surface_get_type (cairo_get_target (cr)) == CAIRO_SURFACE_TYPE_IMAGE;
}

static gboolean
is_too_small (cairo_t *cr, double size)
{
  double x = 0;
  double y = size;

  cairo_user_to_device_distance (cr, &x, &y);
  return is_image (cr) && hypot (x, y) < LEAST_TEXT;
}

/* The words are set at this size and scaled, so that hinting cannot make the same words run wider
 * or narrower at another size of the picture. */
#define SET_SIZE 64

/* Sets @text; @box is where its words lie then, and @scale what makes them @size inches high, or
 * as high as @room lets them be: 0 where that is too small. */
static PangoLayout *
set_words (cairo_t *cr,
           double size,
           double room,
           gboolean bold,
           const char *text,
           PangoRectangle *box,
           double *scale)
{
  g_autoptr (PangoFontDescription) font =
      pango_font_description_from_string (bold ? "Sans Bold" : "Sans");
  g_autofree char *made = NULL;

  /* Not enlarged and not turned, so that it is the same font for every picture. */
  cairo_save (cr);
  cairo_identity_matrix (cr);
  PangoLayout *layout = sky_thread_font_create_layout (cr);
  cairo_restore (cr);

  pango_font_description_set_absolute_size (font, SET_SIZE * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, sky_text_show_lines (text, &made), -1);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_get_pixel_extents (layout, NULL, box);
  *scale = size / SET_SIZE;
  if (room > 0 && box->width * *scale > room)
    *scale = room / box->width;
  if (box->width <= 0 || box->height <= 0 || is_too_small (cr, *scale * SET_SIZE))
    *scale = 0;
  return layout;
}

double
sky_picture_fit_text (cairo_t *cr, double size, double room, gboolean bold, const char *text)
{
  PangoRectangle box;
  double scale;
  g_autoptr (PangoLayout) layout = set_words (cr, size, room, bold, text, &box, &scale);

  return scale * SET_SIZE;
}

/* Draws the outlines of what is set, @x and @y its upper left corner. Drawn as text, each size and
 * each angle of it would be a font of its own to cairo: a wheel has 54 angles, each thread its
 * fonts, and each size of the window all of them anew. cairo keeps 256 fonts and 16,384 letters,
 * which takes hours of work to fill. */
static void
fill_outlines (cairo_t *cr, PangoLayout *layout, double x, double y)
{
  /* On the picture cairo would leave out the letters that lie outside of it at this size. */
  cairo_surface_t *endless = cairo_recording_surface_create (CAIRO_CONTENT_ALPHA, NULL);
  cairo_t *pen = cairo_create (endless);

  pango_cairo_layout_path (pen, layout);
  cairo_path_t *outlines = cairo_copy_path (pen);
  cairo_translate (cr, x, y);
  cairo_new_path (cr);
  cairo_append_path (cr, outlines);
  cairo_fill (cr);
  cairo_path_destroy (outlines);
  cairo_destroy (pen);
  cairo_surface_destroy (endless);
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
  PangoRectangle box;
  double scale;
  g_autoptr (PangoLayout) layout = set_words (cr, size, room, bold, text, &box, &scale);

  if (scale <= 0)
    return;
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, scale, scale);
  x = -box.x - box.width * (align == SKY_ALIGN_LEFT ? 0 : align == SKY_ALIGN_RIGHT ? 1 : 0.5);
  y = -box.y - box.height / 2.0;
  if (is_image (cr))
    fill_outlines (cr, layout, x, y);
  else
    {
      cairo_move_to (cr, x, y);
      pango_cairo_show_layout (cr, layout);
    }
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
sky_picture_disc (
    cairo_t *cr, double x, double y, double diameter, const SkyDisc *disc, const char *words)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, diameter / 2, 0, 2 * G_PI);
  sky_picture_set_colour (cr, disc->fill);
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, diameter * 0.06);
  sky_picture_set_colour (cr, disc->text);
  cairo_stroke (cr);
  sky_picture_text (cr, x, y, diameter * 0.5, diameter * 0.8, SKY_ALIGN_CENTRE, TRUE, words);
}

static void
draw_chip (cairo_t *cr, double x, double y, double diameter, guint kind, const SkyPalette *palette)
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
  sky_picture_set_colour (cr, palette->rim);
  cairo_set_line_width (cr, r * 0.08);
  cairo_stroke (cr);
}

void
sky_picture_stack (
    cairo_t *cr, double x, double y, double diameter, SkyMoney amount, const SkyPalette *palette)
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
    draw_chip (cr, x, y - i * diameter * 0.07, diameter, drawn[i], palette);
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
  cairo_fill_preserve (cr);
  sky_picture_set_colour (cr, palette->line);
  cairo_set_line_width (cr, 0.15);
  cairo_stroke (cr);
}

void
sky_picture_box (cairo_t *cr, SkyPictureArea box, const SkyPalette *palette)
{
  cairo_rectangle (cr, box.x, box.y, box.width, box.height);
  sky_picture_set_colour (cr, palette->line);
  cairo_set_line_width (cr, 0.18);
  cairo_stroke (cr);
}
