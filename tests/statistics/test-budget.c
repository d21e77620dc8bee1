/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clean years of a property with 100 tables, by simulated counts: all families together report no
 * more often than their one budget allows. The years have nothing to do with each other and run
 * side by side. */
#include "config.h"

#include "stream-chance.h"

#include "sky-stream.h"

#include <math.h>

#define MONDAY   19604 /* 2023-09-04 */
#define N_DAYS   364
#define N_WEEKS  52
#define N_TABLES 100

/* One false report of all families together in so many table-years, and the families' budgets. */
#define BUDGET    100
#define N_BUDGETS 9

/* The streams that each family may have; sets of dice are those of the year. */
#define N_WHEELS      20
#define N_DICE_TABLES 30
#define N_SETS        (N_DICE_TABLES * N_DAYS)
#define N_SPINS       60
#define N_DEALERS     150
#define N_PATRONS     2000
#define N_PAIRS       10000

typedef enum
{
  WHEELS,
  DICE_SETS,
  DICE_TABLES,
  SPINS,
  SEVENS,
  ERRORS,
  PAIRS,
  PATRONS,
  TABLES,
  N_FAMILIES,
} Family;

G_STATIC_ASSERT (N_FAMILIES == N_BUDGETS);

static const char *const family_names[N_FAMILIES] = {
  "wheels", "sets of dice", "dice at tables", "spins",  "sevens",
  "errors", "pairs",        "patrons",        "tables",
};

static guint n_years = 1;

/* What came of the years. */
typedef struct
{
  GMutex lock;
  guint n_reported[N_FAMILIES];
} Result;

/* ln A of a family of @n streams. */
static long double
threshold (guint n)
{
  return logl ((long double) N_WEEKS * N_BUDGETS * n * BUDGET / N_TABLES);
}

static gboolean
is_reported (const SkyStream *stream)
{
  return sky_stream_get_state (stream) != SKY_STREAM_QUIET;
}

/* @n_looks times @n observations of a stream, over @n_days. Returns: whether it reported. */
static gboolean
play (Chance *chance,
      SkyStreamKind kind,
      const double *weights,
      guint n_cells,
      guint n,
      guint n_looks,
      guint n_days,
      long double ln_a)
{
  g_autoptr (SkyStream) stream = sky_stream_new (kind, n_cells);

  for (guint look = 0; look < n_looks && !is_reported (stream); look++)
    {
      SkyDay day = MONDAY + (SkyDay) (look * n_days / n_looks);
      gint64 counts[SKY_STREAM_CELLS] = { 0 };

      chance_draw_counts (chance, weights, n_cells, n, counts);
      sky_stream_add (stream, day, counts);
      sky_stream_look (stream, day, ln_a, TRUE);
    }
  return is_reported (stream);
}

static void
play_equipment (Chance *chance, guint n_reported[N_FAMILIES])
{
  static const double dice[6] = { 1, 1, 1, 1, 1, 1 };
  double places[38];

  for (guint i = 0; i < 38; i++)
    places[i] = 1;
  for (guint i = 0; i < N_WHEELS; i++)
    n_reported[WHEELS] +=
        play (chance, SKY_STREAM_ARCS, places, 38, 700, N_DAYS, N_DAYS, threshold (N_WHEELS));
  for (guint i = 0; i < N_DICE_TABLES; i++)
    n_reported[DICE_TABLES] +=
        play (chance, SKY_STREAM_DICE, dice, 6, 3000, N_DAYS, N_DAYS, threshold (N_DICE_TABLES));
  /* A set has one beginning. */
  for (guint i = 0; i < N_SETS; i++)
    n_reported[DICE_SETS] += play (chance, SKY_STREAM_DICE_SET, dice, 6, 200, 25, 1,
                                   threshold (N_SETS) - logl (N_WEEKS));
  for (guint i = 0; i < N_SPINS; i++)
    n_reported[SPINS] +=
        play (chance, SKY_STREAM_ARCS, places, 38, 160, N_WEEKS, N_DAYS, threshold (N_SPINS));
}

/* A year of dealers who all err alike. */
static guint
play_dealers (Chance *chance, long double ln_a)
{
  SkyStream *dealers[N_DEALERS];
  guint n_reported = 0;

  for (guint i = 0; i < N_DEALERS; i++)
    dealers[i] = sky_stream_new (SKY_STREAM_ERRORS, 0);
  for (guint week = 0; week < N_WEEKS; week++)
    {
      SkyDay sunday = MONDAY + (SkyDay) week * 7 + 6;
      SkyStratum strata[N_DEALERS] = { 0 };
      gint64 all = 0;

      for (guint i = 0; i < N_DEALERS; i++)
        all += strata[i].x = chance_draw_number (chance, 4000, 0.001);
      for (guint i = 0; i < N_DEALERS; i++)
        {
          strata[i].n = 4000;
          strata[i].all_n = 4000 * N_DEALERS;
          strata[i].all_x = all;
          sky_stream_add_week (dealers[i], sunday, &strata[i], 1);
          sky_stream_look (dealers[i], sunday, ln_a, TRUE);
        }
    }
  for (guint i = 0; i < N_DEALERS; i++)
    {
      n_reported += is_reported (dealers[i]);
      sky_stream_free (dealers[i]);
    }
  return n_reported;
}

/* A year of a pair like others. */
static gboolean
play_pair (Chance *chance, long double ln_a)
{
  g_autoptr (SkyStream) stream = sky_stream_new (SKY_STREAM_PAIRS, 0);

  for (guint week = 0; week < N_WEEKS && !is_reported (stream); week++)
    {
      SkyDay sunday = MONDAY + (SkyDay) week * 7 + 6;
      SkyPairStratum pair = { .others = { .n = 300, .all_n = 4000 },
                              .elsewhere = { .n = 300, .all_n = 1300 } };
      gint64 x = chance_draw_number (chance, 300, 0.001);

      pair.others.x = pair.elsewhere.x = x;
      pair.others.all_x = x + chance_draw_number (chance, 3700, 0.001);
      pair.elsewhere.all_x = x + chance_draw_number (chance, 1000, 0.001);
      sky_stream_add_pair_week (stream, sunday, &pair, 1);
      sky_stream_look (stream, sunday, ln_a, TRUE);
    }
  return is_reported (stream);
}

/* A wager of which @n_winning of 38 pockets win @pays to 1: what winning and losing it tells. */
typedef struct
{
  guint n_winning;
  SkyMoney pays;
  long double won[SKY_N_WINS];
  long double lost[SKY_N_WINS];
} Wager;

static void
weigh_wager (Wager *wager)
{
  SkyMoney gains[38];
  const SkyWinLaw law = { gains, 38 };

  for (guint i = 0; i < 38; i++)
    gains[i] = i < wager->n_winning ? wager->pays * 1000 : -1000;
  sky_wins_add (&law, wager->pays * 1000, wager->won);
  sky_wins_add (&law, -1000, wager->lost);
}

/* A year of @n_looks with @n rounds each, of one wager a round. */
static gboolean
play_wins (Chance *chance, const Wager *wager, guint n, guint n_looks, long double ln_a)
{
  g_autoptr (SkyStream) stream = sky_stream_new (SKY_STREAM_WINS, 0);

  for (guint look = 0; look < n_looks && !is_reported (stream); look++)
    {
      SkyDay day = MONDAY + (SkyDay) (look * N_DAYS / n_looks);
      gint64 won = chance_draw_number (chance, n, wager->n_winning / 38.0);
      SkyWins wins = { .n_rounds = n, .gain = (won * (wager->pays + 1) - n) * 1000 };

      for (guint a = 0; a < SKY_N_WINS; a++)
        wins.ln_l[a] = won * wager->won[a] + (n - won) * wager->lost[a];
      sky_stream_add_wins (stream, day, &wins);
      sky_stream_look (stream, day, ln_a, TRUE);
    }
  return is_reported (stream);
}

static void
play_people (Chance *chance, guint n_reported[N_FAMILIES])
{
  static const double sevens[2] = { 1, 5 };
  Wager wagers[] = { { .n_winning = 18, .pays = 1 }, { .n_winning = 1, .pays = 35 } };

  for (guint i = 0; i < G_N_ELEMENTS (wagers); i++)
    weigh_wager (&wagers[i]);
  for (guint i = 0; i < N_PATRONS; i++)
    {
      n_reported[SEVENS] +=
          play (chance, SKY_STREAM_SEVENS, sevens, 2, 300, N_WEEKS, N_DAYS, threshold (N_PATRONS));
      n_reported[PATRONS] +=
          play_wins (chance, &wagers[i % 2], 400, N_WEEKS, threshold (N_PATRONS));
    }
  for (guint i = 0; i < N_TABLES; i++)
    n_reported[TABLES] += play_wins (chance, &wagers[i % 2], 1000, N_DAYS, threshold (N_TABLES));
  n_reported[ERRORS] += play_dealers (chance, threshold (N_DEALERS));
  for (guint i = 0; i < N_PAIRS; i++)
    n_reported[PAIRS] += play_pair (chance, threshold (N_PAIRS));
}

static void
play_year (gpointer year, gpointer user_data)
{
  Result *result = user_data;
  Chance chance = chance_new (GPOINTER_TO_UINT (year));
  guint n_reported[N_FAMILIES] = { 0 };

  play_equipment (&chance, n_reported);
  play_people (&chance, n_reported);
  g_mutex_lock (&result->lock);
  for (Family family = 0; family < N_FAMILIES; family++)
    result->n_reported[family] += n_reported[family];
  g_mutex_unlock (&result->lock);
}

/* P (at most @k of @n), each with the chance @p. */
static double
at_most (guint k, guint n, double p)
{
  double sum = 0;

  for (guint i = 0; i <= k; i++)
    sum += exp (lgamma (n + 1.0) - lgamma (i + 1.0) - lgamma (n - i + 1.0) + i * log (p)
                + (n - i) * log1p (-p));
  return sum;
}

/* Whether @n reports in the years are no more than chance gives of one in BUDGET table-years, in
 * 999 of 1,000 such tests. */
static gboolean
is_within_budget (guint n)
{
  return n == 0 || at_most (n - 1, n_years * N_TABLES, 1.0 / BUDGET) < 0.999;
}

static void
test_judged (void)
{
  guint before = n_years;

  /* 1 in 100, 10,000 times: up to 131 (of Poisson's law 131 too). */
  n_years = 100;
  g_assert_true (is_within_budget (131));
  g_assert_false (is_within_budget (133));
  n_years = before;
}

/* Sections 5 and 12 of the contract. */
static void
test_budget (void)
{
  Result result = { 0 };
  GThreadPool *pool;
  guint n_reported = 0;

  g_mutex_init (&result.lock);
  pool = g_thread_pool_new (play_year, &result, (gint) g_get_num_processors (), TRUE, NULL);
  for (guint year = 1; year <= n_years; year++)
    g_thread_pool_push (pool, GUINT_TO_POINTER (year), NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
  g_mutex_clear (&result.lock);
  for (Family family = 0; family < N_FAMILIES; family++)
    {
      g_test_message ("%s: %u", family_names[family], result.n_reported[family]);
      n_reported += result.n_reported[family];
    }
  g_test_message ("%u reports in %u table-years", n_reported, n_years * N_TABLES);
  g_assert_true (is_within_budget (n_reported));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    n_years = (guint) g_ascii_strtoull (argv[1], NULL, 10);
  g_test_add_func ("/budget/judged", test_judged);
  g_test_add_func ("/budget/clean", test_budget);
  return g_test_run ();
}
