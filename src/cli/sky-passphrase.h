/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passphrases from people and from files. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The first line of @file, which only its owner may read. If @file is NULL, what the person types
 * at the terminal for @prompt, unseen; with @twice, the person types it again and both must match.
 * Returns a new string in memory that never reaches the disk, for sky_passphrase_free(), or NULL
 * after a message on standard error. */
char *sky_passphrase_read (const char *file,
                           const char *prompt,
                           gboolean twice) G_GNUC_WARN_UNUSED_RESULT;

/* Wipes it. */
void sky_passphrase_free (char *passphrase);

G_END_DECLS
