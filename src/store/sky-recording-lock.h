/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stretches of recordings that must not be deleted. The ledger says which are locked, by whom and
 * why. The recorders' operators get the list. Skyward itself never deletes a recording. */
#pragma once

#include "sky-ledger.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 number; /* the entry that locked it */
  SkyTime locked_at;
  char *credential; /* who locked it */
  char *name;
  char *reason;
  char *property;
  char *table;
  SkyTime from; /* on the log's clock */
  SkyTime until;
  char **cameras;       /* those that the table had then, by name; may be empty */
  gint64 release;       /* the entry that released it; 0: still locked */
  SkyTime released_at;  /* SKY_TIME_NONE: still locked */
  char *released_by;    /* the name; NULL: still locked */
  char *release_reason; /* likewise */
} SkyRecordingLock;

void sky_recording_lock_free (SkyRecordingLock *self);

/* Locks what the table's cameras recorded from @from until @until, which is later. @cameras ends
 * with NULL (NULL: none known). @reason must not be empty. @number, if not NULL, takes the lock's
 * number. Errors: those of sky_store_ledger_append(). */
gboolean sky_store_lock_recordings (SkyStore *self,
                                    const SkyReviewer *reviewer,
                                    const char *property,
                                    const char *table,
                                    SkyTime from,
                                    SkyTime until,
                                    const char *const *cameras,
                                    const char *reason,
                                    gint64 *number,
                                    GError **error);

/* Releases the lock @number, which needs an investigator. @reason must not be empty.
 * SKY_STORE_ERROR_NOT_FOUND: no such lock. SKY_STORE_ERROR_REFUSED: already released. */
gboolean sky_store_release_recordings (
    SkyStore *self, const SkyReviewer *reviewer, gint64 number, const char *reason, GError **error);

/* Returns: SkyRecordingLocks by number, those released too. */
GPtrArray *sky_store_list_recording_locks (SkyStore *self,
                                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyRecordingLock, sky_recording_lock_free)

G_END_DECLS
