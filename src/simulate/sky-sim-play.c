/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-play.h"

#include <string.h>

#define ROUNDS_A_DEALER 20
#define ROUNDS_A_CHECK  25

void
sky_sim_play_init (SkySimPlay *self, SkySimTable *table, gint n_seats)
{
  *self = (SkySimPlay){
    .table = table,
    .log = table->log,
    .rules = sky_sim_log_get_table (table->log),
    .n_seats = n_seats,
    .settled = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .left_alone = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .submission = g_string_new (NULL),
    .found_at_end = SKY_N_CHECKS,
  };
}

void
sky_sim_play_clear (SkySimPlay *self)
{
  g_hash_table_unref (self->settled);
  g_hash_table_unref (self->left_alone);
  g_string_free (self->submission, TRUE);
}

void
sky_sim_wait (SkySimPlay *self, gint from, gint to)
{
  sky_sim_log_wait (self->log, sky_sim_pick (self->table, from, to) * 10 * SKY_MILLISECOND);
}

guint64
sky_sim_emit (SkySimPlay *self, const char *type)
{
  sky_sim_log_begin (self->log, type);
  return sky_sim_log_end (self->log);
}

void
sky_sim_add_dice (GString *json, const char *name, const gint *dice, guint n)
{
  sky_json_begin_array (json, name);
  for (guint i = 0; i < n; i++)
    sky_json_add_int (json, NULL, dice[i]);
  sky_json_end_array (json);
}

/* Seats. */

gint
sky_sim_count_present (SkySimPlay *self)
{
  gint n = 0;

  for (gint seat = 1; seat <= self->n_seats; seat++)
    n += self->players[seat].present;
  return n;
}

gint
sky_sim_next_seat (SkySimPlay *self, gint seat)
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
sky_sim_any_seat (SkySimPlay *self)
{
  return sky_sim_next_seat (self, sky_sim_pick (self->table, 1, self->n_seats));
}

static gboolean
is_seated (const char *patron, gpointer data)
{
  const SkySimPlay *self = data;

  for (gint seat = 1; seat <= self->n_seats; seat++)
    if (self->players[seat].present && strcmp (self->players[seat].name, patron) == 0)
      return TRUE;
  return FALSE;
}

/* Who sits down is somebody that comes again, or is known here alone. */
static void
name_player (SkySimPlay *self, gint seat)
{
  SkySimPlayer *player = &self->players[seat];
  SkySimPeople *people = self->table->people;

  player->name[0] = '\0';
  if (people != NULL && people->patrons != NULL)
    g_strlcpy (player->name, sky_sim_people_pick_patron (people, is_seated, self),
               sizeof player->name);
  else
    g_snprintf (player->name, sizeof player->name, "P%d-%u", seat, player->visit);
}

guint64
sky_sim_seat_player (SkySimPlay *self, gint seat, gboolean present, const char *colour)
{
  SkySimPlayer *player = &self->players[seat];
  GString *json = sky_sim_log_begin (self->log, "player");

  player->present = present;
  if (present)
    {
      player->visit++;
      player->unit = 500 * sky_sim_pick (self->table, 1, 3) * sky_sim_pick (self->table, 1, 5);
      player->eager = (guint) sky_sim_pick (self->table, 10, 60);
    }
  if (present)
    name_player (self, seat);
  sky_json_add_int (json, "seat", seat);
  sky_json_add_string (json, "player", player->name);
  sky_json_add_bool (json, "present", present);
  if (colour != NULL)
    sky_json_add_string (json, "colour", colour);
  return sky_sim_log_end (self->log);
}

/* The colour that the seat's chips have when nobody makes a mistake. */
static const char *
get_colour (SkySimPlay *self, gint seat)
{
  return self->colours != NULL ? self->colours[seat - 1] : NULL;
}

void
sky_sim_fill_seats (SkySimPlay *self, gint n)
{
  while (sky_sim_count_present (self) < n)
    {
      gint seat = sky_sim_pick (self->table, 1, self->n_seats);

      if (!self->players[seat].present)
        sky_sim_seat_player (self, seat, TRUE, get_colour (self, seat));
      sky_sim_wait (self, 10, 40);
    }
}

static gboolean
has_wagers (SkySimPlay *self, gint seat)
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
change_players (SkySimPlay *self, gint kept)
{
  gint seat = sky_sim_pick (self->table, 1, self->n_seats);

  if (!self->players[seat].present)
    {
      if (sky_sim_chance (self->table, 12))
        sky_sim_seat_player (self, seat, TRUE, get_colour (self, seat));
    }
  else if (sky_sim_chance (self->table, 15) && seat != kept && !has_wagers (self, seat)
           && sky_sim_count_present (self) > 3)
    sky_sim_seat_player (self, seat, FALSE, NULL);
}

/* Staff and rules. */

guint64
sky_sim_put_staff (SkySimPlay *self, const char *role, const char *credential, gboolean on)
{
  GString *json = sky_sim_log_begin (self->log, "staff");

  sky_json_add_string (json, "role", role);
  sky_json_add_string (json, "credential", credential);
  sky_json_add_bool (json, "on", on);
  self->n_dealers += on && g_str_equal (role, "dealer");
  if (g_str_equal (role, "dealer"))
    self->table->dealer = on ? credential : NULL;
  return sky_sim_log_end (self->log);
}

static void
change_dealers (SkySimPlay *self)
{
  gint64 turn = (self->table->round - self->table->first_round) / ROUNDS_A_DEALER;

  sky_sim_put_staff (self, "dealer", self->table->dealers[3 + (turn + 1) % 2], FALSE);
  sky_sim_put_staff (self, "dealer", self->table->dealers[3 + turn % 2], TRUE);
}

guint64
sky_sim_submit (SkySimPlay *self, const char *extra, const char *approval)
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

/* Rounds. */

void
sky_sim_go_between (SkySimPlay *self, gint kept)
{
  gint64 played = self->table->round - self->table->first_round;
  SkyTime due = self->table->begin + played * self->table->interval;

  if (sky_sim_log_get_time (self->log) < due)
    sky_sim_log_wait (self->log, due - sky_sim_log_get_time (self->log));
  if (played > 0 && played % ROUNDS_A_CHECK == 0)
    sky_sim_log_checkpoint (self->log, TRUE);
  if (played > 0 && played % ROUNDS_A_DEALER == 0)
    change_dealers (self);
  change_players (self, kept);
}

void
sky_sim_begin_round (SkySimPlay *self)
{
  self->twist = SKY_SIM_STRAIGHT;
  g_hash_table_remove_all (self->settled);
  sky_json_add_int (sky_sim_log_begin (self->log, "round_start"), "round", self->table->round);
  sky_sim_log_end (self->log);
  self->table->in_round = TRUE;
  sky_sim_wait (self, 50, 150);
}

void
sky_sim_end_round (SkySimPlay *self)
{
  SkySimTable *table = self->table;

  sky_sim_wait (self, 50, 150);
  sky_json_add_int (sky_sim_log_begin (self->log, "round_end"), "round", table->round);
  if (self->twist == SKY_SIM_NO_RESULT)
    sky_sim_table_note_planted (table, SKY_CHECK_ROUND_NO_RESULT, sky_sim_log_get_seq (self->log),
                                NULL);
  if (self->missing != NULL)
    sky_sim_table_note_variance (
        table, SKY_CHECK_SETTLE_MISSING, sky_sim_log_get_seq (self->log), self->missing->id,
        self->missing->due.vig - self->missing->due.paid - self->missing->due.returned);
  if (self->found_at_end != SKY_N_CHECKS)
    sky_sim_table_note_planted (table, self->found_at_end, sky_sim_log_get_seq (self->log), NULL);
  self->missing = NULL;
  self->wrong_order = FALSE;
  self->found_at_end = SKY_N_CHECKS;
  sky_sim_log_end (self->log);
  table->in_round = FALSE;
}

void
sky_sim_close_table (SkySimPlay *self, const SkySimFault *faults)
{
  sky_sim_table_plant (self->table, faults, SKY_SIM_END, self);
  sky_sim_log_checkpoint (self->log, TRUE);
  if (self->left_open)
    sky_sim_table_note_planted (self->table, SKY_CHECK_LOG_INCOMPLETE,
                                sky_sim_log_get_seq (self->log), NULL);
  else
    sky_sim_emit (self, "table_close");
}

/* Wagers. */

GString *
sky_sim_wager_begin (SkySimPlay *self, gint seat, const char *bet, SkyMoney amount)
{
  GString *json = sky_sim_log_begin (self->log, "wager");
  g_autofree char *id = g_strdup_printf ("w%u", ++self->n_wagers);

  sky_json_add_string (json, "wager", id);
  sky_json_add_int (json, "seat", seat);
  sky_json_add_string (json, "bet", bet);
  sky_json_add_int (json, "amount", amount);
  return json;
}

SkyWager *
sky_sim_wager_end (SkySimPlay *self)
{
  sky_sim_log_end (self->log);
  sky_sim_wait (self, 20, 90);
  return self->rules->wager;
}

guint64
sky_sim_change_wager (SkySimPlay *self, const SkyWager *wager, const char *action, SkyMoney amount)
{
  GString *json = sky_sim_log_begin (self->log, "wager_change");
  guint64 seq;

  sky_json_add_string (json, "wager", wager->id);
  sky_json_add_string (json, "action", action);
  if (amount > 0)
    sky_json_add_int (json, "amount", amount);
  seq = sky_sim_log_end (self->log);
  sky_sim_wait (self, 20, 90);
  return seq;
}

gboolean
sky_sim_is_left_alone (SkySimPlay *self, const SkyWager *wager)
{
  return g_hash_table_contains (self->left_alone, wager->id);
}

void
sky_sim_leave_alone (SkySimPlay *self, const SkyWager *wager)
{
  g_hash_table_add (self->left_alone, g_strdup (wager->id));
}

SkyWager *
sky_sim_find (SkySimPlay *self, gboolean (*fits) (gpointer play, const SkyWager *wager))
{
  SkyWager *found = NULL;
  gint n = 0;

  for (guint i = 0; i < self->rules->up->len; i++)
    {
      SkyWager *wager = self->rules->up->pdata[i];

      if (wager->status == SKY_WAGER_UP && wager->bet != NULL && fits (self, wager)
          && sky_sim_pick (self->table, 0, n++) == 0)
        found = wager;
    }
  return found;
}

/* Settlement. */

SkySettlement
sky_sim_due (const SkyWager *wager)
{
  return (SkySettlement){
    .outcome = wager->due.outcome,
    .paid = wager->due.paid,
    .taken = wager->due.taken,
    .returned = wager->due.returned,
    .vig = wager->due.vig,
  };
}

guint64
sky_sim_settle (SkySimPlay *self, const SkyWager *wager, const SkySettlement *settlement)
{
  GString *json = sky_sim_log_begin (self->log, "settle");
  guint64 seq;

  sky_json_add_string (json, "wager", wager->id);
  sky_json_add_string (json, "outcome", sky_outcome_to_name (settlement->outcome));
  sky_json_add_int (json, "paid", settlement->paid);
  sky_json_add_int (json, "taken", settlement->taken);
  sky_json_add_int (json, "returned", settlement->returned);
  if (settlement->vig != 0)
    sky_json_add_int (json, "vig", settlement->vig);
  if (settlement->stays)
    sky_json_add_bool (json, "stays", TRUE);
  if (settlement->from_cage)
    sky_json_add_string (json, "source", "cage");
  g_hash_table_add (self->settled, g_strdup (wager->id));
  seq = sky_sim_log_end (self->log);
  if (self->after_settlement != NULL)
    self->after_settlement (self, wager, seq);
  sky_sim_wait (self, 30, 110);
  return seq;
}

gint
sky_sim_pick_late (SkySimPlay *self)
{
  for (gint seat = 1; seat <= self->n_seats && self->table->people != NULL; seat++)
    if (self->players[seat].present
        && sky_sim_people_is_late (self->table->people, self->players[seat].name))
      return seat;
  return 0;
}

/* Settles it otherwise than is due, when the dealer errs. Returns: whether it is settled. */
static gboolean
settle_in_error (SkySimPlay *self, const SkyWager *wager)
{
  const SkyDue *due = &wager->due;
  const gboolean wins = due->outcome == SKY_OUTCOME_WIN && due->paid > 0 && due->returned > 0;
  SkySettlement wrong = sky_sim_due (wager);
  SkySimPeople *people = self->table->people;
  SkyMoney variance = wager->amount;
  gint error;

  if (people == NULL || wager->seat < 1 || wager->seat > self->n_seats
      || !(wins || due->outcome == SKY_OUTCOME_LOSE))
    return FALSE;
  error = sky_sim_people_err (people, self->table->dealer, self->players[wager->seat].name, wins);
  if (error == 0)
    return FALSE;
  if (wins)
    {
      /* By some dollars, and never by all. */
      variance =
          error < 0 && wrong.paid > 100 ? -100 : 100 * g_rand_int_range (people->chance, 1, 9);
      wrong.paid += variance;
    }
  else
    wrong = (SkySettlement){ .outcome = SKY_OUTCOME_PUSH, .returned = wager->amount };
  sky_sim_table_note_variance (self->table,
                               wins ? SKY_CHECK_SETTLE_PAYOUT : SKY_CHECK_SETTLE_OUTCOME,
                               sky_sim_settle (self, wager, &wrong), wager->id, variance);
  return TRUE;
}

static void
settle_as_due (SkySimPlay *self, const SkyWager *wager)
{
  SkySettlement settlement = sky_sim_due (wager);

  if (settle_in_error (self, wager))
    return;

  if (wager->due.may_stay && sky_sim_chance (self->table, 85))
    {
      settlement.stays = TRUE;
      settlement.taken = 0;
      settlement.returned = 0;
    }
  sky_sim_settle (self, wager, &settlement);
}

void
sky_sim_settle_due (SkySimPlay *self, gboolean losing)
{
  for (guint i = 0; i < self->rules->up->len; i++)
    {
      const SkyWager *wager = self->rules->up->pdata[i];

      if (wager->status == SKY_WAGER_UP && wager->due.outcome != SKY_OUTCOME_NONE
          && !wager->due.optional && (wager->due.outcome == SKY_OUTCOME_LOSE) == losing
          && !g_hash_table_contains (self->settled, wager->id))
        settle_as_due (self, wager);
    }
}
