/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the review of the session's finding, and the possible decisions: confirm, dismiss,
 * escalate, reopen. Its buttons are the window's actions. A popover asks for the reason, so nothing
 * blocks the next finding. Property (notifies): "selection". */
#pragma once

#include <gtk/gtk.h>

#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_REVIEW_BAR (sky_review_bar_get_type ())
G_DECLARE_FINAL_TYPE (SkyReviewBar, sky_review_bar, SKY, REVIEW_BAR, GtkWidget)

/* @selection: (nullable) (transfer none) */
void sky_review_bar_set_selection (SkyReviewBar *self, SkySelection *selection);

/* Asks for the reason of a dismissal, a confirmation or an escalation (@action). */
void sky_review_bar_ask_reason (SkyReviewBar *self, SkyLedgerAction action);
/* Decides for @reason, as the popover's button does: whatever was asked for last, else a dismissal.
 */
void sky_review_bar_give_reason (SkyReviewBar *self, const char *reason);

/* "Confirmed", and by whom and when. */
/* Opens the note's popover; and keeps a note of the finding. */
void sky_review_bar_ask_note (SkyReviewBar *self);
void sky_review_bar_add_note (SkyReviewBar *self, const char *note);

const char *sky_review_bar_get_state (SkyReviewBar *self);
/* The text about pending writes; NULL: none. */
const char *sky_review_bar_get_waiting (SkyReviewBar *self);
/* The text about others who decided first; NULL: nobody. */
const char *sky_review_bar_get_unsaved (SkyReviewBar *self);
/* The entry for a reason. */
GtkEntry *sky_review_bar_get_reason_entry (SkyReviewBar *self);

G_END_DECLS
