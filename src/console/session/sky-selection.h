/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is looked at: one entry of the inbox, where its review stands, and what was said about it.
 * Its table's day is opened in the day view. What is to be shown next is a goal (sky-goal.h), of
 * which there is one at a time: whoever chooses something takes the place of what was to be shown.
 *
 * Property (notifies): "item" (SkyQueueItem). Signal: "review-changed" (), where the item's review
 * stands, or what may be said of it. */
#pragma once

#include "sky-day-view.h"
#include "sky-goal.h"
#include "sky-other-desks.h"

G_BEGIN_DECLS

#define SKY_TYPE_SELECTION (sky_selection_get_type ())
G_DECLARE_FINAL_TYPE (SkySelection, sky_selection, SKY, SELECTION, GObject)

SkySelection *sky_selection_new (SkyDayView *day_view, SkyOtherDesks *others, SkyInbox *inbox);
/* What it stands upon. */
SkyDayView *sky_selection_get_day_view (SkySelection *self);
SkyOtherDesks *sky_selection_get_others (SkySelection *self);
SkyInbox *sky_selection_get_inbox (SkySelection *self);
SkyReviewDesk *sky_selection_get_desk (SkySelection *self);

/* --- What is looked at ------------------------------------------------------------------------ */

SkyQueueItem *sky_selection_get_item (SkySelection *self);
/* The finding of the item; NULL: there is none. */
const SkyStoredFinding *sky_selection_get_finding (SkySelection *self);
/* TRUE when the finding that is looked at is not in the list that is shown: nothing is decided of
 * it then, but it is noted, and what was decided is taken back. */
gboolean sky_selection_get_unlisted (SkySelection *self);
/* Who else is at the item's finding at this moment, by name; NULL: nobody. */
const char *sky_selection_get_present (SkySelection *self);

/* What was to be said of the item's finding and is not written, the last of it; NULL: nothing is.
 */
const SkyUnsavedDecision *sky_selection_get_unsaved (SkySelection *self);
/* TRUE when something about it waits longer than a moment to be written. */
gboolean sky_selection_is_waiting (SkySelection *self);

/* --- Choosing --------------------------------------------------------------------------------- */

/* Shows nothing, and then the first row as soon as there is one. */
void sky_selection_restart (SkySelection *self);
/* Shows @item: its table's day is opened and the playhead goes to its instant. NULL: nothing. */
void sky_selection_select (SkySelection *self, SkyQueueItem *item);
/* Selects the item at @position of the list; when it is not there yet and an audit or the list is
 * under way, as soon as it is. */
void sky_selection_select_position (SkySelection *self, guint position);
/* The item after (1) or before (-1) the one selected. */
void sky_selection_select_next (SkySelection *self, int direction);
/* The next of them that nobody has decided; where a filter leaves only decided ones, any. With
 * @wraps the first of the list follows its last. Where there is none it is told. */
void sky_selection_select_open (SkySelection *self, int direction, gboolean wraps);
/* The first of the list, as soon as that is there; where all are decided the first row, and where
 * it is empty nothing. */
void sky_selection_select_first_open (SkySelection *self);

/* Opens the day that has @at, of the archive that is listed, and goes there; when an audit runs, as
 * soon as it has ended. */
void sky_selection_show_instant (SkySelection *self, SkyTime at);
/* Opens the day of @table that is named, and goes to @at. */
void sky_selection_show_spot (SkySelection *self,
                              const char *property,
                              const char *table,
                              const char *game,
                              SkyDay gaming_day,
                              SkyTime at);
/* Shows the finding with the id @id in the list. */
void sky_selection_show_finding (SkySelection *self, gint64 id);
/* The same of the finding with the key @key, in the list of all. */
void sky_selection_show_key (SkySelection *self, const char *key);
/* Selects the first of what has come into the list. */
void sky_selection_show_arrived (SkySelection *self);
/* Shows the finding with the key @key (NULL: none) where the list has it, or else its table's day,
 * and goes to the instant of @spot; when an audit brings them, as soon as it has ended. Whatever is
 * chosen otherwise until then is shown instead. */
void sky_selection_return_to (SkySelection *self, const char *key, const SkySpot *spot);

/* --- The review ------------------------------------------------------------------------------- */

/* Where the review of the item's finding stands; NULL: not known (yet). */
const SkyReview *sky_selection_get_review (SkySelection *self);
/* (element-type SkyLedgerEntry): what was said about it; NULL: not known (yet). */
GPtrArray *sky_selection_get_history (SkySelection *self);
/* Writes @action about the item's finding, or all rows that are chosen, into the ledger. */
void sky_selection_decide (SkySelection *self, SkyLedgerAction action, const char *text);
/* Takes the last decision about it, or about each that is chosen, back by another entry. */
void sky_selection_undo (SkySelection *self);

G_END_DECLS
