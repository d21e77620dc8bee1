/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The review of a finding, derived from the ledger's entries about it. Every decision is an entry,
 * so the review can be recomputed. */
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

/* The review of the finding with the key @finding. It is open if nobody touched it. */
SkyReview *sky_store_get_review (SkyStore *self,
                                 const char *finding,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Instead of the last entry seen: accepts whatever others wrote. */
#define SKY_REVIEW_ANY (-1)

/* Whether @reviewer may second what @credential confirmed, that is, whether it is another person.
 * Capitals, and blanks around a credential, make no difference. */
gboolean sky_review_is_second (const char *credential, const char *reviewer);

/* Whether a finding of @queue is confirmed and needs another person to agree. Findings that
 * surveillance must confirm do. */
gboolean sky_review_awaits_second (const SkyReview *self, SkyQueue queue);

/* The last entry on the finding, which an undo would undo: the second reviewer's, otherwise the
 * decision. 0: none. */
gint64 sky_review_get_last_word (const SkyReview *self);

/* Writes @action (SKY_LEDGER_REVIEW … SKY_LEDGER_NOTE) about a finding. @last_entry is the review's
 * last_entry that the reviewer saw. If there is a newer one, nothing is written and
 * SKY_STORE_ERROR_CHANGED says who wrote it. SKY_STORE_ERROR_REFUSED: a dismissal without a reason;
 * a second opinion on an unconfirmed finding, or by its confirmer. SKY_STORE_ERROR_NOT_FOUND: no
 * such finding. */
gboolean sky_store_decide (SkyStore *self,
                           const SkyReviewer *reviewer,
                           const char *finding,
                           SkyLedgerAction action,
                           const char *text,
                           gint64 last_entry,
                           gint64 *number,
                           GError **error);

/* Undoes the entry @number by another entry. Refuses an entry that is already undone. For an entry
 * about a finding, @last_entry is as for sky_store_decide(). */
gboolean sky_store_undo (SkyStore *self,
                         const SkyReviewer *reviewer,
                         gint64 number,
                         const char *text,
                         gint64 last_entry,
                         gint64 *undo_number,
                         GError **error);

/* Rebuilds reviews, bookmarks and cases from the ledger. */
gboolean sky_store_rebuild_reviews (SkyStore *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyReview, sky_review_free)

G_END_DECLS
