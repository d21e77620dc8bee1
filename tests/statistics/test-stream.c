/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams over simulated counts: planted patterns are found about as soon as they were measured to
 * be, and what confirms a report is none of what raised it. In the long run each pattern 200 times;
 * else the quick ones, 20 times. */
#include "config.h"

#include "stream-chance.h"

#include "sky-stream.h"
#include "sky-tilt.h"

#include <math.h>

#define MONDAY 19604 /* 2023-09-04 */

static guint n_planted = 20; /* runs of each planted pattern */

/* --- By hand -----------------------------------------------------------------------------------
 */

static void
test_monday (void)
{
  SkyDay day;

  g_assert_true (sky_day_parse ("2023-09-04", 10, &day));
  g_assert_cmpint (sky_week_monday (day), ==, day);
  g_assert_cmpint (sky_week_monday (day + 6), ==, day);
  g_assert_cmpint (sky_week_monday (day - 1), ==, day - 7);
  g_assert_cmpint (sky_week_monday (-4), ==, -10);
  g_assert_cmpint (sky_week_monday (MONDAY), ==, MONDAY);
}

/* A day of @n spins, of which @inside are in the five places from 3 on. */
static void
add_spins (SkyStream *stream, SkyDay day, gint64 n, gint64 inside)
{
  gint64 counts[38];

  for (guint i = 0; i < 38; i++)
    counts[i] = i >= 3 && i < 8 ? inside / 5 : (n - inside) / 33;
  sky_stream_add (stream, day, counts);
  sky_stream_look (stream, day, logl (8320), TRUE);
}

/* What comes in the rest of the day of a report is in neither; it begins anew a week later. */
static void
test_fresh (void)
{
  g_autoptr (SkyStream) stream = sky_stream_new (SKY_STREAM_ARCS, 38);
  SkyStreamStanding standing;
  g_autofree char *lead = NULL;

  add_spins (stream, MONDAY, 330 + 50, 50);
  sky_stream_get_standing (stream, &standing);
  g_assert_cmpint (standing.state, ==, SKY_STREAM_QUIET);
  add_spins (stream, MONDAY + 1, 330 + 150, 150);
  sky_stream_get_standing (stream, &standing);
  lead = sky_stream_name (stream, standing.lead);
  g_assert_cmpint (standing.state, ==, SKY_STREAM_REPORTED);
  g_assert_cmpstr (lead, ==, "arc/3/5/4/5");
  g_assert_cmpint (standing.reported_on, ==, MONDAY + 1);
  g_assert_cmpint (standing.since, ==, MONDAY);
  g_assert_cmpint (standing.n_since, ==, 860);
  g_assert_cmpint (standing.observed, ==, 200);
  g_assert_cmpfloat_with_epsilon ((double) standing.expected, 860.0 * 5 / 38, 1e-9);
  g_assert_cmpint (standing.n_fresh, ==, 0);

  /* The same day again: not fresh. The next one is, and what it says of another arc is nothing. */
  add_spins (stream, MONDAY + 1, 330 + 150, 150);
  sky_stream_get_standing (stream, &standing);
  g_assert_cmpint (standing.n_fresh, ==, 0);
  add_spins (stream, MONDAY + 2, 330 + 50, 50);
  sky_stream_get_standing (stream, &standing);
  g_assert_cmpint (standing.n_fresh, ==, 380);
  g_assert_cmpint (standing.state, ==, SKY_STREAM_REPORTED);
  g_assert_cmpfloat ((double) standing.ln_c, <, 0);
  add_spins (stream, MONDAY + 3, 330 + 200, 200);
  sky_stream_get_standing (stream, &standing);
  g_assert_cmpint (standing.state, ==, SKY_STREAM_CONFIRMED);
  g_assert_cmpint (standing.decided_on, ==, MONDAY + 3);
  g_assert_cmpint (standing.n_fresh, ==, 910);
}

/* An arc of five is not borne out by 38,119 spins that say nothing, and not before. */
static void
test_not_borne_out (void)
{
  g_autoptr (SkyStream) stream = sky_stream_new (SKY_STREAM_ARCS, 38);
  SkyStreamStanding standing;
  gint64 one[38] = { [0] = 1 };

  add_spins (stream, MONDAY, 330 + 50, 50);
  add_spins (stream, MONDAY + 1, 330 + 150, 150);
  for (guint day = 2; day < 12; day++)
    add_spins (stream, MONDAY + day, 3800, 500);
  add_spins (stream, MONDAY + 12, 118 - 5 - 14, 0);
  sky_stream_get_standing (stream, &standing);
  while (standing.n_fresh < 38118)
    {
      sky_stream_add (stream, MONDAY + 13, one);
      sky_stream_look (stream, MONDAY + 13, logl (8320), TRUE);
      sky_stream_get_standing (stream, &standing);
    }
  g_assert_cmpint (standing.state, ==, SKY_STREAM_REPORTED);
  sky_stream_add (stream, MONDAY + 13, one);
  sky_stream_look (stream, MONDAY + 13, logl (8320), TRUE);
  sky_stream_get_standing (stream, &standing);
  g_assert_cmpint (standing.n_fresh, ==, 38119);
  g_assert_cmpint (standing.state, ==, SKY_STREAM_NOT_BORNE_OUT);
}

/* What may not report does not, and a dealer alone proves nothing. */
static void
test_silent (void)
{
  g_autoptr (SkyStream) stream = sky_stream_new (SKY_STREAM_DICE, 0);
  g_autoptr (SkyStream) alone = sky_stream_new (SKY_STREAM_ERRORS, 0);
  const SkyStratum whole = { .x = 50, .n = 1000, .all_n = 1000, .all_x = 50 };
  SkyStreamStanding standing;
  gint64 sixes[6] = { 0, 0, 0, 0, 0, 500 };

  sky_stream_add (stream, MONDAY, sixes);
  sky_stream_look (stream, MONDAY, 1, FALSE);
  sky_stream_get_standing (stream, &standing);
  g_assert_cmpint (standing.state, ==, SKY_STREAM_QUIET);
  g_assert_cmpfloat ((double) standing.ln_r, >, 100);
  sky_stream_add_week (alone, MONDAY + 6, &whole, 1);
  sky_stream_get_standing (alone, &standing);
  g_assert_cmpfloat ((double) standing.ln_r, ==, 0);
}

/* --- Planted -----------------------------------------------------------------------------------
 */

/* A pattern of section 9: what it is of, how it is planted, and after how many observations of it
 * four in five were reported. */
typedef struct
{
  const char *name;
  SkyStreamKind kind;
  guint n_cells;
  guint first; /* the cells that come more often, or less: by so much */
  guint n_planted;
  double tilt;
  guint a_look;
  double a;
  guint eighty;
  gboolean is_short;
} Planted;

static const Planted planted[] = {
  { "5 of 38 + 20 %", SKY_STREAM_ARCS, 38, 7, 5, 1.2, 700, 8320, 10500, TRUE },
  { "5 of 38 + 10 %", SKY_STREAM_ARCS, 38, 7, 5, 1.1, 700, 8320, 35700, FALSE },
  { "5 of 38 + 40 %", SKY_STREAM_ARCS, 38, 7, 5, 1.4, 700, 8320, 2800, TRUE },
  { "1 of 38 + 20 %", SKY_STREAM_ARCS, 38, 7, 1, 1.2, 700, 8320, 42000, FALSE },
  { "1 of 38 + 50 %", SKY_STREAM_ARCS, 38, 7, 1, 1.5, 700, 8320, 8400, FALSE },
  { "3 of 38 + 20 %", SKY_STREAM_ARCS, 38, 7, 3, 1.2, 700, 8320, 15400, FALSE },
  { "9 of 38 + 10 %", SKY_STREAM_ARCS, 38, 7, 9, 1.1, 700, 8320, 23100, FALSE },
  { "9 of 38 + 20 %", SKY_STREAM_ARCS, 38, 7, 9, 1.2, 700, 8320, 6300, FALSE },
  { "half of 38 + 10 %", SKY_STREAM_ARCS, 38, 7, 19, 1.1, 700, 8320, 17600, FALSE },
  { "half of 38 + 5 %", SKY_STREAM_ARCS, 38, 7, 19, 1.05, 700, 8320, 144000, FALSE },
  { "5 of 37 + 20 %", SKY_STREAM_ARCS, 37, 7, 5, 1.2, 700, 8320, 9800, FALSE },
  { "spins, 9 + 30 %", SKY_STREAM_ARCS, 38, 7, 9, 1.3, 160, 24960, 3200, FALSE },
  { "spins, 9 + 50 %", SKY_STREAM_ARCS, 38, 7, 9, 1.5, 160, 24960, 1440, TRUE },
  { "spins, 5 + 100 %", SKY_STREAM_ARCS, 38, 7, 5, 2, 160, 24960, 640, TRUE },
  /* Throws of two dice: so many faces. */
  { "P(6) 0.18", SKY_STREAM_DICE, 6, 5, 1, 0.18 * 5 / 0.82, 3000, 12480, 30000, TRUE },
  { "P(6) 0.19", SKY_STREAM_DICE, 6, 5, 1, 0.19 * 5 / 0.81, 3000, 12480, 12000, TRUE },
  { "P(6) 0.20", SKY_STREAM_DICE, 6, 5, 1, 0.2 * 5 / 0.8, 3000, 12480, 6000, TRUE },
  { "a set, P(6) 0.22", SKY_STREAM_DICE_SET, 6, 5, 1, 0.22 * 5 / 0.78, 200, 116800, 2400, TRUE },
  { "a set, P(6) 0.24", SKY_STREAM_DICE_SET, 6, 5, 1, 0.24 * 5 / 0.76, 200, 116800, 1400, TRUE },
  { "1 seven in 7", SKY_STREAM_SEVENS, 2, 0, 1, 5.0 / 6, 300, 832000, 8400, TRUE },
  { "1 seven in 8", SKY_STREAM_SEVENS, 2, 0, 1, 5.0 / 7, 300, 832000, 3000, TRUE },
  { "1 seven in 9", SKY_STREAM_SEVENS, 2, 0, 1, 5.0 / 8, 300, 832000, 1800, TRUE },
};

static gboolean
is_reported (const SkyStream *stream)
{
  return sky_stream_get_state (stream) != SKY_STREAM_QUIET;
}

/* Returns: whether it is reported within @most observations. */
static gboolean
finds (Chance *chance, const Planted *one, guint most)
{
  g_autoptr (SkyStream) stream = sky_stream_new (one->kind, one->n_cells);
  double weights[SKY_STREAM_CELLS];
  guint a_week = one->a_look < 700 ? 1 : 7;

  for (guint i = 0; i < one->n_cells; i++)
    weights[i] = one->kind == SKY_STREAM_SEVENS && i == 1 ? 5 : 1;
  for (guint i = 0; i < one->n_planted; i++)
    weights[one->first + i] *= one->tilt;
  for (guint look = 0; (look + 1) * one->a_look <= most; look++)
    {
      SkyDay day = MONDAY + (SkyDay) (look / a_week * 7 + look % a_week);
      gint64 counts[SKY_STREAM_CELLS] = { 0 };

      chance_draw_counts (chance, weights, one->n_cells, one->a_look, counts);
      sky_stream_add (stream, day, counts);
      sky_stream_look (stream, day, logl (one->a), TRUE);
      if (is_reported (stream))
        return TRUE;
    }
  return FALSE;
}

/* Four in five, within a quarter more than was measured. */
static void
test_planted (gconstpointer data)
{
  const Planted *one = data;
  Chance chance = chance_new (one->eighty);
  guint n_found = 0;

  for (guint run = 0; run < n_planted; run++)
    n_found += finds (&chance, one, one->eighty + one->eighty / 4);
  g_test_message ("%s: %u of %u", one->name, n_found, n_planted);
  g_assert_cmpuint (5 * n_found, >=, 4 * n_planted);
}

/* A dealer who makes @ratio times the errors, of 4,000 decisions a week. */
static gboolean
finds_dealer (Chance *chance, double ratio, double base, guint n_weeks)
{
  g_autoptr (SkyStream) stream = sky_stream_new (SKY_STREAM_ERRORS, 0);

  for (guint week = 0; week < n_weeks; week++)
    {
      SkyStratum stratum = { .n = 4000, .all_n = 4000 * 20 };

      stratum.x = chance_draw_number (chance, 4000, ratio * base);
      stratum.all_x = stratum.x + chance_draw_number (chance, 4000 * 19, base);
      sky_stream_add_week (stream, MONDAY + (SkyDay) week * 7 + 6, &stratum, 1);
      sky_stream_look (stream, MONDAY + (SkyDay) week * 7 + 6, logl (62400), TRUE);
      if (is_reported (stream))
        return TRUE;
    }
  return FALSE;
}

static void
test_planted_dealers (void)
{
  static const struct
  {
    double ratio;
    double base;
    guint eighty;
  } cases[] = { { 2, 0.001, 48 }, { 3, 0.001, 8 }, { 5, 0.001, 3 }, { 3, 0.0002, 34 } };
  Chance chance = chance_new (0);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n_found = 0;

      for (guint run = 0; run < n_planted; run++)
        n_found += finds_dealer (&chance, cases[i].ratio, cases[i].base, cases[i].eighty * 5 / 4);
      g_test_message ("%.0f ×, base %g: %u of %u", cases[i].ratio, cases[i].base, n_found,
                      n_planted);
      g_assert_cmpuint (5 * n_found, >=, 4 * n_planted);
    }
}

/* A dealer who overpays one patron @ratio times as often, of @n decisions a week; all of the
 * dealer's are 4,000, and as many are the patron's elsewhere. */
static gboolean
finds_pair (Chance *chance, double ratio, double base, guint n, guint n_weeks)
{
  g_autoptr (SkyStream) stream = sky_stream_new (SKY_STREAM_PAIRS, 0);

  for (guint week = 0; week < n_weeks && !is_reported (stream); week++)
    {
      SkyDay sunday = MONDAY + (SkyDay) week * 7 + 6;
      gint64 x = chance_draw_number (chance, n, ratio * base);
      SkyPairStratum pair = { .others = { .x = x, .n = n, .all_n = 4000 + n },
                              .elsewhere = { .x = x, .n = n, .all_n = 4000 + n } };

      pair.others.all_x = x + chance_draw_number (chance, 4000, base);
      pair.elsewhere.all_x = x + chance_draw_number (chance, 4000, base);
      sky_stream_add_pair_week (stream, sunday, &pair, 1);
      sky_stream_look (stream, sunday, logl (4160000), TRUE);
    }
  return is_reported (stream);
}

static void
test_planted_pairs (void)
{
  static const struct
  {
    double ratio;
    double base;
    guint n;
    guint eighty;
  } cases[] = { { 3, 0.001, 1000, 24 },  { 3, 0.001, 3000, 12 }, { 3, 0.005, 1000, 6 },
                { 3, 0.0005, 1000, 47 }, { 10, 0.001, 1000, 3 }, { 10, 0.001, 300, 10 } };
  Chance chance = chance_new (1);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n_found = 0;

      for (guint run = 0; run < n_planted; run++)
        n_found += finds_pair (&chance, cases[i].ratio, cases[i].base, cases[i].n,
                               cases[i].eighty * 5 / 4);
      g_test_message ("%.0f ×, base %g, %u: %u of %u", cases[i].ratio, cases[i].base, cases[i].n,
                      n_found, n_planted);
      g_assert_cmpuint (5 * n_found, >=, 4 * n_planted);
    }
}

/* A patron with @n_winning of 38 pockets, who wins @ratio times as often as by chance. */
static gboolean
finds_patron (Chance *chance, guint n_winning, double ratio, guint most)
{
  g_autoptr (SkyStream) stream = sky_stream_new (SKY_STREAM_WINS, 0);
  SkyMoney gains[38], pays = 36 / n_winning - 1;
  const SkyWinLaw law = { gains, 38 };
  long double won[SKY_N_WINS] = { 0 }, lost[SKY_N_WINS] = { 0 };

  for (guint i = 0; i < 38; i++)
    gains[i] = i < n_winning ? pays * 500 : -500;
  sky_wins_add (&law, pays * 500, won);
  sky_wins_add (&law, -500, lost);
  for (guint week = 0; (week + 1) * 400 <= most && !is_reported (stream); week++)
    {
      SkyDay day = MONDAY + (SkyDay) week * 7;
      gint64 n_won = chance_draw_number (chance, 400, n_winning / 38.0 * ratio);
      SkyWins wins = { .n_rounds = 400, .gain = n_won * pays * 500 - (400 - n_won) * 500 };

      for (guint a = 0; a < SKY_N_WINS; a++)
        wins.ln_l[a] = n_won * won[a] + (400 - n_won) * lost[a];
      sky_stream_add_wins (stream, day, &wins);
      sky_stream_look (stream, day, logl (832000), TRUE);
    }
  return is_reported (stream);
}

static void
test_planted_patrons (void)
{
  static const struct
  {
    guint n_winning;
    double ratio;
    guint eighty;
  } cases[] = {
    { 18, 1.05, 16400 }, { 18, 1.1, 4800 }, { 1, 1.2, 32400 }, { 1, 1.5, 6800 }, { 1, 2, 2400 },
  };
  Chance chance = chance_new (2);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n_found = 0;

      for (guint run = 0; run < n_planted; run++)
        n_found +=
            finds_patron (&chance, cases[i].n_winning, cases[i].ratio, cases[i].eighty * 5 / 4);
      g_test_message ("%u of 38, %g ×: %u of %u", cases[i].n_winning, cases[i].ratio, n_found,
                      n_planted);
      g_assert_cmpuint (5 * n_found, >=, 4 * n_planted);
    }
}

int
main (int argc, char **argv)
{
  gboolean is_long;

  g_test_init (&argc, &argv, NULL);
  is_long = argc > 1;
  if (is_long)
    n_planted = (guint) g_ascii_strtoull (argv[1], NULL, 10);
  g_test_add_func ("/stream/monday", test_monday);
  g_test_add_func ("/stream/fresh", test_fresh);
  g_test_add_func ("/stream/not-borne-out", test_not_borne_out);
  g_test_add_func ("/stream/silent", test_silent);
  for (guint i = 0; i < G_N_ELEMENTS (planted); i++)
    if (is_long || planted[i].is_short)
      {
        g_autofree char *path = g_strconcat ("/stream/planted/", planted[i].name, NULL);

        g_test_add_data_func (path, &planted[i], test_planted);
      }
  g_test_add_func ("/stream/planted/dealers", test_planted_dealers);
  g_test_add_func ("/stream/planted/pairs", test_planted_pairs);
  g_test_add_func ("/stream/planted/patrons", test_planted_patrons);
  return g_test_run ();
}
