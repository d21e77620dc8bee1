/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files with private keys. Only their owner has access. They are written whole or not at all, and
 * wiped from memory after reading. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reads the file at @path, at most one mebibyte. With @private_only, only its owner may have
 * access. Returns its text for sky_key_file_wipe(), or NULL with SKY_EVIDENCE_ERROR_READ, KEY or
 * EXPOSED. */
GString *sky_key_file_read (const char *path,
                            gboolean private_only,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_key_file_wipe (GString *text);

/* Writes the file at @path, which must not exist, for its owner only, and creates its folder if
 * necessary. On return the file and its name are on disk. If the file system supports unnamed
 * files, a program killed earlier leaves nothing. Fails with SKY_EVIDENCE_ERROR_WRITE. */
gboolean sky_key_file_write (const char *path, const char *data, gsize size, GError **error);

/* Syncs changes of the name @path to disk. Returns FALSE with errno. */
gboolean sky_key_file_sync_folder (const char *path);

G_END_DECLS
