/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the table settled against what was due. */
#include "config.h"

#include "sky-json-writer.h"

#include "sky-driver-private.h"
#include "sky-replay.h"

/* What a settlement hands the patron: `paid + returned − vig`. */
static SkyMoney
handed_over (const SkySettlement *settlement)
{
  return settlement->paid + settlement->returned - settlement->vig;
}

/* The settlement that the rules want. A winner that may stay up is right both ways, so it follows
 * what the table did with the stake; what was not settled as won has ended (fine print 10).
 * @settlement: NULL for none. */
static SkySettlement
expected (const SkyDue *due, const SkySettlement *settlement)
{
  gboolean left_up = settlement != NULL && settlement->stays
                     && settlement->outcome == SKY_OUTCOME_WIN && due->may_stay;

  return (SkySettlement){
    .outcome = due->outcome,
    .paid = due->paid,
    .taken = left_up ? 0 : due->taken,
    .returned = left_up ? 0 : due->returned,
    .vig = due->vig,
    .stays = left_up,
  };
}

SkyCheck
sky_settlement_differs (const SkyDue *due, const SkySettlement *settlement)
{
  SkySettlement want = expected (due, settlement);

  if (settlement->outcome != want.outcome)
    return SKY_CHECK_SETTLE_OUTCOME;
  if (settlement->paid != want.paid)
    return SKY_CHECK_SETTLE_PAYOUT;
  if (settlement->taken != want.taken || settlement->returned != want.returned
      || settlement->stays != want.stays)
    return SKY_CHECK_SETTLE_STAKE;
  if (settlement->vig != want.vig)
    return SKY_CHECK_SETTLE_VIGORISH;
  return SKY_N_CHECKS;
}

static char *
to_json (const SkySettlement *settlement)
{
  GString *json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "outcome", sky_outcome_to_name (settlement->outcome));
  sky_json_add_int (json, "paid", settlement->paid);
  if (settlement->taken != 0)
    sky_json_add_int (json, "taken", settlement->taken);
  if (settlement->returned != 0)
    sky_json_add_int (json, "returned", settlement->returned);
  if (settlement->vig != 0)
    sky_json_add_int (json, "vig", settlement->vig);
  if (settlement->stays)
    sky_json_add_bool (json, "stays", TRUE);
  sky_json_end_object (json);
  return g_string_free (json, FALSE);
}

/* "the table paid $6.00" */
static char *
tell (SkyCheck check, const SkySettlement *settlement)
{
  g_autofree char *paid = sky_phrase_money (settlement->paid);
  g_autofree char *taken = sky_phrase_money (settlement->taken);
  g_autofree char *returned = sky_phrase_money (settlement->returned);
  g_autofree char *vig = sky_phrase_money (settlement->vig);

  if (check == SKY_CHECK_SETTLE_OUTCOME)
    switch (settlement->outcome)
      {
      case SKY_OUTCOME_WIN:
        return sky_phrase ("the table settled it as won and paid %s", paid);
      case SKY_OUTCOME_LOSE:
        return sky_phrase ("the table settled it as lost and took %s", taken);
      case SKY_OUTCOME_PUSH:
        return sky_phrase ("the table settled it as a tie");
      case SKY_OUTCOME_VOID:
        return sky_phrase ("the table settled it as void");
      case SKY_OUTCOME_SURRENDER:
        return sky_phrase ("the table settled it as surrendered");
      case SKY_OUTCOME_NONE:
        break;
      }
  if (check == SKY_CHECK_SETTLE_STAKE)
    return settlement->stays
               ? sky_phrase ("the table left the stake up")
               : sky_phrase ("of the stake the table took %s and returned %s", taken, returned);
  if (check == SKY_CHECK_SETTLE_VIGORISH)
    return sky_phrase ("the table collected a vigorish of %s", vig);
  return sky_phrase ("the table paid %s", paid);
}

/* A settlement that nothing decided: the rules hand over nothing. */
static void
raise_undue (SkyDriver *self, SkyCheck check, const SkySettleRecord *record, const char *why)
{
  const SkyWager *wager = record->wager;
  const SkyDue *known = wager->due.outcome != SKY_OUTCOME_NONE ? &wager->due : &wager->last_due;
  const char *section = known->outcome != SKY_OUTCOME_NONE
                            ? known->section
                            : sky_table_wager_section (self->table, wager);
  SkyFinding *finding =
      sky_driver_raise (self, check, section, record->settlement.seq, record->at, wager,
                        sky_phrase ("%s %s.", sky_table_wager_name (self->table, wager), why));

  if (finding == NULL)
    return;
  finding->recorded = to_json (&record->settlement);
  finding->has_variance = TRUE;
  finding->variance = handed_over (&record->settlement);
}

static void
compare_with_due (SkyDriver *self, const SkySettleRecord *record)
{
  const SkyWager *wager = record->wager;
  const SkyDue *due = &wager->due;
  SkySettlement want = expected (due, &record->settlement);
  SkyCheck check = sky_settlement_differs (due, &record->settlement);
  const char *section = due->section;
  SkyFinding *finding;

  if (check == SKY_N_CHECKS || self->findings == NULL
      || (check == SKY_CHECK_SETTLE_OUTCOME && self->may_be_void))
    return;

  if (check == SKY_CHECK_SETTLE_PAYOUT && due->outcome == SKY_OUTCOME_WIN)
    section = due->odds_section;
  else if (check == SKY_CHECK_SETTLE_VIGORISH)
    {
      section = sky_game_get_section (self->table->game, check);
      /* Of a game without a vigorish: what the bet pays (fine print 82). */
      if (section == NULL)
        section = due->odds_section != NULL ? due->odds_section : due->section;
    }

  {
    g_autofree char *is_due = sky_table_describe (self->table, wager, due);
    g_autofree char *was_done = tell (check, &record->settlement);

    finding = sky_driver_raise (self, check, section != NULL ? section : due->section,
                                record->settlement.seq, record->at, wager,
                                sky_phrase ("%s; %s.", is_due, was_done));
  }
  if (finding == NULL)
    return;
  finding->recorded = to_json (&record->settlement);
  finding->recomputed = to_json (&want);
  finding->has_variance = TRUE;
  finding->variance = handed_over (&record->settlement) - handed_over (&want);
  finding->reading = due->reading;
}

/* A step that says what was handed over, what was due, and the difference. @want: NULL where
 * nothing was due, for which @why, a sentence, has the reason. */
static void
tell_difference (SkyDriver *self,
                 const SkySettleRecord *record,
                 const SkySettlement *want,
                 const char *why)
{
  SkyMoney handed = handed_over (&record->settlement);
  SkyMoney due = want != NULL ? handed_over (want) : 0;
  g_autofree char *handed_text = sky_phrase_money (handed);
  g_autofree char *due_text = sky_phrase_money (due);
  g_autofree char *difference = sky_phrase_money_signed (handed - due);

  sky_table_step (self->table, record->wager, record->settlement.seq,
                  want != NULL ? record->wager->due.section : NULL,
                  "Handed over: %s. Due: %s. The difference: %s. %s", handed_text, due_text,
                  difference, why);
}

void
sky_settlement_end (SkyDriver *self, const SkySettleRecord *record, const char *why)
{
  if (self->table->sink.step != NULL)
    {
      g_autofree char *handed = sky_phrase_money (handed_over (&record->settlement));

      sky_table_step (self->table, record->wager, record->settlement.seq, NULL,
                      "Handed over: %s. %s", handed, why);
    }
  if (!sky_wager_stays (record->wager, &record->settlement))
    sky_table_end_wager (self->table, record->wager);
}

/* Fine print 78: a stake that goes back, all of it, in a round without result. */
static gboolean
is_handed_back (const SkyDriver *self, const SkySettleRecord *record)
{
  const SkySettlement *settlement = &record->settlement;

  return self->in_round && !self->table->has_result && settlement->outcome == SKY_OUTCOME_VOID
         && settlement->returned == record->wager->amount && settlement->paid == 0
         && settlement->taken == 0 && settlement->vig == 0 && !settlement->stays;
}

/* TRUE when nothing had decided the wager when it was settled. What is void goes back, whether it
 * was settled before the call or after it; not what was settled by a result that then lost its
 * place to another (fine print 77). */
static gboolean
is_premature (const SkyDriver *self, const SkySettleRecord *record)
{
  const SkyWager *wager = record->wager;

  if (wager->due.outcome == SKY_OUTCOME_NONE)
    return TRUE;
  if (wager->due.outcome != SKY_OUTCOME_VOID)
    return wager->due.seq > record->settlement.seq;
  return record->settlement.seq < self->table->instead_seq && !wager->not_permissible;
}

/* What the result makes of a wager that was settled before it is no payment any more. */
static const char *
why_premature (const SkyWager *wager)
{
  return wager->due.outcome != SKY_OUTCOME_NONE
             ? sky_phrase_words (
                 "No result had decided it, and it has ended by this settlement: what the "
                 "round's result makes of it counts for a dispute alone.")
             : sky_phrase_words ("No result had decided it, and it has ended by this settlement.");
}

static void
compare_undecided (SkyDriver *self, const SkySettleRecord *record)
{
  SkySettlement want = record->settlement;

  if (self->may_be_void)
    return;
  if (is_handed_back (self, record))
    {
      if (self->table->sink.step != NULL)
        tell_difference (
            self, record, &want,
            sky_phrase_words (
                "The round has neither a result nor a void, and the stake goes back."));
      return;
    }
  raise_undue (self, SKY_CHECK_SETTLE_PREMATURE, record,
               sky_phrase_words ("was settled although no result had decided it"));
  if (self->table->sink.step != NULL)
    tell_difference (self, record, NULL,
                     sky_wager_stays (record->wager, &record->settlement)
                         ? sky_phrase_words ("No result had decided it; it stays up.")
                         : why_premature (record->wager));
}

static void
compare_decided (SkyDriver *self, const SkySettleRecord *record)
{
  SkyWager *wager = record->wager;
  SkySettlement want = expected (&wager->due, &record->settlement);

  wager->matched = TRUE;
  compare_with_due (self, record);
  if (self->table->sink.step != NULL)
    tell_difference (self, record, &want,
                     sky_settlement_differs (&wager->due, &record->settlement) == SKY_N_CHECKS
                         ? sky_phrase_words ("It was settled as due.")
                         : sky_phrase_words ("It was not settled as due."));
}

/* Of a wager on which nothing was due any more. */
static void
compare_undue (SkyDriver *self, SkyCheck check, const SkySettleRecord *record, const char *why)
{
  g_autofree char *sentence = sky_phrase ("The wager %s.", why);

  raise_undue (self, check, record, why);
  if (self->table->sink.step != NULL)
    tell_difference (self, record, NULL, sentence);
}

void
sky_settlement_compare_one (SkyDriver *self, const SkySettleRecord *record)
{
  SkyWager *wager = record->wager;
  gboolean removed_by_then =
      wager->status == SKY_WAGER_REMOVED && wager->removed_seq < record->settlement.seq;

  if (wager->status == SKY_WAGER_ENDED)
    {
      compare_undue (self, SKY_CHECK_SETTLE_TWICE, record,
                     sky_phrase_words ("had ended and was settled again"));
      return;
    }
  if (removed_by_then)
    {
      compare_undue (self, SKY_CHECK_SETTLE_PREMATURE, record,
                     sky_phrase_words ("had been taken down and was settled all the same"));
      return;
    }
  if (wager->matched)
    compare_undue (self, SKY_CHECK_SETTLE_PREMATURE, record,
                   sky_phrase_words ("was settled a second time for one decision"));
  else if (is_premature (self, record))
    compare_undecided (self, record);
  else
    compare_decided (self, record);
  if (!sky_wager_stays (wager, &record->settlement))
    sky_table_end_wager (self->table, wager);
}

static void
raise_missing (SkyDriver *self, SkyWager *wager, guint64 seq, SkyTime at)
{
  const SkyDue *due = &wager->due;
  SkySettlement want = expected (due, NULL);
  g_autofree char *is_due =
      self->findings != NULL ? sky_table_describe (self->table, wager, due) : NULL;
  SkyFinding *finding =
      sky_driver_raise (self, SKY_CHECK_SETTLE_MISSING, due->section, seq, at, wager,
                        sky_phrase ("%s; the table did not settle it in its round.", is_due));

  if (finding == NULL)
    return;
  finding->recomputed = to_json (&want);
  finding->has_variance = TRUE;
  finding->variance = -handed_over (&want);
  finding->reading = due->reading;
}

/* TRUE when the settlement is the table's answer to a decision: before it nobody has won or lost,
 * and what it ended is not collected or paid again. Either is a cause of its own. */
static gboolean
answers_decision (SkyDriver *self, guint index)
{
  const SkySettleRecord *record = &self->settles.records[index];

  if (record->wager->due.outcome == SKY_OUTCOME_NONE
      || record->wager->due.seq > record->settlement.seq
      || record->settlement.seq < self->table->instead_seq)
    return FALSE;
  for (guint i = 0; i < index; i++)
    if (self->settles.records[i].wager == record->wager)
      return FALSE;
  return TRUE;
}

static void
raise_order (SkyDriver *self, const SkySettleRecord *early, const SkyWager *late)
{
  const SkyGame *game = self->table->game;
  const char *section = sky_game_get_section (game, SKY_CHECK_SETTLE_ORDER);

  if (section == NULL)
    return;
  section = sky_table_section_in_force (self->table, section);
  sky_driver_raise (self, SKY_CHECK_SETTLE_ORDER, section, early->settlement.seq, early->at,
                    early->wager,
                    sky_phrase ("%s was paid before the losing wager “%s” was collected.",
                                sky_table_wager_name (self->table, early->wager), late->id));
}

/* Losing wagers are collected before winners are paid; the first winner paid too early is the
 * finding. */
static void
check_order (SkyDriver *self)
{
  const SkyGame *game = self->table->game;
  const SkySettleRecord *early = NULL;

  for (guint i = 0; i < self->settles.len; i++)
    {
      const SkySettleRecord *record = &self->settles.records[i];

      if ((game->settled_in_order != NULL && !game->settled_in_order (record->wager))
          || record->wager->unseen != SKY_UNSEEN_NOTHING)
        continue;
      if (early == NULL && record->settlement.outcome == SKY_OUTCOME_WIN
          && record->wager->due.outcome == SKY_OUTCOME_WIN && answers_decision (self, i))
        early = record;
      else if (early != NULL && record->wager->due.outcome == SKY_OUTCOME_LOSE
               && record->wager != early->wager && answers_decision (self, i))
        {
          raise_order (self, early, record->wager);
          return;
        }
    }
}

void
sky_settlement_compare_abandoned (SkyDriver *self)
{
  for (guint i = 0; i < self->settles.len; i++)
    {
      const SkySettleRecord *record = &self->settles.records[i];

      if (record->wager->due.outcome != SKY_OUTCOME_VOID)
        sky_settlement_compare_one (self, record);
      else
        sky_settlement_end (self, record,
                            "Nothing is compared, for the log does not end the round.");
    }
}

/* Where nobody looked at the procedure, or at all seats, the cause of a void may be there: a round
 * of which the table gave all stakes back, and nothing else, was one. */
static gboolean
may_be_void (const SkyDriver *self)
{
  if (sky_table_sees (self->table, SKY_CLASS_PROCEDURE) && !self->table->scope.some_seats)
    return FALSE;
  for (guint i = 0; i < self->settles.len; i++)
    {
      const SkySettleRecord *record = &self->settles.records[i];
      const SkySettlement *settlement = &record->settlement;

      if (settlement->outcome != SKY_OUTCOME_VOID || settlement->paid != 0 || settlement->taken != 0
          || settlement->returned != record->wager->amount)
        return FALSE;
    }
  return self->settles.len > 0;
}

void
sky_settlement_compare_round (SkyDriver *self, guint64 end_seq, SkyTime end_at)
{
  self->may_be_void = may_be_void (self);
  check_order (self);

  for (guint i = 0; i < self->settles.len; i++)
    sky_settlement_compare_one (self, &self->settles.records[i]);

  for (guint i = 0; i < self->table->up->len; i++)
    {
      SkyWager *wager = self->table->up->pdata[i];

      if (wager->status != SKY_WAGER_UP || wager->due.outcome == SKY_OUTCOME_NONE
          || wager->due.optional || wager->matched)
        continue;
      if (!wager->left)
        raise_missing (self, wager, end_seq, end_at);
      sky_table_end_wager (self->table, wager);
    }
}

gboolean
sky_scene_wager_want (const SkySceneWager *wager, SkySettlement *want)
{
  if (wager->due.outcome == SKY_OUTCOME_NONE || (wager->due.optional && wager->settlement.seq == 0))
    return FALSE;
  *want = expected (&wager->due, wager->settlement.seq != 0 ? &wager->settlement : NULL);
  return TRUE;
}

SkyMoney
sky_scene_wager_variance (const SkySceneWager *wager)
{
  SkySettlement want;
  SkyMoney handed = wager->settlement.seq != 0 ? handed_over (&wager->settlement) : 0;

  return sky_scene_wager_want (wager, &want) ? handed - handed_over (&want) : handed;
}
