/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reviewer at this desk: who they are, how far they have looked, their pending entries, and
 * their unsaved ones. Signals:
 *
 * * "reviewer-changed" (): another person sits here, or signed in or out;
 * * "look-changed" (): how far they have looked;
 * * "answered" (pointer, const SkyReviewRequest *): the answer about a finding, or an entry about
 * it;
 * * "bookmarked" (): an instant was bookmarked, or no longer is;
 * * "deciding-changed" (): the progress of a decision about several findings;
 * * "decided" (): that decision is done;
 * * "unsaved-changed" (): the unsaved entries;
 * * "waiting-changed" (): how much is being written, or waits;
 * * "marks-changed" (): the findings that this concerns. */
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
/* @identity signs the reviewer's entries from now on; NULL: nothing does. */
void sky_review_desk_sign_in (SkyReviewDesk *self, SkyIdentity *identity);
/* Returns: (transfer full): that; NULL: nobody is signed in. */
SkyIdentity *sky_review_desk_get_identity (SkyReviewDesk *self) G_GNUC_WARN_UNUSED_RESULT;

/* The store's identity is @store, which says how far the reviewer has looked in it. */
void sky_review_desk_set_store (SkyReviewDesk *self, const char *store);
/* How far they have looked; NULL: never, or not known (yet). */
const SkyLook *sky_review_desk_get_look (SkyReviewDesk *self);
/* They have looked as far as @look, which is stored for this store and this reviewer. */
void sky_review_desk_set_look (SkyReviewDesk *self, const SkyLook *look);

/* --- What is said ----------------------------------------------------------------------------- */

/* Requests the state of the review of @finding. */
void sky_review_desk_ask (SkyReviewDesk *self, const SkyStoredFinding *finding);
/* Writes @action about @finding into the ledger, for a person who has seen @review of it. */
void sky_review_desk_decide (SkyReviewDesk *self,
                             const SkyStoredFinding *finding,
                             const SkyReview *review,
                             SkyLedgerAction action,
                             const char *text);
/* The same for @second, another person than the reviewer here, who agrees with the confirmation.
 * For this one entry they are at the desk, and @identity (nullable) signs it. */
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

/* The same for each of @rows, which it takes, a part of them at a time; @undoes undoes their
 * decisions. Nothing else is decided until it is done. */
void sky_review_desk_decide_rows (SkyReviewDesk *self,
                                  SkyChosenRows *rows,
                                  gboolean undoes,
                                  SkyLedgerAction action,
                                  const char *text);
/* How many findings the running decision covers; @done (nullable) takes how many of them are
 * finished. 0: none. */
guint sky_review_desk_get_deciding (SkyReviewDesk *self, guint *done);
/* How many of these were written, neither refused nor decided by others first. */
guint sky_review_desk_get_n_decided (SkyReviewDesk *self);
/* Stops; written entries stay, no more follow. */
void sky_review_desk_stop_deciding (SkyReviewDesk *self);

/* Forgets the person's own entries: another store may lack those of the previous one. */
void sky_review_desk_forget_own (SkyReviewDesk *self);

/* --- What is not written ---------------------------------------------------------------------- */

/* How much waits longer than a moment to be written, here and in other windows; and whether some of
 * it is about the finding with the key @key. */
guint sky_review_desk_get_n_waiting (SkyReviewDesk *self);
gboolean sky_review_desk_is_waiting (SkyReviewDesk *self, const char *key);
/* The findings with waiting or unsaved entries: SkyQueueWait by key. Returns: (transfer full). */
GHashTable *sky_review_desk_list_waiting (SkyReviewDesk *self) G_GNUC_WARN_UNUSED_RESULT;

/* The last unsaved entry about the finding with the key @key; NULL: none. */
const SkyUnsavedDecision *sky_review_desk_get_unsaved (SkyReviewDesk *self, const char *key);
/* (element-type SkyUnsavedDecision): all of it. Returns: (transfer container). */
GPtrArray *sky_review_desk_list_unsaved (SkyReviewDesk *self) G_GNUC_WARN_UNUSED_RESULT;
/* Keeps an unsaved entry of @credential, unless another person sits here now. Takes @unsaved. */
void sky_review_desk_keep_unsaved (SkyReviewDesk *self,
                                   const char *credential,
                                   SkyUnsavedDecision *unsaved);
/* Discards the unsaved entry about the finding @key; NULL: all that others decided first. */
void sky_review_desk_forget_unsaved (SkyReviewDesk *self, const char *key);

G_END_DECLS
