/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An archive: a folder with table event logs and, perhaps, footage.json and staff.json. */
#pragma once

#include "sky-footage.h"
#include "sky-staff.h"

G_BEGIN_DECLS

typedef struct
{
  char *path;
  char **logs;         /* NULL-terminated: the paths of its logs, by name */
  SkyFootage *footage; /* NULL: there is none, or it cannot be read */
  SkyStaff *staff;     /* likewise */
  char *footage_fault; /* why footage.json, which is there, cannot be read; NULL: it can */
  char *staff_fault;   /* likewise */
  char **problems;     /* NULL-terminated: what could not be read and why */
} SkyArchive;

/* Opens the folder @path. Footage or staff that cannot be read are problems, not failures. Returns
 * NULL with a SKY_LOG_ERROR when @path is no folder that can be listed, or has no log in it. */
SkyArchive *sky_archive_open (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_archive_free (SkyArchive *self);

/* Returns: the paths of the archives in and below the folder @root, by name, as strings; or NULL
 * with a SKY_LOG_ERROR when @root is no folder that can be listed. Folders below that cannot be are
 * told in @problems, a string each. What is hidden is passed over, and so are links to folders,
 * which may lead in a circle. */
GPtrArray *
sky_archive_list (const char *root, GPtrArray *problems, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyArchive, sky_archive_free)

G_END_DECLS
