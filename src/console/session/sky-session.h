/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person has open: the store, the queue that is listed, the finding that is looked at, its
 * table's day, the playhead and the stretch of time in sight. All views observe the session and
 * change nothing but it; it knows none of them.
 *
 * Nothing here blocks: the store, the logs and the replay are each worked by threads of their own.
 *
 * Properties (notify): "listing" (int, SkyListing), "item" (SkyQueueItem).
 *
 * Signals: "query-changed" (), filter or order of the list; "counts-changed" (), how much is in
 * each queue; "review-changed" (), where the item's review stands; "deciding-changed" (), how far
 * several findings are decided; "unsaid-changed" (), what was to be said and is not written;
 * "present-changed" (), who is at which finding; "arrived-changed" (), findings have come into the
 * list, or were looked at. */
#pragma once

#include <gtk/gtk.h>

#include "sky-day-view.h"
#include "sky-finding-query.h"
#include "sky-queue-model.h"
#include "sky-review.h"
#include "sky-spot.h"
#include "sky-unsaid.h"

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

#define SKY_TYPE_SESSION (sky_session_get_type ())
G_DECLARE_FINAL_TYPE (SkySession, sky_session, SKY, SESSION, GObject)

/* A session on the store at @store_path. */
SkySession *sky_session_new (const char *store_path);

/* Its parts, as long as it is there. Returns: (transfer none). */
SkyStoreLink *sky_session_get_link (SkySession *self);
SkyIntake *sky_session_get_intake (SkySession *self);
SkyDayView *sky_session_get_day_view (SkySession *self);

/* --- Archives --------------------------------------------------------------------------------- */

/* Audits the archives @paths (NULL-terminated) and lists what the store has of them: of that one
 * archive alone when there is just one. */
void sky_session_open_archives (SkySession *self, const char *const *paths);
/* Audits the day's archive again. */
void sky_session_audit_again (SkySession *self);
/* Why the store cannot be read; NULL: it can, or that is not known yet. */
const char *sky_session_get_store_problem (SkySession *self);

/* --- The list --------------------------------------------------------------------------------- */

SkyQueueModel *sky_session_get_model (SkySession *self);
void sky_session_set_listing (SkySession *self, SkyListing listing);
SkyListing sky_session_get_listing (SkySession *self);
/* @filter: its queues are not read, the listing tells them. */
void sky_session_set_filter (SkySession *self, const SkyFindingFilter *filter);
const SkyFindingFilter *sky_session_get_filter (SkySession *self);
/* Shows what @filter, which was kept, is of: its listing too. The archive that is listed stays. */
void sky_session_choose_filter (SkySession *self, const SkyFindingFilter *filter);
/* Takes away all that narrows the list; the archive and the listing stay. */
void sky_session_clear_filter (SkySession *self);
void sky_session_set_sort (SkySession *self, SkyFindingSort sort, gboolean descending);

/* Asks who dealt and who played, for the filter; "counts-changed" tells when it is known. */
void sky_session_ask_people (SkySession *self);
/* (element-type SkyDealer): NULL: not known yet. */
GPtrArray *sky_session_get_dealers (SkySession *self);
/* NULL: not known yet. */
const char *const *sky_session_get_patrons (SkySession *self);

/* What changed since who sits here looked last: of the rows some are marked, and those alone may be
 * listed. */
gboolean sky_session_has_looked (SkySession *self);
guint64 sky_session_get_n_changed (SkySession *self);
void sky_session_set_changed_only (SkySession *self, gboolean changed);
/* Nothing has changed since now. That is kept, for this store and this reviewer. */
void sky_session_mark_seen (SkySession *self);

/* Findings that have come into the list while it is followed. Selecting one forgets it. */
guint sky_session_get_n_arrived (SkySession *self);
/* Selects the first of them. */
void sky_session_show_arrived (SkySession *self);
void sky_session_forget_arrived (SkySession *self);

/* How many rows a listing has, and how many of them nobody has decided; of those withdrawn, how
 * many were so since one looked. */
guint64 sky_session_get_count (SkySession *self, SkyListing listing, guint64 *undecided);
/* TRUE when the store has logs; also while that is not known. */
gboolean sky_session_has_logs (SkySession *self);
/* (element-type SkyStoredLog): the logs that the store has; NULL: not known yet. */
GPtrArray *sky_session_get_logs (SkySession *self);

/* --- What is looked at ------------------------------------------------------------------------ */

/* TRUE when the finding that is looked at is not in the list that is shown: nothing is decided of
 * it then, but it is noted, and what was decided is taken back. */
gboolean sky_session_get_unlisted (SkySession *self);

/* Shows @item: its table's day is opened and the playhead goes to its instant. NULL: nothing. */
void sky_session_select (SkySession *self, SkyQueueItem *item);
/* Selects the item at @position of the list; when it is not there yet and an audit or the list is
 * under way, as soon as it is. */
void sky_session_select_position (SkySession *self, guint position);
/* The item after (1) or before (-1) the one selected. */
void sky_session_select_next (SkySession *self, int direction);
SkyQueueItem *sky_session_get_item (SkySession *self);
/* The finding of the item; NULL: there is none. */
const SkyStoredFinding *sky_session_get_finding (SkySession *self);

/* Opens the day that has @at, of the archive that is listed, and goes there; when an audit runs, as
 * soon as it has ended. */
void sky_session_show_instant (SkySession *self, SkyTime at);
/* Opens the day of @table that is named, and goes to @at. */
void sky_session_show_spot (SkySession *self,
                            const char *property,
                            const char *table,
                            const char *game,
                            SkyDay gaming_day,
                            SkyTime at);
/* Shows the finding with the id @id, whether or not it is listed. */
void sky_session_show_finding (SkySession *self, gint64 id);
/* The same of the finding with the key @key. */
void sky_session_show_key (SkySession *self, const char *key);

/* Shows the finding with the key @key (NULL: none) where the list has it, or else its table's day,
 * and goes to the instant of @spot; when an audit brings them, as soon as it has ended. Whatever is
 * shown otherwise until then is shown instead. */
void sky_session_return_to (SkySession *self, const char *key, const SkySpot *spot);

/* --- The review ------------------------------------------------------------------------------- */

/* Who reviews. */
void sky_session_set_reviewer (SkySession *self, const char *credential, const char *name);
const char *sky_session_get_reviewer (SkySession *self);
/* What the reviewer says is signed with @identity from here on; NULL: it is not. */
void sky_session_sign_in (SkySession *self, SkyIdentity *identity);
/* Returns: (transfer full): that; NULL: nobody is signed in. */
SkyIdentity *sky_session_get_identity (SkySession *self) G_GNUC_WARN_UNUSED_RESULT;
const char *sky_session_get_reviewer_name (SkySession *self);
/* Where the review of the item's finding stands; NULL: not known (yet). */
const SkyReview *sky_session_get_review (SkySession *self);
/* (element-type SkyLedgerEntry): what was said about it; NULL: not known (yet). */
GPtrArray *sky_session_get_history (SkySession *self);
/* Who else is at the item's finding at this moment, by name; NULL: nobody. */
const char *sky_session_get_present (SkySession *self);
/* How much of it waits longer than a moment, what is said of several findings at once included; and
 * whether something of it is about the item's finding. "writing-changed" tells. */
guint sky_session_get_n_waiting (SkySession *self);
gboolean sky_session_is_waiting (SkySession *self);
/* How many other desks are on the store. */
guint sky_session_get_n_desks (SkySession *self);
/* The rows selected in the list, by position: when they are several, what is decided or taken back
 * is so of all of them. They are none as soon as the list is another. */
void sky_session_set_chosen (SkySession *self, GtkBitset *chosen);
guint64 sky_session_get_n_chosen (SkySession *self);
/* Of how many findings something is being said at once, a part of them at a time; @done takes how
 * many of them are done with. 0: of none. Until they are, nothing else is decided. */
guint sky_session_get_deciding (SkySession *self, guint *done);
/* Of how many of these it is written: it was not refused, and others were not faster. */
guint sky_session_get_n_decided (SkySession *self);
/* What is said already stays, of the rest nothing is said. */
void sky_session_stop_deciding (SkySession *self);

/* Writes @action about the item's finding, or all that are chosen, into the ledger. */
void sky_session_decide (SkySession *self, SkyLedgerAction action, const char *text);
/* Takes the last decision about it, or about each that is chosen, back by another entry. */
void sky_session_undo (SkySession *self);
/* What was to be said of the item's finding and is not written, the last of it; NULL: nothing is.
 */
const SkyUnsaid *sky_session_get_unsaid (SkySession *self);
/* (element-type SkyUnsaid): all of it of which others spoke first. Returns: (transfer container).
 */
GPtrArray *sky_session_list_unsaid (SkySession *self) G_GNUC_WARN_UNUSED_RESULT;
/* Gives up what was to be said of the finding @key; NULL: all of which others spoke first. */
void sky_session_forget_unsaid (SkySession *self, const char *key);
/* Bookmarks the playhead. */
void sky_session_add_bookmark (SkySession *self, const char *text);

/* TRUE when nothing that was asked for is under way: for a picture of the window. */
gboolean sky_session_is_settled (SkySession *self);

G_END_DECLS
