/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory the console has between two pieces of work. What came free stays with malloc()
 * while the console works, and goes back to the system once it rests. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Has all threads share a few heaps, one for each processor: each heap keeps some of what came free
 * for itself, and a program with pictures has dozens of threads. Before the first of them. */
void sky_memory_share_heaps (void);

/* Gives back to the system what is free, in a thread: the gaps between used memory, and the end of
 * each heap. Takes some milliseconds. */
void sky_memory_give_back (void);

/* Does so whenever the program has worked and then rests, from now on. Returns: the source's id. */
guint sky_memory_give_back_at_rest (void);

G_END_DECLS
