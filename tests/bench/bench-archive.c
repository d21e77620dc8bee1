/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole archives: on one core and on two, unchanged since the last audit, and in how much memory.
 */
#include "config.h"

#include "bench.h"

#include "sky-audit-run.h"
#include "sky-store-audit.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

/* Craps, so many tables that it matters little which of two threads is done first: about four
 * hundred megabytes. */
#define TABLES 40
#define ROUNDS 2000

/* A hundred megabytes. */
#define TABLES_LINKED 10

typedef struct
{
  SkyStore *store;
  SkyKnownLogs *known;
  guint n_known;
  guint n_resumed;
} Keeper;

/* What the store is to know of the logs. */
typedef enum
{
  STORE_NEW,       /* nothing */
  STORE_GROWN,     /* what they were before they grew */
  STORE_UNCHANGED, /* all */
} StoreKind;

static void
judged (const SkyArchive *archive, SkyLog *log, const SkyLogAudit *audit, gpointer user_data)
{
  Keeper *keeper = user_data;
  g_autoptr (GError) error = NULL;

  if (audit == NULL)
    keeper->n_known++;
  keeper->n_resumed += audit != NULL && audit->resumed != NULL;
  if (audit != NULL
      && !sky_store_write_audit (keeper->store, archive, "", audit, SKY_VERSION, NULL, &error))
    g_error ("%s", error->message);
}

static gboolean
is_known (const SkyArchive *archive, SkyLog *log, gpointer user_data)
{
  return sky_known_logs_find (((Keeper *) user_data)->known, log) != 0;
}

static GBytes *
get_earlier (const SkyArchive *archive, SkyLog *log, gpointer user_data)
{
  return sky_known_logs_get_state (((Keeper *) user_data)->known, log);
}

/* Audits the archive into the store at @path, as skyward-cli does. */
static void
audit (const char *archive, const char *path, guint jobs, StoreKind kind, double *cpu, double *wall)
{
  const char *const paths[] = { archive, NULL };
  g_autoptr (GError) error = NULL;
  double cpu_start, wall_start;
  Keeper keeper = { 0 };
  SkyAuditRun *run;

  if (kind == STORE_NEW)
    g_remove (path);
  keeper.store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  g_assert_no_error (error);
  cpu_start = bench_cpu ();
  wall_start = bench_wall ();
  run = sky_audit_run_new (paths);
  keeper.known = sky_known_logs_new (keeper.store, sky_audit_run_get_archives (run)->pdata[0], "",
                                     SKY_VERSION, &error);
  sky_audit_run_set_known (run, is_known, &keeper);
  sky_audit_run_set_earlier (run, get_earlier, &keeper);
  sky_audit_run_set_judged (run, judged, &keeper);
  g_assert_true (sky_audit_run (run, jobs, &error));
  g_assert_true ((kind == STORE_UNCHANGED) == (keeper.n_known > 0));
  g_assert_true ((kind == STORE_GROWN) == (keeper.n_resumed > 0));
  *cpu = bench_cpu () - cpu_start;
  *wall = bench_wall () - wall_start;
  sky_audit_run_free (run);
  sky_known_logs_free (keeper.known);
  sky_store_free (keeper.store);
}

/* The same with one processor and no more, for all threads. */
static void
audit_on_one (const char *archive, const char *path, double *cpu, double *wall)
{
  cpu_set_t before, one;
  int processor = sched_getcpu ();

  g_assert_cmpint (sched_getaffinity (0, sizeof before, &before), ==, 0);
  CPU_ZERO (&one);
  CPU_SET ((guint) MAX (processor, 0), &one);
  g_assert_cmpint (sched_setaffinity (0, sizeof one, &one), ==, 0);
  audit (archive, path, 1, STORE_NEW, cpu, wall);
  g_assert_cmpint (sched_setaffinity (0, sizeof before, &before), ==, 0);
}

static double
run_on_logs (const SkyArchive *archive, const char *program, const char *option)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();

  g_ptr_array_add (argv, (gpointer) program);
  g_ptr_array_add (argv, (gpointer) option);
  for (char **log = archive->logs; *log != NULL; log++)
    g_ptr_array_add (argv, *log);
  g_ptr_array_add (argv, NULL);
  return bench_run_program ((const char *const *) argv->pdata);
}

/* The logs of @archive, the last hundredth of each cut off when @cut is set, as files of @path. */
static void
copy_logs (const SkyArchive *archive, const char *path, gboolean cut)
{
  for (char **log = archive->logs; *log != NULL; log++)
    {
      g_autofree char *base = g_path_get_basename (*log);
      g_autofree char *to = g_build_filename (path, base, NULL);
      g_autofree char *text = NULL;
      gsize size;

      g_assert_true (g_file_get_contents (*log, &text, &size, NULL));
      g_assert_true (g_file_set_contents (to, text, (gssize) (cut ? size / 100 * 99 : size), NULL));
    }
}

void
bench_archive (GString *page, const char *folder)
{
  g_autofree char *growing = g_build_filename (folder, "growing", NULL);
  double grown_cpu, grown[BENCH_RUNS], known[BENCH_RUNS];
  g_autofree char *grown_text = NULL;
  g_autofree char *known_text = NULL;
  g_autofree char *path = bench_make_archive (folder, SKY_GAME_CRAPS, TABLES, ROUNDS, 0);
  g_autofree char *store = g_build_filename (folder, "archive.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (path, &error);
  double one_cpu[BENCH_RUNS], one_wall[BENCH_RUNS], two_cpu[BENCH_RUNS], two_wall[BENCH_RUNS];
  double known_cpu[BENCH_RUNS], sum_cpu[BENCH_RUNS], wc_cpu[BENCH_RUNS], unused;
  double faster[BENCH_RUNS], dearer[BENCH_RUNS], to_sum[BENCH_RUNS], to_wc[BENCH_RUNS];
  g_autofree char *faster_text = NULL;
  g_autofree char *dearer_text = NULL;
  g_autofree char *sum_text = NULL;
  g_autofree char *wc_text = NULL;

  g_assert_no_error (error);
  g_assert_cmpint (g_mkdir (growing, 0700), ==, 0);
  for (guint i = 0; i < BENCH_RUNS; i++)
    {
      copy_logs (archive, growing, TRUE);
      audit (growing, store, 1, STORE_NEW, &unused, &unused);
      copy_logs (archive, growing, FALSE);
      audit (growing, store, 1, STORE_GROWN, &grown_cpu, &unused);
      audit_on_one (path, store, &one_cpu[i], &one_wall[i]);
      audit (path, store, 2, STORE_NEW, &two_cpu[i], &two_wall[i]);
      audit (path, store, 1, STORE_UNCHANGED, &known_cpu[i], &unused);
      grown[i] = grown_cpu / one_cpu[i];
      known[i] = known_cpu[i] / one_cpu[i];
      sum_cpu[i] = run_on_logs (archive, "sha256sum", "--binary");
      wc_cpu[i] = run_on_logs (archive, "wc", "-l");
      faster[i] = one_wall[i] / two_wall[i];
      dearer[i] = two_cpu[i] / one_cpu[i];
      to_sum[i] = known_cpu[i] / sum_cpu[i];
      to_wc[i] = one_cpu[i] / wc_cpu[i];
    }
  faster_text = bench_spread (faster, BENCH_RUNS, "%.2f");
  dearer_text = bench_spread (dearer, BENCH_RUNS, "%.2f");
  grown_text = bench_spread (grown, BENCH_RUNS, "%.2f");
  known_text = bench_spread (known, BENCH_RUNS, "%.2f");
  sum_text = bench_spread (to_sum, BENCH_RUNS, "%.2f");
  wc_text = bench_spread (to_wc, BENCH_RUNS, "%.0f");
  g_string_append_printf (
      page,
      "## Archives\n\n"
      "%d tables of craps with %d rounds each, into a new store; each line in turns, %d times.\n\n"
      "| what | ratio |\n| --- | --- |\n"
      "| time on the wall, one processor to two (the aim is 1.9) | %s |\n"
      "| CPU time, two processors to one (what working side by side costs) | %s |\n"
      "| CPU time, logs that grew by 1 %% to a first audit of the whole | %s |\n"
      "| CPU time, unchanged logs to a first audit | %s |\n"
      "| CPU time, unchanged logs to `sha256sum` of them | %s |\n"
      "| CPU time, a first audit to `wc -l` | %s |\n\n"
      "The time on the wall says little while other programs want the processors too: then two "
      "threads get no more than one did.\n\n",
      TABLES, ROUNDS, BENCH_RUNS, faster_text, dearer_text, grown_text, known_text, sum_text,
      wc_text);
  g_remove (store);
  bench_remove_folder (growing);
  bench_remove_folder (path);
}

/* The most anonymous memory that the program takes, in megabytes, looked at every few milliseconds.
 */
static double
measure_memory (const char *program, GPtrArray *archives)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *status = NULL;
  guint64 most = 0;

  g_ptr_array_add (argv, (gpointer) program);
  g_ptr_array_add (argv, (gpointer) "audit");
  g_ptr_array_add (argv, (gpointer) "--jobs=2");
  for (guint i = 0; i < archives->len; i++)
    g_ptr_array_add (argv, archives->pdata[i]);
  g_ptr_array_add (argv, NULL);
  process = g_subprocess_newv ((const char *const *) argv->pdata, G_SUBPROCESS_FLAGS_STDOUT_SILENCE,
                               &error);
  g_assert_no_error (error);
  status = g_strdup_printf ("/proc/%s/status", g_subprocess_get_identifier (process));
  for (;;)
    {
      g_autofree char *text = NULL;
      const char *line;

      /* A process that has ended has no memory any more. */
      if (!g_file_get_contents (status, &text, NULL, NULL)
          || (line = strstr (text, "RssAnon:")) == NULL)
        break;
      most = MAX (most, g_ascii_strtoull (line + strlen ("RssAnon:"), NULL, 10));
      g_usleep (2000);
    }
  g_assert_true (g_subprocess_wait_check (process, NULL, &error));
  g_assert_no_error (error);
  return (double) most / 1024;
}

/* A folder with the logs of @archive under other names, but the same files. */
static char *
link_archive (const char *folder, const SkyArchive *archive, guint number)
{
  g_autofree char *name = g_strdup_printf ("linked-%u", number);
  char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  for (char **log = archive->logs; *log != NULL; log++)
    {
      g_autofree char *base = g_path_get_basename (*log);
      g_autofree char *to = g_build_filename (path, base, NULL);

      g_assert_cmpint (link (*log, to), ==, 0);
    }
  return path;
}

/* Ten megabytes, and the same hundred megabytes a hundred times over. */
void
bench_memory (GString *page, const char *folder, const char *program)
{
  g_autofree char *small = bench_make_archive (folder, SKY_GAME_CRAPS, 2, ROUNDS / 2, 0);
  g_autofree char *large = bench_make_archive (folder, SKY_GAME_CRAPS, TABLES_LINKED, ROUNDS, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (large, &error);
  g_autoptr (GPtrArray) archives = g_ptr_array_new_with_free_func (g_free);
  static const guint counts[] = { 1, 10, 100 };
  double least;

  g_assert_no_error (error);
  g_ptr_array_add (archives, g_strdup (small));
  least = measure_memory (program, archives);
  g_string_append_printf (page,
                          "## Memory\n\n"
                          "The most anonymous memory that `skyward-cli audit --jobs=2` takes. The "
                          "larger archives are folders with hard links to the same logs. The aim "
                          "is at most twice the first line's.\n\n"
                          "| logs of | anonymous memory, MB | to the first line |\n"
                          "| --- | --- | --- |\n| 10 MB | %.1f | 1.00 |\n",
                          least);
  g_ptr_array_set_size (archives, 0);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      double most;

      while (archives->len < counts[i])
        g_ptr_array_add (archives, link_archive (folder, archive, archives->len));
      most = measure_memory (program, archives);
      g_string_append_printf (page, "| %.1f GB | %.1f | %.2f |\n", counts[i] * 0.1, most,
                              most / least);
      g_printerr ("%u: %.1f MB to %.1f MB\n", counts[i], most, least);
    }
  g_string_append_c (page, '\n');
}
