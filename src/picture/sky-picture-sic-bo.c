/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Sic Bo table (§ 625a.1, § 625a.3): rows of boxes, the shaker's dice above them. Lengths are
 * inches. */
#include "config.h"

#include "sky-picture-private.h"

#define WIDTH  100.0
#define HEIGHT 62.0
#define RAIL   3.0

#define LEFT    6.0
#define ACROSS  (WIDTH - 2 * LEFT)
#define DICE_Y  9.5
#define ROW_1   15.0
#define ROW_1_H 15.0
#define ROW_2   (ROW_1 + ROW_1_H)
#define ROW_H   9.0
#define HEAD_H  3.1

/* The upper row: Small, three pairs, six triples beside any triple, three pairs, Big. */
#define CHANCE_W 14.0
#define PAIR_W   6.0
#define TRIPLE_X (LEFT + CHANCE_W + 3 * PAIR_W)
#define TRIPLE_W (ACROSS - 2 * CHANCE_W - 6 * PAIR_W)

static SkyPictureArea
in_row (guint row, guint n, guint index)
{
  double width = ACROSS / n;

  return (SkyPictureArea){ LEFT + width * index, ROW_2 + ROW_H * row, width, ROW_H };
}

static SkyPictureArea
get_pair (gint number)
{
  double x = number <= 3 ? LEFT + CHANCE_W + PAIR_W * (number - 1)
                         : TRIPLE_X + TRIPLE_W + PAIR_W * (number - 4);

  return (SkyPictureArea){ x, ROW_1, PAIR_W, ROW_1_H };
}

static SkyPictureArea
get_triple (gint number)
{
  double width = TRIPLE_W / 6;

  return (SkyPictureArea){ TRIPLE_X + width * (number - 1), ROW_1, width, ROW_1_H / 2 };
}

static SkyPictureArea
get_any_triple (void)
{
  return (SkyPictureArea){ TRIPLE_X, ROW_1 + ROW_1_H / 2, TRIPLE_W, ROW_1_H / 2 };
}

static SkyPictureArea
get_chance (gboolean big)
{
  return (SkyPictureArea){ big ? LEFT + ACROSS - CHANCE_W : LEFT, ROW_1, CHANCE_W, ROW_1_H };
}

/* The fifteen combinations in the order 1-2, 1-3 … 5-6. Returns 15 when there is no such one. */
static guint
combination_index (gint a, gint b)
{
  guint index = 0;

  for (gint low = 1; low <= 6; low++)
    for (gint high = low + 1; high <= 6; high++, index++)
      if (low == MIN (a, b) && high == MAX (a, b))
        return index;
  return index;
}

static gboolean
find_cell (const SkyScene *scene, SkyGameId game, const SkySceneWager *wager, SkyPictureArea *cell)
{
  const char *bet = wager->bet != NULL ? wager->bet->form.bet : "";
  gboolean face = wager->number >= 1 && wager->number <= 6;

  if (g_str_equal (bet, "small") || g_str_equal (bet, "big"))
    *cell = get_chance (g_str_equal (bet, "big"));
  else if (g_str_equal (bet, "any_three_of_a_kind"))
    *cell = get_any_triple ();
  else if (g_str_equal (bet, "two_of_a_kind") && face)
    *cell = get_pair (wager->number);
  else if (g_str_equal (bet, "three_of_a_kind") && face)
    *cell = get_triple (wager->number);
  else if (g_str_equal (bet, "one_of_a_kind") && face)
    *cell = in_row (2, 6, (guint) wager->number - 1);
  else if (g_str_equal (bet, "total") && wager->number >= 4 && wager->number <= 17)
    *cell = in_row (0, 14, (guint) wager->number - 4);
  else if (g_str_equal (bet, "two_dice") && wager->n_numbers == 2
           && combination_index (wager->numbers[0], wager->numbers[1]) < 15)
    *cell = in_row (1, 15, combination_index (wager->numbers[0], wager->numbers[1]));
  else
    return FALSE;
  /* The words and faces at the head of a box stay to be read. */
  cell->y += HEAD_H;
  cell->height -= HEAD_H;
  return TRUE;
}

static void
draw_words (cairo_t *cr,
            SkyPictureArea box,
            double y,
            double size,
            const SkyPalette *palette,
            const char *words)
{
  sky_picture_set_colour (cr, palette->text);
  sky_picture_text (cr, box.x + box.width / 2, y, size, box.width * 0.9, SKY_ALIGN_CENTRE, TRUE,
                    words);
}

/* Small dice side by side near the top of a box. */
static void
draw_faces (cairo_t *cr, SkyPictureArea box, guint n, const gint *faces)
{
  double size = MIN (2.4, box.width * 0.8 / n);

  for (guint i = 0; i < n; i++)
    sky_picture_die (cr, box.x + box.width / 2 + ((double) i - (n - 1) / 2.0) * size * 1.08,
                     box.y + size * 0.5 + 0.5, size, faces[i], TRUE);
}

static void
draw_table (cairo_t *cr, SkyGameId game, const SkyPalette *palette)
{
  SkyPictureArea box;

  sky_picture_felt (cr, WIDTH, HEIGHT, RAIL, palette);

  for (guint big = 0; big < 2; big++)
    {
      box = get_chance (big);
      sky_picture_box (cr, box, palette);
      draw_words (cr, box, box.y + 2, 2.4, palette, big ? "BIG" : "SMALL");
      draw_words (cr, box, box.y + box.height - 1.2, 1.3, palette, big ? "11 to 17" : "4 to 10");
    }
  for (gint n = 1; n <= 6; n++)
    {
      box = get_pair (n);
      sky_picture_box (cr, box, palette);
      draw_faces (cr, box, 2, (gint[]){ n, n });
      box = get_triple (n);
      sky_picture_box (cr, box, palette);
      draw_faces (cr, box, 3, (gint[]){ n, n, n });
      box = in_row (2, 6, (guint) n - 1);
      sky_picture_box (cr, box, palette);
      draw_faces (cr, box, 1, &n);
    }
  box = get_any_triple ();
  sky_picture_box (cr, box, palette);
  draw_words (cr, box, box.y + 1.4, 1.5, palette, "ANY THREE OF A KIND");
  for (guint total = 4; total <= 17; total++)
    {
      g_autofree char *words = g_strdup_printf ("%u", total);

      box = in_row (0, 14, total - 4);
      sky_picture_box (cr, box, palette);
      draw_words (cr, box, box.y + 2, 2.6, palette, words);
    }
  for (gint low = 1; low <= 6; low++)
    for (gint high = low + 1; high <= 6; high++)
      {
        box = in_row (1, 15, combination_index (low, high));
        sky_picture_box (cr, box, palette);
        draw_faces (cr, box, 2, (gint[]){ low, high });
      }
}

static void
draw_marks (
    cairo_t *cr, const SkyScene *scene, SkyGameId game, const SkyPalette *palette, gboolean on_top)
{
  for (guint i = 0; on_top && i < scene->marks->len; i++)
    {
      const SkyMark *mark = &g_array_index (scene->marks, SkyMark, i);

      if (mark->kind == SKY_MARK_DIE && mark->index < 3)
        sky_picture_die (cr, WIDTH / 2 + ((double) mark->index - 1) * 6, DICE_Y, 4.6, mark->value,
                         FALSE);
    }
}

const SkyGamePicture sky_picture_sic_bo = {
  .width = WIDTH,
  .height = HEIGHT,
  .draw_table = draw_table,
  .cell = find_cell,
  .draw_marks = draw_marks,
};
