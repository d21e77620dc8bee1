/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console's way to its store: the worker for the session's parts, the workers of other windows,
 * the watch that reports others' changes, pending writes, and messages to the person. It notices
 * when the store gets out of reach, and when it is back. Signals:
 *
 * * "message" (string, boolean): a message to the person; TRUE: something went wrong;
 * * "connection-changed" (): the store is lost or back, or its clock differs;
 * * "writing-changed" (): how much is being written;
 * * "complaint-settled" (): the last reported fault of the store is over;
 * * "news" (pointer, boolean): the store's state from the watch (const SkyStoreNews *), connected;
 *   TRUE: it was out of reach before. */
#pragma once

#include "sky-store-watch.h"
#include "sky-store-worker.h"

G_BEGIN_DECLS

#define SKY_TYPE_STORE_LINK (sky_store_link_get_type ())
G_DECLARE_FINAL_TYPE (SkyStoreLink, sky_store_link, SKY, STORE_LINK, GObject)

/* The way to the store at @path. */
SkyStoreLink *sky_store_link_new (const char *path);
/* The way to a store in which nothing is changed. */
SkyStoreLink *sky_store_link_new_reader (const char *path);
const char *sky_store_link_get_path (SkyStoreLink *self);
/* TRUE: nothing in the store is changed. */
gboolean sky_store_link_get_reads (SkyStoreLink *self);

/* Runs @func in the store's thread. @callback has @asker as its source object, with a reference
 * until then. @free_data and @free_result are as for sky_store_worker_run(). */
void sky_store_link_ask (SkyStoreLink *self,
                         gpointer asker,
                         SkyStoreFunc func,
                         gpointer data,
                         GDestroyNotify free_data,
                         GDestroyNotify free_result,
                         GAsyncReadyCallback callback,
                         gpointer user_data);
/* The worker that does it. */
SkyStoreWorker *sky_store_link_get_worker (SkyStoreLink *self);
/* Returns: (transfer full): another worker on the same store, for another window. It also learns
 * when the store is back. */
SkyStoreWorker *sky_store_link_new_worker (SkyStoreLink *self) G_GNUC_WARN_UNUSED_RESULT;

/* Starts watching what others do, once the store is known to exist. */
void sky_store_link_watch (SkyStoreLink *self);
/* Tells the others who sits here and which finding is shown, by its key. */
void sky_store_link_set_present (SkyStoreLink *self,
                                 const char *credential,
                                 const char *name,
                                 const char *finding);

/* Why the store is out of reach; NULL: it is not. New entries are written when it is back. */
const char *sky_store_link_get_lost (SkyStoreLink *self);
/* Tries to reach it now rather than after a pause, for every window that asks it. */
void sky_store_link_reconnect (SkyStoreLink *self);
/* How far this machine's clock is ahead of the server's (behind: less than 0), in microseconds; 0:
 * too little to report. */
gint64 sky_store_link_get_clock_ahead (SkyStoreLink *self);

/* A write has begun, here or by another window's worker; it has ended. @written: it was not
 * refused. */
void sky_store_link_begin_writing (SkyStoreLink *self);
void sky_store_link_end_writing (SkyStoreLink *self, gboolean written);
/* How much is being written; it waits while the store is out of reach. */
guint sky_store_link_get_n_writing (SkyStoreLink *self);
/* How much was not written so far, because it was refused or failed. */
guint sky_store_link_get_n_refused (SkyStoreLink *self);

/* Has "message" say @text; that something went wrong. */
void sky_store_link_report (SkyStoreLink *self, const char *text);
void sky_store_link_warn (SkyStoreLink *self, const char *text);
/* Reports an error, unless the work was canceled (or @error is NULL). */
void sky_store_link_complain (SkyStoreLink *self, const GError *error);
/* The store has answered or, with @written, accepted something: withdraws an earlier complaint that
 * this settles. */
void sky_store_link_settle_complaint (SkyStoreLink *self, gboolean written);
/* The last reported fault of the store, while it lasts; NULL: none. */
const char *sky_store_link_get_complaint (SkyStoreLink *self);

G_END_DECLS
