/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The odds of craps against the published figures, exact. */
#include "config.h"

#include "sky-odds.h"

#include <string.h>

static const SkyOddsLine *
find (GPtrArray *lines, const char *bet, gint64 number, const char *text)
{
  for (guint i = 0; i < lines->len; i++)
    {
      const SkyOddsLine *line = lines->pdata[i];
      gboolean right = g_str_equal (line->bet->form.bet, bet);
      gboolean has_text = text == NULL;

      for (guint m = 0; m < line->members->len; m++)
        {
          const SkyOddsMember *member = &g_array_index (line->members, SkyOddsMember, m);

          if (g_str_equal (member->name, "number"))
            right &= member->value == number;
          has_text |= text != NULL && g_strcmp0 (member->text, text) == 0;
        }
      if (right && has_text)
        return line;
    }
  g_error ("no line for %s", bet);
}

typedef struct
{
  const char *bet;
  gint64 number;
  const char *text; /* of a member: a paytable, the dice, when the vigorish is collected */
  const char *win;
  const char *lose;
  const char *push;
  const char *house_edge;
} Published;

static const Published published[] = {
  { "pass", 0, NULL, "244/495", "251/495", "0", "7/495" },
  { "dont_pass", 0, NULL, "949/1980", "244/495", "1/36", "3/220" },
  { "come", 0, NULL, "244/495", "251/495", "0", "7/495" },
  { "dont_come", 0, NULL, "949/1980", "244/495", "1/36", "3/220" },
  { "pass_odds", 4, NULL, "1/3", "2/3", "0", "0" },
  { "dont_pass_odds", 5, NULL, "3/5", "2/5", "0", "0" },
  { "come_odds", 6, NULL, "5/11", "6/11", "0", "0" },
  { "dont_come_odds", 10, NULL, "2/3", "1/3", "0", "0" },
  { "place_win", 4, NULL, "1/3", "2/3", "0", "1/15" },
  { "place_win", 5, NULL, "2/5", "3/5", "0", "1/25" },
  { "place_win", 6, NULL, "5/11", "6/11", "0", "1/66" },
  { "place_lose", 4, NULL, "2/3", "1/3", "0", "1/33" },
  { "place_lose", 5, NULL, "3/5", "2/5", "0", "1/40" },
  { "place_lose", 6, NULL, "6/11", "5/11", "0", "1/55" },
  { "buy", 4, "on_bet", "1/3", "2/3", "0", "1/20" },
  { "buy", 4, "on_win", "1/3", "2/3", "0", "1/60" },
  { "lay", 10, "on_win", "2/3", "1/3", "0", "1/30" },
  { "hardway", 4, NULL, "1/9", "8/9", "0", "1/9" },
  { "hardway", 6, NULL, "1/11", "10/11", "0", "1/11" },
  { "field", 0, NULL, "4/9", "5/9", "0", "1/18" },
  { "any_seven", 0, NULL, "1/6", "5/6", "0", "1/6" },
  { "any_craps", 0, NULL, "1/9", "8/9", "0", "1/9" },
  { "craps_two", 0, NULL, "1/36", "35/36", "0", "5/36" },
  { "craps_three", 0, NULL, "1/18", "17/18", "0", "1/9" },
  { "craps_twelve", 0, NULL, "1/36", "35/36", "0", "5/36" },
  { "eleven", 0, NULL, "1/18", "17/18", "0", "1/9" },
  { "craps_eleven", 0, NULL, "1/6", "5/6", "0", "1/9" },
  { "horn", 0, NULL, "1/6", "5/6", "0", "1/8" },
  { "horn_high", 12, NULL, "1/6", "5/6", "0", "23/180" },
  { "horn_high", 3, NULL, "1/6", "5/6", "0", "11/90" },
  { "whirl", 0, NULL, "1/3", "2/3", "0", "2/15" },
  { "hop", 0, "[2,2]", "1/36", "35/36", "0", "5/36" },
  { "hop", 0, "[3,4]", "1/18", "17/18", "0", "1/9" },
  { "six_seven_eight", 0, NULL, "4/9", "5/9", "0", "1/18" },
  { "all_small", 0, "1", "20049/760760", "740711/760760", "0", "1687/21736" },
  { "all_tall", 0, "2", "20049/760760", "740711/760760", "0", NULL },
  { "make_em_all", 0, "1", "126538525259/24067258815600", NULL, "0", NULL },
};

static void
test_published (void)
{
  g_autoptr (GPtrArray) lines = sky_odds_report (SKY_GAME_CRAPS);

  g_assert_nonnull (lines);
  for (guint i = 0; i < G_N_ELEMENTS (published); i++)
    {
      const Published *want = &published[i];
      const SkyOddsLine *line = find (lines, want->bet, want->number, want->text);

      g_test_message ("%s %d", want->bet, (int) want->number);
      g_assert_cmpstr (line->win, ==, want->win);
      if (want->lose != NULL)
        g_assert_cmpstr (line->lose, ==, want->lose);
      g_assert_cmpstr (line->push, ==, want->push);
      if (want->house_edge != NULL)
        g_assert_cmpstr (line->house_edge, ==, want->house_edge);
    }
}

/* A fraction's first decimals, rounded, in millionths: "1/3" is 333333. */
static gint64
millionths (const char *fraction)
{
  g_auto (GStrv) parts = g_strsplit (fraction, "/", 2);
  g_autofree char *scaled = NULL;
  double value = g_ascii_strtod (parts[0], NULL);

  if (parts[1] != NULL)
    value /= g_ascii_strtod (parts[1], NULL);
  scaled = g_strdup_printf ("%.0f", value * 1000000);
  return g_ascii_strtoll (scaled, NULL, 10);
}

static void
assert_outcome (const SkyOddsLine *line, gint64 count, gint64 expected)
{
  for (guint i = 0; i < line->outcomes->len; i++)
    {
      const SkyOddsOutcome *outcome = line->outcomes->pdata[i];

      if (outcome->count == count)
        {
          g_assert_cmpint (millionths (outcome->probability), ==, expected);
          return;
        }
    }
  g_assert_not_reached ();
}

/* The longer fractions by their published decimals. */
static void
test_side_wagers (void)
{
  static const gint64 fire[] = { 593939, 260750, 101275, 33434, 8798, 1640, 162 };
  static const gint64 hot[] = { 751677, 160683, 56287, 21192, 7528, 2220, 412 };
  g_autoptr (GPtrArray) lines = sky_odds_report (SKY_GAME_CRAPS);
  const SkyOddsLine *line = find (lines, "fire_bet", 0, "A");

  g_assert_cmpint (millionths (line->house_edge), ==, 207628);
  for (guint i = 0; i < G_N_ELEMENTS (fire); i++)
    assert_outcome (line, i, fire[i]);
  g_assert_cmpint (millionths (find (lines, "fire_bet", 0, "B")->house_edge), ==, 238869);

  line = find (lines, "hot_roller", 0, "A");
  g_assert_cmpint (millionths (line->house_edge), ==, 75003);
  for (guint i = 0; i < G_N_ELEMENTS (hot); i++)
    assert_outcome (line, i, hot[i]);
  g_assert_cmpint (millionths (find (lines, "hot_roller", 0, "B")->house_edge), ==, 33782);
}

/* Whatever a wager does, it ends: the probabilities of each line add up to one. */
static void
test_sums (void)
{
  for (guint game = SKY_GAME_CRAPS; game <= SKY_GAME_MINI_CRAPS; game++)
    {
      g_autoptr (GPtrArray) lines = sky_odds_report (game);

      g_assert_cmpuint (lines->len, >, 100);
      for (guint i = 0; i < lines->len; i++)
        {
          const SkyOddsLine *line = lines->pdata[i];

          g_assert_cmpint (ABS (millionths (line->win) + millionths (line->lose)
                                + millionths (line->push) - 1000000),
                           <=, 2);
          g_assert_true (line->pays != NULL || line->outcomes->len > 1);
          g_assert_true (g_str_has_prefix (line->section, "623"));
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/odds/craps/published", test_published);
  g_test_add_func ("/odds/craps/side-wagers", test_side_wagers);
  g_test_add_func ("/odds/craps/sums", test_sums);
  return g_test_run ();
}
