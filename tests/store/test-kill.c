/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that is killed at any instant leaves each log as one of its audits made it, and no
 * decision lost that it was told was kept. The killed program is this one, run again: it says a
 * line on its standard output for each thing done, and the parent kills it somewhere in between. */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sky-review.h"
#include "store-samples.h"

#define N_KILLS    25
#define N_ROUNDS   60
#define N_FINDINGS 120

static const SkyReviewer ada = { "PA-100001", "Ada Quinn" };

/* An audit of the log: whichever it is, it has so many more findings than rounds, and a store that
 * mixed two of them would not. */
static SampleAudit *
make_audit (guint audit)
{
  return sample_audit_new (1, 0, N_ROUNDS + audit % 7, N_FINDINGS + audit % 7, 1);
}

static void
say (const char *what, gint64 number)
{
  printf ("%s %" G_GINT64_FORMAT "\n", what, number);
  fflush (stdout);
}

/* Writes audits and decisions for as long as it lives. */
G_GNUC_NORETURN static void
work (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  say ("open", 0);
  for (guint i = 0;; i++)
    {
      g_autoptr (SampleAudit) audit = make_audit (i);
      g_autofree char *key = sample_audit_key (audit, i % 100);
      gint64 number;

      sample_audit_write (audit, store);
      say ("audit", i);
      sky_store_decide (store, &ada, key, SKY_LEDGER_CONFIRM, NULL, SKY_REVIEW_ANY, &number,
                        &error);
      g_assert_no_error (error);
      say ("entry", number);
    }
}

/* Returns: how many entries the ledger has. */
static gint64
assert_whole (Samples *samples, gint64 entries_told)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, &error);
  g_autoptr (GPtrArray) faults = NULL;
  guint64 n_entries;

  g_assert_no_error (error);
  g_assert_true (sky_store_check (store, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (logs->len, <=, 1);
  for (guint i = 0; i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];
      SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
      g_autoptr (GPtrArray) rounds =
          sky_store_list_rounds (store, log->id, SKY_TIME_NONE, SKY_TIME_NONE, &error);
      g_autoptr (GPtrArray) findings =
          sky_store_findings_page (store, &filter, SKY_FINDING_SORT_RECORD, FALSE, 0, 1000, &error);
      SkyFindingCounts counts;

      g_assert_no_error (error);
      g_assert_true (sky_store_count_findings (store, &filter, &counts, &error));
      g_assert_cmpuint (rounds->len, ==, log->n_rounds);
      g_assert_cmpuint (findings->len, ==, log->n_findings);
      g_assert_cmpuint (counts.total, ==, log->n_findings);
      g_assert_cmpuint (log->n_findings - log->n_rounds, ==, N_FINDINGS - N_ROUNDS);
      for (guint j = 0; j < findings->len; j++)
        {
          const SkyStoredFinding *finding = findings->pdata[j];
          g_autoptr (SkyReview) review = sky_store_get_review (store, finding->key, &error);

          g_assert_no_error (error);
          g_assert_cmpint (finding->state, ==, review->state);
        }
    }

  faults = sky_store_ledger_verify (store, &n_entries, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (faults->len, ==, 0);
  g_assert_cmpuint (n_entries, >=, entries_told);
  /* The entry that was on its way when the program died may have arrived. */
  g_assert_cmpuint (n_entries, <=, entries_told + 1);
  return n_entries;
}

static GPid
start (const char *program, const char *path, FILE **told)
{
  const char *arguments[] = { program, "--work", path, NULL };
  g_autoptr (GError) error = NULL;
  GPid pid = 0;
  int output = -1;

  g_spawn_async_with_pipes (NULL, (char **) arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                            &pid, NULL, &output, NULL, &error);
  g_assert_no_error (error);
  *told = fdopen (output, "r");
  g_assert_nonnull (*told);
  return pid;
}

static char *program;

static void
test_kill (Samples *samples, gconstpointer unused)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20231104);
  gint64 entries_told = 0;
  guint n_audits_told = 0;

  for (guint i = 0; i < N_KILLS; i++)
    {
      FILE *told;
      GPid pid = start (program, samples->path, &told);
      guint n_lines = g_rand_int_range (random, 1, 12);
      char line[64];
      int status;

      /* Some lines are heard, then somewhat later it dies: in the middle of whatever it does. */
      for (guint j = 0; j < n_lines; j++)
        {
          g_assert_nonnull (fgets (line, sizeof line, told));
          if (g_str_has_prefix (line, "entry "))
            entries_told = g_ascii_strtoll (line + strlen ("entry "), NULL, 10);
          n_audits_told += g_str_has_prefix (line, "audit ");
        }
      g_usleep (g_rand_int_range (random, 0, 8000));
      g_assert_cmpint (kill (pid, SIGKILL), ==, 0);

      /* What it said before it died counts as well. */
      while (fgets (line, sizeof line, told) != NULL)
        if (g_str_has_prefix (line, "entry ") && strchr (line, '\n') != NULL)
          entries_told = g_ascii_strtoll (line + strlen ("entry "), NULL, 10);
      fclose (told);
      g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
      g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
      g_spawn_close_pid (pid);
      entries_told = assert_whole (samples, entries_told);
    }
  g_assert_cmpint (entries_told, >, N_KILLS);
  g_assert_cmpuint (n_audits_told, >, N_KILLS);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "--work") == 0)
    work (argv[2]);

  program = argv[0];
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/kill/any-instant", Samples, NULL, samples_set_up, test_kill, samples_tear_down);

  return g_test_run ();
}
