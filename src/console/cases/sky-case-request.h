/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A request of the cases window, run in the store's thread: changes a case and reads the result. */
#pragma once

#include <gio/gio.h>

#include "sky-ledger.h"
#include "sky-own-entries.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_CASE_TASK_READ,
  SKY_CASE_TASK_OPEN,
  SKY_CASE_TASK_ADD,
  SKY_CASE_TASK_REMOVE,
  SKY_CASE_TASK_NOTE,
  SKY_CASE_TASK_RENAME,
  SKY_CASE_TASK_DESCRIBE, /* the text has the details as the ledger has them */
  SKY_CASE_TASK_CLOSE,
  SKY_CASE_TASK_REOPEN,
  SKY_CASE_TASK_LOG_LINE, /* a line of one's own in the log */
} SkyCaseTask;

/* A change of a case and the store's contents afterward; owned throughout. */
typedef struct
{
  SkyCaseTask task;
  gint64 id;
  gint64 last_change; /* of the case, as seen */
  char *text;
  char *finding;
  gint64 bookmark;
  char *still;    /* the digest of one to take out */
  char *property; /* of which table the line is; NULL: of none */
  char *table;
  char *credential;
  char *name;
  GTimeZone *zone;   /* NULL: UTC */
  GHashTable *known; /* digests of stills that need no reading */
  SkyOwnEntries *own;

  SkyLedgerMark mark; /* of the change, for repeated requests */
  gint64 seen;        /* last_change, with what one did oneself since */
  gboolean upon_seen; /* nothing else had been done by then */
  gint64 done_id;     /* the changed case */

  SkyLedgerEntry *first; /* another person's earlier change, so that nothing was done; NULL: none */
  GPtrArray *cases;      /* of SkyCase */
  GPtrArray *items;      /* of SkyCaseItem */
  GPtrArray *bookmarks;  /* of SkyBookmark */
  GHashTable *thumbnails; /* of SkyThumbnail, by digest */
  GPtrArray *labels;      /* of char *, one an item: what it is about */
  GPtrArray *log;         /* of SkySurveillanceEntry */
} SkyCaseRequest;

void sky_case_request_free (SkyCaseRequest *self);

/* A SkyStoreFunc: does what the SkyCaseRequest @data says. Returns: another with the answer. */
gpointer sky_case_request_run (SkyStore *store, gpointer data, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCaseRequest, sky_case_request_free)

G_END_DECLS
