/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The odds of Pai Gow against counts of tiles one by one, and against rounds played. */
#include "config.h"

#include "sky-odds-private.h"
#include "sky-pai-gow.h"
#include "sky-tile-contest.h"

#include <string.h>

static void
fill_set (SkyTile set[SKY_TILES_IN_SET])
{
  guint n_kinds, n = 0;
  const SkyTile *kinds = sky_tile_kinds (&n_kinds);

  for (guint i = 0; i < n_kinds; i++)
    for (guint j = 0; j < sky_tile_count (kinds[i]); j++)
      set[n++] = kinds[i];
  g_assert_cmpuint (n, ==, SKY_TILES_IN_SET);
}

/* The two hands of a setting, the higher first. */
static void
make_hands (const SkyTile tiles[4], guint setting, SkyTileHand hands[2])
{
  SkyTile a[2], b[2];

  sky_tile_setting (tiles, setting, a, b);
  hands[0] = sky_tile_hand (a[0], a[1]);
  hands[1] = sky_tile_hand (b[0], b[1]);
  if (sky_tile_hand_compare (hands[0], hands[1]) < 0)
    {
      SkyTileHand low = hands[0];

      hands[0] = hands[1];
      hands[1] = low;
    }
}

/* A dealer's setting of these very tiles: of those that are right the one whose favoured hand is
 * the highest, and of such the one whose other is. */
static void
set_as_dealer (const SkyTile tiles[4], SkyFavor favor, SkyTileHand best[2])
{
  guint rule, right = sky_tile_dealer_settings (tiles, &rule);
  guint first = favor == SKY_FAVOR_HIGH ? 0 : 1;
  gboolean any = FALSE;

  for (guint s = 0; s < SKY_TILE_SETTINGS; s++)
    {
      SkyTileHand hands[2];
      gint favored, other;

      if ((right >> s & 1) == 0)
        continue;
      make_hands (tiles, s, hands);
      favored = any ? sky_tile_hand_compare (hands[first], best[first]) : 1;
      other = any ? sky_tile_hand_compare (hands[!first], best[!first]) : 1;
      if (favored > 0 || (favored == 0 && other > 0))
        memcpy (best, hands, sizeof hands);
      any = TRUE;
    }
  g_assert_true (any);
}

static guint
compare (SkyTileHand a, SkyTileHand b)
{
  gint order = sky_tile_hand_compare (a, b);

  return 1 + (order > 0) - (order < 0);
}

/* Which pair each tile is of, learnt from the hands. */
static void
learn_pairs (guint8 pair_of[256])
{
  const GArray *fours = sky_fours ();

  for (guint i = 0; i < fours->len; i++)
    {
      const SkyFour *four = &g_array_index (fours, SkyFour, i);
      SkyTile first[4], second[4];

      g_assert_true (sky_four_tiles (four, NULL, first));
      for (guint t = 0; t < 4; t++)
        pair_of[first[t]] = four->pairs[t];
      if (!sky_four_tiles (four, four, second))
        continue;
      for (guint t = 0; t < 4; t++)
        pair_of[second[t]] = four->pairs[t];
    }
}

static int
compare_bytes (gconstpointer a, gconstpointer b)
{
  return *(const guint8 *) a - *(const guint8 *) b;
}

static guint32
key_of (const guint8 pairs[4])
{
  guint8 sorted[4];

  memcpy (sorted, pairs, 4);
  qsort (sorted, 4, 1, compare_bytes);
  return (guint32) sorted[0] << 24 | (guint32) sorted[1] << 16 | (guint32) sorted[2] << 8
         | sorted[3];
}

/* Each of the 35,960 hands is of one kind, each kind holds as many as it says, and all of a kind
 * are set by the dealer as the one that stands for them. */
static void
test_kinds (void)
{
  const GArray *fours = sky_fours ();
  g_autoptr (GHashTable) by_key = g_hash_table_new (NULL, NULL);
  g_autofree guint *found = g_new0 (guint, fours->len);
  SkyTile set[SKY_TILES_IN_SET];
  guint8 pair_of[256] = { 0 };
  guint total = 0, open = 0;

  fill_set (set);
  learn_pairs (pair_of);
  g_assert_cmpuint (fours->len, ==, 3620);
  for (guint i = 0; i < fours->len; i++)
    g_hash_table_insert (by_key,
                         GUINT_TO_POINTER (key_of (g_array_index (fours, SkyFour, i).pairs)),
                         GUINT_TO_POINTER (i + 1));
  g_assert_cmpuint (g_hash_table_size (by_key), ==, fours->len);
  for (guint a = 0; a < 32; a++)
    for (guint b = a + 1; b < 32; b++)
      for (guint c = b + 1; c < 32; c++)
        for (guint d = c + 1; d < 32; d++)
          {
            const SkyTile tiles[4] = { set[a], set[b], set[c], set[d] };
            const guint8 pairs[4] = { pair_of[set[a]], pair_of[set[b]], pair_of[set[c]],
                                      pair_of[set[d]] };
            guint i =
                GPOINTER_TO_UINT (g_hash_table_lookup (by_key, GUINT_TO_POINTER (key_of (pairs))));
            const SkyFour *four;
            SkyTile like[4];
            SkyTileHand high[2] = { 0 };

            g_assert_cmpuint (i, >, 0);
            four = &g_array_index (fours, SkyFour, i - 1);
            found[i - 1]++;
            total++;
            sky_four_tiles (four, NULL, like);
            for (guint favor = 0; favor < SKY_N_FAVORS; favor++)
              {
                SkyTileHand own[2] = { 0 }, kinds[2];

                set_as_dealer (tiles, favor, own);
                make_hands (like, four->settings[four->dealers[favor]].number, kinds);
                g_assert_cmpint (sky_tile_hand_compare (own[0], kinds[0]), ==, 0);
                g_assert_cmpint (sky_tile_hand_compare (own[1], kinds[1]), ==, 0);
                if (favor == SKY_FAVOR_HIGH)
                  memcpy (high, own, sizeof own);
                else
                  open += sky_tile_hand_compare (high[0], own[0]) != 0;
              }
          }
  g_assert_cmpuint (total, ==, 35960);
  /* The hands of which 621a.10(d) leaves the choice. */
  g_assert_cmpuint (open, ==, 11820);
  for (guint i = 0; i < fours->len; i++)
    g_assert_cmpuint (found[i], ==, g_array_index (fours, SkyFour, i).ways);
}

/* Calls @each with each of the 20,475 hands of the tiles that @own leaves. */
static void
for_each_other (const SkyTile own[4],
                void (*each) (const SkyTile other[4], guint index, gpointer data),
                gpointer data)
{
  SkyTile set[SKY_TILES_IN_SET];
  guint n = 0, index = 0;

  fill_set (set);
  for (guint i = 0, taken = 0; i < SKY_TILES_IN_SET; i++)
    {
      gboolean is_own = FALSE;

      for (guint t = 0; t < 4 && !is_own; t++)
        if (own[t] == set[i] && (taken >> t & 1) == 0)
          {
            taken |= 1u << t;
            is_own = TRUE;
          }
      if (!is_own)
        set[n++] = set[i];
    }
  g_assert_cmpuint (n, ==, 28);
  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++)
      for (guint c = b + 1; c < n; c++)
        for (guint d = c + 1; d < n; d++)
          each ((const SkyTile[4]){ set[a], set[b], set[c], set[d] }, index++, data);
  g_assert_cmpuint (index, ==, 20475);
}

typedef struct
{
  const SkyFour *four;
  SkyTile tiles[4];
  SkyFavor favor;
  guint ways[SKY_TILE_SETTINGS][SKY_N_COMPARISONS];
} Slice;

static void
count_one (const SkyTile other[4], guint index, gpointer data)
{
  Slice *slice = data;
  SkyTileHand theirs[2] = { 0 };

  set_as_dealer (other, slice->favor, theirs);
  for (guint s = 0; s < SKY_TILE_SETTINGS; s++)
    {
      SkyTileHand own[2];

      make_hands (slice->tiles, slice->four->settings[s].number, own);
      slice->ways[s][SKY_COMPARISON (compare (own[0], theirs[0]), compare (own[1], theirs[1]))]++;
    }
}

/* Some hands, each against every other tile by tile. */
static void
test_slice (void)
{
  const GArray *fours = sky_fours ();

  for (guint i = 5; i < fours->len; i += 181)
    {
      Slice slice = { .four = &g_array_index (fours, SkyFour, i) };
      guint ways[SKY_TILE_SETTINGS][SKY_N_COMPARISONS];

      sky_four_tiles (slice.four, NULL, slice.tiles);
      for (guint favor = 0; favor < SKY_N_FAVORS; favor++)
        {
          memset (slice.ways, 0, sizeof slice.ways);
          slice.favor = favor;
          for_each_other (slice.tiles, count_one, &slice);
          sky_four_contest (slice.four, favor, ways, NULL);
          g_test_message ("hand %u", i);
          g_assert_cmpmem (ways, sizeof ways, slice.ways, sizeof slice.ways);
        }
    }
}

static void
deal_and_set (SkyOddsTable *table, gint64 to, gint64 order, const SkyTile tiles[4], guint setting)
{
  SkyEvent dealt = { .type = SKY_EVENT_DEAL, .deal = { .to = to, .order = order, .n_tiles = 4 } };
  SkyEvent set = { .type = SKY_EVENT_SET, .set = { .to = to } };

  memcpy (dealt.deal.tiles, tiles, 4 * sizeof (SkyTile));
  sky_odds_table_feed (table, &dealt);
  sky_tile_setting (tiles, setting, set.set.high, set.set.low);
  sky_odds_table_feed (table, &set);
}

/* Every 50th of those rounds is played. */
static void
play_one (const SkyTile other[4], guint index, gpointer data)
{
  const Slice *slice = data;
  g_autoptr (SkyOddsTable) table = NULL;
  SkyEvent result = { .type = SKY_EVENT_RESULT, .result = { .dice = { 3, 3, 3 }, .n_dice = 3 } };
  const SkyBetRef none = { 0 };
  const SkyWager *wager;
  SkyTileHand own[2], theirs[2];
  guint rule, right, setting = 0, high, low;

  if (index % 50 != 0)
    return;
  right = sky_tile_dealer_settings (other, &rule);
  while ((right >> setting & 1) == 0)
    setting++;
  make_hands (slice->tiles, 1, own);
  make_hands (other, setting, theirs);
  high = compare (own[0], theirs[0]);
  low = compare (own[1], theirs[1]);

  table = sky_odds_table_new (SKY_GAME_PAI_GOW, "{}");
  sky_odds_table_feed_type (table, SKY_EVENT_ROUND_START);
  wager = sky_odds_table_place (table, &sky_game_get (SKY_GAME_PAI_GOW)->bets[SKY_PAI_GOW_WAGER],
                                &none);
  sky_odds_table_feed_type (table, SKY_EVENT_NO_MORE_BETS);
  sky_odds_table_feed (table, &result);
  deal_and_set (table, SKY_PLACE_DEALER, 1, other, setting);
  deal_and_set (table, 1, 2, slice->tiles, 1);
  sky_odds_table_feed_type (table, SKY_EVENT_ROUND_END);
  g_assert_cmpint (wager->due.outcome, ==,
                   high == 2 && low == 2   ? SKY_OUTCOME_WIN
                   : high == 2 || low == 2 ? SKY_OUTCOME_PUSH
                                           : SKY_OUTCOME_LOSE);
  g_assert_cmpint (wager->due.vig, ==, high == 2 && low == 2 ? SKY_ODDS_STAKE / 20 : 0);
}

static void
test_played (void)
{
  const GArray *fours = sky_fours ();

  for (guint i = 100; i < fours->len; i += 700)
    {
      Slice slice = { .four = &g_array_index (fours, SkyFour, i) };

      sky_four_tiles (slice.four, NULL, slice.tiles);
      for_each_other (slice.tiles, play_one, &slice);
    }
}

/* Worked out once for all the tests. */
static GPtrArray *
get_report (void)
{
  static GPtrArray *report;

  if (report == NULL)
    report = sky_odds_report (SKY_GAME_PAI_GOW);
  return report;
}

static const char *
member (const SkyOddsLine *line, const char *name)
{
  for (guint i = 0; i < line->members->len; i++)
    {
      const SkyOddsMember *found = &g_array_index (line->members, SkyOddsMember, i);

      if (g_str_equal (found->name, name))
        return found->text;
    }
  return NULL;
}

/* The line's amount, cents; 0 when it is for any. */
static SkyMoney
amount_of (const SkyOddsLine *line)
{
  for (guint i = 0; i < line->members->len; i++)
    {
      const SkyOddsMember *found = &g_array_index (line->members, SkyOddsMember, i);

      if (g_str_equal (found->name, "amount"))
        {
          g_assert_true (found->is_money);
          return found->value;
        }
    }
  return 0;
}

static const SkyOddsLine *
find (GPtrArray *lines,
      const char *bet,
      const char *sets,
      const char *favors,
      const char *bank,
      SkyMoney amount)
{
  for (guint i = 0; i < lines->len; i++)
    {
      const SkyOddsLine *line = lines->pdata[i];
      const char *who = g_str_equal (bet, "pai_gow") ? "player_sets" : "bank_sets";

      if (g_str_equal (line->bet->form.bet, bet) && g_strcmp0 (member (line, who), sets) == 0
          && g_strcmp0 (member (line, "favors"), favors) == 0
          && g_strcmp0 (member (line, "bank"), bank) == 0 && amount_of (line) == amount)
        return line;
    }
  g_error ("no line for %s, %s, %s", bet, sets, favors);
}

static void
assert_ways (const char *fraction, gulong ways)
{
  mpq_t is, want;

  mpq_inits (is, want, NULL);
  g_assert_cmpint (mpq_set_str (is, fraction, 10), ==, 0);
  mpq_set_ui (want, ways, 736281000);
  mpq_canonicalize (want);
  g_assert_true (mpq_equal (is, want));
  mpq_clears (is, want, NULL);
}

/* Of 35,960 × 20,475 deals, as counted tile by tile by a program that shares nothing with this
 * one. */
static const struct
{
  const char *bet;
  const char *sets;
  const char *favors;
  gulong win;
  gulong lose;
  gulong push;
} counted[] = {
  { "pai_gow", "as_dealer", "high_hand", 218057736, 226898888, 291324376 },
  { "pai_gow", "as_dealer", "low_hand", 217488676, 225621116, 293171208 },
  { "pai_gow", "best", "high_hand", 221646408, 203439132, 311195460 },
  { "pai_gow", "best", "low_hand", 229923240, 205800180, 300557580 },
  { "dealer_vs_bank", "as_dealer", "high_hand", 218057736, 226898888, 291324376 },
  { "dealer_vs_bank", "as_dealer", "low_hand", 217488676, 225621116, 293171208 },
  { "dealer_vs_bank", "best", "high_hand", 197344680, 229384732, 309551588 },
  { "dealer_vs_bank", "best", "low_hand", 199784792, 236544756, 299951452 },
};

static void
test_counted (void)
{
  GPtrArray *lines = get_report ();

  for (guint i = 0; i < G_N_ELEMENTS (counted); i++)
    {
      gboolean player = g_str_equal (counted[i].bet, "pai_gow");
      const SkyOddsLine *line = find (lines, counted[i].bet, counted[i].sets, counted[i].favors,
                                      player ? "dealer" : NULL, 0);

      g_test_message ("%s %s %s", counted[i].bet, counted[i].sets, counted[i].favors);
      assert_ways (line->win, counted[i].win);
      assert_ways (line->lose, counted[i].lose);
      assert_ways (line->push, counted[i].push);
      g_assert_cmpstr (line->pays, ==, "1 to 1");
      if (!player)
        continue;
      /* A player's bank that sets as the dealer does is worth as much. */
      line = find (lines, "pai_gow", counted[i].sets, counted[i].favors, "player", 0);
      assert_ways (line->win, counted[i].win);
      assert_ways (line->lose, counted[i].lose);
    }
}

static const char *
outcome (const SkyOddsLine *line, gint64 copies, const char *pays)
{
  for (guint i = 0; i < line->outcomes->len; i++)
    {
      const SkyOddsOutcome *found = line->outcomes->pdata[i];

      g_assert_cmpstr (found->measure, ==, "copies");
      if (found->count == copies && g_str_equal (found->pays, pays))
        return found->probability;
    }
  g_error ("no outcome %d %s", (int) copies, pays);
}

/* Where both set alike neither has the better of it but by copies. */
static void
test_symmetry (void)
{
  GPtrArray *lines = get_report ();
  guint alike = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      const SkyOddsLine *line = lines->pdata[i];
      mpq_t sum, part;

      mpq_inits (sum, part, NULL);
      for (guint o = 0; o < line->outcomes->len; o++)
        {
          mpq_set_str (part, ((const SkyOddsOutcome *) line->outcomes->pdata[o])->probability, 10);
          mpq_add (sum, sum, part);
        }
      g_assert_cmpint (mpq_cmp_ui (sum, 1, 1), ==, 0);
      mpq_clears (sum, part, NULL);
      if (g_strcmp0 (member (line, "player_sets"), "as_dealer") != 0
          && g_strcmp0 (member (line, "bank_sets"), "as_dealer") != 0)
        continue;
      alike++;
      g_assert_cmpstr (outcome (line, 0, "1 to 1"), ==, outcome (line, 0, "lose"));
      g_assert_cmpstr (outcome (line, 1, "push"), ==, outcome (line, 1, "lose"));
    }
  g_assert_cmpuint (alike, >, 0);
}

/* Rounding is the price's only difference: of $6 30 cents are due, and 50 are taken. */
static void
test_vigorish (void)
{
  static const struct
  {
    SkyMoney amount; /* 0: any */
    gulong vig, of;
  } prices[] = { { 0, 5, 100 }, { 600, 50, 600 }, { 1100, 75, 1100 }, { 2100, 125, 2100 } };
  GPtrArray *lines = get_report ();

  for (guint i = 0; i < G_N_ELEMENTS (prices); i++)
    {
      const SkyOddsLine *line =
          find (lines, "pai_gow", "as_dealer", "high_hand", "dealer", prices[i].amount);
      mpq_t edge, part, win;

      mpq_inits (edge, part, win, NULL);
      mpq_set_str (win, line->win, 10);
      mpq_set_str (edge, line->lose, 10);
      mpq_sub (edge, edge, win);
      mpq_set_ui (part, prices[i].vig, prices[i].of);
      mpq_canonicalize (part);
      mpq_mul (part, part, win);
      mpq_add (edge, edge, part);
      mpq_set_str (part, line->house_edge, 10);
      g_assert_true (mpq_equal (edge, part));
      mpq_clears (edge, part, win, NULL);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tile-contest/kinds", test_kinds);
  g_test_add_func ("/tile-contest/slice", test_slice);
  g_test_add_func ("/tile-contest/played", test_played);
  g_test_add_func ("/odds/pai_gow/counted", test_counted);
  g_test_add_func ("/odds/pai_gow/symmetry", test_symmetry);
  g_test_add_func ("/odds/pai_gow/vigorish", test_vigorish);
  return g_test_run ();
}
