/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a fleet of auditors has to do: a queue in the store that workers on any number of machines
 * take from. A piece of work is a log, or all logs of one table where its cameras are judged by
 * them together. Whoever takes one holds it by an open transaction, and so gives it up by dying;
 * what becomes of the logs is committed together with the piece's end, so that each is written
 * once. Only a store in a PostgreSQL database has such a queue.
 *
 * Machines know an archive by its path: the folders must lie at the same place on all of them. */
#pragma once

#include "sky-archive.h"
#include "sky-store.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_WORK_CHANGED, /* logs whose size or age is another than at their last audit */
  SKY_WORK_ALL,     /* all: their digests will tell; what failed is tried again */
} SkyWorkExtent;

/* Puts what is to be done in and below the folder @root, an absolute path, into the queue, and
 * takes out what has gone. Of several workers that come at once one does it, and the others wait
 * for that.
 * @program is the Skyward that audits. @problems takes a string for each thing that could not be
 * read, *@n_passed how many logs and folders were passed over for that, and are in no queue; who
 * waited for another is told neither. A @cancelled that is not 0 stops it. Errors as
 * sky_archive_list(). */
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
  guint64 size;  /* of the logs, in bytes, when they were put into the queue */

  SkyArchive *opened; /* the archive, borrowed from SkyWorkArchives; NULL: it has gone */

  /* The queue's own. */
  gint64 id;
  GArray *looks; /* of the logs, in their order: size and age before they are read */
  char *print;
  SkyStore *store;
  SkyStoreTransaction *transaction;
} SkyWork;

/* Archives as they were when a worker came to them; one a worker. They must be forgotten when the
 * queue is filled again. */
typedef struct _SkyWorkArchives SkyWorkArchives;

SkyWorkArchives *sky_work_archives_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_work_archives_free (SkyWorkArchives *self);
void sky_work_archives_forget (SkyWorkArchives *self);

/* Takes the largest piece of @root that nobody has. When all are taken it waits up to a second for
 * one to be given up. @work takes NULL when there was none; @left tells whether others are still at
 * work. Between this and sky_work_free() the store is in a transaction. */
gboolean sky_work_take (SkyStore *self,
                        const char *root,
                        const char *program,
                        SkyWorkArchives *archives,
                        SkyWork **work,
                        gboolean *left,
                        GError **error);

/* Gives up what was not ended; then nothing of it was written. */
void sky_work_free (SkyWork *self);

/* To be called before anything is written: waits for those who write. */
gboolean sky_work_write (SkyWork *self, GError **error);

/* Ends it: commits what was written. @failure: what could not be audited, and why; NULL: all was.
 */
gboolean sky_work_end (SkyWork *self, const char *failure, GError **error);

/* What is left to do of @root, for whoever shows the progress. */
gboolean
sky_work_count (SkyStore *self, const char *root, guint64 *n, guint64 *bytes, GError **error);

/* Returns: what could not be audited of @root, as strings by archive and name. */
GPtrArray *
sky_work_list_failures (SkyStore *self, const char *root, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyWork, sky_work_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyWorkArchives, sky_work_archives_free)

G_END_DECLS
