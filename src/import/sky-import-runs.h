/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a log was made from: a line of JSON for each reading of a source, "TABLE-DAY.import.json"
 * beside the log. The `src` of an event names a line of it. */
#pragma once

#include "sky-digest.h"
#include "sky-import-error.h"

G_BEGIN_DECLS

/* One reading of a source, to where it ended. */
typedef struct
{
  char *file;    /* its name, without folder */
  goffset bytes; /* that were read of it, from its beginning */
  char sha256[SKY_DIGEST_HEX_SIZE];
  gboolean ended; /* the source was taken to be whole */
} SkyImportRun;

void sky_import_run_free (SkyImportRun *run);

/* All readings of the source @file that logs in @folder were made from, the shortest first. Returns
 * NULL with SKY_IMPORT_ERROR: SOURCE when a list cannot be read; CHANGED when two do not agree. */
GPtrArray *sky_import_runs_find (const char *folder,
                                 const char *file,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes the list @path of @runs, under a name that ends in ".part". */
gboolean sky_import_runs_write (const char *path, const GPtrArray *runs, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyImportRun, sky_import_run_free)

G_END_DECLS
