/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Props & Hops table (§ 668a.1, § 668a.2): the boxes of the wagers around the circle in which the
 * uncovered shaker is put, and the lammers of the Six Eight Shake. Lengths are inches. */
#include "config.h"

#include "sky-picture-private.h"

#define WIDTH  108.0
#define HEIGHT 60.0
#define RAIL   3.0

#define CIRCLE_X 54.0
#define CIRCLE_Y 21.0
#define CIRCLE_R 9.0

#define LEFT  7.0
#define ROW_H 8.0
#define ROW_Y 32.0

#define HEAD_H    2.6
#define LAMMERS_W 19.5

/* The ten ways to six and eight (§ 668a.2(f)(8)) have a lammer each; combinations are written as
 * lower × 10 + higher. */
static const gint lammer_ways[] = { 15, 24, 33, 26, 35, 44 };

/* The boxes of bets without members of their own. */
static const struct
{
  const char *bet;
  const char *words;
  SkyPictureArea area;
} boxes[] = {
  { "hop_top", "HOP THE TOP", { 40, 4, 28, 7.5 } },
  { "hop_left", "HOP THE LEFT", { 25, 13, 17, 8 } },
  { "hop_right", "HOP THE RIGHT", { 66, 13, 17, 8 } },
  { "hop_center", "HOP THE CENTER", { 25, 22, 17, 8 } },
  { "one_six_under", "1-6 AND UNDER", { 7, 6, 16, 11 } },
  { "three_four_over", "3-4 AND OVER", { 85, 6, 16, 11 } },
  { "field", "FIELD", { 7, 18.5, 16, 11.5 } },
  { "six_eight_shake", "SIX EIGHT SHAKE", { 66, 22, 35, 8 } },
};

static SkyPictureArea
in_row (guint row, guint n, guint index)
{
  double width = (WIDTH - 2 * LEFT) / n;

  return (SkyPictureArea){ LEFT + width * index, ROW_Y + ROW_H * row, width, ROW_H };
}

/* The fifteen combinations in the order 1-2, 1-3 … 5-6, in two rows. */
static gboolean
get_combination (gint low, gint high, SkyPictureArea *area)
{
  guint index = 0;

  for (gint a = 1; a <= 6; a++)
    for (gint b = a + 1; b <= 6; b++, index++)
      if (a == low && b == high)
        {
          *area = index < 8 ? in_row (1, 8, index) : in_row (2, 7, index - 8);
          return TRUE;
        }
  return FALSE;
}

/* The words and faces at the head of a box stay to be read. */
static SkyPictureArea
below_head (SkyPictureArea box)
{
  return (SkyPictureArea){ box.x, box.y + HEAD_H, box.width, box.height - HEAD_H };
}

static gboolean
find_cell (const SkyScene *scene, SkyGameId game, const SkySceneWager *wager, SkyPictureArea *cell)
{
  const char *bet = wager->bet != NULL ? wager->bet->form.bet : "";

  if (g_str_equal (bet, "double") && wager->number >= 1 && wager->number <= 6)
    {
      *cell = below_head (in_row (0, 6, (guint) wager->number - 1));
      return TRUE;
    }
  if (g_str_equal (bet, "any_number") && get_combination (wager->dice[0], wager->dice[1], cell))
    {
      *cell = below_head (*cell);
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
    if (g_str_equal (bet, boxes[i].bet))
      {
        *cell = below_head (boxes[i].area);
        /* The lammers lie in the left part. */
        if (g_str_equal (bet, "six_eight_shake"))
          {
            cell->x += LAMMERS_W;
            cell->width -= LAMMERS_W;
          }
        return TRUE;
      }
  return FALSE;
}

static void
draw_pair (cairo_t *cr, SkyPictureArea box, gint low, gint high, const SkyPalette *palette)
{
  sky_picture_box (cr, box, palette);
  sky_picture_die (cr, box.x + box.width / 2 - 1.3, box.y + 1.7, 2.3, low, TRUE);
  sky_picture_die (cr, box.x + box.width / 2 + 1.3, box.y + 1.7, 2.3, high, TRUE);
}

static void
draw_table (cairo_t *cr, SkyGameId game, const SkyPalette *palette)
{
  SkyPictureArea area;

  sky_picture_felt (cr, WIDTH, HEIGHT, RAIL, palette);

  cairo_arc (cr, CIRCLE_X, CIRCLE_Y, CIRCLE_R, 0, 2 * G_PI);
  sky_picture_set_colour (cr, palette->band);
  cairo_fill_preserve (cr);
  sky_picture_set_colour (cr, palette->line);
  cairo_set_line_width (cr, 0.25);
  cairo_stroke (cr);

  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
    {
      sky_picture_box (cr, boxes[i].area, palette);
      sky_picture_set_colour (cr, palette->text);
      sky_picture_text (cr, boxes[i].area.x + boxes[i].area.width / 2, boxes[i].area.y + 1.3, 1.5,
                        boxes[i].area.width * 0.9, SKY_ALIGN_CENTRE, TRUE, boxes[i].words);
    }
  for (gint n = 1; n <= 6; n++)
    draw_pair (cr, in_row (0, 6, (guint) n - 1), n, n, palette);
  for (gint low = 1; low <= 6; low++)
    for (gint high = low + 1; high <= 6; high++)
      if (get_combination (low, high, &area))
        draw_pair (cr, area, low, high, palette);
}

/* A lammer lies in the row under the Six Eight Shake until its combination moves it into the
 * circle. */
static void
draw_lammer (cairo_t *cr, const SkyMark *mark)
{
  g_autofree char *words = g_strdup_printf ("%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
                                            mark->value / 10, mark->value % 10);
  gboolean moved = mark->number == 1;

  for (guint i = 0; i < G_N_ELEMENTS (lammer_ways); i++)
    if (lammer_ways[i] == mark->value)
      sky_picture_disc (cr, moved ? CIRCLE_X + 2.2 * (i - 2.5) : 68.5 + 3.2 * i,
                        moved ? CIRCLE_Y + 5.0 : 28.2, moved ? 2.1 : 2.8, &sky_disc_gold, words);
}

static void
draw_shaker (cairo_t *cr, const SkyMark *mark)
{
  g_autofree char *words = g_strdup_printf ("%" G_GINT64_FORMAT, mark->place);

  sky_picture_disc (cr, CIRCLE_X, CIRCLE_Y - CIRCLE_R + 1.8, 2.8, &sky_disc_gold, words);
}

static void
draw_marks (
    cairo_t *cr, const SkyScene *scene, SkyGameId game, const SkyPalette *palette, gboolean on_top)
{
  for (guint i = 0; i < scene->marks->len; i++)
    {
      const SkyMark *mark = &g_array_index (scene->marks, SkyMark, i);

      if (mark->kind == SKY_MARK_DIE && on_top && mark->index < 2)
        sky_picture_die (cr, CIRCLE_X + (mark->index == 0 ? -3 : 3), CIRCLE_Y, 4.6, mark->value,
                         FALSE);
      else if (mark->kind == SKY_MARK_LAMMER && on_top)
        draw_lammer (cr, mark);
      else if (mark->kind == SKY_MARK_SHOOTER && !on_top)
        draw_shaker (cr, mark);
    }
}

const SkyGamePicture sky_picture_props_and_hops = {
  .width = WIDTH,
  .height = HEIGHT,
  .draw_table = draw_table,
  .cell = find_cell,
  .draw_marks = draw_marks,
};
