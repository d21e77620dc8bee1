/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-coding.h"

#include "sky-deal-private.h"
#include "sky-draft-private.h"
#include "sky-json-writer.h"
#include "sky-log-writer-private.h"
#include "sky-roulette-layout.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_PERCENT 150 /* the speed up to which somebody sees what is paid */

/* A stretch of the log's time. */
typedef struct
{
  SkyTime from;
  SkyTime until;
} Stretch;

/* A wager that ended in the last round. */
typedef struct
{
  gint64 seat;
  char *supports; /* the id of the wager that it lay by; NULL: none */
  char *members;  /* all but its id and what it supports */
} Ended;

struct _SkyCoding
{
  SkyLogWriter *writer;
  SkyLogAppender *journal;
  char *path;
  char *corrector; /* NULL: the coder */
  gboolean blind;
  SkyDraft draft;
  GString *text; /* of the line that is read */
  SkyJsonParser *parser;

  SkyLogPast past; /* after the draft's last line */
  GArray *seqs;    /* guint64: by which the table knows the draft's lines */
  GArray *ended;   /* of Ended */

  SkyTime at;
  gint recording;
  SkyTime frame;
  GArray *played; /* of Stretch, in the order of their beginnings, none within another */
};

static gboolean
refuse (GError **error, SkyRecordError code, const char *cause)
{
  g_set_error_literal (error, SKY_RECORD_ERROR, code, cause);
  return FALSE;
}

static void
clear_ended (gpointer data)
{
  Ended *ended = data;

  g_free (ended->supports);
  g_free (ended->members);
}

/* The table after the draft. */

static void
append_line (GString *json, const SkyDraftLine *line)
{
  if (line->members[0] != '\0')
    g_string_append_printf (json, ",%s", line->members);
  if (line->recording >= 0)
    {
      sky_json_begin_array (json, "frame");
      sky_json_add_int (json, NULL, line->recording);
      sky_json_add_int (json, NULL, line->frame);
      sky_json_end_array (json);
    }
  if (line->unsure)
    sky_json_add_bool (json, "unsure", TRUE);
}

/* Reads @line by the format, and feeds it to the table. */
static gboolean
follow_line (SkyCoding *self, const SkyDraftLine *line, GError **error)
{
  GString *json = self->text;
  const char *cause = NULL;
  const SkyJsonNode *root;
  SkyEvent event;
  SkyReadNote note;

  g_string_truncate (json, 0);
  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "seq", (gint64) self->past.seq + 1);
  sky_json_add_time (json, "at", line->at);
  sky_json_add_string (json, "type", sky_event_type_to_name (line->type));
  append_line (json, line);
  sky_json_end_object (json);
  root = sky_json_parse (self->parser, json->str, json->len, FALSE, &cause);
  if (root == NULL
      || sky_event_read (sky_log_writer_get_formats (self->writer), root, &event, &note)
             != SKY_READ_EVENT)
    {
      g_set_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_LINE,
                   _ ("%s: no event of this log: %s"), json->str,
                   root == NULL ? cause : note.cause);
      return FALSE;
    }
  sky_log_past_follow (&self->past, &event);
  self->past.seq++;
  self->past.at = line->at;
  g_array_append_val (self->seqs, self->past.table->seq);
  return TRUE;
}

/* The wager as it would be placed again. */
static char *
format_wager (const SkyWager *wager)
{
  g_autoptr (GString) json = g_string_new ("{");
  SkyBetMembers members = wager->bet->form.members;
  char pocket[4];

  sky_json_add_int (json, "seat", wager->seat);
  sky_json_add_string (json, "bet", wager->bet->form.bet);
  sky_json_add_int (json, "amount", wager->amount);
  if (members & SKY_MEMBER_NUMBER)
    sky_json_add_int (json, "number", wager->number);
  if (members & SKY_MEMBER_NUMBER_TEXT)
    sky_json_add_string (json, "number", sky_pocket_to_text (wager->numbers[0], pocket));
  if (members & SKY_MEMBER_AREA)
    sky_json_add_int (json, "area", wager->area);
  if (members & SKY_MEMBER_SYMBOL)
    sky_json_add_string (json, "symbol", wager->symbol);
  if (members & SKY_MEMBER_DICE)
    {
      sky_json_begin_array (json, "dice");
      sky_json_add_int (json, NULL, wager->dice[0]);
      sky_json_add_int (json, NULL, wager->dice[1]);
      sky_json_end_array (json);
    }
  if (members & (SKY_MEMBER_NUMBERS | SKY_MEMBER_NUMBERS_TEXT))
    {
      sky_json_begin_array (json, "numbers");
      for (guint i = 0; i < wager->n_numbers; i++)
        if (members & SKY_MEMBER_NUMBERS_TEXT)
          sky_json_add_string (json, NULL, sky_pocket_to_text (wager->numbers[i], pocket));
        else
          sky_json_add_int (json, NULL, wager->numbers[i]);
      sky_json_end_array (json);
    }
  return g_strdup (json->str + 1);
}

/* Keeps what ended in the last round, of a table between rounds. */
static void
note_ended (SkyCoding *self)
{
  SkyTable *table = self->past.table;

  g_array_set_size (self->ended, 0);
  for (guint i = 0; i < sky_wager_book_get_n_wagers (table->wagers); i++)
    {
      const SkyWager *wager = sky_wager_book_get_wager (table->wagers, i);
      Ended ended;

      if (wager->status != SKY_WAGER_ENDED || wager->settlement.seq <= table->round_seq
          || wager->bet == NULL || wager->not_permissible
          || (wager->bet->flags & SKY_BET_IS_LATER) != 0)
        continue;
      ended = (Ended){ wager->seat, NULL, format_wager (wager) };
      if (wager->bet->form.members & SKY_MEMBER_SUPPORTS)
        ended.supports = g_strdup (wager->supports != NULL ? wager->supports->id : "");
      g_array_append_val (self->ended, ended);
    }
}

/* The table as the log says, and after the draft's lines. */
static gboolean
rebuild (SkyCoding *self, GError **error)
{
  GPtrArray *lines = sky_draft_get_lines (&self->draft);

  sky_log_past_clear (&self->past);
  g_array_set_size (self->seqs, 0);
  if (!sky_log_writer_look_back (self->writer, self->draft.corrects, &self->past, error))
    return FALSE;
  note_ended (self);
  if (self->draft.corrects != 0)
    {
      self->past.round = self->draft.corrects;
      self->past.next = TRUE;
    }
  for (guint i = 0; i < lines->len; i++)
    if (!follow_line (self, lines->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* The journal. */

static gboolean
save (SkyCoding *self, GError **error)
{
  g_autofree char *line = sky_draft_save (&self->draft);

  return sky_log_appender_add (self->journal, line, strlen (line), error)
         && sky_log_appender_flush (self->journal, error);
}

/* An empty draft after what the log has. */
static gboolean
begin_draft (SkyCoding *self, GError **error)
{
  sky_draft_clear (&self->draft);
  sky_draft_init (&self->draft, sky_log_writer_get_seq (self->writer));
  return sky_log_appender_cut_back (self->journal, 0, error) && rebuild (self, error);
}

/* How many of @lines the draft has at the same places, one after the other. */
static guint
count_same (const SkyCoding *self, const GPtrArray *lines)
{
  const GPtrArray *now = sky_draft_get_lines (&self->draft);
  guint n = 0;

  while (n < lines->len && n < now->len && lines->pdata[n] == now->pdata[n])
    n++;
  return n;
}

/* Makes @lines (transfer full) the draft. Lines behind those that it has are fed alone. */
static gboolean
take (SkyCoding *self, GPtrArray *lines, GError **error)
{
  guint before = self->draft.now, same = count_same (self, lines);
  gboolean longer = same == sky_coding_get_n_lines (self);
  GError *failure = NULL;

  sky_draft_push (&self->draft, lines);
  if (!longer)
    rebuild (self, &failure);
  for (guint i = same; longer && i < lines->len && failure == NULL; i++)
    follow_line (self, lines->pdata[i], &failure);
  if (failure == NULL && save (self, &failure))
    return TRUE;
  /* As it was; the log that gave it gives it again. */
  g_ptr_array_set_size (self->draft.versions, (gint) before + 1);
  self->draft.now = before;
  rebuild (self, NULL);
  g_propagate_error (error, failure);
  return FALSE;
}

/* Closing. */

/* Writes the lines of a draft that is being closed from the one numbered @first. */
static gboolean
write_lines (SkyCoding *self, guint first, GError **error)
{
  GPtrArray *lines = sky_draft_get_lines (&self->draft);

  for (guint i = first; i < lines->len; i++)
    {
      const SkyDraftLine *line = lines->pdata[i];
      GString *json =
          sky_log_writer_begin (self->writer, sky_event_type_to_name (line->type), line->at);

      append_line (json, line);
      if (sky_log_writer_end (self->writer, error) == 0)
        return FALSE;
    }
  return sky_log_writer_sync (self->writer, error);
}

/* What the journal has of a session that was cut off: a draft to go on with, or a closing to
 * finish. */
static gboolean
recover (SkyCoding *self, const char *journal, GError **error)
{
  guint64 seq = sky_log_writer_get_seq (self->writer);
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (journal, &text, &length, NULL)
      || !sky_draft_load (&self->draft, text, length) || seq < self->draft.base
      || (!self->draft.closing && seq != self->draft.base))
    return begin_draft (self, error);
  if (!self->draft.closing)
    return rebuild (self, error);
  return (seq - self->draft.base >= sky_draft_get_lines (&self->draft)->len
          || write_lines (self, (guint) (seq - self->draft.base), error))
         && begin_draft (self, error);
}

SkyCoding *
sky_coding_open (
    const char *path, const char *journal, guint mode, const SkyLogHeader *header, GError **error)
{
  g_autoptr (SkyCoding) self = g_new0 (SkyCoding, 1);

  self->path = g_strdup (path);
  self->blind = header->record.blind;
  self->text = g_string_new (NULL);
  self->parser = sky_json_parser_new ();
  self->seqs = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->ended = g_array_new (FALSE, FALSE, sizeof (Ended));
  g_array_set_clear_func (self->ended, clear_ended);
  self->played = g_array_new (FALSE, FALSE, sizeof (Stretch));
  self->at = SKY_TIME_NONE;
  self->recording = -1;
  self->writer = sky_log_writer_open (path, mode, header, error);
  if (self->writer == NULL || !sky_log_writer_sync (self->writer, error))
    return NULL;
  self->journal = sky_log_appender_open (journal, mode, error);
  if (self->journal == NULL || !recover (self, journal, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
sky_coding_free (SkyCoding *self)
{
  if (self == NULL)
    return;
  sky_log_writer_free (self->writer);
  sky_log_appender_free (self->journal);
  sky_log_past_clear (&self->past);
  sky_draft_clear (&self->draft);
  sky_json_parser_free (self->parser);
  g_string_free (self->text, TRUE);
  g_array_unref (self->seqs);
  g_array_unref (self->ended);
  g_array_unref (self->played);
  g_free (self->path);
  g_free (self->corrector);
  g_free (self);
}

/* What is there. */

SkyTable *
sky_coding_get_table (const SkyCoding *self)
{
  return self->past.table;
}

gint64
sky_coding_get_corrected (const SkyCoding *self)
{
  return self->draft.corrects;
}

guint64
sky_coding_get_n_written (const SkyCoding *self)
{
  return self->draft.base;
}

guint
sky_coding_get_n_lines (const SkyCoding *self)
{
  return sky_draft_get_lines (&self->draft)->len;
}

SkyCodingLine
sky_coding_get_line (const SkyCoding *self, guint line)
{
  const SkyDraftLine *found = sky_draft_get_lines (&self->draft)->pdata[line];

  return (SkyCodingLine){ found->type,   found->at,        found->members,
                          found->unsure, found->recording, found->frame };
}

static gboolean
is_settled_now (const SkyTable *table, const SkyWager *wager)
{
  return wager->settlement.seq > table->round_seq;
}

gboolean
sky_coding_get_due (const SkyCoding *self, const SkyWager *wager, SkySettlement *due)
{
  if (wager->status != SKY_WAGER_UP || wager->due.outcome == SKY_OUTCOME_NONE || wager->due.optional
      || is_settled_now (self->past.table, wager))
    return FALSE;
  *due = (SkySettlement){
    .outcome = wager->due.outcome,
    .stays = wager->due.may_stay,
    .paid = wager->due.paid,
    .taken = wager->due.may_stay ? 0 : wager->due.taken,
    .returned = wager->due.may_stay ? 0 : wager->due.returned,
    .vig = wager->due.vig,
  };
  return TRUE;
}

gboolean
sky_coding_get_proposal (const SkyCoding *self, const SkyWager *wager, SkySettlement *due)
{
  return !self->blind && sky_coding_get_due (self, wager, due);
}

static gboolean
is_anything_due (const SkyCoding *self)
{
  const SkyTable *table = self->past.table;
  SkySettlement due;

  for (guint i = 0; i < table->up->len; i++)
    if (sky_coding_get_due (self, table->up->pdata[i], &due))
      return TRUE;
  return FALSE;
}

/* Whether the round has what decides wagers: a result, a void, or cards after which something was
 * settled. */
static gboolean
has_outcome (const SkyCoding *self)
{
  GPtrArray *lines = sky_draft_get_lines (&self->draft);

  for (guint i = 0; i < lines->len; i++)
    {
      SkyEventType type = ((SkyDraftLine *) lines->pdata[i])->type;

      if (type == SKY_EVENT_RESULT || type == SKY_EVENT_VOID || type == SKY_EVENT_SETTLE)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_closed (const SkyCoding *self)
{
  GPtrArray *lines = sky_draft_get_lines (&self->draft);

  for (guint i = 0; i < lines->len; i++)
    {
      SkyEventType type = ((SkyDraftLine *) lines->pdata[i])->type;

      if (type == SKY_EVENT_NO_MORE_BETS || type == SKY_EVENT_THROW)
        return TRUE;
    }
  return self->past.table->betting_closed;
}

SkyCodingPhase
sky_coding_get_phase (const SkyCoding *self)
{
  if (self->past.table->round == 0)
    return SKY_CODING_BETWEEN;
  if (is_anything_due (self))
    return SKY_CODING_RESULT;
  if (has_outcome (self))
    return SKY_CODING_SETTLED;
  return has_closed (self) ? SKY_CODING_CLOSED : SKY_CODING_BETS;
}

/* What was looked at. */

void
sky_coding_set_clock (SkyCoding *self, SkyTime at, gint recording, SkyTime frame)
{
  self->at = at;
  self->recording = recording;
  self->frame = frame;
}

void
sky_coding_add_played (SkyCoding *self, SkyTime from, SkyTime until, guint percent)
{
  Stretch added = { from, until };
  guint i = 0;

  if (percent > MAX_PERCENT || until <= from)
    return;
  while (i < self->played->len)
    {
      const Stretch *other = &g_array_index (self->played, Stretch, i);

      if (other->until < added.from || other->from > added.until)
        {
          i++;
          continue;
        }
      added.from = MIN (added.from, other->from);
      added.until = MAX (added.until, other->until);
      g_array_remove_index (self->played, i);
    }
  g_array_append_val (self->played, added);
}

static gboolean
was_played (const SkyCoding *self, SkyTime from, SkyTime until)
{
  for (guint i = 0; i < self->played->len; i++)
    {
      const Stretch *stretch = &g_array_index (self->played, Stretch, i);

      if (stretch->from <= from && stretch->until >= until)
        return until > from;
    }
  return FALSE;
}

/* When the event came that the table knows by @seq. */
static SkyTime
find_time (const SkyCoding *self, guint64 seq)
{
  GPtrArray *lines = sky_draft_get_lines (&self->draft);

  for (guint i = 0; i < self->seqs->len; i++)
    if (g_array_index (self->seqs, guint64, i) == seq)
      return ((SkyDraftLine *) lines->pdata[i])->at;
  return self->past.table->round_at;
}

/* Actions. */

static gboolean
has_wager (const SkyTable *table, const char *id)
{
  return sky_table_find_wager (table, (SkyText){ id, strlen (id) }) != NULL;
}

/* An id that neither the log nor the draft has, nor the first @n_taken that this found. */
static char *
find_id (const SkyCoding *self, guint n_taken)
{
  const SkyTable *logged = sky_log_writer_get_table (self->writer), *table = self->past.table;
  guint n = MAX (sky_wager_book_get_n_wagers (logged->wagers),
                 sky_wager_book_get_n_wagers (table->wagers));
  g_autofree char *id = NULL;

  for (guint found = 0; found <= n_taken;)
    {
      g_free (id);
      id = g_strdup_printf ("w%u", ++n);
      found += !has_wager (logged, id) && !has_wager (table, id);
    }
  return g_steal_pointer (&id);
}

/* A line of now, at place @place of @lines. */
static void
insert_line (
    const SkyCoding *self, GPtrArray *lines, guint place, SkyEventType type, const char *members)
{
  SkyTime last = place > 0 ? ((SkyDraftLine *) lines->pdata[place - 1])->at : self->past.at;
  SkyTime at = last != SKY_TIME_NONE ? MAX (last, self->at) : self->at;

  /* The rounds behind a corrected one stay where they are. */
  if (self->draft.corrects != 0)
    at = MIN (at, self->draft.until);
  g_ptr_array_insert (lines, (gint) place,
                      sky_draft_line_new (type, at, members, self->recording, self->frame));
}

/* A line of now, behind all that came before it. What is seen only when the recording is played
 * again lies among the lines by its time; the first line, which begins the round, stays first. */
static void
add_line (const SkyCoding *self, GPtrArray *lines, SkyEventType type, const char *members)
{
  guint place = lines->len;
  SkyTime at = place > 0 ? MAX (self->at, ((SkyDraftLine *) lines->pdata[0])->at) : self->at;

  while (place > 1 && ((SkyDraftLine *) lines->pdata[place - 1])->at > at)
    place--;
  insert_line (self, lines, place, type, members);
}

static gboolean
has_clock (const SkyCoding *self, GError **error)
{
  return self->at != SKY_TIME_NONE
         || refuse (error, SKY_RECORD_ERROR_PHASE,
                    _ ("nothing is looked at: the clock is not set"));
}

static void
add_round_start (const SkyCoding *self, GPtrArray *lines)
{
  g_autofree char *members =
      g_strdup_printf ("\"round\":%" G_GINT64_FORMAT, self->past.table->last_round + 1);

  add_line (self, lines, SKY_EVENT_ROUND_START, members);
}

gboolean
sky_coding_add (SkyCoding *self, SkyEventType type, const char *members, GError **error)
{
  GPtrArray *lines;

  if (!has_clock (self, error))
    return FALSE;
  if (type == SKY_EVENT_AGAIN || type == SKY_EVENT_ROUND_END || type == SKY_EVENT_UNOBSERVED)
    return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("this ends or corrects a round"));
  lines = sky_draft_copy_lines (&self->draft);
  if (self->past.table->round == 0 && type == SKY_EVENT_WAGER)
    add_round_start (self, lines);
  add_line (self, lines, type, members);
  return take (self, lines, error);
}

/* "17", "43": a result that is awaited, or NULL. */
static SkyEntry *
parse_result (SkyCoding *self, const char *text, const SkyEntryHand *hand)
{
  g_autofree char *result =
      g_strdup_printf ("%s %s", sky_event_type_to_name (SKY_EVENT_RESULT), text);

  if (!g_ascii_isdigit (text[0]) || sky_coding_get_phase (self) != SKY_CODING_CLOSED)
    return NULL;
  return sky_entry_parse (result, hand, self->past.table, "", NULL);
}

SkyEntry *
sky_coding_parse (SkyCoding *self, const char *text, const SkyEntryHand *hand, GError **error)
{
  g_autofree char *id = find_id (self, 0);
  SkyEntry *entry = parse_result (self, text, hand);

  return entry != NULL ? entry : sky_entry_parse (text, hand, self->past.table, id, error);
}

/* Who is still to get a card in the round in hand. */
static GArray *
find_places (const SkyCoding *self, gboolean *is_war)
{
  GPtrArray *lines = sky_draft_get_lines (&self->draft);
  guint dealt[2] = { 0, 0 };

  for (guint i = 0; i < lines->len; i++)
    {
      const SkyDraftLine *line = lines->pdata[i];

      if (line->type == SKY_EVENT_DEAL)
        dealt[strstr (line->members, "\"deal\":\"war\"") != NULL]++;
    }
  return sky_deal_find_places (self->past.table, dealt[0], dealt[1], is_war);
}

guint
sky_coding_get_n_cards (const SkyCoding *self)
{
  gboolean is_war;
  g_autoptr (GArray) places = find_places (self, &is_war);

  return places->len;
}

/* Deals the cards in @text. */
static gboolean
enter_cards (SkyCoding *self, const char *text, GError **error)
{
  gboolean is_war;
  g_autoptr (GArray) places = find_places (self, &is_war);
  GPtrArray *lines;

  if (!has_clock (self, error))
    return FALSE;
  if (strlen (text) / 2 > places->len)
    {
      g_set_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_ENTRY,
                   _ ("%s: more cards than places that await one: %u"), text, places->len);
      return FALSE;
    }
  lines = sky_draft_copy_lines (&self->draft);
  for (guint i = 0; text[2 * i] != '\0'; i++)
    {
      g_autofree char *members =
          sky_deal_format (text + 2 * i, g_array_index (places, gint64, i), is_war);

      add_line (self, lines, SKY_EVENT_DEAL, members);
    }
  return take (self, lines, error);
}

gboolean
sky_coding_enter (SkyCoding *self, const char *text, const SkyEntryHand *hand, GError **error)
{
  g_autoptr (SkyEntry) entry = NULL;

  if (sky_deal_is_cards (text) && sky_coding_get_n_cards (self) > 0)
    return enter_cards (self, text, error);
  entry = sky_coding_parse (self, text, hand, error);
  return entry != NULL && sky_coding_add (self, entry->type, entry->members, error);
}

gboolean
sky_coding_advance (SkyCoding *self, GError **error)
{
  GPtrArray *lines;

  if (!has_clock (self, error))
    return FALSE;
  switch (sky_coding_get_phase (self))
    {
    case SKY_CODING_BETWEEN:
      lines = sky_draft_copy_lines (&self->draft);
      add_round_start (self, lines);
      return take (self, lines, error);
    case SKY_CODING_BETS:
      return sky_coding_add (self,
                             self->past.table->game->bets_end == SKY_BETS_END_NEVER
                                 ? SKY_EVENT_THROW
                                 : SKY_EVENT_NO_MORE_BETS,
                             "", error);
    case SKY_CODING_CLOSED:
      return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("the result is awaited"));
    case SKY_CODING_RESULT:
      return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("wagers are due"));
    case SKY_CODING_SETTLED:
      break;
    }
  return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("the round is to be closed"));
}

gboolean
sky_coding_repeat (SkyCoding *self, gint64 seat, GError **error)
{
  SkyCodingPhase phase = sky_coding_get_phase (self);
  GPtrArray *lines;
  guint n = 0, n_wagers = 0;

  if (!has_clock (self, error))
    return FALSE;
  if (phase != SKY_CODING_BETWEEN && phase != SKY_CODING_BETS)
    return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("wagers are no longer placed"));
  lines = sky_draft_copy_lines (&self->draft);
  for (guint i = 0; i < self->ended->len; i++)
    {
      const Ended *ended = &g_array_index (self->ended, Ended, i);
      const SkyWager *by =
          ended->supports != NULL ? sky_table_find_wager (
              self->past.table, (SkyText){ ended->supports, strlen (ended->supports) })
                                  : NULL;
      g_autoptr (GString) members = NULL;
      g_autofree char *id = NULL;

      if ((seat != 0 && ended->seat != seat)
          || (ended->supports != NULL && (by == NULL || by->status != SKY_WAGER_UP)))
        continue;
      if (n == 0 && phase == SKY_CODING_BETWEEN)
        {
          add_round_start (self, lines);
          n++;
        }
      id = find_id (self, n_wagers++);
      members = g_string_new (NULL);
      g_string_printf (members, "\"wager\":\"%s\",%s", id, ended->members);
      if (by != NULL)
        sky_json_add_string (members, "supports", by->id);
      add_line (self, lines, SKY_EVENT_WAGER, members->str);
      n++;
    }
  if (n > 0)
    return take (self, lines, error);
  g_ptr_array_unref (lines);
  return refuse (error, SKY_RECORD_ERROR_PHASE,
                 _ ("the last round has no wagers to be laid again"));
}

/* Adds a `settle` to @lines. */
static void
add_settlement (const SkyCoding *self,
                GPtrArray *lines,
                const char *id,
                const SkySettlement *settlement,
                const char *as)
{
  g_autoptr (GString) json = g_string_new ("{");

  sky_json_add_string (json, "wager", id);
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
  sky_json_add_string (json, "as", as);
  add_line (self, lines, SKY_EVENT_SETTLE, json->str + 1);
}

/* Whether somebody saw what happened since @wager was decided. */
static gboolean
was_seen (const SkyCoding *self, const SkyWager *wager)
{
  return was_played (self, find_time (self, wager->due.seq), self->at);
}

gboolean
sky_coding_accept (SkyCoding *self, const char *id, GError **error)
{
  const SkyTable *table = self->past.table;
  GPtrArray *lines;
  SkySettlement due;
  guint n = 0;

  if (!has_clock (self, error))
    return FALSE;
  if (self->blind)
    return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("nothing is proposed: the coding is blind"));
  lines = sky_draft_copy_lines (&self->draft);
  for (guint losing = 2; losing-- > 0;)
    for (guint i = 0; i < table->up->len; i++)
      {
        const SkyWager *wager = table->up->pdata[i];

        if ((id != NULL && !g_str_equal (wager->id, id)) || !sky_coding_get_due (self, wager, &due)
            || (due.outcome == SKY_OUTCOME_LOSE) != losing)
          continue;
        if (!was_seen (self, wager))
          {
            g_ptr_array_unref (lines);
            return refuse (error, SKY_RECORD_ERROR_NOT_PLAYED,
                           _ ("the stretch since the decision was not played"));
          }
        add_settlement (self, lines, wager->id, &due, "due");
        n++;
      }
  if (n > 0)
    return take (self, lines, error);
  g_ptr_array_unref (lines);
  return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("nothing is due"));
}

gboolean
sky_coding_settle (SkyCoding *self, const char *id, const SkySettlement *settlement, GError **error)
{
  GPtrArray *lines;

  if (!has_clock (self, error))
    return FALSE;
  lines = sky_draft_copy_lines (&self->draft);
  add_settlement (self, lines, id, settlement, "seen");
  return take (self, lines, error);
}

gboolean
sky_coding_set_unsure (SkyCoding *self, guint line, gboolean unsure, GError **error)
{
  GPtrArray *lines = sky_draft_copy_lines (&self->draft);
  const SkyDraftLine *old = lines->pdata[line];
  SkyDraftLine *changed =
      sky_draft_line_new (old->type, old->at, old->members, old->recording, old->frame);

  changed->unsure = unsure;
  sky_draft_line_unref (lines->pdata[line]);
  lines->pdata[line] = changed;
  return take (self, lines, error);
}

/* The id of the wager that @line places, as its members have it: "\"w3\""; NULL: it places none. */
static char *
find_placed (const SkyDraftLine *line)
{
  static const char member[] = "\"wager\":\"";
  const char *from = strstr (line->members, member);
  const char *end = from != NULL ? strchr (from + strlen (member), '"') : NULL;

  if (line->type != SKY_EVENT_WAGER || end == NULL)
    return NULL;
  return g_strndup (from + strlen (member) - 1, (gsize) (end - from) - strlen (member) + 2);
}

/* Whether @line says something of the wager with this id. */
static gboolean
names (const SkyDraftLine *line, const char *placed)
{
  g_autofree char *wager = g_strconcat ("\"wager\":", placed, NULL);
  g_autofree char *supports = g_strconcat ("\"supports\":", placed, NULL);

  return strstr (line->members, wager) != NULL || strstr (line->members, supports) != NULL;
}

gboolean
sky_coding_remove (SkyCoding *self, guint line, GError **error)
{
  g_autofree char *placed = NULL;
  GPtrArray *lines;

  if (line >= sky_coding_get_n_lines (self))
    return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("the round has no such line"));
  lines = sky_draft_copy_lines (&self->draft);
  if (((SkyDraftLine *) lines->pdata[line])->type == SKY_EVENT_ROUND_START && lines->len > line + 1)
    {
      g_ptr_array_unref (lines);
      return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("lines follow the beginning of the round"));
    }
  placed = find_placed (lines->pdata[line]);
  g_ptr_array_remove_index (lines, line);
  for (guint i = lines->len; placed != NULL && i-- > line;)
    if (names (lines->pdata[i], placed))
      g_ptr_array_remove_index (lines, i);
  return take (self, lines, error);
}

gboolean
sky_coding_set_amount (SkyCoding *self, guint line, SkyMoney amount, GError **error)
{
  static const char member[] = "\"amount\":";
  const SkyDraftLine *old;
  SkyDraftLine *changed;
  const char *from, *end;
  g_autoptr (GString) members = NULL;
  GPtrArray *lines;

  if (line >= sky_coding_get_n_lines (self))
    return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("the round has no such line"));
  old = sky_draft_get_lines (&self->draft)->pdata[line];
  from = old->type == SKY_EVENT_WAGER ? strstr (old->members, member) : NULL;
  if (from == NULL)
    return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("this line places no wager"));
  from += strlen (member);
  for (end = from; g_ascii_isdigit (*end);)
    end++;
  members = g_string_new_len (old->members, from - old->members);
  g_string_append_printf (members, "%" G_GINT64_FORMAT "%s", amount, end);
  changed = sky_draft_line_new (old->type, old->at, members->str, old->recording, old->frame);
  changed->unsure = old->unsure;
  lines = sky_draft_copy_lines (&self->draft);
  sky_draft_line_unref (lines->pdata[line]);
  lines->pdata[line] = changed;
  return take (self, lines, error);
}

/* Undo. */

static gboolean
go_to (SkyCoding *self, guint version, GError **error)
{
  self->draft.now = version;
  return rebuild (self, error) && save (self, error);
}

gboolean
sky_coding_can_undo (const SkyCoding *self)
{
  return self->draft.now > 0;
}

gboolean
sky_coding_undo (SkyCoding *self, GError **error)
{
  if (!sky_coding_can_undo (self))
    return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("nothing can be taken back"));
  return go_to (self, self->draft.now - 1, error);
}

gboolean
sky_coding_redo (SkyCoding *self, GError **error)
{
  if (self->draft.now + 1 >= self->draft.versions->len)
    return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("nothing was taken back"));
  return go_to (self, self->draft.now + 1, error);
}

/* The end of a round. */

/* Writes @lines (transfer full), with `again` before them where they correct a round. */
static gboolean
write_draft (SkyCoding *self, GPtrArray *lines, GError **error)
{
  if (self->draft.corrects != 0 && lines->len > 0)
    {
      const SkyDraftLine *first = lines->pdata[0];
      g_autoptr (GString) json = g_string_new ("{");

      sky_json_add_int (json, "round", self->draft.corrects);
      sky_json_add_string (json, "reason", self->draft.reason);
      if (self->corrector != NULL)
        sky_json_add_string (json, "by", self->corrector);
      g_ptr_array_insert (lines, 0,
                          sky_draft_line_new (SKY_EVENT_AGAIN, first->at, json->str + 1, -1, 0));
    }
  sky_draft_push (&self->draft, lines);
  self->draft.closing = TRUE;
  if (!save (self, error) || !write_lines (self, 0, error))
    return FALSE;
  g_array_set_size (self->played, 0);
  return begin_draft (self, error);
}

gboolean
sky_coding_close (SkyCoding *self, const SkyCodingWork *work, GError **error)
{
  g_autoptr (GString) json = g_string_new ("{");
  GPtrArray *lines;

  if (!has_clock (self, error))
    return FALSE;
  if (sky_coding_get_n_lines (self) == 0)
    return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("nothing was coded"));
  lines = sky_draft_copy_lines (&self->draft);
  if (self->past.table->round != 0)
    {
      sky_json_add_int (json, "round", self->past.table->round);
      if (work != NULL)
        {
          sky_json_begin_object (json, "coded");
          sky_json_add_time (json, "at", work->at);
          sky_json_add_int (json, "seconds", work->seconds);
          sky_json_add_int (json, "keys", work->keys);
          sky_json_add_bool (json, "replayed", self->played->len > 0);
          sky_json_end_object (json);
        }
      insert_line (self, lines, lines->len, SKY_EVENT_ROUND_END, json->str + 1);
    }
  return write_draft (self, lines, error);
}

gboolean
sky_coding_look_away (SkyCoding *self, SkyTime until, SkyUnobservedReason reason, GError **error)
{
  static const char *const reasons[] = { "not_sampled", "no_footage", "view_blocked", "left_out" };
  g_autoptr (GString) json = g_string_new ("{");
  GPtrArray *lines;

  if (!has_clock (self, error))
    return FALSE;
  lines = sky_draft_copy_lines (&self->draft);
  sky_json_add_time (json, "until", until);
  sky_json_add_string (json, "reason", reasons[reason]);
  insert_line (self, lines, lines->len, SKY_EVENT_UNOBSERVED, json->str + 1);
  return write_draft (self, lines, error);
}

gboolean
sky_coding_abandon (SkyCoding *self, GError **error)
{
  g_array_set_size (self->played, 0);
  return begin_draft (self, error);
}

/* Corrections. */

/* Cuts @end, if it has it, off @members. */
static void
cut_end (GString *members, const char *end)
{
  gsize length = strlen (end);

  if (members->len >= length && g_str_equal (members->str + members->len - length, end))
    g_string_truncate (members, members->len - length);
}

/* The line of the log that is at @text, which a SkyLogWriter wrote, as a line of a draft; NULL: it
 * is none. */
static SkyDraftLine *
read_line (const SkyLine *line, const char *text)
{
  const SkyEventOrigin *origin = &line->event.origin;
  g_autoptr (GString) members = g_string_new_len (text, (gssize) line->length);
  g_autofree char *type =
      g_strdup_printf (",\"type\":\"%s\"", sky_event_type_to_name (line->event.type));
  char *begin = strstr (members->str, type);
  SkyDraftLine *read;

  if (begin == NULL)
    return NULL;
  g_string_erase (members, 0, begin + strlen (type) - members->str);
  cut_end (members, "}");
  if (origin->unsure)
    cut_end (members, ",\"unsure\":true");
  if (origin->has_frame)
    {
      g_autofree char *frame = g_strdup_printf (",\"frame\":[%u,%" G_GINT64_FORMAT "]",
                                                origin->recording, origin->frame);

      cut_end (members, frame);
    }
  read = sky_draft_line_new (line->event.type, line->event.at,
                             members->len > 0 ? members->str + 1 : "",
                             origin->has_frame ? (gint) origin->recording : -1, origin->frame);
  read->unsure = origin->unsure;
  return read;
}

/* The lines of @round as they count, without its end, which came at @until; NULL if the log has no
 * such round. */
static GPtrArray *
read_round (SkyCoding *self, gint64 round, SkyTime *until, GError **error)
{
  g_autoptr (SkyLog) log = sky_log_open (self->path, error);
  g_autoptr (SkyLogReader) reader = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  g_autofree char *text = NULL;
  gboolean inside = FALSE, ended = FALSE;
  const SkyLine *line;

  if (log == NULL || !g_file_get_contents (self->path, &text, NULL, error))
    return NULL;
  reader = sky_log_reader_new (log, sky_game_lookup_bet);
  lines = sky_draft_copy_lines (&self->draft);
  while (!ended && (line = sky_log_reader_next (reader)) != NULL)
    {
      SkyDraftLine *read;

      if (line->kind != SKY_LINE_EVENT)
        continue;
      inside |= sky_log_past_begins_round (&line->event, round);
      ended = inside && sky_log_past_ends_round (&line->event);
      *until = line->event.at;
      if (!inside || line->event.type == SKY_EVENT_ROUND_END || line->event.type == SKY_EVENT_AGAIN)
        continue;
      read = read_line (line, text + line->offset);
      if (read != NULL)
        g_ptr_array_add (lines, read);
    }
  if (inside && ended)
    return g_steal_pointer (&lines);
  refuse (error, SKY_RECORD_ERROR_LINE, _ ("the log has no such round that has ended"));
  return NULL;
}

void
sky_coding_set_corrector (SkyCoding *self, const char *credential)
{
  g_free (self->corrector);
  self->corrector = g_strdup (credential);
}

gboolean
sky_coding_correct (SkyCoding *self, gint64 round, const char *reason, GError **error)
{
  SkyTime until = 0;
  GPtrArray *lines;

  if (sky_coding_get_n_lines (self) > 0)
    return refuse (error, SKY_RECORD_ERROR_PHASE, _ ("a round is in hand"));
  lines = read_round (self, round, &until, error);
  if (lines == NULL)
    return FALSE;
  sky_draft_begin (&self->draft, lines);
  self->draft.corrects = round;
  self->draft.reason = g_strdup (reason);
  self->draft.until = until;
  if (rebuild (self, error) && save (self, error))
    return TRUE;
  begin_draft (self, NULL);
  return FALSE;
}
