/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one person says of one finding, and what comes of it; or only the question how its review
 * stands. */
#pragma once

#include "sky-ledger.h"
#include "sky-own-words.h"
#include "sky-review.h"
#include "sky-unsaid.h"

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
  SkyOwnWords *own;
  SkyLedgerMark mark;
  gint64 seen;        /* set by the store's thread: the same with what one said oneself since */
  gboolean upon_seen; /* likewise: nothing else was said by then */

  /* Set by the store's thread. */
  SkyUnsaid *unsaid; /* NULL: what was to be said is written */
  SkyReview *review;
  GPtrArray *history;
  SkyStoredFinding *finding;
} SkySaying;

/* In the store's thread, for a store worker: @data is a SkySaying. Returns: another with what came
 * of it and where the review stands now. When others were first, that is no failure. */
gpointer sky_saying_say (SkyStore *store, gpointer data, GError **error);
void sky_saying_free (SkySaying *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySaying, sky_saying_free)

G_END_DECLS
