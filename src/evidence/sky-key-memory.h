/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory for private keys and passphrases: locked pages, which are never swapped to disk, are wiped
 * when released and appear in no core dump. While a key is open, the program dumps no core, and the
 * user's other programs cannot inspect it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A user of a key, from sky_key_memory_enter() to sky_key_memory_leave(). */
typedef struct
{
  gboolean entered;
} SkyKeyMemory;

/* Call it before making or reading a key. OpenSSL then keeps the private parts of new keys in
 * locked pages. The program dumps no core until as many have left as entered. Any thread. */
SkyKeyMemory sky_key_memory_enter (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_key_memory_leave (SkyKeyMemory *self);

/* @size bytes of zeros for a passphrase, or @text, in locked pages; for sky_key_memory_free(),
 * which wipes them. */
char *sky_key_memory_alloc (gsize size) G_GNUC_WARN_UNUSED_RESULT;
char *sky_key_memory_dup (const char *text) G_GNUC_WARN_UNUSED_RESULT;
void sky_key_memory_free (char *memory);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyKeyMemory, sky_key_memory_leave)

G_END_DECLS
