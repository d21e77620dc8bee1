/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections are those of 58 Pa. Code § 621a.4 and § 621a.10(d). */
#include "config.h"

#include "sky-tiles.h"

#include "sky-phrase.h"

#include <glib/gi18n-lib.h>

#define TILE(low, high) ((low) << 4 | (high))
#define SUPREME_SIX     TILE (2, 4)
#define SUPREME_THREE   TILE (1, 2)

/* § 621a.4(f), by rank. */
static const struct
{
  SkyTile tile;
  guint8 rank;
  guint8 count;
  const char *name;
} tiles_by_rank[] = {
  { TILE (6, 6), 1, 2, N_ ("Twelve") }, { TILE (1, 1), 2, 2, N_ ("Two") },
  { TILE (4, 4), 3, 2, N_ ("Eight") },  { TILE (1, 3), 4, 2, N_ ("Four") },
  { TILE (5, 5), 5, 2, N_ ("Ten") },    { TILE (3, 3), 6, 2, N_ ("Six") },
  { TILE (2, 2), 7, 2, N_ ("Four") },   { TILE (5, 6), 8, 2, N_ ("Eleven") },
  { TILE (4, 6), 9, 2, N_ ("Ten") },    { TILE (1, 6), 10, 2, N_ ("Seven") },
  { TILE (1, 5), 11, 2, N_ ("Six") },   { TILE (3, 6), 12, 1, N_ ("Nine") },
  { TILE (4, 5), 12, 1, N_ ("Nine") },  { TILE (2, 6), 13, 1, N_ ("Eight") },
  { TILE (3, 5), 13, 1, N_ ("Eight") }, { TILE (2, 5), 14, 1, N_ ("Seven") },
  { TILE (3, 4), 14, 1, N_ ("Seven") }, { TILE (2, 4), 15, 1, N_ ("Six") },
  { TILE (1, 4), 16, 1, N_ ("Five") },  { TILE (2, 3), 16, 1, N_ ("Five") },
  { TILE (1, 2), 17, 1, N_ ("Three") },
};

#define N_KINDS G_N_ELEMENTS (tiles_by_rank)

/* How a Six or a Three of the Supreme Pair used apart ranks (§ 621a.4(d)). */
#define RANK_AS_SIX   15
#define RANK_AS_THREE 17

/* Where a tile stands in the list, and one; 0: there is no such tile. Every hand of every setting
 * is ranked by it. */
static guint8 places[G_MAXUINT8 + 1];

static gpointer
fill_places (gpointer unused)
{
  for (guint i = 0; i < N_KINDS; i++)
    places[tiles_by_rank[i].tile] = (guint8) (i + 1);
  return NULL;
}

static inline gint
find_tile (SkyTile tile)
{
  static GOnce filled = G_ONCE_INIT;

  g_once (&filled, fill_places, NULL);
  return places[tile] - 1;
}

guint
sky_tile_count (SkyTile tile)
{
  gint index = find_tile (tile);

  return index < 0 ? 0 : tiles_by_rank[index].count;
}

const SkyTile *
sky_tile_kinds (guint *n)
{
  static const SkyTile kinds[] = {
    TILE (6, 6), TILE (1, 1), TILE (4, 4), TILE (1, 3), TILE (5, 5), TILE (3, 3), TILE (2, 2),
    TILE (5, 6), TILE (4, 6), TILE (1, 6), TILE (1, 5), TILE (3, 6), TILE (4, 5), TILE (2, 6),
    TILE (3, 5), TILE (2, 5), TILE (3, 4), TILE (2, 4), TILE (1, 4), TILE (2, 3), TILE (1, 2),
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (kinds) == N_KINDS);
  *n = N_KINDS;
  return kinds;
}

static guint
rank_of (SkyTile tile)
{
  gint index = find_tile (tile);

  return index < 0 ? G_N_ELEMENTS (tiles_by_rank) : tiles_by_rank[index].rank;
}

static guint
spots_of (SkyTile tile)
{
  return SKY_TILE_LOW (tile) + SKY_TILE_HIGH (tile);
}

/* § 621a.4(a): the rank of the permissible pair, 0 for none. */
static guint
pair_rank (SkyTile a, SkyTile b)
{
  guint rank_a = rank_of (a), rank_b = rank_of (b);
  guint high = MIN (rank_a, rank_b), low = MAX (rank_a, rank_b);

  if ((a == SUPREME_SIX && b == SUPREME_THREE) || (a == SUPREME_THREE && b == SUPREME_SIX))
    return 1;
  /* Second to Twelfth are the matched pairs in the order of their tiles, Thirteenth to Sixteenth
   * the mixed Nines, Eights, Sevens and Fives. */
  if (rank_a == rank_b)
    return rank_a <= 14 ? rank_a + 1 : rank_a == 16 ? 16 : 0;
  /* Wongs with a Nine, Gongs with an Eight, of the Twelve and of the Two. */
  if (high <= 2 && low == 12)
    return 16 + high;
  if (high <= 2 && (low == 13 || low == 3))
    return 18 + high;
  return 0;
}

static gboolean
is_supreme (SkyTile tile)
{
  return tile == SUPREME_SIX || tile == SUPREME_THREE;
}

static G_GNUC_NO_INLINE SkyTileHand
rank_hand (SkyTile a, SkyTile b)
{
  SkyTileHand hand = { .pair = (guint8) pair_rank (a, b),
                       .rank = (guint8) MIN (rank_of (a), rank_of (b)) };
  SkyTile other;
  guint as_three, as_six;

  if (hand.pair != 0)
    return hand;
  if (!is_supreme (a) && !is_supreme (b))
    {
      hand.value = (guint8) ((spots_of (a) + spots_of (b)) % 10);
      return hand;
    }

  hand.apart = TRUE;
  other = is_supreme (a) ? b : a;
  as_three = (spots_of (other) + 3) % 10;
  as_six = (spots_of (other) + 6) % 10;
  hand.value = (guint8) MAX (as_three, as_six);
  hand.rank = (guint8) MIN (rank_of (other),
                            hand.value == as_six ? (guint) RANK_AS_SIX : (guint) RANK_AS_THREE);
  return hand;
}

/* Every two tiles, by their places: each hand of each setting is looked at several times. */
static SkyTileHand hands[N_KINDS][N_KINDS];

static gpointer
fill_hands (gpointer unused)
{
  for (guint i = 0; i < N_KINDS; i++)
    for (guint k = 0; k < N_KINDS; k++)
      hands[i][k] = rank_hand (tiles_by_rank[i].tile, tiles_by_rank[k].tile);
  return NULL;
}

SkyTileHand
sky_tile_hand (SkyTile a, SkyTile b)
{
  static GOnce filled = G_ONCE_INIT;
  guint i, k;

  /* That fills the places too. */
  g_once (&filled, fill_hands, NULL);
  i = places[a];
  k = places[b];
  return i > 0 && k > 0 ? hands[i - 1][k - 1] : rank_hand (a, b);
}

/* § 621a.4(a), § 621a.4(b), § 621a.4(c), § 621a.4(e) and § 621a.4(g). */
static gint
strength (SkyTileHand hand)
{
  if (hand.pair != 0)
    return 1000 - (gint) hand.pair;
  /* Zero against zero is a tie whatever the tiles. */
  return hand.value == 0 ? 0 : (gint) (hand.value * 20 + 18 - hand.rank);
}

gint
sky_tile_hand_compare (SkyTileHand a, SkyTileHand b)
{
  return strength (a) - strength (b);
}

char *
sky_tile_hand_name (SkyTileHand hand)
{
  static const char *const pairs[] = {
    N_ ("the Supreme Pair"),
    N_ ("a pair of Twelves (6-6)"),
    N_ ("a pair of Twos (1-1)"),
    N_ ("a pair of Eights (4-4)"),
    N_ ("a pair of Fours (1-3)"),
    N_ ("a pair of Tens (5-5)"),
    N_ ("a pair of Sixes (3-3)"),
    N_ ("a pair of Fours (2-2)"),
    N_ ("a pair of Elevens (5-6)"),
    N_ ("a pair of Tens (4-6)"),
    N_ ("a pair of Sevens (1-6)"),
    N_ ("a pair of Sixes (1-5)"),
    N_ ("mixed Nines"),
    N_ ("mixed Eights"),
    N_ ("mixed Sevens"),
    N_ ("mixed Fives"),
    N_ ("a Wong with a Twelve"),
    N_ ("a Wong with a Two"),
    N_ ("a Gong with a Twelve"),
    N_ ("a Gong with a Two"),
  };
  const char *tile = N_ ("tile");

  if (hand.pair != 0)
    return g_strdup (sky_phrase_words (pairs[hand.pair - 1]));
  if (hand.value == 0)
    return sky_phrase ("a value of 0");
  for (guint i = N_KINDS; i-- > 0;)
    if (tiles_by_rank[i].rank == hand.rank)
      tile = tiles_by_rank[i].name;
  return sky_phrase (*tile == 'E' ? N_ ("a value of %u with an %s high")
                                  : N_ ("a value of %u with a %s high"),
                     hand.value, sky_phrase_words (tile));
}

void
sky_tile_setting (const SkyTile tiles[4], guint setting, SkyTile a[2], SkyTile b[2])
{
  guint with = setting + 1, n = 0;

  a[0] = tiles[0];
  a[1] = tiles[with];
  for (guint i = 1; i < 4; i++)
    if (i != with)
      b[n++] = tiles[i];
}

/* Two tiles in any order. */
static gboolean
same_two (const SkyTile a[2], const SkyTile b[2])
{
  return (a[0] == b[0] && a[1] == b[1]) || (a[0] == b[1] && a[1] == b[0]);
}

gboolean
sky_tile_settings_equal (const SkyTile a[2],
                         const SkyTile b[2],
                         const SkyTile other_a[2],
                         const SkyTile other_b[2])
{
  return (same_two (a, other_a) && same_two (b, other_b))
         || (same_two (a, other_b) && same_two (b, other_a));
}

/* The highest ranking tile with the lowest. A Three or Six of the Supreme Pair is taken as either:
 * what it counts as is its holder's choice (§ 621a.4(d)). */
static gboolean
joins_highest_and_lowest (const SkyTile tiles[4], const SkyTile a[2], const SkyTile b[2])
{
  for (guint as_three = 0; as_three < 2; as_three++)
    {
      guint ranks[4], high = 0, low = 0;
      SkyTile both[2];

      for (guint i = 0; i < 4; i++)
        {
          ranks[i] = !is_supreme (tiles[i]) ? rank_of (tiles[i])
                     : as_three             ? (guint) RANK_AS_THREE
                                            : (guint) RANK_AS_SIX;
          if (ranks[i] < ranks[high])
            high = i;
          if (ranks[i] > ranks[low])
            low = i;
        }
      both[0] = tiles[high];
      both[1] = tiles[low];
      if (same_two (both, a) || same_two (both, b))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_seven_to_nine (SkyTileHand hand)
{
  return hand.pair == 0 && hand.value >= 7;
}

/* One of the ways in which four tiles make two hands. */
typedef struct
{
  SkyTile a[2];
  SkyTile b[2];
  SkyTileHand hand_a;
  SkyTileHand hand_b;
} Setting;

static Setting
make_setting (const SkyTile tiles[4], guint number)
{
  Setting setting;

  sky_tile_setting (tiles, number, setting.a, setting.b);
  setting.hand_a = sky_tile_hand (setting.a[0], setting.a[1]);
  setting.hand_b = sky_tile_hand (setting.b[0], setting.b[1]);
  return setting;
}

static gboolean
satisfies (guint rule, const SkyTile tiles[4], const Setting *setting)
{
  switch (rule)
    {
    case 1:
      return setting->hand_a.pair == 1 || setting->hand_b.pair == 1;
    case 2:
      return setting->hand_a.pair != 0 || setting->hand_b.pair != 0;
    case 3:
      return is_seven_to_nine (setting->hand_a) || is_seven_to_nine (setting->hand_b);
    default:
      return joins_highest_and_lowest (tiles, setting->a, setting->b);
    }
}

guint
sky_tile_dealer_settings (const SkyTile tiles[4], guint *rule)
{
  Setting settings[SKY_TILE_SETTINGS];

  for (guint i = 0; i < SKY_TILE_SETTINGS; i++)
    settings[i] = make_setting (tiles, i);
  for (*rule = 1; *rule <= 4; (*rule)++)
    {
      guint right = 0;

      for (guint i = 0; i < SKY_TILE_SETTINGS; i++)
        if (satisfies (*rule, tiles, &settings[i]))
          right |= 1u << i;
      if (right != 0)
        return right;
    }
  return 0;
}
