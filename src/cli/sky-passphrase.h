/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passphrases from people and from files. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The first line of @file, which nobody but its owner may read, or, when that is NULL, what the
 * person types at the terminal for @prompt without seeing it. With @twice it is typed a second time
 * and must be the same. Returns: a new string in memory that is kept off the disk, for
 * sky_passphrase_free(), or NULL with a complaint on standard error. */
char *sky_passphrase_read (const char *file,
                           const char *prompt,
                           gboolean twice) G_GNUC_WARN_UNUSED_RESULT;

/* Wipes it. */
void sky_passphrase_free (char *passphrase);

G_END_DECLS
