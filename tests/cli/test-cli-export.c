/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skyward-cli export: being stopped in the midst of it. */
#include "config.h"

#include "sky-cli-fixture.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

/* So long a recording that the export of it cannot be done before it is stopped; nearly nothing of
 * it is on the disk. */
#define RECORDING_SIZE (G_GINT64_CONSTANT (16) << 30)

/* Returns: the text of @member of a finding written as JSON. */
static char *
get_member (const char *json, const char *member)
{
  g_autofree char *pattern = g_strdup_printf ("\"%s\":\"?([^\",}]*)", member);
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  if (!g_regex_match (regex, json, 0, &match))
    g_error ("No “%s” in: %s", member, json);
  return g_match_info_fetch (match, 1);
}

/* Returns: what the store knows the first finding of a settlement by. */
static char *
find_key (SkyCliFixture *fixture)
{
  static const char *const members[] = { "property", "table", "gaming_day", "game",
                                         "check",    "seq",   "wager" };
  g_auto (SkyCliRun) audit =
      sky_cli_run ("audit", "--format=jsonl", "--check=settle.*", fixture->archive, NULL);
  GString *key = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_autofree char *text = g_str_equal (members[i], "game") ? g_strdup ("craps")
                                                               : get_member (audit.out, members[i]);

      g_string_append_printf (key, "%s%s", i > 0 ? "/" : "", text);
    }
  return g_string_free (key, FALSE);
}

/* An archive with a camera whose recording is long. */
static void
make_archive (SkyCliFixture *fixture)
{
  static const char footage[] =
      "{\"cameras\":[{\"camera\":\"CR-01-A\",\"table\":\"CR-01\",\"kind\":\"stationary\","
      "\"covers\":[\"end_left\"],\"clock_offset_ms\":0,\"segments\":[{\"file\":\"long.mkv\","
      "\"start\":\"2023-11-04T19:00:00Z\",\"end\":\"2023-11-05T08:00:00Z\"}]}]}";
  g_autofree char *path = g_build_filename (fixture->archive, "footage.json", NULL);
  g_autofree char *recording = g_build_filename (fixture->archive, "long.mkv", NULL);
  g_auto (SkyCliRun) made = sky_cli_run ("simulate", "--game=craps", "--rounds=60", "--seed=3",
                                         "--faults=20", fixture->archive, NULL);
  int descriptor;

  g_assert_cmpstr (made.err, ==, "");
  g_assert_true (g_file_set_contents (path, footage, -1, NULL));
  descriptor = open (recording, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  g_assert_cmpint (descriptor, >=, 0);
  g_assert_cmpint (ftruncate (descriptor, RECORDING_SIZE), ==, 0);
  close (descriptor);
}

/* The package being written, under the name that it has until it is done, is as long as @size. */
static gboolean
is_written (const char *folder, gint64 size)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  gboolean written = FALSE;

  while (!written && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf buffer;

      written = name[0] == '.' && g_stat (path, &buffer) == 0 && buffer.st_size >= size;
    }
  return written;
}

/* Returns: how many entries of the kind the ledger has. */
static int
count_entries (const char *store, const char *action)
{
  sqlite3 *database;
  sqlite3_stmt *statement;
  int n;

  g_assert_cmpint (sqlite3_open_v2 (store, &database, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (database, "SELECT count (*) FROM ledger WHERE action = ?",
                                       -1, &statement, NULL),
                   ==, SQLITE_OK);
  sqlite3_bind_text (statement, 1, action, -1, SQLITE_STATIC);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  n = sqlite3_column_int (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_close (database);
  return n;
}

static void
test_interrupted (SkyCliFixture *fixture, gconstpointer data)
{
  int number = GPOINTER_TO_INT (data);
  g_autofree char *store = g_build_filename (fixture->folder, "skyward.db", NULL);
  g_autofree char *store_option = g_strconcat ("--store=", store, NULL);
  g_autofree char *target = g_build_filename (fixture->folder, "target", NULL);
  g_autofree char *package = g_build_filename (target, "case.zip", NULL);
  g_autofree char *temporary = g_build_filename (fixture->folder, "tmp", NULL);
  g_autofree char *key_option = g_strconcat ("--key=", fixture->folder, "/key.pem", NULL);
  g_autofree char *phrase = g_build_filename (fixture->folder, "passphrase", NULL);
  g_autofree char *phrase_option = g_strconcat ("--passphrase-file=", phrase, NULL);
  gint64 deadline = g_get_monotonic_time () + G_TIME_SPAN_MINUTE;

  make_archive (fixture);
  g_assert_true (g_file_set_contents_full (phrase, "a passphrase\n", -1, 0, 0600, NULL));
  g_assert_cmpint (g_mkdir (target, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (temporary, 0700), ==, 0);
  g_setenv ("TMPDIR", temporary, TRUE);

  g_autofree char *finding = find_key (fixture);
  g_autofree char *finding_option = g_strconcat ("--finding=", finding, NULL);
  g_auto (SkyCliRun) audit = sky_cli_run ("audit", store_option, fixture->archive, NULL);
  g_auto (SkyCliRun) person =
      sky_cli_run ("people", "add", "PA-1", "Ada Quinn", key_option, "--role=investigator",
                   store_option, phrase_option, NULL);
  g_assert_cmpint (person.status, ==, 0);

  g_autoptr (GSubprocess) process =
      sky_cli_start ("export", package, "--title=Payouts", finding_option, store_option,
                     "--as=PA-1", key_option, phrase_option, NULL);
  while (!is_written (target, 1) && g_get_monotonic_time () < deadline)
    g_thread_yield ();
  g_assert_true (is_written (target, 1));
  g_assert_cmpuint (sky_cli_count_entries (temporary), ==, 1);
  g_subprocess_send_signal (process, number);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));

  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 1);
  /* Nothing is left of it, and the ledger does not say that anything was exported. */
  g_assert_cmpuint (sky_cli_count_entries (target), ==, 0);
  g_assert_cmpuint (sky_cli_count_entries (temporary), ==, 0);
  {
    g_auto (SkyCliRun) verify = sky_cli_run ("ledger", "verify", store_option, NULL);

    g_assert_cmpint (verify.status, ==, 0);
  }
  g_assert_cmpint (count_entries (store, "case.open"), ==, 1);
  g_assert_cmpint (count_entries (store, "export"), ==, 0);
}

/* A log, @name in the archive, whose round 42 was recorded again, and settled wrongly then. */
static void
write_corrected_log (SkyCliFixture *fixture, const char *name)
{
  g_autofree char *from =
      g_test_build_filename (G_TEST_DIST, "data", "craps", "recorded-by-eye.tel.jsonl", NULL);
  g_autofree char *to = g_build_filename (fixture->archive, name, NULL);
  g_autofree char *folder = g_path_get_dirname (to);
  g_autofree char *text = NULL;
  g_autoptr (GString) log = NULL;

  g_assert_true (g_file_get_contents (from, &text, NULL, NULL));
  log = g_string_new (text);
  g_assert_cmpuint (g_string_replace (log, "\"w1\",\"outcome\":\"lose\",\"taken\":1000",
                                      "\"w1\",\"outcome\":\"win\",\"paid\":1000,\"returned\":1000",
                                      0),
                    ==, 1);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (to, log->str, -1, NULL));
}

/* Exports the finding of the corrected log as @package; @recorded: it lies beside the table's own.
 * Returns: what the audit complained of. */
static char *
export_finding (SkyCliFixture *fixture, const char *title, const char *package, gboolean recorded)
{
  g_autofree char *finding =
      g_strconcat ("--finding=Keystone/CR-01/2023-11-04/craps/settle.outcome/24/w1",
                   recorded ? "#1000" : NULL, NULL);
  g_autofree char *title_option = g_strconcat ("--title=", title, NULL);
  g_autofree char *store_option = g_strconcat ("--store=", fixture->folder, "/skyward.db", NULL);
  g_autofree char *key_option = g_strconcat ("--key=", fixture->folder, "/key.pem", NULL);
  g_autofree char *phrase = g_build_filename (fixture->folder, "passphrase", NULL);
  g_autofree char *phrase_option = g_strconcat ("--passphrase-file=", phrase, NULL);

  g_setenv ("TMPDIR", fixture->folder, TRUE);
  g_assert_true (g_file_set_contents_full (phrase, "a passphrase\n", -1, 0, 0600, NULL));
  g_auto (SkyCliRun) audit =
      sky_cli_run ("audit", store_option, fixture->archive, recorded ? "--recorded" : NULL, NULL);
  g_auto (SkyCliRun) person =
      sky_cli_run ("people", "add", "PA-1", "Ada Quinn", key_option, "--role=investigator",
                   store_option, phrase_option, NULL);
  g_auto (SkyCliRun) export = sky_cli_run ("export", package, title_option, finding, store_option,
                                           "--as=PA-1", key_option, phrase_option, NULL);

  g_assert_cmpint (audit.status, ==, 0);
  g_assert_cmpint (person.status, ==, 0);
  g_assert_cmpstr (export.err, ==, "");
  return g_steal_pointer (&audit.err);
}

/* The evidence of a corrected round: its lines of then and of now, what is found in those that
 * count, and that it was recorded again. */
static void
test_corrected (SkyCliFixture *fixture, gconstpointer unused)
{
  g_autofree char *package = g_build_filename (fixture->folder, "case.zip", NULL);
  g_autofree char *log_option = g_strconcat ("--log=", fixture->archive, "/day.tel.jsonl", NULL);
  g_autofree char *complaint = NULL;

  write_corrected_log (fixture, "day.tel.jsonl");
  complaint = export_finding (fixture, "Again", package, FALSE);
  g_assert_cmpstr (complaint, ==, "");
  g_auto (SkyCliRun) verify = sky_cli_run ("verify", log_option, package, NULL);

  /* Every check passes; nobody said that the signer is trusted. */
  g_assert_cmpint (verify.status, ==, 3);
  g_assert_null (strstr (verify.out, "\nfails"));
  g_assert_nonnull (strstr (verify.out, "day.tel.jsonl, byte for byte\n"));
  g_assert_nonnull (strstr (verify.out, "holds  findings.jsonl: 1 of 1 findings recomputed"));
  g_assert_nonnull (strstr (verify.out, "Checks not made: 57 of 121.\n"));
  g_assert_nonnull (strstr (verify.out, "in these lines: Rounds looked at: 2. 1 stretch was "
                                        "skipped, 4 min 30 s in all. Rounds recorded again: 1."));
}

/* How many members of the package @path have names that match @name. */
static guint
count_members (const char *path, const char *name)
{
  const char *arguments[] = { "unzip", "-Z1", path, NULL };
  g_autoptr (GSubprocess) unzip =
      g_subprocess_newv (arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL);
  g_autofree char *out = NULL;
  g_auto (GStrv) members = NULL;
  guint n = 0;

  g_assert_true (g_subprocess_communicate_utf8 (unzip, NULL, NULL, &out, NULL, NULL));
  members = g_strsplit (out, "\n", -1);
  for (guint i = 0; members[i] != NULL; i++)
    n += g_pattern_match_simple (name, members[i]);
  return n;
}

/* Verifies the package with its finding beside the whole log, of which @same is said. */
static void
assert_verified (const char *package, const char *log_option, const char *same)
{
  g_auto (SkyCliRun) verify = sky_cli_run ("verify", log_option, package, NULL);

  g_assert_cmpint (verify.status, ==, 3);
  g_assert_null (strstr (verify.out, "\nfails"));
  g_assert_nonnull (strstr (verify.out, same));
  g_assert_nonnull (strstr (verify.out, "holds  findings.jsonl: 1 of 1 findings recomputed"));
  g_assert_nonnull (strstr (verify.out, "Rounds looked at: 2."));
}

/* A log that someone recorded, with the recordings that it was recorded from: the evidence has the
 * lines, what was not looked at, and the pictures of the round. */
static void
test_recorded (SkyCliFixture *fixture, gconstpointer unused)
{
  g_autofree char *package = g_build_filename (fixture->folder, "case.zip", NULL);
  g_autofree char *log_option = g_strconcat ("--log=", fixture->archive, "/day.tel.jsonl", NULL);
  g_autofree char *own = g_build_filename (fixture->archive, "CR-01-2023-11-04.tel.jsonl", NULL);

  /* Recordings of two cameras, and no log of the table's own. */
  {
    g_auto (SkyCliRun) made = sky_cli_run ("simulate", "--game=craps", "--rounds=1", "--seed=5",
                                           "--footage", fixture->archive, NULL);

    g_assert_cmpint (made.status, ==, 0);
  }
  g_assert_cmpint (g_remove (own), ==, 0);
  {
    g_auto (SkyCliRun) audit = sky_cli_run ("audit", fixture->archive, NULL);

    g_assert_cmpint (audit.status, ==, 1);
    g_assert_nonnull (strstr (audit.err, "record it by eye"));
  }
  write_corrected_log (fixture, "day.tel.jsonl");
  g_free (export_finding (fixture, "By eye", package, FALSE));
  g_assert_cmpuint (count_members (package, "footage/*.mp4"), ==, 2);
  assert_verified (package, log_option, "day.tel.jsonl, byte for byte\n");
}

/* The same of a log that lies beside the table's own. */
static void
test_beside (SkyCliFixture *fixture, gconstpointer unused)
{
  g_autofree char *package = g_build_filename (fixture->folder, "case.zip", NULL);
  g_autofree char *log_option =
      g_strconcat ("--log=", fixture->archive, "/recorded/day.PA-7.tel.jsonl", NULL);

  {
    g_auto (SkyCliRun) made = sky_cli_run ("simulate", "--game=craps", "--rounds=1", "--seed=5",
                                           "--footage", fixture->archive, NULL);

    g_assert_cmpint (made.status, ==, 0);
  }
  write_corrected_log (fixture, "recorded/day.PA-7.tel.jsonl");
  g_autofree char *complaint = export_finding (fixture, "By eye", package, TRUE);
  g_assert_cmpstr (complaint, ==, "");
  g_assert_cmpuint (count_members (package, "footage/*.mp4"), ==, 2);
  g_assert_cmpuint (count_members (package, "log/day.PA-7.tel.jsonl"), ==, 1);
  assert_verified (package, log_option, "day.PA-7.tel.jsonl, byte for byte\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  sky_cli_program = argv[1];

#define ADD(path, number)                                                                          \
  g_test_add ("/cli/export/" path, SkyCliFixture, GINT_TO_POINTER (number), sky_cli_set_up,        \
              test_interrupted, sky_cli_tear_down)
  ADD ("hung-up", SIGHUP);
  ADD ("interrupted", SIGINT);
  ADD ("terminated", SIGTERM);
  g_test_add ("/cli/export/corrected", SkyCliFixture, NULL, sky_cli_set_up, test_corrected,
              sky_cli_tear_down);
  g_test_add ("/cli/export/recorded", SkyCliFixture, NULL, sky_cli_set_up, test_recorded,
              sky_cli_tear_down);
  g_test_add ("/cli/export/recorded-beside", SkyCliFixture, NULL, sky_cli_set_up, test_beside,
              sky_cli_tear_down);
  return g_test_run ();
}
