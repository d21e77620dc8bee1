/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections are those of 58 Pa. Code § 621a.8(d), § 621a.9 and § 621a.11(g). */
#include "config.h"

#include "sky-delivery.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* § 621a.11(g). */
void
sky_delivery_cut (SkyStacks *stacks, const SkyEvent *event)
{
  guint row[8], next[8];
  SkyStacks cut;

  for (guint i = 0; i < 8; i++)
    row[i] = i;
  for (guint move = 0; move < event->cut.n_moves; move++)
    {
      guint first = (guint) event->cut.moves[move].first - 1;
      guint last = (guint) event->cut.moves[move].last - 1;
      gboolean left = event->cut.moves[move].left;
      guint n = 0;

      /* The row is read from the dealer's right, so its left end is its last. */
      for (guint turn = 0; turn < 2; turn++)
        for (guint i = 0; i < 8; i++)
          {
            gboolean moved = row[i] >= MIN (first, last) && row[i] <= MAX (first, last);

            if (moved == (left ? turn == 1 : turn == 0))
              next[n++] = row[i];
          }
      memcpy (row, next, sizeof row);
    }
  for (guint i = 0; i < 8; i++)
    memcpy (cut.tiles[i], stacks->tiles[row[i]], sizeof cut.tiles[i]);
  *stacks = cut;
}

/* Four tiles: of each of two stacks the top two (@part 0) or the two below (@part 1). */
static void
take_halves (const SkyStacks *row, guint a, guint b, guint part, SkyTile tiles[4])
{
  memcpy (tiles, row->tiles[a] + part * 2, 2 * sizeof (SkyTile));
  memcpy (tiles + 2, row->tiles[b] + part * 2, 2 * sizeof (SkyTile));
}

/* Four tiles: of each of four stacks from @first on the one at @level. */
static void
take_level (const SkyStacks *row, guint first, guint level, SkyTile tiles[4])
{
  for (guint i = 0; i < 4; i++)
    tiles[i] = row->tiles[first + i][level];
}

/* § 621a.9(2), § 621a.9(3), § 621a.9(4) and § 621a.9(5): two stacks at a time; the top two of each
 * first, the remaining four next. */
static void
deliver_by_twos (const SkyStacks *row, const guint pairs[4][2], SkyTile delivered[8][4])
{
  for (guint i = 0; i < 8; i++)
    take_halves (row, pairs[i / 2][0], pairs[i / 2][1], i % 2, delivered[i]);
}

/* § 621a.9(6) and § 621a.9(7): a level of the four stacks on one side, then of the four on the
 * other. */
static void
deliver_slices (const SkyStacks *row, SkyTile delivered[8][4])
{
  for (guint i = 0; i < 8; i++)
    take_level (row, i % 2 * 4, i / 2, delivered[i]);
}

/* § 621a.9(8) and § 621a.9(9): the dragon head's top two of two stacks, eight high once the first
 * and second stand on the third and fourth; in turn with the phoenix tail's level of the other
 * four. */
static void
deliver_dragon (const SkyStacks *row, SkyTile delivered[8][4])
{
  for (guint i = 0; i < 4; i++)
    {
      take_halves (row, i < 2 ? 0 : 2, i < 2 ? 1 : 3, i % 2, delivered[i * 2]);
      take_level (row, 4, i, delivered[i * 2 + 1]);
    }
}

/* The row as read from the dealer's left. */
static SkyStacks
turn_around (const SkyStacks *row)
{
  SkyStacks turned;

  for (guint i = 0; i < 8; i++)
    memcpy (turned.tiles[i], row->tiles[7 - i], sizeof turned.tiles[i]);
  return turned;
}

void
sky_delivery_deliver (const SkyStacks *stacks, SkyStyle style, SkyTile delivered[8][4])
{
  static const guint side_by_side[4][2] = { { 0, 1 }, { 2, 3 }, { 4, 5 }, { 6, 7 } };
  static const guint from_centre[4][2] = { { 3, 4 }, { 2, 5 }, { 1, 6 }, { 0, 7 } };
  static const guint from_ends[4][2] = { { 0, 7 }, { 1, 6 }, { 2, 5 }, { 3, 4 } };
  SkyStacks from_left = turn_around (stacks);

  switch (style)
    {
    case SKY_STYLE_HOUSE:
      memcpy (delivered, stacks->tiles, sizeof stacks->tiles);
      return;
    case SKY_STYLE_HOUSE_LEFT:
      memcpy (delivered, from_left.tiles, sizeof from_left.tiles);
      return;
    case SKY_STYLE_CUP_SAY_RIGHT:
      deliver_by_twos (stacks, side_by_side, delivered);
      return;
    case SKY_STYLE_CUP_SAY_LEFT:
      deliver_by_twos (&from_left, side_by_side, delivered);
      return;
    case SKY_STYLE_JUNG_QUAT:
      deliver_by_twos (stacks, from_centre, delivered);
      return;
    case SKY_STYLE_CHEE_YEE:
      deliver_by_twos (stacks, from_ends, delivered);
      return;
    case SKY_STYLE_PIN_SAY_RIGHT:
      deliver_slices (stacks, delivered);
      return;
    case SKY_STYLE_PIN_SAY_LEFT:
      deliver_slices (&from_left, delivered);
      return;
    case SKY_STYLE_DRAGON_RIGHT:
      deliver_dragon (stacks, delivered);
      return;
    case SKY_STYLE_DRAGON_LEFT:
      deliver_dragon (&from_left, delivered);
      return;
    }
}

const char *
sky_delivery_name (SkyStyle style)
{
  static const char *const names[] = {
    [SKY_STYLE_HOUSE] = N_ ("the house way"),
    [SKY_STYLE_HOUSE_LEFT] = N_ ("House Way From the Left"),
    [SKY_STYLE_CUP_SAY_RIGHT] = N_ ("Cup Say From the Right"),
    [SKY_STYLE_CUP_SAY_LEFT] = N_ ("Cup Say From the Left"),
    [SKY_STYLE_JUNG_QUAT] = N_ ("Jung Quat"),
    [SKY_STYLE_CHEE_YEE] = N_ ("Chee Yee"),
    [SKY_STYLE_PIN_SAY_RIGHT] = N_ ("Pin Say From the Right"),
    [SKY_STYLE_PIN_SAY_LEFT] = N_ ("Pin Say From the Left"),
    [SKY_STYLE_DRAGON_RIGHT] = N_ ("Dragon Head and Phoenix Tail From the Right"),
    [SKY_STYLE_DRAGON_LEFT] = N_ ("Dragon Head and Phoenix Tail From the Left"),
  };

  g_return_val_if_fail ((guint) style < G_N_ELEMENTS (names), "?");

  return names[style];
}
