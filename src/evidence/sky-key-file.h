/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files with private keys: their owner's alone, written whole or not at all, and wiped from memory
 * once they were read. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reads the file at @path, of one mebibyte at most. With @private_only it must be its owner's
 * alone. Returns: its text for sky_key_file_wipe(), or NULL with SKY_EVIDENCE_ERROR_READ, KEY or
 * EXPOSED. */
GString *sky_key_file_read (const char *path,
                            gboolean private_only,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_key_file_wipe (GString *text);

/* Writes the file at @path, which must not be there yet, for its owner alone; its folder is made
 * when it is not. The file, with its name, is on the disk when this returns; where the file system
 * knows files without a name, a program that is killed before leaves nothing. Fails with
 * SKY_EVIDENCE_ERROR_WRITE. */
gboolean sky_key_file_write (const char *path, const char *data, gsize size, GError **error);

/* Has what was done with the name @path on the disk. Returns: FALSE with errno. */
gboolean sky_key_file_sync_folder (const char *path);

G_END_DECLS
