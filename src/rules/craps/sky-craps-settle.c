/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a throw decides: 58 Pa. Code § 623a.3(a) says when a wager wins or loses,
 * § 623a.5 and § 623a.6 what it pays, those of chapter 623b both for the side wagers. */
#include "config.h"

#include "sky-craps-private.h"

#define READING_ODDS_ON_COME_OUT 10
#define READING_FIRE_BET_CARRIED 2
#define READING_HOT_ROLLER       3
#define READING_LUCKY_REMAINS    4
#define READING_LUCKY_ROLLS      5
#define READING_HOT_SHOOTER      6
#define READING_BONUS_CRAPS      7
#define READING_POWER_PARTS      8
#define READING_VIGORISH         9
#define READING_UNITS            12

/* What is due in @outcome, told with the throw and @point and @count. A win is to be completed. It
 * is the throw that decides, when Power Odds came after it too. */
static inline SkyDue *
write_due (
    SkyTable *table, SkyWager *wager, SkyOutcome outcome, gint point, gint count, guint reading)
{
  const SkyCrapsThrow *throw_ = &sky_craps_state (table)->throw_;
  SkyDue *due = sky_table_begin_due (table, wager);

  /* Member by member, all of them. */
  due->outcome = (guint8) outcome;
  due->may_stay = FALSE;
  due->optional = FALSE;
  due->reading = (guint8) reading;
  due->detail = SKY_CRAPS_DETAIL (throw_->low, throw_->high, point, count);
  due->paid = 0;
  due->taken = outcome == SKY_OUTCOME_LOSE ? wager->amount : 0;
  due->returned = outcome == SKY_OUTCOME_LOSE ? 0 : wager->amount;
  due->vig = 0;
  due->seq = throw_->seq;
  due->pay = NULL;
  due->odds = (SkyOdds){ 0 };
  due->section = sky_wager_section (wager);
  due->odds_section = wager->bet->odds_section;
  return due;
}

static void
lose (SkyTable *table, SkyWager *wager, gint point, gint count, guint reading)
{
  write_due (table, wager, SKY_OUTCOME_LOSE, point, count, reading);
}

/* The stake goes back: a tie, or @outcome void. */
static void
give_back (
    SkyTable *table, SkyWager *wager, SkyOutcome outcome, gint point, gint count, guint reading)
{
  write_due (table, wager, outcome, point, count, reading);
}

/* The Power Odds shown for @bet with its key, when the throw is @total; NULL: none (§ 623b.5). */
static const SkyCrapsShown *
find_shown (const SkyCrapsState *state, SkyCrapsBet bet, gint key, gint total)
{
  for (guint i = 0; i < state->n_shown; i++)
    {
      const SkyCrapsShown *shown = &state->shown[i];

      if (shown->line->bet == bet && (shown->line->key == 0 || shown->line->key == key)
          && (shown->line->totals == 0 || SKY_CRAPS_HAS (shown->line->totals, total)))
        return shown;
    }
  return NULL;
}

/* A win at @pay, or at the Power Odds shown for the bet. */
static void
win (SkyTable *table, SkyWager *wager, const SkyPay *pay, gint point, gint count, guint reading)
{
  const SkyCrapsState *state = sky_craps_state (table);
  const SkyCrapsShown *shown = NULL;
  SkyDue *due;

  g_return_if_fail (pay != NULL);

  due = write_due (table, wager, SKY_OUTCOME_WIN, point, count, reading);
  if (state->n_shown > 0)
    {
      SkyCrapsBet bet = sky_craps_bet_of (wager->bet);
      gint key =
          bet == SKY_CRAPS_HOP ? SKY_CRAPS_HOP (wager->dice[0], wager->dice[1]) : wager->number;

      shown = find_shown (state, bet, key, state->throw_.total);
    }
  due->pay = pay;
  due->odds = shown != NULL ? shown->odds : sky_table_odds (table, pay);
  if (shown != NULL)
    due->odds_section = "623b.5(d)";
  due->paid = sky_table_pay (table, wager->amount, due->odds);
  due->may_stay = (wager->bet->flags & SKY_BET_MAY_STAY) != 0;
}

/* The case that a wager pays which is decided on one number, or pays alike on all. */
static const SkyPay *
own_pay (const SkyWager *wager)
{
  return &wager->bet->pays[wager->row];
}

/* The first throw for a line or come wager: the come out roll, or the one after a Come Bet
 * (§ 623a.3(a)(1), § 623a.3(a)(2), § 623a.3(a)(3) and § 623a.3(a)(4)). @lays: a Don't bet. */
static void
decide_first_throw (SkyTable *table, SkyWager *wager, gboolean lays)
{
  gint total = sky_craps_state (table)->throw_.total;

  if (total == 7 || total == 11)
    {
      if (lays)
        lose (table, wager, 0, 0, 0);
      else
        win (table, wager, own_pay (wager), 0, 0, 0);
    }
  else if (SKY_CRAPS_HAS (SKY_CRAPS_CRAPS, total))
    {
      if (!lays)
        lose (table, wager, 0, 0, 0);
      else if (total == 12)
        give_back (table, wager, SKY_OUTCOME_VOID, 0, 0, 0);
      else
        win (table, wager, own_pay (wager), 0, 0, 0);
    }
}

/* Decided by @number or a 7, whichever comes first. @lays: it wins on the 7. */
static void
decide_on_number (SkyTable *table, SkyWager *wager, gint number, gboolean lays, const SkyPay *pay)
{
  gint total = sky_craps_state (table)->throw_.total;

  if (total != number && total != 7)
    return;
  if ((total == 7) == lays)
    win (table, wager, pay, number, 0, 0);
  else
    lose (table, wager, number, 0, 0);
}

static void
decide_line_bet (SkyTable *table, SkyWager *wager, gboolean lays)
{
  const SkyCrapsState *state = sky_craps_state (table);

  if (state->point == 0)
    decide_first_throw (table, wager, lays);
  else
    decide_on_number (table, wager, state->point, lays, own_pay (wager));
}

static void
decide_come_bet (SkyTable *table, SkyWager *wager, gboolean lays)
{
  if (wager->point == 0)
    decide_first_throw (table, wager, lays);
  else
    decide_on_number (table, wager, wager->point, lays, own_pay (wager));
}

/* Odds follow their flat wager (§ 623a.6(a), § 623a.6(b), § 623a.6(c) and § 623a.6(d)); by
 * themselves they are odds on its number. */
static void
decide_odds (SkyTable *table, SkyWager *wager, SkyCrapsBet bet)
{
  const SkyCrapsState *state = sky_craps_state (table);
  const SkyWager *flat = wager->supports;
  gboolean line = bet == SKY_CRAPS_PASS_ODDS || bet == SKY_CRAPS_DONT_PASS_ODDS;
  gboolean lays = bet == SKY_CRAPS_DONT_PASS_ODDS || bet == SKY_CRAPS_DONT_COME_ODDS;
  gint total = state->throw_.total;
  gint point = flat != NULL ? flat->point : line ? state->point : 0;

  if (point == 0)
    {
      /* The flat wager was decided, or taken down, before it had a point. */
      if (flat != NULL
          && (flat->status != SKY_WAGER_UP
              || (flat->due.outcome != SKY_OUTCOME_NONE && !flat->due.optional)))
        give_back (table, wager, SKY_OUTCOME_VOID, 0, 0, 0);
      return;
    }
  if (total != point && total != 7)
    return;
  if (bet == SKY_CRAPS_COME_ODDS && state->throw_.come_out && wager->working != SKY_WORKING_ON
      && sky_table_option (table, SKY_CRAPS_OPTION_COME_ODDS_OFF))
    give_back (table, wager, SKY_OUTCOME_VOID, point, 0, READING_ODDS_ON_COME_OUT);
  else
    decide_on_number (table, wager, point, lays, sky_bet_find_pay (wager->bet, point, 0));
}

static void
decide_buy_or_lay (SkyTable *table, SkyWager *wager, SkyCrapsBet bet)
{
  gboolean lays = bet == SKY_CRAPS_LAY;
  int collect = lays ? SKY_CRAPS_OPTION_LAY_COLLECT : SKY_CRAPS_OPTION_BUY_COLLECT;
  int percent = lays ? SKY_CRAPS_OPTION_LAY_VIG : SKY_CRAPS_OPTION_BUY_VIG;

  decide_on_number (table, wager, wager->number, lays, own_pay (wager));
  if (wager->due.outcome == SKY_OUTCOME_WIN
      && sky_table_option (table, collect) == SKY_CRAPS_COLLECT_ON_WIN)
    {
      /* Of the amount wagered, also where it is collected on a win only. */
      wager->due.vig = sky_money_share (wager->amount, sky_table_option (table, percent));
      wager->due.reading = READING_VIGORISH;
    }
}

static void
decide_hardway (SkyTable *table, SkyWager *wager)
{
  const SkyCrapsThrow *throw_ = &sky_craps_state (table)->throw_;

  if (throw_->total == wager->number && throw_->low == throw_->high)
    win (table, wager, own_pay (wager), 0, 0, 0);
  else if (throw_->total == wager->number || throw_->total == 7)
    lose (table, wager, 0, 0, 0);
}

static void
decide_one_roll (SkyTable *table, SkyWager *wager, SkyCrapsBet bet)
{
  const SkyCrapsThrow *throw_ = &sky_craps_state (table)->throw_;
  const SkyPay *pay = sky_craps_one_roll (bet, wager->dice, throw_->low, throw_->high);

  if (pay != NULL)
    win (table, wager, pay, 0, 0, 0);
  else
    lose (table, wager, 0, 0, 0);
}

/* A wager made of several, each an equal part of it, settled once: § 623a.5(b), § 623a.5(c),
 * § 623a.5(d) and § 623a.5(e). Payments are rounded down part by part (reading R12). */
static void
decide_combined (SkyTable *table, SkyWager *wager, SkyCrapsBet bet)
{
  const SkyCrapsState *state = sky_craps_state (table);
  const SkyCrapsThrow *throw_ = &state->throw_;
  const SkyCrapsShown *shown = NULL;
  SkyCrapsBet parts[SKY_CRAPS_MAX_PARTS];
  guint n = sky_craps_parts (bet, wager->number, parts);
  SkyDue *due = write_due (table, wager, SKY_OUTCOME_WIN, 0, 0, 0);
  gint won = 0;

  if (state->n_shown > 0)
    shown = find_shown (state, bet, 0, throw_->total);

  due->returned = 0;
  for (guint i = 0; i < n; i++)
    {
      const SkyPay *pay = sky_craps_one_roll (parts[i], NULL, throw_->low, throw_->high);

      if (pay == NULL)
        continue;
      won++;
      due->odds = shown != NULL ? shown->odds : pay->odds;
      due->paid +=
          sky_table_pay (table, wager->amount, SKY_ODDS_TO (due->odds.a, due->odds.b * (gint32) n));
      due->returned += wager->amount / n;
    }
  if (won == 0)
    {
      lose (table, wager, 0, 0, 0);
      return;
    }
  if (shown != NULL)
    {
      due->odds_section = "623b.5(d)";
      due->reading = READING_POWER_PARTS;
      if (bet == SKY_CRAPS_CRAPS_ELEVEN)
        {
          /* The Power Odds of a C and E Bet are on the whole of it (reading R8). */
          due->paid = sky_table_pay (table, wager->amount, shown->odds);
          due->returned = wager->amount;
        }
    }
  else if (wager->amount % (100 * (SkyMoney) n) != 0)
    due->reading = READING_UNITS;
  due->taken = wager->amount - due->returned;
  due->detail = SKY_CRAPS_DETAIL (throw_->low, throw_->high, 0, won);
}

const SkyPay *
sky_craps_fire_pay (const SkyTable *table, guint points)
{
  char paytable = sky_table_paytable (table, SKY_CRAPS_OPTION_FIRE_BET);

  return sky_bet_find_pay (&sky_craps_bets[SKY_CRAPS_FIRE_BET], (gint) points, paytable);
}

/* Decided by the loser 7 alone (readings R1, R2). */
static void
decide_fire_bet (SkyTable *table, SkyWager *wager)
{
  const SkyCrapsState *state = sky_craps_state (table);
  guint points = (guint) __builtin_popcount (state->fire_points);
  guint reading = state->fire_carried ? READING_FIRE_BET_CARRIED : 0;

  if (state->point == 0 || state->throw_.total != 7)
    return;
  if (points >= 4)
    win (table, wager, sky_craps_fire_pay (table, points), 0, (gint) points, reading);
  else
    lose (table, wager, 0, (gint) points, reading);
}

static void
decide_hot_roller (SkyTable *table, SkyWager *wager)
{
  const SkyCrapsState *state = sky_craps_state (table);
  guint complete;

  if (state->throw_.total != 7)
    return;
  complete = sky_craps_hot_complete (state->hot_boxes);
  if (complete >= 2)
    win (table, wager,
         sky_bet_find_pay (wager->bet, (gint) complete,
                           sky_table_paytable (table, SKY_CRAPS_OPTION_HOT_ROLLER)),
         0, (gint) complete, READING_HOT_ROLLER);
  else
    lose (table, wager, 0, (gint) complete, READING_HOT_ROLLER);
}

/* § 623b.2(d). The wager's point is the one established for it, its `tracked` the other point
 * numbers thrown since. */
static void
decide_lucky_shooter (SkyTable *table, SkyWager *wager)
{
  const SkyCrapsState *state = sky_craps_state (table);
  char paytable = sky_table_paytable (table, SKY_CRAPS_OPTION_LUCKY_SHOOTER);
  gint total = state->throw_.total;
  gint others = __builtin_popcountll (wager->tracked);
  const SkyPay *pay;

  if (wager->point == 0)
    {
      if (!state->throw_.come_out)
        return;
      if (total == 7 || total == 11)
        win (table, wager, sky_bet_find_pay (wager->bet, 1, paytable), 0, 0, READING_LUCKY_REMAINS);
      else if (SKY_CRAPS_HAS (SKY_CRAPS_CRAPS, total))
        lose (table, wager, 0, 0, 0);
      return;
    }

  if (others < 5 && SKY_CRAPS_IS_BOX (total) && total != wager->point
      && !SKY_CRAPS_HAS (wager->tracked, total))
    return;
  pay = others < 2 ? NULL
                   : sky_bet_find_pay (wager->bet,
                                       others == 5 && total == wager->point ? 6 : others, paytable);
  if (pay != NULL)
    {
      win (table, wager, pay, wager->point, others, READING_LUCKY_ROLLS);
      wager->due.may_stay = FALSE;
    }
  else
    lose (table, wager, wager->point, others, READING_LUCKY_ROLLS);
}

static void
decide_bonus_craps (SkyTable *table, SkyWager *wager, SkyCrapsBet bet)
{
  const SkyCrapsState *state = sky_craps_state (table);
  guint wanted = sky_craps_bonus_totals (bet);
  guint thrown = SKY_CRAPS_TOTAL (state->throw_.total);

  if (state->throw_.total == 7)
    lose (table, wager, 0, __builtin_popcount (state->tracked & wanted), READING_BONUS_CRAPS);
  else if ((thrown & wanted & ~state->tracked) != 0
           && ((state->tracked | thrown) & wanted) == wanted)
    win (table, wager,
         sky_bet_find_pay (wager->bet, 0, sky_table_paytable (table, SKY_CRAPS_OPTION_BONUS_CRAPS)),
         0, __builtin_popcount (wanted), READING_BONUS_CRAPS);
}

/* § 623b.4(d). The wager's `tracked` is one more than the throws counted; 0 before its come out. */
static void
decide_hot_shooter (SkyTable *table, SkyWager *wager)
{
  const SkyCrapsState *state = sky_craps_state (table);
  const SkyPay *pay = NULL;
  gint throws;

  if (wager->tracked == 0 || state->point == 0 || state->throw_.total != 7)
    return;
  throws = (gint) wager->tracked - 1;
  for (guint i = 0; i < wager->bet->n_pays; i++)
    if (throws >= wager->bet->pays[i].key)
      pay = &wager->bet->pays[i];

  if (pay != NULL)
    win (table, wager, pay, 0, throws, READING_HOT_SHOOTER);
  else if (throws >= 8)
    give_back (table, wager, SKY_OUTCOME_PUSH, 0, throws, READING_HOT_SHOOTER);
  else
    lose (table, wager, 0, throws, READING_HOT_SHOOTER);
}

static void
decide_wager (SkyTable *table, SkyWager *wager)
{
  SkyCrapsBet bet = sky_craps_kind_of (wager);

  switch (bet)
    {
    case SKY_CRAPS_PASS:
    case SKY_CRAPS_DONT_PASS:
      decide_line_bet (table, wager, bet == SKY_CRAPS_DONT_PASS);
      return;
    case SKY_CRAPS_COME:
    case SKY_CRAPS_DONT_COME:
      decide_come_bet (table, wager, bet == SKY_CRAPS_DONT_COME);
      return;
    case SKY_CRAPS_PASS_ODDS:
    case SKY_CRAPS_DONT_PASS_ODDS:
    case SKY_CRAPS_COME_ODDS:
    case SKY_CRAPS_DONT_COME_ODDS:
      decide_odds (table, wager, bet);
      return;
    case SKY_CRAPS_PLACE_WIN:
    case SKY_CRAPS_PLACE_LOSE:
      if (sky_craps_works (table, wager))
        decide_on_number (table, wager, wager->number, bet == SKY_CRAPS_PLACE_LOSE,
                          own_pay (wager));
      return;
    case SKY_CRAPS_BUY:
    case SKY_CRAPS_LAY:
      if (sky_craps_works (table, wager))
        decide_buy_or_lay (table, wager, bet);
      return;
    case SKY_CRAPS_HARDWAY:
      if (sky_craps_works (table, wager))
        decide_hardway (table, wager);
      return;
    case SKY_CRAPS_FIELD:
    case SKY_CRAPS_ANY_SEVEN:
    case SKY_CRAPS_ANY_CRAPS:
    case SKY_CRAPS_CRAPS_TWO:
    case SKY_CRAPS_CRAPS_THREE:
    case SKY_CRAPS_CRAPS_TWELVE:
    case SKY_CRAPS_ELEVEN:
    case SKY_CRAPS_HOP:
    case SKY_CRAPS_SIX_SEVEN_EIGHT:
      decide_one_roll (table, wager, bet);
      return;
    case SKY_CRAPS_CRAPS_ELEVEN:
    case SKY_CRAPS_HORN:
    case SKY_CRAPS_HORN_HIGH:
    case SKY_CRAPS_WHIRL:
      decide_combined (table, wager, bet);
      return;
    case SKY_CRAPS_FIRE_BET:
      decide_fire_bet (table, wager);
      return;
    case SKY_CRAPS_HOT_ROLLER:
      decide_hot_roller (table, wager);
      return;
    case SKY_CRAPS_LUCKY_SHOOTER:
      decide_lucky_shooter (table, wager);
      return;
    case SKY_CRAPS_ALL_SMALL:
    case SKY_CRAPS_ALL_TALL:
    case SKY_CRAPS_MAKE_EM_ALL:
      decide_bonus_craps (table, wager, bet);
      return;
    case SKY_CRAPS_HOT_SHOOTER:
      decide_hot_shooter (table, wager);
      return;
    case SKY_CRAPS_N_BETS:
      break;
    }
  g_assert_not_reached ();
}

/* Settled already, taken down, or placed when the dice lay: not in play. */
static inline gboolean
is_in_play (const SkyWager *wager, const SkyCrapsThrow *throw_)
{
  return wager->status == SKY_WAGER_UP && wager->seq <= throw_->seq;
}

void
sky_craps_decide_throw (SkyTable *table)
{
  const SkyCrapsThrow *throw_ = &sky_craps_state (table)->throw_;
  const SkyWagerList *awaiting;

  /* What an earlier throw of the round decided, or this one without the Power Odds. */
  for (guint i = 0; i < table->decided->len; i++)
    if (is_in_play (table->decided->pdata[i], throw_))
      table->decided->pdata[i]->due.outcome = SKY_OUTCOME_NONE;

  sky_craps_mark_unseen (table);
  awaiting = sky_table_find_awaiting (table, (guint) throw_->total);
  for (guint i = 0; i < awaiting->len; i++)
    {
      SkyWager *wager = awaiting->pdata[i];

      if (!is_in_play (wager, throw_))
        continue;
      if (wager->not_permissible)
        {
          /* What may not be wagered is owed from the start and may go back before the throw. */
          sky_table_decide_void (table, wager);
          wager->due.seq = wager->seq;
        }
      else
        decide_wager (table, wager);
      if (table->sink.step != NULL)
        sky_craps_tell_decision (table, wager);
    }
}

void
sky_craps_void_throw (SkyTable *table)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];
      SkyDue due = { .outcome = SKY_OUTCOME_VOID, .returned = wager->amount, .optional = TRUE };

      /* What the throw decided so already; an earlier round's decision is none of it. */
      if (wager->status == SKY_WAGER_REMOVED
          || (wager->due.outcome != SKY_OUTCOME_NONE && wager->due.optional))
        continue;
      sky_table_decide (table, wager, &due);
      /* Whatever was settled in the round, before the call too. */
      wager->due.seq = table->round_seq;
    }
}
