/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-faults.h"

#include "sky-game.h"

static SkyMoney
handed_over (const SkySettlement *settlement)
{
  return settlement->paid + settlement->returned - settlement->vig;
}

gboolean
sky_sim_plant_garbage (SkySimTable *table, gpointer play)
{
  static const char *const lines[] = { "{\"seq\":", "\x01\x02\x03\x04", "[1,2,3]",
                                       "table_fill 4000",
                                       "{\"seq\":17,\"type\":\"note\",\"text\":\"half a li" };
  SkySimPlay *self = play;

  sky_sim_log_add_garbage (self->log, lines[sky_sim_pick (table, 0, G_N_ELEMENTS (lines) - 1)]);
  sky_sim_table_note_planted (table, SKY_CHECK_LOG_MALFORMED_LINE, sky_sim_log_get_seq (self->log),
                              NULL);
  /* What comes next would count as the lost number's neighbour. */
  sky_json_add_string (sky_sim_log_begin (self->log, "note"), "text", "Fill requested.");
  sky_sim_log_end (self->log);
  return TRUE;
}

static guint64
write_note (SkySimPlay *self, const char *text)
{
  sky_json_add_string (sky_sim_log_begin (self->log, "note"), "text", text);
  return sky_sim_log_end (self->log);
}

gboolean
sky_sim_plant_sequence (SkySimTable *table, gpointer play)
{
  SkySimPlay *self = play;

  sky_sim_log_skip_numbers (self->log, (guint) sky_sim_pick (table, 1, 9));
  sky_sim_table_note_planted (table, SKY_CHECK_LOG_SEQUENCE, write_note (self, "Credit slip sent."),
                              NULL);
  return TRUE;
}

gboolean
sky_sim_plant_time (SkySimTable *table, gpointer play)
{
  SkySimPlay *self = play;

  sky_sim_log_turn_back (self->log, sky_sim_pick (table, 1, 30) * SKY_SECOND);
  sky_sim_table_note_planted (table, SKY_CHECK_LOG_TIME_REVERSED,
                              write_note (self, "Drop box changed."), NULL);
  return TRUE;
}

gboolean
sky_sim_plant_checkpoint (SkySimTable *table, gpointer play)
{
  SkySimPlay *self = play;

  sky_sim_table_note_planted (table, SKY_CHECK_LOG_CHECKPOINT,
                              sky_sim_log_checkpoint (self->log, FALSE), NULL);
  return TRUE;
}

gboolean
sky_sim_plant_unknown_type (SkySimTable *table, gpointer play)
{
  SkySimPlay *self = play;

  sky_json_add_int (sky_sim_log_begin (self->log, "chip_fill"), "amount", 1000000);
  sky_sim_table_note_planted (table, SKY_CHECK_LOG_UNKNOWN_TYPE, sky_sim_log_end (self->log), NULL);
  return TRUE;
}

gboolean
sky_sim_plant_unknown_reference (SkySimTable *table, gpointer play)
{
  SkySimPlay *self = play;
  /* Each unknown wager is found once. */
  g_autofree char *unknown =
      g_strdup_printf ("x%" G_GUINT64_FORMAT, sky_sim_log_get_seq (self->log));
  GString *json = sky_sim_log_begin (self->log, "wager_change");

  sky_json_add_string (json, "wager", unknown);
  sky_json_add_string (json, "action", "remove");
  sky_sim_table_note_planted (table, SKY_CHECK_LOG_UNKNOWN_REFERENCE, sky_sim_log_end (self->log),
                              NULL);
  return TRUE;
}

gboolean
sky_sim_plant_incomplete (SkySimTable *table, gpointer play)
{
  SkySimPlay *self = play;

  if (self->left_open)
    return FALSE;
  self->left_open = TRUE;
  return TRUE;
}

gboolean
sky_sim_twist (SkySimPlay *self, guint way)
{
  if (self->twist != SKY_SIM_STRAIGHT)
    return FALSE;
  self->twist = way;
  return TRUE;
}

gboolean
sky_sim_plant_call (SkySimTable *table, gpointer play)
{
  return sky_sim_twist (play, SKY_SIM_WRONG_CALL);
}

gboolean
sky_sim_plant_invalid (SkySimTable *table, gpointer play)
{
  return sky_sim_twist (play, SKY_SIM_COUNT_INVALID);
}

gboolean
sky_sim_plant_impossible (SkySimTable *table, gpointer play)
{
  return sky_sim_twist (play, SKY_SIM_IMPOSSIBLE);
}

gboolean
sky_sim_plant_unknown_staff (SkySimTable *table, gpointer play)
{
  g_autofree char *credential = g_strdup_printf ("PA-9%05" G_GUINT64_FORMAT,
                                                 sky_sim_log_get_seq (((SkySimPlay *) play)->log));
  guint64 seq = sky_sim_put_staff (play, "dealer", credential, TRUE);

  sky_sim_table_note_planted (table, SKY_CHECK_STAFF_UNKNOWN, seq, NULL);
  sky_sim_put_staff (play, "dealer", credential, FALSE);
  return TRUE;
}

gboolean
sky_sim_plant_trainee (SkySimTable *table, gpointer play)
{
  const char *credential = table->trainees[table->n_used_trainees];
  guint64 seq;

  if (credential == NULL)
    return FALSE;
  table->n_used_trainees++;
  seq = sky_sim_put_staff (play, "dealer", credential, TRUE);
  sky_sim_table_note_planted (table, SKY_CHECK_STAFF_UNQUALIFIED, seq, NULL);
  sky_sim_put_staff (play, "dealer", credential, FALSE);
  return TRUE;
}

gboolean
sky_sim_is_due (gpointer play, const SkyWager *wager)
{
  const SkySimPlay *self = play;

  return wager->due.outcome != SKY_OUTCOME_NONE && !wager->due.optional
         && !g_hash_table_contains (self->settled, wager->id);
}

gboolean
sky_sim_is_due_to_win (gpointer play, const SkyWager *wager)
{
  return sky_sim_is_due (play, wager) && wager->due.outcome == SKY_OUTCOME_WIN
         && wager->due.paid > 0 && wager->due.returned > 0;
}

gboolean
sky_sim_is_due_to_lose (gpointer play, const SkyWager *wager)
{
  return sky_sim_is_due (play, wager) && wager->due.outcome == SKY_OUTCOME_LOSE;
}

gboolean
sky_sim_settle_wrongly (SkySimPlay *self,
                        const SkyWager *wager,
                        const SkySettlement *settlement,
                        SkyCheck check)
{
  SkySettlement due = sky_sim_due (wager);
  SkyMoney variance = handed_over (settlement) - handed_over (&due);

  sky_sim_table_note_variance (self->table, check, sky_sim_settle (self, wager, settlement),
                               wager->id, variance);
  return TRUE;
}

gboolean
sky_sim_plant_outcome (SkySimTable *table, gpointer play)
{
  const SkyWager *wager = sky_sim_find (play, sky_sim_is_due_to_lose);
  SkySettlement wrong;

  if (wager == NULL)
    return FALSE;
  wrong = (SkySettlement){ .outcome = SKY_OUTCOME_PUSH, .returned = wager->amount };
  return sky_sim_settle_wrongly (play, wager, &wrong, SKY_CHECK_SETTLE_OUTCOME);
}

gboolean
sky_sim_plant_payout (SkySimTable *table, gpointer play)
{
  const SkyWager *wager = sky_sim_find (play, sky_sim_is_due_to_win);
  SkySettlement wrong;

  if (wager == NULL)
    return FALSE;
  wrong = sky_sim_due (wager);
  /* Another price, or a dealer's slip by some dollars. */
  if (wrong.paid != wager->amount && sky_sim_chance (table, 40))
    wrong.paid = wager->amount;
  else
    wrong.paid += 100 * sky_sim_pick (table, 1, 10)
                  * (wrong.paid > 1000 && sky_sim_chance (table, 50) ? -1 : 1);
  return sky_sim_settle_wrongly (play, wager, &wrong, SKY_CHECK_SETTLE_PAYOUT);
}

gboolean
sky_sim_plant_stake (SkySimTable *table, gpointer play)
{
  const SkyWager *wager = sky_sim_find (play, sky_sim_is_due_to_win);
  SkySettlement wrong;

  if (wager == NULL)
    return FALSE;
  wrong = sky_sim_due (wager);
  wrong.taken += wrong.returned;
  wrong.returned = 0;
  return sky_sim_settle_wrongly (play, wager, &wrong, SKY_CHECK_SETTLE_STAKE);
}

/* Of what an earlier round left behind without a result nothing is missed. */
static gboolean
is_missed (gpointer play, const SkyWager *wager)
{
  const SkySimPlay *self = play;
  const SkyGame *game = self->rules->game;

  return sky_sim_is_due (play, wager)
         && !(self->wrong_order && sky_sim_is_due_to_lose (play, wager))
         && (wager->round == self->rules->round
             || (game->outlasts_round != NULL && game->outlasts_round (wager)));
}

gboolean
sky_sim_plant_missing (SkySimTable *table, gpointer play)
{
  SkySimPlay *self = play;
  const SkyWager *wager = self->missing == NULL ? sky_sim_find (self, is_missed) : NULL;

  if (wager == NULL)
    return FALSE;
  /* The finding is about the end of the round, which sky_sim_end_round() notes. */
  self->missing = wager;
  g_hash_table_add (self->settled, g_strdup (wager->id));
  return TRUE;
}

gboolean
sky_sim_has_ended (gpointer play, const SkyWager *wager)
{
  const SkySimPlay *self = play;

  return g_hash_table_contains (self->settled, wager->id) && wager != self->missing
         && !wager->settlement.stays && wager->settlement.seq > self->settles_from;
}

static gboolean
was_settled_as_due (gpointer play, const SkyWager *wager)
{
  return sky_sim_has_ended (play, wager) && wager->settlement.outcome == wager->due.outcome
         && wager->settlement.paid == wager->due.paid
         && wager->settlement.returned == wager->due.returned
         && wager->settlement.vig == wager->due.vig && wager->due.outcome != SKY_OUTCOME_PUSH;
}

gboolean
sky_sim_settle_early (SkySimPlay *self, gboolean (*fits) (gpointer play, const SkyWager *wager))
{
  const SkyWager *wager = sky_sim_find (self, fits);
  SkySettlement wrong;

  if (wager == NULL)
    return FALSE;
  if (sky_sim_chance (self->table, 50))
    wrong = (SkySettlement){ .outcome = SKY_OUTCOME_LOSE, .taken = wager->amount };
  else
    wrong = (SkySettlement){ .outcome = SKY_OUTCOME_WIN,
                             .paid = wager->amount,
                             .returned = wager->amount };
  sky_sim_table_note_variance (self->table, SKY_CHECK_SETTLE_PREMATURE,
                               sky_sim_settle (self, wager, &wrong), wager->id,
                               handed_over (&wrong));
  return TRUE;
}

gboolean
sky_sim_settle_again (SkySimPlay *self, gboolean (*fits) (gpointer play, const SkyWager *wager))
{
  const SkyWager *wager = sky_sim_find (self, fits);
  SkySettlement again;

  if (wager == NULL)
    return FALSE;
  again = wager->settlement;
  sky_sim_table_note_variance (self->table, SKY_CHECK_SETTLE_TWICE,
                               sky_sim_settle (self, wager, &again), wager->id,
                               handed_over (&again));
  return TRUE;
}

static guint64
dispute (SkySimPlay *self, const SkyWager *wager)
{
  GString *json = sky_sim_log_begin (self->log, "dispute");
  g_autofree char *id = g_strdup_printf ("d%u", ++self->n_disputes);

  sky_json_add_string (json, "dispute", id);
  sky_json_add_int (json, "seat", wager->seat);
  sky_json_add_string (json, "wager", wager->id);
  sky_json_begin_object (json, "claim");
  sky_json_add_string (json, "outcome", "win");
  sky_json_add_int (json, "paid", wager->settlement.paid + wager->amount);
  sky_json_end_object (json);
  sky_json_add_string (json, "text", "The patron says that more was due.");
  return sky_sim_log_end (self->log);
}

static guint64
rule (SkySimPlay *self, const char *decision)
{
  GString *json = sky_sim_log_begin (self->log, "ruling");
  g_autofree char *id = g_strdup_printf ("d%u", self->n_disputes);

  sky_json_add_string (json, "dispute", id);
  sky_json_add_string (json, "role", "floorperson");
  sky_json_add_string (json, "decision", decision);
  sky_json_add_string (json, "text", "Ruled at the table.");
  return sky_sim_log_end (self->log);
}

gboolean
sky_sim_plant_dispute (SkySimTable *table, gpointer play)
{
  SkySimPlay *self = play;
  const SkyWager *wager = sky_sim_find (self, was_settled_as_due);

  if (wager == NULL)
    return FALSE;
  sky_sim_table_note_planted (table, SKY_CHECK_DISPUTE_OPEN, dispute (self, wager), wager->id);
  rule (self, "stands");
  return TRUE;
}

gboolean
sky_sim_plant_ruling (SkySimTable *table, gpointer play)
{
  SkySimPlay *self = play;
  const SkyWager *wager = sky_sim_find (self, was_settled_as_due);

  if (wager == NULL)
    return FALSE;
  /* The dispute is a finding in its own right, which nobody planted. */
  sky_sim_table_note_expected (table, SKY_CHECK_DISPUTE_OPEN, dispute (self, wager), wager->id);
  sky_sim_table_note_planted (table, SKY_CHECK_DISPUTE_RULING, rule (self, "void"), wager->id);
  return TRUE;
}
