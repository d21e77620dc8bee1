/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where private keys and passphrases lie in memory: in pages that are locked, so that they are not
 * written to the disk as swapped memory is, wiped when they are given back, and in no core dump;
 * while a key is open the program leaves none and cannot be looked into by others of its user. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Somebody who handles a key, from sky_key_memory_enter() to sky_key_memory_leave(). */
typedef struct
{
  gboolean entered;
} SkyKeyMemory;

/* Before a key is made or read: OpenSSL keeps the private parts of keys that come from now on in
 * locked pages, and the program dumps no core until as many have left as entered. Any thread. */
SkyKeyMemory sky_key_memory_enter (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_key_memory_leave (SkyKeyMemory *self);

/* @size bytes of zeros for a passphrase, or @text, in locked pages; for sky_key_memory_free(),
 * which wipes them. */
char *sky_key_memory_alloc (gsize size) G_GNUC_WARN_UNUSED_RESULT;
char *sky_key_memory_dup (const char *text) G_GNUC_WARN_UNUSED_RESULT;
void sky_key_memory_free (char *memory);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyKeyMemory, sky_key_memory_leave)

G_END_DECLS
