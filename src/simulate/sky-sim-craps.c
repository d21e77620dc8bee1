/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Craps or Mini-Craps table from its opening to its close: players, staff, dice, rounds. */
#include "config.h"

#include "sky-sim-craps.h"
#include "sky-sim-faults.h"

static gboolean
chance (SkySimCraps *self, guint percent)
{
  return sky_sim_chance (self->play.table, percent);
}

/* Between rounds. */

guint64
sky_sim_craps_offer_dice (SkySimCraps *self, gint seat, gboolean accepted, gint dice)
{
  GString *json = sky_sim_log_begin (self->play.log, "dice_offer");
  guint64 seq;

  sky_json_add_int (json, "seat", seat);
  sky_json_add_bool (json, "accepted", accepted);
  sky_json_add_int (json, "dice", dice);
  seq = sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 100, 250);
  return seq;
}

void
sky_sim_craps_take_dice (SkySimCraps *self, gint seat)
{
  sky_json_add_int (sky_sim_log_begin (self->play.log, "shooter"), "seat", seat);
  sky_sim_log_end (self->play.log);
  /* The count of points is the table's while Fire Bets are up (reading R2). */
  if (seat != ABS (self->shooter) && !sky_sim_craps_has_fire_bet (self))
    {
      self->made = 0;
      self->n_made = 0;
    }
  self->shooter = seat;
  self->hand_began = FALSE;
  sky_sim_wait (&self->play, 100, 250);
}

/* Offers the dice clockwise from the last shooter's left (§ 623a.7(b), § 623a.10(c)). */
static void
find_shooter (SkySimCraps *self)
{
  gint last = -self->shooter;
  gint seat = sky_sim_next_seat (&self->play, last);

  if (sky_sim_table_plant (self->play.table, sky_sim_craps_faults, SKY_SIM_CRAPS_OFFER, self) > 0
      && self->shooter > 0)
    {
      self->seven_out = FALSE;
      return;
    }
  self->seven_out = FALSE;
  for (gint i = sky_sim_count_present (&self->play); i > 1 && chance (self, 15); i--)
    {
      sky_sim_craps_offer_dice (self, seat, FALSE, 5);
      seat = sky_sim_next_seat (&self->play, seat);
    }
  sky_sim_craps_offer_dice (self, seat, TRUE, 5);
  sky_sim_craps_take_dice (self, seat);
}

static void
do_between (SkySimCraps *self)
{
  sky_sim_go_between (&self->play, ABS (self->shooter));
  sky_sim_table_plant (self->play.table, sky_sim_craps_faults, SKY_SIM_BETWEEN, self);

  /* A shooter may pass the dice after any decision (§ 623a.10(a)). */
  if (self->shooter > 0 && self->point == 0 && self->hand_began && chance (self, 3))
    self->shooter = -self->shooter;
  if (self->shooter <= 0)
    find_shooter (self);
}

/* Opening and closing. */

static void
begin_submission (SkySimCraps *self)
{
  static const char *const a_b[] = { "A", "B" };
  static const char *const a_to_d[] = { "A", "B", "C", "D" };
  static const char *const one_two[] = { "1", "2" };
  static const char *const collect[] = { "on_bet", "on_win" };
  static const gint64 units[] = { 1, 1, 25, 100 };
  GString *json = self->play.submission;
  gboolean mini = self->play.table->game == SKY_GAME_MINI_CRAPS;

  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "payout_unit", units[sky_sim_pick (self->play.table, 0, 3)]);
  for (guint i = 0; i < 2; i++)
    if (chance (self, 60))
      {
        sky_json_begin_object (json, i == 0 ? "buy" : "lay");
        sky_json_add_int (json, "vig_percent", 5);
        sky_json_add_string (json, "collect", collect[sky_sim_pick (self->play.table, 0, 1)]);
        sky_json_end_object (json);
      }
  if (chance (self, 20))
    sky_json_add_bool (json, "whirl_area", FALSE);
  if (chance (self, 60))
    sky_json_add_string (json, "bonus_craps", one_two[sky_sim_pick (self->play.table, 0, 1)]);
  if (chance (self, 30))
    sky_json_add_bool (json, "power_odds", TRUE);
  if (self->play.table->may_be_automated && !mini && chance (self, 25))
    {
      sky_json_add_string (json, "automation", chance (self, 50) ? "hybrid" : "full");
      sky_json_add_string (json, "lucky_shooter", a_to_d[sky_sim_pick (self->play.table, 0, 3)]);
    }
  if (!mini)
    {
      sky_json_add_string (json, "fire_bet", a_b[sky_sim_pick (self->play.table, 0, 1)]);
      if (chance (self, 30))
        sky_json_add_bool (json, "hot_shooter_jackpot", TRUE);
      if (chance (self, 50))
        sky_json_add_string (json, "hot_roller", a_b[sky_sim_pick (self->play.table, 0, 1)]);
    }
  sky_json_end_object (json);
}

guint64
sky_sim_craps_post_limits (SkySimCraps *self, SkyMoney max)
{
  GString *json = sky_sim_log_begin (self->play.log, "limits");

  sky_json_add_int (json, "min", SKY_SIM_CRAPS_TABLE_MIN);
  sky_json_add_int (json, "max", max);
  sky_json_begin_object (json, "bets");
  for (guint i = SKY_CRAPS_PLACE_WIN; i < SKY_CRAPS_N_BETS; i++)
    {
      if (sky_craps_bets[i].flags & (SKY_BET_NO_TABLE_LIMITS | SKY_BET_OWN_LIMITS))
        continue;
      sky_json_begin_object (json, sky_craps_bets[i].form.bet);
      sky_json_add_int (json, "min", i == SKY_CRAPS_FIELD ? 500 : 100);
      if (i == SKY_CRAPS_FIELD)
        sky_json_add_int (json, "increment", 500);
      sky_json_end_object (json);
    }
  sky_json_end_object (json);
  return sky_sim_log_end (self->play.log);
}

static void
open_table (SkySimCraps *self)
{
  gboolean mini = self->play.table->game == SKY_GAME_MINI_CRAPS;
  gint n = sky_sim_pick (self->play.table, 4, mini ? 6 : 8);

  sky_sim_emit (&self->play, "table_open");
  sky_sim_submit (&self->play, NULL, "RS-2023-118");
  sky_sim_craps_post_limits (self, SKY_SIM_CRAPS_TABLE_MAX);
  if (!mini)
    sky_sim_put_staff (&self->play, "boxperson", self->play.table->dealers[0], TRUE);
  sky_sim_put_staff (&self->play, "stickperson", self->play.table->dealers[1], TRUE);
  sky_sim_put_staff (&self->play, "floorperson", self->play.table->dealers[2], TRUE);
  sky_sim_put_staff (&self->play, "dealer", self->play.table->dealers[3], TRUE);
  sky_sim_wait (&self->play, 100, 300);
  sky_sim_fill_seats (&self->play, n);
}

/* The finding that surveillance was not called is about the first Fire Bet settled after it. */
static void
after_settlement (SkySimPlay *play, const SkyWager *wager, guint64 seq)
{
  SkySimCraps *self = (SkySimCraps *) play;

  if (!self->not_notified || wager->bet != &sky_craps_bets[SKY_CRAPS_FIRE_BET])
    return;
  sky_sim_table_note_planted (play->table, SKY_CHECK_FIRE_BET_NOT_NOTIFIED, seq, wager->id);
  self->not_notified = FALSE;
}

static void
play (const SkySimGame *game,
      SkySimTable *table,
      gboolean (*after_round) (gpointer user_data),
      gpointer user_data)
{
  SkySimCraps self = { .moved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

  sky_sim_play_init (&self.play, table, table->game == SKY_GAME_MINI_CRAPS ? 9 : SKY_SIM_MAX_SEATS);
  self.play.after_settlement = after_settlement;
  begin_submission (&self);
  table->round = table->first_round;
  open_table (&self);
  for (; table->round <= table->last_round; table->round++)
    {
      do_between (&self);
      sky_sim_craps_play_round (&self);
      if (!after_round (user_data))
        break;
    }
  table->round = table->last_round;
  if (self.not_notified)
    sky_sim_plant_unknown_reference (table, &self);
  sky_sim_close_table (&self.play, sky_sim_craps_faults);

  g_hash_table_unref (self.moved);
  sky_sim_play_clear (&self.play);
}

const SkySimGame sky_sim_craps = {
  .id = SKY_GAME_CRAPS,
  .table_prefix = "CR",
  .faults = sky_sim_craps_faults,
  .play = play,
};

const SkySimGame sky_sim_mini_craps = {
  .id = SKY_GAME_MINI_CRAPS,
  .table_prefix = "MC",
  .faults = sky_sim_craps_faults,
  .play = play,
};
