/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One person's entry about one finding, and its result; or only the question for the state of its
 * review. */
#pragma once

#include "sky-ledger.h"
#include "sky-own-entries.h"
#include "sky-review.h"
#include "sky-unsaved-decision.h"

G_BEGIN_DECLS

/* The entry and its result. */
typedef struct
{
  char *key;
  gint64 id;
  char *credential;
  char *name;
  gboolean says; /* there is something to say */
  gboolean undoes;
  SkyLedgerAction action;
  char *text;
  gint64 target;     /* what it undoes */
  gint64 last_entry; /* the last one seen */
  SkyOwnEntries *own;
  SkyLedgerMark mark;
  gint64 seen;        /* set by the store's thread: the same with what one said oneself since */
  gboolean upon_seen; /* the same: no other entry had been written by then */

  /* Set by the store's thread. */
  SkyUnsavedDecision *unsaved; /* NULL: the entry was written */
  SkyReview *review;
  GPtrArray *history;
  SkyStoredFinding *finding;
} SkyReviewRequest;

/* In the store's thread, for a store worker: @data is a SkyReviewRequest. Returns another with the
 * result and the present state of the review. Others' earlier decision is not a failure. */
gpointer sky_review_request_run (SkyStore *store, gpointer data, GError **error);
void sky_review_request_free (SkyReviewRequest *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyReviewRequest, sky_review_request_free)

G_END_DECLS
