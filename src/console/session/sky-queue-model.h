/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a queue as a list model of any length. It keeps only the pages used last. A row's
 * SkyQueueItem exists at once and is filled when its page comes from the store. Property (notify):
 * "settled", TRUE when no request to the store is pending. Signals: "problem" (string): the store
 * could not answer; "arrived" (GArray of gint64): a refresh put these findings into the list. */
#pragma once

#include <gio/gio.h>

#include "sky-finding-filter.h"
#include "sky-queue-item.h"
#include "sky-store-worker.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_QUEUE_FINDINGS,
  SKY_QUEUE_ROUNDS,
  SKY_QUEUE_BOOKMARKS,
  SKY_QUEUE_WITHDRAWN,
} SkyQueueKind;

#define SKY_TYPE_QUEUE_MODEL (sky_queue_model_get_type ())
G_DECLARE_FINAL_TYPE (SkyQueueModel, sky_queue_model, SKY, QUEUE_MODEL, GObject)

SkyQueueModel *sky_queue_model_new (SkyStoreWorker *worker);

/* Requests the list again. A list of rounds uses those parts of @filter that rounds have; bookmarks
 * use none. The old rows stay until the answer comes. */
void sky_queue_model_set_query (SkyQueueModel *self,
                                SkyQueueKind kind,
                                const SkyFindingFilter *filter,
                                SkyFindingSort sort,
                                gboolean descending);

/* Asks the same again, because the store is another one now. */
void sky_queue_model_reload (SkyQueueModel *self);

/* The same, but existing rows stay the same rows: new findings are inserted between them, and
 * selection and scroll position stay. After many changes it is a reload. */
void sky_queue_model_refresh (SkyQueueModel *self);

/* Reads rows of findings with entries after @after again, in place. The list and its order stay
 * until the next request, so that nothing moves while someone reads it. */
void sky_queue_model_reload_reviewed (SkyQueueModel *self, gint64 after);

/* Who else is at which finding: names by what desks know findings by (of char *, both). */
void sky_queue_model_set_presence (SkyQueueModel *self, GHashTable *names);

/* The findings with unwritten entries: SkyQueueWait by key (of char *). */
void sky_queue_model_set_waiting (SkyQueueModel *self, GHashTable *waits);

/* Marks findings by what changed after @look for @looker (sky-look.h); NULL: none. Applies to rows
 * read from then on. */
void sky_queue_model_set_look (SkyQueueModel *self, const SkyLook *look, const char *looker);

/* The row at @position when it is at hand, without asking for it. Returns: (transfer none); NULL:
 * it is not. */
SkyQueueItem *sky_queue_model_peek (SkyQueueModel *self, guint position);

/* The position of the finding with the id @id if its row is loaded; otherwise -1. */
gint64 sky_queue_model_find (SkyQueueModel *self, gint64 id);

/* Whether entries about findings decide which ones are listed, or their order. Rows stay while
 * someone reads them, so the store's list soon differs from the shown one. */
gboolean sky_queue_model_goes_by_state (SkyQueueModel *self);

/* The store's position when the rows were counted. */
const SkyLook *sky_queue_model_get_counted (SkyQueueModel *self);

SkyQueueKind sky_queue_model_get_kind (SkyQueueModel *self);
const SkyFindingFilter *sky_queue_model_get_filter (SkyQueueModel *self);
SkyFindingSort sky_queue_model_get_sort (SkyQueueModel *self, gboolean *descending);

gboolean sky_queue_model_get_settled (SkyQueueModel *self);

/* How many items are kept now. */
guint sky_queue_model_get_n_kept (SkyQueueModel *self);

G_END_DECLS
