/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit.h"
#include "sky-cli.h"
#include "sky-import.h"
#include "sky-progress.h"

#include <glib/gi18n.h>

#include <inttypes.h>

/* What is asked for. */
typedef struct
{
  char *map;
  char *out;
  char *by;
  gboolean check;
  gboolean append;
  gint64 explain;  /* the record to explain; 0: none */
  gint64 tolerate; /* so many records may be set aside */
} Asked;

/* The import in work, for the progress. */
typedef struct
{
  SkyImport *import;
  gint cancelled;
} Work;

static void
print_problems (const GPtrArray *problems)
{
  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *text = sky_map_problem_format (problems->pdata[i]);

      sky_cli_complain ("%s", text);
    }
}

/* --- One record explained --- */

typedef struct
{
  const SkyMap *map;
  gint64 number;
  gboolean found;
} Explanation;

static void
explain (gpointer data, const SkyImportTrace *trace)
{
  static const char *const fates[] = {
    [SKY_IMPORT_USED] = N_ ("it became:"),
    [SKY_IMPORT_NOTHING] = N_ ("nothing comes of it: no field changed, or the rule says so"),
    [SKY_IMPORT_IGNORED] = N_ ("it is ignored, as the mapping says"),
    [SKY_IMPORT_ASIDE] = N_ ("it is set aside:"),
  };
  Explanation *self = data;
  g_autofree char *text = NULL;

  if ((gint64) trace->record->number != self->number)
    return;
  self->found = TRUE;
  text = g_strndup (trace->record->text, trace->record->length);
  sky_cli_print (_ ("Record %" PRIu64 ": %s\n"), trace->record->number, text);
  if (trace->rule != NULL)
    sky_cli_print (_ ("Rule: [%s]\n"), trace->rule);
  sky_cli_print ("%s%s%s\n", _ (fates[trace->fate]), trace->reason != NULL ? " " : "",
                 trace->reason != NULL ? trace->reason : "");
  for (guint i = 0; i < trace->events->len; i++)
    sky_cli_print ("  %s\n", (const char *) trace->events->pdata[i]);
}

static SkyCliStatus
explain_record (const SkyMap *map, const Asked *asked, const char *source)
{
  Explanation explanation = { map, asked->explain, FALSE };
  SkyImportOptions options = { .trace = explain, .trace_data = &explanation };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyImport) import = sky_import_new (map, &options, &error);

  if (import == NULL || !sky_import_read (import, source, &error))
    return sky_cli_fail (error);
  if (explanation.found)
    return SKY_CLI_DONE;
  sky_cli_complain (_ ("%s: no record begins at line %" PRId64), source, asked->explain);
  return SKY_CLI_FAILED;
}

/* --- The import --- */

static void
get_progress (gpointer data, gint64 *done, gint64 *total)
{
  sky_import_get_progress (((Work *) data)->import, done, total);
}

static void
cancel (gpointer data)
{
  g_atomic_int_set (&((Work *) data)->cancelled, 1);
}

static void
print_report (const SkyImportReport *report)
{
  char first[SKY_TIME_TEXT_SIZE], last[SKY_TIME_TEXT_SIZE];

  sky_cli_print (_ ("Records: %" PRIu64 ", used: %" PRIu64 ", without effect: %" PRIu64
                    ", ignored: %" PRIu64 ", set aside: %" PRIu64 "\n"),
                 report->n_records, report->n_used, report->n_nothing, report->n_ignored,
                 report->n_aside);
  if (report->n_events > 0)
    sky_cli_print (_ ("Events: %" PRIu64 ", from %s to %s\n"), report->n_events,
                   sky_time_format (report->first, first), sky_time_format (report->last, last));
  for (guint i = 0; i < report->logs->len; i++)
    sky_cli_print (_ ("Log: %s\n"), (const char *) report->logs->pdata[i]);
  for (guint i = 0; i < report->missing->len; i++)
    sky_cli_print (_ ("No record has the field “%s”, which a rule reads.\n"),
                   (const char *) report->missing->pdata[i]);
  if (report->n_aside > 0)
    sky_cli_print (_ ("\nSet aside:\n"));
  for (guint i = 0; i < report->asides->len; i++)
    {
      const SkyImportAside *aside = report->asides->pdata[i];

      sky_cli_print ("  %s:%" PRIu64 ": %s\n", aside->source, aside->number, aside->reason);
    }
  if (report->n_aside > report->asides->len)
    sky_cli_print (ngettext ("  … and %" PRIu64 " more, in the file beside the logs\n",
                             "  … and %" PRIu64 " more, in the file beside the logs\n",
                             (gulong) (report->n_aside - report->asides->len)),
                   report->n_aside - report->asides->len);
}

/* What an audit says of the logs: a mapping is written by looking at it. */
static gboolean
print_audit (const SkyImportReport *report)
{
  guint64 counts[SKY_N_CHECKS] = { 0 };
  guint64 n = 0;
  guint n_audited = 0;

  for (guint i = 0; i < report->logs->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SkyLog) log = sky_log_open (report->logs->pdata[i], &error);
      g_autoptr (SkyLogAudit) audit = NULL;

      if (log != NULL)
        audit = sky_audit_log (log, &(SkyAuditOptions){ 0 }, &error);
      if (audit == NULL)
        {
          sky_cli_complain (_ ("not audited: %s"), error->message);
          continue;
        }
      n_audited++;
      n += audit->findings->len;
      for (guint f = 0; f < audit->findings->len; f++)
        counts[((const SkyFinding *) audit->findings->pdata[f])->check]++;
    }
  if (n_audited > 0)
    sky_cli_print (_ ("\nAudited logs: %u, findings: %" PRIu64 "\n"), n_audited, n);
  for (guint c = 0; c < SKY_N_CHECKS; c++)
    if (counts[c] > 0)
      sky_cli_print ("  %-40s %8" PRIu64 "  %s\n", sky_check_info (c)->name, counts[c],
                     sky_severity_to_name (sky_check_info (c)->severity));
  return n_audited == report->logs->len;
}

static SkyCliStatus
import_sources (const SkyMap *map, const Asked *asked, char **sources)
{
  Work work = { NULL, 0 };
  SkyImportOptions options = { .folder = asked->out != NULL ? asked->out : ".",
                               .by = asked->by,
                               .append = asked->append,
                               .tolerate = asked->tolerate,
                               .cancelled = &work.cancelled };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyImport) import = sky_import_new (map, &options, &error);
  const SkyImportReport *report;
  SkyProgress *progress;
  gboolean done = TRUE;

  if (import == NULL)
    return sky_cli_fail (error);
  work.import = import;
  progress = sky_progress_start (_ ("Importing"), NULL, get_progress, cancel, &work);
  for (guint i = 0; sources[i] != NULL && done; i++)
    done = sky_import_read (import, sources[i], &error);
  done = done && sky_import_finish (import, &error);
  sky_progress_stop (progress);
  if (!done)
    return sky_cli_fail (error);
  report = sky_import_get_report (import);
  print_report (report);
  done = print_audit (report);
  if (!report->unfinished)
    return done ? SKY_CLI_DONE : SKY_CLI_FAILED;
  sky_cli_complain (
      ngettext ("%" PRIu64 " record is set aside, more than --tolerate allows: the names of the "
                "logs end in .part",
                "%" PRIu64 " records are set aside, more than --tolerate allows: the names of "
                "the logs end in .part",
                (gulong) report->n_aside),
      report->n_aside);
  return SKY_CLI_FAILED;
}

static SkyCliStatus
run (const Asked *asked, int argc, char **argv)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (SkyMap) map = NULL;

  if (asked->map == NULL)
    return sky_cli_wrong_usage ("import", _ ("no mapping given (--map)"));
  if (!asked->check && argc < 2)
    return sky_cli_wrong_usage ("import", _ ("no source given"));
  if (asked->tolerate < 0)
    return sky_cli_wrong_usage ("import", _ ("--tolerate takes a number that is not negative"));
  if (asked->explain != 0 && (asked->explain < 0 || argc > 2))
    return sky_cli_wrong_usage ("import",
                                _ ("--explain takes the line of a record, and one source"));
  map = sky_map_load (asked->map, &problems);
  print_problems (problems);
  if (map == NULL)
    return SKY_CLI_USAGE;
  if (asked->check)
    {
      sky_cli_print (_ ("%s: no errors; rules: %u, fields: %u\n"), asked->map, map->rules->len,
                     map->names.fields->len);
      return SKY_CLI_DONE;
    }
  return asked->explain != 0 ? explain_record (map, asked, argv[1])
                             : import_sources (map, asked, argv + 1);
}

SkyCliStatus
sky_cli_import (const SkyCommand *command, int argc, char **argv)
{
  Asked asked = { 0 };
  const GOptionEntry options[] = {
    { "map", 0, 0, G_OPTION_ARG_FILENAME, &asked.map, N_ ("The mapping: how records become events"),
      "FILE" },
    { "out", 0, 0, G_OPTION_ARG_FILENAME, &asked.out,
      N_ ("Where the logs go (default: the current folder)"), "FOLDER" },
    { "check", 0, 0, G_OPTION_ARG_NONE, &asked.check, N_ ("Only check the mapping"), NULL },
    { "explain", 0, 0, G_OPTION_ARG_INT64, &asked.explain,
      N_ ("Show what this record becomes, and write nothing"), "LINE" },
    { "append", 0, 0, G_OPTION_ARG_NONE, &asked.append,
      N_ ("Continue the logs with what the sources have gained"), NULL },
    { "tolerate", 0, 0, G_OPTION_ARG_INT64, &asked.tolerate,
      N_ ("How many records may be set aside (default: 0)"), "N" },
    { "by", 0, 0, G_OPTION_ARG_STRING, &asked.by, N_ ("Your credential, for the logs’ headers"),
      "CREDENTIAL" },
    { NULL },
  };
  SkyCliStatus status;

  if (sky_cli_parse (command, options, &argc, &argv, &status))
    status = run (&asked, argc, argv);
  g_free (asked.map);
  g_free (asked.out);
  g_free (asked.by);
  return status;
}
