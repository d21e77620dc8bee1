/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "../remove-tree.h"
#include "sky-cli-fixture.h"

#include <glib/gstdio.h>

#include <string.h>

const char *sky_cli_program;

void
sky_cli_set_up (SkyCliFixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("cli-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
  fixture->archive = g_build_filename (fixture->folder, "archive", NULL);
}

void
sky_cli_tear_down (SkyCliFixture *fixture, gconstpointer data)
{
  remove_tree (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->archive);
}

guint
sky_cli_count_entries (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

void
sky_cli_run_clear (SkyCliRun *run)
{
  g_clear_pointer (&run->out, g_free);
  g_clear_pointer (&run->err, g_free);
}

static GSubprocess *
start (GSubprocessFlags flags, const char *argument, va_list arguments)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_ptr_array_add (argv, (gpointer) sky_cli_program);
  for (; argument != NULL; argument = va_arg (arguments, const char *))
    g_ptr_array_add (argv, (gpointer) argument);
  g_ptr_array_add (argv, NULL);
  process = g_subprocess_newv ((const char *const *) argv->pdata, flags, &error);
  g_assert_no_error (error);
  return process;
}

SkyCliRun
sky_cli_run (const char *argument, ...)
{
  SkyCliRun run = { 0 };
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  va_list arguments;

  va_start (arguments, argument);
  process =
      start (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, argument, arguments);
  va_end (arguments);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &run.out, &run.err, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  run.status = g_subprocess_get_exit_status (process);
  return run;
}

GSubprocess *
sky_cli_start (const char *argument, ...)
{
  GSubprocess *process;
  va_list arguments;

  va_start (arguments, argument);
  process = start (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, argument,
                   arguments);
  va_end (arguments);
  return process;
}

void
sky_cli_assert_said (const SkyCliRun *run, guint lines, const char *text, const char *other)
{
  guint n = 0;

  for (const char *p = run->err; *p != '\0'; p++)
    n += *p == '\n';
  if (n != lines || strstr (run->err, text) == NULL || strstr (run->err, other) == NULL)
    g_error ("Wanted %u lines with “%s” and “%s”; it said: %s", lines, text, other, run->err);
}
