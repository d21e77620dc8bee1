/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skyward-cli simulate: wrong usage, what is in the way, and being stopped at any moment. */
#include "config.h"

#include "sky-cli-fixture.h"

#include <glib/gstdio.h>

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
test_usage (SkyCliFixture *fixture, gconstpointer data)
{
  static const char *const wrong[][4] = {
    { "--rounds=5", "--seed=1", NULL },
    { "--game=bridge", "--rounds=5", "--seed=1", NULL },
    { "--game=craps", "--seed=1", NULL },
    { "--game=craps", "--rounds=0", "--seed=1", NULL },
    { "--game=craps", "--rounds=many", "--seed=1", NULL },
    { "--game=craps", "--rounds=5", NULL },
    { "--game=craps", "--rounds=5", "--seed=-4", NULL },
    { "--game=craps", "--rounds=5", "--seed=1", "--tables=1001" },
    { "--game=craps", "--rounds=5", "--seed=1", "--faults=501" },
    { "--game=craps", "--rounds=5", "--seed=1", "--throws" },
    { "--game=craps", "--rounds=5", "--seed=1", "--contradict=1" },
    { "--game=craps", "--rounds=5", "--seed=1", "--contradict=-1" },
  };
  g_auto (SkyCliRun) nowhere =
      sky_cli_run ("simulate", "--game=craps", "--rounds=5", "--seed=1", NULL);
  g_auto (SkyCliRun) tables = sky_cli_run ("simulate", "--game=craps", "--rounds=5", "--seed=1",
                                           "--tables=0", fixture->archive, NULL);

  g_assert_cmpint (nowhere.status, ==, 2);
  g_assert_cmpint (tables.status, ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      /* The folder comes first, so that the list may end where it ends. */
      g_auto (SkyCliRun) run = sky_cli_run ("simulate", fixture->archive, wrong[i][0], wrong[i][1],
                                            wrong[i][2], wrong[i][3], NULL);

      g_assert_cmpint (run.status, ==, 2);
      g_assert_cmpstr (run.out, ==, "");
    }
  g_assert_cmpuint (sky_cli_count_entries (fixture->folder), ==, 0);
}

static void
test_in_the_way (SkyCliFixture *fixture, gconstpointer data)
{
  g_auto (SkyCliRun) first =
      sky_cli_run ("simulate", "--game=craps", "--rounds=5", "--seed=1", fixture->archive, NULL);
  g_auto (SkyCliRun) second =
      sky_cli_run ("simulate", "--game=craps", "--rounds=5", "--seed=2", fixture->archive, NULL);

  g_assert_cmpint (first.status, ==, 0);
  g_assert_cmpstr (first.out, ==, "");
  g_assert_cmpstr (first.err, ==, "");
  g_assert_cmpint (second.status, ==, 1);
  sky_cli_assert_said (&second, 1, fixture->archive, "not empty");
  g_assert_cmpuint (sky_cli_count_entries (fixture->folder), ==, 1);
}

/* Waits until @path has entries of any name, or a minute has passed. */
static void
wait_for_work (const char *path)
{
  gint64 deadline = g_get_monotonic_time () + G_TIME_SPAN_MINUTE;

  while (sky_cli_count_entries (path) == 0 && g_get_monotonic_time () < deadline)
    g_thread_yield ();
  g_assert_cmpuint (sky_cli_count_entries (path), >, 0);
}

/* So much that it cannot be done before it is stopped. */
static GSubprocess *
start_long_work (SkyCliFixture *fixture)
{
  GSubprocess *process = sky_cli_start ("simulate", "--game=craps", "--rounds=1200",
                                        "--tables=1000", "--seed=1", fixture->archive, NULL);

  wait_for_work (fixture->folder);
  return process;
}

static void
test_killed (SkyCliFixture *fixture, gconstpointer data)
{
  g_autoptr (GSubprocess) process = start_long_work (fixture);

  g_subprocess_send_signal (process, SIGKILL);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  g_assert_true (g_subprocess_get_if_signaled (process));
  /* What is left has another name, and is no obstacle. */
  g_assert_false (g_file_test (fixture->archive, G_FILE_TEST_EXISTS));
  {
    g_auto (SkyCliRun) again =
        sky_cli_run ("simulate", "--game=craps", "--rounds=5", "--seed=1", fixture->archive, NULL);
    g_auto (SkyCliRun) audit = sky_cli_run ("audit", fixture->archive, NULL);

    g_assert_cmpint (again.status, ==, 0);
    g_assert_cmpint (audit.status, ==, 0);
    g_assert_cmpstr (audit.err, ==, "");
  }
}

static void
test_interrupted (SkyCliFixture *fixture, gconstpointer data)
{
  int number = GPOINTER_TO_INT (data);
  g_autoptr (GSubprocess) process = start_long_work (fixture);

  g_subprocess_send_signal (process, number);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 1);
  /* Nothing is left at all. */
  g_assert_cmpuint (sky_cli_count_entries (fixture->folder), ==, 0);
}

/* An interrupted audit keeps no half of a log: the next one says what one without a store says. */
static void
test_audit_ended (SkyCliFixture *fixture, gconstpointer data)
{
  int number = GPOINTER_TO_INT (data);
  g_autofree char *store = g_build_filename (fixture->folder, "skyward.db", NULL);
  g_autofree char *option = g_strconcat ("--store=", store, NULL);
  g_auto (SkyCliRun) made = sky_cli_run ("simulate", "--game=craps", "--rounds=500", "--tables=8",
                                         "--seed=3", "--faults=100", fixture->archive, NULL);
  g_autoptr (GSubprocess) process = sky_cli_start ("audit", option, fixture->archive, NULL);
  gint64 deadline = g_get_monotonic_time () + G_TIME_SPAN_MINUTE;

  g_assert_cmpint (made.status, ==, 0);
  while (!g_file_test (store, G_FILE_TEST_EXISTS) && g_get_monotonic_time () < deadline)
    g_thread_yield ();
  g_subprocess_send_signal (process, number);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  {
    g_auto (SkyCliRun) again =
        sky_cli_run ("audit", "--format=jsonl", option, fixture->archive, NULL);
    g_auto (SkyCliRun) without = sky_cli_run ("audit", "--format=jsonl", fixture->archive, NULL);
    g_auto (SkyCliRun) ledger = sky_cli_run ("ledger", "verify", option, NULL);

    g_assert_cmpstr (again.err, ==, "");
    g_assert_cmpint (again.status, ==, 0);
    g_assert_cmpstr (again.out, ==, without.out);
    g_assert_cmpint (ledger.status, ==, 0);
  }
}

/* What was started to outlive whoever hangs up does. */
static void
test_outlives (SkyCliFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error, "nohup", sky_cli_program, "simulate",
      "--game=craps", "--rounds=300", "--tables=4", "--seed=1", fixture->archive, NULL);

  g_assert_no_error (error);
  wait_for_work (fixture->folder);
  g_subprocess_send_signal (process, SIGHUP);
  g_assert_true (g_subprocess_wait_check (process, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_test (fixture->archive, G_FILE_TEST_IS_DIR));
}

/* On a terminal the share, the bytes of all bytes, the rate and the time left are told. */
static void
test_progress (SkyCliFixture *fixture, gconstpointer data)
{
  g_auto (SkyCliRun) made =
      sky_cli_run ("simulate", "--game=craps", "--rounds=20", "--seed=3", fixture->archive, NULL);
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GString) said = g_string_new (NULL);
  int terminal = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);
  int side;
  char name[64];
  char bytes[512];
  gssize n;

  g_assert_cmpint (made.status, ==, 0);
  g_assert_cmpint (terminal, >=, 0);
  g_assert_cmpint (grantpt (terminal), ==, 0);
  g_assert_cmpint (unlockpt (terminal), ==, 0);
  g_assert_cmpint (ptsname_r (terminal, name, sizeof name), ==, 0);
  side = open (name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  g_assert_cmpint (side, >=, 0);
  g_subprocess_launcher_take_stderr_fd (launcher, side);
  process = g_subprocess_launcher_spawn (launcher, &error, sky_cli_program, "audit",
                                         fixture->archive, NULL);
  g_assert_no_error (error);
  g_clear_object (&launcher);
  /* The reading ends when nobody holds the other side any more. */
  while ((n = read (terminal, bytes, sizeof bytes)) > 0)
    g_string_append_len (said, bytes, n);
  close (terminal);
  g_assert_true (g_subprocess_wait_check (process, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_regex_match_simple (
      "Auditing 100 %  [0-9.]+\\W*kB / [0-9.]+\\W*kB  [0-9.]+\\W*[kMG]?B/s  0 s left", said->str, 0,
      0));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  sky_cli_program = argv[1];

#define ADD(path, data, test)                                                                      \
  g_test_add ("/cli/simulate/" path, SkyCliFixture, data, sky_cli_set_up, test, sky_cli_tear_down)
  ADD ("usage", NULL, test_usage);
  ADD ("in-the-way", NULL, test_in_the_way);
  ADD ("killed", NULL, test_killed);
  ADD ("interrupted", GINT_TO_POINTER (SIGINT), test_interrupted);
  ADD ("terminated", GINT_TO_POINTER (SIGTERM), test_interrupted);
  ADD ("hung-up", GINT_TO_POINTER (SIGHUP), test_interrupted);
  ADD ("audit-hung-up", GINT_TO_POINTER (SIGHUP), test_audit_ended);
  ADD ("outlives", NULL, test_outlives);
  ADD ("audit-killed", GINT_TO_POINTER (SIGKILL), test_audit_ended);
  ADD ("audit-interrupted", GINT_TO_POINTER (SIGINT), test_audit_ended);
  ADD ("progress", NULL, test_progress);
  return g_test_run ();
}
