/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands that read: their exit statuses, what they say of bad input, and that what they print
 * does not depend on how many work at it. */
#include "config.h"

#include "sky-cli-fixture.h"

#include <glib/gstdio.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "private-postgres.h"

#define LOG_NAME "CR-01-2023-11-04.tel.jsonl"

static void
simulate (SkyCliFixture *fixture, const char *rounds, const char *tables, const char *faults)
{
  g_autofree char *rounds_option = g_strconcat ("--rounds=", rounds, NULL);
  g_autofree char *tables_option = g_strconcat ("--tables=", tables, NULL);
  g_autofree char *faults_option = g_strconcat ("--faults=", faults, NULL);
  g_auto (SkyCliRun) run = sky_cli_run ("simulate", "--game=craps", "--seed=5", rounds_option,
                                        tables_option, faults_option, fixture->archive, NULL);

  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.status, ==, 0);
}

/* Puts a log of these bytes into the archive, which is made when it is not there. */
static char *
put_log (SkyCliFixture *fixture, const char *name, const char *bytes, gssize size)
{
  char *path = g_build_filename (fixture->archive, name, NULL);

  g_mkdir (fixture->archive, 0777);
  g_assert_true (g_file_set_contents (path, bytes, size, NULL));
  return path;
}

static void
test_usage (SkyCliFixture *fixture, gconstpointer data)
{
  static const char *const commands[] = { "audit",  "cameras", "check-log", "explain",
                                          "ledger", "odds",    "simulate",  "work" };
  g_auto (SkyCliRun) none = sky_cli_run (NULL, NULL);
  g_auto (SkyCliRun) help = sky_cli_run ("--help", NULL);
  g_auto (SkyCliRun) wrong = sky_cli_run ("shuffle", NULL);
  g_auto (SkyCliRun) format = sky_cli_run ("audit", "--format=xml", "x", NULL);
  g_auto (SkyCliRun) queue = sky_cli_run ("audit", "--queue=bar", "x", NULL);
  g_auto (SkyCliRun) jobs = sky_cli_run ("audit", "--jobs=0", "x", NULL);
  g_auto (SkyCliRun) archive = sky_cli_run ("audit", NULL);
  g_auto (SkyCliRun) round = sky_cli_run ("explain", "x", "--table=T", NULL);

  g_assert_cmpint (none.status, ==, 2);
  g_assert_cmpint (help.status, ==, 0);
  g_assert_cmpstr (help.err, ==, "");
  g_assert_cmpint (wrong.status, ==, 2);
  sky_cli_assert_said (&wrong, 1, "shuffle", "--help");
  g_assert_cmpint (format.status, ==, 2);
  g_assert_cmpint (queue.status, ==, 2);
  g_assert_cmpint (jobs.status, ==, 2);
  g_assert_cmpint (archive.status, ==, 2);
  g_assert_cmpint (round.status, ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (SkyCliRun) told = sky_cli_run (commands[i], "--help", NULL);
      g_auto (SkyCliRun) unknown = sky_cli_run (commands[i], "--colour=red", NULL);

      g_assert_nonnull (strstr (help.out, commands[i]));
      g_assert_cmpint (told.status, ==, 0);
      g_assert_nonnull (strstr (told.out, commands[i]));
      g_assert_cmpint (unknown.status, ==, 2);
      g_assert_cmpstr (unknown.out, ==, "");
    }
}

/* An archive that cannot be read at all ends with 1 and one line that names it. */
static void
assert_unread (SkyCliFixture *fixture, const char *file)
{
  g_auto (SkyCliRun) run = sky_cli_run ("audit", "--format=jsonl", fixture->archive, NULL);

  g_assert_cmpint (run.status, ==, 1);
  g_assert_cmpstr (run.out, ==, "");
  sky_cli_assert_said (&run, 1, "skyward-cli: ", file);
}

static void
test_unread (SkyCliFixture *fixture, gconstpointer data)
{
  static const char *const bad[] = { "",
                                     "\n",
                                     "garbage\n",
                                     "[]\n",
                                     "{}\n",
                                     "{\"log\":\"skyward.table-log\",\"version\":9}\n",
                                     "{\"log\":\"skyward.table-log\",\"version\":1}\n" };
  g_autofree char *as_folder = g_build_filename (fixture->archive, LOG_NAME, NULL);

  assert_unread (fixture, fixture->archive);
  g_assert_cmpint (g_mkdir (fixture->archive, 0777), ==, 0);
  assert_unread (fixture, fixture->archive);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = put_log (fixture, LOG_NAME, bad[i], -1);

      assert_unread (fixture, LOG_NAME);
      g_remove (path);
    }
  g_assert_cmpint (g_mkdir (as_folder, 0777), ==, 0);
  assert_unread (fixture, fixture->archive);
}

/* A log that cannot be read does not keep the others from being audited. */
static void
test_one_of_many (SkyCliFixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;
  g_auto (SkyCliRun) run = { 0 };

  simulate (fixture, "30", "2", "6");
  path = put_log (fixture, "CR-09.tel.jsonl", "not a log\n", -1);
  run = sky_cli_run ("audit", "--format=jsonl", fixture->archive, NULL);
  g_assert_cmpint (run.status, ==, 1);
  sky_cli_assert_said (&run, 1, "CR-09.tel.jsonl", "line 1");
  g_assert_nonnull (strstr (run.out, "\"table\":\"CR-01\""));
}

static guint
count (const char *text, const char *word)
{
  guint n = 0;

  for (const char *p = text; (p = strstr (p, word)) != NULL; p++)
    n++;
  return n;
}

static void
test_damaged (SkyCliFixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->archive, LOG_NAME, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GString) damaged = NULL;
  const char *middle;
  gsize size;

  simulate (fixture, "40", "1", "0");
  g_assert_true (g_file_get_contents (path, &text, &size, NULL));

  /* Cut in half, in the middle of a line. */
  middle = strchr (text + size / 2, '\n') + 20;
  g_assert_true (g_file_set_contents (path, text, middle - text, NULL));
  {
    g_auto (SkyCliRun) run = sky_cli_run ("audit", "--format=jsonl", fixture->archive, NULL);

    g_assert_cmpint (run.status, ==, 0);
    g_assert_cmpstr (run.err, ==, "");
    g_assert_cmpuint (count (run.out, "\"log.malformed-line\""), ==, 1);
    g_assert_cmpuint (count (run.out, "\"log.incomplete\""), ==, 1);
  }

  /* Garbage between lines: each is told with its number, and nothing else is lost. A long line and
   * bytes that are no text are among it. */
  damaged = g_string_new_len (text, strchr (text, '\n') + 1 - text);
  g_string_append (damaged, "garbage\n\x01\xff\xfe\n");
  for (guint i = 0; i < 20 * 1024 * 1024; i++)
    g_string_append_c (damaged, 'x');
  g_string_append_c (damaged, '\n');
  g_string_append (damaged, strchr (text, '\n') + 1);
  g_assert_true (g_file_set_contents (path, damaged->str, (gssize) damaged->len, NULL));
  {
    g_auto (SkyCliRun) run = sky_cli_run ("audit", "--format=jsonl", "--check=log.malformed-line",
                                          fixture->archive, NULL);
    g_auto (SkyCliRun) record = sky_cli_run ("check-log", path, NULL);

    g_assert_cmpint (run.status, ==, 0);
    g_assert_cmpuint (count (run.out, "\n"), ==, 3);
    for (guint line = 2; line <= 4; line++)
      {
        g_autofree char *words = g_strdup_printf ("Line %u ", line);

        g_assert_nonnull (strstr (run.out, words));
      }
    g_assert_cmpint (record.status, ==, 0);
    g_assert_cmpuint (count (record.out, "log.malformed-line"), ==, 3);
  }
}

/* A log that leaves something out says so wherever its findings are counted. */
static void
test_left_out (SkyCliFixture *fixture, gconstpointer data)
{
  g_autofree char *log =
      g_test_build_filename (G_TEST_DIST, "data", "craps", "recorded-by-eye.tel.jsonl", NULL);
  g_autofree char *folder = g_dir_make_tmp ("sky-left-out-XXXXXX", NULL);
  g_autofree char *copy = g_build_filename (folder, "a.tel.jsonl", NULL);
  g_autofree char *text = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (log, &text, &size, NULL));
  g_assert_true (g_file_set_contents (copy, text, (gssize) size, NULL));
  {
    g_auto (SkyCliRun) record = sky_cli_run ("check-log", copy, NULL);
    g_auto (SkyCliRun) audit = sky_cli_run ("audit", "--format=summary", folder, NULL);
    g_auto (SkyCliRun) coder = sky_cli_run ("agree", "--format=coder", copy, copy, NULL);

    g_assert_nonnull (strstr (record.out, ": 31 lines, 30 events, 0 findings"));
    g_assert_nonnull (strstr (record.out, "Not looked at: procedure, people, equipment,"));
    g_assert_nonnull (strstr (record.out, "1 stretch was skipped, 4 min 30 s in all."));
    g_assert_nonnull (strstr (record.out, "Rounds recorded again: 1."));
    g_assert_nonnull (strstr (record.out, "Settlements accepted as proposed: 4 of 7."));
    g_assert_nonnull (strstr (audit.out, "Checks not made: 57 of 121."));
    g_assert_cmpstr (coder.out, ==,
                     "{\"coders\":[{\"credential\":\"PA-100231\",\"game\":\"craps\","
                     "\"planted\":3,\"found\":3,\"clean\":4,\"flagged\":0}]}\n");
  }
  g_remove (copy);
  g_rmdir (folder);
}

/* What two coders recorded of one day is audited, each by itself, and the table's own log is not.
 */
static void
test_recorded (SkyCliFixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "a.PA-7.tel.jsonl", "a.PA-8.tel.jsonl" };
  g_autofree char *log =
      g_test_build_filename (G_TEST_DIST, "data", "craps", "recorded-by-eye.tel.jsonl", NULL);
  g_autofree char *place = g_build_filename (fixture->archive, "recorded", NULL);
  g_autofree char *text = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (log, &text, &size, NULL));
  {
    g_auto (SkyCliRun) none = sky_cli_run ("audit", "--recorded", fixture->archive, NULL);

    g_assert_cmpint (none.status, ==, 1);
    sky_cli_assert_said (&none, 1, place, "");
  }
  g_assert_cmpint (g_mkdir_with_parents (place, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (place, names[i], NULL);
      g_assert_true (g_file_set_contents (path, text, (gssize) size, NULL));
    }
  {
    g_autofree char *slash = g_strconcat (fixture->archive, "/", NULL);
    g_auto (SkyCliRun) audit = sky_cli_run ("audit", "--recorded", slash, NULL);
    g_auto (SkyCliRun) twice = sky_cli_run ("audit", "--recorded", "--format=jsonl",
                                            "--check=log.replaced", fixture->archive, NULL);

    g_assert_cmpint (audit.status, ==, 0);
    g_assert_nonnull (strstr (audit.out, "Logs: 2, rounds: "));
    g_assert_cmpstr (twice.out, ==, "");
  }
}

static void
run_well (const char *command, const char *a, const char *b, const char *c)
{
  g_auto (SkyCliRun) run = sky_cli_run (command, a, b, c, NULL);

  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.status, ==, 0);
}

/* A store keeps them beside the table's own log, whichever was kept first, and says of each what
 * the audit says without a store. */
static void
test_recorded_kept (SkyCliFixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "recorded/CR-01.PA-7.tel.jsonl",
                                       "recorded/CR-01.PA-8.tel.jsonl", "CR-01.tel.jsonl" };
  g_autofree char *log =
      g_test_build_filename (G_TEST_DIST, "data", "craps", "recorded-by-eye.tel.jsonl", NULL);
  g_autofree char *place = g_build_filename (fixture->archive, "recorded", NULL);
  g_autofree char *text = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (log, &text, &size, NULL));
  g_assert_cmpint (g_mkdir_with_parents (place, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture->archive, names[i], NULL);
      g_assert_true (g_file_set_contents (path, text, (gssize) size, NULL));
    }
  g_auto (SkyCliRun) own = sky_cli_run ("audit", "--format=jsonl", fixture->archive, NULL);
  g_auto (SkyCliRun) by_eye =
      sky_cli_run ("audit", "--recorded", "--format=jsonl", fixture->archive, NULL);
  g_assert_cmpstr (own.out, !=, "");
  g_assert_cmpuint (strlen (by_eye.out), ==, 2 * strlen (own.out));

  /* Who recorded first comes first, also when the store is checked. */
  g_autofree char *last = g_build_filename (fixture->archive, names[0], NULL);
  g_autofree char *late = g_strconcat ("--store=", fixture->folder, "/late.db", NULL);
  g_assert_cmpint (g_remove (last), ==, 0);
  run_well ("audit", "--recorded", late, fixture->archive);
  g_assert_true (g_file_set_contents (last, text, (gssize) size, NULL));
  run_well ("audit", "--recorded", late, fixture->archive);
  run_well ("audit", late, fixture->archive, NULL);
  run_well ("store", "check", late, NULL);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *store = g_strdup_printf ("--store=%s/%u.db", fixture->folder, i % 2);
      const gboolean first = (i % 2 == 0) == (i < 2);
      g_auto (SkyCliRun) kept = sky_cli_run ("audit", "--format=jsonl", store, fixture->archive,
                                             first ? "--recorded" : NULL, NULL);
      g_auto (SkyCliRun) again = sky_cli_run ("audit", "--format=jsonl", store, fixture->archive,
                                              first ? "--recorded" : NULL, NULL);

      g_assert_cmpint (kept.status, ==, 0);
      g_assert_cmpstr (kept.out, ==, first ? by_eye.out : own.out);
      g_assert_cmpint (again.status, ==, 0);
      g_assert_cmpstr (again.out, ==, kept.out);
      if (i < 2)
        continue;
      g_auto (SkyCliRun) check = sky_cli_run ("store", "check", store, NULL);
      g_assert_cmpint (check.status, ==, 0);
      g_assert_nonnull (strstr (check.out, ": the store matches its archives"));
    }

  /* The folder need not have a log of the table's own. */
  g_autofree char *first = g_build_filename (fixture->archive, names[2], NULL);
  g_autofree char *alone = g_strconcat ("--store=", fixture->folder, "/alone.db", NULL);
  g_assert_cmpint (g_remove (first), ==, 0);
  run_well ("audit", "--recorded", alone, fixture->archive);
  run_well ("store", "check", alone, NULL);
  g_assert_cmpint (g_remove (last), ==, 0);
  g_auto (SkyCliRun) lost = sky_cli_run ("store", "check", alone, NULL);
  g_assert_cmpint (lost.status, ==, 1);
  g_assert_nonnull (
      strstr (lost.out, "CR-01/2023-11-04/craps/recorded/CR-01.PA-7.tel.jsonl was added"));
}

/* The same bytes however many work, in the order of table, gaming day and seq. */
static void
test_jobs (SkyCliFixture *fixture, gconstpointer data)
{
  static const char *const jobs[] = { "--jobs=1", "--jobs=2", "--jobs=7" };
  g_autofree char *first = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *before = g_strdup ("");

  simulate (fixture, "1300", "4", "150");
  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      g_auto (SkyCliRun) run =
          sky_cli_run ("audit", "--format=jsonl", jobs[i], fixture->archive, NULL);

      g_assert_cmpint (run.status, ==, 0);
      if (first == NULL)
        first = g_steal_pointer (&run.out);
      else
        g_assert_cmpstr (run.out, ==, first);
    }
  lines = g_strsplit (first, "\n", 0);
  g_assert_cmpuint (g_strv_length (lines), >, 150);
  for (guint i = 0; lines[i][0] != '\0'; i++)
    {
      const char *table = strstr (lines[i], "\"table\":\"");
      const char *day = strstr (lines[i], "\"gaming_day\":\"");
      guint64 seq = g_ascii_strtoull (strstr (lines[i], "\"seq\":") + 6, NULL, 10);
      char *place = g_strdup_printf ("%.5s %.10s %08" G_GUINT64_FORMAT, table + 9, day + 14, seq);

      g_assert_cmpstr (before, <=, place);
      g_free (before);
      before = place;
    }
}

static void
test_filter (SkyCliFixture *fixture, gconstpointer data)
{
  g_auto (SkyCliRun) all = { 0 };
  g_auto (SkyCliRun) settle = { 0 };
  g_auto (SkyCliRun) integrity = { 0 };
  g_auto (SkyCliRun) summary = { 0 };

  simulate (fixture, "120", "1", "60");
  all = sky_cli_run ("audit", "--format=jsonl", fixture->archive, NULL);
  settle = sky_cli_run ("audit", "--format=jsonl", "--check=settle.*", fixture->archive, NULL);
  integrity = sky_cli_run ("audit", "--format=jsonl", "--queue=integrity", fixture->archive, NULL);
  summary = sky_cli_run ("audit", fixture->archive, NULL);
  g_assert_cmpuint (count (settle.out, "\n"), ==, count (all.out, "\"check\":\"settle."));
  g_assert_cmpuint (count (settle.out, "\n"), >, 0);
  g_assert_cmpuint (count (integrity.out, "\n"), ==, count (all.out, "\"queue\":\"integrity\""));
  g_assert_cmpuint (count (integrity.out, "\n"), >, 0);
  g_assert_cmpint (summary.status, ==, 0);
  g_assert_nonnull (strstr (summary.out, "settle.payout"));
}

/* The data of a test whose store is a database of PostgreSQL's. */
static const char postgres[] = "postgres";

static char *
new_store (SkyCliFixture *fixture, gconstpointer engine)
{
  return engine == postgres ? private_postgres_new_database ()
                            : g_build_filename (fixture->folder, "skyward.db", NULL);
}

/* One that is not there. */
static char *
no_store (SkyCliFixture *fixture, gconstpointer engine)
{
  return engine == postgres ? g_strdup_printf ("postgresql://skyward@/none?host=%s",
                                               private_postgres_get_folder ())
                            : g_build_filename (fixture->folder, "none.db", NULL);
}

static void
test_store (SkyCliFixture *fixture, gconstpointer engine)
{
  g_autofree char *store = new_store (fixture, engine);
  g_autofree char *option = g_strconcat ("--store=", store, NULL);
  g_autofree char *nowhere = no_store (fixture, engine);
  g_autofree char *no_option = g_strconcat ("--store=", nowhere, NULL);

  simulate (fixture, "30", "2", "10");
  for (guint i = 0; i < 2; i++)
    {
      g_auto (SkyCliRun) run = sky_cli_run ("audit", option, fixture->archive, NULL);

      g_assert_cmpstr (run.err, ==, "");
      g_assert_cmpint (run.status, ==, 0);
    }
  {
    g_auto (SkyCliRun) good = sky_cli_run ("ledger", "verify", option, NULL);
    g_auto (SkyCliRun) none = sky_cli_run ("ledger", "verify", no_option, NULL);
    g_auto (SkyCliRun) rebuilt = sky_cli_run ("ledger", "rebuild", option, NULL);
    g_auto (SkyCliRun) mistyped = sky_cli_run ("ledger", "rebuild", no_option, NULL);
    g_auto (SkyCliRun) wrong = sky_cli_run ("ledger", option, NULL);

    g_assert_cmpint (good.status, ==, 0);
    g_assert_cmpint (rebuilt.status, ==, 0);
    g_assert_cmpint (none.status, ==, 1);
    sky_cli_assert_said (&none, 1, engine == postgres ? "none" : "none.db", "skyward-cli: ");
    /* Nor does it make one. */
    g_assert_cmpint (mistyped.status, ==, 1);
    g_assert_true (engine == postgres || !g_file_test (nowhere, G_FILE_TEST_EXISTS));
    g_assert_cmpint (wrong.status, ==, 2);
  }
}

static void
test_no_database (SkyCliFixture *fixture, gconstpointer data)
{
  g_autofree char *store = new_store (fixture, data);
  g_autofree char *option = g_strconcat ("--store=", store, NULL);

  simulate (fixture, "3", "1", "0");
  g_assert_true (
      g_file_set_contents (store, "This is no database, but it is long enough.", -1, NULL));
  {
    g_auto (SkyCliRun) run = sky_cli_run ("audit", option, fixture->archive, NULL);

    g_assert_cmpint (run.status, ==, 1);
    sky_cli_assert_said (&run, 1, "skyward.db", "skyward-cli: ");
  }
}

/* A log of the same table and day out of another archive takes the place of none: it is said, and
 * both are there. */
static void
test_replaced (SkyCliFixture *fixture, gconstpointer engine)
{
  g_autofree char *store = new_store (fixture, engine);
  g_autofree char *option = g_strconcat ("--store=", store, NULL);
  g_autofree char *other = g_build_filename (fixture->folder, "other", NULL);

  simulate (fixture, "10", "1", "10");
  {
    g_auto (SkyCliRun) made = sky_cli_run ("simulate", "--game=craps", "--rounds=10", "--seed=77",
                                           "--faults=5", other, NULL);
    g_auto (SkyCliRun) first = sky_cli_run ("audit", option, fixture->archive, NULL);
    g_auto (SkyCliRun) second = sky_cli_run ("audit", option, "--format=jsonl", other, NULL);
    g_auto (SkyCliRun) again =
        sky_cli_run ("audit", option, "--format=jsonl", fixture->archive, NULL);
    g_auto (SkyCliRun) checked = sky_cli_run ("store", "check", option, NULL);

    g_assert_cmpint (first.status, ==, 0);
    g_assert_cmpint (second.status, ==, 0);
    g_assert_cmpuint (count (second.out, "\n"), ==, 1);
    g_assert_nonnull (strstr (second.out, "\"log.replaced\",\"queue\":\"integrity\""));
    g_assert_null (strstr (again.out, "log.replaced"));
    g_assert_cmpuint (count (again.out, "\n"), >, 1);
    g_assert_cmpint (checked.status, ==, 0);
  }
}

/* The findings of a table's day are printed by seq, whichever of two logs they are of; the filters
 * and the store change nothing in that. */
static void
test_order (SkyCliFixture *fixture, gconstpointer data)
{
  g_autofree char *other = g_build_filename (fixture->folder, "other", NULL);
  g_autofree char *option = g_strconcat ("--store=", fixture->folder, "/order.db", NULL);

  simulate (fixture, "10", "1", "10");
  g_auto (SkyCliRun) made = sky_cli_run ("simulate", "--game=craps", "--rounds=10", "--seed=77",
                                         "--faults=5", other, NULL);
  SkyCliRun runs[] = {
    sky_cli_run ("audit", "--format=jsonl", other, fixture->archive, NULL),
    sky_cli_run ("audit", "--format=jsonl", option, other, fixture->archive, NULL),
    sky_cli_run ("audit", "--format=jsonl", option, other, fixture->archive, NULL),
  };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      guint64 last = 0;

      g_assert_cmpint (runs[i].status, ==, 0);
      g_assert_cmpuint (count (runs[i].out, "log.replaced"), ==, 1);
      g_assert_cmpuint (count (runs[i].out, "\n"), >, 5);
      g_assert_cmpstr (runs[i].out, ==, runs[0].out);
      for (const char *p = runs[i].out; (p = strstr (p, "\"seq\":")) != NULL; p++)
        {
          guint64 seq = g_ascii_strtoull (p + strlen ("\"seq\":"), NULL, 10);

          g_assert_cmpuint (seq, >=, last);
          last = seq;
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    sky_cli_run_clear (&runs[i]);
}

/* A secret that others could read is not used, and is not said again: a passphrase in a file that
 * is open to all, a password among the arguments. */
static void
test_secrets (SkyCliFixture *fixture, gconstpointer data)
{
  g_autofree char *file = g_build_filename (fixture->folder, "passphrase", NULL);
  g_autofree char *option = g_strconcat ("--passphrase-file=", file, NULL);
  g_autofree char *store = g_strconcat ("--store=", fixture->folder, "/people.db", NULL);
  g_autofree char *key = g_strconcat ("--key=", fixture->folder, "/ada.pem", NULL);
  const char *const words = "correct horse battery\n";
  SkyCliRun runs[5];

  g_assert_true (g_file_set_contents_full (file, words, -1, G_FILE_SET_CONTENTS_NONE, 0644, NULL));
  runs[0] = sky_cli_run ("people", "add", "PA-1", "Ada Quinn", "--role=investigator", store, option,
                         key, NULL);
  sky_cli_assert_said (&runs[0], 1, file, "chmod 600");
  g_assert_cmpint (g_chmod (file, 0600), ==, 0);
  runs[1] = sky_cli_run ("people", "add", "PA-1", "Ada Quinn", "--role=investigator", store, option,
                         key, NULL);
  g_assert_cmpint (runs[1].status, ==, 0);
  runs[2] =
      sky_cli_run ("ledger", "verify", "--store=postgresql://ada:secret@/x?host=/nowhere", NULL);
  sky_cli_assert_said (&runs[2], 1, "postgresql://ada@/x", "PGPASSFILE");
  runs[3] = sky_cli_run ("ledger", "verify", "--store=postgresql:///x?password=secret", NULL);
  sky_cli_assert_said (&runs[3], 1, "postgresql:///x", "PGPASSFILE");
  runs[4] = sky_cli_run ("audit", "--store=host=/nowhere dbname=x", fixture->folder, NULL);
  sky_cli_assert_said (&runs[4], 1, "postgresql://HOST/DATABASE", "skyward-cli: ");
  g_assert_false (g_file_test ("host=", G_FILE_TEST_EXISTS));
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_assert_cmpint (runs[i].status, ==, i == 1 ? 0 : 1);
      g_assert_null (strstr (runs[i].err, "secret"));
      sky_cli_run_clear (&runs[i]);
    }
}

static void
test_explain (SkyCliFixture *fixture, gconstpointer data)
{
  g_auto (SkyCliRun) good = { 0 };
  g_auto (SkyCliRun) table = { 0 };
  g_auto (SkyCliRun) round = { 0 };
  g_auto (SkyCliRun) wager = { 0 };
  g_auto (SkyCliRun) cameras = { 0 };

  simulate (fixture, "20", "1", "0");
  good = sky_cli_run ("explain", fixture->archive, "--table=CR-01", "--round=7", NULL);
  g_assert_cmpint (good.status, ==, 0);
  g_assert_nonnull (strstr (good.out, "58 Pa. Code"));
  /* What the sections say stands below, each once. */
  g_assert_cmpuint (count (good.out, "\n  § 623a.9(a) "), ==, 1);
  table = sky_cli_run ("explain", fixture->archive, "--table=CR-99", "--round=7", NULL);
  g_assert_cmpint (table.status, ==, 1);
  sky_cli_assert_said (&table, 1, "CR-99", fixture->archive);
  round = sky_cli_run ("explain", fixture->archive, "--table=CR-01", "--round=700", NULL);
  g_assert_cmpint (round.status, ==, 1);
  sky_cli_assert_said (&round, 1, "700", "skyward-cli: ");
  wager = sky_cli_run ("explain", fixture->archive, "--table=CR-01", "--round=7", "--wager=w9999",
                       NULL);
  g_assert_cmpint (wager.status, ==, 1);
  sky_cli_assert_said (&wager, 1, "w9999", "skyward-cli: ");
  cameras = sky_cli_run ("cameras", fixture->archive, NULL);
  g_assert_cmpint (cameras.status, ==, 1);
  sky_cli_assert_said (&cameras, 1, "footage.json", fixture->archive);
}

/* What a command says in @language; the build tree has its translations. */
static char *
say_in (const char *language, const char *command, const char *table, const char *path)
{
  g_autofree char *locales = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);
  g_auto (SkyCliRun) run = { 0 };

  g_setenv ("SKYWARD_LOCALE_DIR", locales, TRUE);
  g_setenv ("LANGUAGE", language, TRUE);
  run = table != NULL ? sky_cli_run (command, table, "--round=7", path, NULL)
                      : sky_cli_run (command, path, NULL);
  g_unsetenv ("LANGUAGE");
  g_unsetenv ("SKYWARD_LOCALE_DIR");
  g_assert_cmpint (run.status, ==, 0);
  return g_steal_pointer (&run.out);
}

/* Steps and findings are in the reader's language, with the same amounts. */
static void
test_languages (SkyCliFixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *language;
    const char *placed;
    const char *changed;
  } cases[] = {
    { "en", " placed by seat ", "the record was changed after it was written" },
    { "es", ", hecha por el puesto ", "lo registrado se cambió después de escribirse" },
    { "zh_CN", " 下注 ", "记录写成之后被改动" },
  };
  g_autofree char *log =
      g_test_build_filename (G_TEST_DIST, "data", "craps", "checkpoint-wrong.tel.jsonl", NULL);
  guint amounts = 0;

  simulate (fixture, "20", "1", "0");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *steps =
          say_in (cases[i].language, "explain", "--table=CR-01", fixture->archive);
      g_autofree char *findings = say_in (cases[i].language, "check-log", NULL, log);

      for (guint j = 0; j < G_N_ELEMENTS (cases); j++)
        {
          g_assert_cmpint (strstr (steps, cases[j].placed) != NULL, ==, i == j);
          g_assert_cmpint (strstr (findings, cases[j].changed) != NULL, ==, i == j);
        }
      if (i == 0)
        amounts = count (steps, "$");
      g_assert_cmpuint (count (steps, "$"), ==, amounts);
    }
}

/* A camera whose clock drifts and whose recording a recorder keeps: told as such, and no file is
 * missed. */
static void
test_recorder (SkyCliFixture *fixture, gconstpointer data)
{
  static const char footage[] =
      "{\"cameras\":[{\"camera\":\"R\",\"table\":\"CR-01\",\"kind\":\"ptz\",\"covers\":[\"table\"],"
      "\"clock_sync\":[{\"camera\":\"2023-11-04T18:00:00Z\",\"log\":\"2023-11-04T18:00:01Z\"},"
      "{\"camera\":\"2023-11-05T00:00:00Z\",\"log\":\"2023-11-05T00:00:01.432Z\"}],"
      "\"segments\":[{\"replay\":\"rtsp://127.0.0.1/r\",\"start\":\"2023-11-04T18:00:00Z\","
      "\"end\":\"2023-11-05T00:00:00Z\"}]}]}";
  g_auto (SkyCliRun) made =
      sky_cli_run ("simulate", "--game=craps", "--rounds=3", "--seed=5", fixture->archive, NULL);
  g_autofree char *path = g_build_filename (fixture->archive, "footage.json", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (made.status, ==, 0);
  g_file_set_contents (path, footage, -1, &error);
  g_assert_no_error (error);
  g_auto (SkyCliRun) cameras = sky_cli_run ("cameras", fixture->archive, NULL);
  g_assert_cmpint (cameras.status, ==, 0);
  g_assert_nonnull (strstr (cameras.out, "1000 ms at 2023-11-04T18:00:00.000000Z"));
  g_assert_nonnull (strstr (cameras.out, "drift 20.000 parts per million"));
  g_assert_nonnull (strstr (cameras.out, "2023-11-04T18:00:01.000000Z … 2023-11-05T00:00:01.432000Z"
                                         "  replayed by the recorder at rtsp://127.0.0.1/r"));
  g_auto (SkyCliRun) audit = sky_cli_run ("audit", "--format=jsonl", fixture->archive, NULL);
  g_assert_cmpint (audit.status, ==, 0);
  g_assert_nonnull (strstr (audit.out, "coverage.camera"));
  g_assert_null (strstr (audit.out, "coverage.unreadable"));
}

/* A recording that begins well and is cut off later is told as such, and its first half is not
 * reported as if it did not play. */
static void
test_cut_off (SkyCliFixture *fixture, gconstpointer data)
{
  g_auto (SkyCliRun) made = sky_cli_run ("simulate", "--game=craps", "--rounds=1", "--seed=5",
                                         "--footage", fixture->archive, NULL);
  g_autofree char *path = g_build_filename (fixture->archive, "footage", "CR-01-A-0001.mkv", NULL);
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_cmpint (made.status, ==, 0);
  g_auto (SkyCliRun) whole = sky_cli_run ("cameras", fixture->archive, NULL);
  g_assert_cmpint (whole.status, ==, 0);
  g_assert_null (strstr (whole.out, "earlier than its index says"));
  g_assert_null (strstr (whole.out, "does not play"));

  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) (size / 2), NULL));
  g_auto (SkyCliRun) half = sky_cli_run ("cameras", fixture->archive, NULL);
  g_assert_cmpint (half.status, ==, 0);
  g_assert_cmpuint (count (half.out, "earlier than its index says"), ==, 1);
  g_assert_null (strstr (half.out, "does not play"));
  g_auto (SkyCliRun) audit = sky_cli_run ("audit", "--format=jsonl", fixture->archive, NULL);
  g_assert_cmpuint (count (audit.out, "footage.hash"), ==, 1);
  g_assert_null (strstr (audit.out, "coverage.unreadable"));
}

/* Of which camera's pictures no dice can be read. */
static void
test_too_small (SkyCliFixture *fixture, gconstpointer data)
{
  static const char sight[] = "{\"cameras\":[{\"camera\":\"CR-01-A\",\"die_px\":12,"
                              "\"layout\":[[0,300],[600,300],[600,330],[0,330]]}]}";
  g_auto (SkyCliRun) made = sky_cli_run ("simulate", "--game=craps", "--rounds=1", "--seed=5",
                                         "--footage", fixture->archive, NULL);
  g_autofree char *path = g_build_filename (fixture->archive, "sight.json", NULL);

  g_assert_cmpint (made.status, ==, 0);
  g_auto (SkyCliRun) before = sky_cli_run ("cameras", fixture->archive, NULL);
  g_assert_null (strstr (before.out, "too small"));
  g_assert_true (g_file_set_contents (path, sight, -1, NULL));
  g_auto (SkyCliRun) told = sky_cli_run ("cameras", fixture->archive, NULL);
  g_assert_cmpint (told.status, ==, 0);
  g_assert_cmpuint (
      count (told.out, "  Its dice are too small to be read: 12 pixels, 24 are needed.\n"), ==, 1);
  g_assert_cmpuint (count (told.out, "  It looks too obliquely to read dice: "), ==, 1);
  g_assert_true (g_file_set_contents (path, "{", -1, NULL));
  g_auto (SkyCliRun) broken = sky_cli_run ("cameras", fixture->archive, NULL);
  g_assert_nonnull (strstr (broken.err, "sight.json"));
}

/* Where an archive names what is not its own, nothing of it is read, hashed or looked at; links
 * lead into the folder that the user named. */
static void
test_outside (SkyCliFixture *fixture, gconstpointer data)
{
  g_auto (SkyCliRun) made = sky_cli_run ("simulate", "--game=craps", "--rounds=1", "--seed=5",
                                         "--footage", fixture->archive, NULL);
  g_autofree char *index = g_build_filename (fixture->archive, "footage.json", NULL);
  g_autofree char *recording =
      g_build_filename (fixture->archive, "footage", "CR-01-A-0001.mkv", NULL);
  g_autofree char *kept = g_build_filename (fixture->folder, "kept", NULL);
  g_autofree char *away = g_build_filename (kept, "away.mkv", NULL);
  g_autofree char *root = g_strconcat ("--recordings-root=", kept, NULL);
  g_autofree char *text = NULL;

  g_assert_cmpint (made.status, ==, 0);
  g_assert_cmpint (g_mkdir (kept, 0700), ==, 0);
  g_assert_cmpint (g_rename (recording, away), ==, 0);
  g_assert_cmpint (symlink (away, recording), ==, 0);
  g_auto (SkyCliRun) linked = sky_cli_run ("audit", "--format=jsonl", fixture->archive, NULL);
  g_assert_cmpuint (count (linked.out, "\"coverage.unreadable\""), ==, 1);
  g_assert_nonnull (strstr (linked.out, "symbolic link"));
  g_assert_null (strstr (linked.out, "footage.hash"));
  g_auto (SkyCliRun) shown = sky_cli_run ("cameras", fixture->archive, NULL);
  g_assert_nonnull (strstr (shown.out, "cannot read it: its path goes through a symbolic link"));
  g_assert_cmpuint (count (shown.out, "SHA-256 matches"), ==, 1);
  g_auto (SkyCliRun) named = sky_cli_run ("audit", "--format=jsonl", root, fixture->archive, NULL);
  g_assert_null (strstr (named.out, "coverage.unreadable"));
  g_auto (SkyCliRun) seen = sky_cli_run ("cameras", root, fixture->archive, NULL);
  g_assert_cmpuint (count (seen.out, "SHA-256 matches"), ==, 2);

  g_assert_true (g_file_get_contents (index, &text, NULL, NULL));
  g_autoptr (GString) changed = g_string_new (text);
  g_string_replace (changed, "footage/CR-01-A-0001.mkv", "../kept/away.mkv", 0);
  g_assert_true (g_file_set_contents (index, changed->str, -1, NULL));
  g_auto (SkyCliRun) out = sky_cli_run ("audit", "--format=jsonl", fixture->archive, NULL);
  g_assert_cmpuint (count (out.out, "\"coverage.unreadable\""), ==, 1);
  g_assert_nonnull (strstr (out.out, "leads out of the archive's folder"));
  g_auto (SkyCliRun) told = sky_cli_run ("cameras", fixture->archive, NULL);
  g_assert_nonnull (strstr (told.out, "leads out of the archive's folder"));
}

/* No command says what opens a camera. */
static void
test_passwords (SkyCliFixture *fixture, gconstpointer data)
{
  static const char *const streams[] = {
    "rtsp://eye:hunter2@127.0.0.1:1/x",
    "rtsps://eye:hunter2@127.0.0.1:1/x",
    "rtspt://eye:hun@hunter2@127.0.0.1",
    "rtsp://127.0.0.1:1/x?user=eye&pwd=hunter2",
    "http://eye:hunter2@127.0.0.1:1/x",
    "https://127.0.0.1:1/?token=hunter2",
    "eye:hunter2@127.0.0.1",
    "rtsp:eye:hunter2@127.0.0.1",
  };
  g_auto (SkyCliRun) made =
      sky_cli_run ("simulate", "--game=craps", "--rounds=3", "--seed=5", fixture->archive, NULL);
  g_autofree char *path = g_build_filename (fixture->archive, "footage.json", NULL);
  g_autofree char *store = g_build_filename (fixture->folder, "store.db", NULL);
  g_autofree char *into = g_strconcat ("--store=", store, NULL);
  g_autoptr (GString) footage = g_string_new ("{\"cameras\":[");

  g_assert_cmpint (made.status, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    g_string_append_printf (
        footage,
        "%s{\"camera\":\"C-%u\",\"table\":\"CR-01\",\"kind\":\"stationary\",\"covers\":[\"end_"
        "left\"],"
        "\"stream\":\"%s\",\"segments\":[{\"%s\":\"%s\",\"start\":\"2023-11-04T18:00:00Z\","
        "\"end\":\"2023-11-05T00:00:00Z\"}]}",
        i > 0 ? "," : "", i, streams[i], i < 4 ? "replay" : "file",
        i < 4 ? streams[i] : "none.mkv");
  g_string_append (footage, "]}");
  g_assert_true (g_file_set_contents (path, footage->str, -1, NULL));
  SkyCliRun runs[] = {
    sky_cli_run ("cameras", fixture->archive, NULL),
    sky_cli_run ("audit", into, fixture->archive, NULL),
    sky_cli_run ("audit", "--format=jsonl", fixture->archive, NULL),
    sky_cli_run ("explain", fixture->archive, "--table=CR-01", "--round=1", NULL),
    sky_cli_run ("ledger", "verify", into, NULL),
  };
  g_assert_nonnull (strstr (runs[0].out, "live stream rtsps://127.0.0.1:1/x"));
  g_assert_nonnull (strstr (runs[0].err, "“stream” of camera C-4 is no RTSP address"));
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_assert_null (strstr (runs[i].out, "hunter2"));
      g_assert_null (strstr (runs[i].err, "hunter2"));
      sky_cli_run_clear (&runs[i]);
    }
}

/* The manual has each command and each of its options. */
static void
test_manual (SkyCliFixture *fixture, gconstpointer data)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "data", "man", "skyward-cli.1", NULL);
  g_autofree char *manual = NULL;
  g_auto (SkyCliRun) help = sky_cli_run ("--help", NULL);
  g_auto (GStrv) lines = g_strsplit (help.out, "\n", 0);
  guint n_options = 0;

  g_assert_true (g_file_get_contents (path, &manual, NULL, NULL));
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *command = NULL;
      g_autofree char *heading = NULL;
      g_auto (SkyCliRun) told = { 0 };

      /* "  audit      Audits …" */
      if (!g_str_has_prefix (lines[i], "  ") || g_str_has_prefix (lines[i], "  skyward-cli"))
        continue;
      command = g_strndup (lines[i] + 2, strcspn (lines[i] + 2, " "));
      heading = g_strconcat ("\n.SS ", command, NULL);
      if (strstr (manual, heading) == NULL)
        g_error ("The manual has no section on %s", command);
      told = sky_cli_run (command, "--help", NULL);
      for (const char *p = told.out; (p = strstr (p, "--")) != NULL; p += 2, n_options++)
        {
          g_autofree char *option = g_strndup (p + 2, strspn (p + 2, "abcdefghijklmnopqrstuvwxyz"));
          g_autofree char *set = g_strconcat ("\\-\\-", option, NULL);

          if (!g_str_equal (option, "help") && strstr (manual, set) == NULL)
            g_error ("The manual does not tell --%s of %s", option, command);
        }
    }
  g_assert_cmpuint (n_options, >, 15);
}

/* Puts a line at the end of one of the archive's logs. */
static void
append_line (SkyCliFixture *fixture, const char *line)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->archive, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".tel.jsonl"))
      {
        g_autofree char *path = g_build_filename (fixture->archive, name, NULL);
        FILE *file = fopen (path, "a");

        g_assert_nonnull (file);
        g_assert_cmpint (fputs (line, file), >=, 0);
        g_assert_cmpint (fclose (file), ==, 0);
        return;
      }
  g_assert_not_reached ();
}

/* What the store has of unchanged logs is printed as a fresh audit prints it, byte for byte, with
 * the same filters; a log that changed is audited again. */
static void
test_again (SkyCliFixture *fixture, gconstpointer engine)
{
  g_autofree char *database = new_store (fixture, engine);
  g_autofree char *store = g_strconcat ("--store=", database, NULL);
  static const char *const formats[] = { "--format=jsonl", "--format=summary", "--check=settle.*" };

  simulate (fixture, "300", "3", "60");
  for (guint grown = 0; grown < 2; grown++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
        {
          g_auto (SkyCliRun) fresh = sky_cli_run ("audit", formats[i], fixture->archive, NULL);
          g_auto (SkyCliRun) kept =
              sky_cli_run ("audit", formats[i], store, fixture->archive, NULL);
          g_auto (SkyCliRun) again =
              sky_cli_run ("audit", formats[i], store, fixture->archive, NULL);

          g_assert_cmpint (fresh.status, ==, 0);
          g_assert_cmpint (kept.status, ==, 0);
          g_assert_cmpint (again.status, ==, 0);
          g_assert_cmpuint (strlen (fresh.out), >, 100);
          g_assert_cmpstr (kept.out, ==, fresh.out);
          g_assert_cmpstr (again.out, ==, fresh.out);
        }
      append_line (fixture, "no event\n");
    }
}

/* The report on paper: a heading, and for each wager the true odds, the payout odds and the house
 * advantage, on lines that a page takes. */
static void
test_odds (SkyCliFixture *fixture, gconstpointer data)
{
  g_auto (SkyCliRun) roulette = sky_cli_run ("odds", "roulette", NULL);
  g_auto (SkyCliRun) craps = sky_cli_run ("odds", "craps", NULL);
  g_auto (SkyCliRun) jsonl = sky_cli_run ("odds", "craps", "--format=jsonl", NULL);
  g_auto (GStrv) lines = g_strsplit (craps.out, "\n", -1);
  guint wagers = count (craps.out, "    payout odds ");

  g_assert_cmpint (roulette.status, ==, 0);
  g_assert_true (g_str_has_prefix (roulette.out, "Roulette\n"));
  g_assert_nonnull (strstr (roulette.out, "521.4(1)(ii)"));
  g_assert_nonnull (strstr (roulette.out, "    payout odds       35 to 1, § 617a.4(a)\n"
                                          "    true odds         37 to 1\n"));
  g_assert_nonnull (strstr (roulette.out, "    house advantage   1/19 (5.2632 %)\n"));

  g_assert_cmpint (craps.status, ==, 0);
  g_assert_cmpuint (wagers, ==, count (jsonl.out, "\n"));
  g_assert_cmpuint (count (craps.out, "    true odds "), ==, wagers);
  g_assert_cmpuint (count (craps.out, "    house advantage "), ==, wagers);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_assert_cmpint (g_utf8_strlen (lines[i], -1), <=, 80);
      g_assert_false (g_str_has_suffix (lines[i], " "));
    }
}

/* Nothing of a package is written anywhere: it is read where nothing can be, its staff as well. */
static void
test_verify_nowhere (SkyCliFixture *fixture, gconstpointer data)
{
  g_autofree char *package =
      g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", "package", "stamped.zip", NULL);

  g_setenv ("TMPDIR", "/nowhere", TRUE);
  {
    g_auto (SkyCliRun) run = sky_cli_run ("verify", package, NULL);

    g_assert_nonnull (strstr (run.out, ".staff.json: who was on duty is the signer's word"));
  }
  g_unsetenv ("TMPDIR");
}

/* Whoever stops reading ends it quietly. */
static void
test_pipe (SkyCliFixture *fixture, gconstpointer data)
{
  g_autofree char *errors = g_build_filename (fixture->folder, "errors", NULL);
  g_autofree char *said = NULL;
  g_autoptr (GSubprocess) shell = NULL;
  g_autofree char *out = NULL;

  simulate (fixture, "1200", "4", "2000");
  shell = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL, "sh", "-c",
                            "\"$1\" audit --format=jsonl \"$2\" 2>\"$3\" | head -n 1", "sh",
                            sky_cli_program, fixture->archive, errors, NULL);
  g_assert_true (g_subprocess_communicate_utf8 (shell, NULL, NULL, &out, NULL, NULL));
  g_assert_cmpuint (count (out, "\n"), ==, 1);
  g_assert_true (g_file_get_contents (errors, &said, NULL, NULL));
  g_assert_cmpstr (said, ==, "");
}

/* What could not be written is not done. */
static void
test_full (SkyCliFixture *fixture, gconstpointer data)
{
  static const char *const commands[] = {
    "--version",
    "audit \"$2\"",
    "audit --format=jsonl \"$2\"",
    "check-log \"$2\"/*.jsonl",
    "explain --table=CR-01 --round=1 \"$2\"",
    "odds craps",
    "odds --format=jsonl craps",
  };

  simulate (fixture, "60", "4", "60");
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *command = g_strdup_printf ("\"$1\" %s > /dev/full", commands[i]);
      g_autoptr (GSubprocess) shell =
          g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, NULL, "sh", "-c", command, "sh",
                            sky_cli_program, fixture->archive, NULL);
      g_autofree char *said = NULL;

      g_test_message ("%s", commands[i]);
      g_assert_true (g_subprocess_communicate_utf8 (shell, NULL, NULL, NULL, &said, NULL));
      g_assert_cmpint (g_subprocess_get_exit_status (shell), ==, 1);
      g_assert_cmpstr (said, ==, "skyward-cli: cannot write the output\n");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  sky_cli_program = argv[1];

#define ADD(path, test)                                                                            \
  g_test_add ("/cli/" path, SkyCliFixture, NULL, sky_cli_set_up, test, sky_cli_tear_down)
#define ADD_BOTH(path, test)                                                                       \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_test_add ("/sqlite/cli/" path, SkyCliFixture, NULL, sky_cli_set_up, test,                    \
                sky_cli_tear_down);                                                                \
    g_test_add ("/postgres/cli/" path, SkyCliFixture, postgres, sky_cli_set_up, test,              \
                sky_cli_tear_down);                                                                \
  }                                                                                                \
  G_STMT_END
  ADD ("usage", test_usage);
  ADD ("unread", test_unread);
  ADD ("left-out", test_left_out);
  ADD ("recorded", test_recorded);
  ADD ("recorded/kept", test_recorded_kept);
  ADD ("one-of-many", test_one_of_many);
  ADD ("damaged", test_damaged);
  ADD ("jobs", test_jobs);
  ADD ("filter", test_filter);
  ADD_BOTH ("store", test_store);
  ADD ("no-database", test_no_database);
  ADD_BOTH ("again", test_again);
  ADD_BOTH ("replaced", test_replaced);
  ADD ("order", test_order);
  ADD ("secrets", test_secrets);
  ADD ("explain", test_explain);
  ADD ("languages", test_languages);
  ADD ("recorder", test_recorder);
  ADD ("cut-off", test_cut_off);
  ADD ("too-small", test_too_small);
  ADD ("outside", test_outside);
  ADD ("passwords", test_passwords);
  ADD ("manual", test_manual);
  ADD ("odds", test_odds);
  ADD ("verify-nowhere", test_verify_nowhere);
  ADD ("pipe", test_pipe);
  ADD ("full", test_full);
  return g_test_run ();
}
