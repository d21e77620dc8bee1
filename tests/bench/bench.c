/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "bench.h"

#include "sky-simulate.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double
read_clock (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

double
bench_cpu (void)
{
  return read_clock (CLOCK_PROCESS_CPUTIME_ID);
}

double
bench_wall (void)
{
  return read_clock (CLOCK_MONOTONIC);
}

static int
compare_values (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

double
bench_median (const double *values, guint n)
{
  g_autofree double *sorted = g_memdup2 (values, n * sizeof *values);

  qsort (sorted, n, sizeof *sorted, compare_values);
  return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

char *
bench_spread (const double *values, guint n, const char *format)
{
  double low = values[0], high = values[0];
  char texts[3][G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 1; i < n; i++)
    {
      low = fmin (low, values[i]);
      high = fmax (high, values[i]);
    }
  g_ascii_formatd (texts[0], sizeof texts[0], format, bench_median (values, n));
  g_ascii_formatd (texts[1], sizeof texts[1], format, low);
  g_ascii_formatd (texts[2], sizeof texts[2], format, high);
  return g_strdup_printf ("%s (%s–%s)", texts[0], texts[1], texts[2]);
}

char *
bench_make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *path = g_dir_make_tmp ("skyward-bench-XXXXXX", &error);

  g_assert_no_error (error);
  return path;
}

void
bench_remove_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      if (g_file_test (file, G_FILE_TEST_IS_DIR))
        bench_remove_folder (file);
      else
        g_remove (file);
    }
  g_rmdir (path);
}

char *
bench_make_archive (const char *folder, SkyGameId game, guint tables, guint rounds, guint faults)
{
  SkySimulateOptions options = {
    .game = game,
    .rounds = rounds,
    .seed = 1,
    .tables = tables,
    .faults = faults,
    .start = SKY_TIME_NONE,
  };
  g_autofree char *name = g_strdup_printf ("%s-%u-%u", sky_game_id_to_name (game), tables, rounds);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  if (!sky_simulate (&options, path, &error))
    g_error ("%s", error->message);
  return g_steal_pointer (&path);
}

static double
children_cpu (void)
{
  struct rusage usage;

  getrusage (RUSAGE_CHILDREN, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

double
bench_run_program (const char *const *argv)
{
  g_autoptr (GError) error = NULL;
  double before = children_cpu ();
  gint status;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL,
                     NULL, NULL, NULL, NULL, &status, &error)
      || !g_spawn_check_wait_status (status, &error))
    g_error ("%s: %s", argv[0], error->message);
  return children_cpu () - before;
}
