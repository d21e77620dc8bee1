/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person has open: the store, the queue that is listed, the finding that is looked at, its
 * table's day, the playhead and the stretch of time in sight. All views observe the session and
 * change nothing but it; it knows none of them.
 *
 * Nothing here blocks: the store, the logs and the replay are each worked by threads of their own.
 *
 * Properties (all notify): "listing" (int, SkyListing), "item" (SkyQueueItem), "day" (SkyTableDay),
 * "loading" (boolean: a day is being opened), "round" (int64, 0: none), "position" (int64), "job"
 * (SkyAuditJob), "following" (boolean), "pointed" (string: the id of the wager pointed at),
 * "changed-on-disk" (boolean: the log is not as it was audited).
 *
 * Signals: "query-changed" (), filter or order of the list; "counts-changed" (), how much is in
 * each queue; "review-changed" (), where the item's review stands; "deciding-changed" (), how far
 * several findings are decided; "unsaid-changed" (), what was to be said and is not written;
 * "present-changed" (), who is at which finding; "arrived-changed" (), findings have come into the
 * list, or were looked at; "marks-changed" (), findings and bookmarks of the day; "span-changed"
 * (), the stretch of time in sight; "scene-changed" (), the table at the playhead; "round-replayed"
 * (), the round is worked out; "files-changed" (), what is there of the day's files; "news"
 * (SkyNews), a finding of an event that has just come. */
#pragma once

#include <gtk/gtk.h>

#include "sky-audit-job.h"
#include "sky-camera-wall.h"
#include "sky-finding-query.h"
#include "sky-follower.h"
#include "sky-queue-model.h"
#include "sky-replayer.h"
#include "sky-review.h"
#include "sky-spot.h"
#include "sky-store-link.h"
#include "sky-table-day.h"
#include "sky-time-axis.h"
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

/* A finding or a bookmark of the day, for the timeline. */
typedef struct
{
  SkyTime at;
  gint64 id;         /* the finding's; 0: a bookmark */
  const char *check; /* static; NULL: a bookmark */
  SkySeverity severity;
  SkyReviewState state;
} SkyDayMark;

#define SKY_TYPE_SESSION (sky_session_get_type ())
G_DECLARE_FINAL_TYPE (SkySession, sky_session, SKY, SESSION, GObject)

/* A session on the store at @store_path. */
SkySession *sky_session_new (const char *store_path);

/* Its parts, as long as it is there. Returns: (transfer none). */
SkyStoreLink *sky_session_get_link (SkySession *self);

/* --- Archives --------------------------------------------------------------------------------- */

/* Audits the archives @paths (NULL-terminated) and lists what the store has of them: of that one
 * archive alone when there is just one. */
void sky_session_open_archives (SkySession *self, const char *const *paths);
void sky_session_cancel_audit (SkySession *self);
/* Audits the day's archive again. */
void sky_session_audit_again (SkySession *self);
SkyAuditJob *sky_session_get_job (SkySession *self);
/* What went wrong last in the audit; NULL: nothing did. */
const char *sky_session_get_audit_problem (SkySession *self);
/* Why the store cannot be read; NULL: it can, or that is not known yet. */
const char *sky_session_get_store_problem (SkySession *self);

/* Whether archives that are opened are followed when they grow; what comes is then listed by
 * itself. "following" notifies. */
void sky_session_set_follow (SkySession *self, gboolean follow);
gboolean sky_session_get_follow (SkySession *self);
/* TRUE while an archive is looked at for what comes. */
gboolean sky_session_is_following (SkySession *self);

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

SkyTableDay *sky_session_get_day (SkySession *self);
gboolean sky_session_get_loading (SkySession *self);
gboolean sky_session_get_changed_on_disk (SkySession *self);
/* TRUE when it does not even go on from it: another log lies in its place, and is what is shown. */
gboolean sky_session_get_another_on_disk (SkySession *self);
/* Why there is no day although something is looked at; NULL: there is one, or nothing is. */
const char *sky_session_get_day_problem (SkySession *self);
/* TRUE when the day's log is not there any more: what is shown of it was read before. */
gboolean sky_session_get_gone (SkySession *self);
/* The paths of the day's recordings that are not there, a set. */
GHashTable *sky_session_get_missing (SkySession *self);
/* (element-type SkyDayMark): by instant. */
GArray *sky_session_get_marks (SkySession *self);

/* --- Time ------------------------------------------------------------------------------------- */

SkyCameraWall *sky_session_get_wall (SkySession *self);
SkyTime sky_session_get_position (SkySession *self);
/* Goes to @at and keeps it in sight. */
void sky_session_go_to (SkySession *self, SkyTime at);
void sky_session_jump_event (SkySession *self, int direction);
void sky_session_jump_round (SkySession *self, int direction);
/* Plays at @rate, pauses for 0. */
void sky_session_shuttle (SkySession *self, int rate);

void sky_session_get_span (SkySession *self, SkyTime *from, SkyTime *until);
void sky_session_set_span (SkySession *self, SkyTime from, SkyTime until);

/* --- The round -------------------------------------------------------------------------------- */

gint64 sky_session_get_round (SkySession *self);
/* The table at the playhead; NULL: not known yet. */
const SkyScene *sky_session_get_scene (SkySession *self);
/* The round worked out; NULL: not yet. */
const SkyRoundReplay *sky_session_get_round_replay (SkySession *self);
/* NULL points at the finding's own wager, where its round is shown. */
void sky_session_set_pointed (SkySession *self, const char *wager);
const char *sky_session_get_pointed (SkySession *self);

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
