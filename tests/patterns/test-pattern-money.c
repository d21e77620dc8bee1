/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What patrons win, from logs through the store to what is told: the same from either database, to
 * the digit; who may see it; and what becomes of a report when a log comes late, is replaced, is
 * bad or goes. */
#include "config.h"

#include "pattern-samples.h"
#include "private-postgres.h"
#include "sky-noted-report.h"
#include "sky-pattern-json.h"
#include "sky-pattern-reading.h"
#include "sky-pattern-words.h"
#include "sky-phrase.h"
#include "sky-simulate.h"
#include "sky-store-audit.h"
#include "store-samples.h"

#include <glib/gstdio.h>
#include <string.h>

#define N_ROUNDS 300

static const guint reds[] = { 1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36 };
static const guint blacks[] = {
  2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35
};

/* A day of Roulette: a patron has $5 on red at every spin, and another on black, and red comes
 * three times of four; the first @n_fair rounds are as fair as can be. */
static char *
write_log (const char *day, guint n_fair)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint seq = 0;

  g_string_printf (text,
                   "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Keystone\","
                   "\"table\":\"RO-01\",\"game\":\"roulette\",\"gaming_day\":\"%s\","
                   "\"time_zone\":\"America/New_York\",\"currency\":\"USD\","
                   "\"players\":\"property\"}\n",
                   day);
#define EVENT(...)                                                                                 \
  (g_string_append_printf (text, "{\"seq\":%u,\"at\":\"%sT%02u:%02u:%02u.000000Z\",", seq + 1,     \
                           day, 12 + seq / 3600, seq / 60 % 60, seq % 60),                         \
   seq++, g_string_append_printf (text, __VA_ARGS__), g_string_append (text, "}\n"))
  EVENT ("\"type\":\"table_open\"");
  EVENT ("\"type\":\"rules\",\"submission\":{\"wheel\":\"double_zero\"}");
  EVENT ("\"type\":\"staff\",\"role\":\"dealer\",\"credential\":\"PA-1\",\"on\":true");
  EVENT ("\"type\":\"player\",\"seat\":1,\"player\":\"P7\",\"present\":true");
  EVENT ("\"type\":\"player\",\"seat\":2,\"player\":\"P8\",\"present\":true");
  for (guint round = 1; round <= N_ROUNDS; round++)
    {
      const gboolean red = round <= n_fair ? round % 2 : round % 4 != 0;
      /* One pocket of a color is as good as another. */
      const guint pocket = (red ? reds : blacks)[round / 2 * 7 % G_N_ELEMENTS (reds)];

      EVENT ("\"type\":\"round_start\",\"round\":%u", round);
      EVENT ("\"type\":\"wager\",\"wager\":\"a%u\",\"seat\":1,\"bet\":\"red\",\"amount\":500",
             round);
      EVENT ("\"type\":\"wager\",\"wager\":\"b%u\",\"seat\":2,\"bet\":\"black\",\"amount\":100",
             round);
      EVENT ("\"type\":\"spin\",\"wheel\":\"cw\",\"ball\":\"ccw\"");
      EVENT ("\"type\":\"no_more_bets\"");
      EVENT ("\"type\":\"result\",\"pocket\":\"%u\",\"revolutions\":6,\"observed\":[]", pocket);
      if (red)
        {
          EVENT ("\"type\":\"settle\",\"wager\":\"b%u\",\"outcome\":\"lose\",\"taken\":100", round);
          EVENT ("\"type\":\"settle\",\"wager\":\"a%u\",\"outcome\":\"win\",\"paid\":500,"
                 "\"returned\":500",
                 round);
        }
      else
        {
          EVENT ("\"type\":\"settle\",\"wager\":\"a%u\",\"outcome\":\"lose\",\"taken\":500", round);
          EVENT ("\"type\":\"settle\",\"wager\":\"b%u\",\"outcome\":\"win\",\"paid\":100,"
                 "\"returned\":100",
                 round);
        }
      EVENT ("\"type\":\"round_end\",\"round\":%u", round);
    }
#undef EVENT
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
put_log (const char *folder, const char *text)
{
  g_autofree char *path = g_build_filename (folder, "RO-01.tel.jsonl", NULL);
  g_autoptr (GError) error = NULL;

  g_mkdir (folder, 0700);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
remove_archive (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      g_assert_cmpint (g_remove (child), ==, 0);
    }
  g_assert_cmpint (g_rmdir (path), ==, 0);
}

static SkyPatterns *
read_patterns (SkyStore *store, gboolean people)
{
  const SkyPatternsRequest request = { NULL, G_MAXINT32, TRUE, people, NULL, 0 };
  g_autoptr (GError) error = NULL;
  guint n_without;
  SkyPatterns *patterns = sky_patterns_read (store, &request, &n_without, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (n_without, ==, 0);
  return patterns;
}

/* What is told of money alone. */
static char *
tell_money (const SkyPatterns *patterns)
{
  GString *json = g_string_new (NULL);

  for (guint i = 0; i < patterns->patterns->len; i++)
    if (sky_family_is_of_money (((const SkyPattern *) patterns->patterns->pdata[i])->family))
      sky_pattern_write_json (patterns->patterns->pdata[i], json);
  return g_string_free (json, FALSE);
}

/* Folds what is to be folded and keeps it; what is kept tells the same. */
static SkyPatterns *
fold (SkyStore *store)
{
  g_autoptr (SkyPatterns) folded = read_patterns (store, TRUE);
  SkyPatterns *kept;
  g_autoptr (GError) error = NULL;
  g_autofree char *first = pattern_samples_to_json (folded);
  g_autofree char *again = NULL;

  g_assert_cmpuint (folded->unkept->len, ==, 1);
  g_assert_true (sky_patterns_keep_news (folded, store, &error));
  g_assert_no_error (error);
  kept = read_patterns (store, TRUE);
  g_assert_cmpuint (kept->unkept->len, ==, 0);
  again = pattern_samples_to_json (kept);
  g_assert_cmpstr (again, ==, first);
  return kept;
}

static const SkyPattern *
find (const SkyPatterns *patterns, SkyFamily family, const char *patron)
{
  for (guint i = 0; i < patterns->patterns->len; i++)
    {
      const SkyPattern *pattern = patterns->patterns->pdata[i];

      if (pattern->family == family && g_strcmp0 (pattern->patron, patron) == 0)
        return pattern;
    }
  return NULL;
}

static char *
say (const SkyPattern *pattern)
{
  g_autofree char *phrase = sky_pattern_sentence (pattern);

  return sky_phrase_english (phrase);
}

/* Of the patron who wins, and of the table: observations, state, and whether present data say
 * otherwise than when it was reported. */
static void
assert_told (const SkyPatterns *patterns, gint64 n, const char *state, gboolean otherwise)
{
  const SkyPattern *both[] = { find (patterns, SKY_FAMILY_PATRON_WINS, "P7"),
                               find (patterns, SKY_FAMILY_TABLE_WINS, NULL) };

  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    {
      g_autofree char *sentence = NULL;

      g_assert_nonnull (both[i]);
      sentence = say (both[i]);
      g_assert_cmpint (both[i]->standing.n, ==, n);
      g_assert_cmpstr (sky_pattern_state (both[i]), ==, state);
      g_assert_cmpint (both[i]->noted != NULL, ==, otherwise);
      g_assert_cmpint (g_str_has_prefix (sentence, "It was reported on 2023-09-04, when ln R was "),
                       ==, otherwise);
    }
}

static void
test_changes (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autofree char *folder = g_build_filename (samples->folder, "archive", NULL);
  g_autofree char *late = g_build_filename (samples->folder, "late", NULL);
  g_autofree char *winning = write_log ("2023-09-04", 0);
  g_autofree char *fair = write_log ("2023-09-04", N_ROUNDS);
  g_autofree char *earlier = write_log ("2023-08-28", N_ROUNDS);
  g_autofree char *bad = g_strdup_printf ("%s{\"seq\":%d,\"at\":\"2023-09-04T20:00:00.000000Z\","
                                          "\"type\":\"checkpoint\",\"sha256\":\"%064d\"}\n",
                                          winning, 5 + 9 * N_ROUNDS + 1, 0);
  g_autoptr (SkyPatterns) first = NULL, with_late = NULL, without = NULL, replaced = NULL,
                          damaged = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *one = NULL, *again = NULL, *sentence = NULL;

  put_log (folder, winning);
  pattern_samples_audit (folder, store);
  first = fold (store);
  assert_told (first, N_ROUNDS, "reported", FALSE);
  one = tell_money (first);
  /* $5 gained at three of four, and lost at one; the other way round. */
  g_assert_nonnull (strstr (one, "\"unit\":{\"patron\":\"P7\"}"));
  g_assert_nonnull (strstr (one, "\"gain\":75000,"));
  g_assert_nonnull (strstr (one, "\"gain\":-15000,"));
  g_assert_nonnull (strstr (one, "\"gain\":60000,"));
  g_assert_cmpstr (sky_pattern_state (find (first, SKY_FAMILY_PATRON_WINS, "P8")), ==, "quiet");

  /* A log of a week before comes late, and goes. */
  put_log (late, earlier);
  pattern_samples_audit (late, store);
  with_late = fold (store);
  assert_told (with_late, 2 * N_ROUNDS, "reported", TRUE);
  g_assert_true (sky_store_remove_archive (store, late, &error));
  remove_archive (late);
  without = fold (store);
  again = tell_money (without);
  g_assert_cmpstr (again, ==, one);

  /* Another log in its place, in which nothing is won. */
  put_log (folder, fair);
  g_assert_true (sky_store_remove_archive (store, folder, &error));
  pattern_samples_audit (folder, store);
  replaced = fold (store);
  assert_told (replaced, N_ROUNDS, "reported", TRUE);
  sentence = say (find (replaced, SKY_FAMILY_PATRON_WINS, "P7"));
  g_assert_nonnull (strstr (sentence, "nothing is reported"));

  /* One that somebody changed: nothing of it counts. */
  put_log (folder, bad);
  g_assert_true (sky_store_remove_archive (store, folder, &error));
  pattern_samples_audit (folder, store);
  damaged = fold (store);
  assert_told (damaged, 0, "reported", TRUE);
  g_assert_null (find (damaged, SKY_FAMILY_PATRON_WINS, "P8"));
  g_assert_no_error (error);
  remove_archive (folder);
}

/* --- Over both databases -----------------------------------------------------------------------
 */

/* Patrons who move between two tables. */
static void
simulate (const char *path, SkyGameId game)
{
  const SkySimulateOptions options = { .game = game,
                                       .rounds = 30,
                                       .seed = 11,
                                       .faults = 6,
                                       .tables = 2,
                                       .days = 3,
                                       .dealers = 6,
                                       .patrons = 32,
                                       .error_rate = 0.01,
                                       .start = SKY_TIME_NONE };
  g_autoptr (GError) error = NULL;

  sky_simulate (&options, path, &error);
  g_assert_no_error (error);
}

static void
test_same (Samples *samples, gconstpointer unused)
{
  static const SkyGameId games[] = { SKY_GAME_ROULETTE, SKY_GAME_SIC_BO, SKY_GAME_BIG_SIX };
  g_autofree char *uri = private_postgres_new_database ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) file = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SkyStore) shared = sky_store_open (uri, SKY_STORE_READ_WRITE, &error);
  g_autoptr (SkyPatterns) of_file = NULL, of_shared = NULL;
  g_autofree char *one = NULL, *other = NULL;
  guint n_tables = 0, n_patrons = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (games); i++)
    {
      g_autofree char *folder =
          g_build_filename (samples->folder, sky_game_id_to_name (games[i]), NULL);

      simulate (folder, games[i]);
      pattern_samples_audit (folder, file);
      pattern_samples_audit (folder, shared);
      remove_archive (folder);
    }
  of_file = fold (file);
  of_shared = fold (shared);
  one = pattern_samples_to_json (of_file);
  other = pattern_samples_to_json (of_shared);
  g_assert_cmpstr (one, ==, other);
  for (guint i = 0; i < of_file->patterns->len; i++)
    {
      const SkyPattern *pattern = of_file->patterns->pdata[i];

      n_tables += pattern->family == SKY_FAMILY_TABLE_WINS;
      n_patrons += pattern->family == SKY_FAMILY_PATRON_WINS;
    }
  g_assert_cmpuint (n_tables, ==, 2 * G_N_ELEMENTS (games));
  g_assert_cmpuint (n_patrons, >, 16);
}

/* Operators see what the table won and lost; what is of patrons the server does not show them,
 * whatever they ask. */
static void
test_roles (Samples *samples, gconstpointer unused)
{
  static const char *const kinds[] = { "operator", "investigator", "auditor", "worker" };
  g_autofree char *uri = private_postgres_new_database ();
  g_autofree char *folder = g_build_filename (samples->folder, "archive", NULL);
  g_autofree char *winning = write_log ("2023-09-04", 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) owner = sky_store_open (uri, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  put_log (folder, winning);
  pattern_samples_audit (folder, owner);
  sky_patterns_unref (fold (owner));
  remove_archive (folder);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (SkyStore) store = pattern_samples_open_as (uri, owner, "money", kinds[i]);
      g_autoptr (SkyPatterns) patterns = NULL;
      const SkyPattern *table;
      gboolean may;
      guint n_without;

      g_assert_true (sky_store_may_count_people (store, &may, &error));
      g_assert_cmpint (may, ==, i > 0);
      patterns = read_patterns (store, may);
      table = find (patterns, SKY_FAMILY_TABLE_WINS, NULL);
      g_assert_nonnull (table);
      g_assert_cmpstr (sky_pattern_state (table), ==, "reported");
      g_assert_cmpint (find (patterns, SKY_FAMILY_PATRON_WINS, "P7") != NULL, ==, may);
      if (may)
        continue;
      g_assert_null (
          sky_store_list_counts (store, NULL, G_MININT32, G_MAXINT32, TRUE, &n_without, &error));
      g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
      g_clear_error (&error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  SAMPLES_ADD ("/money/changes", Samples, samples_set_up, test_changes, samples_tear_down);
  g_test_add ("/money/same", Samples, NULL, samples_set_up, test_same, samples_tear_down);
  g_test_add ("/money/roles", Samples, NULL, samples_set_up, test_roles, samples_tear_down);
  return g_test_run ();
}
