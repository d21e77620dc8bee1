/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of what the store has: which queue is listed, what narrows it, its order and rows, how
 * much is in each queue, which rows are chosen, and what has come into it.
 *
 * Property (notifies): "listing" (int, SkyListing). Signals: "query-changed" (), filter or order;
 * "counts-changed" (), how much is in each queue, and which logs and people there are;
 * "chosen-changed" (), how many rows are chosen; "arrived-changed" (), findings have come into the
 * list, or were looked at. */
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
  SKY_LISTING_WITHDRAWN, /* findings that a new audit does not make any more */
  SKY_N_LISTINGS,
} SkyListing;

#define SKY_TYPE_INBOX (sky_inbox_get_type ())
G_DECLARE_FINAL_TYPE (SkyInbox, sky_inbox, SKY, INBOX, GObject)

/* What @desk says and @intake brings is listed, times on @clock. */
SkyInbox *sky_inbox_new (SkyReviewDesk *desk, SkyIntake *intake, SkyClock *clock);
SkyClock *sky_inbox_get_clock (SkyInbox *self);
SkyReviewDesk *sky_inbox_get_desk (SkyInbox *self);
SkyIntake *sky_inbox_get_intake (SkyInbox *self);

/* --- The list --------------------------------------------------------------------------------- */

SkyQueueModel *sky_inbox_get_model (SkyInbox *self);
void sky_inbox_set_listing (SkyInbox *self, SkyListing listing);
SkyListing sky_inbox_get_listing (SkyInbox *self);
/* Lists what the store has of @archive alone; NULL: of all. */
void sky_inbox_set_archive (SkyInbox *self, const char *archive);
/* @filter: its queues are not read, the listing tells them. */
void sky_inbox_set_filter (SkyInbox *self, const SkyFindingFilter *filter);
const SkyFindingFilter *sky_inbox_get_filter (SkyInbox *self);
/* Shows what @filter, which was kept, is of: its listing too. The archive that is listed stays. */
void sky_inbox_choose_filter (SkyInbox *self, const SkyFindingFilter *filter);
/* Takes away all that narrows the list; the archive and the listing stay. */
void sky_inbox_clear_filter (SkyInbox *self);
void sky_inbox_set_sort (SkyInbox *self, SkyFindingSort sort, gboolean descending);
SkyFindingSort sky_inbox_get_sort (SkyInbox *self, gboolean *descending);

/* Asks the store for the rows, the counts anew. */
void sky_inbox_ask_rows (SkyInbox *self);
void sky_inbox_ask_counts (SkyInbox *self);
/* How often the rows were asked for so far: as long as that is the same the list is. */
guint sky_inbox_get_n_asked (SkyInbox *self);

/* --- What there is ---------------------------------------------------------------------------- */

/* How many rows a listing has, and how many of them are to be decided, by a second reviewer too; of
 * those withdrawn, how many were so since one looked. */
guint64 sky_inbox_get_count (SkyInbox *self, SkyListing listing, guint64 *undecided);
/* How many of them want their second reviewer. */
guint64 sky_inbox_get_n_awaiting (SkyInbox *self, SkyListing listing);
/* Why the store cannot be read; NULL: it can, or that is not known yet. */
const char *sky_inbox_get_problem (SkyInbox *self);
/* How far the store had come when it was counted last; NULL: not known yet. */
const SkyLook *sky_inbox_get_present (SkyInbox *self);
/* TRUE when the store has logs; also while that is not known. */
gboolean sky_inbox_has_logs (SkyInbox *self);
/* (element-type SkyStoredLog): the logs that the store has; NULL: not known yet. */
GPtrArray *sky_inbox_get_logs (SkyInbox *self);

/* Asks who dealt and who played, for the filter; "counts-changed" tells when it is known. */
void sky_inbox_ask_people (SkyInbox *self);
/* (element-type SkyDealer): NULL: not known yet. */
GPtrArray *sky_inbox_get_dealers (SkyInbox *self);
/* NULL: not known yet. */
const char *const *sky_inbox_get_patrons (SkyInbox *self);

/* What changed since who sits here looked last: of the rows some are marked, and those alone may be
 * listed. */
gboolean sky_inbox_has_looked (SkyInbox *self);
guint64 sky_inbox_get_n_changed (SkyInbox *self);
void sky_inbox_set_changed_only (SkyInbox *self, gboolean changed);
/* Nothing has changed since now. */
void sky_inbox_mark_seen (SkyInbox *self);

/* Findings that have come into the list while it is followed. */
guint sky_inbox_get_n_arrived (SkyInbox *self);
/* Returns: the id of the first of them, which is none any more; 0: there is none. */
gint64 sky_inbox_take_arrived (SkyInbox *self);
void sky_inbox_forget_arrived (SkyInbox *self);
/* The finding @id is looked at. */
void sky_inbox_mark_arrival_seen (SkyInbox *self, gint64 id);

/* --- The rows that are chosen ----------------------------------------------------------------- */

/* The rows selected in the list, by position (nullable): when they are several, what is decided or
 * taken back is so of all of them. They are none as soon as the list is another. */
void sky_inbox_set_chosen (SkyInbox *self, GtkBitset *chosen);
guint64 sky_inbox_get_n_chosen (SkyInbox *self);
/* Returns: (transfer full): these, to be decided; NULL: they are no findings that could be. */
SkyChosenRows *sky_inbox_dup_chosen (SkyInbox *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
