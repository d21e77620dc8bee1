/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A round of a simulated craps table: wagers, throw, call, settlement and what the dealers do. */
#include "config.h"

#include "sky-sim-craps.h"

static gboolean
chance (SkySimCraps *self, guint percent)
{
  return sky_sim_chance (self->play.table, percent);
}

/* The throw. */

static const char *
get_caller (SkySimCraps *self)
{
  return self->play.table->game == SKY_GAME_MINI_CRAPS ? "dealer" : "stickperson";
}

static void
show_result (SkySimCraps *self, const char *observed)
{
  GString *json = sky_sim_log_begin (self->play.log, "result");

  sky_sim_add_dice (json, "dice", self->dice, 2);
  sky_json_begin_array (json, "observed");
  if (observed != NULL)
    sky_json_add_string (json, NULL, observed);
  sky_json_end_array (json);
  self->result_seq = sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 40, 90);
}

static void
call_total (SkySimCraps *self, gint total)
{
  GString *json = sky_sim_log_begin (self->play.log, "call");
  guint64 seq;

  sky_json_add_int (json, "total", total);
  sky_json_add_string (json, "role", get_caller (self));
  seq = sky_sim_log_end (self->play.log);
  if (total != self->total)
    sky_sim_table_note_planted (self->play.table, SKY_CHECK_ROUND_CALL, seq, NULL);
  sky_sim_wait (&self->play, 60, 150);
}

static guint64
call_no_roll (SkySimCraps *self, const char *reason, const char *role)
{
  GString *json = sky_sim_log_begin (self->play.log, "void");
  guint64 seq;

  sky_json_add_string (json, "reason", reason);
  sky_json_add_string (json, "role", role);
  seq = sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 100, 250);
  return seq;
}

/* A throw of whoever has the dice: whether it is a seven may be decided. */
static void
roll (SkySimCraps *self)
{
  SkySimPeople *people = self->play.table->people;
  gint seat = ABS (self->shooter);
  gboolean seven;
  gboolean decided = people != NULL && seat > 0
                     && sky_sim_people_decide_seven (people, self->play.players[seat].name, &seven);

  do
    {
      self->dice[0] = sky_sim_throw_die (self->play.table);
      self->dice[1] = sky_sim_throw_die (self->play.table);
      self->total = self->dice[0] + self->dice[1];
    }
  while (decided && (self->total == 7) != seven);
}

/* Of whoever has the habit. */
static void
place_late (SkySimCraps *self)
{
  const SkySimCrapsWager wager = { .seat = sky_sim_pick_late (&self->play),
                                   .bet = SKY_CRAPS_FIELD,
                                   .amount = 500 };
  const SkyWager *placed;

  if (wager.seat == 0)
    return;
  placed = sky_sim_craps_place (self, &wager);
  sky_sim_leave_alone (&self->play, placed);
  sky_sim_table_note_planted (self->play.table, SKY_CHECK_WAGER_LATE, placed->seq, placed->id);
}

/* Throws the dice and lets the throw be called. Returns TRUE when it counts. */
static gboolean
throw_dice (SkySimCraps *self)
{
  static const char *const causes[] = { "off_table",       "stacked", "not_simultaneous",
                                        "missed_end_wall", "in_cup",  "on_rail" };
  const char *observed = NULL;

  roll (self);
  switch (self->play.twist)
    {
    case SKY_SIM_IMPOSSIBLE:
      self->dice[0] = 7;
      show_result (self, NULL);
      sky_sim_table_note_planted (self->play.table, SKY_CHECK_LOG_IMPOSSIBLE, self->result_seq,
                                  NULL);
      return FALSE;
    case SKY_SIM_COUNT_INVALID:
      show_result (self, "off_table");
      sky_sim_table_note_planted (self->play.table, SKY_CHECK_CRAPS_INVALID_ROLL, self->result_seq,
                                  NULL);
      call_total (self, self->total);
      return FALSE;
    case SKY_SIM_CRAPS_NO_AUTHORITY:
      show_result (self, "not_simultaneous");
      sky_sim_table_note_planted (self->play.table, SKY_CHECK_CRAPS_NO_ROLL_AUTHORITY,
                                  call_no_roll (self, "not_simultaneous", "security"), NULL);
      return FALSE;
    case SKY_SIM_CRAPS_NO_CAUSE:
      show_result (self, "touched_chips");
      sky_sim_table_note_planted (self->play.table, SKY_CHECK_CRAPS_NO_ROLL_CAUSE,
                                  call_no_roll (self, "touched_chips", get_caller (self)), NULL);
      return FALSE;
    case SKY_SIM_STRAIGHT:
    case SKY_SIM_WRONG_CALL:
    case SKY_SIM_NO_RESULT:
      break;
    }
  if (self->play.twist == SKY_SIM_STRAIGHT && chance (self, 1))
    {
      const char *cause = causes[sky_sim_pick (self->play.table, 0, G_N_ELEMENTS (causes) - 1)];

      show_result (self, cause);
      call_no_roll (self, cause, get_caller (self));
      return FALSE;
    }
  if (chance (self, 3))
    observed = chance (self, 50) ? "touched_chips" : "cocked";
  show_result (self, observed);
  if (self->play.twist == SKY_SIM_WRONG_CALL)
    call_total (self, self->total == 12 ? 2 : self->total + 1);
  else
    call_total (self, self->total);
  return TRUE;
}

/* Settlement. */

/* Losing wagers are taken first, as is the custom. */
static void
settle_round (SkySimCraps *self)
{
  sky_sim_table_plant (self->play.table, sky_sim_craps_faults, SKY_SIM_SETTLE, self);
  sky_sim_settle_due (&self->play, TRUE);
  sky_sim_settle_due (&self->play, FALSE);
  sky_sim_table_plant (self->play.table, sky_sim_craps_faults, SKY_SIM_SETTLED, self);
}

/* What the dealers do after a throw that counts. */

static void
move_come_bets (SkySimCraps *self)
{
  for (guint i = 0; i < self->play.rules->up->len; i++)
    {
      const SkyWager *wager = self->play.rules->up->pdata[i];
      gint number = self->total;
      guint64 seq;
      GString *json;

      if (wager->status != SKY_WAGER_UP || wager->due.outcome != SKY_OUTCOME_NONE
          || (wager->bet != &sky_craps_bets[SKY_CRAPS_COME]
              && wager->bet != &sky_craps_bets[SKY_CRAPS_DONT_COME])
          || g_hash_table_contains (self->moved, wager->id))
        continue;
      sky_sim_table_plant (self->play.table, sky_sim_craps_faults, SKY_SIM_CRAPS_MOVE, self);
      if (self->misplace)
        number = number == 4 ? 10 : 4;
      json = sky_sim_log_begin (self->play.log, "move");
      sky_json_add_string (json, "wager", wager->id);
      sky_json_add_int (json, "number", number);
      seq = sky_sim_log_end (self->play.log);
      if (self->misplace)
        sky_sim_table_note_planted (self->play.table, SKY_CHECK_CRAPS_MISPLACED, seq, wager->id);
      self->misplace = FALSE;
      g_hash_table_insert (self->moved, g_strdup (wager->id), GINT_TO_POINTER (self->total));
      sky_sim_wait (&self->play, 30, 80);
    }
}

static void
put_puck (SkySimCraps *self, gint number)
{
  GString *json = sky_sim_log_begin (self->play.log, "puck");

  sky_json_add_bool (json, "on", number != 0);
  if (number != 0)
    sky_json_add_int (json, "number", number);
  sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 30, 80);
}

gboolean
sky_sim_craps_has_fire_bet (SkySimCraps *self)
{
  for (gint seat = 1; seat <= self->play.n_seats; seat++)
    if (sky_sim_craps_find_own (self, seat, SKY_CRAPS_FIRE_BET, 0) != NULL)
      return TRUE;
  return FALSE;
}

static void
put_fire_marker (SkySimCraps *self, gint count)
{
  GString *json;
  guint64 seq;

  sky_sim_table_plant (self->play.table, sky_sim_craps_faults, SKY_SIM_CRAPS_MARKER, self);
  if (self->wrong_marker)
    count++;
  json = sky_sim_log_begin (self->play.log, "fire_marker");
  sky_json_add_int (json, "number", self->total);
  sky_json_add_int (json, "count", count);
  seq = sky_sim_log_end (self->play.log);
  if (self->wrong_marker)
    sky_sim_table_note_planted (self->play.table, SKY_CHECK_FIRE_BET_MARKER, seq, NULL);
  self->wrong_marker = FALSE;
  sky_sim_wait (&self->play, 50, 120);
}

/* The pit calls surveillance about the Fire Bets (§ 623a.11(a)(6)), which confirms. */
static void
call_surveillance (SkySimCraps *self)
{
  GString *json = sky_sim_log_begin (self->play.log, "notify");

  sky_json_add_string (json, "to", "surveillance");
  sky_json_add_string (json, "subject", "fire_bet");
  sky_json_add_string (json, "credential", self->play.table->dealers[2]);
  sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 300, 600);
  json = sky_sim_log_begin (self->play.log, "confirm");
  sky_json_add_string (json, "subject", "fire_bet");
  sky_json_add_string (json, "credential", "SV-0012");
  sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 30, 80);
}

static void
make_point (SkySimCraps *self)
{
  gboolean is_new = !SKY_CRAPS_HAS (self->made, self->total);

  self->made |= SKY_CRAPS_TOTAL (self->total);
  self->n_made += is_new;
  put_puck (self, 0);
  if (!is_new || !sky_sim_craps_has_fire_bet (self))
    return;
  put_fire_marker (self, self->n_made);
  if (self->n_made == 4)
    {
      sky_sim_table_note_expected (self->play.table, SKY_CHECK_FIRE_BET_CONFIRM, self->result_seq,
                                   NULL);
      sky_sim_table_plant (self->play.table, sky_sim_craps_faults, SKY_SIM_CRAPS_FOURTH, self);
      if (!self->not_notified)
        call_surveillance (self);
    }
}

static void
put_button (SkySimCraps *self, gint number, gint low, gint high)
{
  GString *json = sky_sim_log_begin (self->play.log, "marker_button");
  guint64 seq;

  if (number != 0)
    sky_json_add_int (json, "number", number);
  else
    {
      sky_json_begin_array (json, "dice");
      sky_json_add_int (json, NULL, low);
      sky_json_add_int (json, NULL, high);
      sky_json_end_array (json);
    }
  seq = sky_sim_log_end (self->play.log);
  if (number == 0 && low + high != self->total)
    sky_sim_table_note_planted (self->play.table, SKY_CHECK_CRAPS_MARKER_BUTTON, seq, NULL);
  sky_sim_wait (&self->play, 30, 80);
}

static void
put_buttons (SkySimCraps *self)
{
  gint low = MIN (self->dice[0], self->dice[1]);
  gint high = MAX (self->dice[0], self->dice[1]);
  gint box = sky_craps_hot_box (low, high);
  guint of_number;

  if (box < 0 || sky_table_paytable (self->play.rules, SKY_CRAPS_OPTION_HOT_ROLLER) == 0
      || (self->hot & (1u << box)) != 0)
    return;
  self->hot |= 1u << box;
  sky_sim_table_plant (self->play.table, sky_sim_craps_faults, SKY_SIM_CRAPS_BUTTON, self);
  if (self->wrong_button)
    put_button (self, 0, self->total == 4 ? 4 : 1, self->total == 4 ? 5 : 3);
  else
    put_button (self, 0, low, high);
  self->wrong_button = FALSE;
  of_number = sky_craps_hot_boxes (self->total);
  if ((self->hot & of_number) == of_number)
    put_button (self, self->total, 0, 0);
}

/* What a throw that counts changes on the table, the wagers settled. */
static void
finish_throw (SkySimCraps *self)
{
  gint total = self->total;

  self->tracked = total == 7 ? 0 : self->tracked | SKY_CRAPS_TOTAL (total);
  if (total == 7)
    self->hot = 0;
  if (SKY_CRAPS_IS_BOX (total))
    move_come_bets (self);
  if (self->point == 0 && SKY_CRAPS_IS_BOX (total))
    {
      self->point = total;
      put_puck (self, total);
    }
  else if (self->point != 0 && total == self->point)
    {
      make_point (self);
      self->point = 0;
    }
  else if (self->point != 0 && total == 7)
    {
      put_puck (self, 0);
      self->point = 0;
      self->made = 0;
      self->n_made = 0;
      self->seven_out = TRUE;
      self->shooter = -self->shooter;
    }
  put_buttons (self);
}

void
sky_sim_craps_play_round (SkySimCraps *self)
{
  SkySimTable *table = self->play.table;

  sky_sim_begin_round (&self->play);
  sky_sim_table_plant (table, sky_sim_craps_faults, SKY_SIM_ROUND, self);
  sky_sim_craps_bet (self);
  sky_sim_table_plant (table, sky_sim_craps_faults, SKY_SIM_WAGERS, self);
  if (self->play.twist != SKY_SIM_NO_RESULT)
    {
      if (sky_sim_table_plant (table, sky_sim_craps_faults, SKY_SIM_CRAPS_SHOWN, self) == 0
          && sky_table_option (self->play.rules, SKY_CRAPS_OPTION_POWER_ODDS) && chance (self, 30))
        sky_sim_craps_show_power_odds (self);
      sky_sim_wait (&self->play, 100, 300);
      self->play.settles_from = sky_sim_emit (&self->play, "throw");
      if (self->skip_line)
        sky_sim_table_note_planted (table, SKY_CHECK_CRAPS_NO_LINE_BET, self->play.settles_from,
                                    NULL);
      if (self->keep_dice)
        sky_sim_table_note_planted (table, SKY_CHECK_CRAPS_KEPT_DICE, self->play.settles_from,
                                    NULL);
      self->skip_line = FALSE;
      self->keep_dice = FALSE;
      sky_sim_wait (&self->play, 20, 40);
      sky_sim_table_plant (table, sky_sim_craps_faults, SKY_SIM_LATE, self);
      place_late (self);
      sky_sim_wait (&self->play, 60, 120);
      if (throw_dice (self))
        {
          self->hand_began = TRUE;
          settle_round (self);
          finish_throw (self);
        }
    }
  sky_sim_end_round (&self->play);
}
