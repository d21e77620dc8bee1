/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The current item: one entry of the inbox, the state of its review, and the entries about it. The
 * day view opens its table's day. A goal (sky-goal.h) says what to show next; there is one at a
 * time, and each new selection replaces it. Property (notifies): "item" (SkyQueueItem). Signal:
 * "review-changed" (), the state of the item's review, or the possible entries. */
#pragma once

#include "sky-day-view.h"
#include "sky-goal.h"
#include "sky-other-desks.h"

G_BEGIN_DECLS

#define SKY_TYPE_SELECTION (sky_selection_get_type ())
G_DECLARE_FINAL_TYPE (SkySelection, sky_selection, SKY, SELECTION, GObject)

SkySelection *sky_selection_new (SkyDayView *day_view, SkyOtherDesks *others, SkyInbox *inbox);
/* The parts below it. */
SkyDayView *sky_selection_get_day_view (SkySelection *self);
SkyOtherDesks *sky_selection_get_others (SkySelection *self);
SkyInbox *sky_selection_get_inbox (SkySelection *self);
SkyReviewDesk *sky_selection_get_desk (SkySelection *self);

/* --- The current item ------------------------------------------------------------------------ */

SkyQueueItem *sky_selection_get_item (SkySelection *self);
/* The item's finding; NULL: there is none. */
const SkyStoredFinding *sky_selection_get_finding (SkySelection *self);
/* TRUE if the current finding is not in the shown list. It can then be noted, and its decision
 * undone, but not decided. */
gboolean sky_selection_get_unlisted (SkySelection *self);
/* Who else is at the item's finding now, by name; NULL: nobody. */
const char *sky_selection_get_present (SkySelection *self);

/* The last unsaved entry about the item's finding; NULL: none. */
const SkyUnsavedDecision *sky_selection_get_unsaved (SkySelection *self);
/* TRUE if something about it waits longer than a moment to be written. */
gboolean sky_selection_is_waiting (SkySelection *self);

/* --- Choosing --------------------------------------------------------------------------------- */

/* Shows nothing, and then the first row as soon as there is one. */
void sky_selection_restart (SkySelection *self);
/* Shows @item: opens its table's day and moves the playhead to its instant. NULL: nothing. */
void sky_selection_select (SkySelection *self, SkyQueueItem *item);
/* Selects the item at @position of the list. If it is not there yet while an audit runs or the list
 * loads, selects it as soon as it is. */
void sky_selection_select_position (SkySelection *self, guint position);
/* The item after (1) or before (-1) the one selected. */
void sky_selection_select_next (SkySelection *self, int direction);
/* The next undecided one of them; if a filter leaves only decided ones, any. With @wraps the first
 * of the list follows its last. Reports if there is none. */
void sky_selection_select_open (SkySelection *self, int direction, gboolean wraps);
/* The first undecided one of the list, once it is loaded. If all are decided, the first row; if it
 * is empty, nothing. */
void sky_selection_select_first_open (SkySelection *self);

/* Opens the day that has @at, of the listed archive, and goes there; during an audit, once that has
 * ended. */
void sky_selection_show_instant (SkySelection *self, SkyTime at);
/* Opens the given day of @table, and goes to @at. */
void sky_selection_show_spot (SkySelection *self,
                              const char *property,
                              const char *table,
                              const char *game,
                              SkyDay gaming_day,
                              SkyTime at);
/* Shows the finding with the id @id in the list. */
void sky_selection_show_finding (SkySelection *self, gint64 id);
/* The same for the finding with the key @key, in the list of all. */
void sky_selection_show_key (SkySelection *self, const char *key);
/* Selects the first of what has come into the list. */
void sky_selection_show_arrived (SkySelection *self);
/* Shows the finding with the key @key (NULL: none) if the list has it. Otherwise opens its table's
 * day, and goes to the instant of @spot. If an audit brings them, it does so once that has ended.
 * Any other selection until then is shown instead. */
void sky_selection_return_to (SkySelection *self, const char *key, const SkySpot *spot);

/* --- The review ------------------------------------------------------------------------------- */

/* The state of the item's review; NULL: not known (yet). */
const SkyReview *sky_selection_get_review (SkySelection *self);
/* (element-type SkyLedgerEntry): the entries about it; NULL: not known (yet). */
GPtrArray *sky_selection_get_history (SkySelection *self);
/* Writes @action about the item's finding, or all selected rows, into the ledger. */
void sky_selection_decide (SkySelection *self, SkyLedgerAction action, const char *text);
/* Undoes the last decision about it, or about each selected one, by another entry. */
void sky_selection_undo (SkySelection *self);

G_END_DECLS
