/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-archive.h"
#include "sky-cli.h"
#include "sky-interval.h"
#include "sky-json-writer.h"
#include "sky-roster.h"

#include <glib/gi18n.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* What is asked for. */
typedef struct
{
  char *archive;
  char *table;
  char *day_text;
  SkyDay day;
  char *game_name;
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

/* The log of the table and day, or NULL when the archive has none. */
static SkyLog *
find_log (const Request *request, const SkyArchive *archive)
{
  for (guint i = 0; archive->logs[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[i], &error);

      if (log == NULL)
        sky_cli_complain ("%s", error->message);
      else if (sky_log_get_header (log)->gaming_day == request->day
               && g_str_equal (sky_log_get_header (log)->table, request->table))
        return g_steal_pointer (&log);
    }
  return NULL;
}

/* The game of the log, or the one that was named. */
static gboolean
find_game (const Request *request, SkyLog *log, SkyGameId *game)
{
  const char *name = request->game_name;

  if (log != NULL)
    *game = sky_log_get_header (log)->game;
  return log != NULL
         || (name != NULL && sky_game_id_from_name ((SkyText){ name, strlen (name) }, game));
}

/* Who dealt: typed, or as the log says. */
static GArray *
find_roster (const Request *request, const SkyLogAudit *audit)
{
  g_autoptr (GError) error = NULL;
  GArray *roster = NULL;

  if (request->roster != NULL)
    {
      roster = sky_roster_read (request->roster, &error);
      if (roster == NULL)
        sky_cli_complain ("%s", error->message);
    }
  else if (audit != NULL)
    roster = sky_roster_from_duties (audit->duties);
  else
    sky_cli_complain (_ ("%s: no log of table %s on %s: say with --roster who dealt, and with "
                         "--game what"),
                      request->archive, request->table, request->day_text);
  return roster;
}

static gboolean
draw_windows (const Request *request,
              const SkyFootage *footage,
              SkyLog *log,
              const SkyLogAudit *audit,
              SkyPlan *plan)
{
  g_autoptr (GArray) roster = find_roster (request, audit);
  g_autoptr (GArray) covered = NULL;
  g_autoptr (GError) error = NULL;
  SkyGameId game;

  if (roster == NULL)
    return FALSE;
  if (!find_game (request, log, &game))
    {
      sky_cli_complain (_ ("%s: no log of table %s on %s: say with --roster who dealt, and with "
                           "--game what"),
                        request->archive, request->table, request->day_text);
      return FALSE;
    }
  if (footage == NULL)
    {
      sky_cli_complain (_ ("%s: cannot read footage.json"), request->archive);
      return FALSE;
    }
  covered = sky_coverage_required (footage, game, request->table);
  if (g_strcmp0 (request->by, "window") == 0)
    sky_roster_add_all (roster, covered, plan);
  else
    sky_roster_add_dealers (roster, covered, plan);
  if (sky_plan_draw_windows (plan, (guint) request->windows, request->minutes * SKY_MINUTE, &error))
    return TRUE;
  sky_cli_complain ("%s", error->message);
  return FALSE;
}

static gboolean
draw_rounds (const Request *request, const SkyLogAudit *audit, SkyPlan *plan)
{
  g_autoptr (GError) error = NULL;

  if (audit == NULL)
    {
      sky_cli_complain (_ ("%s: no log of table %s on %s: rounds can be drawn only if they are "
                           "known"),
                        request->archive, request->table, request->day_text);
      return FALSE;
    }
  if (sky_plan_draw_rounds (plan, (guint) request->rounds, audit->rounds, &error))
    return TRUE;
  sky_cli_complain ("%s", error->message);
  return FALSE;
}

/* The log of the table and day, audited; NULL: the archive has none. Returns FALSE when there is
 * one and it cannot be read. */
static gboolean
audit_log (const Request *request, const SkyArchive *archive, SkyLog **log, SkyLogAudit **audit)
{
  g_autoptr (GError) error = NULL;

  *log = find_log (request, archive);
  if (*log == NULL)
    return TRUE;
  *audit = sky_audit_log (*log, &(SkyAuditOptions){ 0 }, &error);
  if (*audit == NULL)
    sky_cli_complain ("%s", error->message);
  return *audit != NULL;
}

static gboolean
draw (const Request *request, SkyPlan *plan)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (request->archive, &error);
  g_autofree char *path = g_build_filename (request->archive, "footage.json", NULL);
  g_autoptr (SkyFootage) alone =
      archive == NULL ? sky_footage_read (request->archive, path, NULL) : NULL;
  g_autoptr (SkyLog) log = NULL;
  g_autoptr (SkyLogAudit) audit = NULL;

  /* An archive may have recordings alone. */
  if (archive == NULL && alone == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return FALSE;
    }
  if (archive != NULL && !audit_log (request, archive, &log, &audit))
    return FALSE;
  plan->tests = (guint) request->tests;
  return request->rounds > 0
             ? draw_rounds (request, audit, plan)
             : draw_windows (request, archive != NULL ? archive->footage : alone, log, audit, plan);
}

/* --- What is printed and written ------------------------------------------------------------- */

/* Whoever has drawn a plan must not draw again until one comes that pleases: a plan is not written
 * over. */
static gboolean
write_plan (const char *path, const char *json, gsize length)
{
  int file = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  gboolean written = file >= 0 && write (file, json, length) == (gssize) length;

  if (!written)
    sky_cli_complain (_ ("cannot write %s: %s"), path, g_strerror (errno));
  if (file >= 0 && close (file) != 0 && written)
    {
      sky_cli_complain (_ ("cannot write %s: %s"), path, g_strerror (errno));
      written = FALSE;
    }
  if (file >= 0 && !written)
    unlink (path);
  return written;
}

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
  g_autoptr (SkyPlan) plan =
      sky_plan_new (request->archive, request->table, request->day, (guint64) request->seed);
  g_autoptr (GString) json = g_string_new (NULL);
  gboolean print_json = g_strcmp0 (request->format, "json") == 0;

  if (!draw (request, plan))
    return SKY_CLI_FAILED;
  sky_plan_write_json (plan, json);
  g_string_append_c (json, '\n');
  if ((request->out != NULL || !print_json)
      && !write_plan (request->out != NULL ? request->out : "plan.json", json->str, json->len))
    return SKY_CLI_FAILED;
  if (print_json)
    sky_cli_write_json (json->str, json->len);
  else
    print_plan (plan);
  return SKY_CLI_DONE;
}

/* --- The command ----------------------------------------------------------------------------- */

/* A seed that nobody chose, and that any program can read from JSON. */
static gint64
draw_seed (void)
{
  return (gint64) g_random_int () << 16 ^ (gint64) g_random_int_range (0, 1 << 16);
}

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
    request.seed = draw_seed ();
  return sample (&request);
}
