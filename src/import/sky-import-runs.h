/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sources of a log: a line of JSON for each reading of a source, in "TABLE-DAY.import.json"
 * beside the log. An event's `src` names one of its lines. */
#pragma once

#include "sky-digest.h"
#include "sky-import-error.h"

G_BEGIN_DECLS

/* One reading of a source, to where it ended. */
typedef struct
{
  char *file;    /* its name, without folder */
  goffset bytes; /* read from its beginning */
  char sha256[SKY_DIGEST_HEX_SIZE];
  gboolean ended; /* the source counted as complete */
} SkyImportRun;

void sky_import_run_free (SkyImportRun *run);

/* All readings of the source @file for logs in @folder, the shortest first. Returns NULL with
 * SKY_IMPORT_ERROR. SOURCE: a list cannot be read. CHANGED: two contradict each other. */
GPtrArray *sky_import_runs_find (const char *folder,
                                 const char *file,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes the list @path of @runs, under a name that ends in ".part". */
gboolean sky_import_runs_write (const char *path, const GPtrArray *runs, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyImportRun, sky_import_run_free)

G_END_DECLS
