/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one person says of one finding, and what comes of it; or only the question how its review
 * stands. */
#pragma once

#include "sky-ledger.h"
#include "sky-own-entries.h"
#include "sky-review.h"
#include "sky-unsaved-decision.h"

G_BEGIN_DECLS

/* What is to be said of a finding, and what comes of it. */
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
  gint64 last_entry; /* the last that was seen */
  SkyOwnEntries *own;
  SkyLedgerMark mark;
  gint64 seen;        /* set by the store's thread: the same with what one said oneself since */
  gboolean upon_seen; /* likewise: nothing else was said by then */

  /* Set by the store's thread. */
  SkyUnsavedDecision *unsaved; /* NULL: what was to be said is written */
  SkyReview *review;
  GPtrArray *history;
  SkyStoredFinding *finding;
} SkyReviewRequest;

/* In the store's thread, for a store worker: @data is a SkyReviewRequest. Returns: another with
 * what came of it and where the review stands now. When others were first, that is no failure. */
gpointer sky_review_request_run (SkyStore *store, gpointer data, GError **error);
void sky_review_request_free (SkyReviewRequest *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyReviewRequest, sky_review_request_free)

G_END_DECLS
