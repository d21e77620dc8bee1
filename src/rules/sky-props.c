/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections are those of 58 Pa. Code Chapter 668a. */
#include "config.h"

#include "sky-props.h"

#include "sky-result.h"

#include <glib/gi18n-lib.h>

enum
{
  DOUBLE,
  ANY_NUMBER,
  FIELD,
  HOP_TOP,
  HOP_LEFT,
  HOP_RIGHT,
  HOP_CENTER,
  ONE_SIX_UNDER,
  THREE_FOUR_OVER,
  SIX_EIGHT_SHAKE,
  N_BETS,
};

/* § 668a.4; the names are those of § 668a.2(d) and § 668a.2(e). */
static const SkyPay double_pays[] = {
  { 1, 0, SKY_ODDS_TO (30, 1), NULL, "Two the Hardway Bet", "668a.2(d)(1)" },
  { 2, 0, SKY_ODDS_TO (30, 1), NULL, "Four the Hardway Bet", "668a.2(d)(2)" },
  { 3, 0, SKY_ODDS_TO (30, 1), NULL, "Six the Hardway Bet", "668a.2(d)(3)" },
  { 4, 0, SKY_ODDS_TO (30, 1), NULL, "Eight the Hardway Bet", "668a.2(d)(4)" },
  { 5, 0, SKY_ODDS_TO (30, 1), NULL, "Ten the Hardway Bet", "668a.2(d)(5)" },
  { 6, 0, SKY_ODDS_TO (30, 1), NULL, "Twelve the Hardway Bet", "668a.2(d)(6)" },
};
/* The key is the lower number × 10 + the higher. */
static const SkyPay any_number_pays[] = {
  { 12, 0, SKY_ODDS_TO (15, 1), NULL, "One-Two Bet", "668a.2(e)(1)" },
  { 13, 0, SKY_ODDS_TO (15, 1), NULL, "One-Three Bet", "668a.2(e)(2)" },
  { 14, 0, SKY_ODDS_TO (15, 1), NULL, "One-Four Bet", "668a.2(e)(3)" },
  { 15, 0, SKY_ODDS_TO (15, 1), NULL, "One-Five Bet", "668a.2(e)(4)" },
  { 16, 0, SKY_ODDS_TO (15, 1), NULL, "One-Six Bet", "668a.2(e)(5)" },
  { 23, 0, SKY_ODDS_TO (15, 1), NULL, "Two-Three Bet", "668a.2(e)(6)" },
  { 24, 0, SKY_ODDS_TO (15, 1), NULL, "Two-Four Bet", "668a.2(e)(7)" },
  { 25, 0, SKY_ODDS_TO (15, 1), NULL, "Two-Five Bet", "668a.2(e)(8)" },
  { 26, 0, SKY_ODDS_TO (15, 1), NULL, "Two-Six Bet", "668a.2(e)(9)" },
  { 34, 0, SKY_ODDS_TO (15, 1), NULL, "Three-Four Bet", "668a.2(e)(10)" },
  { 35, 0, SKY_ODDS_TO (15, 1), NULL, "Three-Five Bet", "668a.2(e)(11)" },
  { 36, 0, SKY_ODDS_TO (15, 1), NULL, "Three-Six Bet", "668a.2(e)(12)" },
  { 45, 0, SKY_ODDS_TO (15, 1), NULL, "Four-Five Bet", "668a.2(e)(13)" },
  { 46, 0, SKY_ODDS_TO (15, 1), NULL, "Four-Six Bet", "668a.2(e)(14)" },
  { 56, 0, SKY_ODDS_TO (15, 1), NULL, "Five-Six Bet", "668a.2(e)(15)" },
};
/* By the total, the lowest of each case. */
static const SkyPay field_pays[] = {
  { 2, 0, SKY_ODDS_TO (2, 1), NULL, "Field Wager, 2 or 12 is rolled" },
  { 3, 0, SKY_ODDS_TO (1, 1), NULL, "Field Wager, 3, 4, 9, 10 or 11 is rolled" },
};
static const SkyPay hop_top_pays[] = { { 0, 0, SKY_ODDS_TO (3, 2), NULL, "Hop the Top" } };
static const SkyPay hop_left_pays[] = { { 0, 0, SKY_ODDS_TO (2, 1), NULL, "Hop the Left" } };
static const SkyPay hop_right_pays[] = { { 0, 0, SKY_ODDS_TO (2, 1), NULL, "Hop the Right" } };
static const SkyPay hop_center_pays[] = { { 0, 0, SKY_ODDS_TO (3, 2), NULL, "Hop the Center" } };
static const SkyPay under_pays[] = { { 0, 0, SKY_ODDS_TO (1, 1), NULL, "1-6 and Under" } };
static const SkyPay over_pays[] = { { 0, 0, SKY_ODDS_TO (1, 1), NULL, "3-4 and Over" } };
static const SkyPay shake_pays[] = { { 0, 0, SKY_ODDS_TO (150, 1), NULL, "Six Eight Shake" } };

#define BET(name, code, members, printed, section, option, pays)                                   \
  {                                                                                                \
    { name, members }, printed, section, "668a.4", 0, option, NULL, pays, G_N_ELEMENTS (pays),     \
        code                                                                                       \
  }

static const SkyBet bets[N_BETS] = {
  [DOUBLE] = BET ("double", "d", SKY_MEMBER_NUMBER, "Double Wager", "668a.2(d)", -1, double_pays),
  [ANY_NUMBER] =
      BET ("any_number", "", SKY_MEMBER_DICE, "Any Number Wager", "668a.2(e)", -1, any_number_pays),
  [FIELD] = BET ("field", "f", 0, "Field Wager", "668a.2(f)(1)", -1, field_pays),
  [HOP_TOP] = BET (
      "hop_top", "ht", 0, "Hop the Top Wager", "668a.2(f)(2)", SKY_PROPS_HOP_TOP, hop_top_pays),
  [HOP_LEFT] = BET (
      "hop_left", "hl", 0, "Hop the Left Wager", "668a.2(f)(3)", SKY_PROPS_HOP_LEFT, hop_left_pays),
  [HOP_RIGHT] = BET ("hop_right",
                     "hr",
                     0,
                     "Hop the Right Wager",
                     "668a.2(f)(4)",
                     SKY_PROPS_HOP_RIGHT,
                     hop_right_pays),
  [HOP_CENTER] = BET ("hop_center",
                      "hc",
                      0,
                      "Hop the Center Wager",
                      "668a.2(f)(5)",
                      SKY_PROPS_HOP_CENTER,
                      hop_center_pays),
  [ONE_SIX_UNDER] =
      BET ("one_six_under", "u", 0, "1-6 and Under Wager", "668a.2(f)(6)", -1, under_pays),
  [THREE_FOUR_OVER] =
      BET ("three_four_over", "o", 0, "3-4 and Over Wager", "668a.2(f)(7)", -1, over_pays),
  [SIX_EIGHT_SHAKE] =
      BET ("six_eight_shake", "s", 0, "Six Eight Shake Wager", "668a.2(f)(8)", -1, shake_pays),
};

#define HOP_OPTION(name, section)                                                                  \
  {                                                                                                \
    "hop_layout." name, SKY_OPTION_COMBINATIONS, SKY_OPTION_ABSENT, 0, 0, NULL, section            \
  }

static const SkyOption options[SKY_PROPS_N_OPTIONS] = {
  SKY_COMMON_OPTIONS ("521.7(d)"),
  [SKY_PROPS_HOP_LAYOUT] = { "hop_layout", SKY_OPTION_OBJECT, SKY_OPTION_ABSENT, 0, 1, NULL,
                             "668a.1(b)(2)" },
  [SKY_PROPS_HOP_TOP] = HOP_OPTION ("top", "668a.2(f)(2)"),
  [SKY_PROPS_HOP_LEFT] = HOP_OPTION ("left", "668a.2(f)(3)"),
  [SKY_PROPS_HOP_RIGHT] = HOP_OPTION ("right", "668a.2(f)(4)"),
  [SKY_PROPS_HOP_CENTER] = HOP_OPTION ("center", "668a.2(f)(5)"),
};

/* Two dice, or none: low 0. */
typedef struct
{
  guint64 seq;
  SkyTime at;
  gint low;
  gint high;
} Dice;

/* A shake of the round, with who was to shake then. */
typedef struct
{
  guint64 seq; /* 0: none */
  SkyTime at;
  gint64 by;
  gint64 times;
  gint64 lid;
  gint64 rightful; /* 0: nobody is known to sit at the table */
  gboolean passed; /* it had gone on after a 7 (§ 668a.3(k)) */
} Shake;

/* More lammers than there are combinations are not looked at in one round. */
#define MAX_LAMMERS 8

typedef struct
{
  SkyResult result;
  Dice shown;
  Dice call; /* before the result was there */
  SkyObserved observed;

  Shake shake;               /* the last since the last void */
  Shake shaken;              /* the last before the result */
  gint64 shaker;             /* the rightful one of the last counted roll; 0: there was none */
  gboolean passes;           /* that was a 7 */
  guint64 moved;             /* combinations whose lammer is to lie in the circle */
  guint64 lying;             /* those whose lammer does */
  gboolean lammer_wants;     /* the result that stands wants its lammer moved */
  Dice lammers[MAX_LAMMERS]; /* moved since the last void of the round */
  guint n_lammers;
} Props;

/* § 668a.2(f)(8): 1-5, 2-4, 3-3 and 2-6, 3-5, 4-4. */
static guint64
shake_combinations (void)
{
  return sky_combination_bit (1, 5) | sky_combination_bit (2, 4) | sky_combination_bit (3, 3)
         | sky_combination_bit (2, 6) | sky_combination_bit (3, 5) | sky_combination_bit (4, 4);
}

static Dice
read_dice (const SkyTable *table, const gint64 *dice)
{
  return (Dice){ table->seq, table->at, (gint) MIN (dice[0], dice[1]),
                 (gint) MAX (dice[0], dice[1]) };
}

static gboolean
are_dice (const Dice *dice)
{
  return dice->low >= 1 && dice->high <= 6;
}

static gboolean
same_dice (const Dice *a, const Dice *b)
{
  return a->low == b->low && a->high == b->high;
}

static char *
dice_json (const Dice *dice)
{
  return g_strdup_printf ("{\"dice\":[%d,%d]}", dice->low, dice->high);
}

static guint
bet_of (const SkyWager *wager)
{
  return (guint) (wager->bet - bets);
}

static gboolean
is_six_eight_shake (const SkyWager *wager)
{
  return wager->bet != NULL && bet_of (wager) == SIX_EIGHT_SHAKE;
}

static void
tell_thrown (SkyTable *table, const SkyWager *wager, gint n)
{
  g_autofree char *thrown = NULL;

  if (table->sink.step == NULL)
    return;
  thrown = sky_phrase_count (
      "Of the six combinations of 6 and 8, %d have been thrown since it was placed.",
      "Of the six combinations of 6 and 8, %d have been thrown since it was placed.", n);
  sky_table_step (table, wager, table->seq, "668a.2(f)(8)", "%s", thrown);
}

/* § 668a.2(f)(8): the combinations thrown since it was placed. */
static void
decide_six_eight_shake (SkyTable *table, SkyWager *wager, const Dice *dice)
{
  guint64 all = shake_combinations ();
  guint64 thrown = wager->tracked | (sky_combination_bit (dice->low, dice->high) & all);

  if (dice->low + dice->high == 7)
    sky_table_decide_lose (table, wager);
  else if (thrown == all)
    sky_table_decide_win (table, wager, shake_pays);
  else
    {
      sky_table_undecide (table, wager);
      tell_thrown (table, wager, __builtin_popcountll (thrown));
    }
}

/* Reading R21: the combinations are the layout's; without its place there the wager is void. */
static void
decide_hop (SkyTable *table, SkyWager *wager, const Dice *dice)
{
  gint64 layout = sky_table_option (table, wager->bet->option);

  if (layout <= 0)
    sky_table_decide_void (table, wager);
  else if ((guint64) layout & sky_combination_bit (dice->low, dice->high))
    sky_table_decide_win (table, wager, wager->bet->pays);
  else
    sky_table_decide_lose (table, wager);
  wager->due.reading = 21;
}

/* What a bet decided by one roll pays (§ 668a.2(d), § 668a.2(e) and § 668a.2(f)); NULL: it loses.
 */
static const SkyPay *
find_pay (const SkyWager *wager, const Dice *dice)
{
  gint total = dice->low + dice->high;

  switch (bet_of (wager))
    {
    case DOUBLE:
      return dice->low == wager->number && dice->high == wager->number
                 ? sky_bet_find_pay (wager->bet, wager->number, 0)
                 : NULL;
    case ANY_NUMBER:
      return dice->low == wager->dice[0] && dice->high == wager->dice[1]
                 ? sky_bet_find_pay (wager->bet, dice->low * 10 + dice->high, 0)
                 : NULL;
    case FIELD:
      if (total == 2 || total == 12)
        return &field_pays[0];
      return total <= 4 || total >= 9 ? &field_pays[1] : NULL;
    case ONE_SIX_UNDER:
      return total < 7 || (dice->low == 1 && dice->high == 6) ? under_pays : NULL;
    case THREE_FOUR_OVER:
      return total > 7 || (dice->low == 3 && dice->high == 4) ? over_pays : NULL;
    default:
      return NULL;
    }
}

static void
decide (SkyTable *table, SkyWager *wager)
{
  const Props *self = table->state;
  const SkyPay *pay;

  switch (bet_of (wager))
    {
    case SIX_EIGHT_SHAKE:
      decide_six_eight_shake (table, wager, &self->shown);
      return;
    case HOP_TOP:
    case HOP_LEFT:
    case HOP_RIGHT:
    case HOP_CENTER:
      decide_hop (table, wager, &self->shown);
      return;
    default:
      pay = find_pay (wager, &self->shown);
      if (pay != NULL)
        sky_table_decide_win (table, wager, pay);
      else
        sky_table_decide_lose (table, wager);
      return;
    }
}

/* Fine print 24: a Six Eight Shake stays up where all else goes back. */
static const SkyResultRules result_rules = { .decide = decide,
                                             .outlasts_void = is_six_eight_shake };

/* Visits Dice. */
static void
visit_dice (SkyState *state, Dice *dice)
{
  sky_state_int (state, dice->seq);
  sky_state_int (state, dice->at);
  sky_state_int (state, dice->low);
  sky_state_int (state, dice->high);
}

/* Visits Shake. */
static void
visit_shake (SkyState *state, Shake *shake)
{
  sky_state_int (state, shake->seq);
  sky_state_int (state, shake->at);
  sky_state_int (state, shake->by);
  sky_state_int (state, shake->times);
  sky_state_int (state, shake->lid);
  sky_state_int (state, shake->rightful);
  sky_state_int (state, shake->passed);
}

/* Visits Props. */
static void
visit_state (SkyTable *table, SkyState *state)
{
  Props *self = table->state;

  sky_result_visit (&self->result, state);
  visit_dice (state, &self->shown);
  visit_dice (state, &self->call);
  sky_state_int (state, self->observed);
  visit_shake (state, &self->shake);
  visit_shake (state, &self->shaken);
  sky_state_int (state, self->shaker);
  sky_state_int (state, self->passes);
  sky_state_int (state, self->moved);
  sky_state_int (state, self->lying);
  sky_state_int (state, self->lammer_wants);
  for (guint i = 0; i < MAX_LAMMERS; i++)
    visit_dice (state, &self->lammers[i]);
  sky_state_int (state, self->n_lammers);
  if (self->n_lammers > MAX_LAMMERS)
    sky_state_refuse (state);
}

/* What goes on from round to round. */
static void
begin_anew (Props *self)
{
  *self = (Props){
    .shaker = self->shaker, .passes = self->passes, .moved = self->moved, .lying = self->lying
  };
}

static void
on_round_start (SkyTable *table, const SkyEvent *event)
{
  begin_anew (table->state);
}

/* TRUE when a Six Eight Shake other than @except lies undecided. */
static gboolean
has_six_eight_shake (const SkyTable *table, const SkyWager *except)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (wager != except && wager->status == SKY_WAGER_UP && is_six_eight_shake (wager)
          && wager->due.outcome == SKY_OUTCOME_NONE)
        return TRUE;
    }
  return FALSE;
}

static gint
find_row (const SkyWager *wager)
{
  guint bet = bet_of (wager);
  const SkyPay *pay;

  if (bet != DOUBLE && bet != ANY_NUMBER)
    return 0;
  if (bet == ANY_NUMBER && (wager->dice[0] < 1 || wager->dice[1] > 6))
    return -1;
  pay = sky_bet_find_pay (wager->bet,
                          bet == DOUBLE ? wager->number : wager->dice[0] * 10 + wager->dice[1], 0);
  return pay != NULL ? (gint) (pay - wager->bet->pays) : -1;
}

static void
on_wager (SkyTable *table, const SkyEvent *event)
{
  Props *self = table->state;

  if (table->wager->not_permissible)
    sky_result_reject_wager (table, table->wager, sky_phrase_words ("the layout has no such box"));
  /* § 668a.3(e): the lammers lie on their combinations again. */
  else if (is_six_eight_shake (table->wager) && !has_six_eight_shake (table, table->wager))
    {
      self->moved = 0;
      self->lying = 0;
    }
}

/* The seat next to @seat clockwise with somebody on it, from the last to the first; @seat 0: the
 * first. 0: nobody sits at the table. */
static gint64
next_seat (const SkyTable *table, gint64 seat)
{
  guint n = table->seats->len;

  for (guint i = 0; i < n; i++)
    {
      guint at = (guint) ((seat + i) % n);

      if (g_array_index (table->seats, SkySeat, at).present)
        return at + 1;
    }
  return 0;
}

/* § 668a.3(f) and § 668a.3(k): who is to shake now. */
static gint64
find_shaker (const SkyTable *table)
{
  const Props *self = table->state;
  const SkySeat *seat = sky_table_get_seat (table, self->shaker);

  if (self->shaker == 0)
    return next_seat (table, 0);
  return !self->passes && seat != NULL && seat->present ? self->shaker
                                                        : next_seat (table, self->shaker);
}

static void
on_shake (SkyTable *table, const SkyEvent *event)
{
  Props *self = table->state;

  /* Between rounds the dealer shakes (§ 668a.3(d) and § 668a.3(j)). */
  if (table->round == 0)
    return;
  self->shake = (Shake){
    .seq = table->seq,
    .at = table->at,
    .by = event->shake.by,
    .times = event->shake.times,
    .lid = event->shake.lid,
    .rightful = find_shaker (table),
    .passed = self->passes,
  };
}

/* § 668a.3(h): the dealer announces the numbers on the uppermost sides. */
static void
check_call (SkyTable *table, const Dice *call)
{
  Props *self = table->state;

  if (self->result.miscalled || !sky_result_is_known (&self->result)
      || same_dice (call, &self->shown))
    return;
  self->result.miscalled = TRUE;
  sky_table_hold (table, TRUE);
  sky_table_raise_at (table, SKY_CHECK_ROUND_CALL, NULL, NULL, call->seq, call->at,
                      dice_json (call), dice_json (&self->shown),
                      "%d and %d were announced; the dice showed %d and %d.", call->low, call->high,
                      self->shown.low, self->shown.high);
  sky_table_hold (table, FALSE);
}

/* What of a roll is no valid one, with its section; NULL: nothing. */
static const char *
find_fault (const Props *self, const char **section)
{
  *section = "668a.3(g)";
  if (self->observed & SKY_OBSERVED_FELL_OUT)
    return sky_phrase_words ("a die fell out of the shaker");
  *section = "668a.3(h)";
  if (self->observed & SKY_OBSERVED_STACKED)
    return sky_phrase_words ("one die came to rest on the other");
  return self->observed & SKY_OBSERVED_NOT_FLAT ? sky_phrase_words ("a die did not land flat")
                                                : NULL;
}

static void
on_result (SkyTable *table, const SkyEvent *event)
{
  Props *self = table->state;
  const char *section;

  self->shown = read_dice (table, event->result.dice);
  self->observed = event->result.observed;
  if (sky_result_show (&self->result, table))
    self->call.seq = 0;
  self->shaken = self->shake;
  self->result.invalid = find_fault (self, &section) != NULL;

  if (!are_dice (&self->shown))
    sky_result_refuse (&self->result, table,
                       sky_phrase_words ("A die cannot show a number outside 1 to 6."));
  else
    sky_table_step (table, NULL, table->seq, "668a.3(h)", "The dice show %d and %d: a total of %d.",
                    self->shown.low, self->shown.high, self->shown.low + self->shown.high);
  if (self->result.invalid)
    sky_table_step (table, NULL, table->seq, section, "It is a “no roll”: %s.",
                    find_fault (self, &section));

  if (self->call.seq != 0)
    check_call (table, &self->call);

  /* All of them went back with the last wager. */
  if (!has_six_eight_shake (table, NULL))
    {
      self->moved = 0;
      self->lying = 0;
    }
  /* § 668a.3(i): the first time its combination is thrown with a wager up. */
  self->lammer_wants = sky_result_counts (&self->result, &result_rules)
                       && sky_combination_bit (self->shown.low, self->shown.high)
                              & shake_combinations () & ~self->moved
                       && has_six_eight_shake (table, NULL);
  sky_result_decide (&self->result, &result_rules, table);
}

static void
on_call (SkyTable *table, const SkyEvent *event)
{
  Props *self = table->state;
  Dice call = read_dice (table, event->call.dice);

  if (self->result.shown)
    check_call (table, &call);
  else
    self->call = call;
}

static void
on_lammer (SkyTable *table, const SkyEvent *event)
{
  Props *self = table->state;

  if (self->n_lammers < MAX_LAMMERS)
    self->lammers[self->n_lammers++] = read_dice (table, event->result.dice);
}

static void
on_void (SkyTable *table, const SkyEvent *event)
{
  Props *self = table->state;

  sky_table_step (table, NULL, table->seq, "668a.3(g)",
                  "“No roll” was called: without another roll all wagers but a Six Eight Shake "
                  "Wager go back.");
  sky_result_void (&self->result, &result_rules, table);
  self->shown.seq = 0;
  self->shake.seq = 0;
  self->call.seq = 0;
  self->n_lammers = 0;
  self->lammer_wants = FALSE;
}

/* § 668a.3(f) and § 668a.3(k); a shake that was voided, or that came after the result, does not
 * count. */
static void
check_shaker (SkyTable *table)
{
  const Props *self = table->state;
  const Shake *shake = &self->shaken;
  g_autofree char *why = NULL;
  const char *section = "668a.3(f)";

  if (shake->seq == 0)
    return;
  if (shake->rightful != 0 && shake->by != shake->rightful)
    {
      section = shake->passed ? "668a.3(k)" : section;
      why = sky_phrase ("it was seat %" PRId64 "'s turn to shake", shake->rightful);
    }
  else if (shake->times < 3)
    why = sky_phrase_count ("the shaker was shaken %" PRId64 " times, at least three are wanted",
                            "the shaker was shaken %" PRId64 " times, at least three are wanted",
                            shake->times);
  else if (shake->lid != SKY_PLACE_DEALER)
    why = sky_phrase ("seat %" PRId64 " took the lid off, and it was not shaken again", shake->lid);
  if (why != NULL)
    sky_table_raise_at (table, SKY_CHECK_PROPS_SHAKER, section, NULL, shake->seq, shake->at, NULL,
                        NULL, "The dice were counted although %s.", why);
}

/* § 668a.3(i): the first lammer moved wrongly, or else the one that was not moved. What was found
 * once is not found again when a forgotten lammer follows, or the roll of one that was moved before
 * its time. */
static void
check_lammers (SkyTable *table)
{
  const Props *self = table->state;
  guint64 rolled = sky_combination_bit (self->shown.low, self->shown.high);
  gboolean wanted = self->lammer_wants, done = !wanted || self->lying & rolled;

  for (guint i = 0; i < self->n_lammers; i++)
    {
      const Dice *lammer = &self->lammers[i];
      guint64 bit = are_dice (lammer) ? sky_combination_bit (lammer->low, lammer->high) : 0;

      /* One that lies there already may be moved again when its combination is thrown. */
      if (wanted && bit == rolled)
        {
          wanted = FALSE;
          done = TRUE;
          continue;
        }
      if (bit & self->moved & ~self->lying)
        continue;
      sky_table_raise_at (table, SKY_CHECK_PROPS_LAMMER, NULL, NULL, lammer->seq, lammer->at,
                          dice_json (lammer), self->lammer_wants ? dice_json (&self->shown) : NULL,
                          self->lammer_wants
                              ? N_ ("The lammer of %d-%d was moved, not that of the roll alone.")
                              : N_ ("The lammer of %d-%d was moved, where none was to be."),
                          lammer->low, lammer->high);
      return;
    }
  if (!done)
    sky_table_raise (table, SKY_CHECK_PROPS_LAMMER, NULL, NULL,
                     "%d-%d was thrown for the first time with a Six Eight Shake Wager up, and its "
                     "lammer was not moved.",
                     self->shown.low, self->shown.high);
}

static guint64
lammer_bits (const Props *self)
{
  guint64 bits = 0;

  for (guint i = 0; i < self->n_lammers; i++)
    if (are_dice (&self->lammers[i]))
      bits |= sky_combination_bit (self->lammers[i].low, self->lammers[i].high);
  return bits;
}

/* What the roll that counts leaves behind for the rounds to come. */
static void
note_roll (SkyTable *table)
{
  Props *self = table->state;
  guint64 thrown = sky_combination_bit (self->shown.low, self->shown.high);

  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];

      if (is_six_eight_shake (wager) && wager->seq < self->result.seq)
        wager->tracked |= thrown & shake_combinations ();
    }
  if (self->lammer_wants)
    self->moved |= thrown;

  /* The next shaker is counted from the rightful one. */
  self->shaker = self->shaken.seq != 0 && self->shaken.rightful != 0 ? self->shaken.rightful
                                                                     : find_shaker (table);
  self->passes = self->shown.low + self->shown.high == 7;
}

static void
on_round_end (SkyTable *table, const SkyEvent *event)
{
  Props *self = table->state;
  Dice dice;

  if (sky_result_is_known (&self->result))
    {
      const char *section;
      const char *fault = find_fault (self, &section);

      check_shaker (table);
      if (fault != NULL)
        sky_table_raise_at (table, SKY_CHECK_PROPS_INVALID_ROLL, section, NULL, self->result.seq,
                            self->result.at, NULL, NULL,
                            "A roll was counted although %s: “no roll”, and all wagers but a Six "
                            "Eight Shake Wager go back.",
                            fault);
      else
        check_lammers (table);
    }
  if (sky_result_counts (&self->result, &result_rules))
    note_roll (table);
  self->lying |= lammer_bits (self);
  sky_result_end (&self->result, &result_rules, table);
  /* The dice lie there until the next round; nothing else of the round goes on, even if the line
   * that begins the next one is lost. */
  dice = self->shown;
  begin_anew (self);
  self->shown = dice;
}

/* § 668a.2(f)(8): a Six Eight Shake may be taken down at any time before a 7. */
static gboolean
may_come_late (const SkyTable *table, const SkyEvent *event, const SkyWager *wager)
{
  const Props *self = table->state;

  return event->type == SKY_EVENT_WAGER_CHANGE && event->change.action == SKY_CHANGE_REMOVE
         && is_six_eight_shake (wager)
         && !(sky_result_counts (&self->result, &result_rules)
              && self->shown.low + self->shown.high == 7);
}

/* "Two the Hardway Bet", "One-Two Bet". */
static const char *
wager_name (const SkyTable *table, const SkyWager *wager)
{
  gboolean has_row = bet_of (wager) == DOUBLE || bet_of (wager) == ANY_NUMBER;

  return has_row && !wager->not_permissible ? wager->bet->pays[wager->row].name : NULL;
}

static void
mark_lammers (const SkyTable *table, GArray *array)
{
  const Props *self = table->state;
  guint64 moved = self->lying | lammer_bits (self);

  if (!has_six_eight_shake (table, NULL))
    return;
  for (gint low = 1; low <= 6; low++)
    for (gint high = low; high <= 6; high++)
      if (shake_combinations () & sky_combination_bit (low, high))
        {
          SkyMark mark = { .kind = SKY_MARK_LAMMER, .value = low * 10 + high };

          mark.number = (moved & sky_combination_bit (low, high)) != 0;
          g_array_append_val (array, mark);
        }
}

static void
marks (const SkyTable *table, GArray *array)
{
  const Props *self = table->state;
  gint64 shaker = self->shake.seq != 0 ? self->shake.by : find_shaker (table);
  gint dice[] = { self->shown.low, self->shown.high };

  for (guint i = 0; self->shown.seq != 0 && are_dice (&self->shown) && i < 2; i++)
    {
      SkyMark mark = { .kind = SKY_MARK_DIE, .value = dice[i], .index = i };

      g_array_append_val (array, mark);
    }
  if (shaker > 0)
    {
      SkyMark mark = { .kind = SKY_MARK_SHOOTER, .place = shaker };

      g_array_append_val (array, mark);
    }
  mark_lammers (table, array);
}

static const SkyEquipmentRules equipment = {
  .items = { { SKY_ITEM_DICE, .hours = 24, .life_section = "668a.3(b)(1)" } },
  .n_items = 1,
};

const SkyGame sky_props_and_hops_game = {
  .id = SKY_GAME_PROPS_AND_HOPS,
  .name = "Props & Hops",
  .chapter = "668a",
  .wagers_section = "668a.2",
  .training = SKY_TRAINING_CRAPS_AND_DICE,
  .equipment = &equipment,
  .cameras = { SKY_COVERS_CIRCLE, SKY_COVERS_LAYOUT },
  .sections = {
    [SKY_CHECK_WAGER_LATE] = "668a.2(a)",
    [SKY_CHECK_WAGER_VERBAL] = "668a.2(b)",
    [SKY_CHECK_WAGER_CALL_BET] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_WRONG_CHIPS] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_NOT_SEATED] = "668a.2(c)",
    [SKY_CHECK_WAGER_AREAS] = SKY_NOT_SAID,
    [SKY_CHECK_SETTLE_VIGORISH] = SKY_NOT_SAID,
    [SKY_CHECK_SETTLE_ORDER] = "668a.3(i)",
    [SKY_CHECK_ROUND_NO_MORE_BETS] = "668a.3(e)",
    [SKY_CHECK_ROUND_CALL] = "668a.3(h)",
  },
  .bets = bets,
  .n_bets = G_N_ELEMENTS (bets),
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .visit = visit_state,
  .state_size = sizeof (Props),
  .on = {
    [SKY_EVENT_ROUND_START] = on_round_start,
    [SKY_EVENT_WAGER] = on_wager,
    [SKY_EVENT_SHAKE] = on_shake,
    [SKY_EVENT_RESULT] = on_result,
    [SKY_EVENT_CALL] = on_call,
    [SKY_EVENT_LAMMER] = on_lammer,
    [SKY_EVENT_VOID] = on_void,
    [SKY_EVENT_ROUND_END] = on_round_end,
  },
  .find_row = find_row,
  .bets_end = SKY_BETS_END_BY_EVENT,
  /* § 668a.3(e) and § 668a.3(f): before the shaker is offered. */
  .closes_by = SKY_EVENT_SHAKE,
  .may_come_late = may_come_late,
  .outlasts_round = is_six_eight_shake,
  .wager_name = wager_name,
  .marks = marks,
};
