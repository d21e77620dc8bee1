/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-desk.h"

#include <glib/gi18n.h>

#include <string.h>

#include "sky-bet-list.h"
#include "sky-game.h"

/* A stretch that was played. */
typedef struct
{
  SkyTime from;
  SkyTime until;
  guint percent;
} Played;

/* What the thread alone has. It outlives the desk until the thread has come to it. */
typedef struct
{
  gatomicrefcount refs;
  SkyCoding *coding; /* NULL: it is not open */
  gboolean blind;
  GArray *rounds;  /* of SkyRecordRound; changed only as a new array */
  GArray *away;    /* of SkyRecordAway, likewise */
  SkyTime written; /* the instant of the log's last line; SKY_TIME_NONE: it has none */
  GArray *bets;    /* of SkyBetRef, likewise; NULL: not known yet */
  char *rules;     /* the members of the `rules` that they are of; NULL: none came */
  SkyGameId game;
  SkyDay gaming_day;
  guint echoes;        /* how many were requested, of any thread: older ones are not answered */
  SkyRecordDesk *desk; /* main thread only; NULL once the object is gone */
} Shared;

typedef struct _Task Task;

/* In the thread. */
typedef gboolean (*Work) (Shared *shared, Task *task, GError **error);

struct _Task
{
  Shared *shared;
  Work work;
  SkyTime at;
  gint recording;
  SkyTime frame;
  GArray *played; /* of Played */
  char *text;     /* an entry, a wager, a reason, a path */
  SkyEntryHand hand;
  gint64 number; /* a seat, a line, a round, an end, an amount */
  gint64 other;
  SkySettlement settlement;
  SkyCodingWork coded;
  gboolean has_coded;

  /* Of opening alone. */
  SkyLogHeader header;
  GPtrArray *kept; /* texts of the header, opening entries */
  char **opening;
  char *corrector;

  /* The result. */
  gboolean done;
  gboolean is_echo;
  gboolean is_opening;
  gboolean fatal;
  char *message; /* why it was not done; of an echo: what it becomes */
  SkyRecordState *state;
};

struct _SkyRecordDesk
{
  GObject parent_instance;

  GThreadPool *thread; /* one */
  Shared *shared;
  SkyRecordState *state;
  guint n_waiting;
  SkyTime at;
  gint recording;
  SkyTime frame;
  GArray *played; /* of Played: since the last action */
};

G_DEFINE_FINAL_TYPE (SkyRecordDesk, sky_record_desk, G_TYPE_OBJECT)

enum
{
  OPENED,
  CHANGED,
  REFUSED,
  FAILED,
  ECHO,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
shared_unref (Shared *shared)
{
  if (!g_atomic_ref_count_dec (&shared->refs))
    return;
  sky_coding_free (shared->coding);
  g_array_unref (shared->rounds);
  g_array_unref (shared->away);
  g_clear_pointer (&shared->bets, g_array_unref);
  g_free (shared->rules);
  g_free (shared);
}

static void
task_free (Task *task)
{
  shared_unref (task->shared);
  g_array_unref (task->played);
  g_free (task->text);
  g_clear_pointer (&task->kept, g_ptr_array_unref);
  g_strfreev (task->opening);
  g_free (task->corrector);
  g_free (task->message);
  sky_record_state_free (task->state);
  g_free (task);
}

/* --- In the thread ---------------------------------------------------------------------------- */

static gboolean
do_enter (Shared *shared, Task *task, GError **error)
{
  return sky_coding_enter (shared->coding, task->text, &task->hand, error);
}

static gboolean
do_advance (Shared *shared, Task *task, GError **error)
{
  return sky_coding_advance (shared->coding, error);
}

static gboolean
do_repeat (Shared *shared, Task *task, GError **error)
{
  return sky_coding_repeat (shared->coding, task->number, error);
}

static gboolean
do_accept (Shared *shared, Task *task, GError **error)
{
  return sky_coding_accept (shared->coding, task->text, error);
}

static gboolean
do_settle (Shared *shared, Task *task, GError **error)
{
  return sky_coding_settle (shared->coding, task->text, &task->settlement, error);
}

static gboolean
do_set_unsure (Shared *shared, Task *task, GError **error)
{
  if ((guint) task->number >= sky_coding_get_n_lines (shared->coding))
    return TRUE;
  return sky_coding_set_unsure (shared->coding, (guint) task->number, task->other != 0, error);
}

static gboolean
do_remove (Shared *shared, Task *task, GError **error)
{
  return sky_coding_remove (shared->coding, (guint) task->number, error);
}

static gboolean
do_set_amount (Shared *shared, Task *task, GError **error)
{
  return sky_coding_set_amount (shared->coding, (guint) task->number, task->other, error);
}

static gboolean
do_undo (Shared *shared, Task *task, GError **error)
{
  return sky_coding_undo (shared->coding, error);
}

static gboolean
do_redo (Shared *shared, Task *task, GError **error)
{
  return sky_coding_redo (shared->coding, error);
}

static gboolean
do_abandon (Shared *shared, Task *task, GError **error)
{
  return sky_coding_abandon (shared->coding, error);
}

static gboolean
do_correct (Shared *shared, Task *task, GError **error)
{
  return sky_coding_correct (shared->coding, task->number, task->text, error);
}

/* The draft's round, when it is written. */
static void
note_round (Shared *shared, const SkyRecordRound *round)
{
  GArray *rounds = g_array_copy (shared->rounds);
  gboolean found = FALSE;

  for (guint i = 0; i < rounds->len && !found; i++)
    {
      SkyRecordRound *other = &g_array_index (rounds, SkyRecordRound, i);

      found = other->round == round->round;
      if (found)
        *other = *round;
    }
  if (!found)
    g_array_append_val (rounds, *round);
  g_array_unref (shared->rounds);
  shared->rounds = rounds;
}

/* What the draft would be as a round of the log. */
static SkyRecordRound
get_round (const Shared *shared, SkyTime at)
{
  const SkyTable *table = sky_coding_get_table (shared->coding);

  return (SkyRecordRound){ .round = table->round,
                           .start = table->round_at,
                           .end = MAX (at, table->at) };
}

static gboolean
do_close (Shared *shared, Task *task, GError **error)
{
  SkyRecordRound round = get_round (shared, task->at);

  if (!sky_coding_close (shared->coding, task->has_coded ? &task->coded : NULL, error))
    return FALSE;
  if (round.round != 0)
    note_round (shared, &round);
  return TRUE;
}

static void
note_away (Shared *shared, const SkyRecordAway *away)
{
  GArray *all = g_array_copy (shared->away);

  g_array_append_val (all, *away);
  g_array_unref (shared->away);
  shared->away = all;
}

static gboolean
do_look_away (Shared *shared, Task *task, GError **error)
{
  SkyRecordRound round = get_round (shared, task->at);
  const SkyRecordAway away = { task->at, task->number, (SkyUnobservedReason) task->other };

  if (!sky_coding_look_away (shared->coding, task->number, (SkyUnobservedReason) task->other,
                             error))
    return FALSE;
  if (round.round != 0)
    note_round (shared, &round);
  note_away (shared, &away);
  return TRUE;
}

static gboolean
do_pass (Shared *shared, Task *task, GError **error)
{
  return sky_coding_add (shared->coding, SKY_EVENT_NOTE, "\"text\":\"Looked at up to here\"", error)
         && sky_coding_close (shared->coding, NULL, error);
}

/* The log's last line, unless a round is in hand: that is not in the log. */
static void
note_written (Shared *shared)
{
  const SkyTable *table = sky_coding_get_table (shared->coding);

  if (sky_coding_get_n_lines (shared->coding) == 0 && table->started)
    shared->written = MAX (shared->written, table->at);
}

/* The bets of the layout under the `rules` whose members these are; NULL: the defaults. */
static void
set_rules (Shared *shared, const char *members)
{
  const SkyLogHeader header = { .game = shared->game, .gaming_day = shared->gaming_day };
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autofree char *json = g_strdup_printf ("{%s}", members != NULL ? members : "");
  const char *cause;
  const SkyJsonNode *root = sky_json_parse (parser, json, strlen (json), FALSE, &cause);

  if (shared->bets != NULL && g_strcmp0 (members, shared->rules) == 0)
    return;
  g_clear_pointer (&shared->bets, g_array_unref);
  shared->bets = sky_bet_list_new (
      &header, root != NULL && members != NULL ? sky_json_member (root, "submission") : NULL);
  g_free (shared->rules);
  shared->rules = g_strdup (members);
}

/* The rules that the draft states last. */
static void
note_rules (Shared *shared)
{
  for (guint i = sky_coding_get_n_lines (shared->coding); i-- > 0;)
    {
      SkyCodingLine line = sky_coding_get_line (shared->coding, i);

      if (line.type == SKY_EVENT_RULES)
        {
          set_rules (shared, line.members);
          return;
        }
    }
}

/* Those of a line of the log. */
static void
read_rules (Shared *shared, const char *path, const SkyLine *line)
{
  static const char before[] = ",\"type\":\"rules\",";
  g_autofree char *text = NULL;
  g_autofree char *members = NULL;
  char *from;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL)
      || (gsize) line->offset + line->length > length)
    return;
  members = g_strndup (text + line->offset, line->length);
  from = strstr (members, before);
  if (from == NULL)
    return;
  members[line->length - 1] = '\0';
  set_rules (shared, from + strlen (before));
}

/* Reads the rounds and the rules that the log at @path has, and how far it goes. */
static void
read_log (Shared *shared, const char *path)
{
  g_autoptr (SkyLog) log = sky_log_open (path, NULL);
  g_autoptr (SkyLogReader) reader = NULL;
  SkyRecordRound round = { 0 };
  const SkyLine *line;

  if (log == NULL)
    return;
  reader = sky_log_reader_new (log, sky_game_lookup_bet);
  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      if (line->kind != SKY_LINE_EVENT)
        continue;
      shared->written = MAX (shared->written, line->event.at);
      if (line->event.type == SKY_EVENT_RULES)
        read_rules (shared, path, line);
      if (line->event.type == SKY_EVENT_ROUND_START)
        round = (SkyRecordRound){ .round = line->event.round.round, .start = line->event.at };
      if ((line->event.type == SKY_EVENT_ROUND_END || line->event.type == SKY_EVENT_UNOBSERVED)
          && round.round != 0)
        {
          round.end = line->event.at;
          g_array_append_val (shared->rounds, round);
          round.round = 0;
        }
      if (line->event.type == SKY_EVENT_UNOBSERVED)
        {
          const SkyRecordAway away = { line->event.at, line->event.unobserved.until,
                                       line->event.unobserved.reason };

          g_array_append_val (shared->away, away);
        }
    }
}

static gboolean
do_open (Shared *shared, Task *task, GError **error)
{
  g_autofree char *journal = g_strconcat (task->text, ".draft", NULL);

  shared->blind = task->header.record.blind;
  shared->game = task->header.game;
  shared->gaming_day = task->header.gaming_day;
  shared->coding = sky_coding_open (task->text, journal, 0640, &task->header, error);
  if (shared->coding == NULL)
    return FALSE;
  sky_coding_set_corrector (shared->coding, task->corrector);
  set_rules (shared, NULL);
  read_log (shared, task->text);
  if (sky_coding_get_n_written (shared->coding) > 0 || sky_coding_get_n_lines (shared->coding) > 0)
    return TRUE;
  sky_coding_set_clock (shared->coding, task->at, -1, 0);
  for (guint i = 0; task->opening != NULL && task->opening[i] != NULL; i++)
    {
      g_autoptr (GError) local = NULL;

      /* The person who sees that it is not understood types it anew. */
      if (!sky_coding_enter (shared->coding, task->opening[i], &task->hand, &local)
          && task->message == NULL)
        task->message = g_strdup_printf ("%s: %s", task->opening[i], local->message);
    }
  return TRUE;
}

static gboolean
do_echo (Shared *shared, Task *task, GError **error)
{
  g_autoptr (SkyEntry) entry = NULL;

  if ((guint) task->number != (guint) g_atomic_int_get ((gint *) &shared->echoes))
    return FALSE;
  entry = sky_coding_parse (shared->coding, task->text, &task->hand, error);
  if (entry == NULL)
    return FALSE;
  task->message = sky_record_state_describe (sky_coding_get_table (shared->coding), entry->type,
                                             entry->members);
  return TRUE;
}

static gboolean deliver_cb (gpointer data);

static void
thread_func (gpointer data, gpointer unused)
{
  Task *task = data;
  Shared *shared = task->shared;
  g_autoptr (GError) error = NULL;

  if (shared->coding == NULL && !task->is_opening)
    ;
  else if (!task->is_opening && !task->is_echo)
    {
      for (guint i = 0; i < task->played->len; i++)
        {
          const Played *played = &g_array_index (task->played, Played, i);

          sky_coding_add_played (shared->coding, played->from, played->until, played->percent);
        }
      sky_coding_set_clock (shared->coding, task->at, task->recording, task->frame);
      task->done = task->work (shared, task, &error);
    }
  else
    task->done = task->work (shared, task, &error);
  if (error != NULL)
    {
      task->message = g_strdup (error->message);
      task->fatal = task->is_opening
                    || g_error_matches (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_WRITE)
                    || g_error_matches (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_OPEN);
    }
  if (shared->coding != NULL && !task->is_echo)
    {
      note_rules (shared);
      note_written (shared);
      task->state = sky_record_state_new (shared->coding, shared->blind, shared->rounds,
                                          shared->away, shared->written, shared->bets);
    }
  g_idle_add_full (G_PRIORITY_DEFAULT, deliver_cb, task, NULL);
}

/* --- In the main thread ----------------------------------------------------------------------- */

static gboolean
deliver_cb (gpointer data)
{
  Task *task = data;
  g_autoptr (SkyRecordDesk) self =
      task->shared->desk != NULL ? g_object_ref (task->shared->desk) : NULL;

  if (self != NULL)
    {
      self->n_waiting--;
      if (task->is_echo)
        {
          if (task->message != NULL)
            g_signal_emit (self, signals[ECHO], 0, task->message, task->done);
          task_free (task);
          return G_SOURCE_REMOVE;
        }
      if (task->state != NULL)
        {
          sky_record_state_free (self->state);
          self->state = g_steal_pointer (&task->state);
        }
      if (task->is_opening && task->done)
        g_signal_emit (self, signals[OPENED], 0);
      if (self->state != NULL)
        g_signal_emit (self, signals[CHANGED], 0);
      if (task->fatal)
        g_signal_emit (self, signals[FAILED], 0, task->message);
      else if (task->message != NULL)
        g_signal_emit (self, signals[REFUSED], 0, task->message);
    }
  task_free (task);
  return G_SOURCE_REMOVE;
}

/* A task of now. */
static Task *
make_task (SkyRecordDesk *self, Work work)
{
  Task *task = g_new0 (Task, 1);

  g_atomic_ref_count_inc (&self->shared->refs);
  task->shared = self->shared;
  task->work = work;
  task->at = self->at;
  task->recording = self->recording;
  task->frame = self->frame;
  task->played = g_array_new (FALSE, FALSE, sizeof (Played));
  return task;
}

static void
start (SkyRecordDesk *self, Task *task)
{
  if (!task->is_echo)
    {
      GArray *none = task->played;

      task->played = self->played;
      self->played = none;
    }
  self->n_waiting++;
  g_thread_pool_push (self->thread, task, NULL);
}

void
sky_record_desk_set_clock (SkyRecordDesk *self, SkyTime at, gint recording, SkyTime frame)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));

  self->at = at;
  self->recording = recording;
  self->frame = frame;
}

void
sky_record_desk_add_played (SkyRecordDesk *self, SkyTime from, SkyTime until, guint percent)
{
  const Played played = { from, until, percent };

  g_return_if_fail (SKY_IS_RECORD_DESK (self));
  g_array_append_val (self->played, played);
}

void
sky_record_desk_enter (SkyRecordDesk *self, const char *text, const SkyEntryHand *hand)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));

  Task *task = make_task (self, do_enter);
  task->text = g_strdup (text);
  task->hand = *hand;
  start (self, task);
}

void
sky_record_desk_advance (SkyRecordDesk *self)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));
  start (self, make_task (self, do_advance));
}

void
sky_record_desk_repeat (SkyRecordDesk *self, gint64 seat)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));

  Task *task = make_task (self, do_repeat);
  task->number = seat;
  start (self, task);
}

void
sky_record_desk_accept (SkyRecordDesk *self, const char *wager)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));

  Task *task = make_task (self, do_accept);
  task->text = g_strdup (wager);
  start (self, task);
}

void
sky_record_desk_settle (SkyRecordDesk *self, const char *wager, const SkySettlement *settlement)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));

  Task *task = make_task (self, do_settle);
  task->text = g_strdup (wager);
  task->settlement = *settlement;
  start (self, task);
}

void
sky_record_desk_set_unsure (SkyRecordDesk *self, guint line, gboolean unsure)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));

  Task *task = make_task (self, do_set_unsure);
  task->number = line;
  task->other = unsure;
  start (self, task);
}

void
sky_record_desk_remove (SkyRecordDesk *self, guint line)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));

  Task *task = make_task (self, do_remove);
  task->number = line;
  start (self, task);
}

void
sky_record_desk_set_amount (SkyRecordDesk *self, guint line, SkyMoney amount)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));

  Task *task = make_task (self, do_set_amount);
  task->number = line;
  task->other = amount;
  start (self, task);
}

void
sky_record_desk_look_away (SkyRecordDesk *self,
                           SkyTime from,
                           SkyTime until,
                           SkyUnobservedReason reason)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));

  Task *task = make_task (self, do_look_away);
  task->at = from;
  task->recording = -1;
  task->number = until;
  task->other = reason;
  start (self, task);
}

void
sky_record_desk_pass (SkyRecordDesk *self, SkyTime until)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));

  Task *task = make_task (self, do_pass);
  task->at = until;
  task->recording = -1;
  start (self, task);
}

void
sky_record_desk_undo (SkyRecordDesk *self)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));
  start (self, make_task (self, do_undo));
}

void
sky_record_desk_redo (SkyRecordDesk *self)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));
  start (self, make_task (self, do_redo));
}

void
sky_record_desk_close (SkyRecordDesk *self, const SkyCodingWork *work)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));

  Task *task = make_task (self, do_close);
  if (work != NULL)
    {
      task->coded = *work;
      task->has_coded = TRUE;
    }
  start (self, task);
}

void
sky_record_desk_correct (SkyRecordDesk *self, gint64 round, const char *reason)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));

  Task *task = make_task (self, do_correct);
  task->number = round;
  task->text = g_strdup (reason);
  start (self, task);
}

void
sky_record_desk_abandon (SkyRecordDesk *self)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));
  start (self, make_task (self, do_abandon));
}

void
sky_record_desk_ask_echo (SkyRecordDesk *self, const char *text, const SkyEntryHand *hand)
{
  g_return_if_fail (SKY_IS_RECORD_DESK (self));

  Task *task = make_task (self, do_echo);
  task->is_echo = TRUE;
  task->text = g_strdup (text);
  task->hand = *hand;
  task->number = g_atomic_int_add ((gint *) &self->shared->echoes, 1) + 1;
  start (self, task);
}

const SkyRecordState *
sky_record_desk_get_state (SkyRecordDesk *self)
{
  g_return_val_if_fail (SKY_IS_RECORD_DESK (self), NULL);
  return self->state;
}

gboolean
sky_record_desk_is_busy (SkyRecordDesk *self)
{
  g_return_val_if_fail (SKY_IS_RECORD_DESK (self), FALSE);
  return self->n_waiting > 0;
}

/* --- Type ------------------------------------------------------------------------------------- */

/* The thread does what it was given, then frees the session. */
static void
sky_record_desk_finalize (GObject *object)
{
  SkyRecordDesk *self = SKY_RECORD_DESK (object);

  self->shared->desk = NULL;
  g_thread_pool_free (self->thread, FALSE, FALSE);
  shared_unref (self->shared);
  sky_record_state_free (self->state);
  g_array_unref (self->played);
  G_OBJECT_CLASS (sky_record_desk_parent_class)->finalize (object);
}

static void
sky_record_desk_class_init (SkyRecordDeskClass *klass)
{
  const GType type = SKY_TYPE_RECORD_DESK;

  G_OBJECT_CLASS (klass)->finalize = sky_record_desk_finalize;
  signals[OPENED] =
      g_signal_new ("opened", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[REFUSED] = g_signal_new ("refused", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[ECHO] = g_signal_new ("echo", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                2, G_TYPE_STRING, G_TYPE_BOOLEAN);
}

static void
sky_record_desk_init (SkyRecordDesk *self)
{
  self->thread = g_thread_pool_new (thread_func, NULL, 1, TRUE, NULL);
  self->shared = g_new0 (Shared, 1);
  g_atomic_ref_count_init (&self->shared->refs);
  self->shared->rounds = g_array_new (FALSE, FALSE, sizeof (SkyRecordRound));
  self->shared->away = g_array_new (FALSE, FALSE, sizeof (SkyRecordAway));
  self->shared->written = SKY_TIME_NONE;
  self->shared->desk = self;
  self->at = SKY_TIME_NONE;
  self->recording = -1;
  self->played = g_array_new (FALSE, FALSE, sizeof (Played));
}

static const char *
keep (Task *task, const char *text)
{
  char *copy = g_strdup (text);

  if (copy != NULL)
    g_ptr_array_add (task->kept, copy);
  return copy;
}

/* A copy that the task owns. */
static void
keep_header (Task *task, const SkyLogHeader *header)
{
  SkyRecordSource *from = g_new0 (SkyRecordSource, header->record.n_from + 1);
  gint64 *seats = g_memdup2 (header->scope.seats, header->scope.n_seats * sizeof (gint64));

  task->kept = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (task->kept, from);
  if (seats != NULL)
    g_ptr_array_add (task->kept, seats);
  task->header = *header;
  task->header.property = keep (task, header->property);
  task->header.table = keep (task, header->table);
  task->header.time_zone = keep (task, header->time_zone);
  task->header.currency = keep (task, header->currency);
  task->header.record.by = keep (task, header->record.by);
  task->header.record.program = keep (task, header->record.program);
  task->header.record.coding = keep (task, header->record.coding);
  task->header.record.plan = keep (task, header->record.plan);
  task->header.record.from = from;
  task->header.scope.seats = seats;
  for (guint i = 0; i < header->record.n_from; i++)
    from[i] = (SkyRecordSource){ keep (task, header->record.from[i].camera),
                                 keep (task, header->record.from[i].file),
                                 keep (task, header->record.from[i].sha256) };
}

SkyRecordDesk *
sky_record_desk_new (const char *path,
                     const SkyLogHeader *header,
                     const char *const *opening,
                     SkyTime at,
                     const char *corrector)
{
  SkyRecordDesk *self = g_object_new (SKY_TYPE_RECORD_DESK, NULL);
  Task *task = make_task (self, do_open);

  task->is_opening = TRUE;
  task->text = g_strdup (path);
  task->at = at;
  task->opening = g_strdupv ((char **) opening);
  task->corrector = g_strdup (corrector);
  keep_header (task, header);
  start (self, task);
  return self;
}
