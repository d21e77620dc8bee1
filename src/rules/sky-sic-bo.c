/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections are those of 58 Pa. Code Chapter 625a; section_in_force() gives chapter 539's own for
 * the days that it governs. */
#include "config.h"

#include "sky-sic-bo.h"

#include "sky-chance.h"
#include "sky-edition.h"
#include "sky-result.h"

#include <glib/gi18n-lib.h>

#include <string.h>

enum
{
  THREE_OF_A_KIND,
  TWO_OF_A_KIND,
  ANY_THREE_OF_A_KIND,
  TOTAL,
  TWO_DICE,
  SMALL,
  BIG,
  ONE_OF_A_KIND,
  N_BETS,
};

/* § 625a.6(a), in the regulation's order and words; § 539.6(b) has the same odds. */
static const SkyPay three_pays[] = { { 0, 0, SKY_ODDS_TO (150, 1), NULL, "Three of a Kind" } };
static const SkyPay two_pays[] = { { 0, 0, SKY_ODDS_TO (8, 1), NULL, "Two of a Kind" } };
static const SkyPay any_three_pays[] = { { 0, 0, SKY_ODDS_TO (24, 1), NULL,
                                           "Any Three of a Kind" } };
static const SkyPay total_pays[] = {
  { 4, 0, SKY_ODDS_TO (50, 1), NULL, "Total Value Bet of 4" },
  { 5, 0, SKY_ODDS_TO (18, 1), NULL, "Total Value Bet of 5" },
  { 6, 0, SKY_ODDS_TO (14, 1), NULL, "Total Value Bet of 6" },
  { 7, 0, SKY_ODDS_TO (12, 1), NULL, "Total Value Bet of 7" },
  { 8, 0, SKY_ODDS_TO (8, 1), NULL, "Total Value Bet of 8" },
  { 9, 0, SKY_ODDS_TO (6, 1), NULL, "Total Value Bet of 9" },
  { 10, 0, SKY_ODDS_TO (6, 1), NULL, "Total Value Bet of 10" },
  { 11, 0, SKY_ODDS_TO (6, 1), NULL, "Total Value Bet of 11" },
  { 12, 0, SKY_ODDS_TO (6, 1), NULL, "Total Value Bet of 12" },
  { 13, 0, SKY_ODDS_TO (8, 1), NULL, "Total Value Bet of 13" },
  { 14, 0, SKY_ODDS_TO (12, 1), NULL, "Total Value Bet of 14" },
  { 15, 0, SKY_ODDS_TO (14, 1), NULL, "Total Value Bet of 15" },
  { 16, 0, SKY_ODDS_TO (18, 1), NULL, "Total Value Bet of 16" },
  { 17, 0, SKY_ODDS_TO (50, 1), NULL, "Total Value Bet of 17" },
};
static const SkyPay two_dice_pays[] = { { 0, 0, SKY_ODDS_TO (5, 1), NULL,
                                          "Any Two Dice Combination" } };
static const SkyPay small_pays[] = { { 0, 0, SKY_ODDS_TO (1, 1), NULL, "Small Bet" } };
static const SkyPay big_pays[] = { { 0, 0, SKY_ODDS_TO (1, 1), NULL, "Big Bet" } };
/* § 625a.6(b): by how many of the dice show the number. */
static const SkyPay one_pays[] = {
  { 1, 0, SKY_ODDS_TO (1, 1), NULL, "One of a Kind on one die" },
  { 2, 0, SKY_ODDS_TO (2, 1), NULL, "One of a Kind on two dice" },
  { 3, 0, SKY_ODDS_TO (3, 1), NULL, "One of a Kind on three dice" },
};

#define BET(name, code, n, members, printed, section, odds_section, pays)                          \
  {                                                                                                \
    { name, members }, printed, section, odds_section, SKY_BET_PAY_AT_LEAST, -1, NULL, pays,       \
        G_N_ELEMENTS (pays), code, n                                                               \
  }

static const SkyBet bets[N_BETS] = {
  [THREE_OF_A_KIND] = BET ("three_of_a_kind",
                           "t",
                           0,
                           SKY_MEMBER_NUMBER,
                           "Three of a Kind",
                           "625a.3(1)",
                           "625a.6(a)",
                           three_pays),
  [TWO_OF_A_KIND] = BET ("two_of_a_kind",
                         "p",
                         0,
                         SKY_MEMBER_NUMBER,
                         "Two of a Kind",
                         "625a.3(2)",
                         "625a.6(a)",
                         two_pays),
  [ANY_THREE_OF_A_KIND] = BET ("any_three_of_a_kind",
                               "any",
                               0,
                               0,
                               "Any Three of a Kind",
                               "625a.3(3)",
                               "625a.6(a)",
                               any_three_pays),
  [TOTAL] = BET (
      "total", "", 0, SKY_MEMBER_NUMBER, "Total Value Bet", "625a.3(4)", "625a.6(a)", total_pays),
  [TWO_DICE] = BET ("two_dice",
                    "",
                    2,
                    SKY_MEMBER_NUMBERS,
                    "Two Dice Combination",
                    "625a.3(5)",
                    "625a.6(a)",
                    two_dice_pays),
  [SMALL] = BET ("small", "s", 0, 0, "Small Bet", "625a.3(6)", "625a.6(a)", small_pays),
  [BIG] = BET ("big", "b", 0, 0, "Big Bet", "625a.3(7)", "625a.6(a)", big_pays),
  /* § 539.6(c) says "at", not "no less than". */
  [ONE_OF_A_KIND] = { { "one_of_a_kind", SKY_MEMBER_NUMBER },
                      "One of a Kind",
                      "625a.3(8)",
                      "625a.6(b)",
                      0,
                      -1,
                      NULL,
                      one_pays,
                      G_N_ELEMENTS (one_pays),
                      "o" },
};

static const char *const shakers[] = { "manual", "automated", NULL };

static const SkyOption options[SKY_SIC_BO_N_OPTIONS] = {
  SKY_COMMON_OPTIONS ("521.7(d)"),
  [SKY_SIC_BO_SHAKER] = { "shaker", SKY_OPTION_CHOICE, 0, 0, 1, shakers, "625a.1(d)" },
};

typedef struct
{
  guint64 seq; /* of its event; 0: there is none */
  SkyTime at;
  gint dice[3];    /* lowest first */
  guint8 shows[7]; /* how many of them show a number of a die */
} Dice;

typedef struct
{
  guint64 seq; /* 0: none */
  SkyTime at;
  gint64 times;
  gboolean by_hand;
} Shake;

typedef struct
{
  SkyResult result;
  Dice shown;
  Dice call;    /* announced before the result was there */
  Dice entry;   /* the last of the round */
  Shake shake;  /* the last since a void */
  Shake shaken; /* the last before the result */
} SicBo;

static inline void
order (gint *low, gint *high)
{
  gint a = *low, b = *high;

  *low = MIN (a, b);
  *high = MAX (a, b);
}

/* Numbers that no die has count for nothing. */
static void
sort_dice (Dice *dice)
{
  order (&dice->dice[0], &dice->dice[1]);
  order (&dice->dice[1], &dice->dice[2]);
  order (&dice->dice[0], &dice->dice[1]);
  for (guint i = 0; i < 3; i++)
    if (dice->dice[i] >= 1 && dice->dice[i] <= 6)
      dice->shows[dice->dice[i]]++;
}

static Dice
read_dice (const SkyTable *table, const gint64 dice[3])
{
  Dice read = { table->seq, table->at, { (gint) dice[0], (gint) dice[1], (gint) dice[2] } };

  sort_dice (&read);
  return read;
}

static gboolean
same_dice (const Dice *a, const Dice *b)
{
  return memcmp (a->dice, b->dice, sizeof a->dice) == 0;
}

static gboolean
are_dice (const Dice *dice)
{
  return dice->dice[0] >= 1 && dice->dice[2] <= 6;
}

static char *
dice_json (const Dice *dice)
{
  return g_strdup_printf ("{\"dice\":[%d,%d,%d]}", dice->dice[0], dice->dice[1], dice->dice[2]);
}

/* How many of the dice show @number. */
static guint
count (const Dice *dice, gint number)
{
  return number >= 1 && number <= 6 ? dice->shows[number] : 0;
}

/* What @bet on @number (or on @number and @other) pays with @dice: § 625a.3 in order, and
 * § 625a.6. NULL: it loses. */
static const SkyPay *
find_pay (guint bet, gint number, gint other, const Dice *dice)
{
  gint total = dice->dice[0] + dice->dice[1] + dice->dice[2];
  gboolean triple = dice->dice[0] == dice->dice[2];
  guint n = count (dice, number);

  switch (bet)
    {
    case THREE_OF_A_KIND:
      return n == 3 ? three_pays : NULL;
    case TWO_OF_A_KIND:
      return n >= 2 ? two_pays : NULL; /* reading R17 */
    case ANY_THREE_OF_A_KIND:
      return triple ? any_three_pays : NULL;
    case TOTAL:
      return total == number ? sky_bet_find_pay (&bets[TOTAL], total, 0) : NULL;
    case TWO_DICE:
      return n > 0 && count (dice, other) > 0 ? two_dice_pays : NULL;
    case SMALL:
      return total >= 4 && total <= 10 && !triple ? small_pays : NULL;
    case BIG:
      return total >= 11 && total <= 17 && !triple ? big_pays : NULL;
    case ONE_OF_A_KIND:
      return n > 0 ? &one_pays[n - 1] : NULL;
    default:
      return NULL;
    }
}

/* TRUE when the chapter has @bet on these numbers; @why takes the reason why it has not. */
static gboolean
is_permissible (guint bet, gint64 number, const gint64 *numbers, guint n_numbers, const char **why)
{
  switch (bet)
    {
    case TOTAL:
      *why = sky_phrase_words ("the totals are 4 to 17");
      return number >= 4 && number <= 17;
    case TWO_DICE:
      *why = sky_phrase_words ("it is on two different numbers of a die");
      return n_numbers == 2 && numbers[0] != numbers[1] && MIN (numbers[0], numbers[1]) >= 1
             && MAX (numbers[0], numbers[1]) <= 6;
    case THREE_OF_A_KIND:
    case TWO_OF_A_KIND:
    case ONE_OF_A_KIND:
      *why = sky_phrase_words ("a die has the numbers 1 to 6");
      return number >= 1 && number <= 6;
    default:
      return TRUE;
    }
}

static guint
bet_of (const SkyWager *wager)
{
  return (guint) (wager->bet - bets);
}

static const SkyPay *
find_pay_of (const SkyWager *wager, const Dice *dice)
{
  gboolean pair = bet_of (wager) == TWO_DICE;

  return find_pay (bet_of (wager), pair ? wager->numbers[0] : wager->number,
                   pair ? wager->numbers[1] : 0, dice);
}

static void
decide (SkyTable *table, SkyWager *wager)
{
  const SicBo *self = table->state;
  const SkyPay *pay = find_pay_of (wager, &self->shown);

  if (pay == NULL)
    {
      sky_table_decide_lose (table, wager);
      return;
    }
  sky_table_decide_win (table, wager, pay);
  if (bet_of (wager) == TWO_OF_A_KIND && count (&self->shown, wager->number) == 3)
    wager->due.reading = 17;
}

/* § 625a.7(a) and § 625a.7(c): a "no roll" or a failed shaker ends the round, all wagers go back.
 */
static const SkyResultRules result_rules = { .decide = decide, .void_is_final = TRUE };

/* Three dice whatever their order, the lowest first. */
static Dice results[SKY_MAX_RESULTS];
static guint8 number_of_result[7][7][7];

static gpointer
fill_results (gpointer unused)
{
  guint n = 0;

  for (gint low = 1; low <= 6; low++)
    for (gint middle = low; middle <= 6; middle++)
      for (gint high = middle; high <= 6; high++, n++)
        {
          results[n] = (Dice){ .dice = { low, middle, high } };
          sort_dice (&results[n]);
          number_of_result[low][middle][high] = (guint8) n;
        }
  g_assert (n == SKY_MAX_RESULTS);
  return NULL;
}

static guint
count_results (const SkyTable *table)
{
  static GOnce filled = G_ONCE_INIT;

  g_once (&filled, fill_results, NULL);
  return SKY_MAX_RESULTS;
}

static guint
count_ways (guint result)
{
  const gint *dice = results[result].dice;

  if (dice[0] == dice[2])
    return 1;
  return dice[0] == dice[1] || dice[1] == dice[2] ? 3 : 6;
}

static gint
find_result (const SkyTable *table)
{
  const gint *dice = ((const SicBo *) table->state)->shown.dice;

  if (dice[0] >= 1 && dice[2] <= 6)
    return number_of_result[dice[0]][dice[1]][dice[2]];
  return -1;
}

static void
show_result (SkyTable *table, guint result)
{
  SicBo *self = table->state;
  Dice dice = results[result];

  dice.seq = self->shown.seq;
  dice.at = self->shown.at;
  self->shown = dice;
}

static const SkyPay *
find_result_pay (const SkyWager *wager, guint result)
{
  return find_pay_of (wager, &results[result]);
}

static const SkyChance chance = { count_results, count_ways, find_result,
                                  show_result,   decide,     find_result_pay };

/* Visits Dice. */
static void
visit_dice (SkyState *state, Dice *dice)
{
  sky_state_int (state, dice->seq);
  sky_state_int (state, dice->at);
  sky_state_ints (state, dice->dice);
  sky_state_ints (state, dice->shows);
}

/* Visits Shake. */
static void
visit_shake (SkyState *state, Shake *shake)
{
  sky_state_int (state, shake->seq);
  sky_state_int (state, shake->at);
  sky_state_int (state, shake->times);
  sky_state_int (state, shake->by_hand);
}

/* Visits SicBo. */
static void
visit_state (SkyTable *table, SkyState *state)
{
  SicBo *self = table->state;

  sky_result_visit (&self->result, state);
  visit_dice (state, &self->shown);
  visit_dice (state, &self->call);
  visit_dice (state, &self->entry);
  visit_shake (state, &self->shake);
  visit_shake (state, &self->shaken);
}

static void
on_round_start (SkyTable *table, const SkyEvent *event)
{
  *(SicBo *) table->state = (SicBo){ 0 };
}

static void
on_wager (SkyTable *table, const SkyEvent *event)
{
  SkyWager *wager = table->wager;
  const SkyBetRef *ref = &event->wager.bet;
  const char *why = NULL;

  if (wager->bet == NULL
      || !is_permissible (bet_of (wager), ref->number, ref->numbers, ref->n_numbers, &why))
    sky_result_reject_wager (table, wager, why);
}

static void
on_shake (SkyTable *table, const SkyEvent *event)
{
  SicBo *self = table->state;

  self->shake = (Shake){
    .seq = table->seq,
    .at = table->at,
    .times = event->shake.times,
    .by_hand = !event->shake.automated,
  };
}

/* § 625a.5(d): the dealer announces the numeric value of each die. */
static void
check_call (SkyTable *table, const Dice *call)
{
  SicBo *self = table->state;

  if (self->result.miscalled || !sky_result_is_known (&self->result)
      || same_dice (call, &self->shown))
    return;
  self->result.miscalled = TRUE;
  sky_table_hold (table, TRUE);
  sky_table_raise_at (table, SKY_CHECK_ROUND_CALL, NULL, NULL, call->seq, call->at,
                      dice_json (call), dice_json (&self->shown),
                      "%d, %d and %d were announced; the dice showed %d, %d and %d.", call->dice[0],
                      call->dice[1], call->dice[2], self->shown.dice[0], self->shown.dice[1],
                      self->shown.dice[2]);
  sky_table_hold (table, FALSE);
}

/* § 625a.5(d): the dealer enters the numeric value of each die into the electrical device. */
static void
check_entry (SkyTable *table, const Dice *entry)
{
  const SicBo *self = table->state;

  if (!sky_result_is_known (&self->result) || same_dice (entry, &self->shown))
    return;
  sky_table_hold (table, TRUE);
  sky_table_raise_at (table, SKY_CHECK_SIC_BO_ENTRY, NULL, NULL, entry->seq, entry->at,
                      dice_json (entry), dice_json (&self->shown),
                      "%d, %d and %d were entered; the dice showed %d, %d and %d.", entry->dice[0],
                      entry->dice[1], entry->dice[2], self->shown.dice[0], self->shown.dice[1],
                      self->shown.dice[2]);
  sky_table_hold (table, FALSE);
}

static void
on_result (SkyTable *table, const SkyEvent *event)
{
  SicBo *self = table->state;

  self->shown = read_dice (table, event->result.dice);
  if (sky_result_show (&self->result, table))
    self->call.seq = self->entry.seq = 0;
  self->shaken = self->shake;
  self->result.invalid = (event->result.observed & SKY_OBSERVED_NOT_FLAT) != 0;
  if (!are_dice (&self->shown))
    sky_result_refuse (&self->result, table,
                       sky_phrase_words ("A die cannot show a number outside 1 to 6."));
  else
    sky_table_step (table, NULL, table->seq, "625a.4(c)",
                    "The dice show %d, %d and %d: a total of %d.", self->shown.dice[0],
                    self->shown.dice[1], self->shown.dice[2],
                    self->shown.dice[0] + self->shown.dice[1] + self->shown.dice[2]);
  if (self->result.invalid)
    sky_table_step (table, NULL, table->seq, "625a.7(a)",
                    "A die did not land flat: a “no roll”, and all wagers go back.");

  if (self->call.seq != 0)
    check_call (table, &self->call);
  if (self->entry.seq != 0)
    check_entry (table, &self->entry);
  sky_result_decide (&self->result, &result_rules, table);
}

static void
on_call (SkyTable *table, const SkyEvent *event)
{
  SicBo *self = table->state;
  Dice call = read_dice (table, event->call.dice);

  if (self->result.shown)
    check_call (table, &call);
  else
    self->call = call;
}

static void
on_entry (SkyTable *table, const SkyEvent *event)
{
  SicBo *self = table->state;

  self->entry = read_dice (table, event->result.dice);
  check_entry (table, &self->entry);
}

/* Every bet that the layout can light, in a fixed order. */
typedef void (*BetVisitor) (gpointer data, guint bet, gint number, gint other);

static void
visit_bets (BetVisitor visit, gpointer data)
{
  for (guint bet = 0; bet < N_BETS; bet++)
    {
      gint first = bet == TOTAL ? 4 : 1;
      gint last = bet == TOTAL ? 17 : 6;

      if (!(bets[bet].form.members))
        {
          visit (data, bet, 0, 0);
          continue;
        }
      for (gint number = first; number <= last; number++)
        {
          if (bet != TWO_DICE)
            visit (data, bet, number, 0);
          for (gint other = number + 1; bet == TWO_DICE && other <= 6; other++)
            visit (data, bet, number, other);
        }
    }
}

/* The visitor from without, and the dice that decide. */
typedef struct
{
  Dice dice;
  SkySicBoVisitor visit;
  gpointer data;
} OutsideVisit;

static void
tell_whether_it_wins (gpointer data, guint bet, gint number, gint other)
{
  const OutsideVisit *outside = data;

  outside->visit (outside->data, &bets[bet], number, other,
                  find_pay (bet, number, other, &outside->dice) != NULL);
}

void
sky_sic_bo_visit_bets (const gint dice[3], SkySicBoVisitor visit, gpointer data)
{
  OutsideVisit outside = { { .dice = { dice[0], dice[1], dice[2] } }, visit, data };

  sort_dice (&outside.dice);
  visit_bets (tell_whether_it_wins, &outside);
}

/* What the layout can light, in the order in which it is visited, and so each a bit of a set. Made
 * once, never changed after. */
static struct
{
  guint n_combinations;
  struct
  {
    guint8 bet;
    guint8 number;
    guint8 other;
  } combinations[64];
  guint8 places[N_BETS][18][7]; /* of a bet on two numbers, or on one and 0, among these */
  guint64 winning[7][7][7];     /* by the dice, lowest first */
} lights;

static void
add_combination (gpointer unused, guint bet, gint number, gint other)
{
  guint place = lights.n_combinations++;

  g_assert (place < G_N_ELEMENTS (lights.combinations));
  lights.combinations[place].bet = (guint8) bet;
  lights.combinations[place].number = (guint8) number;
  lights.combinations[place].other = (guint8) other;
  lights.places[bet][number][other] = (guint8) place;
}

static guint64
light (guint bet, gint64 number, gint64 other)
{
  return G_GUINT64_CONSTANT (1) << lights.places[bet][number][other];
}

static void
add_winning (gpointer data, guint bet, gint number, gint other)
{
  const Dice *dice = data;

  if (find_pay (bet, number, other, dice) != NULL)
    lights.winning[dice->dice[0]][dice->dice[1]][dice->dice[2]] |= light (bet, number, other);
}

static gpointer
make_lights (gpointer unused)
{
  visit_bets (add_combination, NULL);
  for (gint a = 1; a <= 6; a++)
    for (gint b = a; b <= 6; b++)
      for (gint c = b; c <= 6; c++)
        {
          Dice dice = { .dice = { a, b, c } };

          sort_dice (&dice);
          visit_bets (add_winning, &dice);
        }
  return NULL;
}

static char *
name_bet (guint bet, gint number, gint other)
{
  switch (bet)
    {
    case TOTAL:
      return sky_phrase ("%s of %d", bets[bet].name, number);
    case TWO_DICE:
      return sky_phrase ("%s of %d and %d", bets[bet].name, number, other);
    case THREE_OF_A_KIND:
    case TWO_OF_A_KIND:
    case ONE_OF_A_KIND:
      return sky_phrase ("%s on %d", bets[bet].name, number);
    default:
      return g_strdup (bets[bet].name);
    }
}

static void
raise_lights (SkyTable *table, const char *why)
{
  sky_table_hold (table, TRUE);
  sky_table_raise (table, SKY_CHECK_SIC_BO_ILLUMINATION, NULL, NULL,
                   "The lit combinations are not the winning ones: %s.", why);
  sky_table_hold (table, FALSE);
}

static void
raise_wrong_light (SkyTable *table, guint place, gboolean lit)
{
  g_autofree char *name =
      name_bet (lights.combinations[place].bet, lights.combinations[place].number,
                lights.combinations[place].other);
  g_autofree char *why =
      sky_phrase (lit ? N_ ("%s was lit and does not win") : N_ ("%s wins and was not lit"), name);

  raise_lights (table, why);
}

/* § 625a.5(d): the device illuminates the winning combinations of what was entered. */
static void
on_illuminate (SkyTable *table, const SkyEvent *event)
{
  static GOnce made = G_ONCE_INIT;
  SicBo *self = table->state;
  const SkyJsonNode *node = sky_json_first (event->bets.list);
  const Dice *dice = self->entry.seq != 0 ? &self->entry : &self->shown;
  guint64 lit = 0, wrong;

  if ((self->entry.seq == 0 && !self->result.shown) || !are_dice (dice) || self->result.impossible)
    return;

  g_once (&made, make_lights, NULL);
  for (guint i = 0; i < event->bets.list->n_children; i++, node = sky_json_next (node))
    {
      const char *reason = NULL;
      char cause[160];
      SkyBetRef ref;
      guint bet;

      if (!sky_bet_ref_read (table->formats, node, &ref, cause) || ref.form == NULL)
        {
          raise_lights (table, sky_phrase_words ("the layout has no such combination"));
          return;
        }
      bet = (guint) ((const SkyBet *) ref.form - bets);
      if (!is_permissible (bet, ref.number, ref.numbers, ref.n_numbers, &reason))
        {
          raise_lights (table, reason);
          return;
        }
      lit |= bet == TWO_DICE ? light (bet, MIN (ref.numbers[0], ref.numbers[1]),
                                      MAX (ref.numbers[0], ref.numbers[1]))
                             : light (bet, ref.number, 0);
    }

  wrong = lit ^ lights.winning[dice->dice[0]][dice->dice[1]][dice->dice[2]];
  if (wrong != 0)
    raise_wrong_light (table, (guint) __builtin_ctzll (wrong), (lit & wrong & -wrong) != 0);
}

static void
on_void (SkyTable *table, const SkyEvent *event)
{
  SicBo *self = table->state;

  sky_table_step (table, NULL, table->seq, "625a.7(a)",
                  "The round was called void: all wagers go back.");
  sky_result_void (&self->result, &result_rules, table);
  self->shown.seq = 0;
  self->call.seq = 0;
  self->entry.seq = 0;
  self->shake.seq = 0;
}

static void
on_round_end (SkyTable *table, const SkyEvent *event)
{
  SicBo *self = table->state;

  if (self->result.shown && self->result.void_seq == 0 && self->shaken.seq != 0
      && self->shaken.by_hand && self->shaken.times < 3)
    {
      g_autofree char *shaken = sky_phrase_count (
          "The shaker was shaken %" PRId64 " times by hand; at least three are wanted.",
          "The shaker was shaken %" PRId64 " times by hand; at least three are wanted.",
          self->shaken.times);

      sky_table_raise_at (table, SKY_CHECK_SIC_BO_SHAKES, NULL, NULL, self->shaken.seq,
                          self->shaken.at, NULL, NULL, "%s", shaken);
    }
  if (sky_result_is_known (&self->result) && self->result.invalid)
    sky_table_raise_at (table, SKY_CHECK_SIC_BO_NOT_FLAT, NULL, NULL, self->result.seq,
                        self->result.at, NULL, NULL,
                        "The dice were counted although one did not land flat: a “no roll”, and "
                        "all wagers go back.");
  sky_result_end (&self->result, &result_rules, table);
  /* The dice lie there until the next round; nothing else of the round goes on, even if the line
   * that begins the next one is lost. */
  *self = (SicBo){ .shown = self->shown };
}

static const char chapter_539[] = "539";

static const char *
chapter_on (SkyDay day)
{
  return day <= sky_edition_find (chapter_539)->until ? chapter_539 : "625a";
}

static SkyEventType
closes_by_on (const SkyTable *table)
{
  /* § 625a.5(c): before the dice are revealed; § 539.5(b): before they are shaken. */
  return table->chapter == chapter_539 ? SKY_EVENT_SHAKE : SKY_EVENT_REVEAL;
}

/* Where chapter 539 counts otherwise than 625a. */
static const struct
{
  const char *in_625a;
  const char *in_539;
} sections_539[] = {
  { "625a.5(b)(1)", "539.5(c)(1)" }, { "625a.5(b)", "539.5(c)" }, { "625a.5(c)", "539.5(b)" },
  { "625a.6(a)", "539.6(b)" },       { "625a.6(b)", "539.6(c)" },
};

static const char *
section_in_force (const SkyTable *table, const char *section)
{
  g_autofree char *other = NULL;

  if (table->chapter != chapter_539 || !g_str_has_prefix (section, "625a."))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (sections_539); i++)
    if (g_str_equal (section, sections_539[i].in_625a))
      return sections_539[i].in_539;
  other = g_strconcat ("539.", section + strlen ("625a."), NULL);
  return g_intern_string (other);
}

static const char *
wager_name (const SkyTable *table, const SkyWager *wager)
{
  guint bet = bet_of (wager);
  g_autofree char *name = NULL;

  if (wager->not_permissible || bets[bet].form.members == 0)
    return NULL;
  name = bet == TWO_DICE ? name_bet (bet, MIN (wager->numbers[0], wager->numbers[1]),
                                     MAX (wager->numbers[0], wager->numbers[1]))
                         : name_bet (bet, wager->number, 0);
  return g_intern_string (name);
}

static void
marks (const SkyTable *table, GArray *array)
{
  const SicBo *self = table->state;

  for (guint i = 0; self->shown.seq != 0 && are_dice (&self->shown) && i < 3; i++)
    {
      SkyMark mark = { .kind = SKY_MARK_DIE, .value = self->shown.dice[i], .index = i };

      g_array_append_val (array, mark);
    }
}

/* § 625a.2(b): a month for dice locked in an automated shaker; § 539.2(b) knows none such. */
static gboolean
lasts_a_month (const SkyTable *table)
{
  return table->chapter != chapter_539 && sky_table_option (table, SKY_SIC_BO_SHAKER) == 1;
}

static const SkyEquipmentRules equipment = {
  .items = { { SKY_ITEM_DICE, .hours = 24, .life_section = "625a.2(b)",
               .lasts_a_month = lasts_a_month },
             { SKY_ITEM_DEVICE, .inspectors = SKY_ROLE_BIT (FLOORPERSON),
               .inspection_section = "625a.5(a)" },
             { SKY_ITEM_SHAKER, .inspectors = SKY_ROLE_BIT (FLOORPERSON),
               .inspection_section = "625a.5(a)" } },
  .n_items = 3,
  .faults = { { SKY_ITEM_BIT (DEVICE) | SKY_ITEM_BIT (SHUFFLER) | SKY_ITEM_BIT (SHOE),
                "625a.7(b)" },
              { SKY_ITEM_BIT (SHAKER), "625a.7(d)" } },
  .n_faults = 2,
};

const SkyGame sky_sic_bo_game = {
  .id = SKY_GAME_SIC_BO,
  .name = "Sic Bo",
  .chapter = "625a",
  .wagers_section = "625a.3",
  .chance = &chance,
  .training = SKY_TRAINING_SIC_BO_AND_BIG_SIX,
  .equipment = &equipment,
  .cameras = { SKY_COVERS_TABLE },
  .sections = {
    [SKY_CHECK_WAGER_LATE] = "625a.5(c)",
    [SKY_CHECK_WAGER_VERBAL] = "625a.4(a)",
    [SKY_CHECK_WAGER_CALL_BET] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_WRONG_CHIPS] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_NOT_SEATED] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_AREAS] = SKY_NOT_SAID,
    [SKY_CHECK_SETTLE_VIGORISH] = SKY_NOT_SAID,
    [SKY_CHECK_SETTLE_ORDER] = "625a.5(e)",
    [SKY_CHECK_ROUND_NO_MORE_BETS] = "625a.5(c)",
    [SKY_CHECK_ROUND_CALL] = "625a.5(d)",
    [SKY_CHECK_EQUIPMENT_OVERDUE] = "539.2(b)",
  },
  .chapter_on = chapter_on,
  .section_in_force = section_in_force,
  /* § 539.6(b) alone says "no less than". */
  .pay_at_least_in = "539",
  .bets = bets,
  .n_bets = G_N_ELEMENTS (bets),
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .visit = visit_state,
  .state_size = sizeof (SicBo),
  .on = {
    [SKY_EVENT_ROUND_START] = on_round_start,
    [SKY_EVENT_WAGER] = on_wager,
    [SKY_EVENT_SHAKE] = on_shake,
    [SKY_EVENT_RESULT] = on_result,
    [SKY_EVENT_CALL] = on_call,
    [SKY_EVENT_ENTRY] = on_entry,
    [SKY_EVENT_ILLUMINATE] = on_illuminate,
    [SKY_EVENT_VOID] = on_void,
    [SKY_EVENT_ROUND_END] = on_round_end,
  },
  .bets_end = SKY_BETS_END_BY_EVENT,
  .closes_by = SKY_EVENT_REVEAL,
  .closes_by_on = closes_by_on,
  .wager_name = wager_name,
  .marks = marks,
};
