/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Sic Bo table while it is simulated: dice in a shaker, by hand or automated, and the electrical
 * device that lights what wins. */
#include "config.h"

#include "sky-sic-bo.h"
#include "sky-sim-rounds.h"

enum
{
  DEVICE,
  SHAKER,
  DICE,
  N_PIECES,
};

/* How a round may depart from the rules. */
enum
{
  FEW_SHAKES = SKY_SIM_ROUNDS_N_TWISTS,
  WRONG_ENTRY,
  WRONG_LIGHTS,
};

typedef struct
{
  SkySimRounds rounds;
  gint dice[3];
  gboolean failed;    /* the automated shaker did not work in the last round */
  guint manual_left;  /* rounds that a manual shaker stands in for it; 0: none does */
  guint n_manual;     /* manual shakers that stood in */
  const char *to_fix; /* the item that was faulty in the last round; NULL: none */
} SicBo;

static gboolean
is_automated (SkySimRounds *rounds)
{
  const SicBo *self = (const SicBo *) rounds;

  return sky_table_option (rounds->play.rules, SKY_SIC_BO_SHAKER) == 1 && self->manual_left == 0;
}

static gboolean
is_of_539 (SkySimRounds *self)
{
  return g_str_equal (self->play.rules->chapter, "539");
}

static void
submit (SkySimRounds *self, GString *json)
{
  guint left_out = (guint) sky_sim_pick (self->play.table, 0, (gint) sky_sic_bo_game.n_bets * 2);

  if (sky_sim_chance (self->play.table, 50))
    sky_json_add_string (json, "shaker", "automated");
  if (is_of_539 (self) && sky_sim_chance (self->play.table, 40))
    sky_json_add_raw (json, "pay", "{\"three_of_a_kind\":\"180 to 1\",\"total:4\":\"60 to 1\"}");
  if (left_out >= sky_sic_bo_game.n_bets)
    return;
  sky_json_begin_array (json, "wagers");
  /* All but one, which is never that of the increment. */
  for (guint i = 0; i < sky_sic_bo_game.n_bets; i++)
    if (i != left_out || g_str_equal (sky_sic_bo_game.bets[i].form.bet, self->game->stepped.bet))
      sky_json_add_string (json, NULL, sky_sic_bo_game.bets[i].form.bet);
  sky_json_end_array (json);
}

/* Wagers. */

static void
complete (SkySimRounds *self, SkySimWager *wager, const SkyBet *bet)
{
  SkySimTable *table = self->play.table;
  gint a = sky_sim_pick (table, 1, 6);

  wager->bet = bet->form.bet;
  wager->amount = 500 * sky_sim_pick (table, 1, 10);
  if (g_str_equal (wager->bet, "total"))
    a = sky_sim_pick (table, 4, 17);
  if (bet->form.members & SKY_MEMBER_NUMBERS)
    g_snprintf (wager->members, sizeof wager->members, "\"numbers\":[%d,%d]", a,
                (a + sky_sim_pick (table, 0, 4)) % 6 + 1);
  else if (bet->form.members & SKY_MEMBER_NUMBER)
    g_snprintf (wager->members, sizeof wager->members, "\"number\":%d", a);
}

static void
choose (SkySimRounds *self, SkySimWager *wager)
{
  const SkyBet *bet;

  do
    bet = &sky_sic_bo_game
               .bets[sky_sim_pick (self->play.table, 0, (gint) sky_sic_bo_game.n_bets - 1)];
  while (!sky_table_offers (self->play.rules, bet));
  complete (self, wager, bet);
}

static const SkyBet *
find_bet (const char *name)
{
  guint i = 0;

  while (!g_str_equal (sky_sic_bo_game.bets[i].form.bet, name))
    i++;
  return &sky_sic_bo_game.bets[i];
}

static gboolean
choose_forbidden (SkySimRounds *self, SkySimWager *wager)
{
  static const SkySimWager forbidden[] = {
    { .bet = "total", .members = "\"number\":3" },
    { .bet = "total", .members = "\"number\":18" },
    { .bet = "two_dice", .members = "\"numbers\":[3,3]" },
    { .bet = "three_of_a_kind", .members = "\"number\":7" },
  };
  gint seat = wager->seat;
  SkyMoney amount = wager->amount;

  do
    *wager = forbidden[sky_sim_pick (self->play.table, 0, G_N_ELEMENTS (forbidden) - 1)];
  while (!sky_table_offers (self->play.rules, find_bet (wager->bet)));
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

/* Equipment. */

/* § 625a.7(d): the automated shaker is covered and a manual one takes its place. */
static void
begin_manual (SicBo *self)
{
  g_autofree char *id = g_strdup_printf ("shaker-%u", self->rounds.n_brought[SHAKER]);
  g_autofree char *manual = g_strdup_printf ("manual-%u", ++self->n_manual);

  sky_sim_rounds_equipment (&self->rounds, "shaker", id, "fault");
  sky_sim_rounds_equipment (&self->rounds, "shaker", id, "covered");
  sky_sim_rounds_bring (&self->rounds, DICE, TRUE);
  sky_sim_rounds_equipment (&self->rounds, "shaker", manual, "in");
  self->manual_left = (guint) sky_sim_pick (self->rounds.play.table, 3, 40);
}

static void
end_manual (SicBo *self)
{
  g_autofree char *id = g_strdup_printf ("shaker-%u", self->rounds.n_brought[SHAKER]);
  g_autofree char *manual = g_strdup_printf ("manual-%u", self->n_manual);

  sky_sim_rounds_equipment (&self->rounds, "shaker", manual, "out");
  sky_sim_rounds_equipment (&self->rounds, "shaker", id, "fixed");
  sky_sim_rounds_equipment (&self->rounds, "shaker", id, "uncovered");
  sky_sim_rounds_bring (&self->rounds, DICE, TRUE);
}

static void
break_item (SicBo *self, const char *item, const char *action)
{
  guint index = g_str_equal (item, "device") ? DEVICE : SHAKER;
  g_autofree char *id = g_strdup_printf ("%s-%u", item, self->rounds.n_brought[index]);

  sky_sim_rounds_equipment (&self->rounds, item, id, action);
}

static void
go_between (SkySimRounds *rounds)
{
  SicBo *self = (SicBo *) rounds;

  if (self->to_fix != NULL)
    break_item (self, self->to_fix, "fixed");
  self->to_fix = NULL;
  if (self->manual_left > 0 && --self->manual_left == 0)
    end_manual (self);
  else if (self->failed)
    begin_manual (self);
  self->failed = FALSE;
  /* The device fails and is fixed before play goes on (§ 625a.7(b)). */
  if (sky_sim_chance (rounds->play.table, 1))
    {
      break_item (self, "device", "fault");
      break_item (self, "device", "fixed");
    }
}

/* A round. */

static guint64
tell_dice (SicBo *self, const char *type, const gint dice[3], const char *observed)
{
  GString *json = sky_sim_log_begin (self->rounds.play.log, type);
  guint64 seq;

  sky_sim_add_dice (json, "dice", dice, 3);
  if (observed != NULL)
    {
      sky_json_begin_array (json, "observed");
      sky_json_add_string (json, NULL, observed);
      sky_json_end_array (json);
    }
  seq = sky_sim_log_end (self->rounds.play.log);
  sky_sim_wait (&self->rounds.play, 50, 120);
  return seq;
}

static void
shake (SkySimRounds *self)
{
  gboolean automated = is_automated (self);
  GString *json = sky_sim_log_begin (self->play.log, "shake");
  guint64 seq;

  if (self->play.twist == FEW_SHAKES)
    sky_json_add_int (json, "times", sky_sim_pick (self->play.table, 1, 2));
  else
    sky_json_add_int (json, "times", automated ? 1 : sky_sim_pick (self->play.table, 3, 5));
  sky_json_add_string (json, "device", automated ? "automated" : "manual");
  seq = sky_sim_log_end (self->play.log);
  if (self->play.twist == FEW_SHAKES)
    sky_sim_table_note_planted (self->play.table, SKY_CHECK_SIC_BO_SHAKES, seq, NULL);
  if (is_of_539 (self))
    sky_sim_rounds_note_no_call (self, seq);
  sky_sim_wait (&self->play, 150, 300);
}

/* What the layout lights: the fault leaves the first out that wins, or lights one that does not. */
typedef struct
{
  GString *json;
  gboolean leave_out;
  gboolean add;
} Lights;

static void
light (gpointer data, const SkyBet *bet, gint number, gint other, gboolean wins)
{
  Lights *lights = data;

  if (wins ? lights->leave_out : !lights->add)
    {
      if (wins)
        lights->leave_out = FALSE;
      return;
    }
  if (!wins)
    lights->add = FALSE;
  sky_json_begin_object (lights->json, NULL);
  sky_json_add_string (lights->json, "bet", bet->form.bet);
  if (bet->form.members & SKY_MEMBER_NUMBERS)
    sky_sim_add_dice (lights->json, "numbers", (const gint[]){ number, other }, 2);
  else if (bet->form.members & SKY_MEMBER_NUMBER)
    sky_json_add_int (lights->json, "number", number);
  sky_json_end_object (lights->json);
}

static void
illuminate (SkySimRounds *self, const gint dice[3])
{
  gboolean wrong = self->play.twist == WRONG_LIGHTS;
  GString *json = sky_sim_log_begin (self->play.log, "illuminate");
  Lights lights = { .json = json, .leave_out = wrong && sky_sim_chance (self->play.table, 50) };
  guint64 seq;

  lights.add = wrong && !lights.leave_out;
  sky_json_begin_array (json, "bets");
  sky_sic_bo_visit_bets (dice, light, &lights);
  sky_json_end_array (json);
  seq = sky_sim_log_end (self->play.log);
  if (wrong)
    sky_sim_table_note_planted (self->play.table, SKY_CHECK_SIC_BO_ILLUMINATION, seq, NULL);
  sky_sim_wait (&self->play, 30, 60);
}

/* @dice with another number on one of them. */
static void
make_wrong (SkySimRounds *self, const gint dice[3], gint wrong[3])
{
  gint i = sky_sim_pick (self->play.table, 0, 2);

  for (guint j = 0; j < 3; j++)
    wrong[j] = dice[j];
  wrong[i] = dice[i] % 6 + 1;
}

static void
announce (SkySimRounds *rounds)
{
  SicBo *self = (SicBo *) rounds;
  gint called[3], entered[3];
  guint64 seq;

  make_wrong (rounds, self->dice, called);
  make_wrong (rounds, self->dice, entered);
  if (rounds->play.twist == SKY_SIM_WRONG_CALL)
    sky_sim_table_note_planted (rounds->play.table, SKY_CHECK_ROUND_CALL,
                                tell_dice (self, "call", called, NULL), NULL);
  else
    tell_dice (self, "call", self->dice, NULL);
  if (rounds->play.twist == WRONG_ENTRY)
    {
      seq = tell_dice (self, "entry", entered, NULL);
      sky_sim_table_note_planted (rounds->play.table, SKY_CHECK_SIC_BO_ENTRY, seq, NULL);
      illuminate (rounds, entered);
      return;
    }
  tell_dice (self, "entry", self->dice, NULL);
  if (self->to_fix == NULL)
    illuminate (rounds, self->dice);
}

static gboolean
show (SkySimRounds *rounds)
{
  SicBo *self = (SicBo *) rounds;
  SkySimPlay *play = &rounds->play;
  gboolean early = is_of_539 (rounds) || sky_sim_chance (play->table, 50);
  guint64 seq;

  if (early)
    sky_sim_rounds_close_bets (rounds);
  shake (rounds);
  if (!early)
    sky_sim_rounds_close_bets (rounds);
  if (is_automated (rounds) && !is_of_539 (rounds) && sky_sim_rounds_may_fail (rounds, 1))
    {
      /* § 625a.7(c) */
      sky_sim_rounds_void (rounds, "shaker_failed");
      self->failed = TRUE;
      return TRUE;
    }
  seq = sky_sim_emit (play, "reveal");
  if (!is_of_539 (rounds))
    sky_sim_rounds_note_no_call (rounds, seq);
  sky_sim_wait (play, 30, 80);

  for (guint i = 0; i < 3; i++)
    self->dice[i] = sky_sim_throw_die (play->table);
  if (play->twist == SKY_SIM_IMPOSSIBLE)
    {
      self->dice[1] = 7;
      sky_sim_table_note_planted (play->table, SKY_CHECK_LOG_IMPOSSIBLE,
                                  tell_dice (self, "result", self->dice, NULL), NULL);
      return FALSE;
    }
  if (play->twist == SKY_SIM_COUNT_INVALID)
    sky_sim_table_note_planted (play->table, SKY_CHECK_SIC_BO_NOT_FLAT,
                                tell_dice (self, "result", self->dice, "not_flat"), NULL);
  else if (sky_sim_rounds_may_fail (rounds, 2))
    {
      tell_dice (self, "result", self->dice, "not_flat");
      sky_sim_rounds_void (rounds, "not_flat");
      return TRUE;
    }
  else
    tell_dice (self, "result", self->dice, NULL);
  announce (rounds);
  return TRUE;
}

static void
finish (SkySimRounds *self)
{
  sky_sim_emit (&self->play, "clear");
}

/* Faults. */

static gboolean
plant_few_shakes (SkySimTable *table, gpointer play)
{
  return !is_automated (play) && sky_sim_twist (play, FEW_SHAKES);
}

static gboolean
plant_entry (SkySimTable *table, gpointer play)
{
  return sky_sim_twist (play, WRONG_ENTRY);
}

static gboolean
plant_lights (SkySimTable *table, gpointer play)
{
  return ((SicBo *) play)->to_fix == NULL && sky_sim_twist (play, WRONG_LIGHTS);
}

/* The shaker, or the device where there is no automated one. */
static gboolean
plant_faulty (SkySimTable *table, gpointer play)
{
  SicBo *self = play;

  if (self->rounds.pending != SKY_SIM_PENDING_NONE || self->manual_left > 0)
    return FALSE;
  self->to_fix = is_automated (play) && sky_sim_chance (table, 50) ? "shaker" : "device";
  break_item (self, self->to_fix, "fault");
  self->rounds.pending = SKY_SIM_PENDING_FAULTY;
  return TRUE;
}

static gboolean
plant_shaker_not_inspected (SkySimTable *table, gpointer play)
{
  SkySimRounds *self = play;

  if (!is_automated (self) || self->pending != SKY_SIM_PENDING_NONE)
    return FALSE;
  sky_sim_rounds_bring (self, SHAKER, FALSE);
  self->pending = SKY_SIM_PENDING_NOT_INSPECTED;
  return TRUE;
}

static const SkySimFault faults[] = {
  SKY_SIM_ROUNDS_FAULTS,
  { SKY_CHECK_SIC_BO_ENTRY, SKY_SIM_ROUND, plant_entry },
  { SKY_CHECK_SIC_BO_ILLUMINATION, SKY_SIM_ROUND, plant_lights },
  { SKY_CHECK_SIC_BO_SHAKES, SKY_SIM_ROUND, plant_few_shakes },
  { SKY_CHECK_SIC_BO_NOT_FLAT, SKY_SIM_ROUND, sky_sim_plant_invalid },
  { SKY_CHECK_WAGER_NOT_OFFERED, SKY_SIM_WAGERS, sky_sim_plant_not_offered },
  { SKY_CHECK_WAGER_VERBAL, SKY_SIM_WAGERS, sky_sim_plant_verbal, .always = TRUE },
  { SKY_CHECK_EQUIPMENT_NOT_INSPECTED, SKY_SIM_BETWEEN, sky_sim_plant_not_inspected },
  { SKY_CHECK_EQUIPMENT_NOT_INSPECTED, SKY_SIM_BETWEEN, plant_shaker_not_inspected },
  { SKY_CHECK_EQUIPMENT_FAULTY, SKY_SIM_BETWEEN, plant_faulty },
  { SKY_CHECK_EQUIPMENT_OVERDUE, SKY_SIM_OPEN, sky_sim_plant_stale, .once = TRUE,
    .not_filmed = TRUE },
  { 0 },
};

static const SkySimRoundsGame game = {
  .faults = faults,
  .n_seats = 8,
  .pieces = { [DEVICE] = { "device", .inspected = TRUE },
              [SHAKER] = { "shaker", .inspected = TRUE },
              [DICE] = { "dice", .ages = TRUE } },
  .n_pieces = N_PIECES,
  .bet_limits = "{\"small\":{\"min\":100,\"increment\":50},\"big\":{\"max\":400000}}",
  .wrong_pay = "\"pay\":{\"small\":\"1 to 2\"}",
  .stepped = { .bet = "small", .amount = 625 },
  .submit = submit,
  .go_between = go_between,
  .choose = choose,
  .choose_forbidden = choose_forbidden,
  .choose_not_offered = choose_not_offered,
  .show = show,
  .finish = finish,
};

const SkySimGame sky_sim_sic_bo = {
  .id = SKY_GAME_SIC_BO,
  .table_prefix = "SB",
  .faults = faults,
  .rounds = &game,
  .size = sizeof (SicBo),
  .play = sky_sim_rounds_play,
};
