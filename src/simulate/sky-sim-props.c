/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Props & Hops table while it is simulated: who shakes next, and the lammers of the Six Eight
 * Shake over many rounds. */
#include "config.h"

#include "sky-props.h"
#include "sky-sim-rounds.h"

#include <string.h>

/* The game's own moment. */
enum
{
  AT_LAMMER = SKY_SIM_N_MOMENTS, /* a lammer is to be moved */
};

/* How a round may depart from the rules. */
enum
{
  WRONG_SHAKER = SKY_SIM_ROUNDS_N_TWISTS,
  FEW_SHAKES,
  LID_OFF,
};

typedef struct
{
  SkySimRounds rounds;
  gint shaker;     /* who was to shake the last roll that counted; 0: there was none */
  gboolean passes; /* that roll was a 7 */
  gint dice[2];    /* lowest first */
  gboolean counts; /* the roll of this round */
  /* Combinations of 6 and 8, as sky_combination_bit(): thrown since a Six Eight Shake lies on the
   * table, and those whose lammer lies in the circle. */
  guint64 moved;
  guint64 lying;
  /* Faults in hand; each is cleared when it is done. */
  gboolean forget_lammer;
  gboolean wrong_lammer;
} Props;

static const char *const places[] = { "top", "left", "right", "center" };

static void
submit (SkySimRounds *self, GString *json)
{
  SkySimTable *table = self->play.table;

  if (sky_sim_chance (table, 15))
    return;
  sky_json_begin_object (json, "hop_layout");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (sky_sim_chance (table, 75))
      {
        sky_json_begin_array (json, places[i]);
        for (guint j = 0; j < 8; j++)
          sky_sim_add_dice (
              json, NULL, (const gint[]){ sky_sim_pick (table, 1, 6), sky_sim_pick (table, 1, 6) },
              2);
        sky_json_end_array (json);
      }
  sky_json_end_object (json);
}

/* Wagers. */

static gboolean
is_six_eight_shake (gpointer play, const SkyWager *wager)
{
  return g_str_equal (wager->bet->form.bet, "six_eight_shake");
}

static void
choose (SkySimRounds *self, SkySimWager *wager)
{
  SkySimTable *table = self->play.table;
  const SkyBet *bet;
  gint a = sky_sim_pick (table, 1, 6);

  do
    bet = &sky_props_and_hops_game
               .bets[sky_sim_pick (table, 0, (gint) sky_props_and_hops_game.n_bets - 1)];
  while (!sky_table_offers (self->play.rules, bet));
  wager->bet = bet->form.bet;
  wager->amount = 500 * sky_sim_pick (table, 1, 10);
  if (bet->form.members & SKY_MEMBER_DICE)
    g_snprintf (wager->members, sizeof wager->members, "\"dice\":[%d,%d]", a,
                (a + sky_sim_pick (table, 0, 4)) % 6 + 1);
  else if (bet->form.members & SKY_MEMBER_NUMBER)
    g_snprintf (wager->members, sizeof wager->members, "\"number\":%d", a);
}

static gboolean
choose_forbidden (SkySimRounds *self, SkySimWager *wager)
{
  gboolean pair = sky_sim_chance (self->play.table, 50);

  wager->bet = pair ? "any_number" : "double";
  g_strlcpy (wager->members, pair ? "\"dice\":[3,3]" : "\"number\":7", sizeof wager->members);
  return TRUE;
}

/* A Hop that the layout has no place for. */
static gboolean
choose_not_offered (SkySimRounds *self, SkySimWager *wager)
{
  const SkyBet *bet = sky_sim_rounds_find_not_offered (self);

  if (bet == NULL)
    return FALSE;
  wager->bet = bet->form.bet;
  return TRUE;
}

/* The lammers lie on their combinations again when the first Six Eight Shake comes (R22). */
static void
placed (SkySimRounds *rounds, const SkyWager *wager)
{
  Props *self = (Props *) rounds;

  if (!is_six_eight_shake (rounds, wager))
    return;
  for (guint i = 0; i < rounds->play.rules->up->len; i++)
    {
      const SkyWager *other = rounds->play.rules->up->pdata[i];

      if (other != wager && other->status == SKY_WAGER_UP && is_six_eight_shake (rounds, other))
        return;
    }
  self->moved = 0;
  self->lying = 0;
}

static gboolean
may_be_removed (gpointer play, const SkyWager *wager)
{
  return is_six_eight_shake (play, wager) && !sky_sim_is_left_alone (play, wager);
}

/* § 668a.2(f)(8): a Six Eight Shake may be taken down. */
static void
change (SkySimRounds *self)
{
  const SkyWager *wager =
      sky_sim_chance (self->play.table, 4) ? sky_sim_find (&self->play, may_be_removed) : NULL;

  if (wager != NULL)
    sky_sim_change_wager (&self->play, wager, "remove", 0);
}

/* The shaker. */

/* § 668a.3(f) and § 668a.3(k): the first is the lowest seat, the next after a 7 sits next. */
static gint
find_shaker (Props *self)
{
  SkySimPlay *play = &self->rounds.play;

  if (self->shaker != 0 && !self->passes && play->players[self->shaker].present)
    return self->shaker;
  return sky_sim_next_seat (play, self->shaker);
}

static void
add_place (GString *json, const char *name, gint seat)
{
  if (seat == 0)
    sky_json_add_string (json, name, "dealer");
  else
    sky_json_add_int (json, name, seat);
}

/* @by, @lid 0: the dealer. */
static guint64
shake (SkySimRounds *self, gint by, gint times, gint lid)
{
  GString *json = sky_sim_log_begin (self->play.log, "shake");
  guint64 seq;

  add_place (json, "by", by);
  sky_json_add_int (json, "times", times);
  add_place (json, "lid", lid);
  seq = sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 150, 300);
  return seq;
}

static void
shake_as_due (SkySimRounds *rounds)
{
  Props *self = (Props *) rounds;
  SkySimTable *table = rounds->play.table;
  gint by = find_shaker (self);
  gint times = sky_sim_pick (table, 3, 6);
  gint lid = 0;
  guint64 seq, first = 0;

  switch (rounds->play.twist)
    {
    case WRONG_SHAKER:
      by = sky_sim_next_seat (&rounds->play, by);
      break;
    case FEW_SHAKES:
      times = sky_sim_pick (table, 1, 2);
      break;
    case LID_OFF:
      lid = by;
      break;
    default:
      /* The lid came off, and the dice are shaken again. */
      if (sky_sim_rounds_may_fail (rounds, 2))
        first = shake (rounds, by, times, by);
      break;
    }
  seq = shake (rounds, by, times, lid);
  sky_sim_rounds_note_no_call (rounds, first != 0 ? first : seq);
  if (rounds->play.twist == WRONG_SHAKER || rounds->play.twist == FEW_SHAKES
      || rounds->play.twist == LID_OFF)
    sky_sim_table_note_planted (table, SKY_CHECK_PROPS_SHAKER, seq, NULL);
}

/* § 668a.3(d) and § 668a.3(j): after each round the dealer shakes. */
static void
go_between (SkySimRounds *self)
{
  shake (self, 0, 3, 0);
}

/* A round. */

static guint64
tell_dice (SkySimRounds *self, const char *type, const gint dice[2], const char *observed)
{
  GString *json = sky_sim_log_begin (self->play.log, type);
  guint64 seq;

  sky_sim_add_dice (json, "dice", dice, 2);
  if (observed != NULL)
    {
      sky_json_begin_array (json, "observed");
      sky_json_add_string (json, NULL, observed);
      sky_json_end_array (json);
    }
  seq = sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 50, 120);
  return seq;
}

static void
pick_dice (Props *self)
{
  gint a = sky_sim_pick (self->rounds.play.table, 1, 6);
  gint b = sky_sim_pick (self->rounds.play.table, 1, 6);

  self->dice[0] = MIN (a, b);
  self->dice[1] = MAX (a, b);
}

static gboolean
show (SkySimRounds *rounds)
{
  static const char *const causes[] = { "fell_out", "stacked", "not_flat" };
  Props *self = (Props *) rounds;
  SkySimTable *table = rounds->play.table;
  const char *cause = causes[sky_sim_pick (table, 0, G_N_ELEMENTS (causes) - 1)];

  self->counts = FALSE;
  sky_sim_rounds_close_bets (rounds);
  shake_as_due (rounds);
  pick_dice (self);
  while (sky_sim_rounds_may_fail (rounds, 2))
    {
      tell_dice (rounds, "result", self->dice, cause);
      sky_sim_rounds_void (rounds, cause);
      if (sky_sim_chance (table, 20))
        return TRUE;
      shake_as_due (rounds);
      pick_dice (self);
    }

  if (rounds->play.twist == SKY_SIM_IMPOSSIBLE)
    {
      self->dice[1] = 7;
      sky_sim_table_note_planted (table, SKY_CHECK_LOG_IMPOSSIBLE,
                                  tell_dice (rounds, "result", self->dice, NULL), NULL);
      return FALSE;
    }
  if (rounds->play.twist == SKY_SIM_COUNT_INVALID)
    {
      sky_sim_table_note_planted (table, SKY_CHECK_PROPS_INVALID_ROLL,
                                  tell_dice (rounds, "result", self->dice, cause), NULL);
      tell_dice (rounds, "call", self->dice, NULL);
      return TRUE;
    }
  tell_dice (rounds, "result", self->dice, NULL);
  if (rounds->play.twist == SKY_SIM_WRONG_CALL)
    {
      const gint wrong[] = { self->dice[0], self->dice[1] % 6 + 1 };

      sky_sim_table_note_planted (table, SKY_CHECK_ROUND_CALL,
                                  tell_dice (rounds, "call", wrong, NULL), NULL);
    }
  else
    tell_dice (rounds, "call", self->dice, NULL);
  self->counts = TRUE;
  return TRUE;
}

/* The lammers. */

/* A combination of 6 or 8 other than @taken whose lammer does not lie in the circle yet. Returns
 * FALSE when there is none. */
static gboolean
find_other_lammer (Props *self, guint64 taken, gint dice[2])
{
  for (gint a = 1; a <= 6; a++)
    for (gint b = a; b <= 6; b++)
      if ((a + b == 6 || a + b == 8)
          && !((taken | self->moved | self->lying) & sky_combination_bit (a, b)))
        {
          dice[0] = a;
          dice[1] = b;
          return TRUE;
        }
  return FALSE;
}

/* § 668a.3(i): the first time that its combination is thrown with a wager up. */
static void
move_lammer (Props *self)
{
  SkySimRounds *rounds = &self->rounds;
  guint64 bit = sky_combination_bit (self->dice[0], self->dice[1]);
  gint total = self->dice[0] + self->dice[1];
  gint other[2];
  guint64 seq;

  if ((total != 6 && total != 8) || self->moved & bit)
    return;
  self->moved |= bit;
  if (self->lying & bit)
    return;
  sky_sim_table_plant (rounds->play.table, rounds->game->faults, AT_LAMMER, rounds);
  if (self->forget_lammer)
    rounds->play.found_at_end = SKY_CHECK_PROPS_LAMMER;
  else if (self->wrong_lammer && find_other_lammer (self, bit, other))
    {
      seq = tell_dice (rounds, "lammer", other, NULL);
      sky_sim_table_note_planted (rounds->play.table, SKY_CHECK_PROPS_LAMMER, seq, NULL);
      self->lying |= sky_combination_bit (other[0], other[1]);
    }
  else
    {
      tell_dice (rounds, "lammer", self->dice, NULL);
      self->lying |= bit;
    }
  self->forget_lammer = FALSE;
  self->wrong_lammer = FALSE;
}

static void
finish (SkySimRounds *rounds)
{
  Props *self = (Props *) rounds;

  if (!self->counts)
    return;
  /* The wagers of the round lie on the list until it ends. */
  if (sky_sim_find (&rounds->play, is_six_eight_shake) != NULL)
    move_lammer (self);
  self->shaker = find_shaker (self);
  self->passes = self->dice[0] + self->dice[1] == 7;
}

/* Faults. */

static gboolean
plant_wrong_shaker (SkySimTable *table, gpointer play)
{
  return sky_sim_count_present (play) > 1 && sky_sim_twist (play, WRONG_SHAKER);
}

static gboolean
plant_few_shakes (SkySimTable *table, gpointer play)
{
  return sky_sim_twist (play, sky_sim_chance (table, 50) ? FEW_SHAKES : LID_OFF);
}

static gboolean
plant_forgotten_lammer (SkySimTable *table, gpointer play)
{
  ((Props *) play)->forget_lammer = TRUE;
  return TRUE;
}

static gboolean
plant_wrong_lammer (SkySimTable *table, gpointer play)
{
  Props *self = play;
  gint other[2];

  if (!find_other_lammer (self, 0, other))
    return FALSE;
  self->wrong_lammer = TRUE;
  return TRUE;
}

static const SkySimFault faults[] = {
  SKY_SIM_ROUNDS_FAULTS,
  { SKY_CHECK_PROPS_SHAKER, SKY_SIM_ROUND, plant_wrong_shaker },
  { SKY_CHECK_PROPS_SHAKER, SKY_SIM_ROUND, plant_few_shakes },
  { SKY_CHECK_PROPS_INVALID_ROLL, SKY_SIM_ROUND, sky_sim_plant_invalid },
  { SKY_CHECK_PROPS_LAMMER, AT_LAMMER, plant_forgotten_lammer },
  { SKY_CHECK_PROPS_LAMMER, AT_LAMMER, plant_wrong_lammer },
  { SKY_CHECK_WAGER_NOT_OFFERED, SKY_SIM_WAGERS, sky_sim_plant_not_offered },
  { SKY_CHECK_WAGER_VERBAL, SKY_SIM_WAGERS, sky_sim_plant_verbal, .always = TRUE },
  { SKY_CHECK_WAGER_NOT_SEATED, SKY_SIM_WAGERS, sky_sim_plant_not_seated },
  { SKY_CHECK_EQUIPMENT_OVERDUE, SKY_SIM_OPEN, sky_sim_plant_stale, .once = TRUE,
    .not_filmed = TRUE },
  { 0 },
};

static const SkySimRoundsGame game = {
  .faults = faults,
  .n_seats = 6,
  .pieces = { { "dice", .ages = TRUE }, { "shaker" } },
  .n_pieces = 2,
  .bet_limits = "{\"double\":{\"min\":100},\"field\":{\"min\":100,\"increment\":50},"
                "\"six_eight_shake\":{\"max\":100000}}",
  .wrong_pay = "\"pay\":{\"field\":\"3 to 1\"}",
  .stepped = { .bet = "field", .amount = 625 },
  .submit = submit,
  .go_between = go_between,
  .choose = choose,
  .choose_forbidden = choose_forbidden,
  .choose_not_offered = choose_not_offered,
  .placed = placed,
  .change = change,
  .show = show,
  .finish = finish,
};

const SkySimGame sky_sim_props_and_hops = {
  .id = SKY_GAME_PROPS_AND_HOPS,
  .table_prefix = "PH",
  .faults = faults,
  .rounds = &game,
  .size = sizeof (Props),
  .play = sky_sim_rounds_play,
};
