/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a queue as a list model of any length. Only the pages that were looked at last are
 * kept; a row's SkyQueueItem is there at once and is filled when its page has come from the store.
 *
 * Property (notify): "settled", TRUE when nothing asked of the store is under way. Signals:
 * "problem" (string): the store could not answer; "arrived" (GArray of gint64): these findings were
 * put into the list by a refresh. */
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

/* Asks anew. Of @filter a list of rounds takes what a round has; bookmarks take nothing of it. The
 * rows stay until the answer is there. */
void sky_queue_model_set_query (SkyQueueModel *self,
                                SkyQueueKind kind,
                                const SkyFindingFilter *filter,
                                SkyFindingSort sort,
                                gboolean descending);

/* Asks the same again, because the store is another one now. */
void sky_queue_model_reload (SkyQueueModel *self);

/* The same, but rows that are there stay the rows that they are: findings that have come are put
 * between them, and what is selected and in sight stays so. When much has changed it is a reload.
 */
void sky_queue_model_refresh (SkyQueueModel *self);

/* Rows of findings that somebody spoke of after the entry @after are read anew where they are: what
 * is listed and in which order stays until it is asked for anew, so that nothing moves while it is
 * read. */
void sky_queue_model_reload_reviewed (SkyQueueModel *self, gint64 after);

/* Who else is at which finding: names by what desks know findings by (of char *, both). */
void sky_queue_model_set_presence (SkyQueueModel *self, GHashTable *names);

/* Of which findings what was said is not written (yet): SkyQueueWait by key (of char *). */
void sky_queue_model_set_waiting (SkyQueueModel *self, GHashTable *waits);

/* Findings are marked by what changed after @look for @looker (sky-look.h); NULL: none is. Heeded
 * by the rows that are read from then on. */
void sky_queue_model_set_look (SkyQueueModel *self, const SkyLook *look, const char *looker);

/* The row at @position when it is at hand, without asking for it. Returns: (transfer none); NULL:
 * it is not. */
SkyQueueItem *sky_queue_model_peek (SkyQueueModel *self, guint position);

/* Where the finding with the id @id stands, when its row is at hand; -1: it is not. */
gint64 sky_queue_model_find (SkyQueueModel *self, gint64 id);

/* Whether what is said of findings tells which ones are listed, or in which order: as rows stay
 * while they are read, the store's list is soon another than the one that is shown. */
gboolean sky_queue_model_goes_by_state (SkyQueueModel *self);

/* How far the store had come when the rows were counted. */
const SkyLook *sky_queue_model_get_counted (SkyQueueModel *self);

SkyQueueKind sky_queue_model_get_kind (SkyQueueModel *self);
const SkyFindingFilter *sky_queue_model_get_filter (SkyQueueModel *self);
SkyFindingSort sky_queue_model_get_sort (SkyQueueModel *self, gboolean *descending);

gboolean sky_queue_model_get_settled (SkyQueueModel *self);

/* How many items are kept at this moment. */
guint sky_queue_model_get_n_kept (SkyQueueModel *self);

G_END_DECLS
