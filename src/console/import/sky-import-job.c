/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-import-job.h"

#include <string.h>

#define N_FATES (SKY_IMPORT_ASIDE + 1)

/* Nothing comes of any line by this mapping. */
static const char lines_map[] =
    "[source]\nkind=lines\npattern=^(?<line>.*)$\n"
    "[log]\nproperty=-\ntable=-\ngame=roulette\ntime_zone=UTC\n"
    "[time]\nformat=none\nstep=1 s\nstart=2000-01-01T00:00:00Z\n[rule 1]\nemit=none\n";

struct _SkyImportJob
{
  GObject parent_instance;

  /* What is asked for; does not change. */
  char *text;
  char *name;
  char *folder;
  char **sources;
  guint64 from;
  gboolean all;
  gboolean as_lines;
  char *out;
  char *by;
  gboolean append;
  gint64 tolerate;

  gint cancelled; /* atomic */
  GMutex mutex;
  SkyImport *import; /* under the mutex: the one under way, for its progress */

  /* The thread's until it is done, then the main thread's. */
  GPtrArray *problems;
  GPtrArray *records;
  GPtrArray *asides;
  GPtrArray *missing;
  guint64 counts[N_FATES];
  const char *source; /* in hand */
  gint full;          /* as many are kept as were asked for */
  gboolean partial;
  guint n_logs;
  gboolean unfinished;
  GError *error;
};

G_DEFINE_FINAL_TYPE (SkyImportJob, sky_import_job, G_TYPE_OBJECT)

enum
{
  DONE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
sky_import_job_finalize (GObject *object)
{
  SkyImportJob *self = SKY_IMPORT_JOB (object);

  g_free (self->text);
  g_free (self->name);
  g_free (self->folder);
  g_strfreev (self->sources);
  g_free (self->out);
  g_free (self->by);
  g_mutex_clear (&self->mutex);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  g_ptr_array_unref (self->records);
  g_ptr_array_unref (self->asides);
  g_ptr_array_unref (self->missing);
  g_clear_error (&self->error);
  G_OBJECT_CLASS (sky_import_job_parent_class)->finalize (object);
}

static void
sky_import_job_class_init (SkyImportJobClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_import_job_finalize;
  signals[DONE] = g_signal_new ("done", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static void
sky_import_job_init (SkyImportJob *self)
{
  g_mutex_init (&self->mutex);
  self->records = g_ptr_array_new_with_free_func (g_object_unref);
  self->asides = g_ptr_array_new_with_free_func (g_object_unref);
  self->missing = g_ptr_array_new_with_free_func (g_free);
}

/* --- In the thread ---------------------------------------------------------------------------- */

static void
trace_cb (gpointer data, const SkyImportTrace *trace)
{
  SkyImportJob *self = data;
  const gboolean listed =
      trace->record->number >= self->from && self->records->len < SKY_IMPORT_JOB_KEPT;
  const gboolean aside =
      trace->fate == SKY_IMPORT_ASIDE && self->asides->len < SKY_IMPORT_JOB_ASIDES;
  g_autoptr (SkyImportRecord) record = NULL;

  self->counts[trace->fate]++;
  if (!listed && !aside)
    return;
  record = sky_import_record_new (trace, self->source);
  if (aside)
    g_ptr_array_add (self->asides, g_object_ref (record));
  if (listed)
    g_ptr_array_add (self->records, g_steal_pointer (&record));
  if (!self->all && self->records->len == SKY_IMPORT_JOB_KEPT)
    g_atomic_int_set (&self->full, 1);
}

static void
set_import (SkyImportJob *self, SkyImport *import)
{
  g_mutex_lock (&self->mutex);
  self->import = import;
  g_mutex_unlock (&self->mutex);
}

/* A trial stops of itself when it has what is looked at. */
static gboolean
read_sources (SkyImportJob *self, SkyImport *import, GError **error)
{
  for (guint i = 0; self->sources[i] != NULL; i++)
    {
      g_autofree char *name = g_path_get_basename (self->sources[i]);

      self->source = name;
      if (!sky_import_read (import, self->sources[i], error))
        return FALSE;
    }
  return sky_import_finish (import, error);
}

static void
note_report (SkyImportJob *self, const SkyImportReport *report)
{
  for (guint i = 0; i < report->missing->len; i++)
    g_ptr_array_add (self->missing, g_strdup (report->missing->pdata[i]));
  self->counts[SKY_IMPORT_USED] = report->n_used;
  self->counts[SKY_IMPORT_NOTHING] = report->n_nothing;
  self->counts[SKY_IMPORT_IGNORED] = report->n_ignored;
  self->counts[SKY_IMPORT_ASIDE] = report->n_aside;
  self->n_logs = report->logs->len;
  self->unfinished = report->unfinished;
}

static void
run_import (SkyImportJob *self, const SkyMap *map)
{
  const gboolean trial = self->out == NULL;
  const SkyImportOptions options = {
    .folder = self->out,
    .by = self->by,
    .append = self->append,
    .tolerate = trial ? G_MAXINT64 : self->tolerate,
    .trace = trial ? trace_cb : NULL,
    .trace_data = self,
    .cancelled = trial && !self->all ? &self->full : &self->cancelled,
  };
  g_autoptr (SkyImport) import = sky_import_new (map, &options, &self->error);
  gboolean done;

  if (import == NULL)
    return;
  set_import (self, import);
  done = read_sources (self, import, &self->error);
  set_import (self, NULL);
  if (done)
    note_report (self, sky_import_get_report (import));
  else if (g_atomic_int_get (&self->full) != 0 && g_atomic_int_get (&self->cancelled) == 0
           && g_error_matches (self->error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_STOPPED))
    {
      g_clear_error (&self->error);
      self->partial = TRUE;
    }
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  SkyImportJob *self = source;
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (SkyMap) map =
      sky_map_new (self->text, strlen (self->text), self->name, self->folder, &self->problems);

  if (map == NULL && self->as_lines)
    map = sky_map_new (lines_map, strlen (lines_map), "", NULL, &none);
  if (map != NULL && self->sources[0] != NULL)
    run_import (self, map);
  g_task_return_boolean (task, TRUE);
}

/* --- In the main thread ----------------------------------------------------------------------- */

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_signal_emit (source, signals[DONE], 0);
}

SkyImportJob *
sky_import_job_start (const SkyImportOrder *order)
{
  SkyImportJob *self = g_object_new (SKY_TYPE_IMPORT_JOB, NULL);
  g_autoptr (GTask) task = g_task_new (self, NULL, done_cb, NULL);

  self->text = g_strdup (order->text);
  self->name = g_strdup (order->name);
  self->folder = g_strdup (order->folder);
  self->sources = g_strdupv ((char **) order->sources);
  self->from = order->from;
  self->all = order->all;
  self->as_lines = order->as_lines;
  self->out = g_strdup (order->out);
  self->by = g_strdup (order->by);
  self->append = order->append;
  self->tolerate = order->tolerate;
  g_task_set_source_tag (task, sky_import_job_start);
  g_task_run_in_thread (task, run_in_thread);
  return self;
}

void
sky_import_job_cancel (SkyImportJob *self)
{
  g_return_if_fail (SKY_IS_IMPORT_JOB (self));

  g_atomic_int_set (&self->cancelled, 1);
  g_atomic_int_set (&self->full, 1);
}

void
sky_import_job_get_progress (SkyImportJob *self, gint64 *done, gint64 *total)
{
  g_return_if_fail (SKY_IS_IMPORT_JOB (self));

  *done = *total = 0;
  g_mutex_lock (&self->mutex);
  if (self->import != NULL)
    sky_import_get_progress (self->import, done, total);
  g_mutex_unlock (&self->mutex);
}

const GPtrArray *
sky_import_job_get_problems (SkyImportJob *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_JOB (self), NULL);
  return self->problems;
}

GPtrArray *
sky_import_job_get_records (SkyImportJob *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_JOB (self), NULL);
  return self->records;
}

GPtrArray *
sky_import_job_get_asides (SkyImportJob *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_JOB (self), NULL);
  return self->asides;
}

guint64
sky_import_job_get_count (SkyImportJob *self, SkyImportFate fate)
{
  g_return_val_if_fail (SKY_IS_IMPORT_JOB (self), 0);
  g_return_val_if_fail (fate < N_FATES, 0);
  return self->counts[fate];
}

gboolean
sky_import_job_is_partial (SkyImportJob *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_JOB (self), FALSE);
  return self->partial;
}

const GPtrArray *
sky_import_job_get_missing (SkyImportJob *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_JOB (self), NULL);
  return self->missing;
}

const GError *
sky_import_job_get_error (SkyImportJob *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_JOB (self), NULL);
  return self->error;
}

guint
sky_import_job_get_n_logs (SkyImportJob *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_JOB (self), 0);
  return self->n_logs;
}

gboolean
sky_import_job_is_unfinished (SkyImportJob *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_JOB (self), FALSE);
  return self->unfinished;
}
