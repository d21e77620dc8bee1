/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "sky-memory.h"

#define BLOCK    ((gsize) 32 * 1024)
#define N_BLOCKS 512

/* How much memory of its own the program has, in bytes. */
static gsize
get_own (void)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const char *line;

  g_file_get_contents ("/proc/self/smaps_rollup", &text, NULL, &error);
  g_assert_no_error (error);
  line = strstr (text, "\nAnonymous:");
  g_assert_nonnull (line);
  return (gsize) g_ascii_strtoull (line + strlen ("\nAnonymous:"), NULL, 10) * 1024;
}

/* Uses memory and frees it, as a thread does that decodes a recording. */
static gpointer
use_thread (gpointer data)
{
  gsize *used = data;
  void *blocks[N_BLOCKS];

  for (guint i = 0; i < N_BLOCKS; i++)
    {
      blocks[i] = malloc (BLOCK);
      memset (blocks[i], 1, BLOCK);
    }
  *used = get_own ();
  for (guint i = 0; i < N_BLOCKS; i++)
    free (blocks[i]);
  return NULL;
}

/* What is free at the end of a thread's heap goes back, which malloc_trim() alone leaves. */
static void
test_give_back (void)
{
  gsize used = 0;

  g_thread_join (g_thread_new ("use", use_thread, &used));
  /* It stays until then. */
  g_assert_cmpuint (get_own (), >, used - N_BLOCKS * BLOCK / 4);
  sky_memory_give_back ();
  g_assert_cmpuint (get_own (), <, used - N_BLOCKS * BLOCK * 3 / 4);
  /* And what was asked for to that end is not kept. */
  for (guint i = 0; i < 20; i++)
    sky_memory_give_back ();
  g_assert_cmpuint (get_own (), <, used - N_BLOCKS * BLOCK * 3 / 4);
}

int
main (int argc, char **argv)
{
  sky_memory_share_heaps ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/give-back", test_give_back);
  return g_test_run ();
}
