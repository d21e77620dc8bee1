/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tiles of Pai Gow: every hand of two and of four tiles counted by enumeration, the dealer's
 * settings, and each style of delivery against a worked example. */
#include "config.h"

#include "sky-delivery.h"
#include "sky-tiles.h"

#include <string.h>

#define T(low, high) ((low) << 4 | (high))

static void
fill_set (SkyTile set[SKY_TILES_IN_SET])
{
  guint n_kinds, n = 0;
  const SkyTile *kinds = sky_tile_kinds (&n_kinds);

  for (guint i = 0; i < n_kinds; i++)
    for (guint j = 0; j < sky_tile_count (kinds[i]); j++)
      {
        g_assert_cmpuint (n, <, SKY_TILES_IN_SET);
        set[n++] = kinds[i];
      }
  g_assert_cmpuint (n, ==, SKY_TILES_IN_SET);
}

static void
test_set (void)
{
  SkyTile set[SKY_TILES_IN_SET];
  guint spots = 0;

  fill_set (set);
  for (guint i = 0; i < SKY_TILES_IN_SET; i++)
    spots += SKY_TILE_LOW (set[i]) + SKY_TILE_HIGH (set[i]);
  /* 80 on the eleven tiles that come twice, 67 on the ten that come once. */
  g_assert_cmpuint (spots, ==, 2 * 80 + 67);
  g_assert_cmpuint (sky_tile_count (T (1, 2)), ==, 1);
  g_assert_cmpuint (sky_tile_count (T (6, 6)), ==, 2);
  g_assert_cmpuint (sky_tile_count (T (0, 6)), ==, 0);
}

static void
test_two_tiles (void)
{
  static const guint of_pair[21] = {
    0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 4, 8, 8
  };
  static const guint of_value[10] = { 24, 32, 44, 48, 52, 44, 56, 52, 56, 48 };
  SkyTile set[SKY_TILES_IN_SET];
  guint pairs[21] = { 0 }, values[10] = { 0 };

  fill_set (set);
  for (guint i = 0; i < SKY_TILES_IN_SET; i++)
    for (guint j = i + 1; j < SKY_TILES_IN_SET; j++)
      {
        SkyTileHand hand = sky_tile_hand (set[i], set[j]);

        g_assert_cmpint (sky_tile_hand_compare (hand, sky_tile_hand (set[j], set[i])), ==, 0);
        pairs[hand.pair]++;
        if (hand.pair == 0)
          values[hand.value]++;
      }
  /* 496 hands. */
  g_assert_cmpuint (pairs[0], ==, 456);
  for (guint i = 1; i <= 20; i++)
    g_assert_cmpuint (pairs[i], ==, of_pair[i]);
  for (guint i = 0; i < 10; i++)
    g_assert_cmpuint (values[i], ==, of_value[i]);
}

/* The best two of the four: the rank of the best pair or, without one, the highest value. */
static void
count_best (const SkyTile tiles[4], guint pairs[21], guint values[10])
{
  guint pair = 0, value = 0;

  for (guint i = 0; i < 4; i++)
    for (guint j = i + 1; j < 4; j++)
      {
        SkyTileHand hand = sky_tile_hand (tiles[i], tiles[j]);

        if (hand.pair != 0 && (pair == 0 || hand.pair < pair))
          pair = hand.pair;
        value = MAX (value, hand.value);
      }
  pairs[pair]++;
  if (pair == 0)
    values[value]++;
}

static void
test_four_tiles (void)
{
  static const guint of_pair[21] = { 22176, 435, 434, 433, 432, 431, 430,  429,  428,  427, 426,
                                     425,   424, 423, 422, 421, 420, 1456, 1248, 2304, 1936 };
  static const guint of_value[10] = { 0, 0, 0, 128, 256, 720, 1152, 2768, 6000, 11152 };
  static const guint of_rule[5] = { 0, 435, 13349, 19920, 2256 };
  SkyTile set[SKY_TILES_IN_SET];
  guint pairs[21] = { 0 }, values[10] = { 0 }, rules[5] = { 0 }, total = 0;

  fill_set (set);
  for (guint a = 0; a < 32; a++)
    for (guint b = a + 1; b < 32; b++)
      for (guint c = b + 1; c < 32; c++)
        for (guint d = c + 1; d < 32; d++)
          {
            const SkyTile tiles[4] = { set[a], set[b], set[c], set[d] };
            guint rule;

            count_best (tiles, pairs, values);
            g_assert_cmpuint (sky_tile_dealer_settings (tiles, &rule), !=, 0);
            rules[rule]++;
            total++;
          }
  g_assert_cmpuint (total, ==, 35960);
  for (guint i = 0; i <= 20; i++)
    g_assert_cmpuint (pairs[i], ==, of_pair[i]);
  for (guint i = 0; i < 10; i++)
    g_assert_cmpuint (values[i], ==, of_value[i]);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpuint (rules[i], ==, of_rule[i]);
}

static void
test_order (void)
{
  /* Each ranks above the next. */
  static const SkyTile hands[][2] = {
    { T (2, 4), T (1, 2) }, { T (6, 6), T (6, 6) }, { T (1, 1), T (1, 1) }, { T (4, 4), T (4, 4) },
    { T (1, 3), T (1, 3) }, { T (5, 5), T (5, 5) }, { T (3, 3), T (3, 3) }, { T (2, 2), T (2, 2) },
    { T (5, 6), T (5, 6) }, { T (4, 6), T (4, 6) }, { T (1, 6), T (1, 6) }, { T (1, 5), T (1, 5) },
    { T (3, 6), T (4, 5) }, { T (3, 5), T (2, 6) }, { T (3, 4), T (2, 5) }, { T (1, 4), T (2, 3) },
    { T (6, 6), T (4, 5) }, { T (1, 1), T (3, 6) }, { T (6, 6), T (4, 4) }, { T (1, 1), T (3, 5) },
    { T (6, 6), T (1, 6) }, /* 9, Twelve high */
    { T (1, 1), T (1, 6) }, /* 9, Two high */
    { T (1, 3), T (1, 4) }, /* 9, Four (1-3) high */
    { T (5, 5), T (4, 5) }, /* 9, Ten (5-5) high, the fifth tile */
    { T (6, 6), T (1, 5) }, /* 8, Twelve high */
    { T (2, 2), T (1, 2) }, /* 7: the Three as three */
    { T (2, 5), T (1, 2) }, /* 3: the Three as six */
    { T (5, 5), T (4, 6) }, /* 0 */
  };

  for (guint i = 0; i + 1 < G_N_ELEMENTS (hands); i++)
    g_assert_cmpint (sky_tile_hand_compare (sky_tile_hand (hands[i][0], hands[i][1]),
                                            sky_tile_hand (hands[i + 1][0], hands[i + 1][1])),
                     >, 0);
  /* The same value and the same highest tile: a copy, whatever the other tile. */
  g_assert_cmpint (sky_tile_hand_compare (sky_tile_hand (T (6, 6), T (1, 6)),
                                          sky_tile_hand (T (6, 6), T (3, 4))),
                   ==, 0);
  /* Zero against zero, whatever the tiles (§ 621a.4(e)). */
  g_assert_cmpint (sky_tile_hand_compare (sky_tile_hand (T (5, 5), T (4, 6)),
                                          sky_tile_hand (T (3, 6), T (5, 6))),
                   ==, 0);
}

static void
test_supreme_apart (void)
{
  /* § 621a.4(d): the Three as six ranks fifteenth, the Six as three seventeenth. */
  SkyTileHand three_as_six = sky_tile_hand (T (1, 2), T (1, 2));
  SkyTileHand with_five;

  g_assert_true (three_as_six.apart);
  with_five = sky_tile_hand (T (1, 2), T (1, 4)); /* 8 as three: Five high */
  g_assert_cmpuint (with_five.value, ==, 8);
  g_assert_cmpuint (with_five.rank, ==, 16);
  with_five = sky_tile_hand (T (2, 4), T (1, 4)); /* 8 as three, not 1 as six */
  g_assert_cmpuint (with_five.value, ==, 8);
  g_assert_cmpuint (with_five.rank, ==, 16);
  with_five = sky_tile_hand (T (1, 2), T (6, 6)); /* 8 as six, not 5 as three */
  g_assert_cmpuint (with_five.value, ==, 8);
  g_assert_cmpuint (with_five.rank, ==, 1);
}

/* The settings that are right, as bits: the first tile with the second, third, fourth. */
static void
test_dealer_settings (void)
{
  static const struct
  {
    SkyTile tiles[4];
    guint rule;
    guint right;
  } cases[] = {
    { { T (2, 4), T (6, 6), T (6, 6), T (1, 2) }, 1, 4 },
    { { T (6, 6), T (1, 1), T (6, 6), T (1, 1) }, 2, 2 },
    /* A Wong and a Gong in one setting, a Gong and a Wong in the other. */
    { { T (6, 6), T (4, 5), T (1, 1), T (2, 6) }, 2, 5 },
    /* 9 with 4 and 6 with 7, but not 2 with 1. */
    { { T (1, 1), T (1, 6), T (5, 5), T (2, 2) }, 3, 5 },
    { { T (1, 3), T (2, 3), T (2, 2), T (1, 4) }, 2, 2 },
    /* 7 or less is nowhere: the highest with the lowest. */
    { { T (5, 5), T (4, 6), T (1, 3), T (5, 6) }, 4, 4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint rule, right = sky_tile_dealer_settings (cases[i].tiles, &rule);

      g_test_message ("case %u", i);
      g_assert_cmpuint (rule, ==, cases[i].rule);
      g_assert_cmpuint (right, ==, cases[i].right);
    }
}

/* Tiles named by where they lie: 11 … 84, the stack and the level from the top. */
static SkyStacks
make_stacks (void)
{
  SkyStacks stacks;

  for (guint i = 0; i < 8; i++)
    for (guint j = 0; j < 4; j++)
      stacks.tiles[i][j] = (SkyTile) ((i + 1) * 10 + j + 1);
  return stacks;
}

static int
compare_tiles (gconstpointer a, gconstpointer b)
{
  return *(const SkyTile *) a - *(const SkyTile *) b;
}

static char *
deliveries_to_text (SkyTile delivered[8][4])
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 8; i++)
    {
      qsort (delivered[i], 4, sizeof (SkyTile), compare_tiles);
      g_string_append_printf (text, "%s%d %d %d %d", i > 0 ? ", " : "", delivered[i][0],
                              delivered[i][1], delivered[i][2], delivered[i][3]);
    }
  return g_string_free (text, FALSE);
}

static void
test_delivery (void)
{
  static const struct
  {
    SkyStyle style;
    const char *delivered;
  } examples[] = {
    { SKY_STYLE_HOUSE, "11 12 13 14, 21 22 23 24, 31 32 33 34, 41 42 43 44, 51 52 53 54, "
                       "61 62 63 64, 71 72 73 74, 81 82 83 84" },
    { SKY_STYLE_HOUSE_LEFT, "81 82 83 84, 71 72 73 74, 61 62 63 64, 51 52 53 54, 41 42 43 44, "
                            "31 32 33 34, 21 22 23 24, 11 12 13 14" },
    { SKY_STYLE_CUP_SAY_RIGHT, "11 12 21 22, 13 14 23 24, 31 32 41 42, 33 34 43 44, 51 52 61 62, "
                               "53 54 63 64, 71 72 81 82, 73 74 83 84" },
    { SKY_STYLE_CUP_SAY_LEFT, "71 72 81 82, 73 74 83 84, 51 52 61 62, 53 54 63 64, 31 32 41 42, "
                              "33 34 43 44, 11 12 21 22, 13 14 23 24" },
    { SKY_STYLE_JUNG_QUAT, "41 42 51 52, 43 44 53 54, 31 32 61 62, 33 34 63 64, 21 22 71 72, "
                           "23 24 73 74, 11 12 81 82, 13 14 83 84" },
    { SKY_STYLE_CHEE_YEE, "11 12 81 82, 13 14 83 84, 21 22 71 72, 23 24 73 74, 31 32 61 62, "
                          "33 34 63 64, 41 42 51 52, 43 44 53 54" },
    { SKY_STYLE_PIN_SAY_RIGHT, "11 21 31 41, 51 61 71 81, 12 22 32 42, 52 62 72 82, 13 23 33 43, "
                               "53 63 73 83, 14 24 34 44, 54 64 74 84" },
    { SKY_STYLE_PIN_SAY_LEFT, "51 61 71 81, 11 21 31 41, 52 62 72 82, 12 22 32 42, 53 63 73 83, "
                              "13 23 33 43, 54 64 74 84, 14 24 34 44" },
    { SKY_STYLE_DRAGON_RIGHT, "11 12 21 22, 51 61 71 81, 13 14 23 24, 52 62 72 82, 31 32 41 42, "
                              "53 63 73 83, 33 34 43 44, 54 64 74 84" },
    { SKY_STYLE_DRAGON_LEFT, "71 72 81 82, 11 21 31 41, 73 74 83 84, 12 22 32 42, 51 52 61 62, "
                             "13 23 33 43, 53 54 63 64, 14 24 34 44" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      SkyStacks stacks = make_stacks ();
      g_autofree char *text = NULL;
      SkyTile delivered[8][4];

      g_test_message ("%s", sky_delivery_name (examples[i].style));
      sky_delivery_deliver (&stacks, examples[i].style, delivered);
      text = deliveries_to_text (delivered);
      g_assert_cmpstr (text, ==, examples[i].delivered);
    }
}

static void
check_cut (guint n, const gint64 moves[][3], const char *row)
{
  SkyStacks stacks = make_stacks ();
  SkyEvent event = { .type = SKY_EVENT_CUT };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      event.cut.moves[i].first = moves[i][0];
      event.cut.moves[i].last = moves[i][1];
      event.cut.moves[i].left = moves[i][2] != 0;
    }
  event.cut.n_moves = (guint8) n;
  sky_delivery_cut (&stacks, &event);
  for (guint i = 0; i < 8; i++)
    {
      for (guint j = 0; j < 4; j++)
        g_assert_cmpuint (stacks.tiles[i][j] % 10, ==, j + 1);
      g_string_append_printf (text, "%d", stacks.tiles[i][0] / 10);
    }
  g_assert_cmpstr (text->str, ==, row);
  g_string_free (text, TRUE);
}

/* § 621a.11(g); the row is read from the dealer's right. */
static void
test_cut (void)
{
  static const gint64 none[1][3] = { { 1, 1, 0 } };
  static const gint64 to_left[1][3] = { { 1, 2, 1 } };
  static const gint64 to_right[1][3] = { { 7, 8, 0 } };
  static const gint64 middle[1][3] = { { 4, 5, 0 } };
  static const gint64 both[2][3] = { { 3, 3, 0 }, { 4, 6, 1 } };

  check_cut (1, none, "12345678");
  check_cut (1, to_left, "34567812");
  check_cut (1, to_right, "78123456");
  check_cut (1, middle, "45123678");
  check_cut (2, both, "31278456");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tiles/set", test_set);
  g_test_add_func ("/tiles/two-tiles", test_two_tiles);
  g_test_add_func ("/tiles/four-tiles", test_four_tiles);
  g_test_add_func ("/tiles/order", test_order);
  g_test_add_func ("/tiles/supreme-apart", test_supreme_apart);
  g_test_add_func ("/tiles/dealer-settings", test_dealer_settings);
  g_test_add_func ("/delivery/styles", test_delivery);
  g_test_add_func ("/delivery/cut", test_cut);
  return g_test_run ();
}
