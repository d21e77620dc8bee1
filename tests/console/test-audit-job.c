/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console's audit is stopped while it puts logs into the store: what is there is whole, the
 * rest is not there, and a second audit brings what an undisturbed one does. */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "fixture.h"
#include "sky-audit-job.h"
#include "sky-simulate.h"
#include "sky-stored-log.h"

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
      g_assert_nonnull (state);
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/audit-job/cancel/logs", GINT_TO_POINTER (FALSE), test_cancel);
  g_test_add_data_func ("/audit-job/cancel/cameras", GINT_TO_POINTER (TRUE), test_cancel);
  return fixture_run_tests ();
}
