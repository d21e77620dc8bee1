/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games of dice in a shaker and of wheels: Sic Bo, Roulette, Big Six, Props & Hops. Which wagers
 * there are is asked of the rules: members that make no wager are not permissible. */
#include "config.h"

#include "sky-big-six.h"
#include "sky-roulette.h"
#include "sky-walk.h"

#include <string.h>

/* Sic Bo: the 216 results of three dice. */

static gulong
one_way (guint result)
{
  return 1;
}

static void
shake_three (SkyOddsTable *self, guint result)
{
  SkyEvent shake = { .type = SKY_EVENT_SHAKE, .shake = { .times = 3 } };
  SkyEvent event = { .type = SKY_EVENT_RESULT,
                     .result = { .dice = { result / 36 + 1, result / 6 % 6 + 1, result % 6 + 1 },
                                 .n_dice = 3 } };

  sky_odds_table_feed_type (self, SKY_EVENT_NO_MORE_BETS);
  sky_odds_table_feed (self, &shake);
  sky_odds_table_feed_type (self, SKY_EVENT_REVEAL);
  sky_odds_table_feed (self, &event);
  sky_odds_table_feed_type (self, SKY_EVENT_ROUND_END);
}

static const SkyWalkRules sic_bo_rules = { 216, one_way, shake_three };

/* Props & Hops: 36 results of two dice. */

static void
shake_two (SkyOddsTable *self, guint result)
{
  SkyEvent shake = { .type = SKY_EVENT_SHAKE, .shake = { .by = 1, .times = 3 } };
  SkyEvent event = { .type = SKY_EVENT_RESULT,
                     .result = { .dice = { result / 6 + 1, result % 6 + 1 }, .n_dice = 2 } };

  sky_odds_table_feed_type (self, SKY_EVENT_NO_MORE_BETS);
  sky_odds_table_feed (self, &shake);
  sky_odds_table_feed (self, &event);
  sky_odds_table_feed_type (self, SKY_EVENT_ROUND_END);
}

static const SkyWalkRules props_rules = { 36, one_way, shake_two };

/* Roulette: a pocket a result, 37 being 00. */

static void
spin_ball (SkyOddsTable *self, guint result)
{
  char pocket[4];
  SkyEvent spin = { .type = SKY_EVENT_SPIN, .spin = { .wheel_clockwise = TRUE } };
  SkyEvent event = { .type = SKY_EVENT_RESULT, .result = { .revolutions = 5 } };

  g_snprintf (pocket, sizeof pocket, result == 37 ? "00" : "%u", result);
  event.result.pocket = (SkyText){ pocket, strlen (pocket) };
  sky_odds_table_feed (self, &spin);
  sky_odds_table_feed_type (self, SKY_EVENT_NO_MORE_BETS);
  sky_odds_table_feed (self, &event);
  sky_odds_table_feed_type (self, SKY_EVENT_ROUND_END);
}

static const SkyWalkRules double_zero_rules = { 38, one_way, spin_ball };
/* Where 00 is void and the wheel spun again it bears on no odds. */
static const SkyWalkRules single_zero_rules = { 37, one_way, spin_ball };

/* Big Six: a section a result. */

static void
spin_wheel (SkyOddsTable *self, guint result)
{
  static const char *const keys[SKY_N_SYMBOLS] = { "1", "2", "5", "10", "20", "joker", "flag" };
  const char *key = keys[sky_big_six_symbol (result)];
  SkyEvent event = { .type = SKY_EVENT_RESULT,
                     .result = {
                         .section = result, .symbol = { key, strlen (key) }, .revolutions = 3 } };

  sky_odds_table_feed_type (self, SKY_EVENT_NO_MORE_BETS);
  sky_odds_table_feed_type (self, SKY_EVENT_SPIN);
  sky_odds_table_feed (self, &event);
  sky_odds_table_feed_type (self, SKY_EVENT_ROUND_END);
}

static const SkyWalkRules big_six_rules = { SKY_N_SECTIONS, one_way, spin_wheel };

static void
report_sic_bo (SkyGameId game, GPtrArray *lines)
{
  sky_walk_add_lines (game, "{}", &sic_bo_rules, lines);
}

const SkyGameOdds sky_odds_sic_bo = { report_sic_bo };

/* The combinations in a Hop box are the certificate holder's layout: there is a line for each
 * number of ways that a box may win in without the player having the advantage. */
#define MAX_HOP_WAYS 14

static char *
hop_layout (guint ways)
{
  GString *box = g_string_new ("[");
  g_autofree char *text = NULL;

  if (ways % 2 == 1)
    g_string_append (box, "[1,1],");
  for (guint i = 0; i < ways / 2; i++)
    g_string_append_printf (box, "[%u,%u],", i < 5 ? 1 : 2, i < 5 ? i + 2 : i - 2);
  g_string_truncate (box, box->len - 1);
  g_string_append_c (box, ']');
  text = g_string_free (box, FALSE);
  return g_strdup_printf ("{\"hop_layout\":{\"top\":%s,\"left\":%s,\"right\":%s,\"center\":%s}}",
                          text, text, text, text);
}

static void
add_hops (SkyGameId game, const SkyBet *bet, GPtrArray *lines)
{
  for (guint ways = 1; ways <= MAX_HOP_WAYS; ways++)
    {
      g_autofree char *submission = hop_layout (ways);
      SkyBetRef none = { 0 };
      SkyOddsLine *line = sky_walk_make_line (game, submission, &props_rules, bet, &none);

      if (line == NULL)
        continue;
      sky_odds_line_add_int (line, "ways", ways);
      g_ptr_array_add (lines, line);
    }
}

static void
report_props_and_hops (SkyGameId game, GPtrArray *lines)
{
  const SkyGame *module = sky_game_get (game);

  sky_walk_add_lines (game, "{}", &props_rules, lines);
  for (guint i = 0; i < module->n_bets; i++)
    if (module->bets[i].option >= 0)
      add_hops (game, &module->bets[i], lines);
}

const SkyGameOdds sky_odds_props_and_hops = { report_props_and_hops };

/* Numbers that make the wager of that size on every layout: 1, 2, 3 … of the first streets. */
static SkyBetRef
roulette_members (const SkyBet *bet)
{
  static const char *const street[] = { "1", "2", "3", "4", "5", "6" };
  static const char *const corner[] = { "1", "2", "4", "5" };
  gboolean is_corner = g_str_equal (bet->form.bet, "four");
  guint n = g_str_equal (bet->form.bet, "split")   ? 2
            : g_str_equal (bet->form.bet, "three") ? 3
            : is_corner                            ? 4
            : g_str_equal (bet->form.bet, "six")   ? 6
                                                   : 1;
  SkyBetRef members = { .n_numbers = (guint8) n };

  for (guint i = 0; i < n; i++)
    {
      const char *number = is_corner ? corner[i] : street[i];

      members.number_texts[i] = (SkyText){ number, strlen (number) };
    }
  /* A neighbour of 1 is the 00 that a wheel used as a single zero one does not count. */
  if (g_str_equal (bet->form.bet, "five_adjacent"))
    members.number_texts[0] = (SkyText){ "20", 2 };
  return members;
}

static void
report_roulette (SkyGameId game, GPtrArray *lines)
{
  const SkyGame *module = sky_game_get (game);
  const SkyOption *wheel = &module->options[SKY_ROULETTE_WHEEL];

  for (guint i = 0; i < module->n_bets; i++)
    for (guint w = 0; wheel->choices[w] != NULL; w++)
      {
        SkyBetRef members = roulette_members (&module->bets[i]);
        g_autofree char *submission =
            g_strdup_printf ("{\"wheel\":\"%s\",\"five_adjacent\":true}", wheel->choices[w]);
        SkyOddsLine *line = sky_walk_make_line (
            game, submission, w == SKY_WHEEL_DOUBLE_ZERO ? &double_zero_rules : &single_zero_rules,
            &module->bets[i], &members);

        if (line == NULL)
          continue;
        sky_odds_line_add_text (line, "wheel", wheel->choices[w]);
        g_ptr_array_add (lines, line);
      }
}

const SkyGameOdds sky_odds_roulette = { report_roulette };

static void
report_big_six (SkyGameId game, GPtrArray *lines)
{
  const SkyBet *bet = &sky_game_get (game)->bets[0];

  for (guint i = 0; i < bet->n_pays; i++)
    {
      const char *key = bet->pays[i].code;
      SkyBetRef members = { .symbol = { key, strlen (key) } };
      SkyOddsLine *line = sky_walk_make_line (game, "{}", &big_six_rules, bet, &members);

      if (line == NULL)
        continue;
      sky_odds_line_add_text (line, "symbol", key);
      g_ptr_array_add (lines, line);
    }
}

const SkyGameOdds sky_odds_big_six = { report_big_six };
