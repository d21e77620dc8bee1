/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Craps or Mini-Craps table from its opening to its close: players, staff, dice, rounds. */
#include "config.h"

#include "sky-sim-craps.h"

#define ROUNDS_A_DEALER 20
#define ROUNDS_A_CHECK  25

static gboolean
chance (SkySimCraps *self, guint percent)
{
  return sky_sim_chance (self->table, percent);
}

void
sky_sim_craps_wait (SkySimCraps *self, gint from, gint to)
{
  sky_sim_log_wait (self->log, sky_sim_pick (self->table, from, to) * 10 * SKY_MILLISECOND);
}

guint64
sky_sim_craps_emit (SkySimCraps *self, const char *type)
{
  sky_sim_log_begin (self->log, type);
  return sky_sim_log_end (self->log);
}

/* Seats. */

gint
sky_sim_craps_count_present (SkySimCraps *self)
{
  gint n = 0;

  for (gint seat = 1; seat <= self->n_seats; seat++)
    n += self->players[seat].present;
  return n;
}

gint
sky_sim_craps_next_seat (SkySimCraps *self, gint seat)
{
  for (gint i = 1; i <= self->n_seats; i++)
    {
      gint next = (seat + i - 1) % self->n_seats + 1;

      if (self->players[next].present)
        return next;
    }
  return 0;
}

gint
sky_sim_craps_any_seat (SkySimCraps *self)
{
  return sky_sim_craps_next_seat (self, sky_sim_pick (self->table, 1, self->n_seats));
}

static void
seat_player (SkySimCraps *self, gint seat, gboolean present)
{
  SkySimCrapsPlayer *player = &self->players[seat];
  GString *json = sky_sim_log_begin (self->log, "player");
  g_autofree char *name = NULL;

  player->present = present;
  if (present)
    {
      player->visit++;
      player->unit = 500 * sky_sim_pick (self->table, 1, 3) * sky_sim_pick (self->table, 1, 5);
      player->eager = sky_sim_pick (self->table, 10, 60);
    }
  name = g_strdup_printf ("P%d-%u", seat, player->visit);
  sky_json_add_int (json, "seat", seat);
  sky_json_add_string (json, "player", name);
  sky_json_add_bool (json, "present", present);
  sky_sim_log_end (self->log);
}

/* Between rounds. */

guint64
sky_sim_craps_offer_dice (SkySimCraps *self, gint seat, gboolean accepted, gint dice)
{
  GString *json = sky_sim_log_begin (self->log, "dice_offer");
  guint64 seq;

  sky_json_add_int (json, "seat", seat);
  sky_json_add_bool (json, "accepted", accepted);
  sky_json_add_int (json, "dice", dice);
  seq = sky_sim_log_end (self->log);
  sky_sim_craps_wait (self, 100, 250);
  return seq;
}

void
sky_sim_craps_take_dice (SkySimCraps *self, gint seat)
{
  sky_json_add_int (sky_sim_log_begin (self->log, "shooter"), "seat", seat);
  sky_sim_log_end (self->log);
  /* The count of points is the table's while Fire Bets are up (reading R2). */
  if (seat != ABS (self->shooter) && !sky_sim_craps_has_fire_bet (self))
    {
      self->made = 0;
      self->n_made = 0;
    }
  self->shooter = seat;
  self->hand_began = FALSE;
  sky_sim_craps_wait (self, 100, 250);
}

/* Offers the dice clockwise from the last shooter's left (623a.7(b), 623a.10(c)). */
static void
find_shooter (SkySimCraps *self)
{
  gint last = -self->shooter;
  gint seat = sky_sim_craps_next_seat (self, last);

  if (sky_sim_table_plant (self->table, sky_sim_craps_faults, SKY_SIM_CRAPS_OFFER, self) > 0
      && self->shooter > 0)
    {
      self->seven_out = FALSE;
      return;
    }
  self->seven_out = FALSE;
  for (gint i = sky_sim_craps_count_present (self); i > 1 && chance (self, 15); i--)
    {
      sky_sim_craps_offer_dice (self, seat, FALSE, 5);
      seat = sky_sim_craps_next_seat (self, seat);
    }
  sky_sim_craps_offer_dice (self, seat, TRUE, 5);
  sky_sim_craps_take_dice (self, seat);
}

static gboolean
has_wagers (SkySimCraps *self, gint seat)
{
  for (guint i = 0; i < self->rules->up->len; i++)
    {
      const SkyWager *wager = self->rules->up->pdata[i];

      if (wager->status == SKY_WAGER_UP && wager->seat == seat)
        return TRUE;
    }
  return FALSE;
}

static void
change_players (SkySimCraps *self)
{
  gint seat = sky_sim_pick (self->table, 1, self->n_seats);

  if (!self->players[seat].present)
    {
      if (chance (self, 12))
        seat_player (self, seat, TRUE);
    }
  else if (chance (self, 15) && seat != ABS (self->shooter) && !has_wagers (self, seat)
           && sky_sim_craps_count_present (self) > 3)
    seat_player (self, seat, FALSE);
}

guint64
sky_sim_craps_put_staff (SkySimCraps *self, const char *role, const char *credential, gboolean on)
{
  GString *json = sky_sim_log_begin (self->log, "staff");

  sky_json_add_string (json, "role", role);
  sky_json_add_string (json, "credential", credential);
  sky_json_add_bool (json, "on", on);
  return sky_sim_log_end (self->log);
}

static void
change_dealers (SkySimCraps *self)
{
  gint64 turn = (self->table->round - self->table->first_round) / ROUNDS_A_DEALER;

  sky_sim_craps_put_staff (self, "dealer", self->table->dealers[3 + (turn + 1) % 2], FALSE);
  sky_sim_craps_put_staff (self, "dealer", self->table->dealers[3 + turn % 2], TRUE);
}

static void
do_between (SkySimCraps *self)
{
  gint64 played = self->table->round - self->table->first_round;
  SkyTime due = self->table->begin + played * self->table->interval;

  if (sky_sim_log_get_time (self->log) < due)
    sky_sim_log_wait (self->log, due - sky_sim_log_get_time (self->log));
  if (played > 0 && played % ROUNDS_A_CHECK == 0)
    sky_sim_log_checkpoint (self->log, TRUE);
  if (played > 0 && played % ROUNDS_A_DEALER == 0)
    change_dealers (self);
  change_players (self);
  sky_sim_table_plant (self->table, sky_sim_craps_faults, SKY_SIM_CRAPS_BETWEEN, self);

  /* A shooter may pass the dice after any decision (623a.10(a)). */
  if (self->shooter > 0 && self->point == 0 && self->hand_began && chance (self, 3))
    self->shooter = -self->shooter;
  if (self->shooter <= 0)
    find_shooter (self);
}

/* Opening and closing. */

guint64
sky_sim_craps_submit (SkySimCraps *self, const char *extra, const char *approval)
{
  GString *json = sky_sim_log_begin (self->log, "rules");
  /* @extra goes before the closing brace; the submission itself never names such members. */
  g_autofree char *submission =
      g_strdup_printf ("%.*s%s%s}", (int) self->submission->len - 1, self->submission->str,
                       extra != NULL ? "," : "", extra != NULL ? extra : "");

  sky_json_add_raw (json, "submission", submission);
  if (approval != NULL)
    sky_json_add_string (json, "approval", approval);
  return sky_sim_log_end (self->log);
}

static void
begin_submission (SkySimCraps *self)
{
  static const char *const a_b[] = { "A", "B" };
  static const char *const a_to_d[] = { "A", "B", "C", "D" };
  static const char *const one_two[] = { "1", "2" };
  static const char *const collect[] = { "on_bet", "on_win" };
  static const gint64 units[] = { 1, 1, 25, 100 };
  GString *json = self->submission;
  gboolean mini = self->table->game == SKY_GAME_MINI_CRAPS;

  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "payout_unit", units[sky_sim_pick (self->table, 0, 3)]);
  for (guint i = 0; i < 2; i++)
    if (chance (self, 60))
      {
        sky_json_begin_object (json, i == 0 ? "buy" : "lay");
        sky_json_add_int (json, "vig_percent", 5);
        sky_json_add_string (json, "collect", collect[sky_sim_pick (self->table, 0, 1)]);
        sky_json_end_object (json);
      }
  if (chance (self, 20))
    sky_json_add_bool (json, "whirl_area", FALSE);
  if (chance (self, 60))
    sky_json_add_string (json, "bonus_craps", one_two[sky_sim_pick (self->table, 0, 1)]);
  if (chance (self, 30))
    sky_json_add_bool (json, "power_odds", TRUE);
  if (self->table->may_be_automated && !mini && chance (self, 25))
    {
      sky_json_add_string (json, "automation", chance (self, 50) ? "hybrid" : "full");
      sky_json_add_string (json, "lucky_shooter", a_to_d[sky_sim_pick (self->table, 0, 3)]);
    }
  if (!mini)
    {
      sky_json_add_string (json, "fire_bet", a_b[sky_sim_pick (self->table, 0, 1)]);
      if (chance (self, 30))
        sky_json_add_bool (json, "hot_shooter_jackpot", TRUE);
      if (chance (self, 50))
        sky_json_add_string (json, "hot_roller", a_b[sky_sim_pick (self->table, 0, 1)]);
    }
  sky_json_end_object (json);
}

guint64
sky_sim_craps_post_limits (SkySimCraps *self, SkyMoney max)
{
  GString *json = sky_sim_log_begin (self->log, "limits");

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
  return sky_sim_log_end (self->log);
}

static void
open_table (SkySimCraps *self)
{
  gboolean mini = self->table->game == SKY_GAME_MINI_CRAPS;
  gint n = sky_sim_pick (self->table, 4, mini ? 6 : 8);

  sky_sim_craps_emit (self, "table_open");
  sky_sim_craps_submit (self, NULL, "RS-2023-118");
  sky_sim_craps_post_limits (self, SKY_SIM_CRAPS_TABLE_MAX);
  if (!mini)
    sky_sim_craps_put_staff (self, "boxperson", self->table->dealers[0], TRUE);
  sky_sim_craps_put_staff (self, "stickperson", self->table->dealers[1], TRUE);
  sky_sim_craps_put_staff (self, "floorperson", self->table->dealers[2], TRUE);
  sky_sim_craps_put_staff (self, "dealer", self->table->dealers[3], TRUE);
  sky_sim_craps_wait (self, 100, 300);
  while (sky_sim_craps_count_present (self) < n)
    {
      gint seat = sky_sim_pick (self->table, 1, self->n_seats);

      if (!self->players[seat].present)
        seat_player (self, seat, TRUE);
      sky_sim_craps_wait (self, 10, 40);
    }
}

static void
play (SkySimTable *table, gboolean (*after_round) (gpointer user_data), gpointer user_data)
{
  SkySimCraps self = {
    .table = table,
    .log = table->log,
    .rules = sky_sim_log_get_table (table->log),
    .n_seats = table->game == SKY_GAME_MINI_CRAPS ? 9 : SKY_SIM_CRAPS_MAX_SEATS,
    .settled = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .left_alone = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .moved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .submission = g_string_new (NULL),
  };

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
    sky_sim_craps_make_up (&self);
  sky_sim_table_plant (table, sky_sim_craps_faults, SKY_SIM_CRAPS_END, &self);
  sky_sim_log_checkpoint (self.log, TRUE);
  if (self.left_open)
    sky_sim_table_note_planted (table, SKY_CHECK_LOG_INCOMPLETE, sky_sim_log_get_seq (self.log),
                                NULL);
  else
    sky_sim_craps_emit (&self, "table_close");

  g_hash_table_unref (self.settled);
  g_hash_table_unref (self.left_alone);
  g_hash_table_unref (self.moved);
  g_string_free (self.submission, TRUE);
}

const SkySimGame sky_sim_craps = {
  .id = SKY_GAME_CRAPS,
  .table_prefix = "CR",
  .training = SKY_TRAINING_CRAPS_AND_DICE,
  .faults = sky_sim_craps_faults,
  .play = play,
};

const SkySimGame sky_sim_mini_craps = {
  .id = SKY_GAME_MINI_CRAPS,
  .table_prefix = "MC",
  .training = SKY_TRAINING_CRAPS_AND_DICE,
  .faults = sky_sim_craps_faults,
  .play = play,
};
