/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A roulette table (§ 617a.1, § 617a.3(e)): the wheel at the left, the layout at its right. Groups
 * of numbers lie on the lines and corners between their boxes. Lengths are inches. */
#include "config.h"

#include "sky-picture-private.h"
#include "sky-roulette.h"

#include <math.h>

#define WIDTH  116.0
#define HEIGHT 54.0
#define RAIL   3.0

#define WHEEL_X 21.0
#define WHEEL_Y 27.0
#define WHEEL_R 14.5

/* The grid of boxes: a column of zeros, twelve streets, the three columns' own boxes. */
#define GRID_X   40.5
#define GRID_Y   6.0
#define BOX_W    5.0
#define BOX_H    9.4
#define BAND_H   6.4
#define ON_LINE  3.0
#define N_STREET 12

static const SkyColour red = { 0.66, 0.06, 0.09 };
static const SkyColour black = { 0.07, 0.07, 0.08 };
static const SkyColour green = { 0.02, 0.36, 0.19 };
static const SkyColour white = { 1, 1, 1 };

static SkyColour
colour_of (int number)
{
  if (number == 0 || number == SKY_POCKET_DOUBLE_ZERO)
    return green;
  return sky_roulette_is_red (number) ? red : black;
}

/* The wheel in use at the scene's table; NULL: the bare table. */
static SkyWheel
wheel_of (const SkyScene *scene)
{
  for (guint i = 0; scene != NULL && i < scene->marks->len; i++)
    {
      const SkyMark *mark = &g_array_index (scene->marks, SkyMark, i);

      if (mark->kind == SKY_MARK_WHEEL)
        return (SkyWheel) mark->value;
    }
  return SKY_WHEEL_DOUBLE_ZERO;
}

/* 3, 6, 9 … lie in the upper row, 1, 4, 7 … in the lower one; 0 in the lower half of its column. */
static SkyPictureArea
get_box (int number)
{
  double half = 1.5 * BOX_H;

  if (number == 0)
    return (SkyPictureArea){ GRID_X, GRID_Y + half, BOX_W, half };
  if (number == SKY_POCKET_DOUBLE_ZERO)
    return (SkyPictureArea){ GRID_X, GRID_Y, BOX_W, half };
  return (SkyPictureArea){ GRID_X + BOX_W * (1 + (number - 1) / 3),
                           GRID_Y + BOX_H * (2 - (number - 1) % 3), BOX_W, BOX_H };
}

/* The box as the layout of the wheel has it: where there is no 00, the 0 has the whole column. */
static SkyPictureArea
get_box_on (SkyWheel wheel, int number)
{
  SkyPictureArea box = get_box (number);

  if (wheel == SKY_WHEEL_SINGLE_ZERO && number == 0)
    return (SkyPictureArea){ box.x, GRID_Y, box.width, 3 * BOX_H };
  return box;
}

static SkyPictureArea
around (double x, double y, double size)
{
  return (SkyPictureArea){ x - size / 2, y - size / 2, size, size };
}

/* Where the chip of a group lies: between its boxes; of a street or two on their outer line. */
static SkyPictureArea
get_group (const SkySceneWager *wager)
{
  double left = WIDTH, right = 0, top = HEIGHT, bottom = 0, y;
  gboolean streets = wager->n_numbers == 6;
  int sum = 0;

  for (guint i = 0; i < wager->n_numbers; i++)
    {
      SkyPictureArea box = get_box (wager->numbers[i]);

      left = MIN (left, box.x + box.width / 2);
      right = MAX (right, box.x + box.width / 2);
      top = MIN (top, box.y + box.height / 2);
      bottom = MAX (bottom, box.y + box.height / 2);
      sum += wager->numbers[i] == 0 || wager->numbers[i] == SKY_POCKET_DOUBLE_ZERO;
    }
  streets |= wager->n_numbers == 3 && sum == 0;
  y = streets ? GRID_Y + 3 * BOX_H : (top + bottom) / 2;
  return around ((left + right) / 2, y, ON_LINE);
}

/* The dozens lie under the numbers, the even chances under them. */
static SkyPictureArea
get_band (guint row, guint n, guint index)
{
  double width = N_STREET * BOX_W / n;

  return (SkyPictureArea){ GRID_X + BOX_W + width * index, GRID_Y + 3 * BOX_H + BAND_H * row, width,
                           BAND_H };
}

static SkyPictureArea
get_column (guint column)
{
  return (SkyPictureArea){ GRID_X + BOX_W * (N_STREET + 1), GRID_Y + BOX_H * (3 - column), BOX_W,
                           BOX_H };
}

/* The part of a box in which chips leave its words, and those that lie on its lines, to be read:
 * below the number, or the right end. */
static SkyPictureArea
get_foot (SkyPictureArea box)
{
  return (SkyPictureArea){ box.x + ON_LINE / 3, box.y + box.height * 0.40,
                           box.width - ON_LINE / 1.5, box.height * 0.42 };
}

static SkyPictureArea
get_end (SkyPictureArea box)
{
  return (SkyPictureArea){ box.x + box.width * 0.66, box.y, box.width * 0.34, box.height };
}

static const char *const even_chances[] = { "low", "even", "red", "black", "odd", "high" };
static const char *const even_words[] = { "1—18", "EVEN", "RED", "BLACK", "ODD", "19—36" };

static gboolean
find_cell (const SkyScene *scene, SkyGameId game, const SkySceneWager *wager, SkyPictureArea *cell)
{
  const char *bet = wager->bet != NULL ? wager->bet->form.bet : "";

  for (guint i = 0; i < G_N_ELEMENTS (even_chances); i++)
    if (g_str_equal (bet, even_chances[i]))
      {
        *cell = get_end (get_band (1, G_N_ELEMENTS (even_chances), i));
        return TRUE;
      }
  if (g_str_equal (bet, "first_five"))
    {
      *cell = around (GRID_X + BOX_W, GRID_Y + 3 * BOX_H, ON_LINE);
      return TRUE;
    }
  for (guint i = 0; i < wager->n_numbers; i++)
    if (wager->numbers[i] < 0)
      return FALSE;
  if (wager->n_numbers == 0)
    return FALSE;
  if (g_str_equal (bet, "column") || g_str_equal (bet, "dozen"))
    {
      guint part = (guint) wager->numbers[0];

      if (part < 1 || part > 3)
        return FALSE;
      *cell = g_str_equal (bet, "dozen") ? get_end (get_band (0, 3, part - 1))
                                         : get_foot (get_column (part));
    }
  else if (wager->n_numbers == 1)
    *cell = get_foot (get_box (wager->numbers[0]));
  else
    *cell = get_group (wager);
  return TRUE;
}

static void
draw_box (cairo_t *cr,
          SkyPictureArea box,
          SkyColour fill,
          SkyColour text,
          const SkyPalette *palette,
          double across,
          double down,
          double size,
          const char *words)
{
  cairo_rectangle (cr, box.x, box.y, box.width, box.height);
  sky_picture_set_colour (cr, fill);
  cairo_fill (cr);
  sky_picture_box (cr, box, palette);
  sky_picture_set_colour (cr, text);
  /* Up to the nearer side, or to where chips lie. */
  sky_picture_text (cr, box.x + box.width * across, box.y + box.height * down, size,
                    box.width * across * 1.8, SKY_ALIGN_CENTRE, TRUE, words);
}

static void
draw_layout (cairo_t *cr, const SkyPalette *palette)
{
  static const char *const dozens[] = { "1st 12", "2nd 12", "3rd 12" };
  char text[4];

  for (int number = 0; number < SKY_N_POCKETS; number++)
    draw_box (cr, get_box (number), colour_of (number), white, palette, 0.5, 0.26, 2.4,
              sky_pocket_to_text (number, text));
  for (guint i = 1; i <= 3; i++)
    draw_box (cr, get_column (i), palette->felt, palette->text, palette, 0.5, 0.24, 1.5, "2 to 1");
  for (guint i = 0; i < 3; i++)
    draw_box (cr, get_band (0, 3, i), palette->felt, palette->text, palette, 0.34, 0.5, 2.2,
              dozens[i]);
  for (guint i = 0; i < G_N_ELEMENTS (even_words); i++)
    draw_box (cr, get_band (1, G_N_ELEMENTS (even_words), i),
              i == 2   ? red
              : i == 3 ? black
                       : palette->felt,
              i == 2 || i == 3 ? white : palette->text, palette, 0.34, 0.5, 1.9, even_words[i]);
}

/* The angle of a pocket's middle, 0 at the top. */
static double
angle_of (SkyWheel wheel, int number)
{
  guint n = wheel == SKY_WHEEL_SINGLE_ZERO ? 37 : SKY_N_POCKETS;
  int at = 0;

  for (guint i = 0; i < n; i++, at = sky_wheel_step (wheel, at, 1))
    if (at == number)
      return 2 * G_PI * i / n;
  return 0;
}

static void
draw_wheel (cairo_t *cr, SkyWheel wheel, const SkyPalette *palette)
{
  guint n = wheel == SKY_WHEEL_SINGLE_ZERO ? 37 : SKY_N_POCKETS;
  double half = G_PI / n;
  char text[4];
  int at = 0;

  cairo_arc (cr, WHEEL_X, WHEEL_Y, WHEEL_R + 2, 0, 2 * G_PI);
  sky_picture_set_colour (cr, palette->rail);
  cairo_fill (cr);
  for (guint i = 0; i < n; i++, at = sky_wheel_step (wheel, at, 1))
    {
      double angle = 2 * G_PI * i / n - G_PI / 2;

      cairo_move_to (cr, WHEEL_X, WHEEL_Y);
      cairo_arc (cr, WHEEL_X, WHEEL_Y, WHEEL_R, angle - half, angle + half);
      cairo_close_path (cr);
      sky_picture_set_colour (cr, colour_of (at));
      cairo_fill_preserve (cr);
      sky_picture_set_colour (cr, palette->line);
      cairo_set_line_width (cr, 0.12);
      cairo_stroke (cr);
      cairo_save (cr);
      cairo_translate (cr, WHEEL_X, WHEEL_Y);
      cairo_rotate (cr, angle + G_PI / 2);
      sky_picture_set_colour (cr, white);
      sky_picture_text (cr, 0, -WHEEL_R + 1.5, 1.5, 0, SKY_ALIGN_CENTRE, TRUE,
                        sky_pocket_to_text (at, text));
      cairo_restore (cr);
    }
  cairo_arc (cr, WHEEL_X, WHEEL_Y, WHEEL_R - 5.4, 0, 2 * G_PI);
  sky_picture_set_colour (cr, palette->rail);
  cairo_fill (cr);
}

static void
draw_table (cairo_t *cr, SkyGameId game, const SkyPalette *palette)
{
  sky_picture_felt (cr, WIDTH, HEIGHT, RAIL, palette);
  draw_wheel (cr, SKY_WHEEL_DOUBLE_ZERO, palette);
  draw_layout (cr, palette);
}

/* On another wheel than the double zero one the 00 is not there, or covered. */
static void
draw_other_wheel (cairo_t *cr, SkyWheel wheel, const SkyPalette *palette)
{
  if (wheel == SKY_WHEEL_SINGLE_ZERO)
    {
      draw_wheel (cr, wheel, palette);
      draw_box (cr, get_box_on (wheel, 0), green, white, palette, 0.5, 0.5, 2.2, "0");
    }
  else
    draw_box (cr, get_box (SKY_POCKET_DOUBLE_ZERO), palette->rail, palette->rail_text, palette, 0.5,
              0.5, 1.2, "00");
}

static void
draw_ball (cairo_t *cr, SkyWheel wheel, int number)
{
  double angle = angle_of (wheel, number) - G_PI / 2;

  cairo_arc (cr, WHEEL_X + cos (angle) * (WHEEL_R - 3.9), WHEEL_Y + sin (angle) * (WHEEL_R - 3.9),
             0.9, 0, 2 * G_PI);
  sky_picture_set_colour (cr, white);
  cairo_fill (cr);
}

/* The marker stands in the upper right corner of the box, clear of its number, and the box is
 * framed for who looks from afar. */
static void
draw_point_marker (cairo_t *cr, SkyPictureArea box, const SkyPalette *palette)
{
  cairo_rectangle (cr, box.x + 0.3, box.y + 0.3, box.width - 0.6, box.height - 0.6);
  sky_picture_set_colour (cr, palette->plate);
  cairo_set_line_width (cr, 0.9);
  cairo_stroke_preserve (cr);
  sky_picture_set_colour (cr, sky_disc_gold.fill);
  cairo_set_line_width (cr, 0.5);
  cairo_stroke (cr);
  sky_picture_disc (cr, box.x + box.width - 0.5, box.y + 0.5, 1.7, &sky_disc_gold, "");
}

static void
draw_marks (
    cairo_t *cr, const SkyScene *scene, SkyGameId game, const SkyPalette *palette, gboolean on_top)
{
  SkyWheel wheel = wheel_of (scene);

  if (!on_top && wheel != SKY_WHEEL_DOUBLE_ZERO)
    draw_other_wheel (cr, wheel, palette);
  for (guint i = 0; i < scene->marks->len; i++)
    {
      const SkyMark *mark = &g_array_index (scene->marks, SkyMark, i);
      SkyPictureArea box;

      if (mark->kind != SKY_MARK_POCKET || !sky_wheel_has (wheel, (int) mark->number))
        continue;
      box = get_box_on (wheel, (int) mark->number);
      if (on_top)
        draw_point_marker (cr, box, palette);
      else
        draw_ball (cr, wheel, (int) mark->number);
    }
}

const SkyGamePicture sky_picture_roulette = {
  .width = WIDTH,
  .height = HEIGHT,
  .draw_table = draw_table,
  .cell = find_cell,
  .draw_marks = draw_marks,
};
