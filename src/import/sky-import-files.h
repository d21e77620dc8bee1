/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folder that an import writes to: logs, records set aside, copies of the sources. One import
 * has a folder at a time. Each file is made under a name that ends in ".part", and all get their
 * names together; until then they can be removed. All functions accept NULL for an import that
 * writes nothing. */
#pragma once

#include "sky-import-log.h"
#include "sky-source.h"

G_BEGIN_DECLS

typedef struct _SkyImportFiles SkyImportFiles;

/* Makes the folder at @path when it is not there. Returns NULL with SKY_IMPORT_ERROR_WRITE. */
SkyImportFiles *sky_import_files_new (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Closes the folder; removes files without a final name. */
void sky_import_files_free (SkyImportFiles *self);

/* Begins a log. Fails with EXISTS if the log exists, unless @append. */
SkyImportLog *sky_import_files_begin_log (SkyImportFiles *self,
                                          const SkyLogHeader *header,
                                          gboolean append,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A source called @name begins. */
gboolean sky_import_files_begin_source (SkyImportFiles *self, const char *name, GError **error);
/* Stores a record that was set aside. */
gboolean sky_import_files_set_aside (SkyImportFiles *self,
                                     const SkySourceRecord *record,
                                     const char *reason,
                                     GError **error);
/* Keeps a copy of its first @bytes, under their digest. */
gboolean sky_import_files_end_source (
    SkyImportFiles *self, const char *path, goffset bytes, const char *sha256, GError **error);

/* Gives @logs their names before the import ends; all that was added to them is on the disk. */
gboolean sky_import_files_show (SkyImportFiles *self, const GPtrArray *logs, GError **error);

/* All logs are complete, made from @stages, an array of SkyImportRun. @final: files get their
 * names; otherwise they keep their ".part" names. */
gboolean sky_import_files_finish (SkyImportFiles *self,
                                  const GPtrArray *logs,
                                  const GPtrArray *stages,
                                  gboolean final,
                                  GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyImportFiles, sky_import_files_free)

G_END_DECLS
