/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log while an import makes it, and the list of its sources. Both have names that end in ".part"
 * until the whole import is done. */
#pragma once

#include "sky-import-error.h"
#include "sky-log-writer.h"

G_BEGIN_DECLS

typedef struct
{
  char *path;           /* "FOLDER/TABLE-DAY.tel.jsonl" */
  SkyLogWriter *writer; /* NULL: closed, or nothing is written */
  GArray *runs;         /* of guint: the stages of reading that it has events of, in order */
  guint64 n_events;
  gboolean named; /* it has its name already */
} SkyImportLog;

/* The name of a table's log, of what file systems take. Returns: a new string. */
char *sky_import_log_name (const char *table, SkyDay day);

/* Begins a log in @folder; if that is NULL, one that is not written. Returns NULL with a
 * SKY_IMPORT_ERROR or SKY_RECORD_ERROR. */
SkyImportLog *sky_import_log_new (const char *folder,
                                  const SkyLogHeader *header,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_import_log_free (SkyImportLog *self);

/* Writes an event made from record @number in stage @stage, with the JSON of its own members in
 * @members (NULL: none). */
gboolean sky_import_log_add (SkyImportLog *self,
                             const char *type,
                             SkyTime at,
                             const char *members,
                             guint stage,
                             guint64 number,
                             GError **error);
/* Writes what waits, and closes. */
gboolean sky_import_log_close (SkyImportLog *self, GError **error);

/* Has all that was added on the disk, and gives the log its name, under which it grows. Returns
 * FALSE with a SKY_IMPORT_ERROR or SKY_RECORD_ERROR. */
gboolean sky_import_log_show (SkyImportLog *self, GError **error);

/* Whether the log under the final name is the beginning of the new one; TRUE if there is none.
 * FALSE with CHANGED. */
gboolean sky_import_log_check_grown (const SkyImportLog *self, GError **error);

/* "FOLDER/TABLE-DAY.import.json". Returns: a new string. */
char *sky_import_log_runs_path (const SkyImportLog *self);
/* The name during the import: "….part". Returns: a new string. */
char *sky_import_part (const char *path);
/* Gives the file its final name. */
gboolean sky_import_finish_file (const char *path, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyImportLog, sky_import_log_free)

G_END_DECLS
