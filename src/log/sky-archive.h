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
  char **problems;     /* NULL-terminated: what could not be read and why */
} SkyArchive;

/* Opens the folder @path. Footage or staff that cannot be read are problems, not failures. Returns
 * NULL with a SKY_LOG_ERROR when @path is no folder that can be listed, or has no log in it. */
SkyArchive *sky_archive_open (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_archive_free (SkyArchive *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyArchive, sky_archive_free)

G_END_DECLS
