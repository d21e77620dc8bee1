/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An audit must find in a simulated archive what planted.json tells, all of it and no more. */
#include "config.h"

#include "../remove-tree.h"
#include "../seeds.h"

#include "sky-audit-run.h"
#include "sky-json.h"
#include "sky-sim-game.h"
#include "sky-simulate.h"

#include <glib/gstdio.h>

#include <string.h>

typedef struct
{
  char *folder;
  char *archive;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("simulate-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
  fixture->archive = g_build_filename (fixture->folder, "archive", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_tree (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->archive);
}

static void
simulate_on (const char *path,
             SkyGameId game,
             guint rounds,
             guint tables,
             guint64 seed,
             guint faults,
             SkyTime start)
{
  const SkySimulateOptions options = {
    .game = game,
    .rounds = rounds,
    .tables = tables,
    .seed = seed,
    .faults = faults,
    .start = start,
  };
  g_autoptr (GError) error = NULL;

  sky_simulate (&options, path, &error);
  g_assert_no_error (error);
}

static void
simulate (const char *path, SkyGameId game, guint rounds, guint tables, guint64 seed, guint faults)
{
  simulate_on (path, game, rounds, tables, seed, faults, SKY_TIME_NONE);
}

static guint
count_entries (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  g_assert_nonnull (dir);
  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* A finding as a line of text, so that two lists can be compared. */
static char *
tell (const char *check,
      const char *table,
      const char *day,
      gint64 round,
      gint64 seq,
      const char *wager,
      gboolean has_variance,
      SkyMoney variance)
{
  g_autofree char *cents =
      has_variance ? g_strdup_printf ("%" G_GINT64_FORMAT, variance) : g_strdup ("-");

  return g_strdup_printf ("%s %s %s round %" G_GINT64_FORMAT " seq %" G_GINT64_FORMAT
                          " wager %s variance %s",
                          table, day, check, round, seq, wager != NULL ? wager : "-", cents);
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* All lines, sorted, as one text. */
static char *
join (GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static GPtrArray *
new_lines (void)
{
  return g_ptr_array_new_with_free_func (g_free);
}

static char *
audit (const char *path)
{
  const char *const paths[] = { path, NULL };
  g_autoptr (SkyAuditRun) run = sky_audit_run_new (paths);
  g_autoptr (GPtrArray) lines = new_lines ();
  g_autoptr (GError) error = NULL;

  sky_audit_run (run, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sky_audit_run_get_failures (run)->len, ==, 0);
  for (guint i = 0; i < sky_audit_run_get_audits (run)->len; i++)
    {
      const SkyLogAudit *log = sky_audit_run_get_audits (run)->pdata[i];
      const SkyLogHeader *header = sky_log_get_header (log->log);
      char day[SKY_DAY_TEXT_SIZE];

      for (guint j = 0; j < log->findings->len; j++)
        {
          const SkyFinding *finding = log->findings->pdata[j];

          g_ptr_array_add (lines, tell (sky_check_info (finding->check)->name, header->table,
                                        sky_day_format (header->gaming_day, day), finding->round,
                                        (gint64) finding->seq, finding->wager,
                                        finding->has_variance, finding->variance));
        }
    }
  return join (lines);
}

static char *
get_text (const SkyJsonNode *object, const char *name)
{
  const SkyJsonNode *node = sky_json_member (object, name);

  return node != NULL ? sky_text_dup (node->text) : NULL;
}

static gint64
get_int (const SkyJsonNode *object, const char *name)
{
  const SkyJsonNode *node = sky_json_member (object, name);

  return node != NULL ? node->integer : 0;
}

static guint
add_told (const SkyJsonNode *list, GPtrArray *lines)
{
  const SkyJsonNode *finding = sky_json_first (list);

  for (guint i = 0; i < list->n_children; i++, finding = sky_json_next (finding))
    {
      g_autofree char *check = get_text (finding, "check");
      g_autofree char *table = get_text (finding, "table");
      g_autofree char *day = get_text (finding, "gaming_day");
      g_autofree char *wager = get_text (finding, "wager");

      g_ptr_array_add (lines, tell (check, table, day, get_int (finding, "round"),
                                    get_int (finding, "seq"), wager,
                                    sky_json_member (finding, "variance") != NULL,
                                    get_int (finding, "variance")));
    }
  return list->n_children;
}

/* What planted.json says; @n_planted takes how many were planted. */
static char *
read_planted (const char *path, guint *n_planted)
{
  g_autofree char *file = g_build_filename (path, "planted.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autoptr (GPtrArray) lines = new_lines ();
  const SkyJsonNode *root;
  const char *cause;
  gsize size;

  g_assert_true (g_file_get_contents (file, &text, &size, NULL));
  root = sky_json_parse (parser, text, size, FALSE, &cause);
  g_assert_nonnull (root);
  *n_planted = add_told (sky_json_member (root, "planted"), lines);
  add_told (sky_json_member (root, "expected"), lines);
  return join (lines);
}

static void
assert_found (const char *path, guint faults)
{
  guint n_planted;
  g_autofree char *found = audit (path);
  g_autofree char *planted = read_planted (path, &n_planted);

  g_assert_cmpuint (n_planted, ==, faults);
  g_assert_cmpstr (found, ==, planted);
}

static void
test_faults (Fixture *fixture, gconstpointer data)
{
  SkyGameId game = GPOINTER_TO_INT (data);

  for (guint seed = 1; seed <= SEEDS (20); seed++)
    {
      g_test_message ("seed %u", seed);
      simulate (fixture->archive, game, 120, 1, seed, 40);
      assert_found (fixture->archive, 40);
      remove_tree (fixture->archive);
    }
}

/* People who come again, err, and wager late: an audit finds what planted.json tells. */
static void
test_people (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    SkyGameId game;
    const char *plants[5];
  } cases[] = {
    { SKY_GAME_ROULETTE,
      { "late:P7", "errors:PA-100010*3@2", "overpay:PA-100011:P3*9", "spin:PA-100010:+0..4=1/3" } },
    { SKY_GAME_CRAPS, { "late:P7", "sevens:P3=1/8", "errors:PA-100012*3" } },
    { SKY_GAME_MINI_CRAPS, { "sevens:P3=1/4" } },
    { SKY_GAME_SIC_BO, { "late:P7@2", "dice:6=0.2" } },
    { SKY_GAME_BIG_SIX, { "late:P7" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const SkySimulateOptions options = { .game = cases[i].game,
                                           .rounds = 150,
                                           .seed = i + 1,
                                           .tables = 2,
                                           .days = 2,
                                           .faults = 10,
                                           .dealers = 4,
                                           .patrons = 32,
                                           .error_rate = 0.02,
                                           .plants = cases[i].plants,
                                           .start = SKY_TIME_NONE };
      g_autoptr (GError) error = NULL;
      g_autofree char *found = NULL;
      g_autofree char *planted = NULL;
      guint n;

      sky_simulate (&options, fixture->archive, &error);
      g_assert_no_error (error);
      found = audit (fixture->archive);
      planted = read_planted (fixture->archive, &n);
      g_assert_cmpuint (n, >, 20);
      g_assert_cmpstr (found, ==, planted);
      remove_tree (fixture->archive);
    }
}

/* What cannot be planted is told, and nothing written. */
static void
test_people_refused (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    SkyGameId game;
    guint dealers;
    guint patrons;
    const char *plant;
  } cases[] = {
    { SKY_GAME_ROULETTE, 1, 0, NULL },
    { SKY_GAME_ROULETTE, 0, 15, NULL },
    { SKY_GAME_PAI_GOW, 4, 0, NULL },
    { SKY_GAME_ROULETTE, 4, 16, "errors:PA-100020*3" },
    { SKY_GAME_ROULETTE, 4, 16, "errors:PA-100010" },
    { SKY_GAME_ROULETTE, 4, 16, "late:P17" },
    { SKY_GAME_ROULETTE, 4, 0, "late:P1" },
    { SKY_GAME_ROULETTE, 4, 16, "sevens:P7=1/8" },
    { SKY_GAME_ROULETTE, 4, 16, "spin:PA-100010:+18..14=0.12" },
    { SKY_GAME_ROULETTE, 4, 16, "spin:PA-100010:+14..18=1.2" },
    { SKY_GAME_ROULETTE, 4, 16, "overpay:PA-100010*3" },
    { SKY_GAME_CRAPS, 4, 16, "spin:PA-100010:+14..18=0.12" },
    { SKY_GAME_CRAPS, 4, 16, "sevens:P7=1/8@0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const plants[] = { cases[i].plant, NULL };
      const SkySimulateOptions options = { .game = cases[i].game,
                                           .rounds = 5,
                                           .tables = 1,
                                           .dealers = cases[i].dealers,
                                           .patrons = cases[i].patrons,
                                           .plants = plants,
                                           .start = SKY_TIME_NONE };
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", cases[i].plant);
      g_assert_false (sky_simulate (&options, fixture->archive, &error));
      g_assert_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS);
      g_assert_false (g_file_test (fixture->archive, G_FILE_TEST_EXISTS));
    }
}

static void
test_legal_play (Fixture *fixture, gconstpointer data)
{
  SkyGameId game = GPOINTER_TO_INT (data);

  for (guint seed = 1; seed <= SEEDS (10); seed++)
    {
      g_test_message ("seed %u", seed);
      simulate (fixture->archive, game, 400, 1, seed, 0);
      assert_found (fixture->archive, 0);
      remove_tree (fixture->archive);
    }
}

/* Twenty thousand rounds, over several tables and gaming days. */
static void
test_long_play (Fixture *fixture, gconstpointer data)
{
  simulate (fixture->archive, GPOINTER_TO_INT (data), 2500, SEEDS (8), 1, 0);
  assert_found (fixture->archive, 0);
}

/* Sic Bo while chapter 539 was in force: the call comes before the shake. */
static void
test_older_edition (Fixture *fixture, gconstpointer data)
{
  SkyTime start = sky_day_from_ymd (2011, 3, 1) * 24 * SKY_HOUR + 20 * SKY_HOUR;

  for (guint seed = 1; seed <= SEEDS (10); seed++)
    {
      g_test_message ("seed %u", seed);
      simulate_on (fixture->archive, SKY_GAME_SIC_BO, 120, 1, seed, 40, start);
      assert_found (fixture->archive, 40);
      remove_tree (fixture->archive);
    }
  simulate_on (fixture->archive, SKY_GAME_SIC_BO, 1200, 2, 1, 0, start);
  assert_found (fixture->archive, 0);
}

/* More faults than rounds, and several tables and gaming days. */
static void
test_many (Fixture *fixture, gconstpointer data)
{
  SkyGameId game = GPOINTER_TO_INT (data);

  simulate (fixture->archive, game, 3, 1, 7, 50);
  assert_found (fixture->archive, 50);
  remove_tree (fixture->archive);

  /* So many that two clocks turned back follow each other. */
  simulate (fixture->archive, game, 100, 1, 1, 10000);
  assert_found (fixture->archive, 10000);
  remove_tree (fixture->archive);

  simulate (fixture->archive, game, 1500, 2, 7, 200);
  /* Two tables of two days each, staff.json and planted.json. */
  g_assert_cmpuint (count_entries (fixture->archive), ==, 6);
  assert_found (fixture->archive, 200);
}

static char *
digest_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) lines = new_lines ();
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autofree char *text = NULL;
      g_autofree char *digest = NULL;
      gsize size;

      g_assert_true (g_file_get_contents (file, &text, &size, NULL));
      digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) text, size);
      g_ptr_array_add (lines, g_strdup_printf ("%s %s", name, digest));
    }
  return join (lines);
}

static void
test_same_bytes (Fixture *fixture, gconstpointer data)
{
  g_autofree char *again = g_build_filename (fixture->folder, "again", NULL);
  g_autofree char *other = g_build_filename (fixture->folder, "other", NULL);
  g_autofree char *first_digest = NULL;
  g_autofree char *again_digest = NULL;
  g_autofree char *other_digest = NULL;

  simulate (fixture->archive, SKY_GAME_CRAPS, 50, 3, 11, 10);
  simulate (again, SKY_GAME_CRAPS, 50, 3, 11, 10);
  simulate (other, SKY_GAME_CRAPS, 50, 3, 12, 10);
  first_digest = digest_folder (fixture->archive);
  again_digest = digest_folder (again);
  other_digest = digest_folder (other);
  g_assert_cmpstr (first_digest, ==, again_digest);
  g_assert_cmpstr (first_digest, !=, other_digest);
}

static void
test_place (Fixture *fixture, gconstpointer data)
{
  const SkySimulateOptions options = {
    .game = SKY_GAME_CRAPS, .rounds = 5, .tables = 1, .start = SKY_TIME_NONE
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *kept = g_build_filename (fixture->archive, "kept", NULL);
  g_autofree char *locked = g_build_filename (kept, "archive", NULL);

  /* An empty folder is as good as none. */
  g_assert_cmpint (g_mkdir (fixture->archive, 0777), ==, 0);
  simulate (fixture->archive, SKY_GAME_CRAPS, 5, 1, 1, 0);
  assert_found (fixture->archive, 0);
  remove_tree (fixture->archive);

  g_assert_cmpint (g_mkdir (fixture->archive, 0777), ==, 0);
  g_assert_true (g_file_set_contents (kept, "mine", -1, NULL));
  g_assert_false (sky_simulate (&options, fixture->archive, &error));
  g_assert_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_EXISTS);
  g_assert_cmpuint (count_entries (fixture->archive), ==, 1);
  g_clear_error (&error);

  g_assert_false (sky_simulate (&options, kept, &error));
  g_assert_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_EXISTS);
  g_clear_error (&error);

  g_assert_false (sky_simulate (&options, locked, &error));
  g_assert_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "kept"));
  g_assert_cmpuint (count_entries (fixture->folder), ==, 1);
}

static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  gint cancelled = 1;
  const SkySimulateOptions options = { .game = SKY_GAME_CRAPS,
                                       .rounds = 5,
                                       .tables = 1,
                                       .start = SKY_TIME_NONE,
                                       .cancelled = &cancelled };
  g_autoptr (GError) error = NULL;

  g_assert_false (sky_simulate (&options, fixture->archive, &error));
  g_assert_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_CANCELLED);
  g_assert_cmpuint (count_entries (fixture->folder), ==, 0);
}

static void
test_options (Fixture *fixture, gconstpointer data)
{
  SkySimulateOptions options = {
    .game = SKY_GAME_CRAPS, .rounds = 0, .tables = 1, .start = SKY_TIME_NONE
  };
  g_autoptr (GError) error = NULL;

  g_assert_false (sky_simulate (&options, fixture->archive, &error));
  g_assert_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS);
  g_clear_error (&error);
  options.rounds = 1;
  options.tables = 0;
  g_assert_false (sky_simulate (&options, fixture->archive, &error));
  g_assert_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS);
  g_clear_error (&error);
  options.tables = 1;
  options.faults = G_MAXINT;
  g_assert_false (sky_simulate (&options, fixture->archive, &error));
  g_assert_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS);
  g_clear_error (&error);
  g_assert_cmpuint (count_entries (fixture->folder), ==, 0);
}

/* As many faults as a few rounds hold: two of them want the dice that pass once. */
static void
test_crowded (Fixture *fixture, gconstpointer data)
{
  for (guint seed = 100; seed < 120; seed++)
    {
      g_autofree char *path = g_strdup_printf ("%s-%u", fixture->archive, seed);
      simulate (path, SKY_GAME_MINI_CRAPS, 12, 1, seed, 12);
    }
}

/* No simulation lacks a member. */
static void
test_whole (void)
{
  sky_simulate_check_all ();
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      const SkySimGame *whole = sky_sim_game_get (id);
      SkySimGame game;

#define ASSERT_WANTED(member)                                                                      \
  game = *whole;                                                                                   \
  game.member = NULL;                                                                              \
  g_assert_cmpstr (sky_sim_game_find_absent (&game), ==, #member)

      g_assert_null (sky_sim_game_find_absent (whole));
      ASSERT_WANTED (table_prefix);
      ASSERT_WANTED (faults);
      ASSERT_WANTED (play);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, data, test) g_test_add ("/simulate/" path, Fixture, data, set_up, test, tear_down)

  for (guint game = 0; game < SKY_N_GAMES; game++)
    {
      static const struct
      {
        const char *name;
        void (*test) (Fixture *fixture, gconstpointer data);
      } tests[] = { { "faults", test_faults },
                    { "legal-play", test_legal_play },
                    { "long-play", test_long_play },
                    { "many", test_many } };

      for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
        {
          g_autofree char *path = g_strdup_printf (
              "/simulate/%s/%s", sky_game_id_to_name ((SkyGameId) game), tests[i].name);

          g_test_add (path, Fixture, GUINT_TO_POINTER (game), set_up, tests[i].test, tear_down);
        }
    }
  g_test_add_func ("/simulate/whole", test_whole);
  ADD ("mini_craps/crowded", NULL, test_crowded);
  ADD ("sic_bo/older-edition", NULL, test_older_edition);
  ADD ("people", NULL, test_people);
  ADD ("people-refused", NULL, test_people_refused);
  ADD ("same-bytes", NULL, test_same_bytes);
  ADD ("place", NULL, test_place);
  ADD ("cancel", NULL, test_cancel);
  ADD ("options", NULL, test_options);
  return g_test_run ();
}
