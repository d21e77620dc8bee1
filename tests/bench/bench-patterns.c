/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ten million rounds of a property come to: how long the whole answer takes from what the
 * store keeps of 10,000 logs, and one part of it, beside a bare reading of the same rows. */
#include "config.h"

#include "bench.h"
#include "sky-patterns.h"

#include <glib/gstdio.h>

#include <sqlite3.h>

#define N_TABLES  100
#define N_DAYS    100
#define N_DEALERS 150
#define N_PATRONS 2000
#define N_RUNS    5
#define MONDAY    19604 /* 2023-09-04 */

static guint64 chance = G_GUINT64_CONSTANT (88172645463325252);

static guint
draw (guint below)
{
  chance ^= chance << 13;
  chance ^= chance >> 7;
  chance ^= chance << 17;
  return (guint) ((chance >> 32) * below >> 32);
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
  return counts;
}

/* The rows as the store has them. */
static sqlite3 *
fill (const char *path)
{
  sqlite3 *database;
  sqlite3_stmt *insert;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  sqlite3_exec (database, "CREATE TABLE counts (day, tab, equipment, people)", NULL, NULL, NULL);
  sqlite3_exec (database, "BEGIN", NULL, NULL, NULL);
  sqlite3_prepare_v2 (database, "INSERT INTO counts VALUES (?,?,?,?)", -1, &insert, NULL);
  for (guint day = 0; day < N_DAYS; day++)
    for (guint table = 0; table < N_TABLES; table++)
      {
        g_autoptr (SkyCounts) counts = make_counts (table, day);
        g_autoptr (GBytes) equipment = sky_counts_to_bytes (counts, SKY_COUNTS_OF_EQUIPMENT);
        g_autoptr (GBytes) people = sky_counts_to_bytes (counts, SKY_COUNTS_OF_PEOPLE);

        sqlite3_bind_int (insert, 1, MONDAY + (int) day);
        sqlite3_bind_int (insert, 2, (int) table);
        sqlite3_bind_blob (insert, 3, g_bytes_get_data (equipment, NULL),
                           (int) g_bytes_get_size (equipment), SQLITE_TRANSIENT);
        sqlite3_bind_blob (insert, 4, g_bytes_get_data (people, NULL),
                           (int) g_bytes_get_size (people), SQLITE_TRANSIENT);
        g_assert_cmpint (sqlite3_step (insert), ==, SQLITE_DONE);
        sqlite3_reset (insert);
      }
  sqlite3_finalize (insert);
  sqlite3_exec (database, "COMMIT", NULL, NULL, NULL);
  return database;
}

static GBytes *
read_blob (sqlite3_stmt *select, int column)
{
  return g_bytes_new (sqlite3_column_blob (select, column),
                      (gsize) sqlite3_column_bytes (select, column));
}

/* Reads all rows, and unless @bare what they say. */
static GPtrArray *
read_logs (sqlite3 *database, gboolean bare)
{
  GPtrArray *logs = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_log_counts_free);
  sqlite3_stmt *select;

  sqlite3_prepare_v2 (database, "SELECT day, tab, equipment, people FROM counts ORDER BY day, tab",
                      -1, &select, NULL);
  while (sqlite3_step (select) == SQLITE_ROW)
    {
      g_autoptr (GBytes) equipment = read_blob (select, 2);
      g_autoptr (GBytes) people = read_blob (select, 3);
      SkyLogCounts *log;
      int table = sqlite3_column_int (select, 1);

      if (bare)
        continue;
      log = g_new0 (SkyLogCounts, 1);
      log->log = logs->len + 1;
      log->property = g_strdup ("Keystone");
      log->table = g_strdup_printf ("T-%02d", table);
      log->game = g_strdup (table < 20 ? "roulette" : table < 50 ? "craps" : "casino_war");
      log->gaming_day = sqlite3_column_int (select, 0);
      log->counts = sky_counts_new ();
      g_assert_true (sky_counts_read (log->counts, SKY_COUNTS_OF_EQUIPMENT, equipment));
      g_assert_true (sky_counts_read (log->counts, SKY_COUNTS_OF_PEOPLE, people));
      g_ptr_array_add (logs, log);
    }
  sqlite3_finalize (select);
  return logs;
}

int
main (void)
{
  g_autofree char *folder = bench_make_folder ();
  g_autofree char *path = g_build_filename (folder, "rows.db", NULL);
  g_autofree char *told = NULL;
  double bare[N_RUNS], reading[N_RUNS], folding[N_RUNS], ratios[N_RUNS];
  sqlite3 *database = fill (path);
  guint n_streams = 0;

  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autoptr (GPtrArray) logs = NULL;
      g_autoptr (SkyPatterns) patterns = NULL;
      double start = bench_cpu ();

      g_ptr_array_unref (read_logs (database, TRUE));
      bare[i] = bench_cpu () - start;
      start = bench_cpu ();
      logs = read_logs (database, FALSE);
      reading[i] = bench_cpu () - start;
      start = bench_cpu ();
      patterns = sky_patterns_fold (logs, G_MAXINT32);
      folding[i] = bench_cpu () - start;
      ratios[i] = (reading[i] + folding[i]) / bare[i];
      n_streams = patterns->patterns->len;
    }
  told = bench_spread (ratios, N_RUNS, "%.0f");
  g_print ("%u streams of %d logs: rows read in %.2f s of CPU, folded in %.2f s; bare rows %.3f s: "
           "%s times\n",
           n_streams, N_TABLES * N_DAYS, bench_median (reading, N_RUNS),
           bench_median (folding, N_RUNS), bench_median (bare, N_RUNS), told);
  sqlite3_close (database);
  g_remove (path);
  g_rmdir (folder);
  return 0;
}
