/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit-job.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "sky-archive-file.h"
#include "sky-audit-keeper.h"
#include "sky-digest.h"
#include "sky-media-check.h"
#include "sky-received-log.h"
#include "sky-sight-audit.h"
#include "sky-store-audit.h"
#include "sky-stored-log.h"
#include "sky-time.h"

/* How often progress is told. */
#define TELL_EVERY_MS 100

/* How long an open table may write nothing before its log is taken to have ended. */
#define QUIET_FOR (15 * G_TIME_SPAN_MINUTE)

/* What the thread and the object share. */
typedef struct
{
  gatomicrefcount refs;
  char **paths;
  char *log; /* whose pictures are read, in the archive that @paths names; NULL: none are */
  char *store_path;
  GCancellable *cancellable;

  GMutex mutex;
  /* All below is guarded by @mutex. */
  SkyAuditRun *run;    /* under way; NULL: none */
  char *current;       /* the archive under way */
  guint n_read;        /* results whose pictures were read, */
  guint n_results;     /* and how many there are; 0: not known yet */
  GPtrArray *problems; /* of char *, not told yet */
  guint n_audited;
  guint n_current;
  gboolean finished;
} Shared;

struct _SkyAuditJob
{
  GObject parent_instance;

  Shared *shared;
  guint timeout;
  gint64 started; /* monotonic */

  /* As last told. */
  gint64 fraction; /* in thousandths */
  char *status;
  guint n_audited;
  guint n_current;
  gboolean finished;
};

G_DEFINE_FINAL_TYPE (SkyAuditJob, sky_audit_job, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_FRACTION,
  PROP_STATUS,
  PROP_FINISHED,
  N_PROPS,
};

enum
{
  SIGNAL_LOG_STORED,
  SIGNAL_PROBLEM,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
shared_unref (Shared *shared)
{
  if (!g_atomic_ref_count_dec (&shared->refs))
    return;
  g_strfreev (shared->paths);
  g_free (shared->store_path);
  g_object_unref (shared->cancellable);
  g_free (shared->log);
  g_free (shared->current);
  g_ptr_array_unref (shared->problems);
  g_mutex_clear (&shared->mutex);
  g_free (shared);
}

/* --- The thread ------------------------------------------------------------------------------- */

static gboolean
is_cancelled (Shared *shared)
{
  return g_cancellable_is_cancelled (shared->cancellable);
}

static void
add_problem (Shared *shared, const char *problem)
{
  g_mutex_lock (&shared->mutex);
  g_ptr_array_add (shared->problems, g_strdup (problem));
  g_mutex_unlock (&shared->mutex);
}

static void
count_logs (Shared *shared, guint n_audited, guint n_current)
{
  g_mutex_lock (&shared->mutex);
  shared->n_audited += n_audited;
  shared->n_current += n_current;
  g_mutex_unlock (&shared->mutex);
}

static SkyRecordingState
probe_recording (int descriptor, const char *name, char **cause, gpointer user_data)
{
  Shared *shared = user_data;
  g_autoptr (GError) error = NULL;

  if (sky_media_check_recording (descriptor, name, shared->cancellable, NULL, &error)
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return SKY_RECORDING_GOOD;
  *cause = g_strdup (error->message);
  return SKY_RECORDING_UNREADABLE;
}

/* Whether a receiver has not ended the log: it has receipts beside it and can be written. */
static gboolean
is_being_received (const char *path, mode_t mode)
{
  g_autofree char *stem = NULL;

  if ((mode & S_IWUSR) == 0 || !g_str_has_suffix (path, SKY_RECEIVED_LOG))
    return FALSE;
  stem = g_strndup (path, strlen (path) - strlen (SKY_RECEIVED_LOG));
  g_autofree char *receipts = g_strconcat (stem, SKY_RECEIVED_RECEIPTS, NULL);
  return g_file_test (receipts, G_FILE_TEST_EXISTS);
}

/* A SkyGrowingFunc. A file that nobody wrote to lately has ended. Of another, one that is being
 * received still grows. Any other was perhaps copied or made just now: it grows if what it says
 * happened just now. */
static SkyTime
growing_cb (SkyLog *log)
{
  const char *path = sky_log_get_path (log);
  SkyTime since = g_get_real_time () - QUIET_FOR;
  GStatBuf status;

  if (g_stat (path, &status) != 0 || (SkyTime) status.st_mtime < since / G_TIME_SPAN_SECOND)
    return 0;
  return is_being_received (path, status.st_mode) ? G_MININT64 : since;
}

static void
set_run (Shared *shared, SkyAuditRun *run)
{
  g_mutex_lock (&shared->mutex);
  shared->run = run;
  g_mutex_unlock (&shared->mutex);
}

static void
set_current (Shared *shared, const char *path)
{
  g_mutex_lock (&shared->mutex);
  g_free (shared->current);
  shared->current = g_path_get_basename (path);
  g_mutex_unlock (&shared->mutex);
}

/* An archive under way. */
typedef struct
{
  Shared *shared;
  SkyAuditKeeper *keeper;
} Keeping;

/* What is found in a log is kept as soon as the log is read, so that it can be looked at while its
 * cameras are judged. Until they are the store must not take it for all that there is: it has no
 * inputs then. Called from a thread of the run's, with a connection of its own. */
static void
audited_cb (const SkyArchive *archive, const SkyLogAudit *audit, gpointer user_data)
{
  Keeping *keeping = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store =
      sky_store_open (keeping->shared->store_path, SKY_STORE_READ_WRITE, &error);

  if (store == NULL
      || !sky_store_write_audit (store, archive, NULL, audit, SKY_VERSION, NULL, &error))
    add_problem (keeping->shared, error->message);
  if (store == NULL)
    return;
  count_logs (keeping->shared, 1, 0);
}

static void
judged_cb (const SkyArchive *archive, SkyLog *log, const SkyLogAudit *audit, gpointer user_data)
{
  Keeping *keeping = user_data;
  g_autoptr (GError) error = NULL;

  if (audit != NULL && !sky_audit_keeper_write (keeping->keeper, archive, audit, NULL, &error))
    add_problem (keeping->shared, error->message);
  /* What was kept before its cameras were judged has been counted. */
  if (audit == NULL)
    count_logs (keeping->shared, 0, 1);
  else if (archive->footage == NULL)
    count_logs (keeping->shared, 1, 0);
}

/* Does what @run has of the archive at @path. */
static void
audit_logs (Shared *shared, SkyStore *store, SkyAuditRun *run, const char *path)
{
  GPtrArray *archives = sky_audit_run_get_archives (run);
  const SkyArchive *archive = archives->len > 0 ? archives->pdata[0] : NULL;
  g_autoptr (SkyAuditKeeper) keeper = sky_audit_keeper_new (store, SKY_VERSION);
  Keeping keeping = { shared, keeper };

  sky_audit_run_set_probe (run, probe_recording, shared);
  if (archive != NULL)
    sky_audit_keeper_look_up (keeper, archive);
  sky_audit_keeper_attach (keeper, run);
  sky_audit_run_set_growing (run, growing_cb);
  if (archive != NULL && archive->footage != NULL)
    sky_audit_run_set_audited (run, audited_cb, &keeping);
  sky_audit_run_set_judged (run, judged_cb, &keeping);
  set_current (shared, path);
  set_run (shared, run);
  gboolean done = !is_cancelled (shared) && sky_audit_run (run, 0, NULL);
  set_run (shared, NULL);
  if (!done)
    return;
  GPtrArray *failures = sky_audit_run_get_failures (run);
  for (guint i = 0; i < failures->len; i++)
    add_problem (shared, failures->pdata[i]);
}

/* The table's own logs, then what was recorded by eye beside them. */
static void
audit_archive (Shared *shared, SkyStore *store, const char *path)
{
  const char *paths[] = { path, NULL };
  g_autofree char *folder = g_build_filename (path, SKY_ARCHIVE_RECORDED, NULL);
  g_autoptr (SkyArchive) recorded =
      g_file_test (folder, G_FILE_TEST_IS_DIR) ? sky_archive_open_recorded (path, NULL) : NULL;
  g_autoptr (SkyAuditRun) own = sky_audit_run_new (paths);

  /* That an archive has no log of its own is no fault where it has others. */
  if (recorded == NULL || sky_audit_run_get_archives (own)->len > 0)
    audit_logs (shared, store, own, path);
  if (recorded == NULL || is_cancelled (shared))
    return;
  g_autoptr (SkyAuditRun) by_eye = sky_audit_run_new_recorded (paths);
  audit_logs (shared, store, by_eye, path);
}

/* --- Reading the pictures --------------------------------------------------------------------- */

/* What is played and drawn goes before what is read. */
#define NICE_TO_PLAYERS 10

static void
read_cb (guint n_done, guint n, gpointer user_data)
{
  Shared *shared = user_data;

  g_mutex_lock (&shared->mutex);
  shared->n_read = n_done;
  shared->n_results = n;
  g_mutex_unlock (&shared->mutex);
}

/* A SkySightFunc: in a thread of the run's own. */
static void
sight_cb (const SkyArchive *archive, SkyLogAudit *audit, const gint *cancelled, gpointer user_data)
{
  Shared *shared = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkySightArchive) sight = NULL;

  if (!g_str_equal (sky_log_get_path (audit->log), shared->log))
    return;
  setpriority (PRIO_PROCESS, (id_t) gettid (), NICE_TO_PLAYERS);
  sight = sky_sight_archive_new (archive, &error);
  if (sight == NULL || !sky_sight_audit (sight, audit, read_cb, shared, cancelled, &error))
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        add_problem (shared, error->message);
      return;
    }
  for (guint i = 0; sky_sight_archive_get_problems (sight)[i] != NULL; i++)
    add_problem (shared, sky_sight_archive_get_problems (sight)[i]);
}

/* What was not read is not written: its log has all else already. */
static void
testimony_cb (const SkyArchive *archive, SkyLog *log, const SkyLogAudit *audit, gpointer user_data)
{
  Keeping *keeping = user_data;
  g_autoptr (GError) error = NULL;

  if (audit == NULL || audit->testimony == NULL)
    return;
  if (sky_audit_keeper_write (keeping->keeper, archive, audit, NULL, &error))
    count_logs (keeping->shared, 1, 0);
  else
    add_problem (keeping->shared, error->message);
}

/* The logs of @log's table: their cameras are judged together. Returns: paths, NULL-terminated. */
static char **
list_logs_of_table (const SkyArchive *archive, const char *path, GError **error)
{
  g_autoptr (SkyLog) wanted = sky_log_open_in_archive (archive->path, path, error);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  if (wanted == NULL)
    return NULL;
  for (guint i = 0; archive->logs[i] != NULL; i++)
    {
      g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[i], NULL);

      if (log != NULL
          && g_str_equal (sky_log_get_header (log)->table, sky_log_get_header (wanted)->table))
        g_strv_builder_add (paths, archive->logs[i]);
    }
  return g_strv_builder_end (paths);
}

/* Whether the log @log of the archive @path is one that was recorded by eye beside the table's
 * own. */
static gboolean
is_by_eye (const char *path, const char *log)
{
  g_autofree char *name = sky_archive_file_name (path, log);

  return g_str_has_prefix (name, SKY_ARCHIVE_RECORDED G_DIR_SEPARATOR_S);
}

static void
read_pictures (Shared *shared, SkyStore *store, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = is_by_eye (path, shared->log)
                                       ? sky_archive_open_recorded (path, &error)
                                       : sky_archive_open (path, &error);
  g_auto (GStrv) logs = archive != NULL ? list_logs_of_table (archive, shared->log, &error) : NULL;
  g_autoptr (SkyAuditKeeper) keeper = sky_audit_keeper_new (store, SKY_VERSION);
  g_autoptr (SkyAuditRun) run = NULL;
  Keeping keeping = { shared, keeper };

  if (logs == NULL)
    {
      add_problem (shared, error->message);
      return;
    }
  run = sky_audit_run_new_part (archive, (const char *const *) logs);
  sky_audit_run_set_probe (run, probe_recording, shared);
  sky_audit_keeper_look_up (keeper, archive);
  sky_audit_keeper_attach (keeper, run);
  sky_audit_keeper_set_again (keeper);
  sky_audit_run_set_growing (run, growing_cb);
  sky_audit_run_set_sight (run, sight_cb, shared);
  sky_audit_run_set_judged (run, testimony_cb, &keeping);
  set_current (shared, shared->log);
  set_run (shared, run);
  if (!is_cancelled (shared))
    sky_audit_run (run, 0, NULL);
  set_run (shared, NULL);
}

static gpointer
audit_thread (gpointer data)
{
  Shared *shared = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (shared->store_path, SKY_STORE_READ_WRITE, &error);

  if (store == NULL)
    add_problem (shared, error->message);
  for (guint i = 0; store != NULL && shared->paths[i] != NULL && !is_cancelled (shared); i++)
    {
      if (shared->log != NULL)
        read_pictures (shared, store, shared->paths[i]);
      else
        audit_archive (shared, store, shared->paths[i]);
    }
  g_clear_pointer (&store, sky_store_free);

  g_mutex_lock (&shared->mutex);
  shared->finished = TRUE;
  g_mutex_unlock (&shared->mutex);
  shared_unref (shared);
  return NULL;
}

/* --- Telling ---------------------------------------------------------------------------------- */

/* What is left is told once so much is done that it can be known. */
#define TELL_LEFT_FROM 10 /* percent */

static char *
describe (SkyAuditJob *self, const char *current, gint64 done, gint64 total)
{
  gint64 elapsed = g_get_monotonic_time () - self->started;
  g_autofree char *done_text = g_format_size ((guint64) done);
  g_autofree char *total_text = g_format_size ((guint64) total);

  if (current == NULL)
    return g_strdup (_ ("Reading the archive"));
  if (elapsed < SKY_SECOND || done == 0 || done >= total || done < total / 100 * TELL_LEFT_FROM)
    /* Translators: an archive's name, then bytes audited, bytes in all. */
    return g_strdup_printf (_ ("%s: %s of %s"), current, done_text, total_text);

  /* In whole seconds, and in whole minutes where there are several. */
  SkyTime left = (SkyTime) ((double) elapsed / (double) done * (double) (total - done));
  SkyTime unit = left >= 2 * SKY_MINUTE ? SKY_MINUTE : SKY_SECOND;
  g_autofree char *left_text = sky_span_format ((left + unit - 1) / unit * unit);
  /* Translators: the same, then how long it will still take, such as “5 s” or “3 min”. */
  return g_strdup_printf (_ ("%s: %s of %s, about %s left"), current, done_text, total_text,
                          left_text);
}

static char *
describe_reading (const char *current, guint n_read, guint n_results)
{
  if (n_results == 0)
    return g_strdup (_ ("Reading the pictures"));
  /* Translators: a log's name, then of how many results the pictures were read. */
  return g_strdup_printf (_ ("%s: the pictures of %u of %u results read"), current, n_read,
                          n_results);
}

static void
set_status (SkyAuditJob *self, char *status)
{
  if (g_strcmp0 (status, self->status) == 0)
    {
      g_free (status);
      return;
    }
  g_free (self->status);
  self->status = status;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATUS]);
}

static void
tell (SkyAuditJob *self)
{
  Shared *shared = self->shared;
  gint64 done = 0;
  gint64 total = 0;

  g_mutex_lock (&shared->mutex);
  if (shared->run != NULL)
    sky_audit_run_get_progress (shared->run, &done, &total);
  guint n_audited = shared->n_audited;
  guint n_current = shared->n_current;
  guint n_read = shared->n_read;
  guint n_results = shared->n_results;
  gboolean finished = shared->finished;
  g_autofree char *current = g_strdup (shared->current);
  g_autoptr (GPtrArray) problems = shared->problems;
  shared->problems = g_ptr_array_new_with_free_func (g_free);
  g_mutex_unlock (&shared->mutex);

  if (shared->log != NULL)
    {
      done = n_read;
      total = n_results;
    }
  gint64 fraction = finished ? 1000 : total > 0 ? MIN (1000, done * 1000 / total) : 0;
  gboolean stored = n_audited != self->n_audited;
  self->n_audited = n_audited;
  self->n_current = n_current;

  set_status (self, shared->log != NULL ? describe_reading (current, n_read, n_results)
                                        : describe (self, current, done, MAX (done, total)));
  if (fraction != self->fraction)
    {
      self->fraction = fraction;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FRACTION]);
    }
  for (guint i = 0; i < problems->len; i++)
    g_signal_emit (self, signals[SIGNAL_PROBLEM], 0, problems->pdata[i]);
  if (stored)
    g_signal_emit (self, signals[SIGNAL_LOG_STORED], 0);
  if (finished && !self->finished)
    {
      self->finished = TRUE;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FINISHED]);
    }
}

static gboolean
timeout_cb (gpointer data)
{
  /* A handler may let go of the last reference. */
  g_autoptr (SkyAuditJob) self = g_object_ref (data);

  tell (self);
  if (!self->finished)
    return G_SOURCE_CONTINUE;
  self->timeout = 0;
  return G_SOURCE_REMOVE;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_audit_job_dispose (GObject *object)
{
  SkyAuditJob *self = SKY_AUDIT_JOB (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->shared != NULL)
    {
      sky_audit_job_cancel (self);
      g_clear_pointer (&self->shared, shared_unref);
    }
  G_OBJECT_CLASS (sky_audit_job_parent_class)->dispose (object);
}

static void
sky_audit_job_finalize (GObject *object)
{
  SkyAuditJob *self = SKY_AUDIT_JOB (object);

  g_free (self->status);
  G_OBJECT_CLASS (sky_audit_job_parent_class)->finalize (object);
}

static void
sky_audit_job_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SkyAuditJob *self = SKY_AUDIT_JOB (object);

  switch (id)
    {
    case PROP_FRACTION:
      g_value_set_double (value, sky_audit_job_get_fraction (self));
      break;
    case PROP_STATUS:
      g_value_set_string (value, self->status);
      break;
    case PROP_FINISHED:
      g_value_set_boolean (value, self->finished);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_audit_job_class_init (SkyAuditJobClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sky_audit_job_dispose;
  object_class->finalize = sky_audit_job_finalize;
  object_class->get_property = sky_audit_job_get_property;
  properties[PROP_FRACTION] = g_param_spec_double ("fraction", NULL, NULL, 0, 1, 0,
                                                   G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_STATUS] =
      g_param_spec_string ("status", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_FINISHED] = g_param_spec_boolean ("finished", NULL, NULL, FALSE,
                                                    G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[SIGNAL_LOG_STORED] = g_signal_new ("log-stored", SKY_TYPE_AUDIT_JOB, G_SIGNAL_RUN_LAST, 0,
                                             NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_PROBLEM] = g_signal_new ("problem", SKY_TYPE_AUDIT_JOB, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
sky_audit_job_init (SkyAuditJob *self)
{
  self->started = g_get_monotonic_time ();
}

static SkyAuditJob *
start (const char *const *paths, const char *log, const char *store_path)
{
  SkyAuditJob *self = g_object_new (SKY_TYPE_AUDIT_JOB, NULL);
  Shared *shared = g_new0 (Shared, 1);

  g_atomic_ref_count_init (&shared->refs);
  shared->paths = g_strdupv ((char **) paths);
  shared->log = g_strdup (log);
  shared->store_path = g_strdup (store_path);
  shared->cancellable = g_cancellable_new ();
  shared->problems = g_ptr_array_new_with_free_func (g_free);
  g_mutex_init (&shared->mutex);
  self->shared = shared;
  self->status = log != NULL ? describe_reading (NULL, 0, 0) : describe (self, NULL, 0, 0);
  self->timeout = g_timeout_add (TELL_EVERY_MS, timeout_cb, self);

  g_atomic_ref_count_inc (&shared->refs);
  g_thread_unref (g_thread_new ("audit", audit_thread, shared));
  return self;
}

SkyAuditJob *
sky_audit_job_start (const char *const *paths, const char *store_path)
{
  g_return_val_if_fail (paths != NULL, NULL);
  g_return_val_if_fail (store_path != NULL, NULL);
  return start (paths, NULL, store_path);
}

SkyAuditJob *
sky_audit_job_start_reading (const char *archive, const char *log, const char *store_path)
{
  const char *const paths[] = { archive, NULL };

  g_return_val_if_fail (archive != NULL && log != NULL, NULL);
  g_return_val_if_fail (store_path != NULL, NULL);
  return start (paths, log, store_path);
}

void
sky_audit_job_cancel (SkyAuditJob *self)
{
  g_return_if_fail (SKY_IS_AUDIT_JOB (self));

  g_cancellable_cancel (self->shared->cancellable);
  g_mutex_lock (&self->shared->mutex);
  if (self->shared->run != NULL)
    sky_audit_run_cancel (self->shared->run);
  g_mutex_unlock (&self->shared->mutex);
}

gboolean
sky_audit_job_get_finished (SkyAuditJob *self)
{
  g_return_val_if_fail (SKY_IS_AUDIT_JOB (self), TRUE);
  return self->finished;
}

double
sky_audit_job_get_fraction (SkyAuditJob *self)
{
  g_return_val_if_fail (SKY_IS_AUDIT_JOB (self), 0);
  return (double) self->fraction / 1000;
}

const char *
sky_audit_job_get_status (SkyAuditJob *self)
{
  g_return_val_if_fail (SKY_IS_AUDIT_JOB (self), NULL);
  return self->status;
}

guint
sky_audit_job_get_n_audited (SkyAuditJob *self)
{
  g_return_val_if_fail (SKY_IS_AUDIT_JOB (self), 0);
  return self->n_audited;
}

guint
sky_audit_job_get_n_current (SkyAuditJob *self)
{
  g_return_val_if_fail (SKY_IS_AUDIT_JOB (self), 0);
  return self->n_current;
}
