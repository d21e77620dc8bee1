/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-memory.h"

#include <malloc.h>
#include <stdlib.h>
#include <time.h>

/* Who works less than this in a second rests, in microseconds. */
#define REST 50000
/* To give memory back costs some hundredths of what was worked before, in microseconds. */
#define WORTH_IT 250000
/* Who has rested so many seconds gives back what little was worked since, too. */
#define LONG_REST 2

/* A window's frame on a screen of 3840 × 2160 has 31.6 MiB; malloc() takes no higher threshold. */
#define LARGEST_KEPT (32 * 1024 * 1024)

/* --- Heaps ------------------------------------------------------------------------------------ */

/* Until GLib 2.76 small blocks are cut from pages that GLib never gives back as long as one of them
 * is in use; malloc(), which makes them from then on, does. This must be said before GLib's first
 * block, for which a library's constructor asks: before those run. */
static void
leave_small_blocks_to_malloc (void)
{
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  g_slice_set_config (G_SLICE_CONFIG_ALWAYS_MALLOC, TRUE);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

__attribute__ ((section (".preinit_array"),
                used)) static void (*const before_libraries) (void) = leave_small_blocks_to_malloc;

void
sky_memory_share_heaps (void)
{
  mallopt (M_ARENA_MAX, (int) g_get_num_processors ());
  /* Each frame is drawn into a block of its own. One that went back with its frame would have each
   * of its 2,000 pages and more faulted in again with the next. */
  mallopt (M_MMAP_THRESHOLD, LARGEST_KEPT);
  mallopt (M_TRIM_THRESHOLD, 2 * LARGEST_KEPT);
}

/* --- Giving back ------------------------------------------------------------------------------ */

/* The free end of a heap, as a block of its own, and another behind it, without which the first
 * would be the end again as soon as it is free. */
typedef struct
{
  void *end;
  void *behind;
} HeapEnd;

/* The ends of the heaps of this thread and of those that it begins, which each get another heap. */
static gpointer
take_ends_thread (gpointer data)
{
  GArray *ends = data;
  HeapEnd end = { malloc (LARGEST_KEPT / 2), NULL };

  end.behind = malloc (LARGEST_KEPT / 2);
  g_array_append_val (ends, end);
  if (ends->len < g_get_num_processors ())
    g_thread_join (g_thread_new ("heap-end", take_ends_thread, ends));
  return NULL;
}

/* malloc_trim() gives back free blocks in every heap, and the free end of the first heap alone. Of
 * the others, which have what threads read and decoded, the ends are made free blocks, too. */
void
sky_memory_give_back (void)
{
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (HeapEnd));

  g_thread_join (g_thread_new ("heap-end", take_ends_thread, ends));
  for (guint i = 0; i < ends->len; i++)
    free (g_array_index (ends, HeapEnd, i).end);
  malloc_trim (0);
  for (guint i = 0; i < ends->len; i++)
    free (g_array_index (ends, HeapEnd, i).behind);
}

/* --- At rest ---------------------------------------------------------------------------------- */

typedef struct
{
  gint64 worked;     /* by all threads, when that was last looked at, in microseconds */
  gint64 given_back; /* what was worked when memory was given back */
  guint rested;      /* seconds in a row */
} Rest;

static gint64
get_worked (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static gpointer
give_back_thread (gpointer unused)
{
  sky_memory_give_back ();
  return NULL;
}

/* Windows that were closed, days and rounds that were looked at leave much behind that is of use to
 * nobody. It goes back once the program has worked and then rests, as it does not while it plays.
 */
static gboolean
rest_cb (gpointer data)
{
  Rest *self = data;
  gint64 worked = get_worked ();
  gint64 worth_it;

  self->rested = worked - self->worked < REST ? self->rested + 1 : 0;
  self->worked = worked;
  worth_it = self->rested >= LONG_REST ? REST : WORTH_IT;
  if (self->rested > 0 && worked - self->given_back > worth_it)
    {
      self->given_back = worked;
      g_thread_unref (g_thread_new ("give-back", give_back_thread, NULL));
    }
  return G_SOURCE_CONTINUE;
}

guint
sky_memory_give_back_at_rest (void)
{
  return g_timeout_add_seconds_full (G_PRIORITY_DEFAULT, 1, rest_cb, g_new0 (Rest, 1), g_free);
}
