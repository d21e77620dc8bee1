/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit-run.h"

#include <glib/gstdio.h>

#include <malloc.h>
#include <string.h>

/* A log's turn. */
typedef struct
{
  SkyArchive *archive;
  const char *path;
  SkyLogAudit *audit; /* written by the one thread that has the job */
  char *failure;      /* likewise; NULL: none */
} Job;

struct _SkyAuditRun
{
  GPtrArray *archives; /* of SkyArchive */
  GPtrArray *jobs;     /* of Job, in the order of archives and names */
  GPtrArray *audits;   /* of SkyLogAudit, sorted; owned by the jobs */
  GPtrArray *failures; /* of strings */
  guint n_unread;
  SkyRecordingProbe probe;
  gpointer probe_data;
  SkyAuditedFunc audited;
  gpointer audited_data;
  GMutex telling; /* one call of @audited at a time */
  gint64 total;
  gint64 done;    /* atomic */
  gint cancelled; /* atomic */
};

static void
job_free (gpointer data)
{
  Job *job = data;

  sky_log_audit_free (job->audit);
  g_free (job->failure);
  g_free (job);
}

static gint64
file_size (const char *path)
{
  GStatBuf status;

  return g_stat (path, &status) == 0 ? (gint64) status.st_size : 0;
}

static void
add_archive (SkyAuditRun *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  SkyArchive *archive = sky_archive_open (path, &error);

  if (archive == NULL)
    {
      g_ptr_array_add (self->failures, g_strdup (error->message));
      self->n_unread++;
      return;
    }
  g_ptr_array_add (self->archives, archive);
  for (guint i = 0; archive->problems[i] != NULL; i++)
    g_ptr_array_add (self->failures, g_strdup (archive->problems[i]));
  for (guint i = 0; archive->logs[i] != NULL; i++)
    {
      Job *job = g_new0 (Job, 1);

      job->archive = archive;
      job->path = archive->logs[i];
      self->total += file_size (job->path);
      g_ptr_array_add (self->jobs, job);
    }
}

SkyAuditRun *
sky_audit_run_new (const char *const *paths)
{
  SkyAuditRun *self = g_new0 (SkyAuditRun, 1);

  g_mutex_init (&self->telling);
  self->archives = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_archive_free);
  self->jobs = g_ptr_array_new_with_free_func (job_free);
  self->audits = g_ptr_array_new ();
  self->failures = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; paths[i] != NULL; i++)
    add_archive (self, paths[i]);
  return self;
}

void
sky_audit_run_free (SkyAuditRun *self)
{
  if (self == NULL)
    return;
  g_mutex_clear (&self->telling);
  g_ptr_array_unref (self->audits);
  g_ptr_array_unref (self->jobs);
  g_ptr_array_unref (self->archives);
  g_ptr_array_unref (self->failures);
  g_free (self);
}

void
sky_audit_run_set_probe (SkyAuditRun *self, SkyRecordingProbe probe, gpointer probe_data)
{
  self->probe = probe;
  self->probe_data = probe_data;
}

void
sky_audit_run_set_audited (SkyAuditRun *self, SkyAuditedFunc audited, gpointer user_data)
{
  self->audited = audited;
  self->audited_data = user_data;
}

void
sky_audit_run_cancel (SkyAuditRun *self)
{
  g_atomic_int_set (&self->cancelled, 1);
}

void
sky_audit_run_get_progress (SkyAuditRun *self, gint64 *done, gint64 *total)
{
  /* A log that grew meanwhile has more bytes than were counted. */
  *done = MIN (__atomic_load_n (&self->done, __ATOMIC_RELAXED), self->total);
  *total = self->total;
}

void
sky_audit_keep_memory (void)
{
  /* A day at one table takes about ten megabytes. */
  mallopt (M_TRIM_THRESHOLD, 64 * 1024 * 1024);
  mallopt (M_MMAP_THRESHOLD, 8 * 1024 * 1024);
}

static void
work (gpointer data, gpointer user_data)
{
  SkyAuditRun *self = user_data;
  Job *job = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = NULL;
  SkyAuditOptions options = {
    .staff = job->archive->staff,
    .cancelled = &self->cancelled,
    .bytes_done = &self->done,
  };

  if (g_atomic_int_get (&self->cancelled))
    return;
  log = sky_log_open (job->path, &error);
  if (log != NULL)
    job->audit = sky_audit_log (log, &options, &error);
  if (job->audit == NULL)
    job->failure = g_strdup (error->message);
  else if (self->audited != NULL)
    {
      g_mutex_lock (&self->telling);
      self->audited (job->archive, job->audit, self->audited_data);
      g_mutex_unlock (&self->telling);
    }
}

static int
compare_audits (gconstpointer a, gconstpointer b)
{
  const SkyLogAudit *x = *(const SkyLogAudit *const *) a, *y = *(const SkyLogAudit *const *) b;
  const SkyLogHeader *p = sky_log_get_header (x->log), *q = sky_log_get_header (y->log);
  int order = strcmp (p->table, q->table);

  if (order == 0)
    order = p->gaming_day < q->gaming_day ? -1 : p->gaming_day > q->gaming_day;
  if (order == 0)
    order = strcmp (p->property, q->property);
  if (order == 0)
    order = strcmp (sky_log_get_path (x->log), sky_log_get_path (y->log));
  return order;
}

/* The cameras and recordings of one archive, after all its logs. */
static gboolean
judge_archive (SkyAuditRun *self, SkyArchive *archive, GError **error)
{
  g_autoptr (GPtrArray) audits = g_ptr_array_new ();

  for (guint i = 0; i < self->jobs->len; i++)
    {
      Job *job = self->jobs->pdata[i];

      if (job->archive == archive && job->audit != NULL)
        g_ptr_array_add (audits, job->audit);
    }
  if (audits->len == 0)
    {
      self->n_unread++;
      return TRUE;
    }
  return sky_audit_coverage (archive, audits, self->probe, self->probe_data, &self->cancelled,
                             error);
}

gboolean
sky_audit_run (SkyAuditRun *self, guint jobs, GError **error)
{
  GThreadPool *pool;

  if (jobs == 0)
    jobs = g_get_num_processors ();
  if (jobs == 1)
    for (guint i = 0; i < self->jobs->len; i++)
      work (self->jobs->pdata[i], self);
  else
    {
      pool = g_thread_pool_new (work, self, (gint) MIN (jobs, 1024), FALSE, error);
      if (pool == NULL)
        return FALSE;
      for (guint i = 0; i < self->jobs->len; i++)
        g_thread_pool_push (pool, self->jobs->pdata[i], NULL);
      g_thread_pool_free (pool, FALSE, TRUE);
    }

  if (g_atomic_int_get (&self->cancelled))
    {
      g_set_error_literal (error, SKY_AUDIT_ERROR, SKY_AUDIT_ERROR_CANCELLED,
                           "the audit was cancelled");
      return FALSE;
    }

  for (guint i = 0; i < self->archives->len; i++)
    if (!judge_archive (self, self->archives->pdata[i], error))
      return FALSE;
  for (guint i = 0; i < self->jobs->len; i++)
    {
      Job *job = self->jobs->pdata[i];

      if (job->audit != NULL)
        g_ptr_array_add (self->audits, job->audit);
      else
        g_ptr_array_add (self->failures, g_strdup (job->failure));
    }
  g_ptr_array_sort (self->audits, compare_audits);
  return TRUE;
}

GPtrArray *
sky_audit_run_get_archives (SkyAuditRun *self)
{
  return self->archives;
}

GPtrArray *
sky_audit_run_get_audits (SkyAuditRun *self)
{
  return self->audits;
}

const SkyArchive *
sky_audit_run_get_archive_of (SkyAuditRun *self, const SkyLogAudit *audit)
{
  for (guint i = 0; i < self->jobs->len; i++)
    if (((const Job *) self->jobs->pdata[i])->audit == audit)
      return ((const Job *) self->jobs->pdata[i])->archive;
  return NULL;
}

GPtrArray *
sky_audit_run_get_failures (SkyAuditRun *self)
{
  return self->failures;
}

guint
sky_audit_run_get_n_unread (SkyAuditRun *self)
{
  return self->n_unread;
}
