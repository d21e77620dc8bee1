/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast archives are audited: on one core beside simdjson, which merely parses the same files,
 * and on two. What is timed on each side goes in turns. */
#include "config.h"

#include "bench.h"

#include "sky-audit-run.h"
#include "sky-store-audit.h"

#include <glib/gstdio.h>
#include <string.h>

/* All logs of an archive one behind the other, without what stands behind them. */
static GString *
read_logs (const SkyArchive *archive)
{
  GString *all = g_string_new (NULL);

  for (char **path = archive->logs; *path != NULL; path++)
    {
      g_autofree char *text = NULL;
      gsize size;

      g_assert_true (g_file_get_contents (*path, &text, &size, NULL));
      g_string_append_len (all, text, (gssize) size);
    }
  return all;
}

/* The logs audited one by one and put into a new store. Returns the CPU seconds. */
static double
audit_into_store (const char *folder, const SkyArchive *archive, guint64 *events)
{
  g_autofree char *path = g_build_filename (folder, "skyward.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  double start;

  g_assert_no_error (error);
  *events = 0;
  start = bench_cpu ();
  for (char **name = archive->logs; *name != NULL; name++)
    {
      SkyAuditOptions options = { .want_state = TRUE, .staff = archive->staff };
      g_autoptr (SkyLog) log = sky_log_open (*name, &error);
      g_autoptr (SkyLogAudit) audit = NULL;

      g_assert_no_error (error);
      audit = sky_audit_log (log, &options, &error);
      g_assert_no_error (error);
      sky_store_write_audit (store, archive, "", audit, SKY_VERSION, NULL, &error);
      g_assert_no_error (error);
      *events += audit->n_events;
    }
  start = bench_cpu () - start;
  sky_store_free (g_steal_pointer (&store));
  g_remove (path);
  return start;
}

/* Returns the CPU seconds that simdjson takes for the logs' files, which it reads itself. */
static double
load_by_reference (const SkyArchive *archive)
{
  double start = bench_cpu ();

  for (char **path = archive->logs; *path != NULL; path++)
    bench_reference_load (*path);
  return bench_cpu () - start;
}

/* An archive of some hundred thousand events. */
static void
measure_load (GString *page, const char *folder, SkyGameId game)
{
  g_autofree char *path =
      bench_make_archive (folder, game, game == SKY_GAME_MINI_CRAPS ? 2 : 4, 2000, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (path, &error);
  g_autoptr (GString) text = NULL;
  g_autofree char *spread = NULL;
  g_autofree char *file_spread = NULL;
  double ours[BENCH_RUNS], theirs[BENCH_RUNS], ratios[BENCH_RUNS], file_ratios[BENCH_RUNS];
  guint64 events = 0;
  gsize size;

  g_assert_no_error (error);
  text = read_logs (archive);
  size = text->len;
  g_string_set_size (text, size + bench_reference_padding ());
  for (guint run = 0; run < BENCH_RUNS; run++)
    {
      double start = bench_cpu ();

      bench_reference_parse (text->str, size);
      theirs[run] = bench_cpu () - start;
      ours[run] = audit_into_store (folder, archive, &events);
      ratios[run] = theirs[run] / ours[run];
      file_ratios[run] = load_by_reference (archive) / ours[run];
    }
  spread = bench_spread (ratios, BENCH_RUNS, "%.2f");
  file_spread = bench_spread (file_ratios, BENCH_RUNS, "%.2f");
  g_string_append_printf (
      page, "| %s | %.1f | %.0f | %.0f | %.2f million | %s | %s |\n", sky_game_get (game)->name,
      (double) size / 1e6, (double) size / 1e6 / bench_median (theirs, BENCH_RUNS),
      (double) size / 1e6 / bench_median (ours, BENCH_RUNS),
      (double) events / 1e6 / bench_median (ours, BENCH_RUNS), spread, file_spread);
  g_printerr ("%s: %s\n", sky_game_id_to_name (game), spread);
  bench_remove_folder (path);
}

void
bench_throughput (GString *page, const char *folder)
{
  g_string_append_printf (
      page,
      "## From a log to findings in the store, one core\n\n"
      "simdjson %s, as Debian packages it, parses the same bytes (`parse_many`) and does nothing "
      "with them: from memory, where they lie already, and from the same files, which it reads "
      "itself as the audit does (`load_many`). The audit opens each log, reads it through, works "
      "out its SHA-256 and writes rounds and findings into a new database. CPU seconds in turns, "
      "%d times; the ratios are of each turn: median (least–most). The aim is 0.30 of what "
      "simdjson does with the same file, which is the last column; the one before it is the "
      "harder.\n\n"
      "| game | MB | simdjson from memory, MB/s | audit, MB/s | events a second "
      "| ratio to simdjson from memory | to simdjson from the file |\n"
      "| --- | --- | --- | --- | --- | --- | --- |\n",
      bench_reference_version (), BENCH_RUNS);
  for (SkyGameId game = 0; game < SKY_N_GAMES; game++)
    measure_load (page, folder, game);
  g_string_append_c (page, '\n');
}
