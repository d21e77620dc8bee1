/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cli-recordings.h"
#include "sky-cli.h"
#include "sky-progress.h"
#include "sky-sim-people.h"
#include "sky-simulate.h"

#include <glib/gi18n.h>

#include <string.h>

typedef struct
{
  SkySimulateProgress progress;
  gint cancelled;
} Watch;

static void
measure (gpointer data, gint64 *done, gint64 *total)
{
  Watch *watch = data;

  *done = __atomic_load_n (&watch->progress.done, __ATOMIC_RELAXED);
  *total = __atomic_load_n (&watch->progress.total, __ATOMIC_RELAXED);
}

static void
cancel (gpointer data)
{
  g_atomic_int_set (&((Watch *) data)->cancelled, 1);
}

static SkyCliStatus
simulate (SkySimulateOptions *options, const char *path)
{
  Watch watch = { 0 };
  g_autoptr (GError) error = NULL;
  SkyProgress *progress;
  gboolean done;

  options->cancelled = &watch.cancelled;
  options->progress = &watch.progress;
  /* Translators: rounds, then pictures a second. */
  progress = sky_progress_start (_ ("Simulating"), _ ("steps"), measure, cancel, &watch);
  done = sky_simulate (options, path, &error);
  sky_progress_stop (progress);
  if (done)
    return SKY_CLI_DONE;
  if (g_error_matches (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS))
    return sky_cli_wrong_usage ("simulate", "%s", error->message);
  sky_cli_complain ("%s", error->message);
  return SKY_CLI_FAILED;
}

SkyCliStatus
sky_cli_simulate (const SkyCommand *command, int argc, char **argv)
{
  g_autofree char *game = NULL;
  g_auto (GStrv) plants = NULL;
  g_autofree char *error_rate = NULL;
  gint64 rounds = 0, seed = -1, faults = 0, tables = 1, days = 0, contradict = 0, dealers = 0,
         patrons = 0;
  gboolean footage = FALSE, throws = FALSE;
  SkySimulateOptions chosen = { .start = SKY_TIME_NONE };
  SkyCliStatus status;
  const GOptionEntry options[] = {
    { "game", 0, 0, G_OPTION_ARG_STRING, &game, N_ ("The game, such as “craps”"), "GAME" },
    { "rounds", 0, 0, G_OPTION_ARG_INT64, &rounds, N_ ("Rounds at each table"), "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &seed,
      N_ ("A required number; the same one makes the same archive"), "N" },
    { "faults", 0, 0, G_OPTION_ARG_INT64, &faults,
      N_ ("How many faults to plant; planted.json lists them"), "N" },
    { "tables", 0, 0, G_OPTION_ARG_INT64, &tables, N_ ("Tables"), "N" },
    { "days", 0, 0, G_OPTION_ARG_INT64, &days,
      N_ ("Gaming days, each with as many rounds at each table"), "N" },
    { "dealers", 0, 0, G_OPTION_ARG_INT64, &dealers,
      N_ ("How many dealers move between the tables and come again"), "N" },
    { "patrons", 0, 0, G_OPTION_ARG_INT64, &patrons,
      N_ ("How many patrons move between the tables and come again"), "N" },
    { "error-rate", 0, 0, G_OPTION_ARG_STRING, &error_rate,
      N_ ("How many settlements are wrong, such as “1/1000”"), "SHARE" },
    { "plant", 0, 0, G_OPTION_ARG_STRING_ARRAY, &plants,
      N_ ("A biased wheel or dice, such as “wheel:8,19*1.2@30” or “dice:6=0.18”, what somebody "
          "does, such as “errors:PA-100010*3”, or “none”; repeatable"),
      "SPEC" },
    { "throws", 0, 0, G_OPTION_ARG_NONE, &throws,
      N_ ("Draw every picture of thrown dice and of deals, so that they can be read"), NULL },
    { "contradict", 0, 0, G_OPTION_ARG_INT64, &contradict,
      N_ ("How many throws or deals of each log the pictures show otherwise"), "N" },
    { "footage", 0, 0, G_OPTION_ARG_NONE, &footage,
      N_ ("Draw the play as recordings of two cameras per table"), NULL },
    { NULL },
  };

  if (!sky_cli_parse (command, options, &argc, &argv, &status))
    return status;
  if (game == NULL)
    return sky_cli_wrong_usage ("simulate", _ ("no game given; give one with --game"));
  if (!sky_game_id_from_name ((SkyText){ game, strlen (game) }, &chosen.game))
    return sky_cli_wrong_usage ("simulate", _ ("there is no game “%s”"), game);
  if (rounds < 1 || rounds > G_MAXINT)
    return sky_cli_wrong_usage ("simulate", _ ("--rounds takes a number, 1 or more"));
  if (seed == -1)
    return sky_cli_wrong_usage ("simulate", _ ("no seed given; give one with --seed"));
  if (seed < 0)
    return sky_cli_wrong_usage ("simulate", _ ("--seed takes a number, 0 or more"));
  if (faults < 0 || faults > G_MAXINT)
    return sky_cli_wrong_usage ("simulate", _ ("--faults takes a number, 0 or more"));
  if (tables < 1 || tables > G_MAXINT)
    return sky_cli_wrong_usage ("simulate", _ ("--tables takes a number, 1 or more"));
  if (days < 0 || days > G_MAXINT)
    return sky_cli_wrong_usage ("simulate", _ ("--days takes a number, 1 or more"));
  if (dealers < 0 || dealers > G_MAXINT)
    return sky_cli_wrong_usage ("simulate", _ ("--dealers takes a number, 1 or more"));
  if (patrons < 0 || patrons > G_MAXINT)
    return sky_cli_wrong_usage ("simulate", _ ("--patrons takes a number, 1 or more"));
  if (error_rate != NULL && !sky_sim_fraction_parse (error_rate, 0, G_MAXINT32, &chosen.error_rate))
    return sky_cli_wrong_usage ("simulate", _ ("--error-rate takes a share such as 1/1000"));
  if (contradict < 0 || contradict > G_MAXINT)
    return sky_cli_wrong_usage ("simulate", _ ("--contradict takes a number, 0 or more"));
  if ((throws || contradict > 0) && !footage)
    return sky_cli_wrong_usage ("simulate", _ ("--throws and --contradict need --footage"));
  if (argc != 2)
    return sky_cli_wrong_usage ("simulate", _ ("give one folder for the archive"));
  chosen.rounds = (guint) rounds;
  chosen.seed = (guint64) seed;
  chosen.faults = (guint) faults;
  chosen.tables = (guint) tables;
  chosen.days = (guint) days;
  chosen.dealers = (guint) dealers;
  chosen.patrons = (guint) patrons;
  chosen.whole_throws = throws || contradict > 0;
  chosen.contradictions = (guint) contradict;
  chosen.plants = (const char *const *) plants;
  if (footage)
    {
      if (!sky_cli_recordings_want ())
        return SKY_CLI_FAILED;
      chosen.draw = sky_cli_recordings_get_draw ();
    }
  return simulate (&chosen, argv[1]);
}
