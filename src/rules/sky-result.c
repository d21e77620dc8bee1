/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-result.h"

/* What is called void, and goes back or is spun or shaken again: 58 Pa. Code § 617a.6, § 619a.2(d),
 * § 625a.7(a), § 668a.3(g) and § 668a.3(h). */

/* Visits SkyResult. */
void
sky_result_visit (SkyResult *self, SkyState *state)
{
  sky_state_int (state, self->shown);
  sky_state_int (state, self->impossible);
  sky_state_int (state, self->invalid);
  sky_state_int (state, self->seq);
  sky_state_int (state, self->at);
  sky_state_int (state, self->void_seq);
  sky_state_int (state, self->miscalled);
  sky_state_int (state, self->miscalled_before);
}

gboolean
sky_result_show (SkyResult *self, SkyTable *table)
{
  gboolean instead = self->shown;
  gboolean miscalled = instead ? self->miscalled_before : self->miscalled;

  if (instead)
    sky_table_take_place (table);
  for (guint i = 0; instead && i < table->up->len; i++)
    sky_table_undecide (table, table->up->pdata[i]);
  *self = (SkyResult){
    .shown = TRUE,
    .seq = table->seq,
    .at = table->at,
    .void_seq = self->void_seq,
    .miscalled = miscalled,
    .miscalled_before = miscalled,
  };
  return instead;
}

void
sky_result_refuse (SkyResult *self, SkyTable *table, const char *what)
{
  self->impossible = TRUE;
  sky_table_hold (table, TRUE);
  sky_table_raise (table, SKY_CHECK_LOG_IMPOSSIBLE, NULL, NULL, "%s", what);
  sky_table_hold (table, FALSE);
}

gboolean
sky_result_is_known (const SkyResult *self)
{
  return self->shown && !self->impossible;
}

static gboolean
ended_by_void (const SkyResult *self, const SkyResultRules *rules)
{
  return rules->void_is_final && self->void_seq != 0;
}

gboolean
sky_result_counts (const SkyResult *self, const SkyResultRules *rules)
{
  return sky_result_is_known (self) && !self->invalid && !ended_by_void (self, rules);
}

/* Fine print 9: what the chapter does not have goes back, and may go back as soon as it was placed.
 * Nothing is owed as long as no result came. */
static void
decide_rejected (SkyTable *table, SkyWager *wager, gboolean owed)
{
  sky_table_decide (table, wager,
                    &(SkyDue){
                        .outcome = SKY_OUTCOME_VOID,
                        .returned = wager->amount,
                        .optional = !owed,
                        .seq = wager->seq,
                    });
}

static void
decide_void (const SkyResultRules *rules, SkyTable *table, SkyWager *wager, guint64 seq)
{
  if (wager->not_permissible)
    decide_rejected (table, wager, TRUE);
  else if (rules->outlasts_void != NULL && rules->outlasts_void (wager))
    sky_table_undecide (table, wager);
  else
    sky_table_decide (table, wager,
                      &(SkyDue){ .outcome = SKY_OUTCOME_VOID,
                                 .returned = wager->amount,
                                 .seq = MAX (seq, wager->seq) });
}

void
sky_result_decide (const SkyResult *self, const SkyResultRules *rules, SkyTable *table)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];

      if (wager->status != SKY_WAGER_UP)
        continue;
      if (self->impossible)
        {
          sky_table_undecide (table, wager);
          continue;
        }
      if (wager->not_permissible || !sky_result_counts (self, rules))
        decide_void (rules, table, wager, table->seq);
      else
        rules->decide (table, wager);
      sky_table_tell_due (table, wager, table->seq, "");
    }
}

void
sky_result_void (SkyResult *self, const SkyResultRules *rules, SkyTable *table)
{
  self->shown = FALSE;
  self->impossible = FALSE;
  self->void_seq = table->seq;

  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];

      if (wager->status != SKY_WAGER_UP)
        continue;
      decide_void (rules, table, wager, table->seq);
      sky_table_tell_due (table, wager, table->seq, "");
    }
}

/* The wagers of a round whose result cannot be are not compared; those that the
 * table left are not owed anything later either. */
static void
end_undecided (const SkyResultRules *rules, SkyTable *table)
{
  table->impossible = TRUE;
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];

      if (rules->outlasts_void == NULL || !rules->outlasts_void (wager))
        sky_table_end_wager (table, wager);
    }
}

void
sky_result_end (const SkyResult *self, const SkyResultRules *rules, SkyTable *table)
{
  if (self->shown && self->impossible && !ended_by_void (self, rules))
    {
      end_undecided (rules, table);
      return;
    }
  if (self->void_seq == 0 || (self->shown && !ended_by_void (self, rules)))
    return;
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];

      if (wager->status == SKY_WAGER_UP && wager->due.outcome == SKY_OUTCOME_NONE)
        decide_void (rules, table, wager, self->void_seq);
    }
}

void
sky_result_reject_wager (SkyTable *table, SkyWager *wager, const char *why)
{
  if (wager->bet != NULL && wager->unseen == SKY_UNSEEN_NOTHING)
    sky_table_raise (table, SKY_CHECK_WAGER_NOT_PERMISSIBLE, NULL, wager, "%s: %s.",
                     wager->bet->name, why);
  wager->not_permissible = TRUE;
  decide_rejected (table, wager, FALSE);
}
