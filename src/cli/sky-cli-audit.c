/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit-run.h"
#include "sky-cli.h"
#include "sky-media-check.h"
#include "sky-media-error.h"
#include "sky-progress.h"
#include "sky-store-audit.h"

#include <glib/gi18n.h>

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* Which findings are printed. */
typedef struct
{
  GPatternSpec *check; /* NULL: all */
  gboolean has_queue;
  SkyQueue queue;
} Filter;

static gboolean
lets_through (const Filter *filter, const SkyFinding *finding)
{
  const SkyCheckInfo *check = sky_check_info (finding->check);

  return (!filter->has_queue || check->queue == filter->queue)
         && (filter->check == NULL || g_pattern_spec_match_string (filter->check, check->name));
}

static void
print_jsonl (SkyAuditRun *run, const Filter *filter)
{
  GPtrArray *audits = sky_audit_run_get_audits (run);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < audits->len; i++)
    {
      const SkyLogAudit *audit = audits->pdata[i];

      for (guint f = 0; f < audit->findings->len; f++)
        {
          if (!lets_through (filter, audit->findings->pdata[f]))
            continue;
          g_string_truncate (text, 0);
          sky_finding_write_json (audit->findings->pdata[f], sky_log_get_header (audit->log), text);
          g_string_append_c (text, '\n');
          sky_cli_write (text->str, text->len);
        }
    }
}

/* Counts by queue and check, and the money. */
static void
print_summary (SkyAuditRun *run, const Filter *filter)
{
  static const char *const titles[SKY_N_QUEUES] = {
    N_ ("Disputes"),      N_ ("Variances"), N_ ("Irregularities"),
    N_ ("Confirmations"), N_ ("Coverage"),  N_ ("Integrity"),
  };
  GPtrArray *audits = sky_audit_run_get_audits (run);
  guint64 counts[SKY_N_CHECKS] = { 0 };
  guint64 by_queue[SKY_N_QUEUES] = { 0 };
  guint64 rounds = 0, events = 0, found = 0;
  SkyMoney over = 0, under = 0;
  g_autofree char *over_text = NULL;
  g_autofree char *under_text = NULL;

  for (guint i = 0; i < audits->len; i++)
    {
      const SkyLogAudit *audit = audits->pdata[i];

      rounds += audit->rounds->len;
      events += audit->n_events;
      for (guint f = 0; f < audit->findings->len; f++)
        {
          const SkyFinding *finding = audit->findings->pdata[f];

          if (!lets_through (filter, finding))
            continue;
          found++;
          counts[finding->check]++;
          by_queue[sky_check_info (finding->check)->queue]++;
          if (finding->has_variance && finding->variance > 0)
            over += finding->variance;
          else if (finding->has_variance)
            under -= finding->variance;
        }
    }

  g_print (_ ("%u logs, %" PRIu64 " rounds, %" PRIu64 " events, "
              "%" PRIu64 " findings\n"),
           audits->len, rounds, events, found);
  for (guint q = 0; q < SKY_N_QUEUES; q++)
    {
      if (filter->has_queue && filter->queue != q)
        continue;
      g_print ("\n%-42s %8" G_GUINT64_FORMAT "\n", _ (titles[q]), by_queue[q]);
      for (guint c = 0; c < SKY_N_CHECKS; c++)
        if (counts[c] > 0 && sky_check_info (c)->queue == q)
          g_print ("  %-40s %8" G_GUINT64_FORMAT "  %s\n", sky_check_info (c)->name, counts[c],
                   sky_severity_to_name (sky_check_info (c)->severity));
    }
  over_text = sky_money_format (over);
  under_text = sky_money_format (under);
  g_print (_ ("\nOverpaid %s, underpaid %s\n"), over_text, under_text);
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

/* A recording is good when its first picture can be decoded. */
static SkyRecordingState
probe (const char *path, char **cause, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (sky_media_check_file (path, NULL, NULL, &error))
    return SKY_RECORDING_GOOD;
  *cause = g_strdup (error->message);
  return g_error_matches (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NOT_FOUND)
             ? SKY_RECORDING_MISSING
             : SKY_RECORDING_UNREADABLE;
}

/* Keeps every audit, each whole or not at all; what cannot be kept does not stop the others.
 * Returns FALSE when one could not. */
static gboolean
keep (SkyAuditRun *run, SkyStore *store)
{
  GPtrArray *audits = sky_audit_run_get_audits (run);
  const SkyArchive *last = NULL;
  g_autofree char *inputs = NULL;
  gboolean kept = TRUE;

  for (guint i = 0; i < audits->len; i++)
    {
      const SkyLogAudit *log = audits->pdata[i];
      const SkyArchive *archive = sky_audit_run_get_archive_of (run, log);
      g_autoptr (GError) error = NULL;

      if (archive != last)
        {
          g_free (inputs);
          inputs = sky_store_audit_inputs (archive);
          last = archive;
        }
      if (sky_store_write_audit (store, archive, inputs, log, SKY_VERSION, NULL, &error))
        continue;
      sky_cli_complain ("%s: %s", sky_log_get_path (log->log), error->message);
      kept = FALSE;
    }
  return kept;
}

static SkyCliStatus
audit (char **archives, const char *format, int jobs, SkyStore *store, const Filter *filter)
{
  g_autoptr (SkyAuditRun) run = sky_audit_run_new ((const char *const *) archives);
  g_autoptr (GError) error = NULL;
  gboolean kept = TRUE;
  GPtrArray *failures = sky_audit_run_get_failures (run);
  SkyProgress *progress = sky_progress_start (_ ("Auditing"), NULL, get_progress, cancel, run);
  gboolean done;

  sky_audit_run_set_probe (run, probe, NULL);
  done = sky_audit_run (run, (guint) jobs, &error);
  sky_progress_stop (progress);
  for (guint i = 0; i < failures->len; i++)
    sky_cli_complain ("%s", (const char *) failures->pdata[i]);
  if (!done)
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }

  if (store != NULL)
    kept = keep (run, store);
  if (g_str_equal (format, "jsonl"))
    print_jsonl (run, filter);
  else if (sky_audit_run_get_audits (run)->len > 0)
    print_summary (run, filter);
  return sky_audit_run_get_n_unread (run) > 0 || !kept ? SKY_CLI_FAILED : SKY_CLI_DONE;
}

SkyCliStatus
sky_cli_audit (int argc, char **argv)
{
  g_autofree char *format = NULL;
  g_autofree char *check = NULL;
  g_autofree char *queue = NULL;
  g_autofree char *database = NULL;
  g_autoptr (GPatternSpec) pattern = NULL;
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GError) error = NULL;
  int jobs = 0;
  Filter filter = { 0 };
  SkyCliStatus status;
  const GOptionEntry options[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &format,
      N_ ("How findings are printed: counted, or one JSON object each"), "summary|jsonl" },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &jobs,
      N_ ("Logs that are audited at a time (as many as there are processors)"), "N" },
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &database,
      N_ ("Keep the result in this database, as the console does"), "FILE" },
    { "check", 0, 0, G_OPTION_ARG_STRING, &check,
      N_ ("Print findings of these checks alone, “settle.*”"), "GLOB" },
    { "queue", 0, 0, G_OPTION_ARG_STRING, &queue, N_ ("Print findings of this queue alone"),
      "QUEUE" },
    { NULL },
  };

  if (!sky_cli_parse ("audit", options, &argc, &argv, &status))
    return status;
  if (argc < 2)
    return sky_cli_wrong_usage ("audit", _ ("which archive?"));
  if (format == NULL)
    format = g_strdup ("summary");
  if (!g_str_equal (format, "summary") && !g_str_equal (format, "jsonl"))
    return sky_cli_wrong_usage ("audit", _ ("there is no format “%s”"), format);
  if (jobs < 0)
    return sky_cli_wrong_usage ("audit", _ ("--jobs wants a number from 1"));
  if (queue != NULL && !find_queue (queue, &filter.queue))
    return sky_cli_wrong_usage ("audit", _ ("there is no queue “%s”"), queue);
  filter.has_queue = queue != NULL;
  if (check != NULL)
    filter.check = pattern = g_pattern_spec_new (check);
  if (database != NULL && (store = sky_store_open (database, SKY_STORE_READ_WRITE, &error)) == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  return audit (argv + 1, format, jobs, store, &filter);
}
