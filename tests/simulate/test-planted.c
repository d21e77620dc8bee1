/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is planted in simulated archives is reported; nothing else is. With an argument, so many
 * archives of each pattern whose detection was measured, which takes
 * long. */
#include "config.h"

#include "sky-archive.h"
#include "sky-audit.h"
#include "sky-log.h"
#include "sky-pattern-fold.h"
#include "sky-pattern-week.h"
#include "sky-patterns.h"
#include "sky-simulate.h"

#include <glib/gstdio.h>
#include <string.h>

/* Of the archives, so many hundredths report in time: within a quarter more observations than 80 of
 * a hundred of the measured ones needed. */
#define IN_TIME 80

static guint n_archives = 1;

typedef struct
{
  const char *name;
  const char *plant;
  SkyFamily family;
  const char *dealer; /* NULL: of none */
  const char *patron;
  SkyGameId game;
  guint rounds;
  guint days;
  guint dealers;
  guint patrons;
  double error_rate;
  gint64 n;     /* observations within which 80 of a hundred were reported; 0: not measured */
  double ln_a;  /* against which that was measured: of a property of 100 tables */
  guint tables; /* 0: one */
} Planted;

static void
take_log (const SkyArchive *archive, guint index, GPtrArray *logs)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[index], &error);
  const SkyLogHeader *header;
  g_autoptr (SkyLogAudit) audit = NULL;
  const SkyAuditOptions options = { 0 };
  SkyLogCounts *counts = g_new0 (SkyLogCounts, 1);

  g_assert_no_error (error);
  header = sky_log_get_header (log);
  audit = sky_audit_log (log, &options, &error);
  g_assert_no_error (error);
  counts->log = (gint64) index + 1;
  counts->property = g_strdup (header->property);
  counts->table = g_ref_string_new_intern (header->table);
  counts->game = g_strdup (sky_game_id_to_name (header->game));
  counts->gaming_day = header->gaming_day;
  counts->counts = g_steal_pointer (&audit->counts);
  g_ptr_array_add (logs, counts);
}

static int
compare_days (gconstpointer a, gconstpointer b)
{
  const SkyLogCounts *x = *(const SkyLogCounts *const *) a, *y = *(const SkyLogCounts *const *) b;

  return x->gaming_day != y->gaming_day ? x->gaming_day - y->gaming_day
                                        : strcmp (x->table, y->table);
}

static void
remove_folder (const char *path)
{
  GDir *dir = g_dir_open (path, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_assert_cmpint (g_remove (file), ==, 0);
    }
  g_dir_close (dir);
  g_assert_cmpint (g_rmdir (path), ==, 0);
}

/* Returns: what was counted, SkyLogCounts by day. */
static GPtrArray *
play (const Planted *planted, guint64 seed)
{
  const char *const plants[] = { planted->plant, NULL };
  const SkySimulateOptions options = { .game = planted->game,
                                       .rounds = planted->rounds,
                                       .seed = seed,
                                       .tables = MAX (planted->tables, 1),
                                       .days = planted->days,
                                       .dealers = planted->dealers,
                                       .patrons = planted->patrons,
                                       .error_rate = planted->error_rate,
                                       .plants = plants,
                                       .start = SKY_TIME_NONE };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("skyward-planted-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "archive", NULL);
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (GPtrArray) logs =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_log_counts_free);

  sky_simulate (&options, path, &error);
  g_assert_no_error (error);
  archive = sky_archive_open (path, &error);
  g_assert_no_error (error);
  for (guint i = 0; archive->logs[i] != NULL; i++)
    take_log (archive, i, logs);
  g_assert_cmpuint (logs->len, ==, planted->days * options.tables);
  g_ptr_array_sort (logs, compare_days);
  remove_folder (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return g_steal_pointer (&logs);
}

static gboolean
is_planted (const Planted *planted, const SkyPattern *pattern)
{
  const char *check = sky_family_to_check (pattern->family);

  /* Who overpays one patron errs more than colleagues. */
  if (planted->family == SKY_FAMILY_PAIRS && pattern->family == SKY_FAMILY_ERRORS)
    return g_str_equal (pattern->dealer, planted->dealer);
  /* At the one table where somebody wins, the table loses. */
  if (planted->family == SKY_FAMILY_PATRON_WINS && pattern->family == SKY_FAMILY_TABLE_WINS)
    return TRUE;
  return planted->name != NULL && g_str_equal (check, sky_family_to_check (planted->family))
         && (planted->dealer == NULL || g_strcmp0 (pattern->dealer, planted->dealer) == 0)
         && (planted->patron == NULL || g_strcmp0 (pattern->patron, planted->patron) == 0);
}

/* --- In time -----------------------------------------------------------------------------------
 */

/* The unit's stream by itself, held to the threshold that it was measured against. */
static SkyStream *
make_stream (const Planted *planted)
{
  static const SkyStreamKind kinds[SKY_N_FAMILIES] = {
    [SKY_FAMILY_WHEELS] = SKY_STREAM_ARCS,   [SKY_FAMILY_SPINS] = SKY_STREAM_ARCS,
    [SKY_FAMILY_SEVENS] = SKY_STREAM_SEVENS, [SKY_FAMILY_ERRORS] = SKY_STREAM_ERRORS,
    [SKY_FAMILY_PAIRS] = SKY_STREAM_PAIRS,
  };

  return sky_stream_new (kinds[planted->family], 38);
}

static void
add_log (const Planted *planted, const SkyLogCounts *log, SkyStream *stream)
{
  const SkyCounts *counts = log->counts;

  for (guint i = 0; planted->family == SKY_FAMILY_WHEELS && i < counts->wheels->len; i++)
    sky_stream_add (stream, log->gaming_day,
                    g_array_index (counts->wheels, SkyWheelCounts, i).counts);
  for (guint i = 0; planted->family == SKY_FAMILY_SPINS && i < counts->spins->len; i++)
    {
      const SkySpinCounts *spins = &g_array_index (counts->spins, SkySpinCounts, i);

      if (!spins->counterclockwise && g_str_equal (spins->dealer, planted->dealer))
        sky_stream_add (stream, log->gaming_day, spins->counts);
    }
  for (guint i = 0; planted->family == SKY_FAMILY_SEVENS && i < counts->sevens->len; i++)
    {
      const SkySevenCounts *sevens = &g_array_index (counts->sevens, SkySevenCounts, i);
      const gint64 both[2] = { sevens->sevens, sevens->throws - sevens->sevens };

      if (g_str_equal (sevens->player, planted->patron))
        sky_stream_add (stream, log->gaming_day, both);
    }
}

static void
add_week (const Planted *planted, SkyPatternWeek *week, SkyDay sunday, SkyStream *stream)
{
  g_autoptr (GArray) strata = NULL;
  gint64 n;

  if (planted->family == SKY_FAMILY_ERRORS)
    {
      strata = sky_pattern_week_list_strata (week, planted->dealer);
      sky_stream_add_week (stream, sunday, (const SkyStratum *) (void *) strata->data, strata->len);
    }
  else if (planted->family == SKY_FAMILY_PAIRS)
    {
      strata = sky_pattern_week_list_pair_strata (week, planted->dealer, planted->patron, &n);
      sky_stream_add_pair_week (stream, sunday, (const SkyPairStratum *) (void *) strata->data,
                                strata->len);
    }
  sky_pattern_week_clear (week);
}

/* Whether it is reported within a quarter more than was measured, looked at every day. */
static gboolean
is_in_time (const Planted *planted, const GPtrArray *logs)
{
  g_autoptr (SkyStream) stream = make_stream (planted);
  g_autoptr (SkyPatternWeek) week = sky_pattern_week_new ();
  SkyStreamStanding standing = { 0 };

  for (guint i = 0; i < logs->len && sky_stream_get_state (stream) == SKY_STREAM_QUIET; i++)
    {
      const SkyLogCounts *log = logs->pdata[i];
      SkyDay sunday = sky_week_monday (log->gaming_day) + 6;

      add_log (planted, log, stream);
      sky_pattern_week_add (week, log->game, log->counts);
      if (i + 1 == logs->len || ((const SkyLogCounts *) logs->pdata[i + 1])->gaming_day > sunday)
        add_week (planted, week, sunday, stream);
      sky_stream_look (stream, log->gaming_day, planted->ln_a, TRUE);
    }
  if (sky_stream_is_begun (stream))
    sky_stream_get_standing (stream, &standing);
  g_test_message ("%s after %" PRId64 ", of %" PRId64,
                  standing.state != SKY_STREAM_QUIET ? "reported" : "quiet", standing.n,
                  planted->n);
  return standing.state != SKY_STREAM_QUIET && 4 * standing.n <= 5 * planted->n;
}

/* Returns: whether it was reported, and in time. */
static gboolean
find_planted (const Planted *planted, guint64 seed)
{
  g_autoptr (GPtrArray) logs = play (planted, seed);
  g_autoptr (SkyPatterns) patterns = sky_patterns_fold (logs, G_MAXINT32);
  gboolean found = FALSE;

  for (guint i = 0; i < patterns->patterns->len; i++)
    {
      const SkyPattern *pattern = patterns->patterns->pdata[i];
      const SkyStreamStanding *standing = &pattern->standing;

      if (standing->state == SKY_STREAM_QUIET)
        continue;
      g_test_message ("seed %u: %s %s: %s after %" PRId64, (guint) seed,
                      sky_family_to_check (pattern->family), pattern->lead, pattern->unit,
                      standing->n_since);
      if (is_planted (planted, pattern))
        found |= pattern->family == planted->family;
      else
        /* An honest dealer has a report once in a hundred table-years of all. */
        g_error ("%s: nothing was planted there", pattern->unit);
    }
  return planted->n > 0 ? is_in_time (planted, logs) : found;
}

static void
test_planted (gconstpointer data)
{
  const Planted *planted = data;
  guint n_found = 0;

  for (guint i = 1; i <= n_archives; i++)
    n_found += find_planted (planted, i);
  g_test_message ("%u of %u", n_found, n_archives);
  g_assert_cmpuint (100 * n_found, >=, IN_TIME * n_archives);
}

/* Much planted, so that little has to be played. */
static const Planted strong[] = {
  { "wheel", "wheel:8,19,31,18,6*2", SKY_FAMILY_WHEELS, NULL, NULL, SKY_GAME_ROULETTE, 400, 3, 0, 0,
    0, 0, 0 },
  { "spin", "spin:PA-100010:+14..18=0.4", SKY_FAMILY_SPINS, "PA-100010", NULL, SKY_GAME_ROULETTE,
    400, 2, 2, 0, 0, 0, 0 },
  { "sevens", "sevens:P7=1/30", SKY_FAMILY_SEVENS, NULL, "P7", SKY_GAME_CRAPS, 700, 6, 4, 16, 0, 0,
    0 },
  { "errors", "errors:PA-100010*30", SKY_FAMILY_ERRORS, "PA-100010", NULL, SKY_GAME_ROULETTE, 300,
    4, 4, 0, 0.004, 0, 0 },
  { "overpay", "overpay:PA-100010:P7*40", SKY_FAMILY_PAIRS, "PA-100010", "P7", SKY_GAME_ROULETTE,
    500, 11, 2, 16, 0.004, 0, 0 },
  { "wins", "wins:P7*2", SKY_FAMILY_PATRON_WINS, NULL, "P7", SKY_GAME_ROULETTE, 500, 9, 4, 16, 0, 0,
    0 },
  { "dice", "dice:6=0.25", SKY_FAMILY_DICE_TABLES, NULL, NULL, SKY_GAME_SIC_BO, 600, 2, 0, 0, 0, 0,
    0 },
};

/* As they were measured: the dealer has some 4,000 decisions a week, the pair 300. Seven of eight
 * errors pay too much, which 1 in 1,000 settlements of a pair does. */
static const Planted measured[] = {
  { "wheel", "wheel:8,19,31,18,6*1.2", SKY_FAMILY_WHEELS, NULL, NULL, SKY_GAME_ROULETTE, 1200, 22,
    0, 0, 0, 10500, 9.03 },
  { "spin", "spin:PA-100010:+14..18=0.12", SKY_FAMILY_SPINS, "PA-100010", NULL, SKY_GAME_ROULETTE,
    1200, 8, 2, 0, 0, 640, 10.12 },
  { "sevens", "sevens:P7=1/9", SKY_FAMILY_SEVENS, NULL, "P7", SKY_GAME_CRAPS, 1200, 30, 4, 16, 0,
    1800, 13.63 },
  { "errors", "errors:PA-100010*5", SKY_FAMILY_ERRORS, "PA-100010", NULL, SKY_GAME_ROULETTE, 1000,
    29, 20, 0, 0.001, 12000, 11.04, 4 },
  { "overpay", "overpay:PA-100010:P7*10", SKY_FAMILY_PAIRS, "PA-100010", "P7", SKY_GAME_ROULETTE,
    1200, 88, 5, 16, 0.00115, 3000, 15.24 },
  /* Of bets of all kinds together nothing was measured; test-stream has those that were. */
  { "wins", "wins:P7*1.5", SKY_FAMILY_PATRON_WINS, NULL, "P7", SKY_GAME_ROULETTE, 1200, 28, 4, 16,
    0, 0, 0 },
};

/* Years of nothing: nobody is reported, however much is played. */
static void
test_none (void)
{
  const Planted none = {
    NULL, "none", SKY_FAMILY_WHEELS, NULL, NULL, SKY_GAME_ROULETTE, 300, 9, 4, 16, 0.002, 0, 0
  };

  for (guint i = 1; i <= n_archives; i++)
    g_assert_false (find_planted (&none, 100 + i));
}

int
main (int argc, char **argv)
{
  const Planted *all = strong;
  guint n = G_N_ELEMENTS (strong);

  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    {
      n_archives = (guint) g_ascii_strtoull (argv[1], NULL, 10);
      all = measured;
      n = G_N_ELEMENTS (measured);
    }
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strconcat ("/planted/", all[i].name, NULL);

      g_test_add_data_func (path, &all[i], test_planted);
    }
  g_test_add_func ("/planted/none", test_none);
  return g_test_run ();
}
