/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cli.h"
#include "sky-interval.h"
#include "sky-sample.h"

#include <glib/gi18n.h>

#include <inttypes.h>
#include <string.h>

/* What is asked for. */
typedef struct
{
  char *archive;
  char *table;
  char *day_text;
  SkyDay day;
  char *game_name;
  SkyGameId game; /* if it is named */
  char *by;
  char *roster;
  char *out;
  char *format;
  int windows;
  int rounds;
  int minutes;
  int tests;
  gint64 seed;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->archive);
  g_free (self->table);
  g_free (self->day_text);
  g_free (self->game_name);
  g_free (self->by);
  g_free (self->roster);
  g_free (self->out);
  g_free (self->format);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

/* --- What is printed and written ------------------------------------------------------------- */

static void
print_strata (const SkyPlan *plan)
{
  for (guint i = 0; i < plan->strata->len; i++)
    {
      const SkyPlanStratum *stratum = &g_array_index (plan->strata, SkyPlanStratum, i);

      if (plan->length == 0)
        sky_cli_print (_ ("%u of %u rounds\n"), stratum->n_drawn, stratum->n_candidates);
      else if (stratum->dealer != NULL)
        sky_cli_print (_ ("%s: %u of %u windows\n"), stratum->dealer, stratum->n_drawn,
                       stratum->n_candidates);
      else
        sky_cli_print (_ ("%u of %u windows\n"), stratum->n_drawn, stratum->n_candidates);
    }
}

static void
print_plan (const SkyPlan *plan)
{
  char from[SKY_TIME_TEXT_SIZE], until[SKY_TIME_TEXT_SIZE];

  sky_cli_print (_ ("Plan %s, seed %" PRIu64 "\n"), plan->id, plan->seed);
  print_strata (plan);
  for (guint i = 0; i < plan->windows->len; i++)
    {
      const SkyPlanWindow *window = &g_array_index (plan->windows, SkyPlanWindow, i);
      const SkyPlanStratum *stratum =
          &g_array_index (plan->strata, SkyPlanStratum, window->stratum);

      sky_time_format (window->from, from);
      sky_time_format (window->until, until);
      if (window->round > 0)
        sky_cli_print (_ ("%s  round %" PRId64 "  %s … %s\n"), window->id, window->round, from,
                       until);
      else
        sky_cli_print ("%s  %s … %s  %s\n", window->id, from, until,
                       stratum->dealer != NULL ? stratum->dealer : "");
    }
  if (plan->length == 0)
    sky_cli_print (_ ("If none of %u rounds has an error, at most %.2f %% have one (one-sided "
                      "95 %%).\n"),
                   plan->windows->len, 100 * sky_interval_at_most (plan->windows->len));
}

static SkyCliStatus
sample (const Request *request)
{
  const SkySampleRequest wanted = {
    .archive = request->archive,
    .table = request->table,
    .day = request->day,
    .has_game = request->game_name != NULL,
    .game = request->game,
    .windows = (guint) request->windows,
    .length = request->minutes * SKY_MINUTE,
    .rounds = (guint) request->rounds,
    .tests = (guint) request->tests,
    .all_time = g_strcmp0 (request->by, "window") == 0,
    .roster = request->roster,
    .seed = (guint64) request->seed,
  };
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyPlan) plan = sky_sample_draw (&wanted, problems, &error);
  gboolean print_json = g_strcmp0 (request->format, "json") == 0;

  for (guint i = 0; i < problems->len; i++)
    sky_cli_complain ("%s", (const char *) problems->pdata[i]);
  if (plan == NULL
      || ((request->out != NULL || !print_json)
          && !sky_sample_write (plan, request->out != NULL ? request->out : "plan.json", &error)))
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  if (print_json)
    {
      g_autoptr (GString) json = g_string_new (NULL);

      sky_plan_write_json (plan, json);
      g_string_append_c (json, '\n');
      sky_cli_write_json (json->str, json->len);
    }
  else
    print_plan (plan);
  return SKY_CLI_DONE;
}

/* --- The command ----------------------------------------------------------------------------- */

/* Returns: what is wrong with the request, or NULL. */
static const char *
find_wrong (Request *request)
{
  if (request->table == NULL || request->day_text == NULL)
    return _ ("give --table and --day");
  if (!sky_day_parse (request->day_text, strlen (request->day_text), &request->day))
    return _ ("--day is YYYY-MM-DD");
  if ((request->windows > 0) == (request->rounds > 0))
    return _ ("give one of --windows and --rounds");
  if (request->windows < 0 || request->rounds < 0 || request->minutes < 1 || request->tests < 0
      || request->seed < -1)
    return _ ("numbers cannot be negative, and windows have at least a minute");
  if (request->by != NULL && !g_str_equal (request->by, "dealer")
      && !g_str_equal (request->by, "window"))
    return _ ("--by is “dealer” or “window”");
  if (request->game_name != NULL
      && !sky_game_id_from_name ((SkyText){ request->game_name, strlen (request->game_name) },
                                 &request->game))
    return _ ("--game is no game");
  return NULL;
}

SkyCliStatus
sky_cli_sample (const SkyCommand *command, int argc, char **argv)
{
  g_auto (Request) request = { .minutes = 5, .seed = -1 };
  const GOptionEntry entries[] = {
    { "table", 0, 0, G_OPTION_ARG_STRING, &request.table,
      N_ ("The table, as the log's header names it"), "TABLE" },
    { "day", 0, 0, G_OPTION_ARG_STRING, &request.day_text, N_ ("The gaming day (YYYY-MM-DD)"),
      "DAY" },
    { "windows", 0, 0, G_OPTION_ARG_INT, &request.windows, N_ ("How many windows of time to draw"),
      "N" },
    { "minutes", 0, 0, G_OPTION_ARG_INT, &request.minutes,
      N_ ("How many minutes a window has (default: 5)"), "N" },
    { "by", 0, 0, G_OPTION_ARG_STRING, &request.by,
      N_ ("Draw equally many windows of each dealer, or of all time (default: by dealer)"),
      "dealer|window" },
    { "rounds", 0, 0, G_OPTION_ARG_INT, &request.rounds,
      N_ ("Draw so many rounds of the log instead of windows"), "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &request.seed,
      N_ ("The seed of the draw (default: a random one, which the plan states)"), "N" },
    { "roster", 0, 0, G_OPTION_ARG_FILENAME, &request.roster,
      N_ ("Who dealt when: lines FROM,UNTIL,CREDENTIAL (default: as the log says)"), "FILE" },
    { "game", 0, 0, G_OPTION_ARG_STRING, &request.game_name,
      N_ ("The game, if the archive has no log of the table"), "GAME" },
    { "tests", 0, 0, G_OPTION_ARG_INT, &request.tests,
      N_ ("How many test rounds with known errors to mix in"), "N" },
    { "out", 0, 0, G_OPTION_ARG_FILENAME, &request.out,
      N_ ("The plan's file, which must not exist (default: plan.json)"), "FILE" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &request.format,
      N_ ("Print the plan's windows, or the plan itself"), "table|json" },
    { NULL },
  };
  SkyCliStatus status;
  const char *wrong;

  if (!sky_cli_parse (command, entries, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return sky_cli_wrong_usage ("sample", _ ("give one archive"));
  wrong = find_wrong (&request);
  if (wrong != NULL)
    return sky_cli_wrong_usage ("sample", "%s", wrong);
  if (request.format != NULL && !g_str_equal (request.format, "table")
      && !g_str_equal (request.format, "json"))
    return sky_cli_wrong_usage ("sample", _ ("there is no format “%s”"), request.format);
  request.archive = g_strdup (argv[1]);
  if (request.seed < 0)
    request.seed = (gint64) sky_sample_choose_seed ();
  return sample (&request);
}
