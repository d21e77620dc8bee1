/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes an evidence package: a ZIP with the digest of every member and a signature of the digests.
 * It has a temporary name in the same folder until it is whole. A writer freed earlier leaves
 * nothing. One thread at a time may use it. */
#pragma once

#include <gio/gio.h>

#include "sky-digest.h"
#include "sky-identity.h"
#include "sky-scratch-folder.h"

G_BEGIN_DECLS

#define SKY_PACKAGE_SUMS      "SHA256SUMS"
#define SKY_PACKAGE_SIGNATURE "SHA256SUMS.p7s"
#define SKY_PACKAGE_STAMP     "SHA256SUMS.tsr"

/* The ledger's checkpoint that the package is under, the key that signed it, and the leaves. */
#define SKY_PACKAGE_CHECKPOINT       "ledger.checkpoint"
#define SKY_PACKAGE_LEDGER_KEY       "ledger.vkey"
#define SKY_PACKAGE_CHECKPOINT_STAMP "ledger.checkpoint.tsr"
#define SKY_PACKAGE_LEAVES           "ledger.leaves"

/* The case as a page. */
#define SKY_PACKAGE_PAGE "index.html"

typedef struct _SkyPackageWriter SkyPackageWriter;

/* Called with the number of bytes added since the last call, from the writer's thread. */
typedef void (*SkyPackageProgress) (guint64 bytes, gpointer data);

/* Begins the package at @path. Notes its temporary name in @scratch before the file exists, so that
 * a later program can clean up if this one is killed. Returns: (transfer full): a writer, or NULL
 * with a SKY_EVIDENCE_ERROR_WRITE or a G_FILE_ERROR. */
SkyPackageWriter *sky_package_writer_new (const char *path,
                                          SkyScratchFolder *scratch,
                                          GCancellable *cancellable,
                                          SkyPackageProgress progress,
                                          gpointer progress_data,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_package_writer_free (SkyPackageWriter *self);

/* Adds the member @name from bytes in memory. Compresses it, except PDF and PNG files, which
 * already are. No name may be used twice. */
gboolean sky_package_writer_add (
    SkyPackageWriter *self, const char *name, const void *data, gsize size, GError **error);

/* Adds the member @name with the bytes of the file at @path, not compressed. @sha256, if not NULL,
 * takes their digest. SKY_EVIDENCE_ERROR_READ: the file cannot be read, or changes meanwhile;
 * G_IO_ERROR_CANCELLED. */
gboolean sky_package_writer_add_file (SkyPackageWriter *self,
                                      const char *name,
                                      const char *path,
                                      char sha256[SKY_DIGEST_HEX_SIZE],
                                      GError **error);

/* The same for the file that @descriptor, borrowed, has open; @path names it in messages. */
gboolean sky_package_writer_add_descriptor (SkyPackageWriter *self,
                                            const char *name,
                                            int descriptor,
                                            const char *path,
                                            char sha256[SKY_DIGEST_HEX_SIZE],
                                            GError **error);

/* The text of SHA256SUMS so far. Only its signature and stamp may follow. */
GBytes *sky_package_writer_get_sums (SkyPackageWriter *self) G_GNUC_WARN_UNUSED_RESULT;

/* Adds SHA256SUMS with its @signature and, when it is not NULL, its time @stamp, and has it all on
 * the disk, still under the temporary name. */
gboolean
sky_package_writer_close (SkyPackageWriter *self, GBytes *signature, GBytes *stamp, GError **error);

/* Gives the closed package its name; never replaces an existing file. */
gboolean sky_package_writer_publish (SkyPackageWriter *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPackageWriter, sky_package_writer_free)

G_END_DECLS
