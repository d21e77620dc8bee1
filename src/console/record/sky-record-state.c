/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-state.h"

#include <glib/gi18n.h>

#include <inttypes.h>

#include "sky-caption.h"
#include "sky-json-writer.h"
#include "sky-phrase.h"
#include "sky-record-bet.h"
#include "sky-roulette-layout.h"

static void
clear_line (gpointer data)
{
  SkyRecordLine *line = data;

  g_free (line->text);
  g_free (line->wager);
  g_free (line->bet);
}

static void
clear_due (gpointer data)
{
  SkyRecordDue *due = data;

  g_free (due->wager);
  g_free (due->name);
}

/* --- Lines ------------------------------------------------------------------------------------ */

/* Reads an event with these members, as the log will have it. It lasts as long as @parser. */
static gboolean
read_event (SkyTable *table,
            SkyJsonParser *parser,
            GString *json,
            SkyEventType type,
            const char *members,
            SkyEvent *event)
{
  const char *cause;
  const SkyJsonNode *root;
  SkyReadNote note;

  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "seq", 1);
  sky_json_add_time (json, "at", 0);
  sky_json_add_string (json, "type", sky_event_type_to_name (type));
  if (members[0] != '\0')
    g_string_append_printf (json, ",%s", members);
  sky_json_end_object (json);
  root = sky_json_parse (parser, json->str, json->len, FALSE, &cause);
  return root != NULL && sky_event_read (table->formats, root, event, &note) == SKY_READ_EVENT;
}

/* The wager as its bet has it, whether or not it lies. */
static char *
name_bet (SkyTable *table, const SkyBetRef *bet)
{
  SkyWager wager = {
    .bet = (const SkyBet *) bet->form,
    .number = (gint) bet->number,
    .dice = { (gint8) bet->dice[0], (gint8) bet->dice[1] },
    .n_numbers = bet->n_numbers,
    .area = (gint) bet->area,
  };
  g_autofree char *symbol =
      bet->form->members & SKY_MEMBER_SYMBOL ? sky_text_dup (bet->symbol) : NULL;

  wager.symbol = symbol;
  for (guint i = 0; i < bet->n_numbers; i++)
    wager.numbers[i] = bet->form->members & SKY_MEMBER_NUMBERS
                           ? (gint8) bet->numbers[i]
                           : sky_pocket_from_text (bet->number_texts[i]);
  return sky_phrase_show (sky_table_wager_name (table, &wager));
}

/* What has no words of its own is shown as it was said: "spin: wheel cw, ball ccw". */
static char *
format_members (const char *type, const char *members)
{
  GString *text = g_string_new (type);
  gboolean quoted = FALSE;

  if (members[0] != '\0')
    g_string_append (text, ": ");
  for (const char *c = members; *c != '\0'; c++)
    if (*c == '"')
      quoted = !quoted;
    else if (!quoted && *c == ',')
      g_string_append (text, ", ");
    else
      g_string_append_c (text, !quoted && *c == ':' ? ' ' : *c);
  return g_strdelimit (g_string_free (text, FALSE), "_", ' ');
}

static char *
describe_event (SkyTable *table, const SkyEvent *event, const char *members)
{
  const SkyWager *wager;
  g_autofree char *name = NULL;
  g_autofree char *amount = NULL;
  g_autofree char *text = NULL;

  switch ((gint) event->type)
    {
    case SKY_EVENT_WAGER:
      name = name_bet (table, &event->wager.bet);
      amount = sky_money_format (event->wager.amount);
      /* Translators: a seat's number, a wager, its amount. */
      return g_strdup_printf (_ ("%" PRId64 " · %s, %s"), event->wager.seat, name, amount);
    case SKY_EVENT_SETTLE:
      wager = sky_table_find_wager (table, event->settle.wager);
      if (wager == NULL)
        break;
      name = sky_phrase_show (sky_table_wager_name (table, wager));
      amount = sky_money_format (event->settle.paid);
      return g_strdup_printf (event->settle.outcome == SKY_OUTCOME_LOSE
                                  /* Translators: a seat's number, a wager. */
                                  ? _ ("%" PRId64 " · %s: taken")
                                  : event->settle.stays
                                        /* Translators: a seat's number, a wager, an amount. */
                                        ? _ ("%" PRId64 " · %s: %s paid, stays up")
                                        /* Translators: a seat's number, a wager, an amount. */
                                        : _ ("%" PRId64 " · %s: %s paid"),
                              wager->seat, name, amount);
    case SKY_EVENT_ROUND_START:
      return g_strdup_printf (_ ("Round %" PRId64 " begins"), event->round.round);
    case SKY_EVENT_RULES:
      return g_strdup (_ ("Rules Submission"));
    case SKY_EVENT_LIMITS:
      return g_strdup (_ ("Limits"));
    default:
      text = sky_caption_of_event (event);
      if (text != NULL)
        return g_steal_pointer (&text);
      break;
    }
  return format_members (sky_event_type_to_name (event->type), members);
}

char *
sky_record_state_describe (SkyTable *table, SkyEventType type, const char *members)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autoptr (GString) json = g_string_new (NULL);
  SkyEvent event;

  return read_event (table, parser, json, type, members, &event)
             ? describe_event (table, &event, members)
             : g_strdup_printf ("%s %s", sky_event_type_to_name (type), members);
}

static SkyRecordLine
make_line (SkyTable *table, SkyJsonParser *parser, const SkyCodingLine *line)
{
  SkyRecordLine made = {
    .at = line->at, .unsure = line->unsure, .recording = line->recording, .frame = line->frame
  };
  g_autoptr (GString) json = g_string_new (NULL);
  SkyEvent event;

  if (!read_event (table, parser, json, line->type, line->members, &event))
    {
      made.text = g_strdup (sky_event_type_to_name (line->type));
      return made;
    }
  made.text = describe_event (table, &event, line->members);
  if (event.type == SKY_EVENT_WAGER)
    {
      made.wager = sky_text_dup (event.wager.wager);
      made.bet = sky_record_bet_format (&event.wager.bet, event.wager.seat);
      made.amount = event.wager.amount;
    }
  else if (event.type == SKY_EVENT_SETTLE)
    made.wager = sky_text_dup (event.settle.wager);
  return made;
}

/* --- What is due ------------------------------------------------------------------------------ */

static gint
compare_due (gconstpointer a, gconstpointer b)
{
  const SkyRecordDue *one = a;
  const SkyRecordDue *other = b;

  return one->seat < other->seat ? -1 : one->seat > other->seat;
}

static void
add_due (SkyRecordState *self, SkyCoding *coding, const SkyWager *wager)
{
  SkyTable *table = sky_coding_get_table (coding);
  SkyRecordDue due = { .seat = wager->seat, .amount = wager->amount };

  if (wager->status != SKY_WAGER_UP
      || (self->round != 0 && wager->settlement.seq > table->round_seq))
    return;
  due.wager = g_strdup (wager->id);
  due.name = sky_phrase_show (sky_table_wager_name (table, wager));
  due.not_permissible = wager->not_permissible && wager->unseen == SKY_UNSEEN_NOTHING;
  due.proposed = sky_coding_get_proposal (coding, wager, &due.due);
  g_array_append_val (self->due, due);
}

/* --- The state -------------------------------------------------------------------------------- */

SkyRecordState *
sky_record_state_new (
    SkyCoding *coding, gboolean blind, GArray *rounds, GArray *away, SkyTime written, GArray *bets)
{
  SkyRecordState *self = g_new0 (SkyRecordState, 1);
  SkyTable *table = sky_coding_get_table (coding);
  SkyJsonParser *parser = sky_json_parser_new ();

  self->game = table->id;
  self->blind = blind;
  self->phase = sky_coding_get_phase (coding);
  self->round = table->round;
  self->last_round = table->last_round;
  self->corrected = sky_coding_get_corrected (coding);
  self->n_written = sky_coding_get_n_written (coding);
  self->can_undo = sky_coding_can_undo (coding);
  self->n_cards = sky_coding_get_n_cards (coding);
  self->throws = table->game->bets_end == SKY_BETS_END_NEVER;
  self->last = table->started ? table->at : SKY_TIME_NONE;
  self->written = written;
  self->scene = sky_scene_new (table, self->last);
  self->rounds = g_array_ref (rounds);
  self->away = g_array_ref (away);
  self->bets = g_array_ref (bets);
  /* The picture of a blind recording shows no more than what lies. */
  for (guint i = 0; blind && i < self->scene->wagers->len; i++)
    {
      SkySceneWager *wager = &g_array_index (self->scene->wagers, SkySceneWager, i);

      wager->due = (SkyDue){ .outcome = SKY_OUTCOME_NONE };
    }

  self->lines = g_array_new (FALSE, FALSE, sizeof (SkyRecordLine));
  g_array_set_clear_func (self->lines, clear_line);
  for (guint i = 0; i < sky_coding_get_n_lines (coding); i++)
    {
      SkyCodingLine line = sky_coding_get_line (coding, i);
      SkyRecordLine made = make_line (table, parser, &line);

      g_array_append_val (self->lines, made);
    }
  sky_json_parser_free (parser);

  self->due = g_array_new (FALSE, FALSE, sizeof (SkyRecordDue));
  g_array_set_clear_func (self->due, clear_due);
  for (guint i = 0; i < table->up->len; i++)
    add_due (self, coding, table->up->pdata[i]);
  g_array_sort (self->due, compare_due);
  return self;
}

void
sky_record_state_free (SkyRecordState *self)
{
  if (self == NULL)
    return;
  sky_scene_unref (self->scene);
  g_array_unref (self->lines);
  g_array_unref (self->due);
  g_array_unref (self->rounds);
  g_array_unref (self->away);
  g_array_unref (self->bets);
  g_free (self);
}

SkyTime
sky_record_state_get_reached (const SkyRecordState *self)
{
  SkyTime reached = self->written;

  for (guint i = 0; i < self->rounds->len; i++)
    reached = MAX (reached, g_array_index (self->rounds, SkyRecordRound, i).end);
  for (guint i = 0; i < self->away->len; i++)
    reached = MAX (reached, g_array_index (self->away, SkyRecordAway, i).until);
  return reached;
}

const SkyRecordDue *
sky_record_state_find_due (const SkyRecordState *self, const char *wager)
{
  for (guint i = 0; wager != NULL && i < self->due->len; i++)
    {
      const SkyRecordDue *due = &g_array_index (self->due, SkyRecordDue, i);

      if (g_str_equal (due->wager, wager))
        return due;
    }
  return NULL;
}

gint
sky_record_state_find_placed (const SkyRecordState *self, const char *wager)
{
  for (guint i = 0; i < self->lines->len; i++)
    {
      const SkyRecordLine *line = &g_array_index (self->lines, SkyRecordLine, i);

      if (line->bet != NULL && g_strcmp0 (line->wager, wager) == 0)
        return (gint) i;
    }
  return -1;
}

gint
sky_record_state_find_bet (const SkyRecordState *self, const char *bet)
{
  for (guint i = 0; i < self->lines->len; i++)
    if (g_strcmp0 (g_array_index (self->lines, SkyRecordLine, i).bet, bet) == 0)
      return (gint) i;
  return -1;
}
