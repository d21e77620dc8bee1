/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A worker of a fleet: several threads, each with a connection of its own, that take what the queue
 * has, and one that fills the queue. */
#include "config.h"

#include "sky-archive-file.h"
#include "sky-audit-run.h"
#include "sky-cli.h"
#include "sky-progress.h"
#include "sky-recording-probe.h"
#include "sky-store-audit.h"
#include "sky-store-opener.h"
#include "sky-work-queue.h"

#include <glib/gi18n.h>

#include <inttypes.h>

/* How often a worker that waits for logs looks for some. */
#define LOOK (10 * G_TIME_SPAN_SECOND)

/* How long a server may be gone: it is started anew, or another takes its place. */
#define PATIENCE    (10 * G_TIME_SPAN_MINUTE)
#define FIRST_PAUSE (250 * G_TIME_SPAN_MILLISECOND)
#define LAST_PAUSE  (15 * G_TIME_SPAN_SECOND)

/* How often what is left is counted, for the progress. */
#define COUNT (2 * G_TIME_SPAN_SECOND)

typedef struct
{
  const char *store; /* where it is */
  char *root;
  gboolean waits;
  SkyWorkExtent extent;
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
  guint64 n_logs, n_known, n_rounds, n_findings;
} Fleet;

typedef struct
{
  Fleet *fleet;
  SkyStore *store;
  SkyWorkArchives *archives;
  GThread *thread;

  /* Of the piece of work in hand. */
  SkyWork *work;
  SkyKnownLogs *known;
  SkyAuditRun *run;
  gboolean writes;
  GString *failures; /* of its logs */
  GError *error;     /* what keeps the store from taking them */
  guint64 n_logs, n_known, n_rounds, n_findings;
} Worker;

static gboolean
is_cancelled (Fleet *self)
{
  return g_atomic_int_get (&self->cancelled) != 0;
}

/* Says each thing once, however often it is come across. */
static void
complain (Fleet *self, const char *text)
{
  g_mutex_lock (&self->mutex);
  if (g_hash_table_add (self->told, g_strdup (text)))
    sky_cli_complain ("%s", text);
  g_mutex_unlock (&self->mutex);
}

static void
cancel (gpointer data)
{
  Fleet *self = data;

  g_mutex_lock (&self->mutex);
  g_atomic_int_set (&self->cancelled, 1);
  for (guint i = 0; i < self->runs->len; i++)
    sky_audit_run_cancel (self->runs->pdata[i]);
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
}

static void
fail (Fleet *self, const GError *error)
{
  complain (self, error->message);
  g_mutex_lock (&self->mutex);
  self->failed = TRUE;
  g_mutex_unlock (&self->mutex);
  cancel (self);
}

static void
get_progress (gpointer data, gint64 *done, gint64 *total)
{
  Fleet *self = data;

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
pause_until (Fleet *self, gint64 deadline, guint n_filled)
{
  g_mutex_lock (&self->mutex);
  while (!is_cancelled (self) && self->n_filled == n_filled
         && g_cond_wait_until (&self->changed, &self->mutex, deadline))
    ;
  g_mutex_unlock (&self->mutex);
}

/* Whether it is worth another try after @error; a lost connection is made anew first. */
static gboolean
recover (Fleet *self, SkyStore *store, const GError *error)
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

static gboolean
is_known (const SkyArchive *archive, SkyLog *log, gpointer user_data)
{
  const Worker *self = user_data;

  return sky_known_logs_find (self->known, log) != 0;
}

static GBytes *
get_earlier (const SkyArchive *archive, SkyLog *log, gpointer user_data)
{
  const Worker *self = user_data;

  return sky_known_logs_get_state (self->known, log);
}

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
  self->n_logs++;
  self->n_known += audit == NULL;
  if (audit == NULL)
    return;
  self->n_rounds += audit->rounds->len;
  self->n_findings += audit->findings->len;
  if (!self->writes)
    self->writes = sky_work_write (self->work, &self->error);
  if (!self->writes
      || sky_store_write_audit (self->store, archive, self->work->inputs, audit, SKY_VERSION, NULL,
                                &error))
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
  Fleet *fleet = self->fleet;

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

  self->known = sky_known_logs_new_part (self->store, self->work->opened,
                                         (const char *const *) self->work->logs, self->work->inputs,
                                         SKY_VERSION, error);
  if (self->known == NULL)
    return FALSE;
  run = sky_audit_run_new_part (self->work->opened, (const char *const *) self->work->logs);
  sky_audit_run_set_probe (run, sky_recording_probe, NULL);
  sky_audit_run_set_known (run, is_known, self);
  sky_audit_run_set_earlier (run, get_earlier, self);
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
  Fleet *fleet = self->fleet;
  gint64 now = g_get_monotonic_time ();
  guint64 n, bytes;
  gboolean due;

  g_mutex_lock (&fleet->mutex);
  fleet->bytes_done += (gint64) self->work->size;
  fleet->bytes_left = MAX (fleet->bytes_left - (gint64) self->work->size, 0);
  fleet->n_logs += self->n_logs;
  fleet->n_known += self->n_known;
  fleet->n_rounds += self->n_rounds;
  fleet->n_findings += self->n_findings;
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
  self->n_logs = self->n_known = self->n_rounds = self->n_findings = 0;
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
  g_clear_pointer (&self->known, sky_known_logs_free);
  g_clear_error (&self->error);
  return done;
}

/* Takes a piece and does it. @more takes whether there may be another. */
static gboolean
take (Worker *self, gboolean *more, GError **error)
{
  Fleet *fleet = self->fleet;
  gboolean done;

  if (!sky_work_take (self->store, fleet->root, SKY_VERSION, self->archives, &self->work, more,
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
  Fleet *fleet = self->fleet;

  while (!is_cancelled (fleet))
    {
      g_autoptr (GError) error = NULL;
      gboolean more = TRUE;
      guint n_filled;

      g_mutex_lock (&fleet->mutex);
      n_filled = fleet->n_filled;
      g_mutex_unlock (&fleet->mutex);
      if (!take (self, &more, &error))
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

/* --- The worker's life ------------------------------------------------------------------------ */

/* Brings the queue up to date. @first: what cannot be found then is a mistake. */
static void
fill (Fleet *self, SkyStore *store, gboolean first)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  guint64 n = 0, bytes = 0;
  guint n_passed = 0;

  while (!is_cancelled (self)
         && !(sky_work_fill (store, self->root, first ? self->extent : SKY_WORK_CHANGED,
                             SKY_VERSION, problems, &n_passed, &self->cancelled, &error)
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

static void
worker_clear (Worker *self)
{
  g_clear_pointer (&self->archives, sky_work_archives_free);
  g_clear_pointer (&self->store, sky_store_free);
  g_string_free (self->failures, TRUE);
}

static gboolean
worker_init (Worker *self, Fleet *fleet)
{
  g_autoptr (GError) error = NULL;

  self->fleet = fleet;
  self->archives = sky_work_archives_new ();
  self->failures = g_string_new (NULL);
  self->store = sky_cli_open_store (fleet->store, SKY_STORE_READ_WRITE, &error);
  if (self->store == NULL)
    sky_cli_complain ("%s", error->message);
  return self->store != NULL;
}

/* What could not be audited, whoever tried. Returns FALSE when there is some. */
static gboolean
tell_failures (Fleet *self, SkyStore *store)
{
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
  return failures->len == 0;
}

static SkyCliStatus
work (Fleet *self, Worker *workers, guint n)
{
  SkyStore *store = workers[0].store;
  SkyProgress *progress;
  guint n_started = 0;
  gboolean whole;

  progress = sky_progress_start (_ ("Auditing"), NULL, get_progress, cancel, self);
  /* The first connection is nobody else's yet. */
  fill (self, store, TRUE);
  if (self->waits)
    store = workers[n].store;
  for (; n_started < n && !is_cancelled (self); n_started++)
    workers[n_started].thread = g_thread_new ("worker", serve, &workers[n_started]);
  while (self->waits && !is_cancelled (self))
    {
      pause_until (self, g_get_monotonic_time () + LOOK, self->n_filled);
      fill (self, store, FALSE);
    }
  for (guint i = 0; i < n_started; i++)
    g_thread_join (workers[i].thread);
  sky_progress_stop (progress);

  sky_cli_print (
      _ ("Logs: %" PRIu64 ", known: %" PRIu64 ", rounds: %" PRIu64 ", findings: %" PRIu64 "\n"),
      self->n_logs, self->n_known, self->n_rounds, self->n_findings);
  if (self->failed)
    return SKY_CLI_FAILED;
  /* Whoever waits for logs ends by being asked to. */
  if (is_cancelled (self) && !self->waits)
    {
      sky_cli_complain (_ ("the work was cancelled; what was taken is given up"));
      return SKY_CLI_FAILED;
    }
  whole = tell_failures (self, store);
  return whole && self->n_passed == 0 ? SKY_CLI_DONE : SKY_CLI_FAILED;
}

static SkyCliStatus
work_with (Fleet *self, guint jobs)
{
  /* Whoever waits has one connection more, to fill the queue while the others work. */
  guint n = jobs + (self->waits ? 1 : 0), n_open = 0;
  g_autofree Worker *workers = g_new0 (Worker, n);
  SkyCliStatus status = SKY_CLI_FAILED;
  gboolean good = TRUE;

  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  self->runs = g_ptr_array_new ();
  self->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (; n_open < n && good; n_open++)
    good = worker_init (&workers[n_open], self);
  if (good)
    status = work (self, workers, jobs);
  for (guint i = 0; i < n_open; i++)
    worker_clear (&workers[i]);
  g_hash_table_unref (self->told);
  g_ptr_array_unref (self->runs);
  g_cond_clear (&self->changed);
  g_mutex_clear (&self->mutex);
  return status;
}

SkyCliStatus
sky_cli_work (const SkyCommand *command, int argc, char **argv)
{
  g_autofree char *database = NULL;
  g_autofree char *root = NULL;
  int jobs = (int) g_get_num_processors ();
  gboolean all = FALSE, waits = FALSE;
  Fleet fleet = { 0 };
  SkyCliStatus status;
  g_auto (GStrv) roots = NULL;
  const GOptionEntry options[] = {
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &database,
      N_ ("The fleet's store: a PostgreSQL database"), "URI" },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &jobs,
      N_ ("Logs that are audited at a time (as many as there are processors)"), "N" },
    { "all", 0, 0, G_OPTION_ARG_NONE, &all,
      N_ ("Look into every log, also where size and age are those of its last audit"), NULL },
    { "wait", 0, 0, G_OPTION_ARG_NONE, &waits, N_ ("Stay, and audit logs as they come and grow"),
      NULL },
    SKY_CLI_ROOTS (&roots),
    { NULL },
  };

  if (!sky_cli_parse (command, options, &argc, &argv, &status))
    return status;
  sky_archive_file_set_roots ((const char *const *) roots);
  if (database == NULL)
    return sky_cli_wrong_usage ("work", _ ("which store?"));
  if (argc != 2)
    return sky_cli_wrong_usage ("work", _ ("which folder of archives?"));
  if (jobs < 1 || jobs > 1024)
    return sky_cli_wrong_usage ("work", _ ("--jobs wants a number from 1"));
  if (!sky_store_is_uri (database))
    return sky_cli_wrong_usage ("work", _ ("a fleet's store is a PostgreSQL database, "
                                           "--store=postgresql://HOST/DATABASE"));
  fleet.store = database;
  fleet.root = root = g_canonicalize_filename (argv[1], NULL);
  fleet.waits = waits;
  fleet.extent = all ? SKY_WORK_ALL : SKY_WORK_CHANGED;
  if (!g_utf8_validate (root, -1, NULL))
    {
      g_autofree char *name = g_filename_display_name (root);

      sky_cli_complain (_ ("%s: the name is not UTF-8"), name);
      return SKY_CLI_FAILED;
    }
  return work_with (&fleet, (guint) jobs);
}
