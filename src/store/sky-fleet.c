/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-fleet.h"

#include "sky-audit-keeper.h"

/* How often a worker that waits for logs looks for some. */
#define LOOK (10 * G_TIME_SPAN_SECOND)

/* How long a server may be gone: it is started anew, or another takes its place. */
#define PATIENCE    (10 * G_TIME_SPAN_MINUTE)
#define FIRST_PAUSE (250 * G_TIME_SPAN_MILLISECOND)
#define LAST_PAUSE  (15 * G_TIME_SPAN_SECOND)

/* How often what is left is counted, for the progress. */
#define COUNT (2 * G_TIME_SPAN_SECOND)

struct _SkyFleet
{
  GPtrArray *stores; /* of SkyStore: one a worker, and one more where it waits */
  char *root;
  char *program;
  gboolean waits;
  SkyWorkExtent extent;
  SkyRecordingProbe probe;
  gpointer probe_data;
  SkyFleetComplain complain;
  gpointer complain_data;
  gint cancelled; /* atomic */

  /* What follows is guarded by @mutex. */
  GMutex mutex;
  GCond changed;
  guint n_filled;   /* how often the queue was */
  guint n_passed;   /* logs and folders that were passed over when it was filled last */
  GPtrArray *runs;  /* of SkyAuditRun, going on; borrowed */
  GHashTable *told; /* of strings: what was complained of */
  gboolean failed;  /* something that ends all of it */
  gint64 bytes_done, bytes_left, counted_at;
  SkyFleetTotals totals;
};

typedef struct
{
  SkyFleet *fleet;
  SkyStore *store; /* borrowed */
  SkyWorkArchives *archives;
  GThread *thread;

  /* Of the piece of work in hand. */
  SkyWork *work;
  SkyAuditKeeper *keeper;
  SkyAuditRun *run;
  gboolean writes;
  GString *failures; /* of its logs */
  GError *error;     /* what keeps the store from taking them */
  SkyFleetTotals totals;
} Worker;

static gboolean
is_cancelled (SkyFleet *self)
{
  return g_atomic_int_get (&self->cancelled) != 0;
}

/* Says each thing once, however often it is come across. */
static void
complain (SkyFleet *self, const char *text)
{
  g_mutex_lock (&self->mutex);
  if (g_hash_table_add (self->told, g_strdup (text)))
    self->complain (text, self->complain_data);
  g_mutex_unlock (&self->mutex);
}

void
sky_fleet_cancel (SkyFleet *self)
{
  g_mutex_lock (&self->mutex);
  g_atomic_int_set (&self->cancelled, 1);
  for (guint i = 0; i < self->runs->len; i++)
    sky_audit_run_cancel (self->runs->pdata[i]);
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
}

static void
fail (SkyFleet *self, const GError *error)
{
  complain (self, error->message);
  g_mutex_lock (&self->mutex);
  self->failed = TRUE;
  g_mutex_unlock (&self->mutex);
  sky_fleet_cancel (self);
}

void
sky_fleet_get_progress (SkyFleet *self, gint64 *done, gint64 *total)
{
  g_mutex_lock (&self->mutex);
  *done = self->bytes_done;
  *total = self->bytes_done + self->bytes_left;
  for (guint i = 0; i < self->runs->len; i++)
    {
      gint64 run_done, run_total;

      sky_audit_run_get_progress (self->runs->pdata[i], &run_done, &run_total);
      *done += run_done;
    }
  g_mutex_unlock (&self->mutex);
}

/* --- A connection that drops ------------------------------------------------------------------ */

/* Until @deadline, or until it is cancelled or something changes. */
static void
pause_until (SkyFleet *self, gint64 deadline, guint n_filled)
{
  g_mutex_lock (&self->mutex);
  while (!is_cancelled (self) && self->n_filled == n_filled
         && g_cond_wait_until (&self->changed, &self->mutex, deadline))
    ;
  g_mutex_unlock (&self->mutex);
}

/* Whether it is worth another try after @error; a lost connection is made anew first. */
static gboolean
recover (SkyFleet *self, SkyStore *store, const GError *error)
{
  gint64 deadline = g_get_monotonic_time () + PATIENCE;
  gint64 pause = FIRST_PAUSE;

  if (g_error_matches (error, SKY_STORE_ERROR, SKY_STORE_ERROR_BUSY))
    return !is_cancelled (self);
  if (!g_error_matches (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DISCONNECTED))
    return FALSE;
  while (!is_cancelled (self) && g_get_monotonic_time () < deadline)
    {
      g_autoptr (GError) again = NULL;

      if (sky_store_reconnect (store, &again))
        return TRUE;
      if (!g_error_matches (again, SKY_STORE_ERROR, SKY_STORE_ERROR_DISCONNECTED))
        return FALSE;
      g_mutex_lock (&self->mutex);
      if (!is_cancelled (self))
        g_cond_wait_until (&self->changed, &self->mutex, g_get_monotonic_time () + pause);
      g_mutex_unlock (&self->mutex);
      pause = MIN (2 * pause, LAST_PAUSE);
    }
  return FALSE;
}

/* --- One piece of work ------------------------------------------------------------------------ */

static void
add_failure (Worker *self, const char *failure)
{
  if (self->failures->len > 0)
    g_string_append (self->failures, "; ");
  g_string_append (self->failures, failure);
}

/* Whether it is the log that the store does not take, and not the store that takes nothing. */
static gboolean
is_of_log (const GError *error)
{
  return g_error_matches (error, SKY_STORE_ERROR, SKY_STORE_ERROR_INVALID);
}

static void
judged (const SkyArchive *archive, SkyLog *log, const SkyLogAudit *audit, gpointer user_data)
{
  Worker *self = user_data;
  g_autoptr (GError) error = NULL;

  if (self->error != NULL)
    return;
  self->totals.n_logs++;
  self->totals.n_known += audit == NULL;
  if (audit == NULL)
    return;
  self->totals.n_rounds += audit->rounds->len;
  self->totals.n_findings += audit->findings->len;
  if (!self->writes)
    self->writes = sky_work_write (self->work, &self->error);
  if (!self->writes || sky_audit_keeper_write (self->keeper, archive, audit, NULL, &error))
    return;
  if (is_of_log (error))
    {
      g_autofree char *failure = g_strdup_printf ("%s: %s", sky_log_get_path (log), error->message);

      add_failure (self, failure);
    }
  else
    self->error = g_steal_pointer (&error);
}

static void
set_run (Worker *self, SkyAuditRun *run)
{
  SkyFleet *fleet = self->fleet;

  g_mutex_lock (&fleet->mutex);
  if (run != NULL)
    {
      g_ptr_array_add (fleet->runs, run);
      if (is_cancelled (fleet))
        sky_audit_run_cancel (run);
    }
  else
    g_ptr_array_remove_fast (fleet->runs, self->run);
  g_mutex_unlock (&fleet->mutex);
  self->run = run;
}

/* Audits the logs of the piece in hand and writes what comes of them. */
static gboolean
audit_logs (Worker *self, GError **error)
{
  g_autoptr (SkyAuditRun) run = NULL;
  GPtrArray *failures;
  gboolean done;

  self->keeper = sky_audit_keeper_new (self->store, self->fleet->program);
  if (!sky_audit_keeper_look_up_part (self->keeper, self->work->opened,
                                      (const char *const *) self->work->logs, self->work->inputs,
                                      error))
    return FALSE;
  run = sky_audit_run_new_part (self->work->opened, (const char *const *) self->work->logs);
  sky_audit_run_set_probe (run, self->fleet->probe, self->fleet->probe_data);
  sky_audit_keeper_attach (self->keeper, run);
  sky_audit_run_set_judged (run, judged, self);
  set_run (self, run);
  done = sky_audit_run (run, 1, error);
  set_run (self, NULL);
  failures = sky_audit_run_get_failures (run);
  for (guint i = 0; i < failures->len; i++)
    add_failure (self, failures->pdata[i]);
  if (!done)
    return FALSE;
  if (self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  return self->writes || sky_work_write (self->work, error);
}

static void
count (Worker *self)
{
  SkyFleet *fleet = self->fleet;
  gint64 now = g_get_monotonic_time ();
  guint64 n, bytes;
  gboolean due;

  g_mutex_lock (&fleet->mutex);
  fleet->bytes_done += (gint64) self->work->size;
  fleet->bytes_left = MAX (fleet->bytes_left - (gint64) self->work->size, 0);
  fleet->totals.n_logs += self->totals.n_logs;
  fleet->totals.n_known += self->totals.n_known;
  fleet->totals.n_rounds += self->totals.n_rounds;
  fleet->totals.n_findings += self->totals.n_findings;
  due = now - fleet->counted_at >= COUNT;
  if (due)
    fleet->counted_at = now;
  g_mutex_unlock (&fleet->mutex);
  if (!due || !sky_work_count (self->store, fleet->root, &n, &bytes, NULL))
    return;
  g_mutex_lock (&fleet->mutex);
  fleet->bytes_left = (gint64) bytes;
  g_mutex_unlock (&fleet->mutex);
}

static gboolean
do_work (Worker *self, GError **error)
{
  const char *failure;
  gboolean done;

  self->writes = FALSE;
  self->totals = (SkyFleetTotals){ 0 };
  g_string_truncate (self->failures, 0);
  /* What has gone needs no audit. */
  done = *self->work->logs == NULL || audit_logs (self, error);
  failure = self->failures->len > 0 ? self->failures->str : NULL;
  done = done && sky_work_end (self->work, failure, error);
  if (done)
    {
      count (self);
      if (failure != NULL)
        complain (self->fleet, failure);
    }
  g_clear_pointer (&self->keeper, sky_audit_keeper_free);
  g_clear_error (&self->error);
  return done;
}

/* Takes a piece and does it. @more takes whether there may be another. */
static gboolean
take_piece (Worker *self, gboolean *more, GError **error)
{
  SkyFleet *fleet = self->fleet;
  gboolean done;

  if (!sky_work_take (self->store, fleet->root, fleet->program, self->archives, &self->work, more,
                      error))
    return FALSE;
  if (self->work == NULL)
    return TRUE;
  *more = TRUE;
  done = do_work (self, error);
  g_clear_pointer (&self->work, sky_work_free);
  return done;
}

static gpointer
serve (gpointer data)
{
  Worker *self = data;
  SkyFleet *fleet = self->fleet;

  while (!is_cancelled (fleet))
    {
      g_autoptr (GError) error = NULL;
      gboolean more = TRUE;
      guint n_filled;

      g_mutex_lock (&fleet->mutex);
      n_filled = fleet->n_filled;
      g_mutex_unlock (&fleet->mutex);
      if (!take_piece (self, &more, &error))
        {
          if (!is_cancelled (fleet) && !recover (fleet, self->store, error)
              && !is_cancelled (fleet))
            fail (fleet, error);
          continue;
        }
      if (more)
        continue;
      if (!fleet->waits)
        break;
      pause_until (fleet, g_get_monotonic_time () + LOOK, n_filled);
      sky_work_archives_forget (self->archives);
    }
  return NULL;
}

/* --- The queue -------------------------------------------------------------------------------- */

/* Brings the queue up to date. @first: what cannot be found then is a mistake. */
static void
fill (SkyFleet *self, SkyStore *store, gboolean first)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  guint64 n = 0, bytes = 0;
  guint n_passed = 0;

  while (!is_cancelled (self)
         && !(sky_work_fill (store, self->root, first ? self->extent : SKY_WORK_CHANGED,
                             self->program, problems, &n_passed, &self->cancelled, &error)
              && sky_work_count (store, self->root, &n, &bytes, &error)))
    {
      if (is_cancelled (self))
        return;
      if (error->domain == SKY_LOG_ERROR && !first)
        {
          complain (self, error->message);
          return;
        }
      if (!recover (self, store, error) && !is_cancelled (self))
        fail (self, error);
      g_clear_error (&error);
      g_ptr_array_set_size (problems, 0);
    }
  for (guint i = 0; i < problems->len; i++)
    complain (self, problems->pdata[i]);
  if (is_cancelled (self))
    return;
  g_mutex_lock (&self->mutex);
  self->bytes_left = (gint64) bytes;
  self->n_filled++;
  self->n_passed = n_passed;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
}

gboolean
sky_fleet_report_failures (SkyFleet *self)
{
  SkyStore *store = self->stores->pdata[self->stores->len - 1];
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) failures = sky_work_list_failures (store, self->root, &error);

  /* It may have been lost while nobody asked anything of it; recover() does nothing any more for
   * who is to end. */
  if (g_error_matches (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DISCONNECTED)
      && sky_store_reconnect (store, NULL))
    {
      g_clear_error (&error);
      failures = sky_work_list_failures (store, self->root, &error);
    }
  if (failures == NULL)
    {
      complain (self, error->message);
      return FALSE;
    }
  for (guint i = 0; i < failures->len; i++)
    complain (self, failures->pdata[i]);
  return failures->len == 0 && self->n_passed == 0;
}

static void
worker_clear (gpointer data)
{
  Worker *self = data;

  sky_work_archives_free (self->archives);
  g_string_free (self->failures, TRUE);
}

SkyFleetEnd
sky_fleet_run (SkyFleet *self, SkyWorkExtent extent, gboolean waits)
{
  guint n = self->stores->len - (waits ? 1 : 0);
  /* The first connection is nobody else's yet. */
  SkyStore *filler = self->stores->pdata[0];
  g_autoptr (GArray) workers = g_array_sized_new (FALSE, TRUE, sizeof (Worker), n);

  g_return_val_if_fail (n > 0, SKY_FLEET_FAILED);

  self->extent = extent;
  self->waits = waits;
  g_array_set_clear_func (workers, worker_clear);
  g_array_set_size (workers, n);
  for (guint i = 0; i < n; i++)
    g_array_index (workers, Worker, i) = (Worker){ .fleet = self,
                                                   .store = self->stores->pdata[i],
                                                   .archives = sky_work_archives_new (),
                                                   .failures = g_string_new (NULL) };
  fill (self, filler, TRUE);
  if (waits)
    filler = self->stores->pdata[n];
  for (guint i = 0; i < n && !is_cancelled (self); i++)
    {
      Worker *worker = &g_array_index (workers, Worker, i);

      worker->thread = g_thread_new ("worker", serve, worker);
    }
  while (waits && !is_cancelled (self))
    {
      pause_until (self, g_get_monotonic_time () + LOOK, self->n_filled);
      fill (self, filler, FALSE);
    }
  for (guint i = 0; i < n; i++)
    if (g_array_index (workers, Worker, i).thread != NULL)
      g_thread_join (g_array_index (workers, Worker, i).thread);
  if (self->failed)
    return SKY_FLEET_FAILED;
  return is_cancelled (self) ? SKY_FLEET_CANCELLED : SKY_FLEET_DONE;
}

/* --- Its life --------------------------------------------------------------------------------- */

SkyFleet *
sky_fleet_new (GPtrArray *stores, const char *root, const char *program)
{
  SkyFleet *self = g_new0 (SkyFleet, 1);

  self->stores = stores;
  self->root = g_strdup (root);
  self->program = g_strdup (program);
  self->runs = g_ptr_array_new ();
  self->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  return self;
}

void
sky_fleet_free (SkyFleet *self)
{
  if (self == NULL)
    return;
  g_cond_clear (&self->changed);
  g_mutex_clear (&self->mutex);
  g_hash_table_unref (self->told);
  g_ptr_array_unref (self->runs);
  g_free (self->program);
  g_free (self->root);
  g_ptr_array_unref (self->stores);
  g_free (self);
}

void
sky_fleet_set_probe (SkyFleet *self, SkyRecordingProbe probe, gpointer probe_data)
{
  self->probe = probe;
  self->probe_data = probe_data;
}

void
sky_fleet_set_complain (SkyFleet *self, SkyFleetComplain func, gpointer user_data)
{
  self->complain = func;
  self->complain_data = user_data;
}

const SkyFleetTotals *
sky_fleet_get_totals (SkyFleet *self)
{
  return &self->totals;
}
