/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progressive of a simulated Raise It Up table: lock-out, meter, validation, Envy Bonuses. */
#include "config.h"

#include "sky-sim-raise-it-up.h"

#include "sky-card-round.h"
#include "sky-game.h"

#define METER "RIU-1"

gboolean
sky_sim_raise_has_progressive (SkySimRaise *self)
{
  return sky_table_option (sky_sim_raise_play (self)->rules, SKY_RAISE_IT_UP_PROGRESSIVE_OFFERED)
         > 0;
}

static gboolean
is_progressive (SkySimRaise *self, const SkyWager *wager)
{
  return wager->status == SKY_WAGER_UP
         && wager->bet == sky_sim_cards_bet (&self->cards, SKY_RAISE_IT_UP_PROGRESSIVE);
}

void
sky_sim_raise_lock_out (SkySimRaise *self)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  SkyMoney chips = 0;
  gint accepted = 0;
  GString *json;
  guint64 seq;

  if (!sky_sim_raise_has_progressive (self))
    return;
  for (guint i = 0; i < play->rules->up->len; i++)
    {
      const SkyWager *wager = play->rules->up->pdata[i];

      if (!is_progressive (self, wager) || !sky_card_round_is_of_this (play->rules, wager))
        continue;
      accepted++;
      chips += wager->amount;
    }
  sky_sim_cards_plant (&self->cards, SKY_SIM_RAISE_LOCK);
  if (self->wrong_lock && sky_sim_chance (play->table, 50))
    accepted++;
  else if (self->wrong_lock)
    chips += 100;
  json = sky_sim_log_begin (play->log, "lock_out");
  sky_json_add_int (json, "accepted", accepted);
  sky_json_add_int (json, "chips", chips);
  seq = sky_sim_log_end (play->log);
  if (self->wrong_lock)
    sky_sim_table_note_planted (play->table, SKY_CHECK_PROGRESSIVE_LOCK_OUT, seq, NULL);
  self->wrong_lock = FALSE;
  sky_sim_wait (play, 100, 200);
}

/* What the rules say is on the display. */
static SkyMoney
find_meter (SkySimPlay *play)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (SkyMark));
  SkyMoney meter = 0;

  play->rules->game->marks (play->rules, marks);
  for (guint i = 0; i < marks->len; i++)
    if (g_array_index (marks, SkyMark, i).kind == SKY_MARK_METER)
      meter = g_array_index (marks, SkyMark, i).value;
  return meter;
}

void
sky_sim_raise_read_meter (SkySimRaise *self)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  SkyMoney amount;
  GString *json;
  guint64 seq;

  if (!sky_sim_raise_has_progressive (self))
    return;
  amount = find_meter (play);
  if (!self->meter_read)
    amount += sky_sim_pick (play->table, 0, 50000);
  else
    sky_sim_table_plant (play->table, self->cards.rounds.game->faults, SKY_SIM_RAISE_METER, self);
  self->meter_read = TRUE;
  json = sky_sim_log_begin (play->log, "meter");
  sky_json_add_string (json, "meter", METER);
  sky_json_add_int (json, "amount",
                    amount + (self->wrong_meter ? sky_sim_pick (play->table, 1, 100) : 0));
  seq = sky_sim_log_end (play->log);
  if (self->wrong_meter)
    sky_sim_table_note_planted (play->table, SKY_CHECK_PROGRESSIVE_METER, seq, NULL);
  self->wrong_meter = FALSE;
}

/* Winners. */

static void
write_light (SkySimRaise *self, gint seat)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  GString *json = sky_sim_log_begin (play->log, "light");
  char text[3];

  sky_json_add_int (json, "seat", seat);
  sky_json_begin_array (json, "hand");
  for (guint i = 0; i < 3; i++)
    sky_json_add_string (json, NULL, sky_card_to_text (self->hands[seat][i], text));
  sky_json_end_array (json);
  sky_sim_log_end (play->log);
  sky_sim_wait (play, 50, 100);
}

static void
write_validation (SkySimRaise *self, gint seat)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  GString *json = sky_sim_log_begin (play->log, "validate");

  sky_json_add_int (json, "seat", seat);
  sky_json_add_string (json, "role", "floorperson");
  sky_json_add_string (json, "credential", play->table->dealers[2]);
  sky_sim_log_end (play->log);
  sky_sim_wait (play, 200, 400);
}

/* The pit calls surveillance about a winner, which confirms. */
static void
call_surveillance (SkySimRaise *self)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  GString *json = sky_sim_log_begin (play->log, "notify");

  sky_json_add_string (json, "to", "surveillance");
  sky_json_add_string (json, "subject", "progressive");
  sky_json_add_string (json, "credential", play->table->dealers[2]);
  sky_sim_log_end (play->log);
  sky_sim_wait (play, 300, 600);
  json = sky_sim_log_begin (play->log, "confirm");
  sky_json_add_string (json, "subject", "progressive");
  sky_json_add_string (json, "credential", "SV-0012");
  sky_sim_log_end (play->log);
}

static void
pay_winner (SkySimRaise *self, const SkyWager *wager)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  SkySettlement due = sky_sim_due (wager);
  guint64 seq;

  if (play->twist != SKY_SIM_IMPOSSIBLE)
    sky_sim_table_note_expected (play->table, SKY_CHECK_PROGRESSIVE_CONFIRM, self->last_street,
                                 wager->id);
  sky_sim_cards_plant (&self->cards, SKY_SIM_RAISE_VALIDATE);
  /* No odds: 100% of the meter, which the cage pays (§ 669a.11(i)(3)(i)). */
  due.from_cage = wager->due.odds.b == 0;
  if (!self->not_validated || sky_sim_chance (play->table, 50))
    {
      write_light (self, (gint) wager->seat);
      if (!self->not_validated)
        write_validation (self, (gint) wager->seat);
    }
  call_surveillance (self);
  seq = sky_sim_settle (play, wager, &due);
  if (self->not_validated)
    sky_sim_table_note_planted (play->table, SKY_CHECK_PROGRESSIVE_NOT_VALIDATED, seq, wager->id);
  self->not_validated = FALSE;
}

static guint64
pay_envy (SkySimRaise *self, gint seat, SkyMoney amount)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  GString *json = sky_sim_log_begin (play->log, "envy");

  sky_json_add_int (json, "seat", seat);
  sky_json_add_int (json, "paid", amount);
  return sky_sim_log_end (play->log);
}

void
sky_sim_raise_pay_progressive (SkySimRaise *self)
{
  SkySimPlay *play = sky_sim_raise_play (self);
  gint wrong = 0;

  for (guint i = 0; i < play->rules->up->len; i++)
    {
      const SkyWager *wager = play->rules->up->pdata[i];

      if (is_progressive (self, wager) && wager->due.outcome == SKY_OUTCOME_WIN)
        pay_winner (self, wager);
    }
  if (!sky_sim_raise_has_progressive (self))
    return;
  sky_sim_cards_plant (&self->cards, SKY_SIM_RAISE_ENVY);
  if (self->wrong_envy)
    wrong = sky_sim_any_seat (play);
  self->wrong_envy = FALSE;
  for (gint seat = 1; seat <= SKY_SIM_RAISE_SEATS; seat++)
    {
      SkyMoney due = sky_raise_it_up_envy (play->rules, seat);

      if (seat == wrong)
        sky_sim_table_note_planted (play->table, SKY_CHECK_PROGRESSIVE_ENVY,
                                    pay_envy (self, seat, due + 2500), NULL);
      else if (due > 0)
        pay_envy (self, seat, due);
    }
}

/* Faults. */

gboolean
sky_sim_raise_plant_lock_out (SkySimTable *table, gpointer play)
{
  return sky_sim_cards_take_in_hand (&((SkySimRaise *) play)->wrong_lock);
}

gboolean
sky_sim_raise_plant_meter (SkySimTable *table, gpointer play)
{
  return sky_sim_cards_take_in_hand (&((SkySimRaise *) play)->wrong_meter);
}

gboolean
sky_sim_raise_plant_not_validated (SkySimTable *table, gpointer play)
{
  return sky_sim_cards_take_in_hand (&((SkySimRaise *) play)->not_validated);
}

gboolean
sky_sim_raise_plant_envy (SkySimTable *table, gpointer play)
{
  return sky_sim_cards_take_in_hand (&((SkySimRaise *) play)->wrong_envy);
}
