/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-store-worker.h"

#include "sky-person.h"

/* Who works, and what they sign with. */
typedef struct
{
  char *credential;      /* NULL: nobody */
  SkyIdentity *identity; /* NULL: nothing is signed */
} Writer;

typedef struct
{
  GTask *task;
  Writer writer; /* when it was given: what waits is not said by who comes after */
  SkyStoreFunc func;
  gpointer data;
  GDestroyNotify free_data;
  GDestroyNotify free_result;
  gboolean notes; /* what it writes an auditor may write too */
  gboolean once;  /* it is not to be done again */
  /* Set by the thread. */
  gpointer result;
  GError *error;
} Job;

/* What the thread and the object share: the thread goes on with what it was given after the object
 * is gone, so that no decision is lost. */
typedef struct
{
  gatomicrefcount refs;
  char *path;
  gboolean reads;    /* and does not write */
  GAsyncQueue *jobs; /* of Job */
  gint pending;      /* atomic */

  GMainContext *context; /* of whoever made the worker */
  GWeakRef worker;       /* for that context alone */

  GMutex lock;
  GCond asked;     /* the thread shall not wait any longer */
  gboolean ending; /* lock: nobody is there any more */
  gboolean retry;  /* lock */
  char *problem;   /* lock; NULL: the store is reached */
} Shared;

typedef struct
{
  Shared *shared;
  Job *job;
} Delivery;

struct _SkyStoreWorker
{
  GObject parent_instance;

  Shared *shared;
  Writer writer; /* of what is given from now on */
  char *problem; /* as told */
};

/* After a failure the store is tried again, after twice as long each time. */
#define FIRST_PAUSE G_TIME_SPAN_SECOND
#define LAST_PAUSE  (15 * G_TIME_SPAN_SECOND)

enum
{
  PROP_0,
  PROP_PROBLEM,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SkyStoreWorker, sky_store_worker, G_TYPE_OBJECT)

/* Given to the thread to end it. */
static Job last_job;

static void
writer_clear (Writer *self)
{
  g_clear_pointer (&self->credential, g_free);
  g_clear_pointer (&self->identity, sky_identity_unref);
}

static void
writer_set (Writer *self, const char *credential, SkyIdentity *identity)
{
  Writer other = { g_strdup (credential), identity != NULL ? sky_identity_ref (identity) : NULL };

  writer_clear (self);
  *self = other;
}

static gboolean
writer_is (const Writer *self, const char *credential, const SkyIdentity *identity)
{
  return g_strcmp0 (self->credential, credential) == 0 && self->identity == identity;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_clear)

static void
shared_unref (Shared *shared)
{
  if (!g_atomic_ref_count_dec (&shared->refs))
    return;
  g_free (shared->path);
  g_free (shared->problem);
  g_main_context_unref (shared->context);
  g_weak_ref_clear (&shared->worker);
  g_cond_clear (&shared->asked);
  g_mutex_clear (&shared->lock);
  g_async_queue_unref (shared->jobs);
  g_free (shared);
}

/* In the context of whoever asked: what the job holds may only be let go of there. */
static gboolean
deliver_cb (gpointer user_data)
{
  Delivery *delivery = user_data;
  Job *job = delivery->job;

  (void) g_atomic_int_dec_and_test (&delivery->shared->pending);
  if (job->error != NULL)
    g_task_return_error (job->task, g_steal_pointer (&job->error));
  else
    g_task_return_pointer (job->task, g_steal_pointer (&job->result), job->free_result);
  return G_SOURCE_REMOVE;
}

static void
delivery_free (Delivery *delivery)
{
  Job *job = delivery->job;

  if (job->free_data != NULL)
    job->free_data (job->data);
  g_object_unref (job->task);
  writer_clear (&job->writer);
  g_free (job);
  shared_unref (delivery->shared);
  g_free (delivery);
}

/* The data are guarded where they are: an auditor's connection cannot write whatever is asked of
 * it.
 */
static gboolean
is_auditor (SkyStore *store, const char *credential)
{
  g_autoptr (GPtrArray) people = sky_store_list_people (store, NULL);
  const SkyPerson *person = people != NULL ? sky_people_find (people, credential) : NULL;

  return person != NULL && person->role == SKY_PERSON_AUDITOR;
}

static SkyStore *
open_for_writing (const char *path, const Writer *writer, GError **error)
{
  SkyStore *store = sky_store_open (path, SKY_STORE_READ_WRITE, error);

  if (store != NULL && writer->identity != NULL)
    sky_store_set_signer (store, writer->credential, sky_identity_sign,
                          sky_identity_ref (writer->identity), (GDestroyNotify) sky_identity_unref);
  return store;
}

static SkyStore *
open_store (const char *path, const Writer *writer, GError **error)
{
  g_autoptr (SkyStore) store = NULL;

  if (writer->credential != NULL)
    store = sky_store_open (path, SKY_STORE_READ_ONLY, NULL);
  if (store != NULL && is_auditor (store, writer->credential))
    return g_steal_pointer (&store);
  g_clear_pointer (&store, sky_store_free);
  store = open_for_writing (path, writer, error);
  /* One of an older version can be read only after it was brought up to date. */
  if (store != NULL && writer->credential != NULL && is_auditor (store, writer->credential))
    {
      g_clear_pointer (&store, sky_store_free);
      store = sky_store_open (path, SKY_STORE_READ_ONLY, error);
    }
  return g_steal_pointer (&store);
}

/* --- A connection that is lost ---------------------------------------------------------------- */

static gboolean
tell_problem_cb (gpointer data)
{
  Shared *shared = data;
  g_autoptr (SkyStoreWorker) self = g_weak_ref_get (&shared->worker);
  g_autofree char *problem = NULL;

  if (self == NULL)
    return G_SOURCE_REMOVE;
  g_mutex_lock (&shared->lock);
  problem = g_strdup (shared->problem);
  g_mutex_unlock (&shared->lock);
  if (g_strcmp0 (problem, self->problem) == 0)
    return G_SOURCE_REMOVE;
  g_free (self->problem);
  self->problem = g_steal_pointer (&problem);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
  return G_SOURCE_REMOVE;
}

/* Tells the worker's owner that the store cannot be reached, or with NULL that it can. */
static void
tell_problem (Shared *shared, const char *problem)
{
  g_autoptr (GSource) idle = NULL;
  gboolean same;

  g_mutex_lock (&shared->lock);
  same = g_strcmp0 (shared->problem, problem) == 0;
  if (!same)
    {
      g_free (shared->problem);
      shared->problem = g_strdup (problem);
    }
  g_mutex_unlock (&shared->lock);
  if (same)
    return;
  idle = g_idle_source_new ();
  g_source_set_priority (idle, G_PRIORITY_DEFAULT);
  g_atomic_ref_count_inc (&shared->refs);
  g_source_set_callback (idle, tell_problem_cb, shared, (GDestroyNotify) shared_unref);
  g_source_attach (idle, shared->context);
}

/* Returns FALSE when nobody is there any more who could be served later. */
static gboolean
pause_for (Shared *shared, gint64 *pause)
{
  gint64 until = g_get_monotonic_time () + *pause;
  gboolean ending;

  *pause = MIN (*pause * 2, LAST_PAUSE);
  g_mutex_lock (&shared->lock);
  while (!shared->ending && !shared->retry
         && g_cond_wait_until (&shared->asked, &shared->lock, until))
    ;
  shared->retry = FALSE;
  ending = shared->ending;
  g_mutex_unlock (&shared->lock);
  return !ending;
}

typedef SkyStore *(*OpenFunc) (const char *path, const Writer *writer, GError **error);

/* Reaches the store again, however long that takes. Returns: NULL when nobody waits for it. */
static SkyStore *
reach_again (Shared *shared, OpenFunc open, const Job *job)
{
  gint64 pause = FIRST_PAUSE;

  for (;;)
    {
      g_autoptr (GError) error = NULL;
      SkyStore *store = open (shared->path, &job->writer, &error);

      if (store != NULL)
        {
          tell_problem (shared, NULL);
          return store;
        }
      tell_problem (shared, error->message);
      if (!pause_for (shared, &pause)
          || g_cancellable_is_cancelled (g_task_get_cancellable (job->task)))
        return NULL;
    }
}

/* Nobody waits for the store any more, unless the job was called off. */
static void
set_unreached (Shared *shared, Job *job)
{
  if (job->error == NULL
      && !g_cancellable_set_error_if_cancelled (g_task_get_cancellable (job->task), &job->error))
    g_set_error (&job->error, SKY_STORE_ERROR, SKY_STORE_ERROR_DISCONNECTED, "%s", shared->problem);
}

static SkyStore *
open_for_reading (const char *path, const Writer *writer, GError **error)
{
  return sky_store_open (path, SKY_STORE_READ_ONLY, error);
}

static OpenFunc
get_opener (Shared *shared)
{
  return shared->reads ? open_for_reading : open_store;
}

/* Has @job find its store open. */
static gboolean
find_store (Shared *shared, SkyStore **store, gboolean *reached, Job *job)
{
  if (g_cancellable_set_error_if_cancelled (g_task_get_cancellable (job->task), &job->error))
    return FALSE;
  /* A store that was never there is told to whoever asked. */
  if (*store == NULL && !*reached)
    *store = get_opener (shared) (shared->path, &job->writer, &job->error);
  else if (*store == NULL)
    *store = reach_again (shared, get_opener (shared), job);
  *reached = *reached || *store != NULL;
  if (*store == NULL)
    set_unreached (shared, job);
  return *store != NULL;
}

/* An auditor's connection is for reading alone. A note has one for itself, that is closed after it;
 * the store refuses whatever else an auditor would write in the ledger. */
static void
do_it (Shared *shared, SkyStore *store, Job *job)
{
  g_autoptr (SkyStore) notes = NULL;

  if (job->notes && !shared->reads && sky_store_get_mode (store) == SKY_STORE_READ_ONLY)
    {
      notes = reach_again (shared, open_for_writing, job);
      if (notes == NULL)
        {
          set_unreached (shared, job);
          return;
        }
    }
  job->result = job->func (notes != NULL ? notes : store, job->data, &job->error);
}

/* Does @job, and again for as long as the connection is lost over it. @writer is whom the store was
 * opened for. */
static void
do_job (Shared *shared, SkyStore **store, Writer *writer, gboolean *reached, Job *job)
{
  gint64 pause = FIRST_PAUSE;

  if (!writer_is (writer, job->writer.credential, job->writer.identity))
    g_clear_pointer (store, sky_store_free);
  writer_set (writer, job->writer.credential, job->writer.identity);
  for (guint n_lost = 0; find_store (shared, store, reached, job); n_lost++)
    {
      do_it (shared, *store, job);
      if (!g_error_matches (job->error, SKY_STORE_ERROR, SKY_STORE_ERROR_DISCONNECTED))
        return;
      g_clear_pointer (store, sky_store_free);
      /* A server that lets in and then dies of it again is not asked without a pause. */
      if (job->once || (n_lost > 0 && !pause_for (shared, &pause)))
        return;
      g_clear_error (&job->error);
    }
}

static gpointer
worker_thread (gpointer data)
{
  Shared *shared = data;
  g_autoptr (SkyStore) store = NULL;
  g_auto (Writer) writer = { NULL };
  gboolean reached = FALSE;
  Job *job;

  while ((job = g_async_queue_pop (shared->jobs)) != &last_job)
    {
      do_job (shared, &store, &writer, &reached, job);

      Delivery *delivery = g_new0 (Delivery, 1);
      g_autoptr (GSource) idle = g_idle_source_new ();
      g_atomic_ref_count_inc (&shared->refs);
      delivery->shared = shared;
      delivery->job = job;
      g_source_set_priority (idle, G_PRIORITY_DEFAULT);
      g_source_set_callback (idle, deliver_cb, delivery, (GDestroyNotify) delivery_free);
      g_source_attach (idle, g_task_get_context (job->task));
    }
  g_clear_pointer (&store, sky_store_free);
  shared_unref (shared);
  return NULL;
}

static void
sky_store_worker_finalize (GObject *object)
{
  SkyStoreWorker *self = SKY_STORE_WORKER (object);

  if (self->shared != NULL)
    {
      g_mutex_lock (&self->shared->lock);
      self->shared->ending = TRUE;
      g_cond_signal (&self->shared->asked);
      g_mutex_unlock (&self->shared->lock);
      g_async_queue_push (self->shared->jobs, &last_job);
      g_clear_pointer (&self->shared, shared_unref);
    }
  writer_clear (&self->writer);
  g_free (self->problem);
  G_OBJECT_CLASS (sky_store_worker_parent_class)->finalize (object);
}

static void
sky_store_worker_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_PROBLEM:
      g_value_set_string (value, SKY_STORE_WORKER (object)->problem);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_store_worker_class_init (SkyStoreWorkerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = sky_store_worker_finalize;
  object_class->get_property = sky_store_worker_get_property;
  properties[PROP_PROBLEM] =
      g_param_spec_string ("problem", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sky_store_worker_init (SkyStoreWorker *self)
{
}

static SkyStoreWorker *
make_worker (const char *path, gboolean reads)
{
  SkyStoreWorker *self = g_object_new (SKY_TYPE_STORE_WORKER, NULL);
  Shared *shared = g_new0 (Shared, 1);

  g_atomic_ref_count_init (&shared->refs);
  shared->path = g_strdup (path);
  shared->reads = reads;
  shared->jobs = g_async_queue_new ();
  g_mutex_init (&shared->lock);
  g_cond_init (&shared->asked);
  shared->context = g_main_context_ref_thread_default ();
  g_weak_ref_init (&shared->worker, self);
  self->shared = shared;

  g_atomic_ref_count_inc (&shared->refs);
  g_thread_unref (g_thread_new ("store", worker_thread, shared));
  return self;
}

SkyStoreWorker *
sky_store_worker_new (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);
  return make_worker (path, FALSE);
}

SkyStoreWorker *
sky_store_worker_new_reader (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);
  return make_worker (path, TRUE);
}

gboolean
sky_store_worker_is_reader (SkyStoreWorker *self)
{
  g_return_val_if_fail (SKY_IS_STORE_WORKER (self), FALSE);
  return self->shared->reads;
}

void
sky_store_worker_sign_in (SkyStoreWorker *self, const char *credential, SkyIdentity *identity)
{
  g_return_if_fail (SKY_IS_STORE_WORKER (self));

  if (!writer_is (&self->writer, credential, identity))
    writer_set (&self->writer, credential, identity);
}

SkyIdentity *
sky_store_worker_get_identity (SkyStoreWorker *self)
{
  g_return_val_if_fail (SKY_IS_STORE_WORKER (self), NULL);
  return self->writer.identity != NULL ? sky_identity_ref (self->writer.identity) : NULL;
}

const char *
sky_store_worker_get_path (SkyStoreWorker *self)
{
  g_return_val_if_fail (SKY_IS_STORE_WORKER (self), NULL);
  return self->shared->path;
}

static void
push (SkyStoreWorker *self,
      gboolean notes,
      gboolean once,
      gpointer source,
      SkyStoreFunc func,
      gpointer data,
      GDestroyNotify free_data,
      GDestroyNotify free_result,
      GCancellable *cancellable,
      GAsyncReadyCallback callback,
      gpointer user_data)
{
  Job *job = g_new0 (Job, 1);

  job->task = g_task_new (source, cancellable, callback, user_data);
  writer_set (&job->writer, self->writer.credential, self->writer.identity);
  job->func = func;
  job->data = data;
  job->free_data = free_data;
  job->free_result = free_result;
  job->notes = notes;
  job->once = once;
  g_task_set_source_tag (job->task, sky_store_worker_run);
  g_atomic_int_inc (&self->shared->pending);
  g_async_queue_push (self->shared->jobs, job);
}

void
sky_store_worker_run (SkyStoreWorker *self,
                      gpointer source,
                      SkyStoreFunc func,
                      gpointer data,
                      GDestroyNotify free_data,
                      GDestroyNotify free_result,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  g_return_if_fail (SKY_IS_STORE_WORKER (self));
  push (self, FALSE, FALSE, source, func, data, free_data, free_result, cancellable, callback,
        user_data);
}

void
sky_store_worker_note (SkyStoreWorker *self,
                       gpointer source,
                       SkyStoreFunc func,
                       gpointer data,
                       GDestroyNotify free_data,
                       GDestroyNotify free_result,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_return_if_fail (SKY_IS_STORE_WORKER (self));
  push (self, TRUE, FALSE, source, func, data, free_data, free_result, NULL, callback, user_data);
}

void
sky_store_worker_run_once (SkyStoreWorker *self,
                           SkyStoreFunc func,
                           gpointer data,
                           GDestroyNotify free_data,
                           GDestroyNotify free_result,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_return_if_fail (SKY_IS_STORE_WORKER (self));
  push (self, FALSE, TRUE, NULL, func, data, free_data, free_result, NULL, callback, user_data);
}

const char *
sky_store_worker_get_problem (SkyStoreWorker *self)
{
  g_return_val_if_fail (SKY_IS_STORE_WORKER (self), NULL);
  return self->problem;
}

void
sky_store_worker_retry (SkyStoreWorker *self)
{
  g_return_if_fail (SKY_IS_STORE_WORKER (self));

  g_mutex_lock (&self->shared->lock);
  self->shared->retry = self->shared->problem != NULL;
  g_cond_signal (&self->shared->asked);
  g_mutex_unlock (&self->shared->lock);
}

gpointer
sky_store_worker_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

guint
sky_store_worker_get_pending (SkyStoreWorker *self)
{
  g_return_val_if_fail (SKY_IS_STORE_WORKER (self), 0);
  return (guint) g_atomic_int_get (&self->shared->pending);
}
