/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whoever reviews at this desk: who that is, how far they have looked, what they are saying, what
 * of it waits to be written and what is not written in the end.
 *
 * Signals: "reviewer-changed" (), somebody else sits here, or signed in or out; "look-changed" (),
 * how far they have looked; "answered" (pointer, const SkyReviewRequest *), a question about a
 * finding is answered, or something was said of it; "bookmarked" (), an instant was, or is no more;
 * "deciding-changed" (), how far several findings are decided; "decided" (), they are;
 * "unsaved-changed" (), what was to be said and is not written; "waiting-changed" (), how much is
 * being written, or waits to be; "marks-changed" (), of which findings. */
#pragma once

#include "sky-bulk-decision.h"
#include "sky-review-request.h"

G_BEGIN_DECLS

#define SKY_TYPE_REVIEW_DESK (sky_review_desk_get_type ())
G_DECLARE_FINAL_TYPE (SkyReviewDesk, sky_review_desk, SKY, REVIEW_DESK, GObject)

SkyReviewDesk *sky_review_desk_new (SkyStoreLink *link);
SkyStoreLink *sky_review_desk_get_link (SkyReviewDesk *self);

/* --- Who it is -------------------------------------------------------------------------------- */

void sky_review_desk_set_reviewer (SkyReviewDesk *self, const char *credential, const char *name);
const char *sky_review_desk_get_credential (SkyReviewDesk *self);
const char *sky_review_desk_get_name (SkyReviewDesk *self);
/* What the reviewer says is signed with @identity from here on; NULL: it is not. */
void sky_review_desk_sign_in (SkyReviewDesk *self, SkyIdentity *identity);
/* Returns: (transfer full): that; NULL: nobody is signed in. */
SkyIdentity *sky_review_desk_get_identity (SkyReviewDesk *self) G_GNUC_WARN_UNUSED_RESULT;

/* The store's identity is @store: how far the reviewer has looked in it can be known. */
void sky_review_desk_set_store (SkyReviewDesk *self, const char *store);
/* How far they have; NULL: never, or it is not known (yet). */
const SkyLook *sky_review_desk_get_look (SkyReviewDesk *self);
/* They have looked as far as @look. That is kept, for this store and this reviewer. */
void sky_review_desk_set_look (SkyReviewDesk *self, const SkyLook *look);

/* --- What is said ----------------------------------------------------------------------------- */

/* Asks how the review of @finding stands. */
void sky_review_desk_ask (SkyReviewDesk *self, const SkyStoredFinding *finding);
/* Writes @action about @finding, as somebody who has seen @review of it, into the ledger. */
void sky_review_desk_decide (SkyReviewDesk *self,
                             const SkyStoredFinding *finding,
                             const SkyReview *review,
                             SkyLedgerAction action,
                             const char *text);
/* The same for @second, who agrees with the confirmation and is another than who reviews here: for
 * that one word they are at the desk, and it is signed with @identity (nullable). */
void sky_review_desk_agree (SkyReviewDesk *self,
                            const SkyStoredFinding *finding,
                            const SkyReview *review,
                            const SkyReviewer *second,
                            SkyIdentity *identity);
/* Takes the last decision about it back by another entry. */
void sky_review_desk_undo (SkyReviewDesk *self,
                           const SkyStoredFinding *finding,
                           const SkyReview *review);
/* Bookmarks @at in the log with the id @log. */
void sky_review_desk_bookmark (SkyReviewDesk *self, gint64 log, SkyTime at, const char *text);
/* Removes the bookmark @number. The ledger keeps that it was there, and who removed it. */
void sky_review_desk_remove_bookmark (SkyReviewDesk *self, gint64 number);

/* The same of each of @rows, which it takes, a part of them at a time; with @undoes their decisions
 * are taken back. Until that is done nothing else is decided. */
void sky_review_desk_decide_rows (SkyReviewDesk *self,
                                  SkyChosenRows *rows,
                                  gboolean undoes,
                                  SkyLedgerAction action,
                                  const char *text);
/* Of how many findings something is being said at once; @done (nullable) takes how many of them are
 * done with. 0: of none. */
guint sky_review_desk_get_deciding (SkyReviewDesk *self, guint *done);
/* Of how many of these it is written: it was not refused, and others were not faster. */
guint sky_review_desk_get_n_decided (SkyReviewDesk *self);
/* What is said already stays, of the rest nothing is said. */
void sky_review_desk_stop_deciding (SkyReviewDesk *self);

/* Another store may not have what was said to the one before: what one has said oneself is not
 * known any more. */
void sky_review_desk_forget_own (SkyReviewDesk *self);

/* --- What is not written ---------------------------------------------------------------------- */

/* How much waits longer than a moment to be written, here and in windows of their own; and whether
 * something of it is about the finding with the key @key. */
guint sky_review_desk_get_n_waiting (SkyReviewDesk *self);
gboolean sky_review_desk_is_waiting (SkyReviewDesk *self, const char *key);
/* Of which findings something waits or is not written: SkyQueueWait by key. Returns: (transfer
 * full). */
GHashTable *sky_review_desk_list_waiting (SkyReviewDesk *self) G_GNUC_WARN_UNUSED_RESULT;

/* What was to be said of the finding with the key @key and is not written, the last of it; NULL:
 * nothing is. */
const SkyUnsavedDecision *sky_review_desk_get_unsaved (SkyReviewDesk *self, const char *key);
/* (element-type SkyUnsavedDecision): all of it. Returns: (transfer container). */
GPtrArray *sky_review_desk_list_unsaved (SkyReviewDesk *self) G_GNUC_WARN_UNUSED_RESULT;
/* Keeps what @credential wanted to say and was not written, unless somebody else sits here by now.
 * Takes @unsaved. */
void sky_review_desk_keep_unsaved (SkyReviewDesk *self,
                                   const char *credential,
                                   SkyUnsavedDecision *unsaved);
/* Gives up what was to be said of the finding @key; NULL: all of which others spoke first. */
void sky_review_desk_forget_unsaved (SkyReviewDesk *self, const char *key);

G_END_DECLS
