/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console, telling how long the turns of its main loop take: each turn that worked for
 * LONG_TURN or more is a line of the file named by SKYWARD_TURNS, "WORKED TOOK WOKEN" in
 * microseconds. When it ends "turns N WORKED TOOK" follows: how many there were, and the most that
 * one worked and that one took. long-session.py reads them. Where a turn of TOO_LONG or more was,
 * every SAMPLE of its work, is added to the file named by SKYWARD_TURNS_WHERE, where that is set.
 */
#include "config.h"

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "sky-application.h"
#include "sky-memory.h"
#include "turns.h"

#define LONG_TURN   50000         /* µs */
#define TOO_LONG    (80 * 1000)   /* µs */
#define SAMPLE      (5 * 1000000) /* ns */
#define MAX_SAMPLES 256
#define MAX_FRAMES  48

static FILE *report;
static guint64 n_turns;
static Turn most;

/* Where the turn was, from its beginning on: a signal of its thread's clock looks. */
static struct
{
  void *frames[MAX_FRAMES];
  int n_frames;
} samples[MAX_SAMPLES];
static volatile sig_atomic_t n_samples;
static int where = -1;

static void
sample_cb (int signal)
{
  if (n_samples < MAX_SAMPLES)
    {
      samples[n_samples].n_frames = backtrace (samples[n_samples].frames, MAX_FRAMES);
      n_samples++;
    }
}

/* backtrace() loads what it needs when it is called first, which a signal's handler may not. */
static void
take_samples (const char *path)
{
  struct sigaction action = { .sa_handler = sample_cb, .sa_flags = SA_RESTART };
  struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF };
  struct itimerspec every = { { 0, SAMPLE }, { 0, SAMPLE } };
  timer_t timer;

  where = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  backtrace (samples[0].frames, MAX_FRAMES);
  event._sigev_un._tid = gettid ();
  if (where < 0 || sigaction (SIGPROF, &action, NULL) != 0
      || timer_create (CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0
      || timer_settime (timer, 0, &every, NULL) != 0)
    g_printerr ("measured-console: where its turns are cannot be noted: %s\n", g_strerror (errno));
}

static void
tell_where (const Turn *turn)
{
  dprintf (where, "a turn of %" G_GINT64_FORMAT " µs\n", turn->worked);
  for (int i = 0; i < n_samples; i++)
    {
      backtrace_symbols_fd (samples[i].frames, samples[i].n_frames, where);
      dprintf (where, "\n");
    }
}

static void
note_turn (const Turn *turn)
{
  if (turn->worked >= TOO_LONG && where >= 0)
    tell_where (turn);
  n_samples = 0;
  n_turns++;
  most.worked = MAX (most.worked, turn->worked);
  most.took = MAX (most.took, turn->took);
  if (turn->worked < LONG_TURN)
    return;
  fprintf (report,
           "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
           turn->worked, turn->took, turn->woken, turn->faults);
  fflush (report);
}

int
main (int argc, char **argv)
{
  const char *path = g_getenv ("SKYWARD_TURNS");

  report = path != NULL ? fopen (path, "we") : NULL;
  if (report == NULL)
    {
      g_printerr ("measured-console: SKYWARD_TURNS names no file that can be written\n");
      return 2;
    }
  sky_memory_share_heaps ();
  if (g_getenv ("SKYWARD_TURNS_WHERE") != NULL)
    take_samples (g_getenv ("SKYWARD_TURNS_WHERE"));
  turns_measure (note_turn);

  g_autoptr (SkyApplication) application = sky_application_new ();
  int status = g_application_run (G_APPLICATION (application), argc, argv);

  fprintf (report, "turns %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
           n_turns, most.worked, most.took);
  if (fclose (report) != 0)
    status = 1;
  return status;
}
