/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The questions of a list's model to the store, and the answers of the store's thread. They concern
 * the list's length, a page of its rows, and new findings or entries among them. */
#pragma once

#include "sky-queue-model.h"

G_BEGIN_DECLS

/* How many rows are read at once. */
#define SKY_QUEUE_PAGE_SIZE 128

/* A row that is at hand, and the finding that it shows. */
typedef struct
{
  guint position;
  gint64 finding;
} SkyQueueRowKept;

/* The data of a thread task (sky-thread-task.h): the question, and what is shown. */
typedef struct
{
  SkyQueueKind kind;
  SkyFindingFilter *filter;
  SkyFindingSort sort;
  gboolean descending;
  gboolean has_look;
  SkyLook look;
  char *looker;
  guint page;
  gint64 after;    /* the ledger's entry after which to look */
  guint n_items;   /* as shown, for a refresh */
  SkyLook counted; /* likewise */
  GArray *kept;    /* of SkyQueueRowKept: rows that are at hand, for a refresh; NULL: not asked */
} SkyQueueQuestion;

/* How many there are, and what has come among them. */
typedef struct
{
  guint64 n;
  SkyLook counted;
  gint64 gone; /* the former position of the removed one; -1: none */
  /* Of guint, ascending: the positions of the new ones; NULL: everything is read again. */
  GArray *positions;
  GArray *ids; /* of gint64: which those are, in the order in which they came */
} SkyQueueAnswer;

void sky_queue_answer_free (SkyQueueAnswer *self);

/* The rows read, and the ledger's last entry then. */
typedef struct
{
  GPtrArray *rows; /* of SkyStoredFinding, SkyStoredRound or SkyPlacedBookmark */
  gint64 entry;
  gboolean more; /* not all of the requested ones */
} SkyQueueRows;

void sky_queue_rows_free (SkyQueueRows *self);

/* A bookmark and the log that it is in. */
typedef struct
{
  SkyBookmark *bookmark;
  gint64 log;
} SkyPlacedBookmark;

void sky_placed_bookmark_free (SkyPlacedBookmark *self);

/* --- In the store's thread, with a question as @data ------------------------------------------ */

/* Returns: a SkyQueueAnswer without what has come. */
gpointer sky_queue_question_count (SkyStore *store, gpointer data, GError **error);
/* Returns: a SkyQueueAnswer. */
gpointer sky_queue_question_refresh (SkyStore *store, gpointer data, GError **error);
/* Returns: SkyQueueRows: the page. */
gpointer sky_queue_question_read_page (SkyStore *store, gpointer data, GError **error);
/* Returns SkyQueueRows: the findings with new entries, as they are now. */
gpointer sky_queue_question_reload_reviewed (SkyStore *store, gpointer data, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyQueueAnswer, sky_queue_answer_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyQueueRows, sky_queue_rows_free)

G_END_DECLS
