/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread with a connection to the store of its own, which does what it is given in the order in
 * which it came. The main thread never waits for the database.
 *
 * A connection that was there and is lost is made anew, after pauses that grow: what is being done
 * then is done again, and what was given meanwhile waits.
 *
 * Property (notify): "problem" (string), why the store cannot be reached any more; NULL: it can. */
#pragma once

#include <gio/gio.h>

#include "sky-identity.h"
#include "sky-store.h"

G_BEGIN_DECLS

/* Runs in the worker's thread. @data is what was given with it. Returns: what finish() hands over,
 * or NULL with @error set. It is run again with the same @data when the connection was lost; what
 * it adds to the ledger it adds by sky_store_say_once(). */
typedef gpointer (*SkyStoreFunc) (SkyStore *store, gpointer data, GError **error);

#define SKY_TYPE_STORE_WORKER (sky_store_worker_get_type ())
G_DECLARE_FINAL_TYPE (SkyStoreWorker, sky_store_worker, SKY, STORE_WORKER, GObject)

/* A worker on the store at @path, which is opened (and made) with the first thing to do. */
SkyStoreWorker *sky_store_worker_new (const char *path);
/* One on a store that is there, of which nothing is changed: what would be written in it fails with
 * SKY_STORE_ERROR_READ_ONLY. */
SkyStoreWorker *sky_store_worker_new_reader (const char *path);
gboolean sky_store_worker_is_reader (SkyStoreWorker *self);

const char *sky_store_worker_get_path (SkyStoreWorker *self);

/* Who works, for what is given from then on: entries of @credential are signed with @identity
 * (NULL: they are not). For somebody who is registered as an auditor the store is opened read-only,
 * but for notes. */
void sky_store_worker_sign_in (SkyStoreWorker *self, const char *credential, SkyIdentity *identity);

/* Returns: (transfer full): what entries are signed with; NULL: nobody is signed in. */
SkyIdentity *sky_store_worker_get_identity (SkyStoreWorker *self) G_GNUC_WARN_UNUSED_RESULT;

/* Has @func done. @callback comes in the caller's main context, with @source as its source object;
 * there @free_data is called on @data, and @free_result on a result that nobody fetched. A
 * cancelled @cancellable leaves out what has not begun. */
void sky_store_worker_run (SkyStoreWorker *self,
                           gpointer source,
                           SkyStoreFunc func,
                           gpointer data,
                           GDestroyNotify free_data,
                           GDestroyNotify free_result,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data);

/* The same for a @func that writes notes into the ledger and nothing else: for an auditor, too, the
 * store is open for writing while it is done. */
void sky_store_worker_note (SkyStoreWorker *self,
                            gpointer source,
                            SkyStoreFunc func,
                            gpointer data,
                            GDestroyNotify free_data,
                            GDestroyNotify free_result,
                            GAsyncReadyCallback callback,
                            gpointer user_data);

/* The same for what must not be done twice: when the connection is lost that is its error. */
void sky_store_worker_run_once (SkyStoreWorker *self,
                                SkyStoreFunc func,
                                gpointer data,
                                GDestroyNotify free_data,
                                GDestroyNotify free_result,
                                GAsyncReadyCallback callback,
                                gpointer user_data);

/* Why the store cannot be reached any more; NULL: it can. */
const char *sky_store_worker_get_problem (SkyStoreWorker *self);
/* Tries to reach it now rather than after a pause. */
void sky_store_worker_retry (SkyStoreWorker *self);

/* Returns: (transfer full): what the function returned, or NULL with its error. */
gpointer sky_store_worker_finish (GAsyncResult *result, GError **error);

/* How many things are not done yet. */
guint sky_store_worker_get_pending (SkyStoreWorker *self);

G_END_DECLS
