/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the review of the session's finding stands, and the decisions that can be made: confirm,
 * dismiss with a reason, escalate, reopen. Its buttons are the window's actions; the reason is
 * asked for in a popover, nothing stands in the way of the next finding.
 *
 * Property (notifies): "selection". */
#pragma once

#include <gtk/gtk.h>

#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_REVIEW_BAR (sky_review_bar_get_type ())
G_DECLARE_FINAL_TYPE (SkyReviewBar, sky_review_bar, SKY, REVIEW_BAR, GtkWidget)

/* @selection: (nullable) (transfer none) */
void sky_review_bar_set_selection (SkyReviewBar *self, SkySelection *selection);

/* Asks for the reason of a dismissal. */
void sky_review_bar_ask_reason (SkyReviewBar *self);
/* Dismisses for @reason, as the popover's button does. */
void sky_review_bar_dismiss (SkyReviewBar *self, const char *reason);

/* "Confirmed", and by whom and when. */
/* Opens the note's popover; and keeps a note of the finding. */
void sky_review_bar_ask_note (SkyReviewBar *self);
void sky_review_bar_add_note (SkyReviewBar *self, const char *note);

const char *sky_review_bar_get_state (SkyReviewBar *self);
/* What is told of what waits to be written; NULL: nothing does. */
const char *sky_review_bar_get_waiting (SkyReviewBar *self);
/* What is told of others who were faster; NULL: nobody was. */
const char *sky_review_bar_get_unsaved (SkyReviewBar *self);
/* Where a reason is typed. */
GtkEntry *sky_review_bar_get_reason_entry (SkyReviewBar *self);

G_END_DECLS
