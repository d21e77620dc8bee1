/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of SkySession, shared by its files: sky-session.c has what is looked at and the
 * playhead, sky-session-store.c what is asked of the store, sky-session-show.c the way to an
 * instant or a finding, sky-session-review.c what is decided of a finding, sky-session-chosen.c of
 * several at once, sky-session-case.c what goes into a case, sky-session-look.c what changed since
 * somebody looked, sky-session-waiting.c what is not written yet, sky-session-desks.c what
 * others do at other desks, sky-session-checkpoint.c the ledger's checkpoint of each day. */
#pragma once

#include "sky-own-words.h"
#include "sky-session.h"

G_BEGIN_DECLS

/* What is being said of several findings at once. */
typedef struct _SkyDeciding SkyDeciding;
void sky_deciding_free (SkyDeciding *self);

/* What was looked at when the console was closed. */
typedef struct _SkyReturning SkyReturning;
void sky_returning_free (SkyReturning *self);

struct _SkySession
{
  GObject parent_instance;

  /* The store. */
  SkyStoreLink *link;
  SkyTime day_began; /* the gaming day whose beginning was heeded last; NONE: none */
  guint day_timer;
  SkyQueueModel *model;
  SkyIntake *intake;
  SkyDayView *day_view;
  char *awaited;           /* the key of what is to be shown; NULL: nothing is asked for */
  SkyReturning *returning; /* where the last run left off; NULL: nothing is to be returned to */
  SkyTime return_at;       /* where the playhead was while the item to be shown was; or NONE */
  char *store_problem;     /* why nothing is known of the store; NULL: something is */
  SkyListing listing;
  SkyFindingFilter *filter;
  SkyFindingSort sort;
  gboolean descending;
  SkyFindingCounts counts;
  guint64 n_withdrawn;
  guint64 n_withdrawn_since; /* one looked */
  guint64 n_rounds;
  guint64 n_bookmarks;
  GPtrArray *logs; /* of SkyStoredLog; NULL: not known yet */
  char *credential;
  char *name;
  GSettings *settings;
  char *identity;  /* of the store; NULL: not known yet */
  SkyLook present; /* as of what was counted last */
  SkyLook look;
  gboolean has_looked;
  guint64 n_changed;
  GArray *arrived;       /* of gint64: ids */
  GPtrArray *dealers;    /* of SkyDealer; NULL: not known yet */
  char **patrons;        /* likewise */
  GtkBitset *chosen;     /* positions of the rows selected in the list; NULL: none */
  gint64 chosen_seen;    /* the ledger's last entry when these were listed */
  SkyDeciding *deciding; /* what is being said of several findings; NULL: nothing is */

  /* The other desks. */
  SkyLook news; /* how far the store has come, as the watch tells it */
  gint64 news_stamp;
  gint64 seen_stamp;  /* the stamp that was heeded last */
  gint64 heard;       /* the ledger's entry up to which what was said is shown */
  guint news_timer;   /* news are about to be heeded; 0: they are not */
  GHashTable *others; /* names by what desks know findings by */
  guint n_desks;      /* others that are there */
  gboolean watching;  /* it is heeded what the watch tells */

  /* What is looked at. */
  SkyQueueItem *item;
  gulong item_loaded;
  SkyReview *review;
  GPtrArray *history;
  GPtrArray *unsaid;  /* of SkyUnsaid: what was not written */
  GHashTable *saying; /* the words that are being written, by the findings' keys */
  SkyOwnWords *own;
  GHashTable *pending;   /* keys of findings of which something is being written → how much */
  gboolean waits;        /* that takes longer than a moment, and is told */
  guint waiting_timer;   /* until it is a moment; 0: nothing is written */
  guint choice;          /* counts what was chosen: what comes of an earlier one is too late */
  gboolean unlisted;     /* it is a finding that the list has not */
  gboolean asked_anew;   /* the list was, since it was chosen */
  gboolean choose_first; /* select the first row as soon as there is one */
  guint wanted;          /* or this row; G_MAXUINT: none */
  SkyTime wanted_at;     /* an instant to go to when the audit has ended; SKY_TIME_NONE: none */

  /* The case that is worked on; 0: none. */
  gint64 case_id;
  gint64 case_number;
};

typedef enum
{
  SKY_SESSION_QUERY_CHANGED,
  SKY_SESSION_COUNTS_CHANGED,
  SKY_SESSION_REVIEW_CHANGED,
  SKY_SESSION_DECIDING_CHANGED,
  SKY_SESSION_UNSAID_CHANGED,
  SKY_SESSION_ARRIVED_CHANGED,
  SKY_SESSION_PRESENT_CHANGED,
  SKY_SESSION_WRITING_CHANGED,
  SKY_SESSION_N_PLAIN_SIGNALS,
} SkySessionSignal;

void sky_session_emit (SkySession *self, SkySessionSignal signal);

/* Something about the finding @key is being written; that has come to an end. */
void sky_session_begin_pending (SkySession *self, const char *key);
void sky_session_end_pending (SkySession *self, const char *key);
/* Looks whether what is being written is to be told as waiting. */
void sky_session_heed_waiting (SkySession *self);
/* Marks the findings of which something waits, or is not written. */
void sky_session_mark_waiting (SkySession *self);

/* Says @action of every row chosen, or takes each one's decision back. */
void sky_session_decide_chosen (SkySession *self,
                                gboolean undoes,
                                SkyLedgerAction action,
                                const char *text);

/* For @saying: nothing is being written. */
GHashTable *sky_session_new_saying (void);
/* Keeps what @credential wanted to say and was not written, unless somebody else sits here by now.
 * Takes @unsaid. */
void sky_session_keep_unsaid (SkySession *self, const char *credential, SkyUnsaid *unsaid);
/* The same with all of @unsaid (of SkyUnsaid). */
void sky_session_keep_all_unsaid (SkySession *self, const char *credential, GPtrArray *unsaid);

/* Finds out how far the reviewer has looked, once the store's identity is known. */
void sky_session_find_look (SkySession *self);
/* These have come into the list; the finding @id is looked at. */
void sky_session_arrived_cb (SkySession *self, GArray *ids, SkyQueueModel *model);
void sky_session_meet_arrived (SkySession *self, gint64 id);

/* Begins to watch what others do, once the store is known; tells them what is looked at here. */
void sky_session_start_watching (SkySession *self);
void sky_session_tell_present (SkySession *self);
void sky_session_heed_news (SkySession *self, const SkyStoreNews *news, gboolean back);
/* What this desk itself said is the ledger's entry @number: it is shown already. */
void sky_session_heard_own (SkySession *self, gint64 number);

/* Asks the store for these anew. */
void sky_session_ask_counts (SkySession *self);
void sky_session_ask_review (SkySession *self);

/* Asks where the item stands in the list now that its rows are others, for
 * sky_session_replace_item(). */
void sky_session_ask_place (SkySession *self);
/* Tries to return to what is to be returned to; when @last, not again. */
void sky_session_ask_return (SkySession *self, gboolean last);
/* What is to be shown, as soon as the store has it. */
void sky_session_ask_awaited (SkySession *self);
/* Shows @item, whoever chose it. */
void sky_session_show_item (SkySession *self, SkyQueueItem *item);
/* Whether the finding that is looked at is not in the list. */
void sky_session_set_unlisted (SkySession *self, gboolean unlisted);
/* The same finding is now the row at @position. */
void sky_session_replace_item (SkySession *self, guint position);

/* The list's question, from listing, filter and order. */
void sky_session_ask_rows (SkySession *self);

/* Looks once a minute whether a gaming day has ended. */
void sky_session_watch_days (SkySession *self);
/* That it is @now: when another gaming day has begun since the last time, this desk has the
 * ledger's key and nobody made a checkpoint since, one is made. */
void sky_session_end_day (SkySession *self, SkyTime now);

G_END_DECLS
