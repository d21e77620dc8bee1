/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-cards.h"

#include "sky-card-round.h"
#include "sky-game.h"

static SkySimPlay *
get_play (SkySimCards *self)
{
  return &self->rounds.play;
}

static guint64
write_player (SkySimPlay *play, gint seat, gint named_after, gboolean present)
{
  GString *json = sky_sim_log_begin (play->log, "player");
  g_autofree char *name = g_strdup_printf ("P%d-%u", named_after, play->players[named_after].visit);

  sky_json_add_int (json, "seat", seat);
  sky_json_add_string (json, "player", name);
  sky_json_add_bool (json, "present", present);
  return sky_sim_log_end (play->log);
}

void
sky_sim_cards_go_between (SkySimCards *self)
{
  SkySimPlay *play = get_play (self);

  if (self->guest != 0 && play->players[self->guest].present)
    {
      write_player (play, self->guest, self->host, FALSE);
      play->players[self->guest].present = FALSE;
    }
  self->guest = 0;
  self->host = 0;
  if (self->faulty)
    sky_sim_rounds_equipment (&self->rounds, "shuffler", "shuffler-1", "fixed");
  self->faulty = FALSE;
}

gboolean
sky_sim_cards_takes_part (SkySimCards *self, gint seat, gint first)
{
  return seat == first || seat == self->host || seat == self->guest
         || sky_sim_chance (get_play (self)->table, 85);
}

guint
sky_sim_cards_plant (SkySimCards *self, guint moment)
{
  SkySimPlay *play = get_play (self);

  if (play->twist == SKY_SIM_IMPOSSIBLE)
    return 0;
  return sky_sim_table_plant (play->table, self->rounds.game->faults, moment, self);
}

void
sky_sim_cards_note_deal (SkySimCards *self, guint64 seq)
{
  for (guint i = 0; i < self->n_at_deal; i++)
    sky_sim_table_note_planted (get_play (self)->table, self->at_deal[i], seq, NULL);
  self->n_at_deal = 0;
}

void
sky_sim_cards_settle (SkySimCards *self)
{
  sky_sim_cards_plant (self, SKY_SIM_SETTLE);
  sky_sim_settle_due (get_play (self), TRUE);
  sky_sim_cards_plant (self, SKY_SIM_PAY);
  sky_sim_settle_due (get_play (self), FALSE);
}

static void
return_all (SkySimCards *self, gboolean decided_too)
{
  SkySimPlay *play = get_play (self);

  for (guint i = 0; i < play->rules->up->len; i++)
    {
      const SkyWager *wager = play->rules->up->pdata[i];
      SkySettlement back = { .outcome = SKY_OUTCOME_VOID, .returned = wager->amount };

      if (wager->status == SKY_WAGER_UP && !g_hash_table_contains (play->settled, wager->id)
          && (decided_too || wager->due.outcome == SKY_OUTCOME_NONE))
        sky_sim_settle (play, wager, &back);
    }
}

void
sky_sim_cards_finish (SkySimCards *self)
{
  return_all (self, FALSE);
  sky_sim_cards_plant (self, SKY_SIM_SETTLED);
}

void
sky_sim_cards_return_all (SkySimCards *self)
{
  return_all (self, TRUE);
}

gboolean
sky_sim_cards_may_be_void (SkySimCards *self, guint percent)
{
  return g_hash_table_size (get_play (self)->settled) == 0
         && sky_sim_rounds_may_fail (&self->rounds, percent);
}

const SkyBet *
sky_sim_cards_bet (const SkySimCards *self, guint bet)
{
  return &self->rounds.play.rules->game->bets[bet];
}

SkyMoney
sky_sim_cards_sum (const SkySimCards *self, guint bet, gint seat)
{
  return sky_card_round_sum (self->rounds.play.rules, sky_sim_cards_bet (self, bet), seat);
}

SkyMoney
sky_sim_cards_sum_anew (const SkySimCards *self, guint bet, gint seat)
{
  return sky_card_round_sum_anew (self->rounds.play.rules, sky_sim_cards_bet (self, bet), seat);
}

/* Faults. */

gboolean
sky_sim_cards_take_in_hand (gboolean *fault)
{
  gboolean begins = !*fault;

  *fault = TRUE;
  return begins;
}

gboolean
sky_sim_cards_found_at_deal (SkySimCards *self, SkyCheck check)
{
  if (get_play (self)->twist == SKY_SIM_NO_RESULT || self->n_at_deal == SKY_SIM_CARDS_MAX_AT_DEAL)
    return FALSE;
  self->at_deal[self->n_at_deal++] = check;
  return TRUE;
}

/* Areas that are not side by side are too many however many are allowed. */
static gboolean
find_areas (SkySimCards *self)
{
  SkySimPlay *play = get_play (self);

  for (gint host = 1; host <= play->n_seats; host++)
    for (gint guest = 1; guest <= play->n_seats; guest++)
      if (play->players[host].present && !play->players[guest].present && ABS (guest - host) > 1)
        {
          self->host = host;
          self->guest = guest;
          return TRUE;
        }
  return FALSE;
}

gboolean
sky_sim_cards_plant_areas (SkySimTable *table, gpointer play)
{
  SkySimCards *self = play;

  if (get_play (self)->twist != SKY_SIM_STRAIGHT || self->guest != 0 || !find_areas (self)
      || !sky_sim_cards_found_at_deal (self, SKY_CHECK_WAGER_AREAS))
    return FALSE;
  write_player (get_play (self), self->guest, self->host, TRUE);
  get_play (self)->players[self->guest].present = TRUE;
  get_play (self)->players[self->guest].unit = get_play (self)->players[self->host].unit;
  return TRUE;
}

gboolean
sky_sim_cards_plant_faulty (SkySimTable *table, gpointer play)
{
  SkySimCards *self = play;

  if (self->rounds.pending != SKY_SIM_PENDING_NONE || self->faulty)
    return FALSE;
  sky_sim_rounds_equipment (&self->rounds, "shuffler", "shuffler-1", "fault");
  self->faulty = TRUE;
  self->rounds.pending = SKY_SIM_PENDING_FAULTY;
  return TRUE;
}

/* The wagers are decided in the next round. */
gboolean
sky_sim_cards_plant_no_result (SkySimTable *table, gpointer play)
{
  return table->round != table->last_round && ((SkySimCards *) play)->guest == 0
         && sky_sim_twist (play, SKY_SIM_NO_RESULT);
}

/* In the last round late wagers stand in for what found no occasion. */
gboolean
sky_sim_cards_plant_no_call (SkySimTable *table, gpointer play)
{
  return table->round != table->last_round && sky_sim_plant_no_call (table, play);
}

static gboolean
awaits_cards (gpointer play, const SkyWager *wager)
{
  const SkySimPlay *self = play;

  /* What takes the validation of a win is not paid so early; what gets no cards goes back. */
  return wager->due.outcome == SKY_OUTCOME_NONE && !wager->not_permissible
         && sky_card_round_sum (self->rules, &self->rules->game->bets[0], wager->seat) > 0
         && !g_str_equal (wager->bet->form.bet, "progressive")
         && !g_hash_table_contains (self->settled, wager->id);
}

/* What is void goes back whenever it is settled; where the cards cannot be nothing is compared. */
gboolean
sky_sim_cards_plant_early (SkySimTable *table, gpointer play)
{
  return ((SkySimPlay *) play)->twist == SKY_SIM_STRAIGHT
         && sky_sim_settle_early (play, awaits_cards);
}

gboolean
sky_sim_cards_plant_increment (SkySimTable *table, gpointer play)
{
  SkySimRounds *self = play;
  SkySimWager wager = { .seat = sky_sim_any_seat (&self->play) };
  const SkyWager *placed;

  self->game->choose (self, &wager);
  wager.amount += 10;
  placed = sky_sim_rounds_place (self, &wager);
  sky_sim_table_note_planted (table, SKY_CHECK_LIMITS_INCREMENT, placed->seq, placed->id);
  return TRUE;
}

/* TRUE when nobody who sits elsewhere was the last at @seat. */
static gboolean
was_left_by_another (const SkySimPlay *play, gint seat)
{
  const char *last = sky_card_round_player (play->rules, seat);

  for (gint other = 1; other <= play->n_seats; other++)
    if (play->players[other].present
        && g_strcmp0 (sky_card_round_player (play->rules, other), last) == 0)
      return FALSE;
  return last != NULL;
}

gboolean
sky_sim_cards_plant_not_seated (SkySimTable *table, gpointer play)
{
  SkySimPlay *self = play;
  gint seat = 1;
  SkySimWager wager;
  const SkyWager *placed;

  while (seat <= self->n_seats
         && (self->players[seat].present || !was_left_by_another (self, seat)))
    seat++;
  if (seat > self->n_seats)
    return FALSE;
  wager = (SkySimWager){ .seat = sky_sim_any_seat (self) };
  ((SkySimRounds *) play)->game->choose (play, &wager);
  wager.seat = seat;
  placed = sky_sim_rounds_place (play, &wager);
  sky_sim_table_note_planted (table, SKY_CHECK_WAGER_NOT_SEATED, placed->seq, placed->id);
  return TRUE;
}
