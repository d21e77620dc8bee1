/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-receiver-private.h"

#include "sky-folder.h"
#include "sky-receiver-batch.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* Lines are written when the first has waited so long, or so many do. */
#define BATCH_TIME  20 /* ms */
#define BATCH_LINES 256
#define BATCH_BYTES (64 * 1024)

/* Of all logs together. */
#define WAITING_MAX ((gsize) 256 * 1024 * 1024)

#define OPEN_MAX 4096

/* The same answer to one table comes so often at most (µs). */
#define ANSWER_PAUSE 300000

#define TICK           100 /* ms */
#define TICKS_A_SECOND 10
#define RECEIPT_PAUSE  (60 * G_USEC_PER_SEC)
#define END_AFTER      (10 * RECEIPT_PAUSE)
#define LOOK_AGAIN     G_USEC_PER_SEC
#define SLOW           G_USEC_PER_SEC

static const char refused_storage[] = "storage";
static const char refused_gap[] = "gap";
static const char refused_epoch[] = "epoch";
static const char refused_conflict[] = "conflict";
static const char refused_malformed[] = "malformed";

static void start_batch (SkyReceiver *self);
static void look_after_files (SkyReceiver *self);

G_GNUC_PRINTF (2, 3)
static void
tell (SkyReceiver *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  self->outer.tell (text, self->outer.user_data);
}

/* --- What is published -------------------------------------------------------------------------
 */

static void
publish (SkyReceiver *self, const char *key, SkyLiveLevel level, const GString *payload)
{
  g_autofree char *topic = sky_live_topic (key, level);

  self->outer.publish (topic, payload->str, payload->len, level != SKY_LIVE_WANT,
                       self->outer.user_data);
}

static void
say_have (SkyReceiver *self, SkyReceivedLog *log)
{
  g_autoptr (GString) payload = g_string_new (NULL);
  SkyLiveHave have;
  guint64 next = sky_live_log_get_kept (log->live, &have.bytes);

  log->owes_have = FALSE;
  log->said_have = g_get_monotonic_time ();
  if (next == 0 || log->doubt != 0)
    return;
  have.position = next - 1;
  g_strlcpy (have.epoch, sky_live_log_get_epoch (log->live), sizeof have.epoch);
  sky_live_log_get_kept_digest (log->live, have.sha256);
  sky_live_add_have (payload, &have);
  publish (self, log->key, SKY_LIVE_HAVE, payload);
}

static void
say_want (SkyReceiver *self, SkyReceivedLog *log)
{
  g_autoptr (GString) payload = g_string_new (NULL);

  log->owes_want = FALSE;
  log->said_want = g_get_monotonic_time ();
  sky_live_add_want (payload, sky_live_log_get_next (log->live));
  publish (self, log->key, SKY_LIVE_WANT, payload);
}

/* At most every so often; what is held back is said by the tick. */
static void
answer_have (SkyReceiver *self, SkyReceivedLog *log)
{
  if (g_get_monotonic_time () - log->said_have >= ANSWER_PAUSE)
    say_have (self, log);
  else
    log->owes_have = TRUE;
}

static void
answer_want (SkyReceiver *self, SkyReceivedLog *log)
{
  if (g_get_monotonic_time () - log->said_want >= ANSWER_PAUSE)
    say_want (self, log);
  else
    log->owes_want = TRUE;
}

static void
refuse (SkyReceiver *self, SkyReceivedLog *log, guint64 position, const char *reason)
{
  const gint64 now = g_get_monotonic_time ();
  g_autoptr (GString) payload = NULL;

  self->counters.n_refused++;
  if (log->refused == reason && now - log->said_refuse < ANSWER_PAUSE)
    return;
  /* A slow disk is told of once for all logs. */
  if (log->refused != reason && !(self->slow && reason == refused_storage))
    tell (self, "%s: line %" G_GUINT64_FORMAT " is refused: %s", log->key, position, reason);
  log->refused = reason;
  log->said_refuse = now;
  payload = g_string_new (NULL);
  sky_live_add_refuse (payload, position, reason);
  publish (self, log->key, SKY_LIVE_REFUSE, payload);
}

/* What was refused for @reason is taken now. */
static void
relent (SkyReceiver *self, SkyReceivedLog *log, const char *reason)
{
  g_autoptr (GString) nothing = NULL;

  if (log->refused != reason)
    return;
  log->refused = NULL;
  nothing = g_string_new (NULL);
  publish (self, log->key, SKY_LIVE_REFUSE, nothing);
}

/* --- Logs --------------------------------------------------------------------------------------
 */

/* Whether @log stands in @accepted, as TABLE/DAY or PROPERTY/TABLE/DAY. */
static gboolean
is_accepted (char *const *accepted, const SkyReceivedLog *log)
{
  const char *table_day = strchr (log->key, '/') + 1;

  for (; accepted != NULL && *accepted != NULL; accepted++)
    if (g_str_equal (*accepted, log->key) || g_str_equal (*accepted, table_day))
      return TRUE;
  return FALSE;
}

/* Of what has ended nobody wants the digest any more, unless it goes on. */
static void
want_past (SkyReceiver *self, SkyReceivedLog *log)
{
  guint64 bytes;

  sky_live_log_get_kept (log->live, &bytes);
  if (bytes == 0 || log->hashing || log->ended)
    return;
  log->hashing = TRUE;
  g_queue_push_tail (&self->past, log);
}

static void
add_log (SkyReceiver *self, SkyReceivedLog *log)
{
  g_ptr_array_add (self->logs, log);
  g_hash_table_replace (self->current, log->key, log);
  want_past (self, log);
}

/* Whether nothing of the log waits, or is being written. */
static gboolean
is_all_kept (const SkyReceivedLog *log)
{
  return sky_live_log_get_next (log->live) == sky_live_log_get_kept (log->live, NULL);
}

/* The file that was quiet for longest gives way to another. */
static gboolean
make_room (SkyReceiver *self)
{
  SkyReceivedLog *oldest = NULL;

  if (self->n_open < OPEN_MAX)
    return TRUE;
  for (guint i = 0; i < self->logs->len; i++)
    {
      SkyReceivedLog *log = self->logs->pdata[i];

      if (log->file != NULL && is_all_kept (log)
          && (oldest == NULL || log->quiet_since < oldest->quiet_since))
        oldest = log;
    }
  if (oldest == NULL)
    return FALSE;
  sky_received_log_close (oldest);
  self->n_open--;
  return TRUE;
}

/* The disk does not take what comes for @log; it is asked again after a while. */
static void
give_up (SkyReceiver *self, SkyReceivedLog *log, const char *cause)
{
  if (!log->trouble)
    tell (self, "%s", cause);
  log->trouble = TRUE;
  log->look_again = g_get_monotonic_time () + LOOK_AGAIN;
  if (log->file != NULL)
    {
      sky_received_log_close (log);
      self->n_open--;
    }
  refuse (self, log, sky_live_log_get_next (log->live), refused_storage);
}

static gboolean
open_log (SkyReceiver *self, SkyReceivedLog *log)
{
  const gboolean ended = log->ended;
  g_autoptr (GError) error = NULL;

  if (log->file != NULL)
    return TRUE;
  if (!make_room (self))
    {
      give_up (self, log, "too many logs are open at once");
      return FALSE;
    }
  if (!sky_received_log_open (log, self->folder, &error))
    {
      give_up (self, log, error->message);
      return FALSE;
    }
  self->n_open++;
  if (ended)
    want_past (self, log);
  if (sky_log_appender_get_torn (log->file) != NULL)
    tell (self, "%s: a line was torn; it is kept in %s", log->key,
          sky_log_appender_get_torn (log->file));
  return TRUE;
}

/* Whether the disk is to be asked again about a log that it gave trouble with. */
static gboolean
look_again (SkyReceiver *self, SkyReceivedLog *log)
{
  g_autoptr (GError) error = NULL;

  if (!log->trouble || g_get_monotonic_time () < log->look_again)
    return !log->trouble;
  if (!sky_received_log_reload (log, &error))
    {
      give_up (self, log, error->message);
      return FALSE;
    }
  log->hashing = FALSE;
  want_past (self, log);
  if (!open_log (self, log))
    return FALSE;
  log->trouble = FALSE;
  return TRUE;
}

/* The log of @key, from the memory or the disk; NULL: there is none. @make: or a new one, which is
 * no log before its header has come. */
static SkyReceivedLog *
find_log (SkyReceiver *self, const char *key, gboolean make)
{
  SkyReceivedLog *log = g_hash_table_lookup (self->current, key);
  g_autoptr (GError) error = NULL;

  if (log != NULL)
    return log;
  log = sky_received_log_load (self->folder, key, NULL, make, &error);
  if (error != NULL)
    tell (self, "%s", error->message);
  if (log != NULL)
    add_log (self, log);
  return log;
}

/* --- Lines -------------------------------------------------------------------------------------
 */

static void
heard_of (SkyReceivedLog *log, guint64 position)
{
  log->last_known = MAX (log->last_known, position);
  if (sky_live_log_get_next (log->live) > log->last_known)
    log->behind_since = 0;
  else if (log->behind_since == 0)
    log->behind_since = g_get_monotonic_time ();
}

static void
note_taken (SkyReceiver *self, SkyReceivedLog *log, const SkyLiveLine *line, gboolean alone)
{
  const SkyTime now = g_get_real_time ();

  log->arrived = now;
  log->quiet_since = g_get_monotonic_time ();
  log->closed = line->closes;
  log->gone = 0;
  log->owes_want = FALSE;
  if (alone && line->at != SKY_TIME_NONE)
    log->drift = now - line->at;
  self->counters.n_lines++;
  self->counters.n_bytes += line->length + 1;
  if (sky_live_log_get_waiting (log->live, NULL) == 1)
    g_ptr_array_add (self->waiting, log);
  self->n_waiting++;
  self->waiting_bytes += line->length + 1;
}

static void
check_checkpoint (SkyReceiver *self, SkyReceivedLog *log, const SkyLiveLine *line)
{
  char digest[SKY_DIGEST_HEX_SIZE];

  if (line->position != sky_live_log_get_next (log->live) || line->checkpoint.length == 0
      || !sky_live_log_get_digest (log->live, digest) || sky_text_is (line->checkpoint, digest))
    return;
  log->n_checkpoints++;
  tell (self, "%s: line %" G_GUINT64_FORMAT ": the checkpoint is of other bytes", log->key,
        line->position);
}

/* Whether the header is that of the log whose topic it came under. */
static gboolean
is_own_header (const SkyReceivedLog *log, const SkyLiveLine *line)
{
  g_autofree char *property = sky_text_dup (line->property);
  g_autofree char *table = sky_text_dup (line->table);
  g_autofree char *day = sky_text_dup (line->day);
  g_autofree char *key = NULL;

  /* Raw bytes need be no header at all. */
  if (property != NULL && table != NULL && day != NULL)
    key = sky_live_key (property, table, day);
  return key != NULL && g_str_equal (key, log->key);
}

static void
malformed (SkyReceiver *self, SkyReceivedLog *log)
{
  log->n_malformed++;
  self->counters.n_malformed++;
  refuse (self, log, sky_live_log_get_next (log->live), refused_malformed);
}

static void
conflict (SkyReceiver *self, SkyReceivedLog *log, const SkyLiveLine *line)
{
  g_autoptr (GError) error = NULL;

  self->counters.n_conflicts++;
  if (!sky_received_log_keep_conflict (log, line, &error))
    tell (self, "%s", error->message);
  refuse (self, log, line->position, refused_conflict);
}

/* Returns FALSE when what comes behind the line need not be looked at. */
static gboolean
take_line (SkyReceiver *self, SkyReceivedLog *log, const char *data, gsize size, gboolean alone)
{
  SkyLiveLine line;

  if (!sky_live_reader_line (self->reader, data, size, &line))
    {
      malformed (self, log);
      return TRUE;
    }
  if (line.position == 0 && !is_own_header (log, &line))
    {
      malformed (self, log);
      return FALSE;
    }
  if (log->gap && line.position >= sky_live_log_get_next (log->live))
    return FALSE;
  if (line.position == sky_live_log_get_next (log->live)
      && (self->waiting_bytes > WAITING_MAX || !open_log (self, log)))
    {
      refuse (self, log, line.position, refused_storage);
      return FALSE;
    }
  check_checkpoint (self, log, &line);
  switch (sky_live_log_arrive (log->live, &line))
    {
    case SKY_ARRIVAL_TAKEN:
      note_taken (self, log, &line, alone);
      heard_of (log, line.position);
      return TRUE;
    case SKY_ARRIVAL_OLD:
      self->counters.n_old++;
      answer_have (self, log);
      return TRUE;
    case SKY_ARRIVAL_AHEAD:
      self->counters.n_ahead++;
      heard_of (log, line.position);
      answer_want (self, log);
      return FALSE;
    case SKY_ARRIVAL_CONFLICT:
      conflict (self, log, &line);
      return TRUE;
    case SKY_ARRIVAL_FULL:
      refuse (self, log, line.position, refused_storage);
      return FALSE;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
batch_cb (gpointer user_data)
{
  SkyReceiver *self = user_data;

  self->batch_timer = 0;
  start_batch (self);
  return G_SOURCE_REMOVE;
}

static void
plan_batch (SkyReceiver *self)
{
  if (self->n_waiting == 0 || self->batch != NULL)
    return;
  if (self->n_waiting >= BATCH_LINES || self->waiting_bytes >= BATCH_BYTES || self->finishing)
    start_batch (self);
  else if (self->batch_timer == 0)
    self->batch_timer = g_timeout_add (BATCH_TIME, batch_cb, self);
}

static void
take_lines (SkyReceiver *self, const char *key, const char *payload, gsize size, gboolean several)
{
  SkyReceivedLog *log = find_log (self, key, TRUE);
  const char *end = payload + size;

  if (log == NULL)
    return;
  if (log->foreign)
    {
      refuse (self, log, sky_live_log_get_next (log->live), refused_epoch);
      return;
    }
  /* Where they belong is known with the table's next hello. */
  if (log->doubt != 0)
    {
      refuse (self, log, sky_live_log_get_next (log->live), refused_gap);
      return;
    }
  if (self->slow || !look_again (self, log))
    {
      refuse (self, log, sky_live_log_get_next (log->live), refused_storage);
      return;
    }
  for (const char *line = payload; line <= end;)
    {
      const char *lf = several ? memchr (line, '\n', (gsize) (end - line)) : NULL;

      if (lf == NULL)
        lf = end;
      if (!take_line (self, log, line, (gsize) (lf - line), !several))
        break;
      line = lf + 1;
    }
  plan_batch (self);
}

/* --- Tables ------------------------------------------------------------------------------------
 */

/* The table has a log of another epoch than @log's: the one beside it, where that is accepted.
 * Returns NULL where it is not. */
static SkyReceivedLog *
find_beside (SkyReceiver *self, SkyReceivedLog *log, const char *epoch)
{
  g_autoptr (GError) error = NULL;
  SkyReceivedLog *other;

  for (guint i = 0; i < self->logs->len; i++)
    {
      other = self->logs->pdata[i];
      if (g_str_equal (other->key, log->key)
          && (g_str_equal (sky_live_log_get_epoch (other->live), epoch)
              || g_strcmp0 (other->epoch, epoch) == 0))
        return other;
    }
  if (!is_accepted (self->epochs, log) && !sky_received_log_exists (self->folder, log->key, epoch))
    return NULL;
  other = sky_received_log_load (self->folder, log->key, epoch, TRUE, &error);
  if (other == NULL)
    {
      tell (self, "%s", error->message);
      return NULL;
    }
  add_log (self, other);
  return other;
}

static void
skip_to (SkyReceivedLog *log, guint64 position)
{
  sky_live_log_skip_to (log->live, position);
  sky_live_log_get_kept (log->live, &log->sure_bytes);
  log->sure_next = position;
  log->receipt_bytes = 0;
  log->receipt_wanted = TRUE;
}

/* Leaves out what the table does not have any more. */
static void
accept_gap (SkyReceiver *self, SkyReceivedLog *log, guint64 first)
{
  tell (self, "%s: lines %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " are left out", log->key,
        sky_live_log_get_next (log->live), first - 1);
  skip_to (log, first);
  log->gap = FALSE;
  relent (self, log, refused_gap);
}

/* Where lines number themselves further than they were counted, a table that still has the first of
 * the numbers that are missing left them out itself; of another they were lost, and that had been
 * accepted. */
static void
settle_doubt (SkyReceiver *self, SkyReceivedLog *log, guint64 first)
{
  if (log->doubt == 0)
    return;
  if (first > log->doubt_from)
    {
      tell (self, "%s: no receipt is left of a gap; it goes on at line %" G_GUINT64_FORMAT,
            log->key, log->doubt);
      skip_to (log, log->doubt);
    }
  log->receipt_wanted = TRUE;
  log->doubt = 0;
}

static void
take_hello (SkyReceiver *self, const char *key, const char *payload, gsize size)
{
  SkyReceivedLog *log;
  SkyLiveHello hello;
  const char *own;
  guint64 next;

  /* What was retained was taken away. */
  if (size == 0)
    return;
  if (!sky_live_reader_hello (self->reader, payload, size, &hello))
    {
      self->counters.n_strange++;
      return;
    }
  /* Of a table without its first lines there is a log at once: one that has a gap. */
  log = find_log (self, key, hello.first > 0);
  if (log == NULL)
    {
      g_autoptr (GString) want = g_string_new (NULL);

      sky_live_add_want (want, 0);
      publish (self, key, SKY_LIVE_WANT, want);
      return;
    }
  own = sky_live_log_get_epoch (log->live);
  if (*own == '\0')
    own = log->epoch != NULL ? log->epoch : "";
  if (*own != '\0' && *hello.epoch != '\0' && !g_str_equal (own, hello.epoch))
    {
      SkyReceivedLog *beside = find_beside (self, log, hello.epoch);

      log->foreign = beside == NULL;
      if (beside == NULL)
        {
          refuse (self, log, sky_live_log_get_next (log->live), refused_epoch);
          return;
        }
      relent (self, log, refused_epoch);
      g_hash_table_replace (self->current, beside->key, beside);
      log = beside;
    }
  log->foreign = FALSE;
  log->gone = 0;
  relent (self, log, refused_epoch);
  settle_doubt (self, log, hello.first);
  next = sky_live_log_get_next (log->live);
  heard_of (log, hello.last);
  log->gap = hello.first > next;
  if (log->gap && next > 0 && is_accepted (self->gaps, log) && is_all_kept (log))
    accept_gap (self, log, hello.first);
  if (log->gap)
    refuse (self, log, next, refused_gap);
  else
    relent (self, log, refused_gap);
  if (next > 0)
    answer_have (self, log);
  if (!log->gap && hello.last >= sky_live_log_get_next (log->live))
    answer_want (self, log);
}

/* A table's connection was lost: a receipt of what there is. */
static void
take_gone (SkyReceiver *self, const char *table)
{
  for (guint i = 0; i < self->logs->len; i++)
    {
      SkyReceivedLog *log = self->logs->pdata[i];
      const char *rest = g_str_has_prefix (log->key, table) ? log->key + strlen (table) : "";

      if (*rest == '/' && strchr (rest + 1, '/') == NULL && !log->ended && log->gone == 0)
        {
          log->gone = g_get_real_time ();
          log->receipt_wanted = TRUE;
        }
    }
}

void
sky_receiver_message (SkyReceiver *self, const char *topic, const char *payload, gsize size)
{
  char key[SKY_LIVE_KEY_SIZE];
  SkyLiveLevel level;

  if (self->finishing)
    return;
  if (!sky_live_topic_read (topic, key, &level))
    {
      if (self->counters.n_strange++ == 0)
        tell (self, "%s: not a topic that a log can be named after; it is passed over", topic);
      return;
    }
  switch (level)
    {
    case SKY_LIVE_LINE:
    case SKY_LIVE_LINES:
      take_lines (self, key, payload, size, level == SKY_LIVE_LINES);
      break;
    case SKY_LIVE_HELLO:
      take_hello (self, key, payload, size);
      break;
    case SKY_LIVE_GONE:
      take_gone (self, key);
      break;
    case SKY_LIVE_HAVE:
    case SKY_LIVE_WANT:
    case SKY_LIVE_REFUSE:
    case SKY_LIVE_N_LEVELS:
    default:
      self->counters.n_strange++;
    }
}

/* --- Batches -----------------------------------------------------------------------------------
 */

/* A digest that a thread worked out goes along with what comes, once nothing is under way. */
static void
join_digest (SkyReceivedLog *log)
{
  if (log->hashed != NULL && !log->trouble && sky_received_log_join_digest (log))
    log->owes_have = TRUE;
}

static void
batch_done_cb (SkyReceiverBatch *batch, gpointer user_data)
{
  SkyReceiver *self = user_data;
  const gint64 took = g_get_monotonic_time () - self->batch_began;

  self->batch = NULL;
  self->counters.longest_sync = MAX (self->counters.longest_sync, took);
  for (guint i = 0; i < batch->items->len; i++)
    {
      SkyReceiverItem *item = batch->items->pdata[i];
      SkyReceivedLog *log = item->log;

      if (item->lines == NULL)
        continue;
      if (item->error != NULL)
        {
          gsize waiting;

          self->counters.n_failed++;
          self->n_waiting -= sky_live_log_get_waiting (log->live, &waiting);
          self->waiting_bytes -= waiting;
          g_ptr_array_remove_fast (self->waiting, log);
          sky_live_log_fall_back (log->live);
          give_up (self, log, item->error->message);
          continue;
        }
      sky_live_log_keep (log->live);
      join_digest (log);
      relent (self, log, refused_storage);
      say_have (self, log);
    }
  if (self->slow)
    {
      self->slow = FALSE;
      tell (self, "the disk has done; lines are taken again");
      for (guint i = 0; i < self->logs->len; i++)
        {
          SkyReceivedLog *log = self->logs->pdata[i];

          if (log->refused == refused_storage && !log->trouble)
            {
              relent (self, log, refused_storage);
              answer_want (self, log);
            }
        }
    }
  if (self->look_due)
    look_after_files (self);
  plan_batch (self);
  if (sky_receiver_is_finished (self))
    sky_receiver_write_status (self);
}

static void
add_receipt (SkyReceiver *self, SkyReceiverBatch *batch, SkyReceivedLog *log)
{
  g_autofree char *receipt = sky_received_log_make_receipt (log, g_get_real_time ());

  if (receipt == NULL)
    return;
  sky_live_log_get_kept (log->live, &log->receipt_bytes);
  log->receipt_at = g_get_monotonic_time ();
  log->receipt_wanted = FALSE;
  sky_receiver_batch_add_receipt (batch, log, receipt);
}

/* Hands what waits over to be written, with what the batch has already. */
static void
start_batch_with (SkyReceiver *self, SkyReceiverBatch *batch)
{
  g_clear_handle_id (&self->batch_timer, g_source_remove);
  for (guint i = 0; i < self->waiting->len; i++)
    {
      SkyReceivedLog *log = self->waiting->pdata[i];

      sky_receiver_batch_add_lines (batch, log, sky_live_log_take_waiting (log->live));
    }
  g_ptr_array_set_size (self->waiting, 0);
  self->n_waiting = 0;
  self->waiting_bytes = 0;
  self->counters.n_batches++;
  self->batch = batch;
  self->batch_began = g_get_monotonic_time ();
  sky_receiver_batch_run (batch, self->leaving, batch_done_cb, self);
}

static void
start_batch (SkyReceiver *self)
{
  if (self->batch == NULL)
    start_batch_with (self, sky_receiver_batch_new ());
}

/* --- Every now and then ------------------------------------------------------------------------
 */

static void
past_done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = G_TASK (result);
  SkyReceivedPast *past = g_task_get_task_data (task);
  SkyReceiver *self = user_data;
  SkyReceivedLog *log;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;
  self->reading_past = FALSE;
  log = g_queue_pop_head (&self->past);
  log->hashing = FALSE;
  if (!sky_received_log_take_past (log, past) && past->digest != NULL)
    want_past (self, log);
}

static void
past_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  sky_received_past_read (data);
  g_task_return_boolean (task, TRUE);
}

/* One log after the other. */
static void
read_past (SkyReceiver *self)
{
  g_autoptr (GTask) task = NULL;
  SkyReceivedLog *log = g_queue_peek_head (&self->past);

  if (log == NULL || self->reading_past)
    return;
  self->reading_past = TRUE;
  task = g_task_new (NULL, self->leaving, past_done_cb, self);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, sky_received_past_new (log), (GDestroyNotify) sky_received_past_free);
  g_task_run_in_thread (task, past_thread);
}

static void
answer_owed (SkyReceiver *self, SkyReceivedLog *log, gint64 now)
{
  if (log->owes_have && now - log->said_have >= ANSWER_PAUSE)
    say_have (self, log);
  if (log->owes_want && now - log->said_want >= ANSWER_PAUSE)
    say_want (self, log);
}

static gboolean
is_receipt_due (const SkyReceivedLog *log, gint64 now)
{
  guint64 bytes;

  sky_live_log_get_kept (log->live, &bytes);
  if (log->trouble || log->ended)
    return FALSE;
  return log->receipt_wanted
         || (bytes != log->receipt_bytes
             && (now - log->receipt_at >= RECEIPT_PAUSE || log->closed));
}

/* A closed table of which no more has come for a while. */
static void
end_log (SkyReceiver *self, SkyReceivedLog *log)
{
  g_autoptr (GError) error = NULL;
  const gboolean open = log->file != NULL;
  guint64 bytes;

  sky_live_log_get_kept (log->live, &bytes);
  if (!log->closed || log->ended || log->trouble || bytes != log->receipt_bytes
      || !is_all_kept (log) || g_get_monotonic_time () - log->quiet_since < END_AFTER)
    return;
  if (!sky_received_log_end (log, &error))
    give_up (self, log, error->message);
  if (open)
    self->n_open--;
}

/* Whether nothing is to be remembered of the log: it has ended, or one of very many of which no
 * line is on the disk. It is read again when it is spoken of. */
static gboolean
is_forgettable (const SkyReceiver *self, const SkyReceivedLog *log)
{
  const gboolean empty = sky_live_log_get_kept (log->live, NULL) == 0;

  return (log->ended || (empty && self->logs->len > OPEN_MAX)) && log->file == NULL && !log->hashing
         && log->hashed == NULL && !log->owes_have && !log->owes_want && is_all_kept (log);
}

static void
forget_logs (SkyReceiver *self)
{
  for (guint i = self->logs->len; i-- > 0;)
    {
      SkyReceivedLog *log = self->logs->pdata[i];

      if (!is_forgettable (self, log))
        continue;
      if (g_hash_table_lookup (self->current, log->key) == log)
        g_hash_table_remove (self->current, log->key);
      g_ptr_array_remove_index_fast (self->logs, i);
    }
}

/* What is done with the files while no thread has them. */
static void
look_after_files (SkyReceiver *self)
{
  const gint64 now = g_get_monotonic_time ();
  SkyReceiverBatch *batch = NULL;

  self->look_due = FALSE;
  forget_logs (self);
  for (guint i = 0; i < self->logs->len; i++)
    {
      SkyReceivedLog *log = self->logs->pdata[i];

      join_digest (log);
      end_log (self, log);
      if (is_receipt_due (log, now))
        {
          if (batch == NULL)
            batch = sky_receiver_batch_new ();
          add_receipt (self, batch, log);
        }
    }
  if (batch == NULL)
    return;
  start_batch_with (self, batch);
}

/* The disk keeps everybody waiting: what comes meanwhile could not be held. */
static void
note_slowness (SkyReceiver *self)
{
  self->slow = TRUE;
  tell (self, "the disk has not done for a second; lines are refused until it has");
  for (guint i = 0; i < self->waiting->len; i++)
    refuse (self, self->waiting->pdata[i],
            sky_live_log_get_next (((SkyReceivedLog *) self->waiting->pdata[i])->live),
            refused_storage);
}

static gboolean
tick_cb (gpointer user_data)
{
  SkyReceiver *self = user_data;
  const gint64 now = g_get_monotonic_time ();

  for (guint i = 0; i < self->logs->len; i++)
    answer_owed (self, self->logs->pdata[i], now);
  if (self->batch != NULL && !self->slow && now - self->batch_began > SLOW)
    note_slowness (self);
  self->look_due = TRUE;
  if (self->batch == NULL)
    look_after_files (self);
  read_past (self);
  if (++self->n_ticks % TICKS_A_SECOND == 0)
    sky_receiver_write_status (self);
  return G_SOURCE_CONTINUE;
}

/* --- Beginning and end -------------------------------------------------------------------------
 */

int
sky_receiver_lock (const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, SKY_RECEIVER_LOCK, NULL);
  int lock = open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0640);

  if (lock < 0)
    g_set_error (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_FOLDER, "%s: %s", path, g_strerror (errno));
  else if (flock (lock, LOCK_EX | LOCK_NB) != 0)
    {
      g_set_error (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_OCCUPIED,
                   "%s: another receiver has this folder", folder);
      close (lock);
      lock = -1;
    }
  return lock;
}

/* The key and the epoch's beginning of the file TABLE-DAY[+EPOCH8].tel.jsonl in PROPERTY/DAY. */
static gboolean
read_name (const char *property, const char *day, const char *file, char **key, char **epoch)
{
  g_autofree char *ending = g_strconcat ("-", day, NULL);
  g_autofree char *stem = NULL;
  const char *end;
  char checked[SKY_LIVE_KEY_SIZE];
  g_autofree char *topic = NULL;
  SkyLiveLevel level;

  if (!g_str_has_suffix (file, SKY_RECEIVED_LOG))
    return FALSE;
  stem = g_strndup (file, strlen (file) - strlen (SKY_RECEIVED_LOG));
  end = g_strrstr (stem, ending);
  if (end == NULL || end == stem)
    return FALSE;
  if (end[strlen (ending)] == '+')
    *epoch = g_strdup (end + strlen (ending) + 1);
  else if (end[strlen (ending)] != '\0')
    return FALSE;
  *key = g_strdup_printf ("%s/%.*s/%s", property, (int) (end - stem), stem, day);
  topic = sky_live_topic (*key, SKY_LIVE_LINE);
  return sky_live_topic_read (topic, checked, &level);
}

/* Loads the logs of PROPERTY/DAY that had not ended. */
static void
load_day (SkyReceiver *self, const char *property, const char *day)
{
  g_autofree char *path = g_build_filename (self->folder, property, day, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *file;

  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *key = NULL;
      g_autofree char *epoch = NULL;
      g_autoptr (GError) error = NULL;
      SkyReceivedLog *log;

      if (!read_name (property, day, file, &key, &epoch))
        continue;
      log = sky_received_log_load (self->folder, key, epoch, FALSE, &error);
      if (log == NULL)
        {
          if (error != NULL)
            tell (self, "%s", error->message);
          continue;
        }
      if (log->ended || self->n_open >= OPEN_MAX)
        {
          sky_received_log_free (log);
          continue;
        }
      g_ptr_array_add (self->logs, log);
      if (epoch == NULL || !g_hash_table_contains (self->current, key))
        g_hash_table_replace (self->current, log->key, log);
      want_past (self, log);
      open_log (self, log);
    }
}

static gboolean
load_logs (SkyReceiver *self, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, &cause);
  const char *property;

  if (dir == NULL)
    {
      g_autofree char *said = sky_folder_explain (self->folder, cause);

      g_set_error_literal (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_FOLDER, said);
      return FALSE;
    }
  while ((property = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, property, NULL);
      g_autoptr (GDir) days = *property != '.' ? g_dir_open (path, 0, NULL) : NULL;
      const char *day;

      while (days != NULL && (day = g_dir_read_name (days)) != NULL)
        load_day (self, property, day);
    }
  return TRUE;
}

SkyReceiver *
sky_receiver_new (const char *folder,
                  const SkyReceiverAccepted *accepted,
                  const SkyReceiverOuter *outer,
                  GError **error)
{
  g_autoptr (SkyReceiver) self = g_new0 (SkyReceiver, 1);

  self->folder = g_strdup (folder);
  self->gaps = g_strdupv ((char **) accepted->gaps);
  self->epochs = g_strdupv ((char **) accepted->epochs);
  self->outer = *outer;
  self->reader = sky_live_reader_new ();
  self->logs = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_received_log_free);
  self->current = g_hash_table_new (g_str_hash, g_str_equal);
  self->waiting = g_ptr_array_new ();
  self->leaving = g_cancellable_new ();
  self->started = g_get_real_time ();
  g_queue_init (&self->past);
  if (!load_logs (self, error))
    return NULL;
  self->tick = g_timeout_add (TICK, tick_cb, self);
  return g_steal_pointer (&self);
}

void
sky_receiver_free (SkyReceiver *self)
{
  if (self == NULL)
    return;
  g_cancellable_cancel (self->leaving);
  g_object_unref (self->leaving);
  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_handle_id (&self->batch_timer, g_source_remove);
  g_queue_clear (&self->past);
  g_hash_table_unref (self->current);
  g_ptr_array_unref (self->waiting);
  g_ptr_array_unref (self->logs);
  sky_live_reader_free (self->reader);
  g_strfreev (self->gaps);
  g_strfreev (self->epochs);
  g_free (self->broker);
  g_free (self->folder);
  g_free (self);
}

void
sky_receiver_greet (SkyReceiver *self)
{
  for (guint i = 0; i < self->logs->len; i++)
    if (!((SkyReceivedLog *) self->logs->pdata[i])->ended)
      say_have (self, self->logs->pdata[i]);
}

void
sky_receiver_set_broker (SkyReceiver *self, const char *uri, SkyTime away_since)
{
  g_free (self->broker);
  self->broker = g_strdup (uri);
  self->away_since = away_since;
  sky_receiver_write_status (self);
}

void
sky_receiver_finish (SkyReceiver *self)
{
  self->finishing = TRUE;
  plan_batch (self);
  if (sky_receiver_is_finished (self))
    sky_receiver_write_status (self);
}

gboolean
sky_receiver_is_finished (const SkyReceiver *self)
{
  return self->finishing && self->batch == NULL && self->n_waiting == 0;
}
