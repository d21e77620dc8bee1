/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the turns of the main loop take, for what measures the console from inside. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A turn of the main loop, from the moment it woke to the moment it waits again; in microseconds
 * but for what is counted. */
typedef struct
{
  gint64 worked; /* what its thread worked */
  gint64 took;   /* what went by, with what the thread waited for a processor */
  gint64 woken;  /* when it began, on the monotonic clock */
  gint64 faults; /* pages that it was the first to touch, and that the kernel had to give it */
} Turn;

/* Returns: how long the calling thread has worked so far, in microseconds. */
gint64 turns_worked (void);

typedef void (*TurnFunc) (const Turn *turn);

/* Has @func called at the end of each turn of the default context from the next one on. */
void turns_measure (TurnFunc func);

G_END_DECLS
