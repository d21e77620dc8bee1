/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of a queue: a finding, a round or a bookmark. It is made empty when its place in the list
 * is first requested, and filled when the store's page has come. Property (notify): "loaded". */
#pragma once

#include <glib-object.h>

#include "sky-case.h"
#include "sky-store-watch.h"
#include "sky-stored-finding.h"
#include "sky-stored-log.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_COLUMN_TIME,
  SKY_COLUMN_TABLE,
  SKY_COLUMN_ROUND,
  SKY_COLUMN_CHECK,
  SKY_COLUMN_WHAT,
  SKY_COLUMN_VARIANCE,
  SKY_COLUMN_SEVERITY,
  SKY_COLUMN_STATE,
  SKY_COLUMN_SIGN, /* the state as a sign, where there is no room for the word */
  SKY_COLUMN_CARD, /* all that distinguishes a finding, on two lines, if columns do not fit */
  SKY_COLUMN_DAY,
  SKY_COLUMN_CHANGE, /* what changed since one looked, as a sign */
  SKY_COLUMN_SIGHT,  /* of a round: what its pictures show */
  SKY_N_COLUMNS,
} SkyColumn;

/* An entry about a finding that is not in the ledger. */
typedef enum
{
  SKY_QUEUE_WRITTEN, /* nothing */
  SKY_QUEUE_WAITS,   /* it waits to be written */
  SKY_QUEUE_UNSAID,  /* it could not be written */
  SKY_N_QUEUE_WAITS,
} SkyQueueWait;

#define SKY_TYPE_QUEUE_ITEM (sky_queue_item_get_type ())
G_DECLARE_FINAL_TYPE (SkyQueueItem, sky_queue_item, SKY, QUEUE_ITEM, GObject)

/* An item that is not loaded yet. */
SkyQueueItem *sky_queue_item_new (guint position);

/* Each fills the item with one of these, which it takes, in place of what it was. */
void sky_queue_item_take_finding (SkyQueueItem *self, SkyStoredFinding *finding);
void sky_queue_item_take_round (SkyQueueItem *self, SkyStoredRound *round);
/* @log is the id of the bookmark's log. */
void sky_queue_item_take_bookmark (SkyQueueItem *self, SkyBookmark *bookmark, gint64 log);

/* A table's name for people: "CR-01", or "CR-01 by eye" for a log that was recorded beside its own.
 * Returns: a new string. */
char *sky_queue_item_name_table (const char *table, gboolean by_eye) G_GNUC_WARN_UNUSED_RESULT;

/* Moves the contents of @other, which is then empty, into the item. */
void sky_queue_item_adopt (SkyQueueItem *self, SkyQueueItem *other);

/* The ledger's last entry, at least, when the shown finding was read; 0: it was not. It only
 * rises. */
void sky_queue_item_set_entry (SkyQueueItem *self, gint64 entry);
gint64 sky_queue_item_get_entry (SkyQueueItem *self);

/* Who else is at the finding, by name; NULL: nobody. */
void sky_queue_item_set_present (SkyQueueItem *self, const char *names);
const char *sky_queue_item_get_present (SkyQueueItem *self);
/* Whether the entry about the finding is written. */
void sky_queue_item_set_wait (SkyQueueItem *self, SkyQueueWait wait);
SkyQueueWait sky_queue_item_get_wait (SkyQueueItem *self);
/* What desks know the finding by (sky_desk_digest_finding()); NULL: it is none. */
const char *sky_queue_item_get_digest (SkyQueueItem *self);

guint sky_queue_item_get_position (SkyQueueItem *self);
/* Rows before it have come. */
void sky_queue_item_set_position (SkyQueueItem *self, guint position);
gboolean sky_queue_item_get_loaded (SkyQueueItem *self);

/* At most one of these is not NULL. */
const SkyStoredFinding *sky_queue_item_get_finding (SkyQueueItem *self);
const SkyBookmark *sky_queue_item_get_bookmark (SkyQueueItem *self);

gint64 sky_queue_item_get_log (SkyQueueItem *self);
/* SKY_TIME_NONE: of no instant. */
SkyTime sky_queue_item_get_at (SkyQueueItem *self);
/* 0: of no round. */
gint64 sky_queue_item_get_round_number (SkyQueueItem *self);

/* The text of @column, with times in @zone (NULL: UTC). Returns: a new string. */
char *sky_queue_item_dup_text (SkyQueueItem *self, SkyColumn column, GTimeZone *zone);

/* Words for people, translated. */
const char *sky_severity_to_label (SkySeverity severity);
/* The severity as a sign, of the shape that it has on the timeline. */
const char *sky_severity_to_sign (SkySeverity severity);
/* Returns a new text: the severity, and whether the finding is unsure. */
char *sky_severity_dup_label (SkySeverity severity, gboolean unsure) G_GNUC_WARN_UNUSED_RESULT;
/* The mark of an unsure finding; of others "". */
const char *sky_unsure_to_sign (gboolean unsure);
/* The title of the check @name; the name itself if it is unknown. */
const char *sky_check_to_label (const char *name);
const char *sky_review_state_to_label (SkyReviewState state);
/* The state of the review of @finding, and what it still needs. */
const char *sky_finding_state_to_label (const SkyStoredFinding *finding);
const char *sky_review_state_to_sign (SkyReviewState state);
const char *sky_finding_change_to_label (SkyFindingChange change);
const char *sky_queue_wait_to_label (SkyQueueWait wait); /* empty: written */
/* What a round's pictures say of its record: "Agrees". */
const char *sky_sight_verdict_to_label (SkySightVerdict verdict);

G_END_DECLS
