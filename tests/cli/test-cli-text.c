/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How text comes to where it is read: files, pipes and terminals, in whatever locale. */
#include "config.h"

#include "private-postgres.h"
#include "sky-cli-fixture.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const char *clock_module;

/* Runs "skyward-cli odds roulette" in the locale with its output on a new terminal. Returns: what
 * was shown, a new string. */
static char *
show_on_terminal (const char *locale, gboolean is_utf8)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  GString *shown = g_string_new (NULL);
  int terminal = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);
  struct termios settings;
  char name[64];
  char bytes[4096];
  gssize n;
  int side;

  g_assert_cmpint (terminal, >=, 0);
  g_assert_cmpint (grantpt (terminal), ==, 0);
  g_assert_cmpint (unlockpt (terminal), ==, 0);
  g_assert_cmpint (ptsname_r (terminal, name, sizeof name), ==, 0);
  side = open (name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  g_assert_cmpint (side, >=, 0);
  g_assert_cmpint (tcgetattr (side, &settings), ==, 0);
  settings.c_oflag &= ~(tcflag_t) OPOST;
  settings.c_iflag &= ~(tcflag_t) IUTF8;
  if (is_utf8)
    settings.c_iflag |= IUTF8;
  g_assert_cmpint (tcsetattr (side, TCSANOW, &settings), ==, 0);
  g_subprocess_launcher_setenv (launcher, "LC_ALL", locale, TRUE);
  g_subprocess_launcher_take_stdout_fd (launcher, side);
  process =
      g_subprocess_launcher_spawn (launcher, &error, sky_cli_program, "odds", "roulette", NULL);
  g_assert_no_error (error);
  g_clear_object (&launcher);
  while ((n = read (terminal, bytes, sizeof bytes)) > 0)
    g_string_append_len (shown, bytes, n);
  close (terminal);
  g_assert_true (g_subprocess_wait_check (process, NULL, &error));
  g_assert_no_error (error);
  return g_string_free (shown, FALSE);
}

/* The same into a pipe. */
static char *
show_in_pipe (const char *locale, const char *first, const char *second)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  char *out = NULL;

  g_subprocess_launcher_setenv (launcher, "LC_ALL", locale, TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, sky_cli_program, first, second, NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &out, NULL, &error));
  g_assert_no_error (error);
  return out;
}

/* A file and a pipe take anything: what comes is UTF-8 in every locale, to the byte. */
static void
test_pipe (void)
{
  static const char *const commands[][2] = { { "odds", "roulette" },
                                             { "odds", "--help" },
                                             { "nothing", NULL } };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *plain = show_in_pipe ("C", commands[i][0], commands[i][1]);
      g_autofree char *utf8 = show_in_pipe ("C.UTF-8", commands[i][0], commands[i][1]);

      g_assert_cmpstr (plain, ==, utf8);
      g_assert_false (g_str_is_ascii (plain));
    }
}

/* So does a terminal that is set to UTF-8; on another what it lacks is written in letters. */
static void
test_terminal (void)
{
  g_autofree char *utf8 = show_on_terminal ("C.UTF-8", TRUE);
  g_autofree char *plain_on_utf8 = show_on_terminal ("C", TRUE);
  g_autofree char *plain = show_on_terminal ("C", FALSE);

  g_assert_cmpstr (utf8, ==, plain_on_utf8);
  g_assert_nonnull (strstr (utf8, "§"));
  g_assert_true (g_str_is_ascii (plain));
  g_assert_nonnull (strstr (plain, "Sec."));
  g_assert_null (strchr (plain, '?'));
}

/* A machine whose clock is off is told, in a line, and nothing else is different. */
static void
test_clock (SkyCliFixture *fixture, gconstpointer data)
{
  static const char *const shifts[] = { "0", "1", "90", "-90" };
  g_autofree char *uri = private_postgres_new_database ();
  g_autofree char *option = g_strconcat ("--store=", uri, NULL);
  g_auto (SkyCliRun) made =
      sky_cli_run ("simulate", "--game=craps", "--rounds=5", "--seed=3", fixture->archive, NULL);

  g_assert_cmpint (made.status, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (shifts); i++)
    {
      g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
          G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
      g_autoptr (GSubprocess) process = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *said = NULL;

      g_subprocess_launcher_setenv (launcher, "LD_PRELOAD", clock_module, TRUE);
      g_subprocess_launcher_setenv (launcher, "ASAN_OPTIONS", "verify_asan_link_order=0", TRUE);
      g_subprocess_launcher_setenv (launcher, "SHIFTED_CLOCK", shifts[i], TRUE);
      process = g_subprocess_launcher_spawn (launcher, &error, sky_cli_program, "audit", option,
                                             fixture->archive, NULL);
      g_assert_no_error (error);
      g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &said, &error));
      g_assert_no_error (error);
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
      if (i < 2)
        g_assert_cmpstr (said, ==, "");
      else
        g_assert_nonnull (strstr (said, i == 2 ? "s ahead of the database;" : "s behind"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 3);
  sky_cli_program = argv[1];
  clock_module = argv[2];
  g_test_add_func ("/cli/text/pipe", test_pipe);
  g_test_add_func ("/cli/text/terminal", test_terminal);
  g_test_add ("/cli/text/clock", SkyCliFixture, NULL, sky_cli_set_up, test_clock,
              sky_cli_tear_down);
  return g_test_run ();
}
