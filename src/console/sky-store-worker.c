/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-store-worker.h"

#include "sky-person.h"

typedef struct
{
  GTask *task;
  SkyStoreFunc func;
  gpointer data;
  GDestroyNotify free_data;
  GDestroyNotify free_result;
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
  GAsyncQueue *jobs; /* of Job */
  gint pending;      /* atomic */

  GMutex lock;
  char *credential;      /* lock; NULL: nobody */
  SkyIdentity *identity; /* lock; NULL: nothing is signed */
  gboolean changed;      /* lock: somebody else works than the store was opened for */
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
};

G_DEFINE_FINAL_TYPE (SkyStoreWorker, sky_store_worker, G_TYPE_OBJECT)

/* Given to the thread to end it. */
static Job last_job;

static void
shared_unref (Shared *shared)
{
  if (!g_atomic_ref_count_dec (&shared->refs))
    return;
  g_free (shared->path);
  g_free (shared->credential);
  g_clear_pointer (&shared->identity, sky_identity_unref);
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
open_store (Shared *shared, GError **error)
{
  g_autofree char *credential = NULL;
  g_autoptr (SkyIdentity) identity = NULL;
  g_autoptr (SkyStore) store = NULL;

  g_mutex_lock (&shared->lock);
  credential = g_strdup (shared->credential);
  if (shared->identity != NULL)
    identity = sky_identity_ref (shared->identity);
  shared->changed = FALSE;
  g_mutex_unlock (&shared->lock);

  if (credential != NULL)
    store = sky_store_open (shared->path, SKY_STORE_READ_ONLY, NULL);
  if (store != NULL && is_auditor (store, credential))
    return g_steal_pointer (&store);
  g_clear_pointer (&store, sky_store_free);
  store = sky_store_open (shared->path, SKY_STORE_READ_WRITE, error);
  if (store != NULL && identity != NULL)
    sky_store_set_signer (store, credential, sky_identity_sign, g_steal_pointer (&identity),
                          (GDestroyNotify) sky_identity_unref);
  return g_steal_pointer (&store);
}

static void
do_job (Shared *shared, SkyStore **store, Job *job)
{
  gboolean changed;

  g_mutex_lock (&shared->lock);
  changed = shared->changed;
  g_mutex_unlock (&shared->lock);
  if (changed)
    g_clear_pointer (store, sky_store_free);
  if (g_cancellable_set_error_if_cancelled (g_task_get_cancellable (job->task), &job->error))
    return;
  if (*store == NULL)
    *store = open_store (shared, &job->error);
  if (*store != NULL)
    job->result = job->func (*store, job->data, &job->error);
}

static gpointer
worker_thread (gpointer data)
{
  Shared *shared = data;
  g_autoptr (SkyStore) store = NULL;
  Job *job;

  while ((job = g_async_queue_pop (shared->jobs)) != &last_job)
    {
      do_job (shared, &store, job);

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
      g_async_queue_push (self->shared->jobs, &last_job);
      g_clear_pointer (&self->shared, shared_unref);
    }
  G_OBJECT_CLASS (sky_store_worker_parent_class)->finalize (object);
}

static void
sky_store_worker_class_init (SkyStoreWorkerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_store_worker_finalize;
}

static void
sky_store_worker_init (SkyStoreWorker *self)
{
}

SkyStoreWorker *
sky_store_worker_new (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  SkyStoreWorker *self = g_object_new (SKY_TYPE_STORE_WORKER, NULL);
  Shared *shared = g_new0 (Shared, 1);

  g_atomic_ref_count_init (&shared->refs);
  shared->path = g_strdup (path);
  shared->jobs = g_async_queue_new ();
  g_mutex_init (&shared->lock);
  self->shared = shared;

  g_atomic_ref_count_inc (&shared->refs);
  g_thread_unref (g_thread_new ("store", worker_thread, shared));
  return self;
}

void
sky_store_worker_sign_in (SkyStoreWorker *self, const char *credential, SkyIdentity *identity)
{
  g_return_if_fail (SKY_IS_STORE_WORKER (self));

  Shared *shared = self->shared;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&shared->lock);

  if (g_strcmp0 (shared->credential, credential) == 0 && shared->identity == identity)
    return;
  g_free (shared->credential);
  shared->credential = g_strdup (credential);
  g_clear_pointer (&shared->identity, sky_identity_unref);
  if (identity != NULL)
    shared->identity = sky_identity_ref (identity);
  shared->changed = TRUE;
}

SkyIdentity *
sky_store_worker_get_identity (SkyStoreWorker *self)
{
  g_return_val_if_fail (SKY_IS_STORE_WORKER (self), NULL);

  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->shared->lock);

  return self->shared->identity != NULL ? sky_identity_ref (self->shared->identity) : NULL;
}

const char *
sky_store_worker_get_path (SkyStoreWorker *self)
{
  g_return_val_if_fail (SKY_IS_STORE_WORKER (self), NULL);
  return self->shared->path;
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

  Job *job = g_new0 (Job, 1);
  job->task = g_task_new (source, cancellable, callback, user_data);
  job->func = func;
  job->data = data;
  job->free_data = free_data;
  job->free_result = free_result;
  g_task_set_source_tag (job->task, sky_store_worker_run);
  g_atomic_int_inc (&self->shared->pending);
  g_async_queue_push (self->shared->jobs, job);
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
