/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An archive: a folder with table event logs and, optionally, footage.json and staff.json. */
#pragma once

#include "sky-footage.h"
#include "sky-staff.h"

G_BEGIN_DECLS

typedef struct
{
  char *path;
  char **logs;         /* NULL-terminated: the paths of its logs, by name */
  SkyFootage *footage; /* NULL: missing or unreadable */
  SkyStaff *staff;     /* the same */
  char *footage_fault; /* why an existing footage.json cannot be read; NULL: none */
  char *staff_fault;   /* the same */
  char **problems;     /* NULL-terminated: what could not be read and why */
} SkyArchive;

/* Opens the folder @path. Unreadable footage or staff are problems, not failures. Returns NULL with
 * a SKY_LOG_ERROR if @path is not a folder that can be listed, or contains no log. The error says
 * whether it has recordings (footage.json), so that the log can be recorded. */
SkyArchive *sky_archive_open (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The folder of an archive that has what was recorded by eye beside the table's own logs. */
#define SKY_ARCHIVE_RECORDED "recorded"

/* The folder of an archive that has test rounds for coders, play whose errors are known
 * (planted.json). */
#define SKY_ARCHIVE_TESTS "tests"

/* Opens the archive @path with the logs that were recorded by eye in it, those of its folder
 * "recorded", instead of the table's own. Its footage and staff hold for them, and every path stays
 * relative to @path. Errors as above. */
SkyArchive *sky_archive_open_recorded (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_archive_free (SkyArchive *self);

/* The archives in and below the folder @root: their paths by name, as strings. Returns NULL with a
 * SKY_LOG_ERROR if @root is not a folder that can be listed. @problems takes a string for each
 * folder below that cannot be listed. Skips what is hidden, and links to folders, which
 * may form a loop. What was recorded by eye in an archive, and its test rounds, are no archives. */
GPtrArray *
sky_archive_list (const char *root, GPtrArray *problems, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyArchive, sky_archive_free)

G_END_DECLS
