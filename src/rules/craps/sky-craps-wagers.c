/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wagers as they are placed, changed and moved: 58 Pa. Code § 623a.4 and the conditions
 * that § 623a.3(a), § 623a.6 and the side wagers' sections put on each. What should not have been
 * accepted is raised once and then stands as the table took it. */
#include "config.h"

#include "sky-craps-private.h"

#include "sky-edition.h"

#include <glib/gi18n-lib.h>

static void
check_late (SkyTable *table, const char *what)
{
  if (sky_craps_state (table)->throw_.thrown)
    sky_table_raise (table, SKY_CHECK_WAGER_LATE, "623a.4(a)", table->wager,
                     "%s was %s after the dice were thrown.",
                     sky_table_wager_name (table, table->wager), sky_phrase_words (what));
}

static gboolean
is_come_bet (SkyCrapsBet bet)
{
  return bet == SKY_CRAPS_COME || bet == SKY_CRAPS_DONT_COME;
}

static gboolean
is_dont_bet (SkyCrapsBet bet)
{
  return bet == SKY_CRAPS_DONT_PASS || bet == SKY_CRAPS_DONT_COME;
}

gint
sky_craps_point_of (const SkyTable *table, const SkyWager *wager)
{
  const SkyCrapsState *state = sky_craps_state (table);
  const SkyCrapsThrow *throw_ = &state->throw_;
  SkyCrapsBet bet;

  if (wager->point != 0 || wager->bet == NULL || throw_->state != SKY_THROW_STANDS
      || wager->seq > throw_->seq || !SKY_CRAPS_IS_BOX (throw_->total))
    return wager->point;
  bet = sky_craps_bet_of (wager->bet);
  if (is_come_bet (bet)
      || ((bet == SKY_CRAPS_PASS || bet == SKY_CRAPS_DONT_PASS) && throw_->come_out))
    return throw_->total;
  return 0;
}

/* TRUE when @seat took down or reduced a Don't bet whose point is not decided yet. */
static gboolean
was_taken_down (const SkyCrapsState *state, gint64 seat, gint come_point)
{
  for (guint i = 0; i < state->n_taken_down; i++)
    if (state->taken_down[i].seat == seat && state->taken_down[i].come_point == come_point)
      return TRUE;
  return FALSE;
}

static void
raise_dont_bet (SkyTable *table, const char *what)
{
  sky_table_raise (table, SKY_CHECK_CRAPS_DONT_BET, "623a.4(d)", table->wager,
                   "%s was %s after it had been removed or reduced.",
                   sky_table_wager_name (table, table->wager), sky_phrase_words (what));
}

/* The point for the next result: what the dice that lie there made of it counts, though the round
 * has not ended. */
static gint
point_up (const SkyCrapsState *state)
{
  const SkyCrapsThrow *throw_ = &state->throw_;

  if (throw_->state != SKY_THROW_STANDS)
    return state->point;
  if (throw_->come_out)
    return SKY_CRAPS_IS_BOX (throw_->total) && !throw_->sets_no_point ? throw_->total : 0;
  return throw_->total == state->point || throw_->total == 7 ? 0 : state->point;
}

/* A Pass or Don't Pass Bet belongs before the come out roll (§ 623a.3(a)(1) and § 623a.3(a)(2)). */
static void
check_line_bet (SkyTable *table, const SkyWager *wager, SkyCrapsBet bet, const char *what)
{
  const SkyCrapsState *state = sky_craps_state (table);
  gint point = point_up (state);

  if (point == 0)
    return;
  if (bet == SKY_CRAPS_DONT_PASS && was_taken_down (state, wager->seat, 0))
    raise_dont_bet (table, what);
  else
    sky_table_raise (table, SKY_CHECK_CRAPS_LINE_BET_LATE,
                     bet == SKY_CRAPS_PASS ? "623a.3(a)(1)" : "623a.3(a)(2)", wager,
                     "%s was %s with the point %d up.", sky_table_wager_name (table, wager), what,
                     point);
}

/* All odds on one flat wager together. */
static SkyMoney
sum_odds (const SkyTable *table, const SkyWager *flat)
{
  SkyMoney sum = 0;

  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (wager->supports == flat && wager->status == SKY_WAGER_UP)
        sum += wager->amount;
    }
  return sum;
}

static const SkyCrapsBet flat_bets[] = {
  [SKY_CRAPS_PASS_ODDS] = SKY_CRAPS_PASS,
  [SKY_CRAPS_DONT_PASS_ODDS] = SKY_CRAPS_DONT_PASS,
  [SKY_CRAPS_COME_ODDS] = SKY_CRAPS_COME,
  [SKY_CRAPS_DONT_COME_ODDS] = SKY_CRAPS_DONT_COME,
};

/* Returns TRUE when the odds have the flat wager that they must have, with its point. */
static gboolean
is_supported (const SkyTable *table, const SkyWager *odds, SkyCrapsBet bet)
{
  const SkyWager *flat = odds->supports;

  return flat != NULL && flat->status == SKY_WAGER_UP
         && flat->bet == &sky_craps_bets[flat_bets[bet]] && sky_craps_point_of (table, flat) != 0;
}

static void
check_odds_limit (SkyTable *table, const SkyWager *odds, SkyCrapsBet bet)
{
  gint64 multiple = sky_table_option (table, SKY_CRAPS_OPTION_ODDS_MULTIPLE);
  SkyMoney flat, limit, sum;
  g_autofree char *sum_text = NULL;
  g_autofree char *limit_text = NULL;

  if (!is_supported (table, odds, bet))
    return;
  flat = odds->supports->amount;
  limit = sky_craps_odds_limit (bet, flat, sky_craps_point_of (table, odds->supports), multiple);
  sum = sum_odds (table, odds->supports);
  if (sum <= limit)
    return;
  sum_text = sky_phrase_money (sum);
  limit_text = sky_phrase_money (limit);
  sky_table_raise (table, SKY_CHECK_CRAPS_ODDS_LIMIT, "623a.6(e)", odds,
                   "The odds on one wager came to %s; %" PRId64
                   " times the wager, and what facilitates the payout, allow %s.",
                   sum_text, multiple, limit_text);
}

static void
check_odds (SkyTable *table, const SkyWager *odds, SkyCrapsBet bet)
{
  const SkyCrapsState *state = sky_craps_state (table);
  gboolean line = bet == SKY_CRAPS_PASS_ODDS || bet == SKY_CRAPS_DONT_PASS_ODDS;

  /* A flat wager that the log never introduced is raised as such; of one that nobody looked at
   * nothing is known. */
  if (odds->supports == NULL || odds->supports->unseen == SKY_UNSEEN_WHOLE
      || (line && (state->unseen & SKY_CRAPS_UNSEEN_POINT) != 0))
    return;
  if (is_supported (table, odds, bet))
    check_odds_limit (table, odds, bet);
  else
    sky_table_raise (table, SKY_CHECK_CRAPS_ODDS_UNSUPPORTED, odds->bet->section, odds,
                     "%s was taken without its wager, or before that wager had a point.",
                     odds->bet->name);
}

/* Whole dollars for each part (reading R12). */
static void
check_units (SkyTable *table, const SkyWager *wager, SkyCrapsBet bet)
{
  SkyCrapsBet parts[SKY_CRAPS_MAX_PARTS];
  SkyMoney unit = 100 * (SkyMoney) sky_craps_parts (bet, wager->number, parts);
  g_autofree char *amount = NULL;
  g_autofree char *unit_text = NULL;

  if (unit == 0 || wager->amount % unit == 0)
    return;
  amount = sky_phrase_money (wager->amount);
  unit_text = sky_phrase_money (unit);
  /* The C and E Bet's own paragraph names no unit; the check rests on the Horn Bet's. */
  sky_table_raise (table, SKY_CHECK_CRAPS_UNITS,
                   bet == SKY_CRAPS_CRAPS_ELEVEN ? "623a.3(a)(19)" : wager->bet->section, wager,
                   "%s of %s is not made in units of %s.", wager->bet->name, amount, unit_text);
}

static void
check_broken_down (SkyTable *table, const SkyWager *wager, SkyCrapsBet bet)
{
  int area = bet == SKY_CRAPS_WHIRL ? SKY_CRAPS_OPTION_WHIRL_AREA : SKY_CRAPS_OPTION_HORN_HIGH_AREA;

  if (!sky_table_option (table, area))
    sky_table_raise (table, SKY_CHECK_CRAPS_BROKEN_DOWN, wager->bet->section, wager,
                     "%s was taken whole; the layout has no area for it and it must be broken "
                     "down.",
                     wager->bet->name);
}

/* § 623a.5(g)(3) and § 623a.5(h): only Buy and Lay Bets bear a vigorish, at the time that the Rules
 * Submission says. */
static void
check_vigorish (SkyTable *table, const SkyWager *wager, SkyCrapsBet bet)
{
  gboolean lays = bet == SKY_CRAPS_LAY;
  int collect = lays ? SKY_CRAPS_OPTION_LAY_COLLECT : SKY_CRAPS_OPTION_BUY_COLLECT;
  gint64 percent;
  g_autofree char *vig = NULL;
  g_autofree char *most = NULL;
  g_autofree char *rate = NULL;

  if (wager->vig == 0)
    return;
  vig = sky_phrase_money (wager->vig);
  if (bet != SKY_CRAPS_BUY && bet != SKY_CRAPS_LAY)
    {
      sky_table_raise (table, SKY_CHECK_CRAPS_VIGORISH, "623a.5(h)", wager,
                       "A vigorish of %s was charged on %s, which bears none.", vig,
                       wager->bet->name);
      return;
    }
  if (sky_table_option (table, collect) == SKY_CRAPS_COLLECT_ON_WIN)
    {
      sky_table_raise (table, SKY_CHECK_CRAPS_VIGORISH, "623a.5(g)(3)", wager,
                       "A vigorish of %s was collected when %s was placed; the Rules Submission "
                       "collects it on a win only.",
                       vig, wager->bet->name);
      return;
    }
  percent = sky_table_option (table, lays ? SKY_CRAPS_OPTION_LAY_VIG : SKY_CRAPS_OPTION_BUY_VIG);
  if (wager->vig <= sky_money_share (wager->amount, percent))
    return;
  most = sky_phrase_money (sky_money_share (wager->amount, percent));
  rate = sky_percent_format (percent);
  sky_table_raise (table, SKY_CHECK_CRAPS_VIGORISH, "623a.5(g)(3)", wager,
                   "A vigorish of %s was collected on %s; %s%% of the amount wagered is %s.", vig,
                   wager->bet->name, rate, most);
}

static void
check_fire_bet (SkyTable *table, const SkyWager *wager)
{
  const SkyCrapsState *state = sky_craps_state (table);
  g_autofree char *amount = NULL;

  /* Once the dice are thrown it is late, and that alone. */
  if (state->rolled && !state->on_offer && !state->throw_.thrown
      && (state->unseen & (SKY_CRAPS_UNSEEN_ROLLED | SKY_CRAPS_UNSEEN_SHOOTER)) == 0)
    sky_table_raise (table, SKY_CHECK_CRAPS_FIRE_BET_TIMING, "623a.3(a)(40)", wager,
                     "A Fire Bet was placed after the shooter's first come out roll.");

  if (wager->amount < sky_amount (SKY_AMOUNT_FIRE_BET_MIN, table->gaming_day)
      || wager->amount > sky_amount (SKY_AMOUNT_FIRE_BET_MAX, table->gaming_day)
      || wager->amount % sky_amount (SKY_AMOUNT_FIRE_BET_STEP, table->gaming_day) != 0)
    {
      amount = sky_phrase_money (wager->amount);
      sky_table_raise (table, SKY_CHECK_CRAPS_FIRE_BET_AMOUNT, "623a.11(b)(1)", wager,
                       "A Fire Bet of %s is not one of $1 to $5 in whole dollars.", amount);
    }

  if (wager->area < 1 || wager->area > sky_amount (SKY_AMOUNT_FIRE_BET_AREAS, table->gaming_day))
    {
      sky_table_raise (table, SKY_CHECK_CRAPS_FIRE_BET_AREA, "623a.2(f)(1)", wager,
                       "A Fire Bet was placed on area %d; the layout has areas 1 to 16.",
                       wager->area);
      return;
    }
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *other = table->up->pdata[i];

      if (other != wager && other->bet == wager->bet && other->status == SKY_WAGER_UP
          && other->area == wager->area)
        {
          sky_table_raise (table, SKY_CHECK_CRAPS_FIRE_BET_AREA, "623a.11(a)(1)", wager,
                           "A second Fire Bet was placed on area %d.", wager->area);
          return;
        }
    }
}

/* Before a come out roll alone; once the dice are thrown it is late, and that alone. */
static void
check_side_bet_timing (SkyTable *table, const SkyWager *wager, const char *section)
{
  const SkyCrapsState *state = sky_craps_state (table);

  if (state->point == 0 || state->throw_.thrown)
    return;
  sky_table_raise (table, SKY_CHECK_CRAPS_SIDE_BET_TIMING, section, wager,
                   "%s may be placed only before a come out roll; the point %d was up.",
                   wager->bet->name, state->point);
}

static void
raise_tracked (SkyTable *table, const SkyWager *wager, gint n)
{
  g_autofree char *tracked =
      sky_phrase_count ("%d numbers were tracked.", "%d numbers were tracked.", n);

  sky_table_raise (table, SKY_CHECK_CRAPS_SIDE_BET_TIMING, "623a.12", wager,
                   "%s may be placed only before a new series of tracked numbers; %s",
                   wager->bet->name, tracked);
}

static void
check_side_bet (SkyTable *table, const SkyWager *wager, SkyCrapsBet bet)
{
  const SkyCrapsState *state = sky_craps_state (table);
  gint64 automation = sky_table_option (table, SKY_CRAPS_OPTION_AUTOMATION);

  switch ((guint) bet)
    {
    case SKY_CRAPS_HOT_ROLLER:
      check_side_bet_timing (table, wager, "623b.1(b)");
      return;
    case SKY_CRAPS_LUCKY_SHOOTER:
      check_side_bet_timing (table, wager, "623b.2(c)");
      if (automation != SKY_CRAPS_AUTOMATION_FULL)
        sky_table_raise (table, SKY_CHECK_CRAPS_AUTOMATION, "623b.2(a)", wager,
                         "A Lucky Shooter wager was taken away from a fully automated table.");
      return;
    case SKY_CRAPS_HOT_SHOOTER:
      check_side_bet_timing (table, wager, "623b.4(c)");
      if (automation == SKY_CRAPS_AUTOMATION_NONE)
        sky_table_raise (table, SKY_CHECK_CRAPS_AUTOMATION, "623b.4(a)", wager,
                         "A Hot Shooter Jackpot wager was taken away from a fully automated or "
                         "hybrid table.");
      return;
    default:
      if (state->tracked != 0 && !state->throw_.thrown
          && (state->unseen & SKY_CRAPS_UNSEEN_SERIES) == 0)
        raise_tracked (table, wager, __builtin_popcount (state->tracked));
      return;
    }
}

void
sky_craps_on_wager (SkyTable *table, const SkyEvent *event)
{
  const SkyCrapsState *state = sky_craps_state (table);
  SkyWager *wager = table->wager;
  SkyCrapsBet bet;

  check_late (table, N_ ("placed"));
  if (state->shown_seq != 0)
    sky_craps_check_power_odds (table, wager);
  if (wager->bet == NULL)
    return;

  bet = sky_craps_bet_of (wager->bet);
  if (wager->not_permissible)
    {
      sky_table_raise (table, SKY_CHECK_WAGER_NOT_PERMISSIBLE, NULL, wager,
                       "The chapter has no such %s.", wager->bet->name);
      return;
    }

  sky_table_await (table, sky_craps_awaited (bet, wager->number));
  check_vigorish (table, wager, bet);
  switch ((guint) bet)
    {
    case SKY_CRAPS_PASS:
    case SKY_CRAPS_DONT_PASS:
      check_line_bet (table, wager, bet, N_ ("placed"));
      wager->point = (gint16) state->point;
      return;
    case SKY_CRAPS_COME:
    case SKY_CRAPS_DONT_COME:
      /* With a point up (reading R28); one that is late besides is both (fine print 81). */
      if (point_up (state) == 0 && (state->unseen & SKY_CRAPS_UNSEEN_POINT) == 0)
        sky_table_raise (table, SKY_CHECK_CRAPS_COME_EARLY,
                         bet == SKY_CRAPS_COME ? "623a.3(a)(3)" : "623a.3(a)(4)", wager,
                         "%s was placed before a come out roll.", wager->bet->name);
      return;
    case SKY_CRAPS_PASS_ODDS:
    case SKY_CRAPS_DONT_PASS_ODDS:
    case SKY_CRAPS_COME_ODDS:
    case SKY_CRAPS_DONT_COME_ODDS:
      check_odds (table, wager, bet);
      return;
    case SKY_CRAPS_HORN_HIGH:
    case SKY_CRAPS_WHIRL:
      check_broken_down (table, wager, bet);
      check_units (table, wager, bet);
      return;
    case SKY_CRAPS_HORN:
    case SKY_CRAPS_CRAPS_ELEVEN:
      check_units (table, wager, bet);
      return;
    case SKY_CRAPS_FIRE_BET:
      check_fire_bet (table, wager);
      return;
    case SKY_CRAPS_HOT_ROLLER:
    case SKY_CRAPS_LUCKY_SHOOTER:
    case SKY_CRAPS_HOT_SHOOTER:
    case SKY_CRAPS_ALL_SMALL:
    case SKY_CRAPS_ALL_TALL:
    case SKY_CRAPS_MAKE_EM_ALL:
      check_side_bet (table, wager, bet);
      return;
    default:
      return;
    }
}

/* A Don't bet's `tracked` tells that it was reduced. */
static void
change_dont_bet (SkyTable *table, SkyWager *wager, SkyCrapsBet bet, SkyChange action)
{
  SkyCrapsState *state = sky_craps_state (table);
  SkyCrapsTakenDown down = { wager->seat, is_come_bet (bet) ? wager->point : 0 };

  if (action == SKY_CHANGE_INCREASE)
    {
      if (wager->tracked != 0)
        raise_dont_bet (table, N_ ("increased"));
      else if (bet == SKY_CRAPS_DONT_PASS)
        check_line_bet (table, wager, bet, N_ ("increased"));
      return;
    }
  wager->tracked = 1;
  if ((is_come_bet (bet) ? wager->point != 0 : state->point != 0)
      && !was_taken_down (state, down.seat, down.come_point)
      && state->n_taken_down < G_N_ELEMENTS (state->taken_down))
    state->taken_down[state->n_taken_down++] = down;
}

/* A Pass or Come Bet stays once it has its point (§ 623a.4(c)(1) and § 623a.4(c)(2)). */
static void
change_contract_bet (SkyTable *table, SkyWager *wager, SkyCrapsBet bet, SkyChange action)
{
  if (action == SKY_CHANGE_INCREASE)
    {
      if (bet == SKY_CRAPS_PASS)
        check_line_bet (table, wager, bet, N_ ("increased"));
      return;
    }
  if (wager->point != 0)
    sky_table_raise (table, SKY_CHECK_CRAPS_CONTRACT_BET,
                     bet == SKY_CRAPS_PASS ? "623a.4(c)(1)" : "623a.4(c)(2)", wager,
                     "%s was %s after its point %d was established.", wager->bet->name,
                     action == SKY_CHANGE_REMOVE ? sky_phrase_words ("removed")
                                                 : sky_phrase_words ("reduced"),
                     wager->point);
}

static void
change_amount (SkyTable *table, SkyWager *wager, SkyChange action)
{
  SkyCrapsBet bet = sky_craps_bet_of (wager->bet);

  switch ((guint) bet)
    {
    case SKY_CRAPS_PASS:
    case SKY_CRAPS_COME:
      change_contract_bet (table, wager, bet, action);
      return;
    case SKY_CRAPS_DONT_PASS:
    case SKY_CRAPS_DONT_COME:
      change_dont_bet (table, wager, bet, action);
      return;
    case SKY_CRAPS_PASS_ODDS:
    case SKY_CRAPS_DONT_PASS_ODDS:
    case SKY_CRAPS_COME_ODDS:
    case SKY_CRAPS_DONT_COME_ODDS:
      if (action == SKY_CHANGE_INCREASE)
        check_odds_limit (table, wager, bet);
      return;
    case SKY_CRAPS_FIRE_BET:
      sky_table_raise (table, SKY_CHECK_CRAPS_FIRE_BET_CHANGED, "623a.4(c)(3)", wager,
                       "A Fire Bet was %s; it may not be changed before a loser 7.",
                       action == SKY_CHANGE_REMOVE     ? sky_phrase_words ("removed")
                       : action == SKY_CHANGE_INCREASE ? sky_phrase_words ("increased")
                                                       : sky_phrase_words ("reduced"));
      return;
    case SKY_CRAPS_HOT_ROLLER:
      sky_table_raise (table, SKY_CHECK_CRAPS_SIDE_BET_CHANGED, "623b.1(b)", wager,
                       "A Hot Roller wager was %s; it may not be changed until it is settled.",
                       action == SKY_CHANGE_REMOVE     ? sky_phrase_words ("removed")
                       : action == SKY_CHANGE_INCREASE ? sky_phrase_words ("increased")
                                                       : sky_phrase_words ("reduced"));
      return;
    default:
      if (action != SKY_CHANGE_REMOVE)
        check_units (table, wager, bet);
      return;
    }
}

void
sky_craps_on_change (SkyTable *table, const SkyEvent *event)
{
  static const char *const done[] = { N_ ("increased"), N_ ("reduced"), N_ ("removed"),
                                      N_ ("called on"), N_ ("called off") };
  SkyWager *wager = table->wager;
  SkyChange action = event->change.action;

  /* It had been taken down before: see sky_wagering_change(). */
  if (wager->status == SKY_WAGER_REMOVED && action == SKY_CHANGE_INCREASE)
    {
      if (wager->bet != NULL && is_dont_bet (sky_craps_bet_of (wager->bet)))
        raise_dont_bet (table, N_ ("increased"));
      return;
    }
  check_late (table, done[action]);
  if (wager->bet != NULL && !wager->not_permissible
      && (action == SKY_CHANGE_INCREASE || action == SKY_CHANGE_REDUCE
          || action == SKY_CHANGE_REMOVE))
    change_amount (table, wager, action);
  /* What was taken down is owed nothing, late or not, unless it had been settled by then. */
  if (wager->status == SKY_WAGER_REMOVED && wager->due.outcome != SKY_OUTCOME_NONE
      && wager->settlement.seq < wager->due.seq)
    sky_table_undecide (table, wager);
}

void
sky_craps_on_move (SkyTable *table, const SkyEvent *event)
{
  const SkyCrapsThrow *throw_ = &sky_craps_state (table)->throw_;
  SkyWager *wager = table->wager;
  SkyCrapsBet bet;
  gint right;

  if (wager->bet == NULL || wager->status != SKY_WAGER_UP)
    return;
  bet = sky_craps_bet_of (wager->bet);
  if (!is_come_bet (bet))
    return;

  right = sky_craps_point_of (table, wager);
  if (event->move.number == right)
    {
      sky_table_step (table, wager, table->seq, wager->bet->section,
                      "%s is moved to the %d, the number thrown.", wager->bet->name, right);
      return;
    }
  /* A roll that is invalid and counted all the same is raised as such, not by its consequences. */
  if (throw_->state == SKY_THROW_VOID && !throw_->called_void)
    return;
  /* Put straight back behind the number from which it was taken. */
  if (bet == SKY_CRAPS_DONT_COME && right == 0
      && was_taken_down (sky_craps_state (table), wager->seat, (gint) event->move.number))
    {
      raise_dont_bet (table, N_ ("put back"));
      wager->point = (gint16) event->move.number;
      return;
    }
  sky_table_hold (table, TRUE);
  if (right != 0)
    sky_table_raise (table, SKY_CHECK_CRAPS_MISPLACED, wager->bet->section, wager,
                     "%s was moved to the %" PRId64 "; it belongs on the %d.", wager->bet->name,
                     event->move.number, right);
  else
    sky_table_raise (table, SKY_CHECK_CRAPS_MISPLACED, wager->bet->section, wager,
                     "%s was moved to the %" PRId64 " although no throw sends it to a box.",
                     wager->bet->name, event->move.number);
  sky_table_hold (table, FALSE);
}
