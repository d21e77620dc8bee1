/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-key-memory.h"

#include <openssl/crypto.h>
#include <string.h>
#include <sys/prctl.h>

/* Keys of a few kilobytes each and a passphrase or two: what every user may lock. */
#define POOL_BYTES     (1 << 16)
#define POOL_MIN_BYTES 32

/* What belongs to the process belongs to all who handle a key in it. */
G_LOCK_DEFINE_STATIC (inside);
static guint inside;
static int dumpable;

static gpointer
make_pool (gpointer unused)
{
  /* Where nothing may be locked the pool is there all the same, and wiped. */
  CRYPTO_secure_malloc_init (POOL_BYTES, POOL_MIN_BYTES);
  return NULL;
}

static void
prepare_pool (void)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, make_pool, NULL);
}

SkyKeyMemory
sky_key_memory_enter (void)
{
  prepare_pool ();
  G_LOCK (inside);
  if (inside++ == 0)
    {
      dumpable = prctl (PR_GET_DUMPABLE);
      prctl (PR_SET_DUMPABLE, 0);
    }
  G_UNLOCK (inside);
  return (SkyKeyMemory){ TRUE };
}

void
sky_key_memory_leave (SkyKeyMemory *self)
{
  if (!self->entered)
    return;
  self->entered = FALSE;
  G_LOCK (inside);
  g_assert (inside > 0);
  if (--inside == 0 && dumpable == 1)
    prctl (PR_SET_DUMPABLE, 1);
  G_UNLOCK (inside);
}

char *
sky_key_memory_alloc (gsize size)
{
  char *memory;

  prepare_pool ();
  memory = OPENSSL_secure_zalloc (size);
  g_assert (memory != NULL);
  return memory;
}

char *
sky_key_memory_dup (const char *text)
{
  gsize size = strlen (text) + 1;

  return memcpy (sky_key_memory_alloc (size), text, size);
}

void
sky_key_memory_free (char *memory)
{
  if (memory != NULL)
    OPENSSL_secure_clear_free (memory, CRYPTO_secure_actual_size (memory));
}
