/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tests' own PostgreSQL server: what the others rely on. The program that is killed is this
 * one, run again. */
#include "config.h"

#include "private-postgres.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *program;

static void
assert_says (const char *uri, const char *sql, const char *wanted)
{
  g_autofree char *said = private_postgres_run (uri, sql);

  g_assert_cmpstr (said, ==, wanted);
}

static void
test_databases (void)
{
  g_autofree char *one = private_postgres_new_database ();
  g_autofree char *two = NULL;

  assert_says (one, "CREATE TABLE words (word text); INSERT INTO words VALUES ('b'), ('B'), ('a')",
               "");
  two = private_postgres_copy_database (one);
  assert_says (one, "DROP TABLE words", "");
  /* Bytes would have B first. */
  assert_says (two, "SELECT word FROM words ORDER BY word", "a\nb\nB\n");
  assert_says (two, "SHOW listen_addresses", "\n");
  assert_says (two, "SELECT current_setting ('server_version_num')::int >= 150000", "t\n");
}

static void
test_kill (void)
{
  g_autofree char *uri = private_postgres_new_database ();

  assert_says (uri, "CREATE TABLE kept AS SELECT 1 AS n", "");
  private_postgres_kill ();
  assert_says (uri, "SELECT n FROM kept", "1\n");
  private_postgres_stop ();
  private_postgres_start ();
  assert_says (uri, "SELECT n FROM kept", "1\n");
}

/* Waits until the process is gone, whoever its parent was. */
static gboolean
is_gone (gint64 pid)
{
  return kill ((pid_t) pid, 0) != 0 && errno == ESRCH;
}

static void
test_left_over (void)
{
  const char *arguments[] = { program, "--hold", NULL };
  g_autoptr (GError) error = NULL;
  gint64 deadline = g_get_monotonic_time () + 60 * G_TIME_SPAN_SECOND;
  char folder[4096], pid[64];
  GPid holder;
  int input, output, status;
  FILE *told;

  g_spawn_async_with_pipes (NULL, (char **) arguments, NULL,
                            G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CLOEXEC_PIPES, NULL, NULL, &holder,
                            &input, &output, NULL, &error);
  g_assert_no_error (error);
  told = fdopen (output, "r");
  /* GLib has something to say first. */
  do
    g_assert_nonnull (fgets (folder, sizeof folder, told));
  while (*folder != '/');
  g_assert_nonnull (fgets (pid, sizeof pid, told));
  g_strchomp (folder);
  g_assert_true (g_file_test (folder, G_FILE_TEST_IS_DIR));
  g_assert_false (is_gone (g_ascii_strtoll (pid, NULL, 10)));

  g_assert_cmpint (kill (holder, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (holder, &status, 0), ==, holder);
  fclose (told);
  close (input);
  while (
      g_get_monotonic_time () < deadline
      && (!is_gone (g_ascii_strtoll (pid, NULL, 10)) || g_file_test (folder, G_FILE_TEST_EXISTS)))
    g_usleep (2000);
  g_assert_true (is_gone (g_ascii_strtoll (pid, NULL, 10)));
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
}

/* Has a server, says its folder and its process, and waits to be killed; not longer than this test
 * lasts. */
G_GNUC_NORETURN static void
hold (void)
{
  g_autofree char *uri = private_postgres_new_database ();
  g_autofree char *pid = private_postgres_run (uri, "SELECT pg_backend_pid ()");
  g_autofree char *path =
      g_build_filename (private_postgres_get_folder (), "data", "postmaster.pid", NULL);
  g_autofree char *status = NULL;

  g_assert_true (g_file_get_contents (path, &status, NULL, NULL));
  printf ("%s\n%.*s\n", private_postgres_get_folder (), (int) strcspn (status, "\n"), status);
  fflush (stdout);
  getchar ();
  _exit (1);
}

int
main (int argc, char **argv)
{
  gboolean holds = argc == 2 && strcmp (argv[1], "--hold") == 0;

  program = argv[0];
  if (holds)
    argc = 1;
  g_test_init (&argc, &argv, NULL);
  if (holds)
    hold ();

  g_test_add_func ("/private-postgres/databases", test_databases);
  g_test_add_func ("/private-postgres/kill", test_kill);
  g_test_add_func ("/private-postgres/left-over", test_left_over);
  return g_test_run ();
}
