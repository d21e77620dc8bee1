/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The work is a row of items, logs and recordings, which the threads take one after the other: what
 * belongs to a table of an archive stands together, and the tables stand in the order in which
 * their logs are told. A table whose items are all done has its cameras judged, and its logs are
 * told as soon as those before them are. */
#include "config.h"

#include "sky-audit-run.h"

#include "sky-archive-file.h"

#include <glib/gstdio.h>

#include <malloc.h>
#include <string.h>
#include <sys/stat.h>

/* How many items may be done ahead of the log to be told next, for each thread. */
#define AHEAD 4

/* How often a waiting thread looks whether the run was cancelled, which may come from a signal. */
#define LOOK (100 * G_TIME_SPAN_MILLISECOND)

typedef struct
{
  SkyArchive *archive;
  SkyRecordingTrouble *recordings; /* in the order of footage.json */
  guint n_recordings;
} Source;

/* The logs of one table in one archive. Without cameras to judge each log is alone. */
typedef struct
{
  Source *source;
  GPtrArray *jobs; /* of Job, by name */
  guint n_items;
  guint first_place; /* of its logs in the order, the least */
  guint end_item;    /* behind its last */
  enum
  {
    NOT_ASKED,
    ASKING,
    ASKED
  } asked;        /* whether its logs are known */
  gboolean known; /* all of them are */
  guint n_done;   /* items */
  gboolean judged;
} Group;

/* A log's turn. */
typedef struct
{
  Group *group;
  char *path;
  char *real;         /* the path, whole */
  SkyLog *log;        /* NULL: it could not be opened */
  const char *kept;   /* the path of the log that is audited instead; NULL: this one is */
  SkyLogAudit *audit; /* written by the one thread that has the job */
  char *failure;      /* likewise; NULL: none */
} Job;

typedef struct
{
  Group *group;
  Job *job; /* NULL: a recording */
  const SkyFootageCamera *camera;
  const SkySegment *segment;
  guint recording;
} Item;

struct _SkyAuditRun
{
  GPtrArray *archives; /* of SkyArchive */
  GPtrArray *sources;  /* of Source, the same */
  GPtrArray *groups;   /* of Group, by the first of their logs in the order */
  GPtrArray *jobs;     /* of Job, in the order of archives and names */
  GPtrArray *order;    /* of those that could be opened, as they are told */
  GArray *items;       /* of Item */
  GPtrArray *audits;   /* of SkyLogAudit, in the order; owned by the jobs */
  GPtrArray *failures; /* of strings */
  guint n_unread;
  gboolean recorded; /* by eye: the logs of one day are several coders' */
  SkyRecordingProbe probe;
  gpointer probe_data;
  SkyKnownFunc known;
  gpointer known_data;
  SkyEarlierFunc earlier;
  gpointer earlier_data;
  SkyGrowingFunc growing;
  SkyAuditedFunc audited;
  gpointer audited_data;
  SkySightFunc sight;
  gpointer sight_data;
  SkyJudgedFunc judged;
  gpointer judged_data;
  GMutex telling;    /* one call of @audited or @sight at a time */
  gboolean to_spare; /* there are more processors than items */
  gint64 total;
  gint64 done;    /* atomic */
  gint cancelled; /* atomic */

  /* While it goes on; what follows and the groups' progress is guarded by @mutex. */
  GMutex mutex;
  GCond changed;
  guint next_item;
  guint next_told; /* in the order */
  guint ahead;
};

static void
job_free (gpointer data)
{
  Job *job = data;

  sky_log_audit_free (job->audit);
  sky_log_unref (job->log);
  g_free (job->path);
  g_free (job->real);
  g_free (job->failure);
  g_free (job);
}

static void
group_free (gpointer data)
{
  Group *group = data;

  g_ptr_array_unref (group->jobs);
  g_free (group);
}

static void
source_free (gpointer data)
{
  Source *source = data;

  for (guint i = 0; i < source->n_recordings; i++)
    g_free (source->recordings[i].explanation);
  g_free (source->recordings);
  g_free (source);
}

/* --- What is to be done ----------------------------------------------------------------------- */

static gint64
file_size (const char *path)
{
  GStatBuf status;

  return g_stat (path, &status) == 0 ? (gint64) status.st_size : 0;
}

/* Of a recording; 0 when it is not opened. */
static gint64
recording_size (const SkyArchive *archive, const SkySegment *segment)
{
  g_auto (SkyDescriptor) file = sky_archive_file_open (archive->path, segment->file, NULL);
  struct stat status;

  return file >= 0 && fstat (file, &status) == 0 ? (gint64) status.st_size : 0;
}

static Group *
find_group (SkyAuditRun *self, Source *source, SkyLog *log)
{
  Group *group;

  for (guint i = 0; i < self->groups->len && source->archive->footage != NULL; i++)
    {
      const Job *first;

      group = self->groups->pdata[i];
      first = group->jobs->pdata[0];
      if (group->source == source
          && g_str_equal (sky_log_get_header (first->log)->table, sky_log_get_header (log)->table))
        return group;
    }
  group = g_new0 (Group, 1);
  group->source = source;
  group->jobs = g_ptr_array_new ();
  g_ptr_array_add (self->groups, group);
  return group;
}

static void
add_log (SkyAuditRun *self, Source *source, const char *path)
{
  g_autoptr (GError) error = NULL;
  Job *job = g_new0 (Job, 1);

  job->path = g_strdup (path);
  job->real = g_canonicalize_filename (path, NULL);
  job->log = sky_log_open_in_archive (source->archive->path, path, &error);
  g_ptr_array_add (self->jobs, job);
  if (job->log == NULL)
    {
      job->failure = g_strdup (error->message);
      return;
    }
  job->group = find_group (self, source, job->log);
  g_ptr_array_add (job->group->jobs, job);
  g_ptr_array_add (self->order, job);
  self->total += file_size (path);
}

static void
add_logs (SkyAuditRun *self, SkyArchive *archive, const char *const *logs)
{
  Source *source = g_new0 (Source, 1);

  source->archive = archive;
  g_ptr_array_add (self->sources, source);
  for (guint c = 0; archive->footage != NULL && c < archive->footage->n_cameras; c++)
    source->n_recordings += archive->footage->cameras[c].n_segments;
  source->recordings = g_new0 (SkyRecordingTrouble, source->n_recordings + 1);
  for (guint i = 0; logs[i] != NULL; i++)
    add_log (self, source, logs[i]);
}

/* An archive that is named twice is audited once. */
static gboolean
has_archive (const SkyAuditRun *self, const char *path)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);

  for (guint i = 0; i < self->archives->len; i++)
    {
      const SkyArchive *archive = self->archives->pdata[i];
      g_autofree char *other = g_canonicalize_filename (archive->path, NULL);

      if (strcmp (whole, other) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
add_archive (SkyAuditRun *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  SkyArchive *archive = NULL;

  if (has_archive (self, path))
    return;
  archive =
      self->recorded ? sky_archive_open_recorded (path, &error) : sky_archive_open (path, &error);
  if (archive == NULL)
    {
      g_ptr_array_add (self->failures, g_strdup (error->message));
      self->n_unread++;
      return;
    }
  g_ptr_array_add (self->archives, archive);
  for (guint i = 0; archive->problems[i] != NULL; i++)
    g_ptr_array_add (self->failures, g_strdup (archive->problems[i]));
  add_logs (self, archive, (const char *const *) archive->logs);
}

static int
compare_jobs (gconstpointer a, gconstpointer b)
{
  const Job *one = *(const Job *const *) a, *other = *(const Job *const *) b;
  const SkyLog *x = one->log, *y = other->log;
  const SkyLogHeader *p = sky_log_get_header (x), *q = sky_log_get_header (y);
  int order = strcmp (p->table, q->table);

  if (order == 0)
    order = p->gaming_day < q->gaming_day ? -1 : p->gaming_day > q->gaming_day;
  if (order == 0)
    order = strcmp (p->property, q->property);
  if (order == 0)
    order = strcmp (one->real, other->real);
  return order;
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *x = *(const Group *const *) a, *y = *(const Group *const *) b;

  return x->first_place < y->first_place ? -1 : x->first_place > y->first_place;
}

static void
add_recordings (SkyAuditRun *self, Group *group)
{
  const SkyArchive *archive = group->source->archive;
  const Job *first = group->jobs->pdata[0];
  guint n = 0;

  for (guint c = 0; archive->footage != NULL && c < archive->footage->n_cameras; c++)
    for (guint s = 0; s < archive->footage->cameras[c].n_segments; s++, n++)
      {
        const SkyFootageCamera *camera = &archive->footage->cameras[c];
        Item item = { group, NULL, camera, &camera->segments[s], n };

        /* What a recorder keeps is no file of the archive's. */
        if (item.segment->file == NULL
            || !g_str_equal (camera->table, sky_log_get_header (first->log)->table))
          continue;
        g_array_append_val (self->items, item);
        if (item.segment->sha256 != NULL)
          self->total += recording_size (archive, item.segment);
      }
}

static gboolean
is_same_day (const SkyLog *a, const SkyLog *b)
{
  const SkyLogHeader *x = sky_log_get_header (a), *y = sky_log_get_header (b);

  return x->gaming_day == y->gaming_day && g_str_equal (x->table, y->table)
         && g_str_equal (x->property, y->property);
}

/* Fine print 93: of several logs of one table and day the first by path is audited. They stand one
 * behind the other, in this order. */
static void
find_replaced (SkyAuditRun *self)
{
  const Job *first = NULL;

  for (guint i = 0; i < self->order->len; i++)
    {
      Job *job = self->order->pdata[i];

      if (first != NULL && is_same_day (first->log, job->log))
        job->kept = first->path;
      else
        first = job;
    }
}

static void
make_items (SkyAuditRun *self)
{
  g_ptr_array_sort (self->order, compare_jobs);
  if (!self->recorded)
    find_replaced (self);
  for (guint i = self->order->len; i-- > 0;)
    ((Job *) self->order->pdata[i])->group->first_place = i;
  g_ptr_array_sort (self->groups, compare_groups);

  for (guint g = 0; g < self->groups->len; g++)
    {
      Group *group = self->groups->pdata[g];
      guint first = self->items->len;

      for (guint i = 0; i < group->jobs->len; i++)
        {
          Item item = { group, group->jobs->pdata[i], NULL, NULL, 0 };

          g_array_append_val (self->items, item);
        }
      add_recordings (self, group);
      group->end_item = self->items->len;
      group->n_items = group->end_item - first;
    }
}

static SkyAuditRun *
run_new (GDestroyNotify free_archive)
{
  SkyAuditRun *self = g_new0 (SkyAuditRun, 1);

  g_mutex_init (&self->telling);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  self->archives = g_ptr_array_new_with_free_func (free_archive);
  self->sources = g_ptr_array_new_with_free_func (source_free);
  self->groups = g_ptr_array_new_with_free_func (group_free);
  self->jobs = g_ptr_array_new_with_free_func (job_free);
  self->order = g_ptr_array_new ();
  self->items = g_array_new (FALSE, FALSE, sizeof (Item));
  self->audits = g_ptr_array_new ();
  self->failures = g_ptr_array_new_with_free_func (g_free);
  return self;
}

static SkyAuditRun *
new_of_archives (const char *const *paths, gboolean recorded)
{
  SkyAuditRun *self = run_new ((GDestroyNotify) sky_archive_free);

  self->recorded = recorded;
  for (guint i = 0; paths[i] != NULL; i++)
    add_archive (self, paths[i]);
  make_items (self);
  return self;
}

SkyAuditRun *
sky_audit_run_new (const char *const *paths)
{
  return new_of_archives (paths, FALSE);
}

SkyAuditRun *
sky_audit_run_new_recorded (const char *const *paths)
{
  return new_of_archives (paths, TRUE);
}

SkyAuditRun *
sky_audit_run_new_part (SkyArchive *archive, const char *const *logs)
{
  SkyAuditRun *self = run_new (NULL);

  g_ptr_array_add (self->archives, archive);
  add_logs (self, archive, logs);
  make_items (self);
  return self;
}

void
sky_audit_run_free (SkyAuditRun *self)
{
  if (self == NULL)
    return;
  g_mutex_clear (&self->telling);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->changed);
  g_ptr_array_unref (self->audits);
  g_array_unref (self->items);
  g_ptr_array_unref (self->order);
  g_ptr_array_unref (self->jobs);
  g_ptr_array_unref (self->groups);
  g_ptr_array_unref (self->sources);
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
sky_audit_run_set_known (SkyAuditRun *self, SkyKnownFunc known, gpointer user_data)
{
  self->known = known;
  self->known_data = user_data;
}

void
sky_audit_run_set_earlier (SkyAuditRun *self, SkyEarlierFunc earlier, gpointer user_data)
{
  self->earlier = earlier;
  self->earlier_data = user_data;
}

void
sky_audit_run_set_growing (SkyAuditRun *self, SkyGrowingFunc growing)
{
  self->growing = growing;
}

void
sky_audit_run_set_audited (SkyAuditRun *self, SkyAuditedFunc audited, gpointer user_data)
{
  self->audited = audited;
  self->audited_data = user_data;
}

void
sky_audit_run_set_sight (SkyAuditRun *self, SkySightFunc sight, gpointer user_data)
{
  self->sight = sight;
  self->sight_data = user_data;
}

void
sky_audit_run_set_judged (SkyAuditRun *self, SkyJudgedFunc judged, gpointer user_data)
{
  self->judged = judged;
  self->judged_data = user_data;
}

void
sky_audit_run_cancel (SkyAuditRun *self)
{
  g_atomic_int_set (&self->cancelled, 1);
}

static gboolean
is_cancelled (SkyAuditRun *self)
{
  return g_atomic_int_get (&self->cancelled) != 0;
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

/* --- Doing it --------------------------------------------------------------------------------- */

static void
add_done (SkyAuditRun *self, gint64 bytes)
{
  __atomic_fetch_add (&self->done, bytes, __ATOMIC_RELAXED);
}

/* Whether all logs of the group are known; the first thread that comes to it finds out. */
static gboolean
ask_group (SkyAuditRun *self, Group *group)
{
  gboolean known = self->known != NULL;

  g_mutex_lock (&self->mutex);
  while (group->asked == ASKING)
    g_cond_wait (&self->changed, &self->mutex);
  if (group->asked == ASKED)
    {
      known = group->known;
      g_mutex_unlock (&self->mutex);
      return known;
    }
  group->asked = ASKING;
  g_mutex_unlock (&self->mutex);

  for (guint i = 0; i < group->jobs->len && known && !is_cancelled (self); i++)
    known = self->known (group->source->archive, ((Job *) group->jobs->pdata[i])->log,
                         self->known_data);

  g_mutex_lock (&self->mutex);
  group->asked = ASKED;
  group->known = known;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
  return known;
}

static void
audit_log (SkyAuditRun *self, Job *job)
{
  const SkyArchive *archive = job->group->source->archive;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) state =
      self->earlier != NULL ? self->earlier (archive, job->log, self->earlier_data) : NULL;
  SkyAuditOptions options = {
    .state = state,
    .want_state = self->earlier != NULL,
    .without_counts = self->earlier == NULL,
    .beside = self->to_spare,
    .growing_from = self->growing != NULL ? self->growing (job->log) : 0,
    .staff = archive->staff,
    .cancelled = &self->cancelled,
    .bytes_done = &self->done,
  };

  job->audit = job->kept != NULL ? sky_audit_replaced (job->log, job->kept, &error)
                                 : sky_audit_log (job->log, &options, &error);
  if (job->audit == NULL)
    job->failure = g_strdup (error->message);
  else if (self->audited != NULL)
    {
      g_mutex_lock (&self->telling);
      self->audited (archive, job->audit, self->audited_data);
      g_mutex_unlock (&self->telling);
    }
}

static void
check_recording (SkyAuditRun *self, const Item *item)
{
  Source *source = item->group->source;

  sky_audit_recording (source->archive, item->camera, item->segment, self->probe, self->probe_data,
                       &self->cancelled, &source->recordings[item->recording]);
  if (item->segment->sha256 != NULL)
    add_done (self, recording_size (source->archive, item->segment));
}

static void
judge (SkyAuditRun *self, Group *group)
{
  g_autoptr (GPtrArray) audits = g_ptr_array_new ();

  for (guint i = 0; i < group->jobs->len; i++)
    {
      SkyLogAudit *audit = ((Job *) group->jobs->pdata[i])->audit;

      if (audit == NULL || audit->replaced)
        continue;
      sky_audit_archive (group->source->archive, audit);
      g_ptr_array_add (audits, audit);
    }
  if (audits->len > 0)
    sky_audit_coverage (group->source->archive, audits, group->source->recordings);
  for (guint i = 0; i < audits->len && self->sight != NULL && !is_cancelled (self); i++)
    {
      g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->telling);

      self->sight (group->source->archive, audits->pdata[i], &self->cancelled, self->sight_data);
    }
}

static void
do_item (SkyAuditRun *self, const Item *item)
{
  Group *group = item->group;
  gboolean last;

  if (!is_cancelled (self))
    {
      gboolean known = ask_group (self, group);

      if (known && item->job != NULL)
        add_done (self, file_size (item->job->path));
      else if (!known && item->job != NULL)
        audit_log (self, item->job);
      else if (!known)
        check_recording (self, item);
    }

  g_mutex_lock (&self->mutex);
  last = ++group->n_done == group->n_items;
  g_mutex_unlock (&self->mutex);
  if (!last)
    return;
  /* What was cancelled is not all there, and must not be told as if it were. */
  if (is_cancelled (self))
    return;
  judge (self, group);
  if (is_cancelled (self))
    return;
  g_mutex_lock (&self->mutex);
  group->judged = TRUE;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
}

/* Waits for a change of the guarded members. */
static void
await (SkyAuditRun *self)
{
  g_cond_wait_until (&self->changed, &self->mutex, g_get_monotonic_time () + LOOK);
}

/* The items that may be done by now: no run that is told of its logs holds more than some of them.
 */
static guint
get_limit (SkyAuditRun *self)
{
  const Job *job;

  if (self->judged == NULL || self->next_told >= self->order->len)
    return G_MAXUINT;
  job = self->order->pdata[self->next_told];
  return job->group->end_item + self->ahead;
}

static gpointer
work (gpointer data)
{
  SkyAuditRun *self = data;

  for (;;)
    {
      guint item;

      g_mutex_lock (&self->mutex);
      while (self->next_item < self->items->len && self->next_item >= get_limit (self)
             && !is_cancelled (self))
        await (self);
      item = self->next_item++;
      g_mutex_unlock (&self->mutex);
      if (item >= self->items->len || is_cancelled (self))
        return NULL;
      do_item (self, &g_array_index (self->items, Item, item));
    }
}

static void
tell (SkyAuditRun *self, Job *job)
{
  Source *source = job->group->source;

  if (self->judged != NULL && (job->audit != NULL || job->group->known))
    {
      self->judged (source->archive, job->log, job->audit, self->judged_data);
      g_clear_pointer (&job->audit, sky_log_audit_free);
    }
  else if (job->audit != NULL)
    g_ptr_array_add (self->audits, job->audit);
}

/* Tells of the logs whose turn it is; @wait: of all, as they get done. */
static void
tell_done (SkyAuditRun *self, gboolean wait)
{
  while (self->next_told < self->order->len && !is_cancelled (self))
    {
      Job *job = self->order->pdata[self->next_told];
      gboolean done;

      g_mutex_lock (&self->mutex);
      done = job->group->judged;
      if (!done && wait)
        await (self);
      g_mutex_unlock (&self->mutex);
      if (!done && !wait)
        return;
      if (!done)
        continue;
      tell (self, job);
      g_mutex_lock (&self->mutex);
      self->next_told++;
      g_cond_broadcast (&self->changed);
      g_mutex_unlock (&self->mutex);
    }
}

static void
run_threads (SkyAuditRun *self, guint n)
{
  g_autofree GThread **threads = g_new (GThread *, n);

  for (guint i = 0; i < n; i++)
    threads[i] = g_thread_new ("audit", work, self);
  tell_done (self, TRUE);
  for (guint i = 0; i < n; i++)
    g_thread_join (threads[i]);
}

gboolean
sky_audit_run (SkyAuditRun *self, guint jobs, GError **error)
{
  if (jobs == 0)
    jobs = g_get_num_processors ();
  self->to_spare = jobs > self->items->len;
  jobs = MIN (jobs, MAX (self->items->len, 1));
  self->ahead = AHEAD * jobs;
  if (jobs > 1)
    run_threads (self, MIN (jobs, 1024));
  else
    for (guint i = 0; i < self->items->len && !is_cancelled (self); i++)
      {
        do_item (self, &g_array_index (self->items, Item, i));
        tell_done (self, FALSE);
      }

  if (is_cancelled (self))
    {
      g_set_error_literal (error, SKY_AUDIT_ERROR, SKY_AUDIT_ERROR_CANCELLED,
                           "the audit was cancelled");
      return FALSE;
    }
  for (guint i = 0; i < self->jobs->len; i++)
    if (((const Job *) self->jobs->pdata[i])->failure != NULL)
      {
        g_ptr_array_add (self->failures, g_strdup (((const Job *) self->jobs->pdata[i])->failure));
        self->n_unread++;
      }
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
