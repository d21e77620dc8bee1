/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console's way to its store: the worker that does what the parts of a session ask, the workers
 * of other windows, the watch that tells what others do, what is being written, and what is told
 * the person. It knows when the store is not reached any more, and when it is again.
 *
 * Signals: "message" (string, boolean), something to tell the person; TRUE: something went wrong.
 * "connection-changed" (), the store cannot be reached any more, or again, or its clock is another.
 * "writing-changed" (), how much is being written. "complaint-settled" (), what was told last as
 * wrong with the store is so no more. "news" (pointer, boolean), how the store stands as the watch
 * tells it (const SkyStoreNews *, which is connected); TRUE: it was not reached before. */
#pragma once

#include "sky-store-watch.h"
#include "sky-store-worker.h"

G_BEGIN_DECLS

#define SKY_TYPE_STORE_LINK (sky_store_link_get_type ())
G_DECLARE_FINAL_TYPE (SkyStoreLink, sky_store_link, SKY, STORE_LINK, GObject)

/* The way to the store at @path. */
SkyStoreLink *sky_store_link_new (const char *path);
/* The way to one of which nothing is changed. */
SkyStoreLink *sky_store_link_new_reader (const char *path);
const char *sky_store_link_get_path (SkyStoreLink *self);
/* TRUE: nothing of the store is changed. */
gboolean sky_store_link_get_reads (SkyStoreLink *self);

/* Has @func done in the store's thread. @callback has @asker as its source object, which is kept
 * until then; @free_data and @free_result are as for sky_store_worker_run(). */
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
/* Returns: (transfer full): another worker on the same store, for a window of its own; it is told
 * as well when the store can be reached again. */
SkyStoreWorker *sky_store_link_new_worker (SkyStoreLink *self) G_GNUC_WARN_UNUSED_RESULT;

/* Begins to watch what others do, once it is known that there is a store. */
void sky_store_link_watch (SkyStoreLink *self);
/* Tells them who sits here and which finding is looked at, by its key. */
void sky_store_link_set_present (SkyStoreLink *self,
                                 const char *credential,
                                 const char *name,
                                 const char *finding);

/* Why the store cannot be reached any more; NULL: it can. What is said meanwhile is written when it
 * can again. */
const char *sky_store_link_get_lost (SkyStoreLink *self);
/* Tries to reach it now rather than after a pause, for every window that asks it. */
void sky_store_link_reconnect (SkyStoreLink *self);
/* How far this machine's clock is ahead of the server's (behind: less than 0), in microseconds; 0:
 * by so little that nobody need be told. */
gint64 sky_store_link_get_clock_ahead (SkyStoreLink *self);

/* Something has begun to be written, here or by a worker of a window's own; that has come to an
 * end. @written: it was not refused. */
void sky_store_link_begin_writing (SkyStoreLink *self);
void sky_store_link_end_writing (SkyStoreLink *self, gboolean written);
/* How much is being written: while the store is not reached it waits. */
guint sky_store_link_get_n_writing (SkyStoreLink *self);
/* How much of it was not written so far, because it was refused or failed. */
guint sky_store_link_get_n_refused (SkyStoreLink *self);

/* Has "message" say @text; that something went wrong. */
void sky_store_link_report (SkyStoreLink *self, const char *text);
void sky_store_link_warn (SkyStoreLink *self, const char *text);
/* Tells what went wrong, unless it was called off (or @error is NULL). */
void sky_store_link_complain (SkyStoreLink *self, const GError *error);
/* The store has answered, or with @written taken something: a complaint of before whose cause that
 * ends is taken back. */
void sky_store_link_settle_complaint (SkyStoreLink *self, gboolean written);
/* What was told last as wrong with the store, while that is so; NULL: nothing. */
const char *sky_store_link_get_complaint (SkyStoreLink *self);

G_END_DECLS
