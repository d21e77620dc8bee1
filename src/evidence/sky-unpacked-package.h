/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A package unpacked so that the console can show it like an archive: its logs, the clips as their
 * cameras' recordings, and a store with its findings and their reviews. It shows the package's
 * contents and believes none of it; sky_package_verify() says what is valid.
 *
 * A finding that does not follow from the log's lines is not in the store, unless it is about
 * cameras: those cannot be recomputed here. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _SkyUnpackedPackage SkyUnpackedPackage;

/* Unpacks the package at @path into this user's own folder for temporary files; skips uncut
 * recordings. Blocks. Returns NULL with SKY_EVIDENCE_ERROR, with an error of the store or of the
 * log if there is nothing to show, or with G_IO_ERROR_CANCELLED. */
SkyUnpackedPackage *sky_package_unpack (const char *path,
                                        GCancellable *cancellable,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Removes all of it. */
void sky_unpacked_package_free (SkyUnpackedPackage *self);

/* The store, a read-only file. */
const char *sky_unpacked_package_get_store (const SkyUnpackedPackage *self);
/* The report, a PDF file; NULL: the package has none. */
const char *sky_unpacked_package_get_report (const SkyUnpackedPackage *self);
/* How many findings of the package are not in the store. */
guint sky_unpacked_package_get_n_left_out (const SkyUnpackedPackage *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyUnpackedPackage, sky_unpacked_package_free)

G_END_DECLS
