/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a folder has for a person who records: the tables whose cameras its footage.json lists, what
 * is known of each, and the recordings in progress. A thread reads it; it does not change. */
#pragma once

#include <gio/gio.h>

#include "sky-log.h"
#include "sky-plan.h"

G_BEGIN_DECLS

/* A table with cameras. */
typedef struct
{
  char *table;
  GPtrArray *cameras; /* of SkyCamera */
  GArray *sources;    /* of SkyRecordSource: their recordings, camera by camera */
  SkyTime from;       /* of the recordings, on the log's clock */
  SkyTime until;
  SkyLog *log;    /* another log of the table in the folder, such as its own; NULL: none */
  GArray *starts; /* of SkyTime: when the rounds of @log begin, and the last one ends; of
                     tests alone */
  char *rules;    /* its rules and limits, or a recording's, as they are typed, one per line; NULL:
                     none */
} SkyRecordTable;

/* A plan of what to record. */
typedef struct
{
  char *path;
  SkyPlan *plan;
} SkyRecordPlan;

typedef struct _SkyRecordArchive SkyRecordArchive;

struct _SkyRecordArchive
{
  char *folder;
  GPtrArray *tables;       /* of SkyRecordTable, by name */
  GPtrArray *started;      /* of SkyLog: logs recorded from footage, by path */
  GPtrArray *plans;        /* of SkyRecordPlan, by path: files whose names end in "plan.json" */
  char **problems;         /* NULL-terminated: what could not be read and why */
  SkyRecordArchive *tests; /* its folder "tests": play whose errors are known; NULL: none */
};

void sky_record_archive_read_async (const char *folder,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Returns: (transfer full): the archive, or NULL with a SKY_LOG_ERROR: the folder has no
 * footage.json that can be read. */
SkyRecordArchive *sky_record_archive_read_finish (GAsyncResult *result, GError **error);
void sky_record_archive_free (SkyRecordArchive *self);

/* The table named @table, or NULL. */
const SkyRecordTable *sky_record_archive_find (const SkyRecordArchive *self, const char *table);

/* Reads the plan at @path too, which may lie elsewhere. Returns: the plan, which the archive owns,
 * or NULL with a G_FILE_ERROR or a SKY_PLAN_ERROR. */
const SkyRecordPlan *
sky_record_archive_add_plan (SkyRecordArchive *self, const char *path, GError **error);

/* Where the copy of its plan goes, for the log at @log. Returns: a new path. */
char *sky_record_archive_make_plan_path (const char *log);

/* The recording by the coder with the credential @by of that table's day, or NULL. */
SkyLog *sky_record_archive_find_started (const SkyRecordArchive *self,
                                         const char *table,
                                         SkyDay day,
                                         const char *by);

/* A recording of that table's day by someone else than @by, or NULL. */
SkyLog *sky_record_archive_find_other (const SkyRecordArchive *self,
                                       const char *table,
                                       SkyDay day,
                                       const char *by);

/* Where a new log of @table goes: into the folder itself, or into its folder "recorded" if the
 * folder has another log of the table's day. Returns: a new path. */
char *sky_record_archive_make_path (const SkyRecordArchive *self,
                                    const char *table,
                                    SkyDay day,
                                    const char *by);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyRecordArchive, sky_record_archive_free)

G_END_DECLS
