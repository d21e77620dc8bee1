/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Craps and Mini-Craps: every wager is followed through all throws until it is decided. */
#include "config.h"

#include "sky-craps.h"
#include "sky-walk.h"

/* The 21 throws, in the order of the lower die. */
#define N_THROWS 21

static void
dice_of (guint throw_, gint *low, gint *high)
{
  gint a = 1;

  for (; throw_ >= (guint) (7 - a); a++)
    throw_ -= (guint) (7 - a);
  *low = a;
  *high = a + (gint) throw_;
}

static gulong
weight (guint throw_)
{
  gint low, high;

  dice_of (throw_, &low, &high);
  return low == high ? 1 : 2;
}

static void
throw_dice (SkyOddsTable *self, gint64 a, gint64 b)
{
  SkyEvent event = { .type = SKY_EVENT_RESULT, .result = { .dice = { a, b }, .n_dice = 2 } };

  sky_odds_table_feed_type (self, SKY_EVENT_THROW);
  sky_odds_table_feed (self, &event);
  sky_odds_table_feed_type (self, SKY_EVENT_ROUND_END);
}

static void
play (SkyOddsTable *self, guint throw_)
{
  gint low, high;

  dice_of (throw_, &low, &high);
  throw_dice (self, low, high);
}

static guint64
position (const SkyTable *table, const SkyWager *wager)
{
  return sky_craps_position (table, sky_craps_bet_of (wager->bet));
}

static guint64
tracked_limit (const SkyWager *wager)
{
  return sky_craps_tracked_limit (sky_craps_bet_of (wager->bet));
}

/* Of a wager of several parts the total that won counts: each pays otherwise. */
static gint64
count (const SkyWager *wager, const SkyDue *due, guint throw_)
{
  SkyCrapsBet bet = sky_craps_bet_of (wager->bet);
  SkyCrapsBet parts[SKY_CRAPS_MAX_PARTS];
  gint low, high;

  if (sky_craps_parts (bet, wager->number, parts) == 0)
    return sky_craps_due_count (bet, due);
  dice_of (throw_, &low, &high);
  return due->outcome == SKY_OUTCOME_WIN ? low + high : 0;
}

static const SkyWalkRules walk_rules = { N_THROWS, weight, play, position, tracked_limit, count };

/* One line's wager. */
typedef struct
{
  SkyCrapsBet bet;
  const char *submission;
  gint number; /* of the bet; of odds: the point that they are on */
  gint dice[2];
  char paytable;
  const char *collect;
  gint64 vig_percent;
  const SkyCrapsPower *power; /* Power Odds shown for the first throw; NULL: none */
  SkyOdds power_odds;         /* which of the line's two */
} Case;

/* Plays up to where the wager may be placed, and places it: a Come Bet wants a point, odds a flat
 * wager with theirs. Power Odds are for the next throw alone, on which a Hardway is to work. */
static SkyWager *
set_up (SkyOddsTable *self, const Case *of)
{
  const SkyBet *bet = &sky_craps_bets[of->bet];
  SkyBetRef members = { .number = of->number, .dice = { of->dice[0], of->dice[1] }, .area = 1 };
  SkyBetRef none = { 0 };
  SkyEvent shooter = { .type = SKY_EVENT_SHOOTER, .shooter = { .seat = 1 } };
  gboolean is_odds = bet->form.members & SKY_MEMBER_SUPPORTS;
  SkyCrapsBet flat = is_odds ? of->bet - SKY_CRAPS_PASS_ODDS + SKY_CRAPS_PASS : of->bet;
  gboolean wants_point = flat == SKY_CRAPS_COME || flat == SKY_CRAPS_DONT_COME
                         || (of->power != NULL && of->bet == SKY_CRAPS_HARDWAY);

  sky_odds_table_feed (self, &shooter);
  if (wants_point)
    {
      sky_odds_table_feed_type (self, SKY_EVENT_ROUND_START);
      sky_odds_table_place (self, &sky_craps_bets[SKY_CRAPS_PASS], &none);
      throw_dice (self, of->number == 4 ? 5 : 1, of->number == 4 ? 5 : 3);
      sky_table_close_round (self->table);
    }
  if (is_odds)
    {
      sky_odds_table_feed_type (self, SKY_EVENT_ROUND_START);
      members.supports = (SkyText){ wants_point ? "w2" : "w1", 2 };
      sky_odds_table_place (self, &sky_craps_bets[flat], &none);
      throw_dice (self, of->number - MIN (of->number - 1, 6), MIN (of->number - 1, 6));
      sky_table_close_round (self->table);
    }
  sky_odds_table_feed_type (self, SKY_EVENT_ROUND_START);
  return sky_odds_table_place (self, bet, &members);
}

/* Shows the Power Odds of @of, as the random number generator does once the wager stands. */
static void
show_power (SkyOddsTable *self, const Case *of)
{
  g_autofree char *odds = sky_odds_format (of->power_odds);
  g_autofree char *bets = g_strdup_printf (
      "[{\"bet\":\"%s\",\"number\":%d,\"dice\":[%d,%d],\"odds\":\"%s\"}]",
      sky_craps_bets[of->bet].form.bet, of->number, of->dice[0], of->dice[1], odds);

  sky_odds_table_show_power (self, bets);
}

/* Says that @line is of Power Odds: which of the two, and the totals that they stand for where they
 * do for some alone. */
static void
say_power (SkyOddsLine *line, const Case *of)
{
  g_autofree char *odds = sky_odds_format (of->power_odds);
  g_autofree char *name = g_strdup_printf ("Power Odds on %s", line->name);
  g_autoptr (GString) totals = g_string_new ("[");

  line->power = TRUE;
  line->section = "623b.5(d)";
  g_free (line->name);
  line->name = g_steal_pointer (&name);
  for (gint total = 2; total <= 12; total++)
    if (of->power->totals & SKY_CRAPS_TOTAL (total))
      g_string_append_printf (totals, "%s%d", totals->len > 1 ? "," : "", total);
  g_string_append_c (totals, ']');
  if (of->power->totals != 0)
    sky_odds_line_add_text (line, "totals", totals->str);
  sky_odds_line_add_text (line, "odds", odds);
}

static void
add_line (SkyGameId game, const Case *of, GPtrArray *lines)
{
  const SkyBet *bet = &sky_craps_bets[of->bet];
  g_autoptr (SkyOddsTable) odds_table = sky_odds_table_new (game, of->submission);
  g_autoptr (SkyOddsEndings) endings = sky_odds_endings_new ();
  SkyWager *wager = set_up (odds_table, of);
  SkyMoney cost = 0;
  SkyOddsLine *line;
  g_autofree char *name = NULL;

  if (of->power != NULL)
    show_power (odds_table, of);
  sky_walk (odds_table, wager, &walk_rules, endings);
  if (of->collect != NULL && g_str_equal (of->collect, "on_bet"))
    cost = sky_money_percent (SKY_ODDS_STAKE, (int) of->vig_percent);

  name = sky_phrase_english (sky_table_wager_name (odds_table->table, wager));
  line = sky_odds_line_new (game, bet, name, endings, sky_craps_due_measure (of->bet), cost);
  if (bet->form.members & SKY_MEMBER_NUMBER || bet->form.members & SKY_MEMBER_SUPPORTS)
    sky_odds_line_add_int (line, "number", of->number);
  if (bet->form.members & SKY_MEMBER_DICE)
    {
      g_autofree char *dice = g_strdup_printf ("[%d,%d]", of->dice[0], of->dice[1]);

      sky_odds_line_add_text (line, "dice", dice);
    }
  if (of->paytable != 0)
    {
      char paytable[2] = { of->paytable, '\0' };

      sky_odds_line_add_text (line, "paytable", paytable);
    }
  if (of->collect != NULL)
    {
      sky_odds_line_add_int (line, "vig_percent", of->vig_percent);
      sky_odds_line_add_text (line, "collect", of->collect);
    }
  if (of->power != NULL)
    say_power (line, of);
  g_ptr_array_add (lines, line);
}

/* A line for each of the two odds of each line of § 623b.5(d). */
static void
add_power (SkyGameId game, GPtrArray *lines)
{
  gsize n;
  const SkyCrapsPower *power = sky_craps_power (&n);

  for (gsize i = 0; i < n; i++)
    {
      Case of = { .bet = power[i].bet, .submission = "{\"power_odds\":true}", .power = &power[i] };

      if (of.bet == SKY_CRAPS_HOP)
        {
          of.dice[0] = power[i].key / 10;
          of.dice[1] = power[i].key % 10;
        }
      else
        of.number = power[i].key;
      of.power_odds = power[i].low;
      add_line (game, &of, lines);
      of.power_odds = power[i].high;
      add_line (game, &of, lines);
    }
}

/* The lines of a bet under one Rules Submission: one for each number or hop that it may be on. */
static void
add_members (SkyGameId game, Case of, GPtrArray *lines)
{
  const SkyBet *bet = &sky_craps_bets[of.bet];

  if (bet->form.members & SKY_MEMBER_DICE)
    {
      for (gint8 low = 1; low <= 6; low++)
        for (gint8 high = low; high <= 6; high++)
          {
            if (!sky_craps_is_permissible (of.bet, 0, (gint8[2]){ low, high }))
              continue;
            of.dice[0] = low;
            of.dice[1] = high;
            add_line (game, &of, lines);
          }
    }
  else if (bet->form.members & (SKY_MEMBER_NUMBER | SKY_MEMBER_SUPPORTS))
    {
      for (of.number = 2; of.number <= 12; of.number++)
        if (bet->form.members & SKY_MEMBER_SUPPORTS
                ? SKY_CRAPS_IS_BOX (of.number)
                : sky_craps_is_permissible (of.bet, of.number, (gint8[2]){ 0, 0 }))
          add_line (game, &of, lines);
    }
  else
    add_line (game, &of, lines);
}

/* All the options that the price of a bet depends on. */
static void
add_options (SkyGameId game, SkyCrapsBet bet, GPtrArray *lines)
{
  static const char *const collects[] = { "on_bet", "on_win" };
  int option = sky_craps_bets[bet].option;
  const SkyOption *info = option >= 0 ? &sky_craps_options[option] : NULL;
  Case of = { .bet = bet, .submission = "{}" };

  if (info != NULL && info->kind == SKY_OPTION_CHOICE)
    for (guint i = 0; info->choices[i] != NULL; i++)
      {
        g_autofree char *submission = g_strdup_printf ("{\"%s\":\"%s\",\"automation\":\"full\"}",
                                                       info->name, info->choices[i]);

        of.submission = submission;
        of.paytable = info->choices[i][0];
        add_members (game, of, lines);
      }
  else if (info != NULL && info->kind == SKY_OPTION_OBJECT)
    for (guint i = 0; i < G_N_ELEMENTS (collects); i++)
      {
        g_autofree char *submission = g_strdup_printf (
            "{\"%s\":{\"vig_percent\":5,\"collect\":\"%s\"}}", info->name, collects[i]);

        of.submission = submission;
        of.collect = collects[i];
        of.vig_percent = 5;
        add_members (game, of, lines);
      }
  else
    {
      g_autofree char *submission =
          info != NULL ? g_strdup_printf ("{\"%s\":true,\"automation\":\"full\"}", info->name)
                       : g_strdup ("{}");

      of.submission = submission;
      add_members (game, of, lines);
    }
}

static void
report (SkyGameId game, GPtrArray *lines)
{
  for (SkyCrapsBet bet = 0; bet < SKY_CRAPS_N_BETS; bet++)
    add_options (game, bet, lines);
  add_power (game, lines);
}

const SkyGameOdds sky_odds_craps = { report };
const SkyGameOdds sky_odds_mini_craps = { report };
