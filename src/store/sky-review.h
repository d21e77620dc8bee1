/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The review of a finding: what the ledger's entries about it come to. Every decision is an entry;
 * the review is worked out from them and can be worked out again. */
#pragma once

#include "sky-check.h"
#include "sky-ledger.h"
#include "sky-review-state.h"

G_BEGIN_DECLS

typedef struct
{
  char *finding; /* its key */
  SkyReviewState state;
  char *reason;     /* the text of the decision; NULL: none */
  char *credential; /* who decided; NULL while it is open and untouched */
  char *name;
  SkyTime at;
  gint64 decision;         /* the entry that decided; 0: none */
  char *second_credential; /* who agreed with a confirmation; NULL: nobody */
  char *second_name;
  SkyTime second_at;
  gint64 second_entry; /* the entry that agreed; 0: none */
  guint64 n_notes;
  gint64 last_entry; /* the last entry about it; 0: none */
} SkyReview;

void sky_review_free (SkyReview *self);

/* The review of the finding with the key @finding; one that nobody touched is open. */
SkyReview *sky_store_get_review (SkyStore *self,
                                 const char *finding,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* In place of the last entry that was seen: whatever others said meanwhile. */
#define SKY_REVIEW_ANY (-1)

/* Whether @reviewer may be the second reviewer of what the one with @credential confirmed: somebody
 * else, also where a credential is written with other capitals or blanks around it. */
gboolean sky_review_is_second (const char *credential, const char *reviewer);

/* Whether a finding of @queue is confirmed and still wants somebody else to agree: so do those that
 * surveillance must confirm. */
gboolean sky_review_awaits_second (const SkyReview *self, SkyQueue queue);

/* The last word on the finding, which is what somebody who takes back takes back: the second
 * reviewer's, else the decision. 0: there is none. */
gint64 sky_review_get_last_word (const SkyReview *self);

/* Says @action (SKY_LEDGER_REVIEW … SKY_LEDGER_NOTE) of a finding. @last_entry is the review's
 * last_entry that the reviewer saw: when there is a newer one nothing is written and
 * SKY_STORE_ERROR_CHANGED tells who wrote it. SKY_STORE_ERROR_REFUSED: a dismissal without a
 * reason; a second opinion on what is not confirmed, or by the one who confirmed it.
 * SKY_STORE_ERROR_NOT_FOUND: the store has no such finding. */
gboolean sky_store_decide (SkyStore *self,
                           const SkyReviewer *reviewer,
                           const char *finding,
                           SkyLedgerAction action,
                           const char *text,
                           gint64 last_entry,
                           gint64 *number,
                           GError **error);

/* Takes back the entry @number by another entry. An entry that is undone already is refused. Where
 * it is about a finding, @last_entry is as for sky_store_decide(). */
gboolean sky_store_undo (SkyStore *self,
                         const SkyReviewer *reviewer,
                         gint64 number,
                         const char *text,
                         gint64 last_entry,
                         gint64 *undo_number,
                         GError **error);

/* Works reviews, bookmarks and cases out of the ledger anew. */
gboolean sky_store_rebuild_reviews (SkyStore *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyReview, sky_review_free)

G_END_DECLS
