/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of the store's contents: the listed queue, its filter, order and rows, the count of each
 * queue, the selected rows, and new arrivals. Property (notifies): "listing" (int, SkyListing).
 * Signals:
 *
 * * "query-changed" (): filter or order;
 * * "counts-changed" (): the queues' counts, and which logs and people exist;
 * * "chosen-changed" (): how many rows are selected;
 * * "arrived-changed" (): findings came into the list, or someone looked at them. */
#pragma once

#include <gtk/gtk.h>

#include "sky-chosen-rows.h"
#include "sky-clock.h"
#include "sky-finding-query.h"
#include "sky-intake.h"
#include "sky-queue-model.h"
#include "sky-review-desk.h"

G_BEGIN_DECLS

/* What the list can show: one of the queues (by SkyQueue), or one of these. */
typedef enum
{
  SKY_LISTING_ALL = SKY_N_QUEUES,
  SKY_LISTING_ROUNDS,
  SKY_LISTING_BOOKMARKS,
  SKY_LISTING_WITHDRAWN, /* findings that a new audit no longer makes */
  SKY_N_LISTINGS,
} SkyListing;

#define SKY_TYPE_INBOX (sky_inbox_get_type ())
G_DECLARE_FINAL_TYPE (SkyInbox, sky_inbox, SKY, INBOX, GObject)

/* Lists the entries of @desk and the data of @intake, with times on @clock. */
SkyInbox *sky_inbox_new (SkyReviewDesk *desk, SkyIntake *intake, SkyClock *clock);
SkyClock *sky_inbox_get_clock (SkyInbox *self);
SkyReviewDesk *sky_inbox_get_desk (SkyInbox *self);
SkyIntake *sky_inbox_get_intake (SkyInbox *self);

/* --- The list --------------------------------------------------------------------------------- */

SkyQueueModel *sky_inbox_get_model (SkyInbox *self);
void sky_inbox_set_listing (SkyInbox *self, SkyListing listing);
SkyListing sky_inbox_get_listing (SkyInbox *self);
/* Lists only data of @archive; NULL: of all. */
void sky_inbox_set_archive (SkyInbox *self, const char *archive);
/* @filter: its queues are ignored, the listing sets them. */
void sky_inbox_set_filter (SkyInbox *self, const SkyFindingFilter *filter);
const SkyFindingFilter *sky_inbox_get_filter (SkyInbox *self);
/* Restores a stored @filter with its listing. The listed archive stays. */
void sky_inbox_choose_filter (SkyInbox *self, const SkyFindingFilter *filter);
/* Takes away all that narrows the list; the archive and the listing stay. */
void sky_inbox_clear_filter (SkyInbox *self);
void sky_inbox_set_sort (SkyInbox *self, SkyFindingSort sort, gboolean descending);
SkyFindingSort sky_inbox_get_sort (SkyInbox *self, gboolean *descending);

/* Requests the rows, or the counts, from the store again. */
void sky_inbox_ask_rows (SkyInbox *self);
void sky_inbox_ask_counts (SkyInbox *self);
/* How often the rows were requested so far: the list is the same while this is. */
guint sky_inbox_get_n_asked (SkyInbox *self);

/* --- What there is ---------------------------------------------------------------------------- */

/* How many rows a listing has, and how many of them await a decision, including a second
 * reviewer's. For those withdrawn: how many were so since the last look. */
guint64 sky_inbox_get_count (SkyInbox *self, SkyListing listing, guint64 *undecided);
/* How many of them await a second reviewer. */
guint64 sky_inbox_get_n_awaiting (SkyInbox *self, SkyListing listing);
/* Why the store cannot be read; NULL: it can, or that is not known yet. */
const char *sky_inbox_get_problem (SkyInbox *self);
/* The store's position at the last count; NULL: not known yet. */
const SkyLook *sky_inbox_get_present (SkyInbox *self);
/* TRUE if the store has logs, and while that is not known. */
gboolean sky_inbox_has_logs (SkyInbox *self);
/* (element-type SkyStoredLog): the logs that the store has; NULL: not known yet. */
GPtrArray *sky_inbox_get_logs (SkyInbox *self);

/* Requests the dealers and patrons for the filter; "counts-changed" follows. */
void sky_inbox_ask_people (SkyInbox *self);
/* (element-type SkyDealer): NULL: not known yet. */
GPtrArray *sky_inbox_get_dealers (SkyInbox *self);
/* NULL: not known yet. */
const char *const *sky_inbox_get_patrons (SkyInbox *self);

/* Changes since the person last looked: some rows are marked, and the list may show only those. */
gboolean sky_inbox_has_looked (SkyInbox *self);
guint64 sky_inbox_get_n_changed (SkyInbox *self);
void sky_inbox_set_changed_only (SkyInbox *self, gboolean changed);
/* Nothing has changed since now. */
void sky_inbox_mark_seen (SkyInbox *self);

/* Findings that came into the list while it is followed. */
guint sky_inbox_get_n_arrived (SkyInbox *self);
/* Returns the id of the first of them and removes it; 0: there is none. */
gint64 sky_inbox_take_arrived (SkyInbox *self);
void sky_inbox_forget_arrived (SkyInbox *self);
/* Marks the finding @id as seen. */
void sky_inbox_mark_arrival_seen (SkyInbox *self, gint64 id);

/* --- The rows that are chosen ----------------------------------------------------------------- */

/* The rows selected in the list, by position (nullable). If there are several, decisions and undos
 * apply to all of them. A change of the list clears them. */
void sky_inbox_set_chosen (SkyInbox *self, GtkBitset *chosen);
guint64 sky_inbox_get_n_chosen (SkyInbox *self);
/* Returns: (transfer full): these, for a decision; NULL: they are not decidable findings. */
SkyChosenRows *sky_inbox_dup_chosen (SkyInbox *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
