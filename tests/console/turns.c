/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "turns.h"

#include <sys/resource.h>
#include <time.h>

static TurnFunc tell;
static gboolean has_waited;
static Turn turn;

gint64
turns_worked (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* Returns: how many pages the calling thread was given so far. */
static gint64
faults (void)
{
  struct rusage usage;

  getrusage (RUSAGE_THREAD, &usage);
  return usage.ru_minflt;
}

static int
poll_and_tell (GPollFD *fds, guint n, int timeout)
{
  if (has_waited)
    {
      turn.worked = turns_worked () - turn.worked;
      turn.took = g_get_monotonic_time () - turn.woken;
      turn.faults = faults () - turn.faults;
      tell (&turn);
    }
  int result = g_poll (fds, n, timeout);
  has_waited = TRUE;
  turn.worked = turns_worked ();
  turn.woken = g_get_monotonic_time ();
  turn.faults = faults ();
  return result;
}

void
turns_measure (TurnFunc func)
{
  tell = func;
  g_main_context_set_poll_func (NULL, poll_and_tell);
}
