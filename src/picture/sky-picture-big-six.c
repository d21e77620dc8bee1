/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Big Six Wheel (§ 619a.1): 54 sections around, the clapper above them, and the layout's boxes
 * for the seven symbols. Lengths are inches. */
#include "config.h"

#include "sky-big-six.h"
#include "sky-picture-private.h"

#include <math.h>

#define WIDTH  110.0
#define HEIGHT 60.0
#define RAIL   3.0

#define WHEEL_X 30.0
#define WHEEL_Y 31.0
#define WHEEL_R 24.0

#define LAYOUT_X 60.0
#define LAYOUT_Y 8.0
#define LAYOUT_W 45.0
#define BOX_H    20.0

static const SkyColour colours[SKY_N_SYMBOLS] = {
  { 0.85, 0.80, 0.60 }, { 0.20, 0.45, 0.75 }, { 0.70, 0.20, 0.20 }, { 0.25, 0.55, 0.30 },
  { 0.55, 0.30, 0.60 }, { 0.95, 0.60, 0.10 }, { 0.15, 0.20, 0.55 },
};
static const SkyColour dark = { 0.06, 0.06, 0.08 };
static const SkyColour white = { 1, 1, 1 };

static const SkyPay *
pays (void)
{
  return sky_game_get (SKY_GAME_BIG_SIX)->bets[0].pays;
}

/* Four boxes in the upper row, three in the lower one. */
static SkyPictureArea
get_box (guint symbol)
{
  gboolean lower = symbol >= 4;
  guint n = lower ? 3 : 4;
  double width = LAYOUT_W / n;

  return (SkyPictureArea){ LAYOUT_X + width * (lower ? symbol - 4 : symbol),
                           LAYOUT_Y + (lower ? BOX_H + 4 : 0), width, BOX_H };
}

static gboolean
find_cell (const SkyScene *scene, SkyGameId game, const SkySceneWager *wager, SkyPictureArea *cell)
{
  for (guint i = 0; i < SKY_N_SYMBOLS; i++)
    if (wager->symbol != NULL && g_str_equal (wager->symbol, pays ()[i].code))
      {
        *cell = get_box (i);
        /* The words at head and foot stay to be read. */
        cell->y += 3.6;
        cell->height -= 6.0;
        return TRUE;
      }
  return FALSE;
}

static void
draw_layout (cairo_t *cr, const SkyPalette *palette)
{
  for (guint i = 0; i < SKY_N_SYMBOLS; i++)
    {
      SkyPictureArea box = get_box (i);
      g_autofree char *odds = sky_odds_format (pays ()[i].odds);

      sky_picture_box (cr, box, palette);
      sky_picture_set_colour (cr, palette->text);
      sky_picture_text (cr, box.x + box.width / 2, box.y + 2, 2, box.width * 0.9, SKY_ALIGN_CENTRE,
                        TRUE, pays ()[i].name);
      sky_picture_set_colour (cr, palette->faint);
      sky_picture_text (cr, box.x + box.width / 2, box.y + box.height - 1.2, 1.5, box.width * 0.9,
                        SKY_ALIGN_CENTRE, FALSE, odds);
    }
}

/* The wheel, turned so that @top lies under the clapper. */
static void
draw_wheel (cairo_t *cr, guint top, const SkyPalette *palette)
{
  double half = G_PI / SKY_N_SECTIONS;

  cairo_arc (cr, WHEEL_X, WHEEL_Y, WHEEL_R + 1.2, 0, 2 * G_PI);
  sky_picture_set_colour (cr, palette->rail);
  cairo_fill (cr);
  for (guint section = 0; section < SKY_N_SECTIONS; section++)
    {
      SkySymbol symbol = sky_big_six_symbol (section);
      double angle = 2 * half * ((double) section - (double) top) - G_PI / 2;

      cairo_move_to (cr, WHEEL_X, WHEEL_Y);
      cairo_arc (cr, WHEEL_X, WHEEL_Y, WHEEL_R, angle - half, angle + half);
      cairo_close_path (cr);
      sky_picture_set_colour (cr, colours[symbol]);
      cairo_fill_preserve (cr);
      sky_picture_set_colour (cr, dark);
      cairo_set_line_width (cr, 0.12);
      cairo_stroke (cr);
      cairo_save (cr);
      cairo_translate (cr, WHEEL_X, WHEEL_Y);
      cairo_rotate (cr, angle);
      sky_picture_set_colour (cr, symbol == SKY_SYMBOL_1 ? dark : white);
      sky_picture_text (cr, WHEEL_R - 2.6, 0, 1.5, 4.6, SKY_ALIGN_CENTRE, TRUE,
                        pays ()[symbol].code);
      cairo_restore (cr);
    }
  cairo_arc (cr, WHEEL_X, WHEEL_Y, WHEEL_R - 6, 0, 2 * G_PI);
  sky_picture_set_colour (cr, palette->rail);
  cairo_fill (cr);
}

static void
draw_clapper (cairo_t *cr, const SkyPalette *palette)
{
  cairo_move_to (cr, WHEEL_X - 0.9, WHEEL_Y - WHEEL_R - 3);
  cairo_line_to (cr, WHEEL_X + 0.9, WHEEL_Y - WHEEL_R - 3);
  cairo_line_to (cr, WHEEL_X, WHEEL_Y - WHEEL_R + 1);
  cairo_close_path (cr);
  sky_picture_set_colour (cr, palette->accent);
  cairo_fill (cr);
}

static void
draw_table (cairo_t *cr, SkyGameId game, const SkyPalette *palette)
{
  sky_picture_felt (cr, WIDTH, HEIGHT, RAIL, palette);
  draw_wheel (cr, 0, palette);
  draw_clapper (cr, palette);
  draw_layout (cr, palette);
}

static void
draw_marks (
    cairo_t *cr, const SkyScene *scene, SkyGameId game, const SkyPalette *palette, gboolean on_top)
{
  for (guint i = 0; !on_top && i < scene->marks->len; i++)
    {
      const SkyMark *mark = &g_array_index (scene->marks, SkyMark, i);

      if (mark->kind != SKY_MARK_SECTION || mark->number < 0 || mark->number >= SKY_N_SECTIONS)
        continue;
      draw_wheel (cr, (guint) mark->number, palette);
      draw_clapper (cr, palette);
    }
}

const SkyGamePicture sky_picture_big_six = {
  .width = WIDTH,
  .height = HEIGHT,
  .draw_table = draw_table,
  .cell = find_cell,
  .draw_marks = draw_marks,
};
