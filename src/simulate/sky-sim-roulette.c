/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A roulette table while it is simulated: one of three wheels, wagers all over the layout, spins
 * that count and spins that do not. */
#include "config.h"

#include "sky-chance.h"
#include "sky-roulette.h"
#include "sky-sim-rounds.h"

#include <string.h>

enum
{
  WHEEL,
  BALL,
  N_PIECES,
};

/* How a round may depart from the rules. */
enum
{
  COUNT_DOUBLE_ZERO = SKY_SIM_ROUNDS_N_TWISTS,
  WRONG_MARKER,
};

static const char *const colours[] = { "red",    "blue",  "green", "yellow",
                                       "orange", "brown", "white", "lavender" };

static SkyWheel
get_wheel (SkySimRounds *self)
{
  return sky_roulette_wheel (self->play.rules);
}

static void
submit (SkySimRounds *self, GString *json)
{
  static const char *const wheels[] = { "double_zero", "single_zero", "double_as_single" };

  sky_json_add_string (
      json, "wheel", wheels[self->play.table->steady ? 0 : sky_sim_pick (self->play.table, 0, 2)]);
  if (sky_sim_chance (self->play.table, 50))
    sky_json_add_bool (json, "five_adjacent", TRUE);
  if (sky_sim_chance (self->play.table, 30))
    sky_json_add_raw (json, "pay", "{\"straight\":\"36 to 1\",\"split\":\"35 to 2\"}");
}

/* Wagers. */

/* How many numbers the bets on groups of them are on. */
static guint
get_group_size (const char *bet)
{
  static const struct
  {
    const char *bet;
    guint size;
  } groups[] = { { "split", 2 }, { "three", 3 }, { "four", 4 }, { "six", 6 } };

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    if (g_str_equal (groups[i].bet, bet))
      return groups[i].size;
  return 0;
}

/* A number that has a box. */
static int
pick_box (SkySimRounds *self)
{
  int number;

  do
    number = sky_sim_pick (self->play.table, 0, SKY_N_POCKETS - 1);
  while (!sky_layout_offers (get_wheel (self), number));
  return number;
}

/* A group that the layout has: rows and corners where they are, the rest by trying. */
static void
pick_group (SkySimRounds *self, guint size, int numbers[6])
{
  static const int top[] = { 0, SKY_POCKET_DOUBLE_ZERO, 1, 2, 3 };
  SkySimTable *table = self->play.table;
  gboolean at_top = size == 3 && sky_sim_chance (table, 25);
  guint64 set;
  int first;

  do
    {
      first = size == 4 ? sky_sim_pick (table, 0, 10) * 3 + sky_sim_pick (table, 1, 2)
                        : sky_sim_pick (table, 0, size == 6 ? 10 : 11) * 3 + 1;
      set = 0;
      for (guint i = 0; i < size; i++)
        {
          if (size == 2)
            numbers[i] = pick_box (self);
          else if (at_top)
            numbers[i] = top[sky_sim_pick (table, 0, G_N_ELEMENTS (top) - 1)];
          else
            numbers[i] = first + (int) (size == 4 && i > 1 ? i + 1 : i);
          set |= SKY_POCKET_BIT (numbers[i]);
        }
    }
  while (__builtin_popcountll (set) != (int) size || !sky_layout_is_group (get_wheel (self), set));
}

static void
write_numbers (SkySimWager *wager, const int *numbers, guint n)
{
  char text[4];

  g_strlcpy (wager->members, "\"numbers\":[", sizeof wager->members);
  for (guint i = 0; i < n; i++)
    {
      gsize length = strlen (wager->members);

      g_snprintf (wager->members + length, sizeof wager->members - length, "%s\"%s\"",
                  i > 0 ? "," : "", sky_pocket_to_text (numbers[i], text));
    }
  g_strlcat (wager->members, "]", sizeof wager->members);
}

static void
write_number (SkySimWager *wager, int number)
{
  char text[4];

  g_snprintf (wager->members, sizeof wager->members, "\"number\":\"%s\"",
              sky_pocket_to_text (number, text));
}

static void
complete (SkySimRounds *self, SkySimWager *wager, const SkyBet *bet)
{
  guint size = get_group_size (bet->form.bet);
  int numbers[6];

  wager->bet = bet->form.bet;
  wager->amount = 500 * sky_sim_pick (self->play.table, 1, 10);
  if (size > 0)
    {
      pick_group (self, size, numbers);
      write_numbers (wager, numbers, size);
    }
  else if (g_str_equal (wager->bet, "column") || g_str_equal (wager->bet, "dozen"))
    write_number (wager, sky_sim_pick (self->play.table, 1, 3));
  else if (bet->form.members & SKY_MEMBER_NUMBER_TEXT)
    write_number (wager, pick_box (self));
}

static void
choose (SkySimRounds *self, SkySimWager *wager)
{
  const SkyBet *bet;

  do
    bet = &sky_roulette_game
               .bets[sky_sim_pick (self->play.table, 0, (gint) sky_roulette_game.n_bets - 1)];
  while (
      !sky_table_offers (self->play.rules, bet)
      || (g_str_equal (bet->form.bet, "first_five") && get_wheel (self) != SKY_WHEEL_DOUBLE_ZERO));
  complete (self, wager, bet);
}

static gboolean
choose_forbidden (SkySimRounds *self, SkySimWager *wager)
{
  static const SkySimWager forbidden[] = {
    { .bet = "split", .members = "\"numbers\":[\"1\",\"5\"]" },
    { .bet = "split", .members = "\"numbers\":[\"3\",\"4\"]" },
    { .bet = "split", .members = "\"numbers\":[\"7\",\"7\"]" },
    { .bet = "three", .members = "\"numbers\":[\"0\",\"2\",\"3\"]" },
    { .bet = "three", .members = "\"numbers\":[\"1\",\"4\",\"7\"]" },
    { .bet = "four", .members = "\"numbers\":[\"3\",\"4\",\"6\",\"7\"]" },
    { .bet = "four", .members = "\"numbers\":[\"0\",\"1\",\"2\",\"3\"]" },
    { .bet = "six", .members = "\"numbers\":[\"2\",\"3\",\"4\",\"5\",\"6\",\"7\"]" },
    { .bet = "dozen", .members = "\"number\":\"4\"" },
    { .bet = "straight", .members = "\"number\":\"37\"" },
  };
  gint seat = wager->seat;
  SkyMoney amount = wager->amount;

  *wager = forbidden[sky_sim_pick (self->play.table, 0, G_N_ELEMENTS (forbidden) - 1)];
  if (get_wheel (self) != SKY_WHEEL_DOUBLE_ZERO && sky_sim_chance (self->play.table, 40))
    *wager = sky_sim_chance (self->play.table, 50)
                 ? (SkySimWager){ .bet = "first_five" }
                 : (SkySimWager){ .bet = "straight", .members = "\"number\":\"00\"" };
  wager->seat = seat;
  wager->amount = amount;
  return TRUE;
}

static gboolean
choose_not_offered (SkySimRounds *self, SkySimWager *wager)
{
  const SkyBet *bet = sky_sim_rounds_find_not_offered (self);

  if (bet == NULL)
    return FALSE;
  complete (self, wager, bet);
  return TRUE;
}

/* The wheel. */

static guint64
touch_wheel (SkySimRounds *self, gboolean security)
{
  gboolean replaced = sky_sim_chance (self->play.table, 30);
  g_autofree char *id = g_strdup_printf ("wheel-%u", self->n_brought[WHEEL]);
  guint64 seq;

  if (security)
    sky_sim_put_staff (&self->play, "security", self->play.table->dealers[1], TRUE);
  seq = sky_sim_rounds_equipment (self, "wheel", id, replaced ? "replaced" : "adjusted");
  if (security)
    sky_sim_put_staff (&self->play, "security", self->play.table->dealers[1], FALSE);
  return seq;
}

/* § 617a.2(b), § 617a.2(c) and § 617a.2(d): security is there, and the wheel is inspected again. */
static void
go_between (SkySimRounds *self)
{
  if (self->play.table->steady || !sky_sim_chance (self->play.table, 1))
    return;
  touch_wheel (self, TRUE);
  sky_sim_rounds_inspect (self, "wheel");
}

/* A round. */

static void
spin (SkySimRounds *self, gboolean same_way)
{
  gboolean clockwise = sky_sim_chance (self->play.table, 50);
  GString *json = sky_sim_log_begin (self->play.log, "spin");

  self->counterclockwise = !clockwise;
  sky_json_add_string (json, "wheel", clockwise ? "cw" : "ccw");
  sky_json_add_string (json, "ball", clockwise == same_way ? "cw" : "ccw");
  sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 300, 600);
}

static guint64
show_pocket (SkySimRounds *self, const char *pocket, gint revolutions, const char *observed)
{
  GString *json = sky_sim_log_begin (self->play.log, "result");
  guint64 seq;

  sky_json_add_string (json, "pocket", pocket);
  sky_json_add_int (json, "revolutions", revolutions);
  sky_json_begin_array (json, "observed");
  if (observed != NULL)
    sky_json_add_string (json, NULL, observed);
  sky_json_end_array (json);
  seq = sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 50, 120);
  return seq;
}

static guint64
name_pocket (SkySimRounds *self, const char *type, int pocket)
{
  char text[4];
  guint64 seq;

  sky_json_add_string (sky_sim_log_begin (self->play.log, type), "pocket",
                       sky_pocket_to_text (pocket, text));
  seq = sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 50, 120);
  return seq;
}

/* The pockets by which a wager of @seat wins. */
static guint64
find_winning (const SkySimRounds *self, gint seat)
{
  const SkyWagerList *up = self->play.rules->up;
  guint64 winning = 0;

  for (guint i = 0; i < up->len; i++)
    {
      const SkyWager *wager = up->pdata[i];

      if (wager->status == SKY_WAGER_UP && wager->seat == seat && wager->bet != NULL)
        winning |= wager->tracked;
    }
  return winning;
}

/* Whether a patron wins or loses by more than chance: then a pocket of those by which he does. */
static gboolean
pick_for_patron (SkySimRounds *self, gint seat, int *pocket)
{
  const guint64 winning = find_winning (self, seat);
  guint n = 0, n_winning = 0;
  gboolean wins;

  for (int i = 0; i < SKY_N_POCKETS; i++)
    if (sky_layout_offers (get_wheel (self), i))
      {
        n++;
        n_winning += (winning & SKY_POCKET_BIT (i)) != 0;
      }
  if (n_winning == 0 || n_winning == n
      || !sky_sim_people_decide_win (self->play.table->people, self->play.players[seat].name,
                                     (double) n_winning / n, &wins))
    return FALSE;
  do
    *pocket = pick_box (self);
  while (((winning & SKY_POCKET_BIT (*pocket)) != 0) != wins);
  return TRUE;
}

static int
pick_pocket (SkySimRounds *self)
{
  SkySimTable *table = self->play.table;
  guint moved;
  int pocket;

  for (gint seat = 1; table->people != NULL && seat <= self->play.n_seats; seat++)
    if (self->play.players[seat].present && pick_for_patron (self, seat, &pocket))
      return pocket;

  /* A spin of the same dealer as the last one may land where it always does. */
  if (table->people != NULL && self->last_pocket > 0 && self->last_dealer == table->dealer
      && sky_sim_people_decide_place (table->people, table->dealer, &moved))
    return sky_wheel_step (get_wheel (self), self->last_pocket - 1,
                           self->counterclockwise ? -(int) moved : (int) moved);

  do
    pocket = sky_wheel_step (get_wheel (self), 0, sky_sim_pick (self->play.table, 0, 1000 * 37));
  while (!sky_sim_may_stand (self->play.table, (guint) pocket));
  return pocket;
}

static gboolean
is_void_zero (SkySimRounds *self, int pocket)
{
  return get_wheel (self) == SKY_WHEEL_DOUBLE_AS_SINGLE && pocket == SKY_POCKET_DOUBLE_ZERO;
}

/* A spin that is called void, with what is wrong with it. */
static void
fail_spin (SkySimRounds *self, int pocket)
{
  static const char *const causes[] = { "left_wheel", "foreign_object" };
  const char *cause = causes[sky_sim_pick (self->play.table, 0, 1)];
  char text[4];

  if (is_void_zero (self, pocket))
    show_pocket (self, sky_pocket_to_text (pocket, text), sky_sim_pick (self->play.table, 4, 9),
                 NULL);
  else if (sky_sim_chance (self->play.table, 50))
    show_pocket (self, sky_pocket_to_text (pocket, text), sky_sim_pick (self->play.table, 1, 9),
                 cause);
  sky_sim_rounds_void (self, "no_spin");
}

/* The one spin of a round that departs from the rules, or the one that counts. Returns FALSE when
 * nothing is to be settled. */
static gboolean
end_spin (SkySimRounds *self, int pocket, gboolean same_way)
{
  SkySimTable *table = self->play.table;
  gint revolutions = sky_sim_pick (table, 4, 12);
  const char *observed = NULL;
  char text[4];
  guint64 seq;

  if (self->play.twist == SKY_SIM_IMPOSSIBLE)
    {
      seq = show_pocket (self, get_wheel (self) == SKY_WHEEL_SINGLE_ZERO ? "00" : "37", revolutions,
                         NULL);
      sky_sim_table_note_planted (table, SKY_CHECK_LOG_IMPOSSIBLE, seq, NULL);
      return FALSE;
    }
  if (self->play.twist == SKY_SIM_COUNT_INVALID && !same_way)
    switch (sky_sim_pick (table, 0, 2))
      {
      case 0:
        revolutions = sky_sim_pick (table, 1, 3);
        break;
      case 1:
        observed = "left_wheel";
        break;
      default:
        observed = "foreign_object";
        break;
      }
  seq = show_pocket (self, sky_pocket_to_text (pocket, text), revolutions, observed);
  sky_sim_rounds_note_no_call (self, seq);
  if (self->play.twist == SKY_SIM_COUNT_INVALID)
    sky_sim_table_note_planted (table, SKY_CHECK_ROULETTE_INVALID_SPIN, seq, NULL);
  if (self->play.twist == COUNT_DOUBLE_ZERO)
    sky_sim_table_note_planted (table, SKY_CHECK_ROULETTE_DOUBLE_ZERO, seq, NULL);
  return TRUE;
}

static void
announce (SkySimRounds *self, int pocket)
{
  SkySimTable *table = self->play.table;
  int wrong = sky_wheel_step (get_wheel (self), pocket, 1);
  guint twist = self->play.twist;
  guint64 seq;

  self->last_pocket = pocket + 1;
  self->last_dealer = table->dealer;
  seq = name_pocket (self, "call", twist == SKY_SIM_WRONG_CALL ? wrong : pocket);
  if (twist == SKY_SIM_WRONG_CALL)
    sky_sim_table_note_planted (table, SKY_CHECK_ROUND_CALL, seq, NULL);
  seq = name_pocket (self, "marker", twist == WRONG_MARKER ? wrong : pocket);
  if (twist == WRONG_MARKER)
    sky_sim_table_note_planted (table, SKY_CHECK_ROULETTE_MARKER, seq, NULL);
}

/* A pocket for the way the round goes: where 00 is void, it comes only to be called so. */
static int
draw_pocket (SkySimRounds *self)
{
  int pocket;

  if (self->play.twist == COUNT_DOUBLE_ZERO)
    return SKY_POCKET_DOUBLE_ZERO;
  do
    pocket = pick_pocket (self);
  while (self->play.twist != SKY_SIM_STRAIGHT && is_void_zero (self, pocket));
  return pocket;
}

static gboolean
show (SkySimRounds *self)
{
  SkySimTable *table = self->play.table;
  gboolean called = FALSE;

  while (TRUE)
    {
      gboolean same_way = self->play.twist == SKY_SIM_COUNT_INVALID && sky_sim_chance (table, 25);
      int pocket;

      spin (self, same_way);
      if (!called)
        sky_sim_rounds_close_bets (self);
      called = TRUE;
      pocket = draw_pocket (self);
      if ((is_void_zero (self, pocket) && self->play.twist == SKY_SIM_STRAIGHT)
          || sky_sim_rounds_may_fail (self, 2))
        {
          fail_spin (self, pocket);
          if (sky_sim_chance (table, 20))
            return TRUE;
          continue;
        }
      if (!end_spin (self, pocket, same_way))
        return FALSE;
      announce (self, pocket);
      return TRUE;
    }
}

/* Faults. */

static gboolean
plant_double_zero (SkySimTable *table, gpointer play)
{
  return get_wheel (play) == SKY_WHEEL_DOUBLE_AS_SINGLE && sky_sim_twist (play, COUNT_DOUBLE_ZERO);
}

static gboolean
plant_marker (SkySimTable *table, gpointer play)
{
  return sky_sim_twist (play, WRONG_MARKER);
}

/* Somebody sits down with chips like another's, and leaves again. */
static gboolean
plant_colour (SkySimTable *table, gpointer play)
{
  SkySimPlay *self = play;
  gint other = sky_sim_any_seat (self);

  for (gint seat = 1; seat <= self->n_seats; seat++)
    if (!self->players[seat].present)
      {
        sky_sim_table_note_planted (table, SKY_CHECK_ROULETTE_COLOUR,
                                    sky_sim_seat_player (self, seat, TRUE, colours[other - 1]),
                                    NULL);
        sky_sim_seat_player (self, seat, FALSE, NULL);
        return TRUE;
      }
  return FALSE;
}

static gboolean
plant_wrong_chips (SkySimTable *table, gpointer play)
{
  return sky_sim_rounds_plant_via (play, sky_sim_chance (table, 70) ? "value_chips" : "plaque",
                                   SKY_CHECK_WAGER_WRONG_CHIPS);
}

/* With nobody of security there, or not inspected again. */
static gboolean
plant_adjusted (SkySimTable *table, gpointer play)
{
  SkySimRounds *self = play;

  if (self->pending != SKY_SIM_PENDING_NONE)
    return FALSE;
  if (sky_sim_chance (table, 50))
    {
      sky_sim_table_note_planted (table, SKY_CHECK_EQUIPMENT_ADJUSTED, touch_wheel (self, FALSE),
                                  NULL);
      sky_sim_rounds_inspect (self, "wheel");
      return TRUE;
    }
  touch_wheel (self, TRUE);
  self->pending = SKY_SIM_PENDING_ADJUSTED;
  return TRUE;
}

static const SkySimFault faults[] = {
  SKY_SIM_ROUNDS_FAULTS,
  { SKY_CHECK_ROULETTE_INVALID_SPIN, SKY_SIM_ROUND, sky_sim_plant_invalid },
  { SKY_CHECK_ROULETTE_DOUBLE_ZERO, SKY_SIM_ROUND, plant_double_zero },
  { SKY_CHECK_ROULETTE_MARKER, SKY_SIM_ROUND, plant_marker },
  { SKY_CHECK_ROULETTE_COLOUR, SKY_SIM_BETWEEN, plant_colour },
  { SKY_CHECK_WAGER_NOT_OFFERED, SKY_SIM_WAGERS, sky_sim_plant_not_offered },
  { SKY_CHECK_WAGER_VERBAL, SKY_SIM_WAGERS, sky_sim_plant_verbal, .always = TRUE },
  { SKY_CHECK_WAGER_WRONG_CHIPS, SKY_SIM_WAGERS, plant_wrong_chips, .always = TRUE },
  { SKY_CHECK_EQUIPMENT_NOT_INSPECTED, SKY_SIM_BETWEEN, sky_sim_plant_not_inspected },
  { SKY_CHECK_EQUIPMENT_ADJUSTED, SKY_SIM_BETWEEN, plant_adjusted },
  { 0 },
};

static const SkySimRoundsGame game = {
  .faults = faults,
  .n_seats = G_N_ELEMENTS (colours),
  .colours = colours,
  .pieces = { [WHEEL] = { "wheel", .inspected = TRUE }, [BALL] = { "ball", .inspected = TRUE } },
  .n_pieces = N_PIECES,
  .bet_limits = "{\"straight\":{\"min\":100},\"split\":{\"min\":100},"
                "\"column\":{\"min\":100,\"increment\":50},\"red\":{\"max\":400000}}",
  .wrong_pay = "\"pay\":{\"straight\":\"34 to 1\"}",
  .stepped = { .bet = "column", .members = "\"number\":\"2\"", .amount = 625 },
  .submit = submit,
  .go_between = go_between,
  .choose = choose,
  .choose_forbidden = choose_forbidden,
  .choose_not_offered = choose_not_offered,
  .show = show,
};

const SkySimGame sky_sim_roulette = {
  .id = SKY_GAME_ROULETTE,
  .table_prefix = "RO",
  .faults = faults,
  .rounds = &game,
  .size = sizeof (SkySimRounds),
  .play = sky_sim_rounds_play,
};
