/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A package laid out to be looked at as an archive is: its logs with the clips as their cameras'
 * recordings, and a store with its findings, and with what was said of them. It shows what the
 * package has, and believes nothing of it: what of it holds sky_package_verify() says.
 *
 * A finding that does not follow from the log's lines is not in the store, unless it is one of the
 * cameras', which nobody can work out from there. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _SkyUnpackedPackage SkyUnpackedPackage;

/* Unpacks the package at @path into a folder of this user's own for temporary files; recordings
 * that were not cut are left where they are. Blocks. Returns: NULL with SKY_EVIDENCE_ERROR, of the
 * store or of the log where there is nothing to look at, or G_IO_ERROR_CANCELLED. */
SkyUnpackedPackage *sky_package_unpack (const char *path,
                                        GCancellable *cancellable,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Removes all of it. */
void sky_unpacked_package_free (SkyUnpackedPackage *self);

/* The store, a file, that is only to be read. */
const char *sky_unpacked_package_get_store (const SkyUnpackedPackage *self);
/* The report, a PDF file; NULL: the package has none. */
const char *sky_unpacked_package_get_report (const SkyUnpackedPackage *self);
/* How many findings of the package are not in the store. */
guint sky_unpacked_package_get_n_left_out (const SkyUnpackedPackage *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyUnpackedPackage, sky_unpacked_package_free)

G_END_DECLS
