/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Player bank and co-banking at a simulated Pai Gow table (§ 621a.11). */
#include "config.h"

#include "sky-sim-pai-gow.h"

#define N_SEATS SKY_SIM_PAI_GOW_SEATS
/* Covers whatever the others may wager. */
#define CHIPS 10000000

static gboolean
chance (SkySimPaiGow *self, guint percent)
{
  return sky_sim_chance (sky_sim_pai_gow_play (self)->table, percent);
}

static gint
present_from (SkySimPaiGow *self, gint seat)
{
  return sky_sim_next_seat (sky_sim_pai_gow_play (self), (seat + N_SEATS - 2) % N_SEATS + 1);
}

/* Who wagered against the dealer in the last round that no player banked and did not bank the last
 * (§ 621a.11(c) and § 621a.11(d)); wagers of his own would be compared with his own hands. */
static gboolean
may_bank (SkySimPaiGow *self, gint seat)
{
  guint visit = sky_sim_pai_gow_play (self)->players[seat].visit;

  return self->against_dealer[seat] == visit
         && !(self->last_bank == seat && self->last_bank_visit == visit)
         && sky_sim_cards_sum (&self->cards, SKY_PAI_GOW_WAGER, seat) == 0;
}

static void
take_bank (SkySimPaiGow *self, gint seat)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  const SkyTable *rules = play->rules;
  SkyMoney fixed = sky_table_option (rules, SKY_PAI_GOW_DEALER_WAGER);
  SkyMoney wager = 0;
  GString *json;
  guint64 seq;

  self->bank = seat;
  self->co = sky_table_option (rules, SKY_PAI_GOW_CO_BANK) > 0 && chance (self, 40);
  sky_sim_pai_gow_decide (self, seat, self->co ? "co_bank" : "bank");
  if (self->wrong_turn)
    sky_sim_table_note_planted (play->table, SKY_CHECK_PAI_GOW_BANK_TURN,
                                sky_sim_log_get_seq (play->log), NULL);
  else
    sky_sim_cards_plant (&self->cards, SKY_SIM_PAI_GOW_BANK);
  self->wrong_turn = FALSE;
  if (!self->co && chance (self, 60))
    wager = fixed > 0 ? fixed : self->last_wager[seat];

  json = sky_sim_log_begin (play->log, "bank");
  sky_json_add_int (json, "seat", seat);
  sky_json_add_bool (json, "co", self->co);
  sky_json_add_int (json, "dealer_wager", wager);
  sky_json_add_int (json, "chips", self->wrong_chips ? 100 : CHIPS);
  seq = sky_sim_log_end (play->log);
  if (self->wrong_chips)
    sky_sim_table_note_planted (play->table, SKY_CHECK_PAI_GOW_BANK_ELIGIBLE, seq, NULL);
  self->wrong_chips = FALSE;
  if (wager > 0)
    sky_sim_rounds_place (&self->cards.rounds,
                          &(SkySimWager){ .seat = seat, .bet = "dealer_vs_bank", .amount = wager });
}

/* A seat that may bank, but whose turn it is not; in the first round anybody. 0: there is none. */
static gint
find_out_of_turn (SkySimPaiGow *self, gint due)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);

  for (gint seat = 1; seat <= N_SEATS; seat++)
    if (play->players[seat].present && (self->first || (seat != due && may_bank (self, seat)))
        && sky_sim_cards_sum (&self->cards, SKY_PAI_GOW_WAGER, seat) == 0)
      return seat;
  return 0;
}

/* From the seat whose turn it is counterclockwise till one accepts (§ 621a.11(c)). */
void
sky_sim_pai_gow_offer_bank (SkySimPaiGow *self)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  guint n_sets = self->cards.rounds.n_brought[0];
  gint due = present_from (self, self->turn);
  gint seat = due;

  self->bank = 0;
  self->co = FALSE;
  self->first = n_sets != self->n_sets || play->table->round == play->table->first_round;
  self->n_sets = n_sets;
  if (play->twist == SKY_SIM_NO_RESULT || self->cards.guest != 0
      || !sky_table_option (play->rules, SKY_PAI_GOW_PLAYER_BANK))
    return;
  sky_sim_cards_plant (&self->cards, SKY_SIM_PAI_GOW_OFFER);
  if (self->wrong_turn)
    {
      take_bank (self, find_out_of_turn (self, due));
      self->turn = due % N_SEATS + 1;
      return;
    }
  if (self->first || chance (self, 50))
    return;
  self->turn = due % N_SEATS + 1;
  do
    {
      if (may_bank (self, seat) && chance (self, 60))
        {
          take_bank (self, seat);
          return;
        }
      sky_sim_pai_gow_decide (self, seat, "pass_bank");
      seat = present_from (self, seat % N_SEATS + 1);
    }
  while (seat != due);
}

void
sky_sim_pai_gow_settle_bank (SkySimPaiGow *self)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  SkyPaiGowLeft left;
  gboolean any;
  GString *json;
  guint64 seq;

  if (self->bank == 0 || !sky_pai_gow_work_out_left (play->rules, &left, &any) || !any)
    return;
  sky_sim_cards_plant (&self->cards, SKY_SIM_PAI_GOW_LEFT);
  json = sky_sim_log_begin (play->log, "bank_settle");
  sky_json_add_int (json, "seat", self->bank);
  sky_json_add_int (json, "surplus", left.surplus + (self->wrong_surplus ? 100 : 0));
  sky_json_add_int (json, "vig", left.vig + (self->wrong_left_vig ? 25 : 0));
  sky_json_add_int (json, "collected", left.collected);
  seq = sky_sim_log_end (play->log);
  sky_sim_wait (play, 100, 200);
  /* Half of a surplus is the house's when it banks too. */
  if (self->wrong_surplus)
    sky_sim_table_note_variance (play->table, SKY_CHECK_SETTLE_PAYOUT, seq, NULL,
                                 self->co ? 50 : 100);
  else if (self->wrong_left_vig)
    sky_sim_table_note_variance (play->table, SKY_CHECK_SETTLE_VIGORISH, seq, NULL, -25);
  self->wrong_surplus = FALSE;
  self->wrong_left_vig = FALSE;
}

void
sky_sim_pai_gow_remember (SkySimPaiGow *self)
{
  const SkySimPlay *play = sky_sim_pai_gow_play (self);

  self->last_bank = self->bank;
  self->last_bank_visit = play->players[self->bank].visit;
  if (self->bank != 0)
    return;
  for (gint seat = 1; seat <= N_SEATS; seat++)
    {
      SkyMoney sum = sky_sim_cards_sum (&self->cards, SKY_PAI_GOW_WAGER, seat);

      self->against_dealer[seat] =
          sum > 0 && play->players[seat].present ? play->players[seat].visit : 0;
      self->last_wager[seat] = sum;
    }
}

/* Faults. */

gboolean
sky_sim_pai_gow_plant_turn (SkySimTable *table, gpointer play)
{
  SkySimPaiGow *self = play;

  return find_out_of_turn (self, present_from (self, self->turn)) != 0
         && sky_sim_cards_take_in_hand (&self->wrong_turn);
}

gboolean
sky_sim_pai_gow_plant_chips (SkySimTable *table, gpointer play)
{
  return sky_sim_cards_take_in_hand (&((SkySimPaiGow *) play)->wrong_chips);
}

gboolean
sky_sim_pai_gow_plant_surplus (SkySimTable *table, gpointer play)
{
  SkySimPaiGow *self = play;

  return !self->wrong_left_vig && sky_sim_cards_take_in_hand (&self->wrong_surplus);
}

gboolean
sky_sim_pai_gow_plant_left_vig (SkySimTable *table, gpointer play)
{
  SkySimPaiGow *self = play;

  return !self->wrong_surplus && sky_sim_cards_take_in_hand (&self->wrong_left_vig);
}
