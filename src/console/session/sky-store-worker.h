/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread with its own connection to the store, which works through its tasks in order. The main
 * thread never waits for the database.
 *
 * After a lost connection it reconnects, with growing pauses. Then it repeats the interrupted task;
 * new tasks wait meanwhile. Property (notify): "problem" (string), why the store is out of reach;
 * NULL: it is not. */
#pragma once

#include <gio/gio.h>

#include "sky-identity.h"
#include "sky-store.h"

G_BEGIN_DECLS

/* Runs in the worker's thread. @data is the task's. Returns the result for finish(), or NULL with
 * @error set. After a lost connection it runs again with the same @data; it uses
 * sky_store_say_once() to add to the ledger. */
typedef gpointer (*SkyStoreFunc) (SkyStore *store, gpointer data, GError **error);

#define SKY_TYPE_STORE_WORKER (sky_store_worker_get_type ())
G_DECLARE_FINAL_TYPE (SkyStoreWorker, sky_store_worker, SKY, STORE_WORKER, GObject)

/* A worker on the store at @path, which the first task opens (and creates). */
SkyStoreWorker *sky_store_worker_new (const char *path);
/* A worker on an existing store that changes nothing in it: writes fail with
 * SKY_STORE_ERROR_READ_ONLY. */
SkyStoreWorker *sky_store_worker_new_reader (const char *path);
gboolean sky_store_worker_is_reader (SkyStoreWorker *self);

const char *sky_store_worker_get_path (SkyStoreWorker *self);

/* Sets the person for later tasks: @identity signs entries of @credential (NULL: nothing does). For
 * a registered auditor the store is opened read-only, except for notes. */
void sky_store_worker_sign_in (SkyStoreWorker *self, const char *credential, SkyIdentity *identity);

/* Returns: (transfer full): what signs entries; NULL: nobody is signed in. */
SkyIdentity *sky_store_worker_get_identity (SkyStoreWorker *self) G_GNUC_WARN_UNUSED_RESULT;

/* Runs @func. @callback runs in the caller's main context, with @source as its source object. There
 * @free_data frees @data, and @free_result a result that nobody fetched. Canceling @cancellable
 * skips a task that has not begun. */
void sky_store_worker_run (SkyStoreWorker *self,
                           gpointer source,
                           SkyStoreFunc func,
                           gpointer data,
                           GDestroyNotify free_data,
                           GDestroyNotify free_result,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data);

/* The same for a @func that only writes notes into the ledger: the store is then open for writing
 * even for an auditor. */
void sky_store_worker_note (SkyStoreWorker *self,
                            gpointer source,
                            SkyStoreFunc func,
                            gpointer data,
                            GDestroyNotify free_data,
                            GDestroyNotify free_result,
                            GAsyncReadyCallback callback,
                            gpointer user_data);

/* The same for work that must not run twice: a lost connection is then its error. */
void sky_store_worker_run_once (SkyStoreWorker *self,
                                SkyStoreFunc func,
                                gpointer data,
                                GDestroyNotify free_data,
                                GDestroyNotify free_result,
                                GAsyncReadyCallback callback,
                                gpointer user_data);

/* Why the store is out of reach; NULL: it is not. */
const char *sky_store_worker_get_problem (SkyStoreWorker *self);
/* Tries to reach it now rather than after a pause. */
void sky_store_worker_retry (SkyStoreWorker *self);

/* Returns: (transfer full): what the function returned, or NULL with its error. */
gpointer sky_store_worker_finish (GAsyncResult *result, GError **error);

/* How many tasks are unfinished. */
guint sky_store_worker_get_pending (SkyStoreWorker *self);

G_END_DECLS
