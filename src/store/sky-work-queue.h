/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The work of a fleet of auditors: a queue in the store that workers on any number of machines take
 * from. A piece of work is a log, or all logs of one table if its cameras need them together. A
 * worker holds a piece by an open transaction, so it releases the piece if it dies. It commits the
 * logs' results together with the piece's end, so each is written once. Only a store in a
 * PostgreSQL database has such a queue.
 *
 * Machines know an archive by its path: the folders must be at the same place on all of them. */
#pragma once

#include "sky-archive.h"
#include "sky-store.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_WORK_CHANGED, /* logs whose size or age is another than at their last audit */
  SKY_WORK_ALL,     /* all: their digests decide; failed ones are tried again */
} SkyWorkExtent;

/* Puts the work in and below the folder @root, an absolute path, into the queue, and removes what
 * is gone. If several workers call it at once, one does it and the others wait. @program is the
 * Skyward that audits. @problems takes a string for each thing that could not be read. *@n_passed
 * takes how many logs and folders were skipped for that and are in no queue. A caller that waited
 * for another gets neither. A non-zero @cancelled stops it. Errors as sky_archive_list(). */
gboolean sky_work_fill (SkyStore *self,
                        const char *root,
                        SkyWorkExtent extent,
                        const char *program,
                        GPtrArray *problems,
                        guint *n_passed,
                        const gint *cancelled,
                        GError **error);

/* A piece of work that is ours. */
typedef struct
{
  char *archive; /* its path */
  char **logs;   /* NULL-terminated: their paths; one that has gone is not among them */
  char *inputs;  /* what else goes into their audit, as SkyStoredLog's */
  guint64 size;  /* of the logs, in bytes, when they were queued */

  SkyArchive *opened; /* the archive, borrowed from SkyWorkArchives; NULL: it has gone */

  /* The queue's own. */
  gint64 id;
  GArray *looks; /* of the logs, in their order: size and age before reading */
  char *print;
  SkyStore *store;
  SkyStoreTransaction *transaction;
} SkyWork;

/* Archives as a worker found them; one per worker. Discard them when the queue is filled again. */
typedef struct _SkyWorkArchives SkyWorkArchives;

SkyWorkArchives *sky_work_archives_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_work_archives_free (SkyWorkArchives *self);
void sky_work_archives_forget (SkyWorkArchives *self);

/* Takes the largest free piece of @root. If all are taken, it waits up to a second for one to be
 * released. @work takes NULL if there was none; @left says whether others are still working. Until
 * sky_work_free() the store is in a transaction. */
gboolean sky_work_take (SkyStore *self,
                        const char *root,
                        const char *program,
                        SkyWorkArchives *archives,
                        SkyWork **work,
                        gboolean *left,
                        GError **error);

/* Releases unfinished work, of which nothing was written. */
void sky_work_free (SkyWork *self);

/* Call it before writing anything: waits for other writers. */
gboolean sky_work_write (SkyWork *self, GError **error);

/* Ends it: commits what was written. @failure: what could not be audited, and why; NULL:
 * nothing. */
gboolean sky_work_end (SkyWork *self, const char *failure, GError **error);

/* The remaining work of @root, to show the progress. */
gboolean
sky_work_count (SkyStore *self, const char *root, guint64 *n, guint64 *bytes, GError **error);

/* Returns what could not be audited of @root, as strings by archive and name. */
GPtrArray *
sky_work_list_failures (SkyStore *self, const char *root, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyWork, sky_work_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyWorkArchives, sky_work_archives_free)

G_END_DECLS
