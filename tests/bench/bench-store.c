/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The store with ten million rounds and a million findings: how fast it takes them beside a bare
 * table of SQLite, and how long a page of it takes. */
#include "config.h"

#include "bench-fill.h"
#include "bench.h"

#include "sky-finding-query.h"
#include "store-samples.h"

#include <glib/gstdio.h>

#include <sqlite3.h>

#define DAYS  100
#define PAGE  100
#define PAIRS 20 /* of a log into the store and into a bare table */

static SkyStore *
open_store (const char *path)
{
  g_autoptr (GError) error = NULL;
  SkyStore *store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  return store;
}

/* What a program that kept rounds and findings in two plain tables would do, without an index. */
static double
insert_bare (sqlite3 *database, const SampleAudit *audit)
{
  double start = bench_cpu ();
  sqlite3_stmt *round, *finding;

  g_assert_cmpint (sqlite3_exec (database, "BEGIN", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_prepare_v2 (database, "INSERT INTO rounds VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)", -1, &round,
                      NULL);
  sqlite3_prepare_v2 (database,
                      "INSERT INTO findings VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", -1,
                      &finding, NULL);
  for (guint i = 0; i < audit->rounds->len; i++)
    {
      const SkyStoredRound *row = &g_array_index (audit->rounds, SkyStoredRound, i);
      gint64 values[13] = { 1,
                            i,
                            row->round,
                            (gint64) row->first_seq,
                            (gint64) row->last_seq,
                            row->start,
                            row->end,
                            row->offset,
                            (gint64) row->length,
                            (gint64) row->first_line,
                            row->n_wagers,
                            0,
                            row->complete };

      for (int v = 0; v < 13; v++)
        sqlite3_bind_int64 (round, v + 1, values[v]);
      g_assert_cmpint (sqlite3_step (round), ==, SQLITE_DONE);
      sqlite3_reset (round);
    }
  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyStoredFinding *row = &g_array_index (audit->findings, SkyStoredFinding, i);
      const char *texts[] = { row->check,    row->section,    row->wager,
                              row->recorded, row->recomputed, row->explanation };

      for (int v = 0; v < 13; v++)
        sqlite3_bind_int64 (finding, v + 1, (gint64) row->seq + v);
      for (int v = 0; v < 6; v++)
        sqlite3_bind_text (finding, v + 14, texts[v], -1, SQLITE_STATIC);
      g_assert_cmpint (sqlite3_step (finding), ==, SQLITE_DONE);
      sqlite3_reset (finding);
    }
  sqlite3_finalize (round);
  sqlite3_finalize (finding);
  g_assert_cmpint (sqlite3_exec (database, "COMMIT", NULL, NULL, NULL), ==, SQLITE_OK);
  return bench_cpu () - start;
}

static void
measure_insert (GString *page, const char *folder, SkyStore *store)
{
  g_autofree char *path = g_build_filename (folder, "bare.db", NULL);
  g_autofree char *spread = NULL;
  double ours[PAIRS], bare[PAIRS], ratios[PAIRS];
  sqlite3 *database;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database,
                                 "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                                 "CREATE TABLE rounds (a,b,c,d,e,f,g,h,i,j,k,l,m);"
                                 "CREATE TABLE findings (a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s)",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  for (guint i = 0; i < PAIRS; i++)
    {
      g_autoptr (SampleAudit) audit = sample_audit_new (
          i % BENCH_TABLES, DAYS + i, BENCH_ROUNDS_A_LOG, BENCH_FINDINGS_A_LOG, i + 1);
      double start;

      bare[i] = insert_bare (database, audit);
      start = bench_cpu ();
      sample_audit_write (audit, store);
      ours[i] = bench_cpu () - start;
      ratios[i] = ours[i] / bare[i];
    }
  sqlite3_close (database);
  g_remove (path);
  spread = bench_spread (ratios, PAIRS, "%.1f");
  g_string_append_printf (page,
                          "A log of %d rounds and %d findings goes into the full store, with "
                          "what its lists and its search need, in %.1f ms of CPU; into two "
                          "bare tables of SQLite without any index in %.1f ms: %s times.\n\n",
                          BENCH_ROUNDS_A_LOG, BENCH_FINDINGS_A_LOG,
                          bench_median (ours, PAIRS) * 1000, bench_median (bare, PAIRS) * 1000,
                          spread);
}

/* Opens the store and shows its first page, as the console does. */
static double
show_first (const char *path)
{
  double start = bench_wall ();
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = open_store (path);
  g_autoptr (GPtrArray) page = NULL;
  SkyFindingCounts counts;

  g_assert_true (sky_store_count_findings (store, &filter, &counts, &error));
  page = sky_store_findings_page (store, &filter, SKY_FINDING_SORT_RECORD, FALSE, 0, PAGE, &error);
  g_assert_no_error (error);
  return bench_wall () - start;
}

typedef struct
{
  const char *name;
  SkyFindingFilter filter;
} Question;

/* The longest that a count and a page of @filter takes in any order, from its beginning, its middle
 * and its end. */
static double
ask (const char *path, const SkyFindingFilter *filter, guint64 *total)
{
  double longest = 0;

  for (SkyFindingSort sort = 0; sort < SKY_N_FINDING_SORTS; sort++)
    for (guint backward = 0; backward < 2; backward++)
      {
        g_autoptr (SkyStore) store = open_store (path);
        g_autoptr (GError) error = NULL;
        SkyFindingCounts counts;
        double start = bench_cpu ();

        g_assert_true (sky_store_count_findings (store, filter, &counts, &error));
        *total = counts.total;
        {
          g_autoptr (GPtrArray) first =
              sky_store_findings_page (store, filter, sort, backward, 0, PAGE, &error);

          g_assert_no_error (error);
        }
        longest = MAX (longest, bench_cpu () - start);
        for (guint part = 1; part <= 2; part++)
          {
            guint64 at = counts.total * part / 2;
            g_autoptr (GPtrArray) page = NULL;

            at -= MIN (at, PAGE);
            start = bench_cpu ();
            page = sky_store_findings_page (store, filter, sort, backward, at, PAGE, &error);
            g_assert_no_error (error);
            longest = MAX (longest, bench_cpu () - start);
          }
      }
  return longest;
}

static void
measure_questions (GString *page, const char *path)
{
  Question questions[] = {
    { "all", SKY_FINDING_FILTER_INIT },
    { "a property", SKY_FINDING_FILTER_INIT },
    { "a table", SKY_FINDING_FILTER_INIT },
    { "a game", SKY_FINDING_FILTER_INIT },
    { "a gaming day", SKY_FINDING_FILTER_INIT },
    { "a month", SKY_FINDING_FILTER_INIT },
    { "a queue", SKY_FINDING_FILTER_INIT },
    { "a severity", SKY_FINDING_FILTER_INIT },
    { "checks by a pattern", SKY_FINDING_FILTER_INIT },
    { "the open ones", SKY_FINDING_FILTER_INIT },
    { "a round's number", SKY_FINDING_FILTER_INIT },
    { "a rare word", SKY_FINDING_FILTER_INIT },
    { "a word that every fiftieth has", SKY_FINDING_FILTER_INIT },
    { "a word that all have", SKY_FINDING_FILTER_INIT },
    { "a table, a queue and a word", SKY_FINDING_FILTER_INIT },
  };
  guint64 total = 0;

  questions[1].filter.property = (char *) "Keystone";
  questions[2].filter.table = (char *) "CR-07";
  questions[3].filter.game = (char *) "roulette";
  questions[4].filter.first_day = questions[4].filter.last_day =
      sky_day_from_ymd (2023, 11, 4) + 50;
  questions[5].filter.first_day = sky_day_from_ymd (2023, 11, 4) + 30;
  questions[5].filter.last_day = questions[5].filter.first_day + 30;
  questions[6].filter.queues = 1u << SKY_QUEUE_VARIANCE;
  questions[7].filter.severities = 1u << SKY_SEVERITY_MAJOR;
  questions[8].filter.check = (char *) "settle.*";
  questions[9].filter.states = 1u << SKY_REVIEW_OPEN;
  questions[10].filter.round = 500;
  questions[11].filter.text = (char *) "w77 CR-33";
  questions[12].filter.text = (char *) "window7";
  questions[13].filter.text = (char *) "sample";
  questions[14].filter.table = (char *) "CR-07";
  questions[14].filter.queues = 1u << SKY_QUEUE_VARIANCE;
  questions[14].filter.text = (char *) "paid";

  /* Whoever is the first to ask for words waits for the disk. */
  ask (path, &questions[13].filter, &total);
  g_string_append (page, "| asked for | findings | longest, ms |\n| --- | --- | --- |\n");
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      double longest = ask (path, &questions[i].filter, &total);

      g_string_append_printf (page, "| %s | %" G_GUINT64_FORMAT " | %.0f |\n", questions[i].name,
                              total, longest * 1000);
      g_printerr ("%s: %.0f ms\n", questions[i].name, longest * 1000);
    }
}

static void
measure_first (GString *page, const char *folder, const char *path)
{
  g_autofree char *empty = g_build_filename (folder, "empty.db", NULL);
  g_autofree char *spread = NULL;
  double full_times[BENCH_RUNS], empty_times[BENCH_RUNS], ratios[BENCH_RUNS];

  sky_store_free (open_store (empty));
  for (guint i = 0; i < BENCH_RUNS; i++)
    {
      empty_times[i] = show_first (empty);
      full_times[i] = show_first (path);
      ratios[i] = full_times[i] / empty_times[i];
    }
  spread = bench_spread (ratios, BENCH_RUNS, "%.1f");
  g_string_append_printf (page,
                          "Opening it, counting all and reading the first %d findings takes "
                          "%.1f ms, of an empty one %.1f ms: %s times. The aim is 2.\n\n",
                          PAGE, bench_median (full_times, BENCH_RUNS) * 1000,
                          bench_median (empty_times, BENCH_RUNS) * 1000, spread);
}

void
bench_store (GString *page, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "store.db", NULL);
  g_autoptr (SkyStore) store = NULL;

  bench_fill_store (path, DAYS);
  store = open_store (path);
  g_string_append_printf (page,
                          "## The store\n\nIt holds %d logs with %d million rounds and %d "
                          "findings.\n\n",
                          BENCH_TABLES * DAYS, BENCH_TABLES * DAYS * BENCH_ROUNDS_A_LOG / 1000000,
                          BENCH_TABLES * DAYS * BENCH_FINDINGS_A_LOG);
  measure_first (page, folder, path);
  g_string_append_printf (
      page,
      "A filter is asked for in each of the %d orders, both ways: the count with the first %d "
      "findings, over a connection that knows nothing yet, then %d from the middle and %d from "
      "the end. CPU time, the longest of all. The aim is 100 ms.\n\n",
      SKY_N_FINDING_SORTS, PAGE, PAGE, PAGE);
  measure_questions (page, path);
  g_string_append_c (page, '\n');
  measure_insert (page, folder, store);
}
