/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections are those of 58 Pa. Code Chapter 617a. */
#include "config.h"

#include "sky-roulette.h"

#include "sky-chance.h"
#include "sky-result.h"
#include "sky-table-private.h"

enum
{
  STRAIGHT,
  FIVE_ADJACENT,
  SPLIT,
  THREE,
  FOUR,
  FIRST_FIVE,
  SIX,
  COLUMN,
  DOZEN,
  RED,
  BLACK,
  ODD,
  EVEN,
  LOW,
  HIGH,
  N_BETS,
};

/* § 617a.4(a): "no less than". */
static const SkyPay straight_pays[] = { { 0, 0, SKY_ODDS_TO (35, 1), NULL, "Straight" } };
static const SkyPay split_pays[] = { { 0, 0, SKY_ODDS_TO (17, 1), NULL, "Split" } };
/* Of the rows of the layout; of the groups with a zero. */
static const SkyPay three_pays[] = {
  { 0, 0, SKY_ODDS_TO (11, 1), NULL, "Three Numbers" },
  { 0, 0, SKY_ODDS_TO (11, 1), NULL, "Three Numbers with a zero", "617a.3(e)(3)(i)" },
};
static const SkyPay four_pays[] = { { 0, 0, SKY_ODDS_TO (8, 1), NULL, "Four Numbers" } };
static const SkyPay first_five_pays[] = { { 0, 0, SKY_ODDS_TO (6, 1), NULL,
                                            "First Five Numbers" } };
static const SkyPay six_pays[] = { { 0, 0, SKY_ODDS_TO (5, 1), NULL, "Six Numbers" } };
static const SkyPay column_pays[] = { { 0, 0, SKY_ODDS_TO (2, 1), NULL, "Column" } };
static const SkyPay dozen_pays[] = { { 0, 0, SKY_ODDS_TO (2, 1), NULL, "Dozen" } };
static const SkyPay red_pays[] = { { 0, 0, SKY_ODDS_TO (1, 1), NULL, "Red" } };
static const SkyPay black_pays[] = { { 0, 0, SKY_ODDS_TO (1, 1), NULL, "Black" } };
static const SkyPay odd_pays[] = { { 0, 0, SKY_ODDS_TO (1, 1), NULL, "Odd" } };
static const SkyPay even_pays[] = { { 0, 0, SKY_ODDS_TO (1, 1), NULL, "Even" } };
static const SkyPay low_pays[] = { { 0, 0, SKY_ODDS_TO (1, 1), NULL, "1—18" } };
static const SkyPay high_pays[] = { { 0, 0, SKY_ODDS_TO (1, 1), NULL, "19—36" } };

#define BET(name, code, n, members, printed, section, pays)                                        \
  {                                                                                                \
    { name, members }, printed, section, "617a.4(a)", SKY_BET_PAY_AT_LEAST, -1, NULL, pays,        \
        G_N_ELEMENTS (pays), code, n                                                               \
  }

static const SkyBet bets[N_BETS] = {
  [STRAIGHT] = BET (
      "straight", "", 0, SKY_MEMBER_NUMBER_TEXT, "Straight Wager", "617a.3(e)(1)", straight_pays),
  /* Five Straight Wagers in one: it pays what `straight` pays, raised odds included, and has none
   * of its own. */
  [FIVE_ADJACENT] = { { "five_adjacent", SKY_MEMBER_NUMBER_TEXT },
                      "Five Adjacent Number Wager",
                      "617a.3(e)(1)(i)",
                      "617a.4(a)",
                      0,
                      SKY_ROULETTE_FIVE_ADJACENT,
                      NULL,
                      straight_pays,
                      G_N_ELEMENTS (straight_pays),
                      "n" },
  [SPLIT] =
      BET ("split", "", 2, SKY_MEMBER_NUMBERS_TEXT, "Split Wager", "617a.3(e)(2)", split_pays),
  [THREE] = BET (
      "three", "", 3, SKY_MEMBER_NUMBERS_TEXT, "Three Numbers Wager", "617a.3(e)(3)", three_pays),
  [FOUR] =
      BET ("four", "", 4, SKY_MEMBER_NUMBERS_TEXT, "Four Numbers Wager", "617a.3(e)(4)", four_pays),
  [FIRST_FIVE] =
      BET ("first_five", "five", 0, 0, "First Five Numbers Wager", "617a.3(e)(5)", first_five_pays),
  [SIX] =
      BET ("six", "", 6, SKY_MEMBER_NUMBERS_TEXT, "Six Numbers Wager", "617a.3(e)(6)", six_pays),
  [COLUMN] =
      BET ("column", "c", 0, SKY_MEMBER_NUMBER_TEXT, "Column Wager", "617a.3(e)(7)", column_pays),
  [DOZEN] =
      BET ("dozen", "d", 0, SKY_MEMBER_NUMBER_TEXT, "Dozen Wager", "617a.3(e)(8)", dozen_pays),
  [RED] = BET ("red", "r", 0, 0, "Red Wager", "617a.3(e)(9)", red_pays),
  [BLACK] = BET ("black", "b", 0, 0, "Black Wager", "617a.3(e)(10)", black_pays),
  [ODD] = BET ("odd", "o", 0, 0, "Odd Wager", "617a.3(e)(11)", odd_pays),
  [EVEN] = BET ("even", "e", 0, 0, "Even Wager", "617a.3(e)(12)", even_pays),
  [LOW] = BET ("low", "l", 0, 0, "1—18 Wager", "617a.3(e)(13)", low_pays),
  [HIGH] = BET ("high", "h", 0, 0, "19—36 Wager", "617a.3(e)(14)", high_pays),
};

static const char *const wheels[] = { "double_zero", "single_zero", "double_as_single", NULL };

static const SkyOption options[SKY_ROULETTE_N_OPTIONS] = {
  SKY_COMMON_OPTIONS ("521.7(d)"),
  [SKY_ROULETTE_WHEEL] = { "wheel", SKY_OPTION_CHOICE, 0, 0, 2, wheels, "617a.1" },
  [SKY_ROULETTE_FIVE_ADJACENT] = { "five_adjacent", SKY_OPTION_BOOL, FALSE, 0, 1, NULL,
                                   "617a.3(e)(1)(i)" },
};

/* A pocket that was announced or marked. */
typedef struct
{
  guint64 seq; /* 0: none */
  SkyTime at;
  int pocket; /* -1: no wheel has it */
} Named;

typedef struct
{
  SkyResult result;
  gboolean at_rest; /* the ball lies in @pocket */
  int pocket;
  gint64 revolutions;
  SkyObserved observed;
  gboolean spun_same;      /* ball and wheel went the same way in the last spin since a void */
  gboolean same_direction; /* in the one before the result */
  gboolean void_zero;      /* 00 on a wheel used as a single zero one */
  Named call;              /* before the result was there */
  Named marker;
} Roulette;

static guint
bet_of (const SkyWager *wager)
{
  return (guint) (wager->bet - bets);
}

SkyWheel
sky_roulette_wheel (const SkyTable *table)
{
  return (SkyWheel) sky_table_option (table, SKY_ROULETTE_WHEEL);
}

/* The numbers for which the outside wager @bet (of which @part, for columns and dozens) wins. Zeros
 * are never among them (§ 617a.4(b) and § 617a.4(c)(3)). */
static guint64
make_outside (guint bet, int part)
{
  guint64 set = 0;

  for (int n = 1; n <= 36; n++)
    if ((bet == COLUMN && (n - 1) % 3 == part - 1) || (bet == DOZEN && (n - 1) / 12 == part - 1)
        || (bet == RED && sky_roulette_is_red (n)) || (bet == BLACK && !sky_roulette_is_red (n))
        || (bet == ODD && n % 2 == 1) || (bet == EVEN && n % 2 == 0) || (bet == LOW && n <= 18)
        || (bet == HIGH && n >= 19))
      set |= SKY_POCKET_BIT (n);
  return set;
}

/* § 617a.3(e)(1)(i): two neighbours on either side on the wheel in use. */
static guint64
make_adjacent (SkyWheel wheel, int centre)
{
  guint64 set = 0;

  for (int step = -2; step <= 2; step++)
    set |= SKY_POCKET_BIT (sky_wheel_step (wheel, centre, step));
  return set;
}

/* Columns and dozens have three parts. */
#define N_PARTS  4
#define N_WHEELS (SKY_WHEEL_DOUBLE_AS_SINGLE + 1)

/* Made once. */
static guint64 outside[N_BETS][N_PARTS];
static guint64 adjacent[N_WHEELS][SKY_N_POCKETS];

static gpointer
fill_numbers (gpointer unused)
{
  for (guint bet = 0; bet < N_BETS; bet++)
    for (int part = 0; part < N_PARTS; part++)
      outside[bet][part] = make_outside (bet, part);
  for (SkyWheel wheel = 0; wheel < N_WHEELS; wheel++)
    for (int centre = 0; centre < SKY_N_POCKETS; centre++)
      if (sky_layout_offers (wheel, centre))
        adjacent[wheel][centre] = make_adjacent (wheel, centre);
  return NULL;
}

static guint64
outside_numbers (guint bet, int part)
{
  return part >= 0 && part < N_PARTS ? outside[bet][part] : make_outside (bet, part);
}

/* The numbers that the wager names, or 0 when one is given twice or is of no wheel. */
static guint64
named_numbers (const SkyWager *wager)
{
  guint64 set = 0;

  for (guint i = 0; i < wager->n_numbers; i++)
    {
      if (wager->numbers[i] < 0 || set & SKY_POCKET_BIT (wager->numbers[i]))
        return 0;
      set |= SKY_POCKET_BIT (wager->numbers[i]);
    }
  return set;
}

static guint64
group_numbers (SkyWheel wheel, const SkyWager *wager, guint size)
{
  guint64 set = named_numbers (wager);

  return wager->n_numbers == size && set != 0 && sky_layout_is_group (wheel, set) ? set : 0;
}

guint64
sky_roulette_numbers (const SkyTable *table, const SkyWager *wager)
{
  SkyWheel wheel = sky_roulette_wheel (table);
  int number = wager->numbers[0];
  guint bet;

  if (wager->bet == NULL)
    return 0;
  bet = bet_of (wager);
  switch (bet)
    {
    case STRAIGHT:
      return sky_layout_offers (wheel, number) ? SKY_POCKET_BIT (number) : 0;
    case FIVE_ADJACENT:
      return sky_layout_offers (wheel, number) ? adjacent[wheel][number] : 0;
    case SPLIT:
      return group_numbers (wheel, wager, 2);
    case THREE:
      return group_numbers (wheel, wager, 3);
    case FOUR:
      return group_numbers (wheel, wager, 4);
    case SIX:
      return group_numbers (wheel, wager, 6);
    case FIRST_FIVE:
      return wheel == SKY_WHEEL_DOUBLE_ZERO
                 ? SKY_POCKET_BIT (0) | SKY_POCKET_BIT (SKY_POCKET_DOUBLE_ZERO) | SKY_POCKET_BIT (1)
                       | SKY_POCKET_BIT (2) | SKY_POCKET_BIT (3)
                 : 0;
    default:
      return outside_numbers (bet, number);
    }
}

/* § 617a.3(e)(1)(iii): a separate Straight Wager of equal value on each of the five numbers; the
 * one on @pocket wins, the four others are lost. */
static void
decide_five_adjacent (SkyTable *table, SkyWager *wager)
{
  SkyOdds odds = sky_table_odds (table, straight_pays);
  SkyOdds of_all = SKY_ODDS_TO (odds.for_one ? odds.a - odds.b : odds.a, odds.b * 5);
  SkyMoney part = wager->amount / 5;

  sky_table_decide (table, wager,
                    &(SkyDue){
                        .outcome = SKY_OUTCOME_WIN,
                        .paid = sky_table_pay (table, wager->amount, of_all),
                        .taken = wager->amount - part,
                        .returned = part,
                        .pay = straight_pays,
                        .odds = odds,
                        .detail = ((const Roulette *) table->state)->pocket,
                    });
}

static guint
reading_of (const SkyWager *wager, guint64 numbers)
{
  const guint64 zeros = SKY_POCKET_BIT (0) | SKY_POCKET_BIT (SKY_POCKET_DOUBLE_ZERO);
  guint bet = bet_of (wager);

  if ((bet == SPLIT || bet == THREE) && numbers & zeros)
    return 18;
  return bet == RED || bet == BLACK ? 19 : 0;
}

static void
decide (SkyTable *table, SkyWager *wager)
{
  const Roulette *self = table->state;
  guint64 numbers = wager->tracked;

  if (!(numbers & SKY_POCKET_BIT (self->pocket)))
    sky_table_decide_lose (table, wager);
  else if (bet_of (wager) == FIVE_ADJACENT)
    decide_five_adjacent (table, wager);
  else
    sky_table_decide_win (table, wager, &wager->bet->pays[wager->row]);
  wager->due.reading = reading_of (wager, numbers);
}

static const SkyResultRules result_rules = { .decide = decide };

/* 00 is no result of a wheel that is used as a single zero one. */
static guint
count_results (const SkyTable *table)
{
  return sky_roulette_wheel (table) == SKY_WHEEL_DOUBLE_ZERO ? SKY_N_POCKETS : SKY_N_POCKETS - 1;
}

static guint
count_ways (guint result)
{
  return 1;
}

static gint
find_result (const SkyTable *table)
{
  const Roulette *self = table->state;

  return self->pocket < (gint) count_results (table) ? self->pocket : -1;
}

static void
show_result (SkyTable *table, guint result)
{
  ((Roulette *) table->state)->pocket = (int) result;
}

/* A wager has the pockets by which it wins in its @tracked, as results. */
G_STATIC_ASSERT (SKY_POCKET_BIT (1) == 2);
static const SkyChance chance = {
  count_results, count_ways, find_result, show_result, decide, NULL
};

static void
begin (SkyTable *table)
{
  static GOnce filled = G_ONCE_INIT;

  g_once (&filled, fill_numbers, NULL);
}

/* Visits Named. */
static void
visit_named (SkyState *state, Named *named)
{
  sky_state_int (state, named->seq);
  sky_state_int (state, named->at);
  sky_state_int (state, named->pocket);
}

/* Visits Roulette. */
static void
visit_state (SkyTable *table, SkyState *state)
{
  Roulette *self = table->state;

  sky_result_visit (&self->result, state);
  sky_state_int (state, self->at_rest);
  sky_state_int (state, self->pocket);
  sky_state_int (state, self->revolutions);
  sky_state_int (state, self->observed);
  sky_state_int (state, self->spun_same);
  sky_state_int (state, self->same_direction);
  sky_state_int (state, self->void_zero);
  visit_named (state, &self->call);
  visit_named (state, &self->marker);
}

static void
on_round_start (SkyTable *table, const SkyEvent *event)
{
  *(Roulette *) table->state = (Roulette){ 0 };
}

/* § 617a.3(b): no two players' chips are alike. */
static void
on_player (SkyTable *table, const SkyEvent *event)
{
  const SkySeat *seat = sky_table_get_seat (table, event->player.seat);

  if (seat == NULL || !seat->present || seat->colour == NULL)
    return;
  for (guint i = 0; i < table->seats->len; i++)
    {
      const SkySeat *other = &g_array_index (table->seats, SkySeat, i);

      if (!other->present || other->colour == NULL || !g_str_equal (other->colour, seat->colour)
          || g_str_equal (other->player, seat->player))
        continue;
      sky_table_raise (table, SKY_CHECK_ROULETTE_COLOUR, NULL, NULL,
                       "Seats %u and %" PRId64 " both play with chips of the colour “%s”.", i + 1,
                       event->player.seat, seat->colour);
      return;
    }
}

/* § 617a.3(e)(3)(i) names three groups beside the rows. */
static gint
find_row (const SkyWager *wager)
{
  const guint64 groups[] = {
    SKY_POCKET_BIT (0) | SKY_POCKET_BIT (1) | SKY_POCKET_BIT (2),
    SKY_POCKET_BIT (0) | SKY_POCKET_BIT (2) | SKY_POCKET_BIT (SKY_POCKET_DOUBLE_ZERO),
    SKY_POCKET_BIT (SKY_POCKET_DOUBLE_ZERO) | SKY_POCKET_BIT (2) | SKY_POCKET_BIT (3),
  };

  for (guint i = 0; bet_of (wager) == THREE && i < G_N_ELEMENTS (groups); i++)
    if (wager->n_numbers == 3 && named_numbers (wager) == groups[i])
      return 1;
  return 0;
}

/* Whether the wheel has a say in what the wager is: the zeros, and what lies beside them. */
static gboolean
is_by_wheel (const SkyWager *wager)
{
  guint bet = bet_of (wager);

  if (bet == FIVE_ADJACENT || bet == FIRST_FIVE)
    return TRUE;
  for (guint i = 0; i < wager->n_numbers; i++)
    if (wager->numbers[i] == 0 || wager->numbers[i] == SKY_POCKET_DOUBLE_ZERO)
      return TRUE;
  return FALSE;
}

static void
on_wager (SkyTable *table, const SkyEvent *event)
{
  SkyWager *wager = table->wager;

  if (wager->bet != NULL && is_by_wheel (wager) && sky_table_assumes_rules (table))
    wager->unseen = SKY_UNSEEN_DUE;
  wager->tracked = sky_roulette_numbers (table, wager);
  if (wager->tracked == 0)
    sky_result_reject_wager (table, wager,
                             sky_phrase_words ("the layout in use has no such wager"));
}

/* A wager is decided on the wheel that is in use then. */
static void
on_rules (SkyTable *table, const SkyEvent *event)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];

      wager->tracked = sky_roulette_numbers (table, wager);
    }
}

static void
on_spin (SkyTable *table, const SkyEvent *event)
{
  Roulette *self = table->state;

  /* One after the result is not its spin. */
  self->spun_same = event->spin.wheel_clockwise == event->spin.ball_clockwise;
}

static char *
pocket_json (int pocket)
{
  char text[4];

  return pocket < 0 ? NULL
                    : g_strdup_printf ("{\"pocket\":\"%s\"}", sky_pocket_to_text (pocket, text));
}

static const char *
tell_pocket (int pocket, char text[4])
{
  return pocket < 0 ? sky_phrase_words ("a number that no wheel has")
                    : sky_pocket_to_text (pocket, text);
}

/* § 617a.5(c): the dealer announces the number of the compartment. */
static void
check_call (SkyTable *table, const Named *call)
{
  Roulette *self = table->state;
  char named[4], shown[4];

  if (self->result.miscalled || !sky_result_is_known (&self->result)
      || call->pocket == self->pocket)
    return;
  self->result.miscalled = TRUE;
  sky_table_hold (table, TRUE);
  sky_table_raise_at (table, SKY_CHECK_ROUND_CALL, NULL, NULL, call->seq, call->at,
                      pocket_json (call->pocket), pocket_json (self->pocket),
                      "%s was announced; the ball came to rest in %s.",
                      tell_pocket (call->pocket, named), tell_pocket (self->pocket, shown));
  sky_table_hold (table, FALSE);
}

/* § 617a.5(c): … and places a point marker on that number on the layout. */
static void
check_marker (SkyTable *table, const Named *marker)
{
  const Roulette *self = table->state;
  char named[4], shown[4];

  if (!sky_result_is_known (&self->result) || marker->pocket == self->pocket)
    return;
  sky_table_hold (table, TRUE);
  sky_table_raise_at (table, SKY_CHECK_ROULETTE_MARKER, NULL, NULL, marker->seq, marker->at,
                      pocket_json (marker->pocket), pocket_json (self->pocket),
                      "The point marker was placed on %s; the ball came to rest in %s.",
                      tell_pocket (marker->pocket, named), tell_pocket (self->pocket, shown));
  sky_table_hold (table, FALSE);
}

/* What of a spin is no valid one, with its section; NULL: nothing. */
static const char *
find_fault (const Roulette *self, const char **section)
{
  *section = "617a.5(a)";
  if (self->revolutions >= 0 && self->revolutions < 4)
    return sky_phrase_words ("the ball made fewer than four revolutions");
  if (self->same_direction || self->observed & SKY_OBSERVED_SAME_DIRECTION)
    return sky_phrase_words ("ball and wheel went the same way");
  *section = "617a.6";
  if (self->observed & SKY_OBSERVED_LEFT_WHEEL)
    return sky_phrase_words ("the ball left the wheel");
  if (self->observed & SKY_OBSERVED_FOREIGN_OBJECT)
    return sky_phrase_words ("a foreign object entered the wheel");
  return NULL;
}

static void
on_result (SkyTable *table, const SkyEvent *event)
{
  Roulette *self = table->state;
  SkyWheel wheel = sky_roulette_wheel (table);
  const char *section;
  char text[4];

  self->pocket = sky_pocket_from_text (event->result.pocket);
  self->revolutions = event->result.revolutions;
  self->observed = event->result.observed;
  self->same_direction = self->spun_same;
  if (sky_result_show (&self->result, table))
    self->call.seq = self->marker.seq = 0;
  /* Which of both it is, the Rules Submission says. */
  if (self->pocket == SKY_POCKET_DOUBLE_ZERO && sky_table_assumes_rules (table))
    table->unseen = TRUE;
  self->void_zero = wheel == SKY_WHEEL_DOUBLE_AS_SINGLE && self->pocket == SKY_POCKET_DOUBLE_ZERO;
  self->result.invalid = self->void_zero || find_fault (self, &section) != NULL;

  if (!sky_wheel_has (wheel, self->pocket))
    sky_result_refuse (&self->result, table,
                       sky_phrase_words ("The wheel in use has no such pocket."));
  else
    sky_table_step (table, NULL, table->seq, "617a.3(d)", "The ball comes to rest in %s.",
                    sky_pocket_to_text (self->pocket, text));
  if (self->void_zero)
    sky_table_step (table, NULL, table->seq, "617a.4(c)(2)",
                    "The wheel is used as a single zero wheel: 00 is no spin.");
  else if (self->result.invalid)
    sky_table_step (table, NULL, table->seq, section, "It is no valid spin: %s.",
                    find_fault (self, &section));

  self->at_rest = sky_result_is_known (&self->result);
  if (self->call.seq != 0)
    check_call (table, &self->call);
  if (self->marker.seq != 0)
    check_marker (table, &self->marker);
  sky_result_decide (&self->result, &result_rules, table);
}

static void
on_call (SkyTable *table, const SkyEvent *event)
{
  Roulette *self = table->state;
  Named call = { table->seq, table->at, sky_pocket_from_text (event->call.pocket) };

  if (self->result.shown)
    check_call (table, &call);
  else
    self->call = call;
}

static void
on_marker (SkyTable *table, const SkyEvent *event)
{
  Roulette *self = table->state;
  Named marker = { table->seq, table->at, sky_pocket_from_text (event->marker.pocket) };

  if (self->result.shown)
    check_marker (table, &marker);
  else
    self->marker = marker;
}

static void
on_void (SkyTable *table, const SkyEvent *event)
{
  Roulette *self = table->state;

  sky_table_step (table, NULL, table->seq, "617a.6",
                  "“No spin” was called: without another spin all wagers go back.");
  sky_result_void (&self->result, &result_rules, table);
  self->call.seq = 0;
  self->marker.seq = 0;
  self->at_rest = FALSE;
  self->spun_same = FALSE;
}

static void
on_round_end (SkyTable *table, const SkyEvent *event)
{
  Roulette *self = table->state;

  if (sky_result_is_known (&self->result))
    {
      const char *section;
      const char *fault = find_fault (self, &section);

      if (fault != NULL)
        sky_table_raise_at (table, SKY_CHECK_ROULETTE_INVALID_SPIN, section, NULL, self->result.seq,
                            self->result.at, NULL, NULL,
                            "A spin was counted although %s: “no spin”, and all wagers go back.",
                            fault);
      if (self->void_zero)
        sky_table_raise_at (table, SKY_CHECK_ROULETTE_DOUBLE_ZERO, NULL, NULL, self->result.seq,
                            self->result.at, NULL, NULL,
                            "00 was counted on a wheel used as a single zero wheel: the spin is "
                            "void, and all wagers go back.");
    }
  sky_result_end (&self->result, &result_rules, table);
  /* The ball lies there until the next round; nothing else of the round goes on, even if the line
   * that begins the next one is lost. */
  *self = (Roulette){ .at_rest = self->at_rest, .pocket = self->pocket };
}

static char *
describe (const SkyTable *table, const SkyWager *wager, const SkyDue *due)
{
  g_autofree char *odds = NULL;
  g_autofree char *part = NULL;
  g_autofree char *paid = NULL;
  g_autofree char *taken = NULL;
  char text[4];

  if (wager->bet == NULL || bet_of (wager) != FIVE_ADJACENT || due->outcome != SKY_OUTCOME_WIN)
    return NULL;
  odds = sky_phrase_odds (due->odds);
  part = sky_phrase_money (due->returned);
  paid = sky_phrase_money (due->paid);
  taken = sky_phrase_money (due->taken);
  return sky_phrase ("%s is five Straight Wagers: the one of %s on %s wins at %s, which is %s, "
                     "and the four others lose %s",
                     sky_table_wager_name (table, wager), part,
                     sky_pocket_to_text (due->detail, text), odds, paid, taken);
}

static int
compare_pockets (gconstpointer a, gconstpointer b)
{
  return *(const gint8 *) a - *(const gint8 *) b;
}

/* "Split Wager on 0 and 00". */
static const char *
wager_name (const SkyTable *table, const SkyWager *wager)
{
  gint8 numbers[SKY_MAX_NUMBERS];
  char texts[SKY_MAX_NUMBERS][4];
  const char *pockets[SKY_MAX_NUMBERS];
  g_autofree char *list = NULL;
  g_autofree char *name = NULL;

  if (wager->not_permissible || wager->n_numbers == 0)
    return NULL;
  for (guint i = 0; i < wager->n_numbers; i++)
    numbers[i] = wager->numbers[i];
  qsort (numbers, wager->n_numbers, sizeof numbers[0], compare_pockets);
  for (guint i = 0; i < wager->n_numbers; i++)
    pockets[i] = sky_pocket_to_text (numbers[i], texts[i]);
  list = sky_phrase_list (pockets, wager->n_numbers);
  name = sky_phrase ("%s on %s", wager->bet->name, list);
  return g_intern_string (name);
}

static void
marks (const SkyTable *table, GArray *array)
{
  const Roulette *self = table->state;
  SkyMark mark = { .kind = SKY_MARK_POCKET, .number = self->pocket };
  SkyMark wheel = { .kind = SKY_MARK_WHEEL, .value = sky_roulette_wheel (table) };

  g_array_append_val (array, wheel);
  if (self->at_rest)
    g_array_append_val (array, mark);
}

/* § 617a.2 */
static const SkyEquipmentRules equipment = {
  .items = { { SKY_ITEM_BALL, .inspectors = SKY_ROLE_BIT (FLOORPERSON) | SKY_ROLE_BIT (SECURITY),
               .inspection_section = "617a.2(a)" },
             { SKY_ITEM_WHEEL, .inspectors = SKY_ROLE_BIT (FLOORPERSON) | SKY_ROLE_BIT (SECURITY),
               .inspection_section = "617a.2(a)" } },
  .n_items = 2,
  .unwatched = "617a.2(b)",
  .adjusted = "617a.2(c)",
  .replaced = "617a.2(d)",
};

const SkyGame sky_roulette_game = {
  .id = SKY_GAME_ROULETTE,
  .name = "Roulette",
  .chapter = "617a",
  .wagers_section = "617a.3(e)",
  .training = SKY_TRAINING_ROULETTE,
  .equipment = &equipment,
  .chance = &chance,
  .cameras = { SKY_COVERS_WHEEL, SKY_COVERS_LAYOUT },
  .sections = {
    [SKY_CHECK_WAGER_LATE] = "617a.5(b)",
    [SKY_CHECK_WAGER_VERBAL] = "617a.3(a)",
    [SKY_CHECK_WAGER_CALL_BET] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_WRONG_CHIPS] = "617a.3(a)",
    [SKY_CHECK_WAGER_NOT_SEATED] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_AREAS] = SKY_NOT_SAID,
    [SKY_CHECK_SETTLE_VIGORISH] = SKY_NOT_SAID,
    [SKY_CHECK_SETTLE_ORDER] = "617a.5(e)",
    [SKY_CHECK_ROUND_NO_MORE_BETS] = "617a.5(b)",
    [SKY_CHECK_ROUND_CALL] = "617a.5(c)",
  },
  .bets = bets,
  .n_bets = G_N_ELEMENTS (bets),
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .begin = begin,
  .visit = visit_state,
  .state_size = sizeof (Roulette),
  .on = {
    [SKY_EVENT_RULES] = on_rules,
    [SKY_EVENT_ROUND_START] = on_round_start,
    [SKY_EVENT_PLAYER] = on_player,
    [SKY_EVENT_WAGER] = on_wager,
    [SKY_EVENT_SPIN] = on_spin,
    [SKY_EVENT_RESULT] = on_result,
    [SKY_EVENT_CALL] = on_call,
    [SKY_EVENT_MARKER] = on_marker,
    [SKY_EVENT_VOID] = on_void,
    [SKY_EVENT_ROUND_END] = on_round_end,
  },
  .find_row = find_row,
  .bets_end = SKY_BETS_END_BY_EVENT,
  /* § 617a.5(b): while the ball is still rotating. */
  .closes_by = SKY_EVENT_RESULT,
  .describe = describe,
  .wager_name = wager_name,
  .marks = marks,
};
