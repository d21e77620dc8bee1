/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Disputes and the floor's rulings on them. */
#include "config.h"

#include "sky-json-writer.h"

#include "sky-driver-private.h"

void
sky_dispute_clear (gpointer data)
{
  SkyDispute *dispute = data;

  g_free (dispute->id);
  g_free (dispute->text);
}

/* What a void throw leaves up it decides only where the table settled it all the same. */
static gboolean
is_decided (const SkyDriver *self, const SkyWager *wager)
{
  if (wager->due.outcome == SKY_OUTCOME_NONE)
    return FALSE;
  if (!wager->due.optional)
    return TRUE;
  for (guint i = 0; i < self->settles.len; i++)
    if (self->settles.records[i].wager == wager)
      return TRUE;
  return FALSE;
}

void
sky_dispute_open (SkyDriver *self, const SkyEvent *event)
{
  const SkyWager *wager = self->table->wager;
  SkyDispute dispute = {
    .id = sky_text_dup (event->dispute.dispute),
    .seq = event->seq,
    .at = event->at,
    .round = self->table->round,
    .seat = event->dispute.seat,
    .wager = wager,
    .claim_outcome = event->dispute.claim_outcome,
    .claim_paid = event->dispute.claim_paid,
    .text = sky_text_dup (event->dispute.text),
  };

  if (wager != NULL)
    {
      dispute.settlement = wager->settlement;
      dispute.earlier = wager->last_due;
      /* What decides it by now; what comes later in the round does not count. */
      if (is_decided (self, wager))
        dispute.due = wager->due;
    }
  g_array_append_val (self->disputes, dispute);
  if (!self->in_round)
    sky_dispute_judge_round (self);
}

static const char *
section_of (const SkyDriver *self, const SkyDispute *dispute)
{
  if (dispute->due.outcome != SKY_OUTCOME_NONE)
    return dispute->due.section;
  if (dispute->wager == NULL)
    return NULL;
  return sky_table_wager_section (self->table, dispute->wager);
}

static const char *
find_verdict (const SkyDispute *dispute)
{
  const SkyDue *due = &dispute->due;

  if (due->outcome == SKY_OUTCOME_NONE)
    return "inconclusive";
  if (dispute->settlement.seq != 0 && dispute->settlement.outcome == due->outcome
      && dispute->settlement.paid == due->paid)
    return "supports_house";
  if (dispute->claim_outcome == due->outcome && dispute->claim_paid == due->paid)
    return "supports_patron";
  return "inconclusive";
}

static void
add_result (GString *json, const char *name, SkyOutcome outcome, SkyMoney paid)
{
  sky_json_begin_object (json, name);
  sky_json_add_string (json, "outcome", sky_outcome_to_name (outcome));
  sky_json_add_int (json, "paid", paid);
  sky_json_end_object (json);
}

static void
judge (SkyDriver *self, SkyDispute *dispute)
{
  const SkyWager *wager = dispute->wager;
  const char *verdict;
  g_autofree char *is_due = NULL;
  GString *recorded, *recomputed;
  SkyFinding *finding;

  /* The decision of its own round counts when it came before the dispute; some games make it at
   * the round's end. */
  if (wager != NULL && dispute->due.outcome == SKY_OUTCOME_NONE)
    dispute->due =
        is_decided (self, wager) && wager->due.seq < dispute->seq ? wager->due : dispute->earlier;
  dispute->judged = TRUE;
  if (self->findings == NULL)
    return;

  verdict = find_verdict (dispute);
  is_due = dispute->due.outcome != SKY_OUTCOME_NONE
               ? sky_table_describe (self->table, wager, &dispute->due)
               : sky_phrase ("Nothing in the log decides the wager");
  finding = sky_driver_raise (
      self, SKY_CHECK_DISPUTE_OPEN, section_of (self, dispute), dispute->seq, dispute->at, wager,
      sky_phrase ("Seat %" PRId64 " disputes: “%s” %s; the record %s.", dispute->seat,
                  dispute->text, is_due,
                  g_str_equal (verdict, "supports_house") ? sky_phrase_words ("supports the house")
                  : g_str_equal (verdict, "supports_patron")
                      ? sky_phrase_words ("supports the patron")
                      : sky_phrase_words ("is inconclusive")));
  if (finding == NULL)
    return;
  finding->round = dispute->round;
  finding->seat = dispute->seat;
  finding->reading = dispute->due.reading;

  recorded = g_string_new (NULL);
  sky_json_begin_object (recorded, NULL);
  sky_json_add_string (recorded, "dispute", dispute->id);
  if (dispute->settlement.seq != 0)
    {
      sky_json_add_string (recorded, "outcome", sky_outcome_to_name (dispute->settlement.outcome));
      sky_json_add_int (recorded, "paid", dispute->settlement.paid);
    }
  add_result (recorded, "claim", dispute->claim_outcome, dispute->claim_paid);
  sky_json_end_object (recorded);
  finding->recorded = g_string_free (recorded, FALSE);

  recomputed = g_string_new (NULL);
  sky_json_begin_object (recomputed, NULL);
  sky_json_add_string (recomputed, "verdict", verdict);
  if (dispute->due.outcome != SKY_OUTCOME_NONE)
    {
      sky_json_add_string (recomputed, "outcome", sky_outcome_to_name (dispute->due.outcome));
      sky_json_add_int (recomputed, "paid", dispute->due.paid);
    }
  sky_json_end_object (recomputed);
  finding->recomputed = g_string_free (recomputed, FALSE);
}

static const char *
decision_name (SkyRulingDecision decision)
{
  static const char *const names[] = { "stands", "paid", "void" };

  return names[decision];
}

static char *
decision_json (SkyRulingDecision decision)
{
  GString *json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "decision", decision_name (decision));
  sky_json_end_object (json);
  return g_string_free (json, FALSE);
}

/* The settlement that a ruling is on: the disputed one or, where the wager was disputed before it
 * was settled, the one that stands when the round ends, or at the ruling where that is later (fine
 * print 34). */
static const SkySettlement *
find_settlement (const SkyDriver *self, const SkyDispute *dispute, const SkyRuling *ruling)
{
  if (dispute->settlement.seq != 0)
    return &dispute->settlement;
  /* What the wager ended by: a second settlement is none of it. */
  for (guint i = 0; ruling->in_its_round && i < self->settles.len; i++)
    if (self->settles.records[i].wager == dispute->wager)
      return &self->settles.records[i].settlement;
  return &ruling->settlement;
}

/* What the wager is due: as the dispute had it or, where nothing had decided it by then, as the
 * round does. */
static const SkyDue *
find_due (const SkyDriver *self, const SkyDispute *dispute, const SkyRuling *ruling)
{
  return dispute->due.outcome == SKY_OUTCOME_NONE && ruling->in_its_round && dispute->wager != NULL
                 && is_decided (self, dispute->wager)
             ? &dispute->wager->due
             : &dispute->due;
}

/* Where the settlement was right it stands; else a win was to be paid, and a void to be called so.
 */
static void
judge_ruling (SkyDriver *self, const SkyRuling *ruling)
{
  const SkyDispute *dispute = &g_array_index (self->disputes, SkyDispute, ruling->dispute);
  const SkySettlement *settlement = find_settlement (self, dispute, ruling);
  const SkyDue *due = find_due (self, dispute, ruling);
  g_autofree char *is_due = NULL;
  SkyRulingDecision right;
  SkyCheck differs;
  SkyFinding *finding;

  if (due->outcome == SKY_OUTCOME_NONE || self->may_be_void)
    return;
  differs = settlement->seq != 0 ? sky_settlement_differs (due, settlement) : SKY_N_CHECKS;
  /* What it pays, the Rules Submission says, which nobody looked at. */
  if ((differs == SKY_CHECK_SETTLE_PAYOUT || differs == SKY_CHECK_SETTLE_VIGORISH)
      && sky_table_assumes_rules (self->table))
    return;
  if (settlement->seq != 0 && differs == SKY_N_CHECKS)
    right = SKY_RULING_STANDS;
  else if (due->outcome == SKY_OUTCOME_WIN)
    right = SKY_RULING_PAID;
  else if (due->outcome == SKY_OUTCOME_VOID)
    right = SKY_RULING_VOID;
  else
    return;
  if (ruling->decision == right || self->findings == NULL)
    return;

  is_due = sky_table_describe (self->table, dispute->wager, due);
  finding = sky_driver_raise (self, SKY_CHECK_DISPUTE_RULING, due->section, ruling->seq, ruling->at,
                              dispute->wager,
                              sky_phrase ("%s; the floor ruled “%s” where “%s” is right.", is_due,
                                          decision_name (ruling->decision), decision_name (right)));
  if (finding == NULL)
    return;
  finding->round = ruling->round;
  finding->recorded = decision_json (ruling->decision);
  finding->recomputed = decision_json (right);
  finding->reading = due->reading;
}

void
sky_dispute_judge_round (SkyDriver *self)
{
  for (; self->disputes_judged < self->disputes->len; self->disputes_judged++)
    {
      SkyDispute *dispute = &g_array_index (self->disputes, SkyDispute, self->disputes_judged);

      if (!dispute->judged)
        judge (self, dispute);
    }
  for (guint i = 0; i < self->rulings->len; i++)
    judge_ruling (self, &g_array_index (self->rulings, SkyRuling, i));
  g_array_set_size (self->rulings, 0);
}

/* Returns: one more than the index of the last one called @id; 0: there is none. */
static guint
find_dispute (const SkyDriver *self, SkyText id)
{
  for (guint i = self->disputes->len; i > 0; i--)
    if (sky_text_is (id, g_array_index (self->disputes, SkyDispute, i - 1).id))
      return i;
  return 0;
}

void
sky_dispute_rule (SkyDriver *self, const SkyEvent *event)
{
  guint found = find_dispute (self, event->ruling.dispute);
  SkyRuling ruling = {
    .dispute = found - 1,
    .seq = event->seq,
    .at = event->at,
    .round = self->table->round,
    .decision = event->ruling.decision,
  };
  const SkyWager *wager;

  if (found == 0)
    {
      g_autofree char *id = sky_text_dup (event->ruling.dispute);

      if (sky_table_sees (self->table, SKY_CLASS_DISPUTES) && !self->table->scope.some_seats
          && !self->table->forgot && sky_table_is_news (self->table, "dispute", id))
        sky_driver_raise (self, SKY_CHECK_LOG_UNKNOWN_REFERENCE, NULL, event->seq, event->at, NULL,
                          sky_phrase ("The ruling is on the dispute “%s”, which the log never "
                                      "introduced.",
                                      id));
      return;
    }

  ruling.in_its_round = self->in_round && found > self->disputes_judged;
  wager = g_array_index (self->disputes, SkyDispute, ruling.dispute).wager;
  if (wager != NULL)
    ruling.settlement = wager->settlement;
  g_array_append_val (self->rulings, ruling);
  if (!self->in_round)
    sky_dispute_judge_round (self);
}
