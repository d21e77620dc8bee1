/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-survey-log.h"

#include "sky-event-text.h"

#include <string.h>

#define NOWHERE G_MAXUINT

/* What is known while the log is read. */
typedef struct
{
  SkySurveyLog *survey;
  const SkyFormatIndex *formats;
  GHashTable *by_id;      /* id → place in the wagers, plus 1 */
  GHashTable *by_finding; /* seq of a settlement → SkyFinding */
  GArray *waiting;        /* of guint: wagers placed between rounds */
  guint round;            /* the one in progress, or the last; NOWHERE: there was none */
  gboolean in_round;
  gboolean stands; /* `standing` said what lies, and no round began since */
  gboolean anew;   /* what lay is forgotten, and no round began since */
} Reading;

static void
act_clear (gpointer data)
{
  g_free (((SkySurveyAct *) data)->text);
}

static void
round_clear (gpointer data)
{
  SkySurveyRound *round = data;

  g_array_unref (round->acts);
  g_array_unref (round->wagers);
  g_array_unref (round->settlements);
}

static void
wager_clear (gpointer data)
{
  SkySurveyWager *wager = data;

  g_free (wager->id);
  g_free (wager->label);
  g_free (wager->bet);
  g_array_unref (wager->stakes);
}

/* As it stood last. */
static SkySurveyStake *
last_stake (const SkySurveyWager *wager)
{
  return &g_array_index (wager->stakes, SkySurveyStake, wager->stakes->len - 1);
}

static void
settlement_clear (gpointer data)
{
  g_free (((SkySurveySettlement *) data)->text);
}

static GArray *
new_array (gsize size, GDestroyNotify clear)
{
  GArray *array = g_array_new (FALSE, TRUE, (guint) size);

  g_array_set_clear_func (array, clear);
  return array;
}

void
sky_survey_log_free (SkySurveyLog *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->rounds, g_array_unref);
  g_clear_pointer (&self->wagers, g_array_unref);
  g_clear_pointer (&self->settlements, g_array_unref);
  g_clear_pointer (&self->duties, g_array_unref);
  g_clear_pointer (&self->unobserved, g_array_unref);
  g_clear_pointer (&self->log, sky_log_unref);
  g_free (self);
}

gboolean
sky_survey_compares (SkyEventType type)
{
  switch (sky_event_type_get_class (type))
    {
    case SKY_CLASS_OUTCOME:
      return type != SKY_EVENT_ROUND_START && type != SKY_EVENT_ROUND_END;
    case SKY_CLASS_PROCEDURE:
      return TRUE;
    case SKY_CLASS_WAGERS:
      return type != SKY_EVENT_WAGER && type != SKY_EVENT_WAGER_CHANGE;
    case SKY_CLASS_SETTLEMENTS:
      return type != SKY_EVENT_SETTLE;
    case SKY_CLASS_PEOPLE:
    case SKY_CLASS_EQUIPMENT:
    case SKY_CLASS_POSTED:
    case SKY_CLASS_DISPUTES:
    case SKY_N_CLASSES:
      break;
    }
  return FALSE;
}

static SkySurveyLine
get_line (const SkyEvent *event)
{
  return (SkySurveyLine){
    .seq = event->seq,
    .unsure = event->origin.unsure,
    .has_frame = event->origin.has_frame,
    .recording = event->origin.recording,
    .frame = event->origin.frame,
  };
}

/* Of a sample only the stretches between those that were left out; a log that has none of them does
 * not say when somebody looked. */
gboolean
sky_survey_log_saw (const SkySurveyLog *self, SkyTime at)
{
  gboolean sampled = sky_log_get_header (self->log)->scope.sampled;

  for (guint i = 0; i < self->unobserved->len; i++)
    {
      const SkySpan *span = &g_array_index (self->unobserved, SkySpan, i);

      if (span->start <= at && at < span->end)
        return FALSE;
    }
  return !sampled || (self->unobserved->len > 0 && self->start <= at && at <= self->end);
}

const SkySurveyAct *
sky_survey_round_find (const SkySurveyRound *round, SkyEventType type)
{
  for (guint i = 0; i < round->acts->len; i++)
    if (g_array_index (round->acts, SkySurveyAct, i).type == type)
      return &g_array_index (round->acts, SkySurveyAct, i);
  return NULL;
}

/* Adds @text to what the round has of @type. */
static void
add_act (Reading *self, SkyEventType type, const SkyEvent *event, const char *text)
{
  SkySurveyRound *round = &g_array_index (self->survey->rounds, SkySurveyRound, self->round);
  SkySurveyAct new_act = { .type = type, .line = get_line (event) };

  for (guint i = 0; i < round->acts->len; i++)
    {
      SkySurveyAct *act = &g_array_index (round->acts, SkySurveyAct, i);

      if (act->type == type)
        {
          char *longer = g_strconcat (act->text, "; ", text, NULL);

          g_free (act->text);
          act->text = longer;
          return;
        }
    }
  new_act.text = g_strdup (text);
  g_array_append_val (round->acts, new_act);
}

static SkySurveyWager *
find_wager (Reading *self, SkyText id)
{
  g_autofree char *name = sky_text_dup (id);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_id, name));

  return place > 0 ? &g_array_index (self->survey->wagers, SkySurveyWager, place - 1) : NULL;
}

static void
note_outcome_time (Reading *self, const SkyEvent *event)
{
  SkySurveyRound *round = &g_array_index (self->survey->rounds, SkySurveyRound, self->round);

  round->at = event->at;
}

/* Of the types of the outcome one text is made, which says of each but the result what it is. */
static void
take_outcome (Reading *self, const SkyEvent *event)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (event->type == SKY_EVENT_MOVE)
    {
      SkySurveyWager *wager = find_wager (self, event->move.wager);

      g_string_append_printf (text, "%s moved to %" G_GINT64_FORMAT,
                              wager != NULL ? wager->label : "?", event->move.number);
      if (wager != NULL)
        wager->number = event->move.number;
    }
  else
    {
      if (event->type != SKY_EVENT_RESULT && event->type != SKY_EVENT_VOID
          && event->type != SKY_EVENT_PUCK && event->type != SKY_EVENT_SHOOTER)
        g_string_append_printf (text, "%s ", sky_event_type_to_name (event->type));
      sky_event_text (event, self->formats, text);
    }
  add_act (self, SKY_EVENT_RESULT, event, text->str);
  if (event->type == SKY_EVENT_RESULT || event->type == SKY_EVENT_VOID)
    note_outcome_time (self, event);
}

static void
take_act (Reading *self, const SkyEvent *event)
{
  g_autoptr (GString) text = g_string_new (NULL);

  sky_event_text (event, self->formats, text);
  add_act (self, event->type, event, text->len > 0 ? text->str : "done");
}

/* How a result came about belongs to the throw, the spin or the shake. */
static void
take_manner (Reading *self, const SkyEvent *event)
{
  g_autoptr (GString) text = g_string_new (NULL);
  SkyEventType type = SKY_EVENT_SHAKE;

  if (self->formats->game == SKY_GAME_ROULETTE || self->formats->game == SKY_GAME_BIG_SIX)
    type = SKY_EVENT_SPIN;
  else if (self->formats->game == SKY_GAME_CRAPS || self->formats->game == SKY_GAME_MINI_CRAPS)
    type = SKY_EVENT_THROW;
  sky_result_procedure_text (event, self->formats, text);
  if (text->len > 0)
    add_act (self, type, event, text->str);
}

/* Nobody looked: what lies is not known any more. */
static void
forget (Reading *self, SkyTime at)
{
  for (guint i = 0; i < self->survey->wagers->len; i++)
    {
      SkySurveyWager *wager = &g_array_index (self->survey->wagers, SkySurveyWager, i);

      if (wager->until != NOWHERE)
        continue;
      wager->until = self->round != NOWHERE ? self->round : 0;
      wager->lost = at;
    }
  g_array_set_size (self->waiting, 0);
  self->anew = TRUE;
}

static void
begin_round (Reading *self, const SkyEvent *event)
{
  gboolean sampled = sky_log_get_header (self->survey->log)->scope.sampled;
  SkySurveyRound round = {
    .number = event->round.round,
    .line = get_line (event),
    .at = event->at,
    .start = event->at,
    .acts = new_array (sizeof (SkySurveyAct), act_clear),
    .wagers = g_array_new (FALSE, FALSE, sizeof (guint)),
    .settlements = g_array_new (FALSE, FALSE, sizeof (guint)),
  };

  /* As the audit has it: of a sample the rounds between were not looked at. */
  if (sampled && !self->anew && self->round != NOWHERE
      && round.number
             != g_array_index (self->survey->rounds, SkySurveyRound, self->round).number + 1)
    forget (self, event->at);
  round.stands = self->stands;
  self->stands = FALSE;
  self->anew = FALSE;
  self->round = self->survey->rounds->len;
  self->in_round = TRUE;
  for (guint i = 0; i < self->waiting->len; i++)
    {
      guint wager = g_array_index (self->waiting, guint, i);

      g_array_index (self->survey->wagers, SkySurveyWager, wager).round = self->round;
      g_array_append_val (round.wagers, wager);
    }
  g_array_set_size (self->waiting, 0);
  g_array_append_val (self->survey->rounds, round);
}

/* "seat 2, come_odds (come 6)": odds by what they support and where it lies. */
static char *
label_wager (Reading *self, const SkyEvent *event)
{
  GString *label = g_string_new (NULL);

  g_string_append_printf (label, "seat %" G_GINT64_FORMAT ", ", event->wager.seat);
  sky_bet_text (&event->wager.bet, label);
  if (event->wager.bet.supports.length > 0)
    {
      SkySurveyWager *wager = find_wager (self, event->wager.bet.supports);
      const char *bet = wager != NULL ? strstr (wager->label, ", ") + 2 : "?";

      g_string_append_printf (label, " (%s", bet);
      if (wager != NULL && wager->number > 0)
        g_string_append_printf (label, " %" G_GINT64_FORMAT, wager->number);
      g_string_append_c (label, ')');
    }
  return g_string_free (label, FALSE);
}

static void
take_wager (Reading *self, const SkyEvent *event)
{
  guint place = self->survey->wagers->len;
  SkySurveyWager wager = {
    .id = sky_text_dup (event->wager.wager),
    .label = label_wager (self, event),
    .bet = sky_text_dup (event->wager.bet.name),
    .seat = event->wager.seat,
    .round = self->in_round ? self->round : NOWHERE,
    .until = NOWHERE,
    .lost = G_MAXINT64,
    .line = get_line (event),
    .stakes = g_array_new (FALSE, FALSE, sizeof (SkySurveyStake)),
  };
  SkySurveyStake stake = { event->at, event->wager.amount, "" };

  g_array_append_val (wager.stakes, stake);
  g_array_append_val (self->survey->wagers, wager);
  g_hash_table_insert (self->by_id, wager.id, GUINT_TO_POINTER (place + 1));
  if (self->in_round)
    g_array_append_val (g_array_index (self->survey->rounds, SkySurveyRound, self->round).wagers,
                        place);
  else
    g_array_append_val (self->waiting, place);
}

static void
take_change (Reading *self, const SkyEvent *event)
{
  static const char *const states[] = { "", "", "taken down", "on", "off" };
  SkySurveyWager *wager = find_wager (self, event->change.wager);
  SkySurveyStake stake;

  if (wager == NULL)
    return;
  stake = *last_stake (wager);
  stake.at = event->at;
  if (event->change.amount >= 0 && event->change.action <= SKY_CHANGE_REDUCE)
    stake.amount = event->change.amount;
  else
    stake.state = states[event->change.action];
  g_array_append_val (wager->stakes, stake);
  if (event->change.action == SKY_CHANGE_REMOVE)
    wager->until = self->round;
}

/* What lies there when looking begins. */
static void
take_standing (Reading *self, const SkyEvent *event)
{
  const SkyJsonNode *list = event->standing.wagers;
  const SkyJsonNode *object = list != NULL ? sky_json_first (list) : NULL;
  char cause[160];
  SkyEvent wager;
  gint64 number;

  if (!self->anew)
    forget (self, event->at);
  if (self->in_round)
    g_array_index (self->survey->rounds, SkySurveyRound, self->round).cut = TRUE;
  self->in_round = FALSE;
  self->stands = list != NULL;
  for (guint i = 0; list != NULL && i < list->n_children; i++, object = sky_json_next (object))
    if (sky_event_read_standing (self->formats, event, object, &wager, &number, cause))
      {
        take_wager (self, &wager);
        g_array_index (self->survey->wagers, SkySurveyWager, self->survey->wagers->len - 1).number =
            number;
      }
}

static void
add_amount (GString *text, const char *name, SkyMoney amount)
{
  g_autofree char *shown = sky_money_format (amount);

  if (amount != 0)
    g_string_append_printf (text, ", %s %s", name, shown);
}

static char *
settlement_text (const SkyEvent *event)
{
  GString *text = g_string_new (sky_outcome_to_name (event->settle.outcome));

  add_amount (text, "paid", event->settle.paid);
  add_amount (text, "taken", event->settle.taken);
  add_amount (text, "returned", event->settle.returned);
  add_amount (text, "vigorish", event->settle.vig);
  if (event->settle.stays)
    g_string_append (text, ", stays up");
  return g_string_free (text, FALSE);
}

static void
add_settlement (Reading *self, SkySurveySettlement *settlement)
{
  guint place = self->survey->settlements->len;

  g_array_append_val (self->survey->settlements, *settlement);
  g_array_append_val (
      g_array_index (self->survey->rounds, SkySurveyRound, settlement->round).settlements, place);
}

static void
take_settlement (Reading *self, const SkyEvent *event)
{
  SkySurveyWager *wager = find_wager (self, event->settle.wager);
  const SkyFinding *finding =
      g_hash_table_lookup (self->by_finding, GSIZE_TO_POINTER ((gsize) event->seq));
  SkySurveySettlement settlement = {
    .round = self->round,
    .line = get_line (event),
    .as_due = finding == NULL,
    .variance = finding != NULL ? finding->variance : 0,
  };

  if (wager == NULL || self->round == NOWHERE)
    return;
  settlement.wager = (guint) (wager - (SkySurveyWager *) (gpointer) self->survey->wagers->data);
  settlement.stake = last_stake (wager)->amount;
  settlement.text = settlement_text (event);
  if (!event->settle.stays)
    wager->until = self->round;
  add_settlement (self, &settlement);
}

/* Nothing was looked at from here on; the round in progress is not whole. */
static void
take_unobserved (Reading *self, const SkyEvent *event)
{
  SkySpan span = { event->at, event->unobserved.until };

  g_array_append_val (self->survey->unobserved, span);
  if (self->in_round)
    g_array_index (self->survey->rounds, SkySurveyRound, self->round).cut = TRUE;
  self->in_round = FALSE;
  self->stands = FALSE;
  forget (self, event->at);
}

static void
take_event (Reading *self, const SkyEvent *event)
{
  sky_duties_take (self->survey->duties, event);
  if (self->survey->start == SKY_TIME_NONE)
    self->survey->start = event->at;
  self->survey->end = MAX (self->survey->end, event->at);
  switch ((guint) event->type)
    {
    case SKY_EVENT_ROUND_START:
      begin_round (self, event);
      return;
    case SKY_EVENT_WAGER:
      take_wager (self, event);
      return;
    case SKY_EVENT_WAGER_CHANGE:
      take_change (self, event);
      return;
    case SKY_EVENT_SETTLE:
      take_settlement (self, event);
      return;
    case SKY_EVENT_UNOBSERVED:
      take_unobserved (self, event);
      return;
    case SKY_EVENT_STANDING:
      take_standing (self, event);
      return;
    default:
      break;
    }
  if (!self->in_round)
    return;
  if (sky_survey_compares (event->type))
    {
      if (sky_event_type_get_class (event->type) == SKY_CLASS_OUTCOME)
        take_outcome (self, event);
      else
        take_act (self, event);
    }
  if (event->type == SKY_EVENT_RESULT)
    take_manner (self, event);
  if (event->type == SKY_EVENT_ROUND_END)
    {
      SkySurveyRound *round = &g_array_index (self->survey->rounds, SkySurveyRound, self->round);

      if (sky_survey_round_find (round, SKY_EVENT_RESULT) == NULL)
        round->at = event->at;
      self->in_round = FALSE;
    }
}

/* Whether the audit says by @finding that a settlement is not as due. */
static gboolean
is_of_settlement (const SkyFinding *finding)
{
  const SkyCheckInfo *info = sky_check_info (finding->check);

  return info->queue == SKY_QUEUE_VARIANCE && g_str_has_prefix (info->name, "settle.");
}

static void
note_findings (Reading *self, const SkyLogAudit *audit)
{
  for (guint i = 0; i < audit->findings->len; i++)
    {
      SkyFinding *finding = audit->findings->pdata[i];

      if (is_of_settlement (finding) && finding->check != SKY_CHECK_SETTLE_MISSING)
        g_hash_table_insert (self->by_finding, GSIZE_TO_POINTER ((gsize) finding->seq), finding);
    }
}

/* Where the round @number is; NOWHERE: there is none. */
static guint
find_round (Reading *self, gint64 number)
{
  for (guint i = self->survey->rounds->len; i-- > 0;)
    if (g_array_index (self->survey->rounds, SkySurveyRound, i).number == number)
      return i;
  return NOWHERE;
}

/* A settlement that was due and that nobody made is one too. */
static void
add_missing (Reading *self, const SkyLogAudit *audit)
{
  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyFinding *finding = audit->findings->pdata[i];
      SkySurveySettlement settlement = { .round = NOWHERE, .line = { .seq = finding->seq } };
      SkySurveyWager *wager = NULL;

      if (finding->check == SKY_CHECK_SETTLE_MISSING && finding->wager != NULL)
        wager = find_wager (self, (SkyText){ finding->wager, strlen (finding->wager) });
      if (wager != NULL)
        settlement.round = find_round (self, finding->round);
      if (settlement.round == NOWHERE)
        continue;
      settlement.wager = (guint) (wager - (SkySurveyWager *) (gpointer) self->survey->wagers->data);
      settlement.stake = last_stake (wager)->amount;
      settlement.variance = finding->variance;
      wager->until = settlement.round;
      add_settlement (self, &settlement);
    }
}

static gboolean
read_all (Reading *self, SkyLog *log, GError **error)
{
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, sky_game_lookup_bet);
  guint64 last_seq = 0;
  const SkyLine *line;

  self->formats = sky_log_reader_get_formats (reader);
  while ((line = sky_log_reader_next (reader)) != NULL)
    if (line->kind == SKY_LINE_EVENT)
      {
        last_seq = line->event.seq;
        take_event (self, &line->event);
      }
  sky_duties_end (self->survey->duties, last_seq, self->survey->end);
  if (sky_log_reader_get_damage (reader) == NULL)
    return TRUE;
  g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN, "%s: %s", sky_log_get_path (log),
               sky_log_reader_get_damage (reader));
  return FALSE;
}

SkySurveyLog *
sky_survey_log_read (SkyLog *log, GError **error)
{
  g_autoptr (SkyLogAudit) audit = sky_audit_log (log, &(SkyAuditOptions){ 0 }, error);
  g_autoptr (SkySurveyLog) self = NULL;
  Reading reading = { .round = NOWHERE };
  gboolean read;

  if (audit == NULL)
    return NULL;
  self = g_new0 (SkySurveyLog, 1);
  self->log = sky_log_ref (log);
  self->rounds = new_array (sizeof (SkySurveyRound), round_clear);
  self->wagers = new_array (sizeof (SkySurveyWager), wager_clear);
  self->settlements = new_array (sizeof (SkySurveySettlement), settlement_clear);
  self->duties = sky_duties_new ();
  self->unobserved = g_array_new (FALSE, FALSE, sizeof (SkySpan));
  self->start = SKY_TIME_NONE;
  self->end = SKY_TIME_NONE;

  reading.survey = self;
  reading.by_id = g_hash_table_new (g_str_hash, g_str_equal);
  reading.by_finding = g_hash_table_new (NULL, NULL);
  reading.waiting = g_array_new (FALSE, FALSE, sizeof (guint));
  note_findings (&reading, audit);
  read = read_all (&reading, log, error);
  if (read)
    add_missing (&reading, audit);
  g_hash_table_unref (reading.by_id);
  g_hash_table_unref (reading.by_finding);
  g_array_unref (reading.waiting);
  return read ? g_steal_pointer (&self) : NULL;
}
