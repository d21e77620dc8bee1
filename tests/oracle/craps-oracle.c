/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "craps-oracle.h"

static gboolean
is (const OracleWager *wager, const char *bet)
{
  return g_str_equal (wager->bet, bet);
}

static gint64
pay (const Oracle *self, gint64 stake, int a, int b)
{
  gint64 won = stake * a / b;

  return won - won % self->payout_unit;
}

static void
win (const Oracle *self, OracleWager *wager, int a, int b)
{
  wager->outcome = ORACLE_WIN;
  wager->paid = pay (self, wager->amount, a, b);
  wager->returned = wager->amount;
}

static void
lose (OracleWager *wager)
{
  wager->outcome = ORACLE_LOSE;
  wager->taken = wager->amount;
}

static void
go_back (OracleWager *wager, OracleOutcome outcome)
{
  wager->outcome = outcome;
  wager->returned = wager->amount;
}

/* 623a.3(a)(1)—(4): a line or come bet on its first throw, and on its number. */
static void
line (const Oracle *self, OracleWager *wager, gboolean with, gboolean first, int number, int total)
{
  if (first)
    {
      if (total == 7 || total == 11)
        with ? win (self, wager, 1, 1) : lose (wager);
      else if (total == 2 || total == 3)
        with ? lose (wager) : win (self, wager, 1, 1);
      else if (total == 12)
        with ? lose (wager) : go_back (wager, ORACLE_VOID);
      return;
    }
  if (total == number)
    with ? win (self, wager, 1, 1) : lose (wager);
  else if (total == 7)
    with ? lose (wager) : win (self, wager, 1, 1);
}

/* 623a.6: 4 and 10 two to one, 5 and 9 three to two, 6 and 8 six to five; laid the other way. */
static void
true_odds (const Oracle *self, OracleWager *wager, gboolean taken, int number)
{
  int a = number == 4 || number == 10 ? 2 : number == 5 || number == 9 ? 3 : 6;
  int b = number == 4 || number == 10 ? 1 : number == 5 || number == 9 ? 2 : 5;

  taken ? win (self, wager, a, b) : win (self, wager, b, a);
}

static void
odds (const Oracle *self, OracleWager *wager, const OracleWager *flat, int number, int total)
{
  gboolean taken = is (wager, "pass_odds") || is (wager, "come_odds");
  gboolean off =
      is (wager, "come_odds") && self->come_odds_off && self->point == 0 && wager->working != 1;

  if (flat->outcome == ORACLE_UNDECIDED)
    return;
  if (off)
    go_back (wager, ORACLE_VOID);
  else if ((total == number) == taken)
    true_odds (self, wager, taken, number);
  else
    lose (wager);
}

static gboolean
works (const Oracle *self, const OracleWager *wager)
{
  return wager->working == 1 || (wager->working == 0 && self->point != 0);
}

/* 623a.3(a)(5), (6), (41), (42); 623a.5(a), (g). */
static void
on_number (const Oracle *self, OracleWager *wager, int total)
{
  gboolean against = is (wager, "place_lose") || is (wager, "lay");
  int n = wager->number;
  int outer = n == 4 || n == 10, middle = n == 5 || n == 9;

  if (!works (self, wager) || (total != n && total != 7))
    return;
  if ((total == 7) != against)
    {
      lose (wager);
      return;
    }
  if (is (wager, "place_win"))
    win (self, wager, outer ? 9 : 7, outer || middle ? 5 : 6);
  else if (is (wager, "place_lose"))
    win (self, wager, outer || middle ? 5 : 4, outer ? 11 : middle ? 8 : 5);
  else
    {
      true_odds (self, wager, is (wager, "buy"), n);
      wager->vig = self->vig_on_win ? wager->amount * self->vig_percent / 100 : 0;
    }
}

static void
hardway (const Oracle *self, OracleWager *wager, int a, int b)
{
  int total = a + b;

  if (!works (self, wager))
    return;
  if (total == wager->number && a == b)
    win (self, wager, wager->number == 4 || wager->number == 10 ? 7 : 9, 1);
  else if (total == wager->number || total == 7)
    lose (wager);
}

/* What a single bet of one roll pays to one; 0: it loses. */
static int
single (const char *bet, int total)
{
  if (g_str_equal (bet, "any_seven"))
    return total == 7 ? 4 : 0;
  if (g_str_equal (bet, "any_craps"))
    return total == 2 || total == 3 || total == 12 ? 7 : 0;
  if (g_str_equal (bet, "craps_two"))
    return total == 2 ? 30 : 0;
  if (g_str_equal (bet, "craps_three"))
    return total == 3 ? 15 : 0;
  if (g_str_equal (bet, "eleven"))
    return total == 11 ? 15 : 0;
  return total == 12 ? 30 : 0; /* craps_twelve */
}

/* 623a.5(b)—(e): as separate wagers in equal parts. The stakes of the test divide. */
static void
combined (const Oracle *self, OracleWager *wager, const char *const *parts, int n, int total)
{
  gint64 part = wager->amount / n;

  for (int i = 0; i < n; i++)
    {
      int odds_to_1 = single (parts[i], total);

      if (odds_to_1 > 0)
        {
          wager->paid += pay (self, part, odds_to_1, 1);
          wager->returned += part;
        }
      else
        wager->taken += part;
    }
  wager->outcome = wager->paid > 0 ? ORACLE_WIN : ORACLE_LOSE;
}

static gboolean
one_roll (const Oracle *self, OracleWager *wager, int a, int b)
{
  const char *parts[5] = { "craps_two", "craps_three", "eleven", "craps_twelve", NULL };
  int total = a + b, odds_to_1;

  if (is (wager, "field"))
    {
      if (total == 2 || total == 12)
        win (self, wager, 2, 1);
      else if (total <= 4 || (total >= 9 && total <= 11))
        win (self, wager, 1, 1);
      else
        lose (wager);
    }
  else if (is (wager, "six_seven_eight"))
    {
      if (total < 6 || total > 8)
        lose (wager);
      else
        win (self, wager, a == b ? 2 : 1, 1);
    }
  else if (is (wager, "hop"))
    {
      if (MIN (a, b) == MIN (wager->die_1, wager->die_2)
          && MAX (a, b) == MAX (wager->die_1, wager->die_2))
        win (self, wager, a == b ? 30 : 15, 1);
      else
        lose (wager);
    }
  else if (is (wager, "craps_eleven"))
    combined (self, wager, (const char *const[]){ "any_craps", "eleven" }, 2, total);
  else if (is (wager, "horn"))
    combined (self, wager, parts, 4, total);
  else if (is (wager, "horn_high"))
    {
      parts[4] = wager->number == 2    ? "craps_two"
                 : wager->number == 3  ? "craps_three"
                 : wager->number == 11 ? "eleven"
                                       : "craps_twelve";
      combined (self, wager, parts, 5, total);
    }
  else if (is (wager, "whirl"))
    {
      parts[4] = "any_seven";
      combined (self, wager, parts, 5, total);
    }
  else if (is (wager, "any_seven") || is (wager, "any_craps") || is (wager, "craps_two")
           || is (wager, "craps_three") || is (wager, "craps_twelve") || is (wager, "eleven"))
    {
      odds_to_1 = single (wager->bet, total);
      if (odds_to_1 > 0)
        win (self, wager, odds_to_1, 1);
      else
        lose (wager);
    }
  else
    return FALSE;
  return TRUE;
}

static int
count (guint bits)
{
  return __builtin_popcount (bits);
}

/* 623a.11, 623a.5(f): settled on the loser 7 (reading R1). */
static void
fire (const Oracle *self, OracleWager *wager, int total)
{
  static const int odds[2][3] = { { 24, 249, 999 }, { 39, 199, 499 } };
  int points = count (self->made);

  if (self->point == 0 || total != 7)
    return;
  if (points < 4)
    lose (wager);
  else
    win (self, wager, odds[self->fire_bet == 'B'][points - 4], 1);
}

static gboolean
thrown (const Oracle *self, int a, int b)
{
  return (self->combinations >> (a * 6 + b) & 1) != 0;
}

/* 623b.1(a)(2)(iii): the ways to each number. */
static int
numbers_complete (const Oracle *self)
{
  return (thrown (self, 1, 3) && thrown (self, 2, 2)) + (thrown (self, 1, 4) && thrown (self, 2, 3))
         + (thrown (self, 1, 5) && thrown (self, 2, 4) && thrown (self, 3, 3))
         + (thrown (self, 2, 6) && thrown (self, 3, 5) && thrown (self, 4, 4))
         + (thrown (self, 3, 6) && thrown (self, 4, 5))
         + (thrown (self, 4, 6) && thrown (self, 5, 5));
}

static void
hot_roller (const Oracle *self, OracleWager *wager, int total)
{
  static const int pays[] = { 0, 0, 5, 10, 20, 50 };
  int complete = numbers_complete (self);

  if (total != 7)
    return;
  if (complete < 2)
    lose (wager);
  else
    win (self, wager, complete == 6 ? (self->hot_roller == 'A' ? 200 : 300) : pays[complete], 1);
}

/* 623b.2(d), (e), readings R4 and R5; "for 1". */
static void
lucky_shooter (const Oracle *self, OracleWager *wager, int total)
{
  static const int tables[4][7] = { { 0, 0, 0, 5, 15, 150, 1000 },
                                    { 0, 0, 2, 4, 10, 100, 500 },
                                    { 0, 0, 0, 5, 20, 150, 1000 },
                                    { 0, 0, 2, 5, 10, 100, 500 } };
  gboolean box = total == 4 || total == 5 || total == 6 || total == 8 || total == 9 || total == 10;
  int before = count (wager->numbers), row;

  if (!wager->running)
    {
      if (self->point != 0)
        return; /* it starts at the next come out roll */
      if (total == 2 || total == 3 || total == 12)
        lose (wager);
      else if (!box)
        {
          wager->outcome = ORACLE_WIN; /* the stake itself, which works on */
          wager->returned = wager->amount;
        }
      else
        {
          wager->running = TRUE;
          wager->point = total;
        }
      return;
    }
  if (before < 5 && box && total != wager->point && !(wager->numbers >> total & 1))
    {
      wager->numbers |= 1u << total;
      return;
    }
  row = before == 5 && total == wager->point ? 6 : before;
  if (tables[self->lucky_shooter - 'A'][row] == 0)
    lose (wager);
  else
    {
      gint64 won = wager->amount * (tables[self->lucky_shooter - 'A'][row] - 1);

      wager->outcome = ORACLE_WIN;
      wager->paid = won - won % self->payout_unit;
      wager->returned = wager->amount;
    }
}

/* 623b.4(d), (e), reading R6. */
static void
hot_shooter (const Oracle *self, OracleWager *wager, int total)
{
  if (!wager->running)
    {
      wager->running = self->point == 0;
      return;
    }
  if (self->point == 0 || total != 7)
    {
      wager->throws++;
      return;
    }
  if (wager->throws <= 7)
    lose (wager);
  else if (wager->throws <= 15)
    go_back (wager, ORACLE_PUSH);
  else
    win (self, wager,
         wager->throws <= 23   ? 2
         : wager->throws <= 31 ? 4
         : wager->throws <= 39 ? 6
         : wager->throws <= 44 ? 11
         : wager->throws <= 49 ? 29
                               : 99,
         1);
}

/* Reading R7: @wanted are the totals; @totals those thrown, this one included. */
static void
bonus (const Oracle *self, OracleWager *wager, guint wanted, guint totals, int total, int a, int b)
{
  if (total == 7)
    lose (wager);
  else if ((totals & wanted) == wanted)
    win (self, wager, self->bonus_craps == '1' ? a : b, 1);
}

static void
decide (Oracle *self, OracleWager *wager, int a, int b)
{
  int total = a + b;
  guint totals = self->totals | 1u << total;
  const guint small = 0x7c, tall = 0x1f00;

  if (one_roll (self, wager, a, b))
    return;
  if (is (wager, "pass") || is (wager, "dont_pass"))
    line (self, wager, is (wager, "pass"), wager->point == 0, wager->point, total);
  else if (is (wager, "come") || is (wager, "dont_come"))
    line (self, wager, is (wager, "come"), wager->point == 0, wager->point, total);
  else if (is (wager, "hardway"))
    hardway (self, wager, a, b);
  else if (is (wager, "fire_bet"))
    fire (self, wager, total);
  else if (is (wager, "hot_roller"))
    hot_roller (self, wager, total);
  else if (is (wager, "lucky_shooter"))
    lucky_shooter (self, wager, total);
  else if (is (wager, "hot_shooter_jackpot"))
    hot_shooter (self, wager, total);
  else if (is (wager, "all_small"))
    bonus (self, wager, small, totals, total, 34, 30);
  else if (is (wager, "all_tall"))
    bonus (self, wager, tall, totals, total, 34, 30);
  else if (is (wager, "make_em_all"))
    bonus (self, wager, small | tall, totals, total, 175, 150);
  else if (!g_str_has_suffix (wager->bet, "_odds"))
    on_number (self, wager, total);
}

void
oracle_throw (Oracle *self, int die_1, int die_2)
{
  int a = MIN (die_1, die_2), b = MAX (die_1, die_2), total = a + b;
  gboolean box = total >= 4 && total <= 10 && total != 7;

  for (guint i = 0; i < self->wagers->len; i++)
    {
      OracleWager *wager = &g_array_index (self->wagers, OracleWager, i);

      wager->outcome = ORACLE_UNDECIDED;
      wager->paid = wager->taken = wager->returned = wager->vig = 0;
      if (wager->up)
        decide (self, wager, a, b);
    }
  for (guint i = 0; i < self->wagers->len; i++)
    {
      OracleWager *wager = &g_array_index (self->wagers, OracleWager, i);
      const OracleWager *flat;

      if (!wager->up || !g_str_has_suffix (wager->bet, "_odds"))
        continue;
      flat = &g_array_index (self->wagers, OracleWager, wager->supports);
      odds (self, wager, flat, flat->point, total);
    }

  /* The game goes on: bets travel, points are set and made. */
  for (guint i = 0; i < self->wagers->len; i++)
    {
      OracleWager *wager = &g_array_index (self->wagers, OracleWager, i);
      gboolean flat = is (wager, "pass") || is (wager, "dont_pass") || is (wager, "come")
                      || is (wager, "dont_come");

      if (wager->up && flat && wager->outcome == ORACLE_UNDECIDED && wager->point == 0 && box)
        wager->point = total;
    }
  if (total == 7)
    {
      self->combinations = 0;
      self->totals = 0;
    }
  else
    {
      self->combinations |= G_GUINT64_CONSTANT (1) << (a * 6 + b);
      self->totals |= 1u << total;
    }
  if (self->point == 0)
    self->point = box ? total : 0;
  else if (total == self->point)
    {
      self->made |= 1u << total;
      self->point = 0;
    }
  else if (total == 7)
    {
      self->made = 0;
      self->point = 0;
    }
}
