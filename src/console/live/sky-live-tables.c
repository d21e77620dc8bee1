/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-live-tables.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sky-clock-text.h"
#include "sky-finding-query.h"
#include "sky-thread-task.h"

/* How often the counters are read, in seconds. */
#define PERIOD 1
/* A receiver whose counters stand still for longer has ended. */
#define STILL (5 * G_USEC_PER_SEC)
/* More confirmations are not counted. */
#define MOST_WAITING 10000
/* More alarms at once are told as one. */
#define MOST_ALARMS 3

struct _SkyLiveTables
{
  GObject parent_instance;

  SkyInbox *inbox;
  char *chosen;     /* the folder of the settings; NULL: none */
  char *folder;     /* whose counters were read last; NULL: none was found */
  GListStore *rows; /* of SkyLiveRow */
  GHashTable *by_key;
  GHashTable *waiting; /* key → how many confirmations wait there */

  SkyReceiverReport *report; /* NULL: none */
  gint64 moved;              /* monotonic: when the counters were seen to have changed */
  gboolean receiving;

  guint timer;
  gboolean reading;
  gboolean counting;
  gboolean count_again;
  GCancellable *leaving;
};

G_DEFINE_FINAL_TYPE (SkyLiveTables, sky_live_tables, G_TYPE_OBJECT)

enum
{
  CHANGED,
  ALARM,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static char *
make_key (const char *property, const char *table, const char *day)
{
  return g_strjoin ("\n", property, table, day, NULL);
}

/* --- Confirmations that wait ------------------------------------------------------------------ */

static gboolean
count_page (SkyStore *store, SkyFindingFilter *filter, GHashTable *counts, GError **error)
{
  g_autoptr (GPtrArray) page =
      sky_store_findings_page (store, filter, SKY_FINDING_SORT_TIME, FALSE, 0, MOST_WAITING, error);

  for (guint i = 0; page != NULL && i < page->len; i++)
    {
      const SkyStoredFinding *finding = page->pdata[i];
      char day[SKY_DAY_TEXT_SIZE];
      char *key =
          make_key (finding->property, finding->table, sky_day_format (finding->gaming_day, day));
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));

      g_hash_table_insert (counts, key, GUINT_TO_POINTER (n + 1));
    }
  return page != NULL;
}

static gpointer
count_in_thread (SkyStore *store, gpointer data, GError **error)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  SkyFindingFilter undecided = SKY_FINDING_FILTER_INIT;
  SkyFindingFilter second = SKY_FINDING_FILTER_INIT;

  undecided.queues = second.queues = 1u << SKY_QUEUE_CONFIRMATION;
  undecided.states = 1u << SKY_REVIEW_OPEN | 1u << SKY_REVIEW_IN_REVIEW;
  second.awaits_second = TRUE;
  if (!count_page (store, &undecided, counts, error) || !count_page (store, &second, counts, error))
    return NULL;
  return g_steal_pointer (&counts);
}

static void count_waiting (SkyLiveTables *self);
static void update_rows (SkyLiveTables *self);

static void
counted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyLiveTables) self = user_data;
  g_autoptr (GHashTable) counts = sky_store_worker_finish (result, NULL);

  self->counting = FALSE;
  if (g_cancellable_is_cancelled (self->leaving))
    return;
  if (counts != NULL)
    {
      g_hash_table_unref (self->waiting);
      self->waiting = g_steal_pointer (&counts);
      update_rows (self);
    }
  if (self->count_again)
    count_waiting (self);
}

/* Asked for again while it is under way, it is done once more. */
static void
count_waiting (SkyLiveTables *self)
{
  SkyStoreLink *link = sky_review_desk_get_link (sky_inbox_get_desk (self->inbox));

  self->count_again = self->counting;
  if (self->counting || self->report == NULL)
    return;
  self->counting = TRUE;
  sky_store_worker_run (sky_store_link_get_worker (link), NULL, count_in_thread, NULL, NULL,
                        (GDestroyNotify) g_hash_table_unref, NULL, counted_cb, g_object_ref (self));
}

/* --- Rows ------------------------------------------------------------------------------------- */

/* What the store has of each log, by key. Returns: SkyLiveStored. */
static GHashTable *
collect_stored (SkyLiveTables *self)
{
  GHashTable *stored = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GPtrArray *logs = sky_inbox_get_logs (self->inbox);

  for (guint i = 0; logs != NULL && i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];
      char day[SKY_DAY_TEXT_SIZE];
      char *key = make_key (log->property, log->table, sky_day_format (log->gaming_day, day));
      SkyLiveStored *each = g_hash_table_lookup (stored, key);

      /* What was recorded by eye has the table's rounds once more. */
      if (sky_stored_log_is_by_eye (log))
        {
          g_free (key);
          continue;
        }
      if (each == NULL)
        {
          each = g_new0 (SkyLiveStored, 1);
          each->end = SKY_TIME_NONE;
          g_hash_table_insert (stored, key, each);
        }
      else
        g_free (key);
      each->n_rounds += log->n_rounds;
      each->partial |= log->left_out != NULL;
      if (log->end != SKY_TIME_NONE && (each->end == SKY_TIME_NONE || log->end > each->end))
        each->end = log->end;
    }
  return stored;
}

static void
tell_alarms (SkyLiveTables *self, GPtrArray *titles, GPtrArray *bodies)
{
  if (titles->len > MOST_ALARMS)
    {
      g_autofree char *title = g_strdup_printf (
          ngettext ("%u table needs attention", "%u tables need attention", titles->len),
          titles->len);
      g_autofree char *names = NULL;

      g_ptr_array_add (titles, NULL);
      names = g_strjoinv (", ", (char **) titles->pdata);
      g_signal_emit (self, signals[ALARM], 0, title, names);
      return;
    }
  for (guint i = 0; i < titles->len; i++)
    g_signal_emit (self, signals[ALARM], 0, titles->pdata[i], bodies->pdata[i]);
}

static void
update_row (SkyLiveTables *self,
            const SkyReceiverTable *table,
            GHashTable *stored,
            GPtrArray *titles,
            GPtrArray *bodies)
{
  static const SkyLiveStored nothing = { .end = SKY_TIME_NONE };
  g_autofree char *key = make_key (table->property, table->table, table->day);
  const SkyLiveStored *found = g_hash_table_lookup (stored, key);
  SkyLiveStored has = found != NULL ? *found : nothing;
  SkyLiveRow *row = g_hash_table_lookup (self->by_key, key);
  guint before = row != NULL ? sky_live_row_get_alarms (row) : 0;
  guint raised = table->alarms & ~before & SKY_LIVE_ALARMS_URGENT;

  has.n_waiting = GPOINTER_TO_UINT (g_hash_table_lookup (self->waiting, key));
  if (row == NULL)
    {
      row = sky_live_row_new (table->property, table->table, table->day);
      g_hash_table_insert (self->by_key, g_steal_pointer (&key), row);
      g_list_store_append (self->rows, row);
    }
  sky_live_row_update (row, table, &has, self->receiving,
                       sky_clock_get_zone (sky_inbox_get_clock (self->inbox)));
  if (raised != 0)
    {
      g_ptr_array_add (titles, g_strdup (table->table));
      g_ptr_array_add (bodies, sky_live_alarms_describe (raised));
    }
}

/* Takes away the rows of logs that are received no longer. */
static void
drop_rows (SkyLiveTables *self)
{
  g_autoptr (GHashTable) received = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *tables = self->report != NULL ? self->report->tables : NULL;

  for (guint i = 0; tables != NULL && i < tables->len; i++)
    {
      const SkyReceiverTable *table = tables->pdata[i];
      g_hash_table_add (received, make_key (table->property, table->table, table->day));
    }
  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i > 0; i--)
    {
      g_autoptr (SkyLiveRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i - 1);
      g_autofree char *key = make_key (sky_live_row_get_property (row),
                                       sky_live_row_get_table (row), sky_live_row_get_day (row));

      if (g_hash_table_contains (received, key))
        continue;
      g_hash_table_remove (self->by_key, key);
      g_list_store_remove (self->rows, i - 1);
    }
}

static void
update_rows (SkyLiveTables *self)
{
  g_autoptr (GHashTable) stored = collect_stored (self);
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) bodies = g_ptr_array_new_with_free_func (g_free);

  drop_rows (self);
  for (guint i = 0; self->report != NULL && i < self->report->tables->len; i++)
    update_row (self, self->report->tables->pdata[i], stored, titles, bodies);
  g_signal_emit (self, signals[CHANGED], 0);
  tell_alarms (self, titles, bodies);
}

/* --- The receiver's counters ------------------------------------------------------------------ */

typedef struct
{
  char **folders;
} Look;

typedef struct
{
  char *folder;
  SkyReceiverReport *report;
} Seen;

static void
seen_free (gpointer data)
{
  Seen *self = data;

  g_free (self->folder);
  sky_receiver_report_free (self->report);
  g_free (self);
}

/* The first folder that has counters. */
static gpointer
look_in_thread (gpointer data, GCancellable *cancellable, GError **error)
{
  const Look *look = data;

  for (char **folder = look->folders; *folder != NULL; folder++)
    {
      SkyReceiverReport *report = sky_receiver_report_read (*folder, NULL);

      if (report != NULL)
        {
          Seen *seen = g_new0 (Seen, 1);
          seen->folder = g_strdup (*folder);
          seen->report = report;
          return seen;
        }
    }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no receiver");
  return NULL;
}

/* Where a receiver may write: the folder chosen, or those above the archives. */
static char **
list_folders (SkyLiveTables *self)
{
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *logs = sky_inbox_get_logs (self->inbox);

  if (self->chosen != NULL)
    g_strv_builder_add (folders, self->chosen);
  for (guint i = 0; self->chosen == NULL && logs != NULL && i < logs->len; i++)
    {
      g_autofree char *property = g_path_get_dirname (((SkyStoredLog *) logs->pdata[i])->archive);
      char *folder = g_path_get_dirname (property);

      if (!g_hash_table_contains (seen, folder))
        g_strv_builder_add (folders, folder);
      g_hash_table_add (seen, folder);
    }
  return g_strv_builder_end (folders);
}

static void
take_broker (SkyLiveTables *self, const SkyReceiverReport *before)
{
  const SkyReceiverReport *now = self->report;

  if (now->away_since != SKY_TIME_NONE && (before == NULL || before->away_since == SKY_TIME_NONE)
      && self->receiving)
    g_signal_emit (self, signals[ALARM], 0, _ ("The receiver has no broker"),
                   now->broker != NULL ? now->broker : "");
}

/* Whether it was written just now. The clocks of the receiver and of this desk may differ, but not
 * by much. */
static gboolean
is_fresh (const SkyReceiverReport *report)
{
  const SkyTime now = g_get_real_time ();

  return report->at != SKY_TIME_NONE && report->at > now - STILL && report->at < now + STILL;
}

static void
take_report (SkyLiveTables *self, Seen *seen)
{
  g_autoptr (SkyReceiverReport) before = g_steal_pointer (&self->report);
  const gint64 now = g_get_monotonic_time ();
  const gboolean was_receiving = self->receiving;
  const gboolean same = g_strcmp0 (self->folder, seen->folder) == 0;

  g_free (self->folder);
  self->folder = g_steal_pointer (&seen->folder);
  self->report = g_steal_pointer (&seen->report);
  if (before == NULL || !same)
    self->moved = is_fresh (self->report) ? now : 0;
  else if (before->at != self->report->at)
    self->moved = now;
  self->receiving = self->moved != 0 && now - self->moved < STILL;
  if (was_receiving && !self->receiving)
    g_signal_emit (self, signals[ALARM], 0, _ ("The receiver has stopped"), self->folder);
  take_broker (self, same ? before : NULL);
  if (before == NULL)
    count_waiting (self);
  update_rows (self);
}

static void
seen_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyLiveTables) self = user_data;
  Seen *seen = sky_thread_task_finish (result, NULL);

  self->reading = FALSE;
  if (!g_cancellable_is_cancelled (self->leaving))
    {
      if (seen != NULL)
        take_report (self, seen);
      else if (self->report != NULL)
        {
          g_clear_pointer (&self->report, sky_receiver_report_free);
          g_clear_pointer (&self->folder, g_free);
          self->receiving = FALSE;
          update_rows (self);
        }
    }
  if (seen != NULL)
    seen_free (seen);
}

static gboolean
look_cb (gpointer user_data)
{
  SkyLiveTables *self = user_data;
  g_auto (GStrv) folders = NULL;

  if (self->reading)
    return G_SOURCE_CONTINUE;
  folders = list_folders (self);
  if (folders[0] == NULL && self->report == NULL)
    return G_SOURCE_CONTINUE;
  Look *look = sky_thread_task_new (Look);
  look->folders =
      sky_thread_task_keep (look, g_steal_pointer (&folders), (GDestroyNotify) g_strfreev);
  self->reading = TRUE;
  sky_thread_task_run (look, look_in_thread, seen_free, self->leaving, seen_cb,
                       g_object_ref (self));
  return G_SOURCE_CONTINUE;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_live_tables_dispose (GObject *object)
{
  SkyLiveTables *self = SKY_LIVE_TABLES (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_cancellable_cancel (self->leaving);
  g_clear_object (&self->inbox);
  G_OBJECT_CLASS (sky_live_tables_parent_class)->dispose (object);
}

static void
sky_live_tables_finalize (GObject *object)
{
  SkyLiveTables *self = SKY_LIVE_TABLES (object);

  g_free (self->chosen);
  g_free (self->folder);
  g_object_unref (self->rows);
  g_hash_table_unref (self->by_key);
  g_hash_table_unref (self->waiting);
  sky_receiver_report_free (self->report);
  g_object_unref (self->leaving);
  G_OBJECT_CLASS (sky_live_tables_parent_class)->finalize (object);
}

static void
sky_live_tables_class_init (SkyLiveTablesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sky_live_tables_dispose;
  object_class->finalize = sky_live_tables_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[ALARM] = g_signal_new ("alarm", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
sky_live_tables_init (SkyLiveTables *self)
{
  self->rows = g_list_store_new (SKY_TYPE_LIVE_ROW);
  /* The list has the rows. */
  self->by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->waiting = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->leaving = g_cancellable_new ();
}

SkyLiveTables *
sky_live_tables_new (SkyInbox *inbox)
{
  g_return_val_if_fail (SKY_IS_INBOX (inbox), NULL);

  SkyLiveTables *self = g_object_new (SKY_TYPE_LIVE_TABLES, NULL);
  self->inbox = g_object_ref (inbox);
  g_signal_connect_object (inbox, "counts-changed", G_CALLBACK (count_waiting), self,
                           G_CONNECT_SWAPPED);
  self->timer = g_timeout_add_seconds (PERIOD, look_cb, self);
  return self;
}

void
sky_live_tables_set_folder (SkyLiveTables *self, const char *folder)
{
  g_return_if_fail (SKY_IS_LIVE_TABLES (self));

  g_free (self->chosen);
  self->chosen = folder != NULL && folder[0] != '\0' ? g_strdup (folder) : NULL;
  look_cb (self);
}

const char *
sky_live_tables_get_folder (SkyLiveTables *self)
{
  g_return_val_if_fail (SKY_IS_LIVE_TABLES (self), NULL);
  return self->folder;
}

GListModel *
sky_live_tables_get_model (SkyLiveTables *self)
{
  g_return_val_if_fail (SKY_IS_LIVE_TABLES (self), NULL);
  return G_LIST_MODEL (self->rows);
}

SkyInbox *
sky_live_tables_get_inbox (SkyLiveTables *self)
{
  g_return_val_if_fail (SKY_IS_LIVE_TABLES (self), NULL);
  return self->inbox;
}

char *
sky_live_tables_dup_status (SkyLiveTables *self)
{
  g_return_val_if_fail (SKY_IS_LIVE_TABLES (self), NULL);

  const SkyReceiverReport *report = self->report;
  GTimeZone *zone = sky_clock_get_zone (sky_inbox_get_clock (self->inbox));
  if (report == NULL)
    return g_strdup (_ ("No receiver"));
  if (!self->receiving && report->at == SKY_TIME_NONE)
    return g_strdup (_ ("The receiver is not running"));
  if (!self->receiving)
    {
      g_autofree char *at = sky_clock_text_deed (report->at, zone);
      /* Translators: a time. */
      return g_strdup_printf (_ ("The receiver is not running; last seen %s"), at);
    }
  if (report->away_since != SKY_TIME_NONE)
    {
      g_autofree char *at = sky_clock_text_tick (report->away_since, SKY_SECOND, zone);
      /* Translators: a time of day. */
      return g_strdup_printf (_ ("No broker since %s"), at);
    }
  if (report->slow)
    return g_strdup (_ ("The disk is too slow; the receiver refuses lines until it catches up"));
  return g_strdup_printf (
      ngettext ("Receiving %u table", "Receiving %u tables", report->tables->len),
      report->tables->len);
}
