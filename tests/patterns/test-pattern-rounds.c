/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last rounds in a pattern's arc: as many as were counted there, the latest first, and each
 * what its log says. */
#include "config.h"

#include "sky-archive.h"
#include "sky-pattern-reading.h"
#include "sky-pattern-rounds.h"
#include "sky-simulate.h"
#include "sky-store-audit.h"

#include <glib/gstdio.h>
#include <string.h>

#define DAYS   4
#define ROUNDS 120

typedef struct
{
  char *folder;
  char *archive;
  SkyStore *store;
  SkyPatterns *patterns;
} Scene;

static void
audit_all (Scene *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (self->archive, &error);

  g_assert_no_error (error);
  for (char **name = archive->logs; *name != NULL; name++)
    {
      const SkyAuditOptions options = { 0 };
      g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, *name, &error);
      g_autoptr (SkyLogAudit) audit = NULL;

      g_assert_no_error (error);
      audit = sky_audit_log (log, &options, &error);
      g_assert_no_error (error);
      sky_store_write_audit (self->store, archive, "", audit, "test", NULL, &error);
      g_assert_no_error (error);
    }
}

static void
scene_init (Scene *self)
{
  static const char *const plants[] = { "wheel:7*30", NULL };
  const SkyPatternsRequest request = { .until = G_MAXINT32, .people = TRUE };
  const SkySimulateOptions options = { .game = SKY_GAME_ROULETTE,
                                       .rounds = ROUNDS,
                                       .seed = 7,
                                       .tables = 1,
                                       .days = DAYS,
                                       .dealers = 2,
                                       .plants = plants,
                                       .start = SKY_TIME_NONE };
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  guint n_without;

  self->folder = g_dir_make_tmp ("skyward-test-XXXXXX", &error);
  g_assert_no_error (error);
  self->archive = g_build_filename (self->folder, "archive", NULL);
  path = g_build_filename (self->folder, "store.db", NULL);
  sky_simulate (&options, self->archive, &error);
  g_assert_no_error (error);
  self->store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  g_assert_no_error (error);
  audit_all (self);
  self->patterns = sky_patterns_read (self->store, &request, &n_without, &error);
  g_assert_no_error (error);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
}

static void
scene_clear (Scene *self)
{
  sky_patterns_unref (self->patterns);
  sky_store_free (self->store);
  remove_tree (self->folder);
  g_free (self->archive);
  g_free (self->folder);
}

static GPtrArray *
list (Scene *self, const SkyPattern *pattern, guint most, guint unread)
{
  g_autoptr (GError) error = NULL;
  guint n_unread;
  GPtrArray *rounds = sky_pattern_list_rounds (pattern, self->store, most, &n_unread, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (n_unread, ==, unread);
  return rounds;
}

static gint64
count_in_arc (const SkyPattern *pattern)
{
  g_auto (GStrv) lead = g_strsplit (pattern->lead, "/", -1);
  const guint first = (guint) g_ascii_strtoull (lead[1], NULL, 10);
  const guint width = (guint) g_ascii_strtoull (lead[2], NULL, 10);
  gint64 n = 0;

  for (guint i = 0; i < width; i++)
    n += pattern->standing.counts[(first + i) % pattern->n_cells];
  return n;
}

/* The result of @round as the log of its day has it, read as text. */
static char *
read_result (Scene *self, const SkyPatternRound *round)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (self->archive, &error);
  char day[SKY_DAY_TEXT_SIZE];

  g_assert_no_error (error);
  sky_day_format (round->gaming_day, day);
  for (char **name = archive->logs; *name != NULL; name++)
    {
      g_autofree char *text = NULL;
      g_autofree char *start = g_strdup_printf (
          "\"type\":\"round_start\",\"round\":%" G_GINT64_FORMAT "}", round->round);
      const char *at;

      if (strstr (*name, day) == NULL)
        continue;
      g_file_get_contents (*name, &text, NULL, &error);
      g_assert_no_error (error);
      at = strstr (text, start);
      g_assert_nonnull (at);
      at = strstr (at, "\"pocket\":\"");
      g_assert_nonnull (at);
      at += strlen ("\"pocket\":\"");
      return g_strndup (at, strcspn (at, "\""));
    }
  g_assert_not_reached ();
}

static void
test_listed (void)
{
  Scene scene;
  guint n_families[2] = { 0 };

  scene_init (&scene);
  for (guint i = 0; i < scene.patterns->patterns->len; i++)
    {
      const SkyPattern *pattern = scene.patterns->patterns->pdata[i];
      g_autoptr (GPtrArray) rounds = NULL;

      if (!sky_pattern_has_rounds (pattern))
        continue;
      n_families[pattern->family == SKY_FAMILY_SPINS]++;
      rounds = list (&scene, pattern, G_MAXUINT, 0);
      /* Each that was counted, whether of the wheel or of a dealer. */
      g_assert_cmpint (rounds->len, ==, count_in_arc (pattern));
    }
  g_assert_cmpuint (n_families[FALSE], ==, 1);
  g_assert_cmpuint (n_families[TRUE], >, 1);
  scene_clear (&scene);
}

static const SkyPattern *
find_wheel (Scene *self)
{
  for (guint i = 0; i < self->patterns->patterns->len; i++)
    {
      const SkyPattern *pattern = self->patterns->patterns->pdata[i];

      if (pattern->family == SKY_FAMILY_WHEELS)
        return pattern;
    }
  g_assert_not_reached ();
}

static void
test_last (void)
{
  Scene scene;
  const SkyPattern *pattern;
  g_autoptr (GPtrArray) rounds = NULL;

  scene_init (&scene);
  pattern = find_wheel (&scene);
  rounds = list (&scene, pattern, SKY_PATTERN_ROUNDS, 0);
  g_assert_cmpuint (rounds->len, ==, SKY_PATTERN_ROUNDS);
  g_assert_true (g_str_has_prefix (pattern->lead, "arc/"));
  for (guint i = 0; i < rounds->len; i++)
    {
      const SkyPatternRound *round = rounds->pdata[i];
      const SkyPatternRound *later = i > 0 ? rounds->pdata[i - 1] : NULL;
      g_autofree char *result = read_result (&scene, round);

      g_assert_cmpstr (round->table, ==, "RO-01");
      g_assert_cmpstr (round->result, ==, result);
      g_assert_true (later == NULL || round->gaming_day < later->gaming_day
                     || (round->gaming_day == later->gaming_day && round->round < later->round));
    }
  g_assert_cmpint (((const SkyPatternRound *) rounds->pdata[0])->gaming_day, ==,
                   pattern->standing.last_day);
  scene_clear (&scene);
}

/* A log that is not there now is said to be missing, and the others tell what they can. */
static void
test_unread (void)
{
  Scene scene;
  const SkyPattern *pattern;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (GPtrArray) before = NULL;
  g_autoptr (GPtrArray) after = NULL;
  guint n_of_last = 0;

  scene_init (&scene);
  pattern = find_wheel (&scene);
  before = list (&scene, pattern, G_MAXUINT, 0);
  for (guint i = 0; i < before->len; i++)
    n_of_last +=
        ((const SkyPatternRound *) before->pdata[i])->gaming_day == pattern->standing.last_day;
  g_assert_cmpuint (n_of_last, >, 0);
  archive = sky_archive_open (scene.archive, &error);
  g_assert_no_error (error);
  for (char **name = archive->logs; *name != NULL; name++)
    {
      char day[SKY_DAY_TEXT_SIZE];

      if (strstr (*name, sky_day_format (pattern->standing.last_day, day)) != NULL)
        g_assert_cmpint (g_remove (*name), ==, 0);
    }
  after = list (&scene, pattern, G_MAXUINT, 1);
  g_assert_cmpuint (after->len, ==, before->len - n_of_last);
  scene_clear (&scene);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pattern-rounds/listed", test_listed);
  g_test_add_func ("/pattern-rounds/last", test_last);
  g_test_add_func ("/pattern-rounds/unread", test_unread);
  return g_test_run ();
}
