/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What somebody writes into a store's file past the program: each change is named by "store check"
 * or by "ledger verify". */
#include "config.h"

#include "../remove-tree.h"
#include "sky-case.h"
#include "sky-cli-fixture.h"
#include "sky-finding-query.h"
#include "sky-review.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

static const SkyReviewer ada = { "PA-100001", "Ada Quinn" };
static const SkyReviewer ben = { "PA-100002", "Ben Stone" };

static void
write_past (const char *path, const char *sql)
{
  sqlite3 *db = NULL;
  char *problem = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  if (sqlite3_exec (db, sql, NULL, NULL, &problem) != SQLITE_OK)
    g_error ("%s: %s", sql, problem);
  g_assert_cmpint (sqlite3_total_changes (db), >, 0);
  sqlite3_close (db);
}

/* An audited archive, of which two people said something of each kind. */
static void
make_store (SkyCliFixture *fixture, const char *path)
{
  g_autofree char *option = g_strconcat ("--store=", path, NULL);
  g_auto (SkyCliRun) made = sky_cli_run ("simulate", "--game=craps", "--rounds=30", "--tables=2",
                                         "--seed=3", "--faults=100", fixture->archive, NULL);
  g_auto (SkyCliRun) audited = sky_cli_run ("audit", option, fixture->archive, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GPtrArray) page = NULL;
  SkyFindingFilter all = SKY_FINDING_FILTER_INIT;
  gint64 id;

  g_assert_cmpint (made.status, ==, 0);
  g_assert_cmpint (audited.status, ==, 0);
  store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  g_assert_no_error (error);
  page = sky_store_findings_page (store, &all, SKY_FINDING_SORT_RECORD, FALSE, 0, 10, &error);
  g_assert_no_error (error);
  const char *key = ((const SkyStoredFinding *) page->pdata[0])->key;
  sky_store_decide (store, &ada, key, SKY_LEDGER_CONFIRM, NULL, SKY_REVIEW_ANY, NULL, &error);
  g_assert_no_error (error);
  sky_store_decide (store, &ben, key, SKY_LEDGER_SECOND, NULL, SKY_REVIEW_ANY, NULL, &error);
  g_assert_no_error (error);
  sky_store_add_bookmark (store, &ada, 1, 1699128903018231, "Look.", NULL, &error);
  g_assert_no_error (error);
  sky_store_open_case (store, &ada, "Chips", &id, &error);
  g_assert_no_error (error);
  sky_store_add_to_case (store, &ada, id, key, 0, "First.", &error);
  g_assert_no_error (error);
}

/* Of each table a row changed, taken away, added; the triggers are as they were again afterwards.
 */
static void
test_written_past (SkyCliFixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *sql;
    const char *named; /* what is said of it */
  } writes[] = {
    { "UPDATE archives SET path = path || 'x'", "archive" },
    { "PRAGMA foreign_keys = OFF; DELETE FROM archives", "refers to nothing" },
    { "INSERT INTO archives (path) VALUES ('/nowhere')", "/nowhere" },
    { "UPDATE logs SET n_findings = n_findings + 1 WHERE id = 1", "its findings is" },
    { "UPDATE logs SET sha256 = replace (sha256, 'a', 'b') WHERE id = 2", "its digest is" },
    { "UPDATE logs SET end_at = end_at + 1 WHERE id = 2", "its end is" },
    { "DELETE FROM logs WHERE id = 2", "The log" },
    { "INSERT INTO logs SELECT 99, archive, name, property, 'CR-99', game, gaming_day, time_zone,"
      " currency, size, mtime, sha256, inputs, program, audited_at, n_lines, n_events, start_at,"
      " end_at, n_rounds, n_rounds_with_findings, n_findings, number, length, left_out FROM logs "
      "WHERE id = "
      "1",
      "CR-99" },
    { "UPDATE round_blocks SET n = n + 1", "block of rounds" },
    { "UPDATE round_blocks SET columns = zeroblob (length (columns))", "round" },
    { "DELETE FROM round_blocks", "round" },
    { "INSERT INTO round_blocks SELECT id + 1, n, n_with_findings, start_at, end_at, columns"
      " FROM round_blocks WHERE id = 1 << 24",
      "round" },
    { "UPDATE checks SET severity = (severity + 1) % 4 WHERE id = 1", "The check" },
    { "INSERT INTO checks (name, queue, severity) VALUES ('made.up', 1, 1)", "made.up" },
    { "UPDATE findings SET variance = 5 WHERE id = 2", "its variance is" },
    { "UPDATE findings SET explanation = 'All is well.' WHERE id = 2", "its explanation is" },
    { "UPDATE findings SET state = 3 WHERE id = 2", "its state is" },
    { "DELETE FROM findings WHERE id = 2", "is missing" },
    { "INSERT INTO findings SELECT 9999, log, 9999, check_id, state, seq + 1, at, round, wager,"
      " seat, section, reading, variance, recorded, recomputed, explanation, line, offset, ordinal"
      " FROM findings WHERE id = 2",
      "was added" },
    { "UPDATE totals SET n = n + 1", "The total" },
    { "DELETE FROM totals", "The total" },
    { "INSERT INTO totals SELECT archive, check_id, 4, 7 FROM totals LIMIT 1", "The total" },
    { "UPDATE texts SET n = n + 1 WHERE id = 1", "The explanation" },
    { "DELETE FROM texts WHERE id = 1", "The explanation" },
    { "INSERT INTO texts (text, n) VALUES ('Made up.', 1)", "Made up." },
    { "UPDATE finding_blocks SET columns = zeroblob (length (columns))", "block of findings" },
    { "DELETE FROM finding_blocks WHERE id >> 24 = 1", "lists show" },
    { "INSERT INTO finding_blocks SELECT id + 1, columns FROM finding_blocks LIMIT 1",
      "lists show" },
    { "UPDATE word_blocks SET words = zeroblob (length (words))", "lists show" },
    { "DELETE FROM word_blocks WHERE id >> 24 = 1", "lists show" },
    { "INSERT INTO word_blocks SELECT id + 1, words FROM word_blocks LIMIT 1", "lists show" },
    { "UPDATE duties SET credential = 'D-999'", "The duty" },
    { "DELETE FROM duties", "The duty" },
    { "INSERT INTO duties SELECT log, position + 1000, role, credential, name, first_seq, last_seq,"
      " start_at, end_at FROM duties",
      "The duty" },
    { "UPDATE seatings SET player = 'P-999'", "The seating" },
    { "DELETE FROM seatings", "The seating" },
    { "INSERT INTO seatings SELECT log, position + 1000, seat, player, first_seq, last_seq"
      " FROM seatings",
      "The seating" },
    { "UPDATE audit_states SET state = zeroblob (length (state))", "The audit's state" },
    { "DROP TRIGGER ledger_refuses_update; UPDATE ledger SET text = 'Else.' WHERE number = 4",
      "ntry 4" },
    { "DROP TRIGGER ledger_refuses_delete; DELETE FROM ledger WHERE number = 5", "5" },
    { "DROP TRIGGER ledger_head_follows; UPDATE ledger_head SET number = 4", "head" },
    { "UPDATE reviews SET state = 3", "review" },
    { "DELETE FROM reviews", "review" },
    { "INSERT INTO reviews SELECT finding || 'x', state, reason, credential, name, at, decision,"
      " second_credential, second_name, second_at, n_notes, last_entry FROM reviews",
      "review" },
    { "UPDATE bookmarks SET at = at + 1", "The bookmark" },
    { "DELETE FROM bookmarks", "The bookmark" },
    { "INSERT INTO bookmarks SELECT 99, property, table_name, game, gaming_day, at, text,"
      " credential, name, made_at FROM bookmarks",
      "ookmark 99" },
    { "UPDATE statistic_folds SET content = CAST (substr (content, 1, 49) || x'7d'"
      " || substr (content, 51) AS BLOB) WHERE people = 1",
      "what is kept of statistics of " },
    { "UPDATE cases SET closed = 1", "The case" },
    { "UPDATE cases SET details = '{\"type\":\"theft\",\"people\":[]}'", "The case" },
    { "DELETE FROM case_items; DELETE FROM cases", "The case" },
    { "INSERT INTO cases SELECT 99, 99, title, closed, credential, name, opened_at, details"
      " FROM cases",
      "99" },
    { "UPDATE case_items SET text = 'Else.'", "case" },
    { "DELETE FROM case_items", "The item of a case" },
    { "INSERT INTO case_items SELECT 99, case_id, kind, finding, bookmark, text, credential, name,"
      " at FROM case_items",
      "99" },
  };
  g_autofree char *path = g_build_filename (fixture->folder, "skyward.db", NULL);
  g_autofree char *copy = g_build_filename (fixture->folder, "copy.db", NULL);
  g_autofree char *option = g_strconcat ("--store=", path, NULL);
  g_autofree char *of_copy = g_strconcat ("--store=", copy, NULL);
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  make_store (fixture, path);
  {
    /* What is kept of statistics is checked too. Who writes last leaves all in one file. */
    g_auto (SkyCliRun) folded = sky_cli_run ("statistics", option, NULL);

    sky_store_free (sky_store_open (path, SKY_STORE_READ_WRITE, &error));
    g_assert_no_error (error);
    g_auto (SkyCliRun) whole = sky_cli_run ("store", "check", option, NULL);

    g_assert_cmpint (folded.status, ==, 0);
    g_assert_cmpstr (whole.err, ==, "");
    g_assert_cmpint (whole.status, ==, 0);
  }
  g_assert_true (g_file_get_contents (path, &contents, &size, &error));
  for (guint i = 0; i < G_N_ELEMENTS (writes); i++)
    {
      g_assert_true (g_file_set_contents (copy, contents, (gssize) size, &error));
      write_past (copy, writes[i].sql);
      {
        g_auto (SkyCliRun) checked = sky_cli_run ("store", "check", of_copy, NULL);

        if (checked.status != 1
            || (strstr (checked.out, writes[i].named) == NULL
                && strstr (checked.err, writes[i].named) == NULL))
          {
            g_test_message ("%s: status %d\n%s%s", writes[i].sql, checked.status, checked.out,
                            checked.err);
            g_test_fail ();
          }
      }
      if (strstr (writes[i].sql, "ledger") != NULL)
        {
          g_auto (SkyCliRun) verified = sky_cli_run ("ledger", "verify", of_copy, NULL);

          g_assert_cmpint (verified.status, ==, 1);
          g_assert_nonnull (strstr (verified.out, writes[i].named));
          g_assert_nonnull (strstr (verified.err, "the ledger was changed"));
        }
    }
}

/* An archive that the store has not, or that is gone, is said. */
static void
test_archive (SkyCliFixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "skyward.db", NULL);
  g_autofree char *option = g_strconcat ("--store=", path, NULL);
  g_autofree char *named = g_strconcat ("--archive=", fixture->archive, NULL);

  make_store (fixture, path);
  {
    g_auto (SkyCliRun) whole = sky_cli_run ("store", "check", option, named, NULL);
    g_auto (SkyCliRun) other = sky_cli_run ("store", "check", option, "--archive=/nowhere", NULL);

    g_assert_cmpint (whole.status, ==, 0);
    g_assert_cmpint (other.status, ==, 1);
    g_assert_nonnull (strstr (other.err, "no archive /nowhere"));
  }
  remove_tree (fixture->archive);
  {
    g_auto (SkyCliRun) gone = sky_cli_run ("store", "check", option, NULL);

    g_assert_cmpint (gone.status, ==, 1);
    g_assert_nonnull (strstr (gone.out, fixture->archive));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  sky_cli_program = argv[1];
  g_test_add ("/cli/check/written-past", SkyCliFixture, NULL, sky_cli_set_up, test_written_past,
              sky_cli_tear_down);
  g_test_add ("/cli/check/archive", SkyCliFixture, NULL, sky_cli_set_up, test_archive,
              sky_cli_tear_down);
  return g_test_run ();
}
