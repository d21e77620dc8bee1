/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What counting for patterns adds to an audit: each archive is audited into a new store, with its
 * counts and without them, in turns. Processor time on a machine that others use too says little;
 * under `valgrind --tool=callgrind --toggle-collect=audit_counted` (or `audit_bare`) the same
 * program says how many instructions each takes. */
#include "config.h"

#include "bench.h"

#include "sky-simulate.h"
#include "sky-store-audit.h"

#include <glib/gstdio.h>

/* The aim, of an audit without counts. */
#define AIM 0.03

typedef struct
{
  SkyGameId game;
  guint patrons; /* whose ids mean one person; 0: their table alone */
} Kind;

static const Kind kinds[] = {
  { SKY_GAME_ROULETTE, 0 }, { SKY_GAME_ROULETTE, 16 }, { SKY_GAME_SIC_BO, 0 },
  { SKY_GAME_SIC_BO, 16 },  { SKY_GAME_BIG_SIX, 0 },   { SKY_GAME_BIG_SIX, 16 },
  { SKY_GAME_CRAPS, 0 },    { SKY_GAME_CRAPS, 16 },
};

static char *
make_archive (const char *folder, const Kind *kind)
{
  const SkySimulateOptions options = {
    .game = kind->game,
    .rounds = 1000,
    .seed = 3,
    .tables = 1,
    .days = 4,
    .dealers = kind->patrons > 0 ? 4 : 0,
    .patrons = kind->patrons,
    .start = SKY_TIME_NONE,
  };
  g_autofree char *name =
      g_strdup_printf ("%s-%u", sky_game_id_to_name (kind->game), kind->patrons);
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  sky_simulate (&options, path, &error);
  g_assert_no_error (error);
  return path;
}

static void
audit (SkyStore *store, const SkyArchive *archive, gboolean without_counts)
{
  for (char **name = archive->logs; *name != NULL; name++)
    {
      const SkyAuditOptions options = { .want_state = TRUE,
                                        .without_counts = without_counts,
                                        .staff = archive->staff };
      g_autoptr (GError) error = NULL;
      g_autoptr (SkyLog) log = sky_log_open (*name, &error);
      g_autoptr (SkyLogAudit) audit = NULL;

      g_assert_no_error (error);
      audit = sky_audit_log (log, &options, &error);
      g_assert_no_error (error);
      sky_store_write_audit (store, archive, "", audit, SKY_VERSION, NULL, &error);
      g_assert_no_error (error);
    }
}

/* Two names for the same, so that they can be told apart. */
static G_GNUC_NO_INLINE void
audit_counted (SkyStore *store, const SkyArchive *archive)
{
  audit (store, archive, FALSE);
}

static G_GNUC_NO_INLINE void
audit_bare (SkyStore *store, const SkyArchive *archive)
{
  audit (store, archive, TRUE);
}

/* Into a new store. Returns the CPU seconds. */
static double
measure_one (const char *folder, const SkyArchive *archive, gboolean without_counts)
{
  g_autofree char *path = g_build_filename (folder, "skyward.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  double start;

  g_assert_no_error (error);
  start = bench_cpu ();
  if (without_counts)
    audit_bare (store, archive);
  else
    audit_counted (store, archive);
  start = bench_cpu () - start;
  sky_store_free (g_steal_pointer (&store));
  g_remove (path);
  return start;
}

static void
measure (const char *folder, const Kind *kind, guint n_runs)
{
  g_autofree char *path = make_archive (folder, kind);
  g_autofree double *counted = g_new (double, n_runs), *bare = g_new (double, n_runs);
  g_autofree double *ratios = g_new (double, n_runs);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (path, &error);
  g_autofree char *told = NULL;

  g_assert_no_error (error);
  for (guint run = 0; run < n_runs; run++)
    {
      /* Neither is always the second. */
      if (run % 2 == 0)
        bare[run] = measure_one (folder, archive, TRUE);
      counted[run] = measure_one (folder, archive, FALSE);
      if (run % 2 != 0)
        bare[run] = measure_one (folder, archive, TRUE);
      ratios[run] = 100 * (counted[run] / bare[run] - 1);
    }
  told = bench_spread (ratios, n_runs, "%.1f");
  g_print ("%s%s: bare %.1f ms, counted %.1f ms, more by %s %% (the aim is %.0f %%)\n",
           sky_game_id_to_name (kind->game), kind->patrons > 0 ? ", known patrons" : "",
           1000 * bench_median (bare, n_runs), 1000 * bench_median (counted, n_runs), told,
           100 * AIM);
  bench_remove_folder (path);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = bench_make_folder ();
  const guint n_runs = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 41;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (argc < 3 || g_ascii_strtoull (argv[2], NULL, 10) == i)
      measure (folder, &kinds[i], MAX (n_runs, 1));
  bench_remove_folder (folder);
  return 0;
}
