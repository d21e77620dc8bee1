/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What counting for patterns adds to an audit: each archive is audited into a new store, with its
 * counts and without them, in turns. Processor time on a machine that others use too says little;
 * how many instructions each takes is always the same. With the page of what was measured, the
 * program runs itself under valgrind for that, and writes its section there. */
#include "config.h"

#include "bench-section.h"
#include "bench.h"

#include "sky-audit-run.h"
#include "sky-simulate.h"
#include "sky-store-audit.h"

#include <glib/gstdio.h>
#include <string.h>

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

/* In seconds. */
typedef struct
{
  double cpu;
  double wall;
} Taken;

/* Into a new store. */
static Taken
measure_one (const char *folder, const SkyArchive *archive, gboolean without_counts)
{
  g_autofree char *path = g_build_filename (folder, "skyward.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  Taken taken;

  g_assert_no_error (error);
  taken = (Taken){ bench_cpu (), bench_wall () };
  if (without_counts)
    audit_bare (store, archive);
  else
    audit_counted (store, archive);
  taken = (Taken){ bench_cpu () - taken.cpu, bench_wall () - taken.wall };
  sky_store_free (g_steal_pointer (&store));
  g_remove (path);
  return taken;
}

/* In turns. @ratios and @walls take by how many hundredths the second is more, @n_runs times.
 * Returns the CPU seconds of the first. */
static double
measure (const char *folder, const Kind *kind, double *ratios, double *walls, guint n_runs)
{
  g_autofree char *path = make_archive (folder, kind);
  g_autofree double *bare = g_new (double, n_runs);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (path, &error);

  g_assert_no_error (error);
  for (guint run = 0; run < n_runs; run++)
    {
      Taken one = { 0 }, counted;

      /* Neither is always the second. */
      if (run % 2 == 0)
        one = measure_one (folder, archive, TRUE);
      counted = measure_one (folder, archive, FALSE);
      if (run % 2 != 0)
        one = measure_one (folder, archive, TRUE);
      bare[run] = one.cpu;
      ratios[run] = 100 * (counted.cpu / one.cpu - 1);
      walls[run] = 100 * (counted.wall / one.wall - 1);
    }
  bench_remove_folder (path);
  return bench_median (bare, n_runs);
}

/* Of @function, when this program audits @kind once; 0: there is no valgrind. */
static gint64
count_instructions (const char *program, guint kind, const char *function)
{
  g_autofree char *toggle = g_strconcat ("--toggle-collect=", function, NULL);
  g_autofree char *number = g_strdup_printf ("%u", kind);
  g_autofree char *told = NULL;
  const char *const child[] = {
    "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", toggle, program, "1", number,
    NULL
  };
  const char *collected;

  if (!g_spawn_sync (NULL, (char **) child, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL,
                     NULL, NULL, NULL, &told, NULL, NULL))
    return 0;
  collected = strstr (told, "Collected :");
  return collected != NULL ? g_ascii_strtoll (collected + strlen ("Collected :"), NULL, 10) : 0;
}

static void
add_row (
    GString *section, const char *program, guint kind, const char *told, const char *on_the_wall)
{
  const gint64 bare = count_instructions (program, kind, "audit_bare");
  const gint64 counted = count_instructions (program, kind, "audit_counted");

  g_string_append_printf (section, "| %s%s | ", sky_game_id_to_name (kinds[kind].game),
                          kinds[kind].patrons > 0 ? ", known patrons" : "");
  if (bare > 0 && counted > 0)
    g_string_append_printf (section, "%.1f million | %.2f %%", (double) bare / 1e6,
                            100 * ((double) counted / (double) bare - 1));
  else
    g_string_append (section, "| ");
  g_string_append_printf (section, " | %s %% | %s %% |\n", told, on_the_wall);
}

/* usage: bench-counting [RUNS [KIND]], or bench-counting PAGE */
int
main (int argc, char **argv)
{
  g_autofree char *folder = bench_make_folder ();
  const gboolean has_page = argc == 2 && !g_ascii_isdigit (argv[1][0]);
  const guint n_runs =
      argc > 1 && !has_page ? MAX ((guint) g_ascii_strtoull (argv[1], NULL, 10), 1) : 41;
  g_autofree double *ratios = g_new (double, n_runs);
  g_autofree double *walls = g_new (double, n_runs);
  g_autoptr (GString) section = g_string_new (NULL);

  sky_audit_keep_memory ();
  g_string_append_printf (
      section,
      "## Counting for patterns\n\n"
      "What an audit into a new store takes more through what it counts for patterns: 4 logs of "
      "1000 "
      "rounds. By instructions, as valgrind counts them, and by processor time and on the wall in "
      "turns, %u times: median (least–most); time says little while other programs want the "
      "processors too. The aim is %.0f %%. `tests/bench/bench-counting` writes this section.\n\n"
      "| game | instructions without | more | more by time | on the wall |\n"
      "| --- | --- | --- | --- | --- |\n",
      n_runs, 100 * AIM);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (argc < 3 || g_ascii_strtoull (argv[2], NULL, 10) == i)
      {
        const double bare = measure (folder, &kinds[i], ratios, walls, n_runs);
        g_autofree char *told = bench_spread (ratios, n_runs, "%.1f");
        g_autofree char *on_the_wall = bench_spread (walls, n_runs, "%.1f");

        g_print ("%s%s: bare %.1f ms, counted more by %s %%, on the wall by %s %% (the aim is "
                 "%.0f %%)\n",
                 sky_game_id_to_name (kinds[i].game), kinds[i].patrons > 0 ? ", known patrons" : "",
                 1000 * bare, told, on_the_wall, 100 * AIM);
        if (has_page)
          add_row (section, argv[0], i, told, on_the_wall);
      }
  if (has_page)
    bench_write_section (argv[1], section->str);
  bench_remove_folder (folder);
  return 0;
}
