/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console, telling how long the turns of its main loop take: each turn that worked for
 * LONG_TURN or more is a line of the file named by SKYWARD_TURNS, "WORKED TOOK WOKEN" in
 * microseconds. When it ends "turns N WORKED TOOK" follows: how many there were, and the most that
 * one worked and that one took. long-session.py reads them. */
#include "config.h"

#include <stdio.h>

#include "sky-application.h"
#include "turns.h"

#define LONG_TURN 50000 /* µs */

static FILE *report;
static guint64 n_turns;
static Turn most;

static void
note_turn (const Turn *turn)
{
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
  sky_application_spare_memory ();
  turns_measure (note_turn);

  g_autoptr (SkyApplication) application = sky_application_new ();
  int status = g_application_run (G_APPLICATION (application), argc, argv);

  fprintf (report, "turns %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
           n_turns, most.worked, most.took);
  if (fclose (report) != 0)
    status = 1;
  return status;
}
