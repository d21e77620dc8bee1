/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers take: judge log FILE… prints a line for each line of each log, judge footage
 * FILE…, judge sight FILE… and judge staff FILE… one for each file: "taken" or "refused". */
#include "config.h"

#include "sky-calibration.h"
#include "sky-footage.h"
#include "sky-staff.h"
#include "sky-table.h"

#include <string.h>

static void
tell (gboolean taken)
{
  g_print (taken ? "taken\n" : "refused\n");
}

/* A log whose header is refused has no further lines. */
static void
judge_log (const char *path)
{
  g_autoptr (SkyLog) log = sky_log_open (path, NULL);
  g_autoptr (SkyLogReader) reader = NULL;
  const SkyLine *line;

  tell (log != NULL);
  if (log == NULL)
    return;
  reader = sky_log_reader_new (log, sky_game_lookup_bet);
  sky_log_reader_set_file_order (reader);
  while ((line = sky_log_reader_next (reader)) != NULL)
    tell (line->kind != SKY_LINE_QUARANTINED);
}

static void
judge_footage (const char *path)
{
  g_autoptr (SkyFootage) footage = sky_footage_read (NULL, path, NULL);

  tell (footage != NULL && footage->problems[0] == NULL);
}

static void
judge_sight (const char *path)
{
  g_autoptr (SkyCalibration) calibration = sky_calibration_read (NULL, path, NULL);

  tell (calibration != NULL && calibration->problems[0] == NULL);
}

static void
judge_staff (const char *path)
{
  g_autoptr (SkyStaff) staff = sky_staff_read (NULL, path, NULL);

  tell (staff != NULL && staff->problems[0] == NULL);
}

int
main (int argc, char **argv)
{
  void (*judge) (const char *) = argc < 2                           ? NULL
                                 : strcmp (argv[1], "log") == 0     ? judge_log
                                 : strcmp (argv[1], "footage") == 0 ? judge_footage
                                 : strcmp (argv[1], "sight") == 0   ? judge_sight
                                 : strcmp (argv[1], "staff") == 0   ? judge_staff
                                                                    : NULL;

  if (judge == NULL)
    {
      g_printerr ("usage: judge log|footage|sight|staff FILE...\n");
      return 2;
    }
  for (int i = 2; i < argc; i++)
    judge (argv[i]);
  return 0;
}
