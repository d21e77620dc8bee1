/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-tile-contest.h"

#include <string.h>

#define N_PAIRS (SKY_TILES_IN_SET / 2)

/* The set by pairs, and how a hand of two tiles ranks by the pairs that its tiles are of. */
typedef struct
{
  SkyTile tiles[N_PAIRS][2];
  guint16 ranks[N_PAIRS][N_PAIRS];
} Set;

/* Two tiles that may stand for each other: with any third they make hands of the same rank. */
static gboolean
are_alike (SkyTile a, SkyTile b)
{
  guint n_kinds;
  const SkyTile *kinds = sky_tile_kinds (&n_kinds);

  for (guint i = 0; i < n_kinds; i++)
    if (kinds[i] != a && kinds[i] != b
        && sky_tile_hand_compare (sky_tile_hand (a, kinds[i]), sky_tile_hand (b, kinds[i])) != 0)
      return FALSE;
  return TRUE;
}

static void
find_pairs (Set *set)
{
  guint n_kinds, n = 0;
  const SkyTile *kinds = sky_tile_kinds (&n_kinds);

  for (guint i = 0; i < n_kinds; i++)
    {
      gint partner = sky_tile_count (kinds[i]) == 2 ? (gint) i : -1;

      for (guint j = i + 1; j < n_kinds && partner < 0; j++)
        if (sky_tile_count (kinds[j]) == 1 && are_alike (kinds[i], kinds[j]))
          partner = (gint) j;
      /* The second tile of a pair finds none behind it: its partner came before. */
      if (partner < 0)
        continue;
      g_assert (n < N_PAIRS);
      set->tiles[n][0] = kinds[i];
      set->tiles[n][1] = kinds[partner];
      n++;
    }
  g_assert (n == N_PAIRS);
}

typedef struct
{
  SkyTileHand hand;
  guint8 a;
  guint8 b;
} Two;

static int
compare_twos (gconstpointer a, gconstpointer b)
{
  return sky_tile_hand_compare (((const Two *) a)->hand, ((const Two *) b)->hand);
}

static void
rank_twos (Set *set)
{
  Two twos[N_PAIRS * (N_PAIRS + 1) / 2];
  guint n = 0;
  guint16 rank = 0;

  for (guint8 a = 0; a < N_PAIRS; a++)
    for (guint8 b = a; b < N_PAIRS; b++)
      twos[n++] = (Two){ sky_tile_hand (set->tiles[a][0], set->tiles[b][1]), a, b };
  qsort (twos, n, sizeof twos[0], compare_twos);
  for (guint i = 0; i < n; i++)
    {
      if (i > 0 && compare_twos (&twos[i], &twos[i - 1]) != 0)
        rank++;
      set->ranks[twos[i].a][twos[i].b] = rank;
      set->ranks[twos[i].b][twos[i].a] = rank;
    }
}

static const Set *
get_set (void)
{
  static gsize initialized = 0;
  static Set set;

  if (g_once_init_enter (&initialized))
    {
      find_pairs (&set);
      rank_twos (&set);
      g_once_init_leave (&initialized, 1);
    }
  return &set;
}

static int
compare_settings (gconstpointer a, gconstpointer b)
{
  const SkyFourSetting *x = a, *y = b;

  if (x->high != y->high)
    return y->high - x->high;
  if (x->low != y->low)
    return y->low - x->low;
  if (x->is_dealers != y->is_dealers)
    return y->is_dealers - x->is_dealers;
  return x->number - y->number;
}

static void
set_four (SkyFour *four)
{
  const Set *set = get_set ();
  SkyTile tiles[4];
  guint rule, right;
  gboolean any = FALSE;

  sky_four_tiles (four, NULL, tiles);
  right = sky_tile_dealer_settings (tiles, &rule);
  for (guint8 s = 0; s < SKY_TILE_SETTINGS; s++)
    {
      const guint8 *p = four->pairs;
      guint16 a = set->ranks[p[0]][p[s + 1]];
      guint16 b = set->ranks[p[s == 0 ? 2 : 1]][p[s == 2 ? 2 : 3]];

      four->settings[s] = (SkyFourSetting){ MAX (a, b), MIN (a, b), s, right >> s & 1 };
    }
  qsort (four->settings, SKY_TILE_SETTINGS, sizeof four->settings[0], compare_settings);
  for (guint s = 0; s < SKY_TILE_SETTINGS; s++)
    {
      if (!four->settings[s].is_dealers)
        continue;
      if (!any)
        four->dealers[SKY_FAVOR_HIGH] = four->dealers[SKY_FAVOR_LOW] = s;
      if (four->settings[s].low > four->settings[four->dealers[SKY_FAVOR_LOW]].low)
        four->dealers[SKY_FAVOR_LOW] = s;
      any = TRUE;
    }
  g_assert (any);
}

/* How often @four holds the pair that its tile @at is of; 0: an earlier tile counted for it. */
static guint
count_at (const SkyFour *four, guint at)
{
  guint n = 0;

  if (at > 0 && four->pairs[at - 1] == four->pairs[at])
    return 0;
  for (guint i = at; i < 4 && four->pairs[i] == four->pairs[at]; i++)
    n++;
  return n;
}

static GArray *
make_fours (void)
{
  GArray *fours = g_array_new (FALSE, TRUE, sizeof (SkyFour));
  guint8 p[4];

  for (p[0] = 0; p[0] < N_PAIRS; p[0]++)
    for (p[1] = p[0]; p[1] < N_PAIRS; p[1]++)
      for (p[2] = p[1]; p[2] < N_PAIRS; p[2]++)
        for (p[3] = p[2]; p[3] < N_PAIRS; p[3]++)
          {
            SkyFour four = { .ways = 1 };

            /* No three tiles are of one pair. */
            if (p[0] == p[2] || p[1] == p[3])
              continue;
            memcpy (four.pairs, p, sizeof p);
            for (guint i = 0; i < 4; i++)
              four.ways *= count_at (&four, i) == 1 ? 2 : 1;
            set_four (&four);
            g_array_append_val (fours, four);
          }
  return fours;
}

const GArray *
sky_fours (void)
{
  static gsize initialized = 0;
  static GArray *fours;

  if (g_once_init_enter (&initialized))
    {
      fours = make_fours ();
      g_once_init_leave (&initialized, 1);
    }
  return fours;
}

gboolean
sky_four_tiles (const SkyFour *four, const SkyFour *other, SkyTile tiles[4])
{
  const Set *set = get_set ();
  guint8 used[N_PAIRS] = { 0 };

  for (guint i = 0; i < 4 && other != NULL; i++)
    used[other->pairs[i]]++;
  for (guint i = 0; i < 4; i++)
    {
      guint8 pair = four->pairs[i];

      if (used[pair] == 2)
        return FALSE;
      tiles[i] = set->tiles[pair][used[pair]++];
    }
  return TRUE;
}

static guint
compare_ranks (guint16 a, guint16 b)
{
  return 1 + (a > b) - (a < b);
}

void
sky_four_contest (const SkyFour *four,
                  SkyFavor favor,
                  guint ways[SKY_TILE_SETTINGS][SKY_N_COMPARISONS],
                  const SkyFour *samples[SKY_TILE_SETTINGS][SKY_N_COMPARISONS])
{
  /* In how many ways one or two tiles come of a pair of which 0, 1 or 2 are left. */
  static const guint choices[3][3] = { { 1, 0, 0 }, { 1, 1, 0 }, { 1, 2, 1 } };
  const GArray *fours = sky_fours ();
  guint8 left[N_PAIRS];

  memset (left, 2, sizeof left);
  for (guint i = 0; i < 4; i++)
    left[four->pairs[i]]--;
  memset (ways, 0, SKY_TILE_SETTINGS * sizeof ways[0]);
  for (guint i = 0; i < fours->len; i++)
    {
      const SkyFour *other = &g_array_index (fours, SkyFour, i);
      const SkyFourSetting *theirs = &other->settings[other->dealers[favor]];
      guint n = 1;

      for (guint t = 0; t < 4 && n > 0; t++)
        n *= choices[left[other->pairs[t]]][count_at (other, t)];
      if (n == 0)
        continue;
      for (guint s = 0; s < SKY_TILE_SETTINGS; s++)
        {
          guint how = SKY_COMPARISON (compare_ranks (four->settings[s].high, theirs->high),
                                      compare_ranks (four->settings[s].low, theirs->low));

          ways[s][how] += n;
          if (samples != NULL && samples[s][how] == NULL)
            samples[s][how] = other;
        }
    }
}
