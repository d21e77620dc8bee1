/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-table-day.h"

#include "sky-caption.h"
#include "sky-clock-text.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "sky-game.h"
#include "sky-phrase.h"
#include "sky-table-cameras.h"
#include "sky-thread-task.h"
#include "sky-watched.h"

/* Older events are not what is in the picture that a caption is for. */
#define CAPTION_SPAN (10 * SKY_SECOND)
/* More lines would hide it. */
#define CAPTION_LINES 5

struct _SkyTableDay
{
  GObject parent_instance;

  char *archive_path;
  char *log_path;
  char *problems;
  SkyLog *log;
  GArray *events;         /* of SkyDayEvent */
  GStringChunk *captions; /* of the events */
  GArray *rounds;         /* of SkyRound */
  GHashTable *by_number;  /* round → index in @rounds + 1 */
  GArray *unobserved;     /* of SkySpan */
  char *left_out;         /* NULL: nothing */
  GPtrArray *cameras;     /* of SkyCamera */
  SkyTime from;
  SkyTime until;
  goffset size;
  gint64 changed; /* when the file was, in microseconds */
};

G_DEFINE_FINAL_TYPE (SkyTableDay, sky_table_day, G_TYPE_OBJECT)

/* How many events are read between two looks at the cancellable. */
#define EVENTS_A_LOOK 4096

static void
sky_table_day_finalize (GObject *object)
{
  SkyTableDay *self = SKY_TABLE_DAY (object);

  g_free (self->archive_path);
  g_free (self->log_path);
  g_free (self->problems);
  g_clear_pointer (&self->log, sky_log_unref);
  g_clear_pointer (&self->events, g_array_unref);
  g_clear_pointer (&self->captions, g_string_chunk_free);
  g_clear_pointer (&self->rounds, g_array_unref);
  g_clear_pointer (&self->by_number, g_hash_table_unref);
  g_clear_pointer (&self->unobserved, g_array_unref);
  g_free (self->left_out);
  g_clear_pointer (&self->cameras, g_ptr_array_unref);
  G_OBJECT_CLASS (sky_table_day_parent_class)->finalize (object);
}

static void
sky_table_day_class_init (SkyTableDayClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_table_day_finalize;
}

static void
sky_table_day_init (SkyTableDay *self)
{
  self->events = g_array_new (FALSE, FALSE, sizeof (SkyDayEvent));
  self->captions = g_string_chunk_new (4096);
  self->rounds = g_array_new (FALSE, FALSE, sizeof (SkyRound));
  self->by_number = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->unobserved = g_array_new (FALSE, FALSE, sizeof (SkySpan));
  self->cameras = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_camera_unref);
  self->from = SKY_TIME_NONE;
  self->until = SKY_TIME_NONE;
}

static void
widen (SkyTableDay *self, SkyTime from, SkyTime until)
{
  if (self->from == SKY_TIME_NONE || from < self->from)
    self->from = from;
  if (self->until == SKY_TIME_NONE || until > self->until)
    self->until = until;
}

/* --- The log ---------------------------------------------------------------------------------- */

static void
begin_round (SkyTableDay *self, const SkyLine *line, gint64 round)
{
  SkyRound row = {
    .round = round,
    .first_seq = line->event.seq,
    .last_seq = line->event.seq,
    .start = line->event.at,
    .end = line->event.at,
    .offset = line->offset,
    .length = line->length + 1,
    .first_line = line->number,
  };
  gint64 *key = g_new (gint64, 1);

  *key = round;
  g_array_append_val (self->rounds, row);
  g_hash_table_replace (self->by_number, key, GUINT_TO_POINTER (self->rounds->len));
}

static void
index_event (SkyTableDay *self, const SkyLine *line, gint64 *round)
{
  const SkyEvent *event = &line->event;

  if (line->kind == SKY_LINE_EVENT && event->type == SKY_EVENT_ROUND_START)
    {
      *round = event->round.round;
      begin_round (self, line, *round);
    }
  /* Nobody saw how the round went on. */
  if (line->kind == SKY_LINE_EVENT && event->type == SKY_EVENT_UNOBSERVED)
    {
      SkySpan span = { event->at, MAX (event->at, event->unobserved.until) };

      *round = 0;
      g_array_append_val (self->unobserved, span);
      widen (self, span.start, span.end);
    }

  SkyDayEvent row = {
    .at = event->at,
    .seq = event->seq,
    .round = *round,
    .type = line->kind == SKY_LINE_EVENT ? event->type : SKY_N_EVENT_TYPES,
  };
  g_autofree char *caption = line->kind == SKY_LINE_EVENT ? sky_caption_of_event (event) : NULL;
  if (caption != NULL)
    row.caption = g_string_chunk_insert_const (self->captions, caption);
  g_array_append_val (self->events, row);
  widen (self, event->at, event->at);
  if (*round == 0)
    return;

  SkyRound *current = &g_array_index (self->rounds, SkyRound, self->rounds->len - 1);
  current->last_seq = event->seq;
  current->end = event->at;
  current->length = (gsize) (line->offset - current->offset) + line->length + 1;
  if (line->kind != SKY_LINE_EVENT)
    return;
  if (event->type == SKY_EVENT_WAGER)
    current->n_wagers++;
  if (event->type == SKY_EVENT_ROUND_END)
    {
      current->complete = TRUE;
      *round = 0;
    }
}

static gboolean
read_log (SkyTableDay *self, GCancellable *cancellable, GError **error)
{
  self->log = sky_log_open_in_archive (self->archive_path, self->log_path, error);
  if (self->log == NULL)
    return FALSE;

  g_autoptr (SkyLogReader) reader = sky_log_reader_new (self->log, sky_game_lookup_bet);
  gint64 round = 0;
  const SkyLine *line;
  guint n = 0;
  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      if (++n % EVENTS_A_LOOK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (line->kind != SKY_LINE_QUARANTINED)
        index_event (self, line, &round);
    }
  return TRUE;
}

/* What the log says that it leaves out. */
static void
read_left_out (SkyTableDay *self)
{
  g_autofree char *scope = sky_watched_describe_scope (sky_log_get_header (self->log));
  g_autofree char *said = sky_phrase_show (scope);
  g_autoptr (SkyWatched) watched = NULL;
  g_autofree char *phrase = NULL;
  g_autofree char *counts = NULL;

  if (said == NULL && self->unobserved->len == 0)
    return;
  watched = sky_watched_read (self->log);
  phrase = watched != NULL ? sky_watched_describe (watched) : NULL;
  counts = sky_phrase_show (phrase);
  self->left_out = said == NULL     ? g_steal_pointer (&counts)
                   : counts == NULL ? g_steal_pointer (&said)
                                    : g_strdup_printf ("%s %s", said, counts);
}

/* --- The cameras ------------------------------------------------------------------------------ */

static void
read_footage (SkyTableDay *self)
{
  g_autofree char *path = g_build_filename (self->archive_path, "footage.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyFootage) footage = sky_footage_read (self->archive_path, path, &error);
  SkyTime from;
  SkyTime until;

  if (footage == NULL)
    {
      if (!g_error_matches (error, SKY_LOG_ERROR, SKY_LOG_ERROR_MISSING))
        self->problems = g_strdup (error->message);
      return;
    }

  if (footage->problems != NULL && footage->problems[0] != NULL)
    self->problems = g_strjoinv ("\n", footage->problems);
  g_ptr_array_unref (self->cameras);
  self->cameras =
      sky_table_cameras_new (self->archive_path, footage, sky_log_get_header (self->log)->table);
  if (sky_table_cameras_get_span (self->cameras, &from, &until))
    widen (self, from, until);
}

/* --- Loading ---------------------------------------------------------------------------------- */

static gboolean
look_at_file (const char *path, goffset *size, gint64 *changed)
{
  GStatBuf buffer;

  if (g_stat (path, &buffer) != 0)
    return FALSE;
  *size = buffer.st_size;
  *changed = buffer.st_mtim.tv_sec * SKY_SECOND + buffer.st_mtim.tv_nsec / 1000;
  return TRUE;
}

SkyTableDay *
sky_table_day_load (const char *archive_path,
                    const char *log_path,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (SkyTableDay) self = g_object_new (SKY_TYPE_TABLE_DAY, NULL);

  self->archive_path = g_strdup (archive_path);
  self->log_path = g_strdup (log_path);
  look_at_file (log_path, &self->size, &self->changed);
  if (!read_log (self, cancellable, error))
    return NULL;
  read_left_out (self);
  read_footage (self);
  if (self->from == SKY_TIME_NONE)
    {
      self->from = sky_log_get_header (self->log)->gaming_day * 24 * SKY_HOUR;
      self->until = self->from + 24 * SKY_HOUR;
    }
  return g_steal_pointer (&self);
}

typedef struct
{
  char *archive_path;
  char *log_path;
} Paths;

static gpointer
load_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  const Paths *paths = task_data;

  return sky_table_day_load (paths->archive_path, paths->log_path, cancellable, error);
}

void
sky_table_day_load_async (const char *archive_path,
                          const char *log_path,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  Paths *paths = sky_thread_task_new (Paths);

  paths->archive_path = sky_thread_task_copy_text (paths, archive_path);
  paths->log_path = sky_thread_task_copy_text (paths, log_path);
  sky_thread_task_run (paths, load_in_thread, g_object_unref, cancellable, callback, user_data);
}

SkyTableDay *
sky_table_day_load_finish (GAsyncResult *result, GError **error)
{
  return sky_thread_task_finish (result, error);
}

/* --- Asking ----------------------------------------------------------------------------------- */

const char *
sky_table_day_get_archive_path (SkyTableDay *self)
{
  return self->archive_path;
}

const char *
sky_table_day_get_log_path (SkyTableDay *self)
{
  return self->log_path;
}

SkyLog *
sky_table_day_get_log (SkyTableDay *self)
{
  return self->log;
}

const SkyLogHeader *
sky_table_day_get_header (SkyTableDay *self)
{
  return sky_log_get_header (self->log);
}

const char *
sky_table_day_get_problems (SkyTableDay *self)
{
  return self->problems;
}

void
sky_table_day_get_span (SkyTableDay *self, SkyTime *from, SkyTime *until)
{
  *from = self->from;
  *until = self->until;
}

GPtrArray *
sky_table_day_get_cameras (SkyTableDay *self)
{
  return self->cameras;
}

const SkyDayEvent *
sky_table_day_get_events (SkyTableDay *self, guint *n)
{
  *n = self->events->len;
  return (const SkyDayEvent *) (gpointer) self->events->data;
}

const SkyRound *
sky_table_day_get_rounds (SkyTableDay *self, guint *n)
{
  *n = self->rounds->len;
  return (const SkyRound *) (gpointer) self->rounds->data;
}

const SkySpan *
sky_table_day_get_unobserved (SkyTableDay *self, guint *n)
{
  *n = self->unobserved->len;
  return (const SkySpan *) (gpointer) self->unobserved->data;
}

gboolean
sky_table_day_is_unobserved (SkyTableDay *self, SkyTime at)
{
  for (guint i = 0; i < self->unobserved->len; i++)
    {
      const SkySpan *span = &g_array_index (self->unobserved, SkySpan, i);

      if (span->start <= at && at < span->end)
        return TRUE;
    }
  return FALSE;
}

const char *
sky_table_day_get_left_out (SkyTableDay *self)
{
  return self->left_out;
}

const SkyRound *
sky_table_day_find_round (SkyTableDay *self, gint64 round)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_number, &round));

  return place == 0 ? NULL : &g_array_index (self->rounds, SkyRound, place - 1);
}

/* The number of elements of @array whose first SkyTime at @offset is not after @at. */
static guint
count_until (GArray *array, gsize size, gsize offset, SkyTime at)
{
  guint low = 0;
  guint high = array->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const SkyTime *time = (const SkyTime *) (gpointer) (array->data + middle * size + offset);
      if (*time <= at)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static guint
rounds_until (SkyTableDay *self, SkyTime at)
{
  return count_until (self->rounds, sizeof (SkyRound), G_STRUCT_OFFSET (SkyRound, start), at);
}

static guint
events_until (SkyTableDay *self, SkyTime at)
{
  return count_until (self->events, sizeof (SkyDayEvent), G_STRUCT_OFFSET (SkyDayEvent, at), at);
}

const SkyRound *
sky_table_day_round_at (SkyTableDay *self, SkyTime at)
{
  guint n = rounds_until (self, at);

  return n == 0 ? NULL : &g_array_index (self->rounds, SkyRound, n - 1);
}

const SkyDayEvent *
sky_table_day_find_event (SkyTableDay *self, guint64 seq)
{
  /* In a log without gaps the event stands where its number says. */
  if (seq >= 1 && seq <= self->events->len
      && g_array_index (self->events, SkyDayEvent, seq - 1).seq == seq)
    return &g_array_index (self->events, SkyDayEvent, seq - 1);
  for (guint i = 0; i < self->events->len; i++)
    {
      const SkyDayEvent *event = &g_array_index (self->events, SkyDayEvent, i);
      if (event->seq == seq)
        return event;
    }
  return NULL;
}

const SkyDayEvent *
sky_table_day_next_event (SkyTableDay *self, SkyTime at, int direction)
{
  if (direction > 0)
    {
      guint n = events_until (self, at);
      return n == self->events->len ? NULL : &g_array_index (self->events, SkyDayEvent, n);
    }

  guint n = events_until (self, at - 1);
  return n == 0 ? NULL : &g_array_index (self->events, SkyDayEvent, n - 1);
}

const SkyRound *
sky_table_day_next_round (SkyTableDay *self, SkyTime at, int direction)
{
  if (direction > 0)
    {
      guint n = rounds_until (self, at);
      return n == self->rounds->len ? NULL : &g_array_index (self->rounds, SkyRound, n);
    }

  guint n = rounds_until (self, at - 1);
  return n == 0 ? NULL : &g_array_index (self->rounds, SkyRound, n - 1);
}

char *
sky_table_day_dup_caption (SkyTableDay *self, SkyTime at, GTimeZone *zone)
{
  g_return_val_if_fail (SKY_IS_TABLE_DAY (self), NULL);

  guint n;
  const SkyDayEvent *events = sky_table_day_get_events (self, &n);
  const SkyDayEvent *last = sky_table_day_next_event (self, at + 1, -1);
  const SkyDayEvent *told[CAPTION_LINES];
  guint n_told = 0;

  for (const SkyDayEvent *event = last;
       event != NULL && n_told < CAPTION_LINES && event->at >= at - CAPTION_SPAN; event--)
    {
      if (event->caption != NULL)
        told[n_told++] = event;
      if (event == events)
        break;
    }
  if (n_told == 0)
    return NULL;
  GString *text = g_string_new (NULL);
  while (n_told > 0)
    {
      const SkyDayEvent *event = told[--n_told];
      g_autofree char *time = sky_clock_text (event->at, zone);
      g_string_append_printf (text, "%s%s  %s", text->len > 0 ? "\n" : "", time, event->caption);
    }
  return g_string_free (text, FALSE);
}
