/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-rounds.h"

#include "sky-game.h"

#include <string.h>

#define ROUNDS_A_SET    600 /* after so many, what ages is replaced */
#define NOTICE_SPAN     (30 * SKY_MINUTE)
#define WAGERS_A_PLAYER 3

static gboolean
chance (SkySimRounds *self, guint percent)
{
  return sky_sim_chance (self->play.table, percent);
}

/* Equipment. */

guint64
sky_sim_rounds_equipment (SkySimRounds *self, const char *item, const char *id, const char *action)
{
  GString *json = sky_sim_log_begin (self->play.log, "equipment");

  sky_json_add_string (json, "item", item);
  sky_json_add_string (json, "id", id);
  sky_json_add_string (json, "action", action);
  return sky_sim_log_end (self->play.log);
}

static void
inspect_as (SkySimRounds *self, const char *item, const char *role, const char *credential)
{
  GString *json = sky_sim_log_begin (self->play.log, "inspection");

  sky_json_add_string (json, "item", item);
  sky_json_add_string (json, "role", role);
  sky_json_add_string (json, "credential", credential);
  sky_json_begin_array (json, "checks");
  sky_json_add_string (json, NULL, "condition");
  sky_json_end_array (json);
  sky_json_add_bool (json, "passed", TRUE);
  sky_sim_log_end (self->play.log);
}

void
sky_sim_rounds_inspect (SkySimRounds *self, const char *item)
{
  inspect_as (self, item, "floorperson", self->play.table->dealers[2]);
}

void
sky_sim_rounds_bring (SkySimRounds *self, guint index, gboolean inspect)
{
  const SkySimPiece *piece = &self->game->pieces[index];
  g_autofree char *old = g_strdup_printf ("%s-%u", piece->item, self->n_brought[index]);
  g_autofree char *new = g_strdup_printf ("%s-%u", piece->item, self->n_brought[index] + 1);

  if (self->n_brought[index]++ > 0)
    sky_sim_rounds_equipment (self, piece->item, old, "out");
  sky_sim_rounds_equipment (self, piece->item, new, "in");
  if (piece->by_dealer && inspect)
    inspect_as (self, piece->item, "dealer", self->play.table->dealers[3]);
  if (piece->inspected && inspect)
    sky_sim_rounds_inspect (self, piece->item);
}

static void
renew_what_ages (SkySimRounds *self)
{
  for (guint i = 0; i < self->game->n_pieces; i++)
    if (self->game->pieces[i].ages)
      sky_sim_rounds_bring (self, i, TRUE);
}

/* What ages came in before the dice locked in a shaker would be too old, too. */
static void
open_with_stale (SkySimRounds *self)
{
  SkyTime ago = 32 * 24 * SKY_HOUR;

  sky_sim_log_wait (self->play.log, -ago);
  renew_what_ages (self);
  sky_sim_log_wait (self->play.log, ago);
}

/* Rules and limits. */

static guint64
post_limits (SkySimRounds *self, SkyMoney max)
{
  GString *json = sky_sim_log_begin (self->play.log, "limits");

  sky_json_add_int (json, "min", SKY_SIM_ROUNDS_TABLE_MIN);
  sky_json_add_int (json, "max", max);
  sky_json_add_raw (json, "bets", self->game->bet_limits);
  return sky_sim_log_end (self->play.log);
}

/* Now and then another maximum, 30 minutes after its notice (§ 521.8(c)(2)). */
static void
change_limits (SkySimRounds *self)
{
  SkyTime now = sky_sim_log_get_time (self->play.log);
  GString *json;

  if (self->announced_max != 0)
    {
      if (now <= self->announced_at + NOTICE_SPAN)
        return;
      post_limits (self, self->announced_max);
      self->announced_max = 0;
      return;
    }
  if (!chance (self, 1))
    return;
  self->announced_max = SKY_SIM_ROUNDS_TABLE_MAX + 10000 * sky_sim_pick (self->play.table, 0, 20);
  self->announced_at = now;
  json = sky_sim_log_begin (self->play.log, "limits_notice");
  sky_json_add_int (json, "min", SKY_SIM_ROUNDS_TABLE_MIN);
  sky_json_add_int (json, "max", self->announced_max);
  sky_json_add_time (json, "effective_at", now + NOTICE_SPAN);
  sky_json_add_bool (json, "sign", TRUE);
  sky_json_add_bool (json, "announced", TRUE);
  sky_sim_log_end (self->play.log);
}

static void
begin_submission (SkySimRounds *self)
{
  static const gint64 units[] = { 1, 1, 25, 100 };
  GString *json = self->play.submission;

  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "payout_unit", units[sky_sim_pick (self->play.table, 0, 3)]);
  self->game->submit (self, json);
  sky_json_end_object (json);
}

/* Wagers. */

SkyWager *
sky_sim_rounds_place (SkySimRounds *self, const SkySimWager *wager)
{
  GString *json = sky_sim_wager_begin (&self->play, wager->seat, wager->bet, wager->amount);
  SkyWager *placed;

  if (wager->members[0] != '\0')
    g_string_append_printf (json, ",%s", wager->members);
  if (wager->via != NULL)
    sky_json_add_string (json, "via", wager->via);
  placed = sky_sim_wager_end (&self->play);
  if (self->game->placed != NULL)
    self->game->placed (self, placed);
  return placed;
}

/* Every seat wagers in turn from a random one; somebody always does. */
static void
bet (SkySimRounds *self)
{
  gint first = sky_sim_any_seat (&self->play);
  gint seat = first;

  if (self->game->bet != NULL)
    {
      self->game->bet (self);
      return;
    }
  do
    {
      gboolean must = seat == first;

      for (guint i = 0; i < WAGERS_A_PLAYER; i++)
        if ((must && i == 0) || chance (self, self->play.players[seat].eager))
          {
            SkySimWager wager = { .seat = seat };

            self->game->choose (self, &wager);
            sky_sim_rounds_place (self, &wager);
          }
      seat = sky_sim_next_seat (&self->play, seat);
    }
  while (seat != first);
  if (self->game->change != NULL)
    self->game->change (self);
}

const SkyBet *
sky_sim_rounds_find_not_offered (const SkySimRounds *self)
{
  const SkyGame *game = self->play.rules->game;

  for (guint i = 0; i < game->n_bets; i++)
    if (!sky_table_offers (self->play.rules, &game->bets[i]))
      return &game->bets[i];
  return NULL;
}

/* Of whoever has the habit. */
static void
place_late (SkySimRounds *self)
{
  SkySimWager wager = { .seat = sky_sim_pick_late (&self->play) };
  const SkyWager *placed;

  if (wager.seat == 0)
    return;
  self->game->choose (self, &wager);
  placed = sky_sim_rounds_place (self, &wager);
  sky_sim_leave_alone (&self->play, placed);
  sky_sim_table_note_planted (self->play.table, SKY_CHECK_WAGER_LATE, placed->seq, placed->id);
}

void
sky_sim_rounds_close_bets (SkySimRounds *self)
{
  sky_sim_wait (&self->play, 50, 150);
  if (self->play.twist == SKY_SIM_NO_CALL)
    return;
  sky_sim_emit (&self->play, "no_more_bets");
  sky_sim_wait (&self->play, 20, 60);
  sky_sim_table_plant (self->play.table, self->game->faults, SKY_SIM_LATE, self);
  place_late (self);
}

void
sky_sim_rounds_note_no_call (SkySimRounds *self, guint64 seq)
{
  if (self->play.twist == SKY_SIM_NO_CALL)
    sky_sim_table_note_planted (self->play.table, SKY_CHECK_ROUND_NO_MORE_BETS, seq, NULL);
}

void
sky_sim_rounds_void (SkySimRounds *self, const char *reason)
{
  GString *json = sky_sim_log_begin (self->play.log, "void");

  sky_json_add_string (json, "reason", reason);
  sky_json_add_string (json, "role", "dealer");
  sky_sim_log_end (self->play.log);
  sky_sim_wait (&self->play, 100, 250);
}

gboolean
sky_sim_rounds_may_fail (SkySimRounds *self, guint percent)
{
  return self->play.twist == SKY_SIM_STRAIGHT && chance (self, percent);
}

/* The losing wagers are collected, then the winners are paid. */
static void
settle_round (SkySimRounds *self)
{
  SkySimTable *table = self->play.table;

  self->play.settles_from = sky_sim_log_get_seq (self->play.log);
  sky_sim_table_plant (table, self->game->faults, SKY_SIM_SETTLE, self);
  sky_sim_settle_due (&self->play, TRUE);
  sky_sim_table_plant (table, self->game->faults, SKY_SIM_PAY, self);
  sky_sim_settle_due (&self->play, FALSE);
  sky_sim_table_plant (table, self->game->faults, SKY_SIM_SETTLED, self);
}

/* What is found as the round begins. */
static void
note_pending (SkySimRounds *self)
{
  static const SkyCheck checks[] = {
    [SKY_SIM_PENDING_NOT_INSPECTED] = SKY_CHECK_EQUIPMENT_NOT_INSPECTED,
    [SKY_SIM_PENDING_ADJUSTED] = SKY_CHECK_EQUIPMENT_ADJUSTED,
    [SKY_SIM_PENDING_FAULTY] = SKY_CHECK_EQUIPMENT_FAULTY,
  };
  SkySimTable *table = self->play.table;
  gboolean first = table->round == table->first_round;
  guint64 seq = sky_sim_log_get_seq (self->play.log);

  if (first && self->late_rules)
    sky_sim_table_note_planted (table, SKY_CHECK_RULES_MISSING, seq, NULL);
  if (first && self->stale)
    sky_sim_table_note_planted (table, SKY_CHECK_EQUIPMENT_OVERDUE, seq, NULL);
  if (self->pending != SKY_SIM_PENDING_NONE)
    sky_sim_table_note_planted (table, checks[self->pending], seq, NULL);
  self->pending = SKY_SIM_PENDING_NONE;
}

static void
play_round (SkySimRounds *self)
{
  SkySimTable *table = self->play.table;

  sky_sim_begin_round (&self->play);
  note_pending (self);
  sky_sim_table_plant (table, self->game->faults, SKY_SIM_ROUND, self);
  bet (self);
  sky_sim_table_plant (table, self->game->faults, SKY_SIM_WAGERS, self);
  if (self->play.twist != SKY_SIM_NO_RESULT && self->game->show (self))
    {
      settle_round (self);
      if (self->game->finish != NULL)
        self->game->finish (self);
    }
  sky_sim_end_round (&self->play);
}

static void
go_between (SkySimRounds *self)
{
  SkySimTable *table = self->play.table;
  gint64 played = table->round - table->first_round;

  sky_sim_go_between (&self->play, 0);
  if (played == 1 && self->late_rules)
    sky_sim_submit (&self->play, NULL, "RS-2023-118");
  if (played > 0 && played % ROUNDS_A_SET == 0)
    renew_what_ages (self);
  change_limits (self);
  if (self->game->go_between != NULL)
    self->game->go_between (self);
  sky_sim_table_plant (table, self->game->faults, SKY_SIM_BETWEEN, self);
}

static void
open_table (SkySimRounds *self)
{
  const SkySimRoundsGame *game = self->game;

  sky_sim_table_plant (self->play.table, game->faults, SKY_SIM_OPEN, self);
  if (self->stale)
    open_with_stale (self);
  sky_sim_emit (&self->play, "table_open");
  if (!self->late_rules)
    sky_sim_submit (&self->play, NULL, "RS-2023-118");
  post_limits (self, SKY_SIM_ROUNDS_TABLE_MAX);
  sky_sim_put_staff (&self->play, "floorperson", self->play.table->dealers[2], TRUE);
  sky_sim_put_staff (&self->play, "dealer", self->play.table->dealers[3], TRUE);
  for (guint i = 0; i < game->n_pieces; i++)
    if (!self->stale || !game->pieces[i].ages)
      sky_sim_rounds_bring (self, i, TRUE);
  sky_sim_wait (&self->play, 100, 300);
  sky_sim_fill_seats (&self->play, sky_sim_pick (self->play.table, 3, game->n_seats));
}

void
sky_sim_rounds_play (const SkySimGame *game,
                     SkySimTable *table,
                     gboolean (*after_round) (gpointer user_data),
                     gpointer user_data)
{
  g_autofree SkySimRounds *self = g_malloc0 (game->size);

  self->game = game->rounds;
  sky_sim_play_init (&self->play, table, self->game->n_seats);
  self->play.colours = self->game->colours;
  begin_submission (self);
  table->round = table->first_round;
  open_table (self);
  for (; table->round <= table->last_round; table->round++)
    {
      go_between (self);
      play_round (self);
      if (!after_round (user_data))
        break;
    }
  table->round = table->last_round;
  sky_sim_close_table (&self->play, game->faults);
  sky_sim_play_clear (&self->play);
}

/* Faults. */

gboolean
sky_sim_plant_rules_missing (SkySimTable *table, gpointer play)
{
  ((SkySimRounds *) play)->late_rules = TRUE;
  return TRUE;
}

gboolean
sky_sim_plant_stale (SkySimTable *table, gpointer play)
{
  ((SkySimRounds *) play)->stale = TRUE;
  return TRUE;
}

gboolean
sky_sim_plant_not_inspected (SkySimTable *table, gpointer play)
{
  SkySimRounds *self = play;
  guint index = (guint) sky_sim_pick (table, 0, (gint) self->game->n_pieces - 1);

  /* The first round is to begin with what is too old. */
  if (self->stale && table->round == table->first_round)
    return FALSE;
  /* A shaker is inspected only where it is automated: the game has a fault of its own for it. */
  if (self->pending != SKY_SIM_PENDING_NONE || !self->game->pieces[index].inspected
      || g_str_equal (self->game->pieces[index].item, "shaker"))
    return FALSE;
  sky_sim_rounds_bring (self, index, FALSE);
  self->pending = SKY_SIM_PENDING_NOT_INSPECTED;
  return TRUE;
}

gboolean
sky_sim_plant_option (SkySimTable *table, gpointer play)
{
  SkySimRounds *self = play;
  gboolean raised = strstr (self->play.submission->str, "\"pay\"") != NULL;
  guint64 seq;

  if (!self->play.rules->rules_seen)
    return FALSE;
  seq = sky_sim_submit (&self->play, raised ? "\"adjacent_areas\":0" : self->game->wrong_pay,
                        "RS-2023-131");
  sky_sim_table_note_planted (table, SKY_CHECK_RULES_OPTION_INVALID, seq, NULL);
  return TRUE;
}

gboolean
sky_sim_plant_unapproved (SkySimTable *table, gpointer play)
{
  SkySimRounds *self = play;
  const char *fewer = self->game->fewer_wagers;
  gboolean as_posted = fewer != NULL
                           ? !self->play.rules->submission.has_list
                           : sky_table_option (self->play.rules, SKY_OPTION_ADJACENT_AREAS) == 1;
  const char *change = fewer != NULL ? fewer : "\"adjacent_areas\":2";

  if (!self->play.rules->rules_seen)
    return FALSE;
  sky_sim_table_note_planted (table, SKY_CHECK_RULES_UNAPPROVED_CHANGE,
                              sky_sim_submit (&self->play, as_posted ? change : NULL, NULL), NULL);
  return TRUE;
}

gboolean
sky_sim_plant_limits (SkySimTable *table, gpointer play)
{
  SkySimRounds *self = play;
  /* No notice names a maximum that ends so. */
  guint64 seq = post_limits (self, self->play.rules->limits.max + 500);

  sky_sim_table_note_planted (table, SKY_CHECK_LIMITS_CHANGE_NOTICE, seq, NULL);
  return TRUE;
}

/* The last round always has the moment between the call and the result, for what found no other
 * occasion. */
gboolean
sky_sim_plant_no_result (SkySimTable *table, gpointer play)
{
  return table->round != table->last_round && sky_sim_twist (play, SKY_SIM_NO_RESULT);
}

gboolean
sky_sim_plant_no_call (SkySimTable *table, gpointer play)
{
  return table->round != table->last_round && sky_sim_twist (play, SKY_SIM_NO_CALL);
}

/* Places a wager that should not have been accepted. */
static gboolean
place_wrongly (SkySimRounds *self, const SkySimWager *wager, SkyCheck check)
{
  const SkyWager *placed = sky_sim_rounds_place (self, wager);

  sky_sim_leave_alone (&self->play, placed);
  sky_sim_table_note_planted (self->play.table, check, placed->seq, placed->id);
  return TRUE;
}

static SkySimWager
choose_legal (SkySimRounds *self)
{
  SkySimWager wager = { .seat = sky_sim_any_seat (&self->play) };

  self->game->choose (self, &wager);
  return wager;
}

gboolean
sky_sim_plant_below (SkySimTable *table, gpointer play)
{
  SkySimWager wager = choose_legal (play);

  wager.amount = 50;
  return place_wrongly (play, &wager, SKY_CHECK_LIMITS_BELOW_MINIMUM);
}

gboolean
sky_sim_plant_above (SkySimTable *table, gpointer play)
{
  SkySimWager wager = choose_legal (play);

  wager.amount = ((SkySimPlay *) play)->rules->limits.max + sky_sim_pick (table, 1, 9) * 500;
  return place_wrongly (play, &wager, SKY_CHECK_LIMITS_ABOVE_MAXIMUM);
}

gboolean
sky_sim_plant_increment (SkySimTable *table, gpointer play)
{
  SkySimWager wager = ((SkySimRounds *) play)->game->stepped;

  wager.seat = sky_sim_any_seat (play);
  return place_wrongly (play, &wager, SKY_CHECK_LIMITS_INCREMENT);
}

gboolean
sky_sim_plant_forbidden (SkySimTable *table, gpointer play)
{
  SkySimWager wager = { .seat = sky_sim_any_seat (play), .amount = 1000 };

  return ((SkySimRounds *) play)->game->choose_forbidden (play, &wager)
         && place_wrongly (play, &wager, SKY_CHECK_WAGER_NOT_PERMISSIBLE);
}

gboolean
sky_sim_plant_not_offered (SkySimTable *table, gpointer play)
{
  SkySimWager wager = { .seat = sky_sim_any_seat (play), .amount = 1000 };

  return ((SkySimRounds *) play)->game->choose_not_offered (play, &wager)
         && place_wrongly (play, &wager, SKY_CHECK_WAGER_NOT_OFFERED);
}

gboolean
sky_sim_rounds_plant_via (SkySimRounds *self, const char *via, SkyCheck check)
{
  SkySimWager wager = choose_legal (self);

  wager.via = via;
  return place_wrongly (self, &wager, check);
}

gboolean
sky_sim_plant_verbal (SkySimTable *table, gpointer play)
{
  return sky_sim_rounds_plant_via (play, "cash_verbal", SKY_CHECK_WAGER_VERBAL);
}

gboolean
sky_sim_plant_not_seated (SkySimTable *table, gpointer play)
{
  SkySimPlay *self = play;
  SkySimWager wager = choose_legal (play);

  for (gint seat = 1; seat <= self->n_seats; seat++)
    if (!self->players[seat].present && self->players[seat].visit > 0)
      {
        wager.seat = seat;
        return place_wrongly (play, &wager, SKY_CHECK_WAGER_NOT_SEATED);
      }
  return FALSE;
}

gboolean
sky_sim_plant_late (SkySimTable *table, gpointer play)
{
  SkySimWager wager = choose_legal (play);

  return place_wrongly (play, &wager, SKY_CHECK_WAGER_LATE);
}

/* One that a result of this round will decide. */
static gboolean
awaits_result (gpointer play, const SkyWager *wager)
{
  const SkySimPlay *self = play;

  return wager->due.outcome == SKY_OUTCOME_NONE && wager->round == self->table->round
         && !wager->not_permissible && !g_hash_table_contains (self->settled, wager->id);
}

/* A round that goes void as well would want the wager back, however early it was settled. */
gboolean
sky_sim_plant_early_settlement (SkySimTable *table, gpointer play)
{
  SkySimPlay *self = play;

  return self->twist == SKY_SIM_STRAIGHT && sky_sim_settle_early (self, awaits_result)
         && sky_sim_twist (self, SKY_SIM_EARLY_SETTLEMENT);
}

gboolean
sky_sim_pay_too_early (SkySimPlay *self,
                       gboolean (*wins) (gpointer play, const SkyWager *wager),
                       gboolean (*loses) (gpointer play, const SkyWager *wager))
{
  const SkyWager *winner = sky_sim_find (self, wins);
  SkySettlement due;
  guint64 seq;

  if (winner == NULL || sky_sim_find (self, loses) == NULL)
    return FALSE;
  due = sky_sim_due (winner);
  seq = sky_sim_settle (self, winner, &due);
  sky_sim_table_note_planted (self->table, SKY_CHECK_SETTLE_ORDER, seq, winner->id);
  self->wrong_order = TRUE;
  return TRUE;
}

gboolean
sky_sim_plant_order (SkySimTable *table, gpointer play)
{
  return sky_sim_pay_too_early (play, sky_sim_is_due_to_win, sky_sim_is_due_to_lose);
}

gboolean
sky_sim_plant_twice (SkySimTable *table, gpointer play)
{
  return sky_sim_settle_again (play, sky_sim_has_ended);
}
