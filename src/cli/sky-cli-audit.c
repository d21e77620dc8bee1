/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-archive-file.h"
#include "sky-audit-keeper.h"
#include "sky-cli-recordings.h"
#include "sky-cli.h"
#include "sky-finding-query.h"
#include "sky-progress.h"
#include "sky-store-audit.h"
#include "sky-store-opener.h"
#include "sky-watched.h"

#include <glib/gi18n.h>

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* How many findings are read from the store at a time. */
#define STORED_PAGE 1024

/* Which findings are printed. */
typedef struct
{
  GPatternSpec *check; /* NULL: all */
  gboolean has_queue;
  SkyQueue queue;
} Filter;

/* A finding in the text to be printed. */
typedef struct
{
  guint64 seq;
  gsize start;
  gsize length;
} Line;

/* What is made of each log as the run tells of it. */
typedef struct
{
  Filter filter;
  gboolean jsonl;
  SkyStore *store;        /* NULL: nothing is kept */
  SkyAuditKeeper *keeper; /* likewise */
  gboolean failed;        /* a log could not be kept, read from the store, or its pictures read */
  GPtrArray *scopes;      /* of char: what logs leave out */
  GString *text;          /* findings to be printed */
  /* Of the table and day whose logs are told of: there may be several. */
  const SkyLog *day; /* one of them; NULL: none yet */
  guint n_day_logs;
  gsize day_start; /* in @text */
  GArray *lines;   /* of Line */
  gboolean at_end; /* they are printed when all is done: a terminal shows the progress till then */
  guint64 n_logs, n_rounds, n_events, n_findings;
  guint64 counts[SKY_N_CHECKS];
  SkyMoney over, under;
} Report;

static gboolean
lets_through (const Filter *filter, SkyCheck check)
{
  const SkyCheckInfo *info = sky_check_info (check);

  return (!filter->has_queue || info->queue == filter->queue)
         && (filter->check == NULL || g_pattern_spec_match_string (filter->check, info->name));
}

static void
count_finding (Report *report, SkyCheck check, gboolean has_variance, SkyMoney variance)
{
  report->n_findings++;
  report->counts[check]++;
  if (has_variance && variance > 0)
    report->over += variance;
  else if (has_variance)
    report->under -= variance;
}

static void
print_text (Report *report, gboolean end)
{
  if (report->at_end && !end)
    return;
  sky_cli_write_json (report->text->str, report->text->len);
  g_string_truncate (report->text, 0);
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const Line *x = a, *y = b;

  if (x->seq != y->seq)
    return x->seq < y->seq ? -1 : 1;
  return x->start < y->start ? -1 : x->start > y->start;
}

/* The findings of a table's day stand by seq, whichever of its logs they are of. */
static void
end_day (Report *report)
{
  if (report->n_day_logs > 1 && report->lines->len > 0)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      g_array_sort (report->lines, compare_lines);
      for (guint i = 0; i < report->lines->len; i++)
        {
          const Line *line = &g_array_index (report->lines, Line, i);

          g_string_append_len (text, report->text->str + line->start, (gssize) line->length);
        }
      g_string_truncate (report->text, report->day_start);
      g_string_append_len (report->text, text->str, (gssize) text->len);
    }
  print_text (report, FALSE);
  g_array_set_size (report->lines, 0);
  report->n_day_logs = 0;
  report->day_start = report->text->len;
}

static void
begin_log (Report *report, const SkyLog *log)
{
  if (report->day != NULL)
    {
      const SkyLogHeader *x = sky_log_get_header (report->day), *y = sky_log_get_header (log);

      if (x->gaming_day != y->gaming_day || !g_str_equal (x->table, y->table))
        end_day (report);
    }
  report->day = log;
  report->n_day_logs++;
}

static void
end_line (Report *report, guint64 seq, gsize start)
{
  g_string_append_c (report->text, '\n');

  Line line = { seq, start, report->text->len - start };
  g_array_append_val (report->lines, line);
}

static void
take_audit (Report *report, const SkyLogAudit *audit)
{
  report->n_rounds += audit->rounds->len;
  report->n_events += audit->n_events;
  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyFinding *finding = audit->findings->pdata[i];

      if (!lets_through (&report->filter, finding->check))
        continue;
      count_finding (report, finding->check, finding->has_variance, finding->variance);
      if (!report->jsonl)
        continue;
      gsize start = report->text->len;
      sky_finding_write_json (finding, sky_log_get_header (audit->log), report->text);
      end_line (report, finding->seq, start);
    }
}

/* What the store has of a log that need not be audited again. */
static gboolean
take_stored (Report *report, gint64 id, GError **error)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (SkyStoredLog) log = sky_store_get_log (report->store, id, error);
  guint n = 0;

  if (log == NULL)
    return FALSE;
  report->n_rounds += log->n_rounds;
  report->n_events += log->n_events;
  filter.log = id;
  do
    {
      g_autoptr (GPtrArray) page = sky_store_findings_page (
          report->store, &filter, SKY_FINDING_SORT_RECORD, FALSE, n, STORED_PAGE, error);

      if (page == NULL)
        return FALSE;
      for (guint i = 0; i < page->len; i++)
        {
          const SkyStoredFinding *finding = page->pdata[i];
          SkyCheck check;

          if (!sky_check_from_name (finding->check, &check)
              || !lets_through (&report->filter, check))
            continue;
          count_finding (report, check, finding->has_variance, finding->variance);
          gsize start = report->text->len;
          if (report->jsonl && sky_stored_finding_write_json (finding, report->text))
            end_line (report, finding->seq, start);
        }
      n += page->len;
      if (page->len < STORED_PAGE)
        return TRUE;
    }
  while (TRUE);
}

static gboolean
take_log (Report *report,
          const SkyArchive *archive,
          SkyLog *log,
          const SkyLogAudit *audit,
          GError **error)
{
  g_autoptr (SkyStoredLog) stored = NULL;
  gint64 id;

  if (audit != NULL && report->store == NULL)
    {
      take_audit (report, audit);
      return TRUE;
    }
  if (audit != NULL)
    {
      if (!sky_audit_keeper_write (report->keeper, archive, audit, &id, error)
          || (stored = sky_store_get_log (report->store, id, error)) == NULL)
        {
          take_audit (report, audit);
          return FALSE;
        }
      /* The store may know that another log of the day came first, or that this one did. What was
       * recorded by eye beside the table's own log comes after none. */
      if (!sky_stored_log_is_by_eye (stored) && (stored->number > 1) != audit->replaced)
        return take_stored (report, id, error);
      take_audit (report, audit);
      return TRUE;
    }
  return take_stored (report, sky_audit_keeper_get_id (report->keeper, log), error);
}

/* Of a log that leaves something out the summary says so beside the counts. */
static void
note_scope (Report *report, SkyLog *log)
{
  g_autofree char *phrase = report->jsonl ? NULL : sky_watched_describe_log (log);
  g_autofree char *said = sky_phrase_show (phrase);

  if (said != NULL)
    g_ptr_array_add (report->scopes, g_strdup_printf ("%s: %s", sky_log_get_path (log), said));
}

/* What cannot be kept does not stop the others. */
static void
judged (const SkyArchive *archive, SkyLog *log, const SkyLogAudit *audit, gpointer user_data)
{
  Report *report = user_data;
  g_autoptr (GError) error = NULL;

  report->n_logs++;
  note_scope (report, log);
  begin_log (report, log);
  if (!take_log (report, archive, log, audit, &error))
    {
      sky_cli_complain ("%s: %s", sky_log_get_path (log), error->message);
      report->failed = TRUE;
    }
}

/* Counts by queue and check, and the money. */
static void
print_summary (const Report *report)
{
  static const char *const titles[SKY_N_QUEUES] = {
    N_ ("Disputes"),      N_ ("Variances"), N_ ("Irregularities"),
    N_ ("Confirmations"), N_ ("Coverage"),  N_ ("Integrity"),
  };
  const Filter *filter = &report->filter;
  g_autofree char *over_text = sky_money_format (report->over);
  g_autofree char *under_text = sky_money_format (report->under);

  sky_cli_print (_ ("Logs: %u, rounds: %" PRIu64 ", events: %" PRIu64 ", findings: %" PRIu64 "\n"),
                 (guint) report->n_logs, report->n_rounds, report->n_events, report->n_findings);
  for (guint i = 0; i < report->scopes->len; i++)
    sky_cli_print ("%s\n", (const char *) report->scopes->pdata[i]);
  for (guint q = 0; q < SKY_N_QUEUES; q++)
    {
      guint64 n = 0;

      if (filter->has_queue && filter->queue != q)
        continue;
      for (guint c = 0; c < SKY_N_CHECKS; c++)
        n += sky_check_info (c)->queue == q ? report->counts[c] : 0;
      sky_cli_print ("\n%-42s %8" G_GUINT64_FORMAT "\n", _ (titles[q]), n);
      for (guint c = 0; c < SKY_N_CHECKS; c++)
        if (report->counts[c] > 0 && sky_check_info (c)->queue == q)
          sky_cli_print ("  %-40s %8" G_GUINT64_FORMAT "  %s\n", sky_check_info (c)->name,
                         report->counts[c], sky_severity_to_name (sky_check_info (c)->severity));
    }
  sky_cli_print (_ ("\nOverpaid %s, underpaid %s\n"), over_text, under_text);
}

static gboolean
find_queue (const char *name, SkyQueue *queue)
{
  for (guint i = 0; i < SKY_N_QUEUES; i++)
    if (g_str_equal (name, sky_queue_to_name (i)))
      {
        *queue = i;
        return TRUE;
      }
  return FALSE;
}

static void
get_progress (gpointer data, gint64 *done, gint64 *total)
{
  sky_audit_run_get_progress (data, done, total);
}

static void
cancel (gpointer data)
{
  sky_audit_run_cancel (data);
}

/* Whether there is a recording whose first picture is to be looked at. */
static gboolean
has_recordings (SkyAuditRun *run)
{
  GPtrArray *archives = sky_audit_run_get_archives (run);

  for (guint i = 0; i < archives->len; i++)
    {
      const SkyFootage *footage = ((const SkyArchive *) archives->pdata[i])->footage;

      if (footage != NULL && footage->n_cameras > 0)
        return TRUE;
    }
  return FALSE;
}

static SkyCliStatus
audit (SkyAuditRun *run, int jobs, gboolean footage, Report *report)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *failures = sky_audit_run_get_failures (run);
  SkyProgress *progress;
  gboolean done;

  if (report->keeper != NULL)
    {
      GPtrArray *opened = sky_audit_run_get_archives (run);

      for (guint i = 0; i < opened->len; i++)
        sky_audit_keeper_look_up (report->keeper, opened->pdata[i]);
      sky_audit_keeper_attach (report->keeper, run);
      if (footage)
        sky_audit_keeper_set_again (report->keeper);
    }
  sky_audit_run_set_probe (run, sky_cli_recordings_get_probe (), NULL);
  sky_audit_run_set_judged (run, judged, report);
  if (footage)
    {
      SkySightFunc sight = sky_cli_recordings_get_sight (&error);

      if (sight == NULL)
        return sky_cli_fail (error);
      sky_audit_run_set_sight (run, sight, &report->failed);
    }
  progress = sky_progress_start (_ ("Auditing"), NULL, get_progress, cancel, run);
  done = sky_audit_run (run, (guint) jobs, &error);
  sky_progress_stop (progress);
  for (guint i = 0; i < failures->len; i++)
    sky_cli_complain ("%s", (const char *) failures->pdata[i]);
  if (!done)
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }

  end_day (report);
  print_text (report, TRUE);
  if (!report->jsonl && report->n_logs > 0)
    print_summary (report);
  return sky_audit_run_get_n_unread (run) > 0 || report->failed ? SKY_CLI_FAILED : SKY_CLI_DONE;
}

SkyCliStatus
sky_cli_audit (const SkyCommand *command, int argc, char **argv)
{
  g_autofree char *format = NULL;
  g_autofree char *check = NULL;
  g_autofree char *queue = NULL;
  g_autofree char *database = NULL;
  g_autoptr (GPatternSpec) pattern = NULL;
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (SkyAuditKeeper) keeper = NULL;
  g_autoptr (SkyAuditRun) run = NULL;
  g_autoptr (GError) error = NULL;
  int jobs = (int) g_get_num_processors ();
  gboolean footage = FALSE;
  gboolean recorded = FALSE;
  Report report = { 0 };
  SkyCliStatus status;
  g_auto (GStrv) roots = NULL;
  const GOptionEntry options[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &format,
      N_ ("Print a summary, or one JSON object per finding"), "summary|jsonl" },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &jobs,
      N_ ("How many logs to audit at once (default: one per processor)"), "N" },
    { "recorded", 0, 0, G_OPTION_ARG_NONE, &recorded,
      N_ ("Audit what was recorded by eye in the archives, and nothing else"), NULL },
    { "footage", 0, 0, G_OPTION_ARG_NONE, &footage,
      N_ ("Read dice and cards off the recordings, and compare them with the log"), NULL },
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &database,
      N_ ("Keep the result in this database, which the console can open"), "FILE" },
    { "check", 0, 0, G_OPTION_ARG_STRING, &check,
      N_ ("Print findings of these checks only, such as “settle.*”"), "GLOB" },
    { "queue", 0, 0, G_OPTION_ARG_STRING, &queue, N_ ("Print findings of this queue only"),
      "QUEUE" },
    SKY_CLI_ROOTS (&roots),
    { NULL },
  };

  if (!sky_cli_parse (command, options, &argc, &argv, &status))
    return status;
  sky_archive_file_set_roots ((const char *const *) roots);
  if (argc < 2)
    return sky_cli_wrong_usage ("audit", _ ("no archive given"));
  if (format == NULL)
    format = g_strdup ("summary");
  if (!g_str_equal (format, "summary") && !g_str_equal (format, "jsonl"))
    return sky_cli_wrong_usage ("audit", _ ("there is no format “%s”"), format);
  if (jobs < 1)
    return sky_cli_wrong_usage ("audit", _ ("--jobs takes a number, 1 or more"));
  if (queue != NULL && !find_queue (queue, &report.filter.queue))
    return sky_cli_wrong_usage ("audit", _ ("there is no queue “%s”"), queue);
  report.filter.has_queue = queue != NULL;
  if (check != NULL)
    report.filter.check = pattern = g_pattern_spec_new (check);
  run = recorded ? sky_audit_run_new_recorded ((const char *const *) argv + 1)
                 : sky_audit_run_new ((const char *const *) argv + 1);
  if ((footage || has_recordings (run)) && !sky_cli_recordings_want ())
    return SKY_CLI_FAILED;
  if (database != NULL
      && (store = sky_cli_open_store (database, SKY_STORE_READ_WRITE, &error)) == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  report.jsonl = g_str_equal (format, "jsonl");
  report.store = store;
  report.keeper = keeper = store != NULL ? sky_audit_keeper_new (store, SKY_VERSION) : NULL;
  report.scopes = g_ptr_array_new_with_free_func (g_free);
  report.text = g_string_new (NULL);
  report.lines = g_array_new (FALSE, FALSE, sizeof (Line));
  report.at_end = isatty (STDOUT_FILENO) != 0;
  status = audit (run, jobs, footage, &report);
  g_string_free (report.text, TRUE);
  g_array_unref (report.lines);
  g_ptr_array_unref (report.scopes);
  return status;
}
