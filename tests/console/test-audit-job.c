/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console's audit is stopped while it puts logs into the store: what is there is whole, the
 * rest is not there, and a second audit brings what an undisturbed one does. */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <utime.h>

#include "fixture.h"
#include "sky-audit-job.h"
#include "sky-simulate.h"
#include "sky-stored-log.h"
#include "sky-time.h"

#define TABLES 6

/* Two cameras of the first table, whose recordings are gone. */
static const char footage[] =
    "{\"cameras\":[{\"camera\":\"A\",\"table\":\"CR-01\",\"kind\":\"stationary\",\"covers\":"
    "[\"end_left\"],\"clock_offset_ms\":0,\"segments\":[{\"file\":\"a.mkv\","
    "\"start\":\"2023-11-04T20:00:00Z\",\"end\":\"2023-11-04T20:10:00Z\"}]},"
    "{\"camera\":\"B\",\"table\":\"CR-01\",\"kind\":\"stationary\",\"covers\":[\"end_right\"],"
    "\"clock_offset_ms\":0,\"segments\":[{\"file\":\"b.mkv\",\"start\":\"2023-11-04T20:00:00Z\","
    "\"end\":\"2023-11-04T20:20:00Z\"}]}]}";

/* The fixture with an archive of several tables. */
static Fixture *
simulate (gboolean with_footage)
{
  Fixture *fixture = fixture_new ();
  g_autoptr (GError) error = NULL;
  SkySimulateOptions options = {
    .game = SKY_GAME_CRAPS,
    .rounds = 60,
    .seed = 58,
    .tables = TABLES,
    .faults = 12,
    .start = SKY_TIME_NONE,
  };

  g_free (fixture->archive);
  fixture->archive = g_build_filename (fixture->folder, "simulated", NULL);
  g_assert_true (sky_simulate (&options, fixture->archive, &error));
  g_assert_no_error (error);
  if (with_footage)
    {
      g_autofree char *path = g_build_filename (fixture->archive, "footage.json", NULL);
      g_assert_true (g_file_set_contents (path, footage, -1, NULL));
    }
  return fixture;
}

static gboolean
is_finished (gpointer job)
{
  return sky_audit_job_get_finished (job);
}

static gboolean
is_under_way (gpointer job)
{
  return sky_audit_job_get_fraction (job) > 0;
}

static void
fail_cb (SkyAuditJob *job, const char *problem, gpointer data)
{
  g_error ("%s", problem);
}

static SkyAuditJob *
start (Fixture *fixture, const char *store)
{
  const char *paths[] = { fixture->archive, NULL };

  return sky_audit_job_start (paths, store);
}

static SkyStore *
open_store (const char *path, SkyStoreMode mode)
{
  g_autoptr (GError) error = NULL;
  SkyStore *store = sky_store_open (path, mode, &error);

  g_assert_no_error (error);
  return store;
}

/* Nothing can be written to the store until this is closed. */
static sqlite3 *
lock (const char *store)
{
  sqlite3 *db;

  sky_store_free (open_store (store, SKY_STORE_READ_WRITE));
  g_assert_cmpint (sqlite3_open (store, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  return db;
}

/* What is there is whole. Returns: how many logs; @n_judged takes how many of them have nothing
 * left to be found. */
static guint
check (const char *path, guint *n_judged)
{
  g_autoptr (SkyStore) store = open_store (path, SKY_STORE_READ_ONLY);
  g_autoptr (GError) error = NULL;

  sky_store_check (store, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, &error);
  g_assert_no_error (error);
  *n_judged = 0;
  for (guint i = 0; i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];
      g_autoptr (GPtrArray) rounds =
          sky_store_list_rounds (store, log->id, SKY_TIME_NONE, SKY_TIME_NONE, &error);
      g_assert_no_error (error);
      g_autoptr (GBytes) state = NULL;
      sky_store_read_state (store, log->id, &state, &error);
      g_assert_no_error (error);

      g_assert_cmpuint (log->n_rounds, ==, 60);
      g_assert_cmpuint (rounds->len, ==, log->n_rounds);
      /* It closed its table. */
      g_assert_null (state);
      *n_judged += log->inputs != NULL;
    }
  return logs->len;
}

/* Each line of @some is one of @all. */
static void
assert_among (const char *some, const char *all)
{
  g_auto (GStrv) lines = g_strsplit (some, "\n", -1);
  g_auto (GStrv) others = g_strsplit (all, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) others, lines[i]))
      g_error ("not found by an audit that was not cancelled: %s", lines[i]);
}

static void
test_cancel (gconstpointer data)
{
  gboolean with_footage = GPOINTER_TO_INT (data);
  g_autoptr (Fixture) fixture = simulate (with_footage);
  g_autofree char *undisturbed = g_build_filename (fixture->folder, "undisturbed.db", NULL);
  guint n_judged;

  g_autoptr (SkyAuditJob) whole = start (fixture, undisturbed);
  g_signal_connect (whole, "problem", G_CALLBACK (fail_cb), NULL);
  fixture_wait (is_finished, whole);
  g_assert_cmpuint (check (undisturbed, &n_judged), ==, TABLES);
  g_autofree char *expected = fixture_dump_findings (undisturbed);
  g_assert_cmpuint (strlen (expected), >, 0);

  /* No log is in the store before the audit is told to stop; those on their way into it still come.
   */
  sqlite3 *locked = lock (fixture->store);
  g_autoptr (SkyAuditJob) job = start (fixture, fixture->store);
  fixture_wait (is_under_way, job);
  sky_audit_job_cancel (job);
  g_assert_cmpint (sqlite3_close (locked), ==, SQLITE_OK);
  fixture_wait (is_finished, job);
  guint n = check (fixture->store, &n_judged);
  g_test_message ("%u logs were stored, %u of them judged", n, n_judged);
  g_assert_cmpuint (sky_audit_job_get_n_current (job), ==, 0);
  g_assert_cmpuint (n_judged, <=, 1);
  g_autofree char *found = fixture_dump_findings (fixture->store);
  assert_among (found, expected);
  if (!with_footage)
    g_assert_cmpuint (n, ==, n_judged);

  /* What was stored and judged is known, the rest is audited. */
  g_autoptr (SkyAuditJob) second = start (fixture, fixture->store);
  g_signal_connect (second, "problem", G_CALLBACK (fail_cb), NULL);
  fixture_wait (is_finished, second);
  g_assert_cmpuint (sky_audit_job_get_n_current (second), ==, n_judged);
  g_assert_cmpuint (sky_audit_job_get_n_audited (second), ==, TABLES - n_judged);
  g_assert_cmpuint (check (fixture->store, &n_judged), ==, TABLES);
  g_assert_cmpuint (n_judged, ==, TABLES);
  g_autofree char *finished = fixture_dump_findings (fixture->store);
  g_assert_cmpstr (finished, ==, expected);
}

/* Whether an audit of the archive says that its log ends early. */
static gboolean
is_incomplete (Fixture *fixture)
{
  g_autoptr (SkyAuditJob) job = start (fixture, fixture->store);

  g_signal_connect (job, "problem", G_CALLBACK (fail_cb), NULL);
  fixture_wait (is_finished, job);
  g_autofree char *found = fixture_dump_findings (fixture->store);
  return strstr (found, "log.incomplete") != NULL;
}

/* Leaves the table of the log at @path open; its last event is at @at, if that is not NULL. */
static void
leave_open (const char *path, const char *at)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  char *close = strstr (text, "{\"seq\":29");
  g_assert_nonnull (close);
  *close = '\0';
  g_autofree char *more =
      at == NULL
          ? g_strdup ("")
          : g_strdup_printf ("{\"seq\":29,\"at\":\"%s\",\"type\":\"note\",\"text\":\"\"}\n", at);
  g_autofree char *whole = g_strconcat (text, more, NULL);
  g_assert_true (g_file_set_contents (path, whole, -1, &error));
}

/* Nobody wrote to the file for an hour. */
static void
make_old (const char *path)
{
  struct utimbuf times = { 0 };

  times.actime = times.modtime = time (NULL) - 3600;
  g_assert_cmpint (g_utime (path, &times), ==, 0);
}

/* A log that a receiver writes, whenever its table was played. */
static void
test_received (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *path = fixture_log_path (fixture);
  g_autofree char *receipts = g_build_filename (fixture->archive, "CR-01.receipts.jsonl", NULL);

  leave_open (path, NULL);
  g_assert_true (is_incomplete (fixture));
  g_assert_true (g_file_set_contents (receipts, "", 0, NULL));
  g_assert_cmpint (g_remove (fixture->store), ==, 0);
  g_assert_false (is_incomplete (fixture));
  /* The receiver's program has ended without the table's end. */
  make_old (path);
  g_assert_true (is_incomplete (fixture));
  g_assert_cmpint (g_utime (path, NULL), ==, 0);
  g_assert_cmpint (g_remove (fixture->store), ==, 0);
  g_assert_false (is_incomplete (fixture));
  /* The receiver has ended the log: it is audited to its end, though it is the same. */
  g_assert_cmpint (g_chmod (path, 0440), ==, 0);
  g_assert_true (is_incomplete (fixture));
}

/* A log that something else writes, which tells of just now. */
static void
test_written (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *path = fixture_log_path (fixture);
  char at[SKY_TIME_TEXT_SIZE];

  leave_open (path, sky_time_format (g_get_real_time (), at));
  g_assert_false (is_incomplete (fixture));
  make_old (path);
  g_assert_true (is_incomplete (fixture));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/audit-job/cancel/logs", GINT_TO_POINTER (FALSE), test_cancel);
  g_test_add_data_func ("/audit-job/cancel/cameras", GINT_TO_POINTER (TRUE), test_cancel);
  g_test_add_func ("/audit-job/growing/received", test_received);
  g_test_add_func ("/audit-job/growing/written", test_written);
  return fixture_run_tests ();
}
