/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ten million rounds of a property come to: how long the whole answer takes when the counts of
 * 10,000 logs are folded anew, the whole or one unit from what is kept of that, and the streams of
 * one log after its audit, beside a bare reading of the counts; with the address of an empty shared
 * store the same from there.
 *
 * usage: bench-patterns [PAGE [URI]] */
#include "config.h"

#include "bench-section.h"
#include "bench.h"
#include "pattern-samples.h"
#include "sky-pattern-reading.h"
#include "sky-store-copy.h"
#include "sky-stored-log.h"

#include <glib/gstdio.h>

#include <sqlite3.h>
#include <stdlib.h>

#define N_TABLES  100
#define N_DAYS    100
#define N_DEALERS 150
#define N_PATRONS 2000
#define N_RUNS    5
#define N_MONEY   30    /* tables of wheels and of three dice: the others are not in the law */
#define MONDAY    19604 /* 2023-09-04 */
#define ONE_UNIT  "w7"

static const char *program;
static GString *section; /* what is told, for the page */

static guint64 chance = G_GUINT64_CONSTANT (88172645463325252);

static guint
draw (guint below)
{
  chance ^= chance << 13;
  chance ^= chance >> 7;
  chance ^= chance << 17;
  return (guint) ((chance >> 32) * below >> 32);
}

/* Prints it, and puts it into the section. */
static void G_GNUC_PRINTF (1, 2) tell (const char *format, ...)
{
  g_autofree char *told = NULL;
  va_list args;

  va_start (args, format);
  told = g_strdup_vprintf (format, args);
  va_end (args);
  fputs (told, stdout);
  g_string_append (section, told);
}

static void
draw_places (gint64 *counts, guint n_places, guint n)
{
  for (guint i = 0; i < n; i++)
    counts[draw (n_places)]++;
}

/* Who deals to whom: each dealer has some 67 patrons, which makes 10,000 pairs. */
static char *
name_patron (guint dealer)
{
  return g_strdup_printf ("P%u", (dealer * 13 + draw (67) * 29) % N_PATRONS);
}

static void
add_people (SkyCounts *counts, guint table, guint day)
{
  for (guint shift = 0; shift < 4; shift++)
    {
      guint number = (table * 3 / 2 + shift * 37 + day / 7) % N_DEALERS;
      g_autofree char *dealer = g_strdup_printf ("PA-%u", 100000 + number);

      for (guint seat = 0; seat < 6; seat++)
        {
          SkyDecisionCounts one = { g_strdup (dealer), name_patron (number), 150 + draw (50) };

          g_array_append_val (counts->decisions, one);
          if (draw (6) == 0)
            {
              SkyErrorCount error = { .check = g_strdup ("settle.payout"),
                                      .dealer = g_strdup (dealer),
                                      .player = g_strdup (one.player),
                                      .of_dealer = TRUE,
                                      .of_the_pair = draw (2) == 0 };

              g_array_append_val (counts->errors, error);
            }
        }
      for (guint way = 0; way < 2 && table < 20; way++)
        {
          SkySpinCounts spins = { .dealer = g_strdup (dealer),
                                  .wheel = g_strdup_printf ("w%u", table),
                                  .counterclockwise = way };

          draw_places (spins.counts, 38, 85);
          g_array_append_val (counts->spins, spins);
        }
    }
}

/* A wager of a double zero wheel on @n pockets, and the one that pays for that. */
static void
add_shape (SkyWinRounds *money, guint first, guint step, guint n)
{
  SkyWinShape shape = { .part = 100, .n_levels = 1, .levels = { { 0, 3600 / n } } };

  for (guint i = 0; i < n; i++)
    shape.levels[0].results |= G_GUINT64_CONSTANT (1) << (first + i * step);
  sky_win_rounds_add_shape (money, &shape);
}

/* 140 bets: numbers, splits, streets, corners, lines, columns, dozens and halves. */
static void
lay_out (SkyWinRounds *money)
{
  for (guint i = 0; i < 38; i++)
    add_shape (money, i, 1, 1);
  for (guint i = 0; i < 55; i++)
    add_shape (money, i % 33, i < 33 ? 3 : 1, 2);
  for (guint i = 0; i < 12; i++)
    add_shape (money, 3 * i, 1, 3);
  for (guint i = 0; i < 18; i++)
    add_shape (money, 2 * i, 1, 4);
  for (guint i = 0; i < 11; i++)
    add_shape (money, 3 * i, 1, 6);
  for (guint i = 0; i < 3; i++)
    add_shape (money, i, 3, 12);
  for (guint i = 0; i < 3; i++)
    add_shape (money, 12 * i, 1, 12);
}

/* A thousand rounds at a wheel: of the six who sit there in a shift half wager, from one to three
 * times, from five dollars to fifty. */
static void
add_money (SkyCounts *counts)
{
  SkyWinRounds *money = counts->money;
  const guint n_seats = counts->decisions->len;
  SkyWinResults results = { 0 };
  g_autofree guint *owners = g_new (guint, n_seats);

  for (guint i = 0; i < 38; i++)
    sky_win_results_add (&results, i, 1);
  sky_win_rounds_add_system (money, &results);
  lay_out (money);
  for (guint i = 0; i < n_seats; i++)
    owners[i] = sky_win_rounds_add_player (
        money, g_array_index (counts->decisions, SkyDecisionCounts, i).player);
  for (guint round = 0; round < 1000; round++)
    {
      SkyWinWager wagers[18];
      guint n = 0;

      for (guint seat = 0; seat < 6; seat++)
        for (guint k = draw (2) * (1 + draw (3)); k > 0; k--)
          wagers[n++] = (SkyWinWager){ .shape = draw (money->shapes->len),
                                       .owner = owners[round * 4 / 1000 * 6 + seat],
                                       .times = 5 * (1 + draw (10)) };
      if (n > 0)
        sky_win_rounds_add (money, draw (38), wagers, n);
    }
}

/* A log of a thousand rounds: of a wheel, of dice, or of cards. */
static SkyCounts *
make_counts (guint table, guint day)
{
  SkyCounts *counts = sky_counts_new ();

  if (table < 20)
    {
      SkyWheelCounts wheel = { .wheel = g_strdup_printf ("w%u", table) };

      draw_places (wheel.counts, 38, 1000);
      g_array_append_val (counts->wheels, wheel);
    }
  else if (table < 50)
    {
      SkyDiceCounts dice = { .set = g_strdup_printf ("d%u-%u", table, day) };

      draw_places (dice.faces, 6, 2000);
      g_array_append_val (counts->dice, dice);
      for (guint i = 0; i < 20; i++)
        {
          SkySevenCounts sevens = { .player = g_strdup_printf ("P%u", draw (N_PATRONS)),
                                    .throws = 50 };

          for (guint k = 0; k < 50; k++)
            sevens.sevens += draw (6) == 0;
          g_array_append_val (counts->sevens, sevens);
        }
    }
  add_people (counts, table, day);
  if (table < N_MONEY)
    add_money (counts);
  return counts;
}

static void
run_sql (sqlite3 *database, const char *sql)
{
  char *message = NULL;

  sqlite3_exec (database, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
}

static void
put_bytes (sqlite3_stmt *insert, int index, GBytes *bytes)
{
  sqlite3_bind_blob (insert, index, g_bytes_get_data (bytes, NULL), (int) g_bytes_get_size (bytes),
                     SQLITE_TRANSIENT);
}

static void
step (sqlite3_stmt *insert)
{
  g_assert_cmpint (sqlite3_step (insert), ==, SQLITE_DONE);
  sqlite3_reset (insert);
}

/* Logs without rounds in the store @database, of which there are counts. */
static void
fill (sqlite3 *database)
{
  sqlite3_stmt *log, *insert;

  run_sql (database, "BEGIN; INSERT INTO archives VALUES (1, '/archive')");
  sqlite3_prepare_v2 (
      database,
      "INSERT INTO logs (id, archive, name, property, table_name, game, gaming_day,"
      " size, mtime, audited_at, n_lines, n_events, start_at, end_at, n_rounds,"
      " n_rounds_with_findings, n_findings, number, length) VALUES (?1, 1, 'log-' ||"
      " ?1, 'Keystone', ?2, ?3, ?4, 1, 1, 1700000000000000 + ?1 * 1000003, 1, 1, 1, 1, 0, 0, 0,"
      " 1, 1)",
      -1, &log, NULL);
  sqlite3_prepare_v2 (database, "INSERT INTO statistic_counts VALUES (?,?,?)", -1, &insert, NULL);
  for (guint i = 0; i < N_DAYS * N_TABLES; i++)
    {
      const guint table = i % N_TABLES, day = i / N_TABLES;
      g_autoptr (SkyCounts) counts = make_counts (table, day);
      g_autoptr (GBytes) equipment = sky_counts_to_bytes (counts, SKY_COUNTS_OF_EQUIPMENT);
      g_autoptr (GBytes) people = sky_counts_to_bytes (counts, SKY_COUNTS_OF_PEOPLE);
      g_autofree char *name = g_strdup_printf ("T-%02u", table);

      sqlite3_bind_int (log, 1, (int) i + 1);
      sqlite3_bind_text (log, 2, name, -1, SQLITE_TRANSIENT);
      sqlite3_bind_text (log, 3,
                         table < 20   ? "roulette"
                         : table < 50 ? "craps"
                                      : "casino_war",
                         -1, SQLITE_STATIC);
      sqlite3_bind_int (log, 4, MONDAY + (int) day);
      step (log);
      sqlite3_bind_int (insert, 1, (int) i + 1);
      put_bytes (insert, 2, equipment);
      put_bytes (insert, 3, people);
      step (insert);
    }
  sqlite3_finalize (log);
  sqlite3_finalize (insert);
  run_sql (database, "COMMIT");
}

/* Reads all counts and does nothing with them. */
static void
read_bare (sqlite3 *database)
{
  sqlite3_stmt *select;
  gsize size = 0;

  sqlite3_prepare_v2 (database,
                      "SELECT j.equipment, j.people FROM logs l JOIN statistic_counts j"
                      " ON j.log = l.id ORDER BY l.gaming_day",
                      -1, &select, NULL);
  while (sqlite3_step (select) == SQLITE_ROW)
    for (int column = 0; column < 2; column++)
      {
        g_autoptr (GBytes) bytes = g_bytes_new (sqlite3_column_blob (select, column),
                                                (gsize) sqlite3_column_bytes (select, column));

        size += g_bytes_get_size (bytes);
      }
  g_assert_cmpuint (size, >, 0);
  sqlite3_finalize (select);
}

static SkyStore *
open_store (const char *address)
{
  g_autoptr (GError) error = NULL;
  SkyStore *store = sky_store_open (address, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  return store;
}

/* The answer for @unit; NULL: the whole. */
static SkyPatterns *
answer (SkyStore *store, const char *unit)
{
  const SkyPatternsRequest request = { NULL, G_MAXINT32, TRUE, TRUE, unit, 0 };
  g_autoptr (GError) error = NULL;
  guint n_without;
  SkyPatterns *patterns = sky_patterns_read (store, &request, &n_without, &error);

  g_assert_no_error (error);
  return patterns;
}

/* From what is kept: @unit alone, or all. Prints how long it takes, beside @bare seconds. */
static void
measure_kept (SkyStore *store, const char *unit, guint n, double (*clock) (void), double bare)
{
  double kept[N_RUNS], ratios[N_RUNS];
  g_autofree char *told = NULL;

  for (guint i = 0; i < N_RUNS; i++)
    {
      const double start = clock ();
      g_autoptr (SkyPatterns) again = answer (store, unit);

      kept[i] = clock () - start;
      ratios[i] = kept[i] / bare;
      g_assert_cmpuint (again->unkept->len, ==, 0);
      g_assert_cmpuint (again->patterns->len, ==, n);
    }
  told = bench_spread (ratios, N_RUNS, "%.1f");
  tell ("* %s from what is kept: %u streams in %.4f s, %s times a bare reading of the counts in "
        "%.3f s\n",
        unit != NULL ? unit : "all", n, bench_median (kept, N_RUNS), told, bare);
}

/* The last day's log of @table: its id. */
static gint64
find_last_log (SkyStore *store, const char *table)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, "/archive", &error);

  for (guint i = 0; i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];

      if (log->gaming_day == MONDAY + N_DAYS - 1 && g_str_equal (log->table, table))
        return log->id;
    }
  g_assert_not_reached ();
}

/* The streams of the last log of @table, after its audit. */
static void
measure_log (SkyStore *store, const char *table, double (*clock) (void), double bare)
{
  const SkyPatternsRequest request = { NULL, G_MAXINT32, TRUE,
                                       TRUE, NULL,       find_last_log (store, table) };
  double few[N_RUNS], ratios[N_RUNS];
  g_autofree char *told = NULL;
  guint n_streams = 0;

  for (guint i = 0; i < N_RUNS; i++)
    {
      const double start = clock ();
      g_autoptr (GError) error = NULL;
      guint n_without;
      g_autoptr (SkyPatterns) patterns = sky_patterns_read (store, &request, &n_without, &error);

      few[i] = clock () - start;
      ratios[i] = few[i] / bare;
      g_assert_no_error (error);
      n_streams = patterns->patterns->len;
    }
  told = bench_spread (ratios, N_RUNS, "%.1f");
  tell ("* the last log of %s: its %u streams after its audit in %.4f s, %s times a bare "
        "reading of the "
        "counts in %.3f s\n",
        table, n_streams, bench_median (few, N_RUNS), told, bare);
}

/* The whole answer after a log of the last day was audited once more. */
static void
measure_going_on (const char *path, SkyStore *store, double bare)
{
  g_autoptr (SkyPatterns) patterns = NULL;
  g_autoptr (GError) error = NULL;
  sqlite3 *database;
  double took, start;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  run_sql (database, "UPDATE logs SET audited_at = audited_at + 1 WHERE id ="
                     " (SELECT max (id) FROM logs)");
  sqlite3_close (database);
  start = bench_cpu ();
  patterns = answer (store, NULL);
  took = bench_cpu () - start;
  g_assert_cmpuint (patterns->unkept->len, ==, 1);
  g_assert_nonnull (((const SkyKeptFold *) patterns->unkept->pdata[0])->from);
  start = bench_cpu ();
  g_assert_true (sky_patterns_keep_news (patterns, store, &error));
  tell ("* all after another audit of the last log: gone on in %.3f s, %.1f times the bare "
        "reading; kept in %.3f s\n",
        took, took / bare, bench_cpu () - start);
}

/* What a program that has just begun takes, as after an audit. */
static void
measure_anew (const char *address, double bare)
{
  g_autofree char *seconds = g_strdup_printf ("%.17g", bare);
  const char *const child[] = { program, "--here", address, seconds, NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *told = NULL;
  int status;

  g_spawn_sync (NULL, (char **) child, NULL, G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, &told, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  tell ("%s", told);
}

static int
measure_here (const char *address, double bare)
{
  /* Of a wheel, of dice, of cards. */
  static const char *const tables[] = { "T-00", "T-20", "T-50" };
  g_autoptr (SkyStore) store = open_store (address);

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    measure_log (store, tables[i], sky_store_is_uri (address) ? bench_wall : bench_cpu, bare);
  if (!sky_store_is_uri (address))
    measure_going_on (address, store, bare);
  return 0;
}

/* Prints how long the store takes, beside @bare seconds. A shared store's server works too: there
 * the wall's clock says more. */
static void
measure (const char *address, double (*clock) (void), double bare)
{
  g_autoptr (SkyStore) store = open_store (address);
  g_autoptr (SkyPatterns) patterns = NULL;
  g_autoptr (GError) error = NULL;
  double folded, waited, keeping, start = clock ();
  const double begun = bench_wall ();
  guint n_of_wheel = 0;

  patterns = answer (store, NULL);
  folded = clock () - start;
  waited = bench_wall () - begun;
  g_assert_cmpuint (patterns->unkept->len, ==, 1);
  start = clock ();
  g_assert_true (sky_patterns_keep_news (patterns, store, &error));
  keeping = clock () - start;
  tell ("\n%s: %u streams of %d logs: folded anew in %.2f s, on the wall in %.2f s; kept, and "
        "folded for operators, in %.2f s\n\n",
        sky_store_is_uri (address) ? "Shared store" : "File", patterns->patterns->len,
        N_TABLES * N_DAYS, folded, waited, keeping);
  for (guint i = 0; i < patterns->patterns->len; i++)
    n_of_wheel +=
        g_strcmp0 (((const SkyPattern *) patterns->patterns->pdata[i])->wheel, ONE_UNIT) == 0;
  measure_kept (store, NULL, patterns->patterns->len, clock, bare);
  measure_kept (store, ONE_UNIT, n_of_wheel, clock, bare);
  measure_anew (address, bare);
}

static void
copy_store (const char *from_path, const char *to_uri)
{
  g_autoptr (SkyStore) from = open_store (from_path);
  g_autoptr (SkyStore) to = open_store (to_uri);
  g_autoptr (GError) error = NULL;
  SkyCopied copied;

  sky_store_copy (from, to, NULL, NULL, &copied, &error);
  g_assert_no_error (error);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL, *path = NULL;
  const char *uri = argc == 3 ? argv[2] : NULL;
  double bare[N_RUNS], load;
  sqlite3 *database;

  program = argv[0];
  section = g_string_new (
      "## Patterns of ten million rounds\n\n"
      "The statistics over 10,000 logs of 100 tables with 150 dealers, 2,000 patrons and 10,000 "
      "pairs, "
      "30 of these tables with wagers that one result decides. In seconds of the processors; in a "
      "shared "
      "store on the wall, for its server works too, and its aim is twice the time. While one "
      "processor folds, the others weigh money. The aims: all "
      "folded "
      "anew in 5 s, all from what is kept in 1 s, a unit in 0.05 s, and what a log has "
      "observations of "
      "0.02 s after its audit. `tests/bench/bench-patterns` writes this section.\n");
  if (getloadavg (&load, 1) == 1)
    g_string_append_printf (section, "\nThe load average before was %.1f.\n", load);
  if (argc == 4 && g_str_equal (argv[1], "--here"))
    return measure_here (argv[2], g_ascii_strtod (argv[3], NULL));
  folder = bench_make_folder ();
  path = g_build_filename (folder, "store.db", NULL);
  sky_store_free (open_store (path));
  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  fill (database);
  for (guint i = 0; i < N_RUNS; i++)
    {
      double start = bench_cpu ();

      read_bare (database);
      bare[i] = bench_cpu () - start;
    }
  sqlite3_close (database);
  if (uri != NULL)
    copy_store (path, uri);
  measure (path, bench_cpu, bench_median (bare, N_RUNS));
  if (uri != NULL)
    measure (uri, bench_wall, bench_median (bare, N_RUNS));
  if (argc > 1)
    bench_write_section (argv[1], section->str);
  g_string_free (section, TRUE);
  bench_remove_folder (folder);
  return 0;
}
