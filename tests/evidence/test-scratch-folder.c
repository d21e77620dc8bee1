/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders for what is made on the way: one that is worked in is left alone, one of a program that
 * was killed is removed with its unfinished package, and nothing else ever is. */
#include "config.h"

#include "sky-scratch-folder.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char top[] = "/tmp/sky-scratch-folder-XXXXXX";

static char *
put (const char *name)
{
  char *path = g_build_filename (top, name, NULL);

  g_assert_true (g_file_set_contents (path, "x", 1, NULL));
  return path;
}

static gboolean
is_there (const char *path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Puts folders in each other into the folder at @path, with files and with links out of it. */
static void
fill (const char *path)
{
  g_autofree char *outer = g_build_filename (path, "1", NULL);
  g_autofree char *inner = g_build_filename (outer, "footage", NULL);
  g_autofree char *clip = g_build_filename (inner, "CR-01-A.mkv", NULL);
  g_autofree char *link = g_build_filename (outer, "link", NULL);

  g_assert_cmpint (g_mkdir_with_parents (inner, 0700), ==, 0);
  g_assert_true (g_file_set_contents (clip, "x", 1, NULL));
  g_assert_cmpint (symlink (top, link), ==, 0);
}

static void
test_alive (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autofree char *inside = NULL;
  SkyScratchFolder *scratch = sky_scratch_folder_new (&error);

  g_assert_no_error (error);
  path = g_strdup (sky_scratch_folder_get_path (scratch));
  g_assert_cmpuint (sky_scratch_folder_sweep (), ==, 0);
  g_assert_true (is_there (path));
  inside = g_build_filename (path, "clip.mkv", NULL);
  g_assert_true (g_file_set_contents (inside, "x", 1, NULL));
  fill (path);
  sky_scratch_folder_free (scratch);
  g_assert_false (is_there (path));
}

/* Works in a place, says that @unfinished is to be removed, and is killed. */
static void
be_killed (const char *unfinished)
{
  int status;
  pid_t child = fork ();

  if (child == 0)
    {
      SkyScratchFolder *scratch = sky_scratch_folder_new (NULL);
      g_autofree char *clip =
          g_build_filename (sky_scratch_folder_get_path (scratch), "clip", NULL);

      fill (sky_scratch_folder_get_path (scratch));
      if (!g_file_set_contents (clip, "x", 1, NULL)
          || !sky_scratch_folder_note (scratch, unfinished, NULL))
        _exit (1);
      kill (getpid (), SIGKILL);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
}

static void
test_killed (void)
{
  g_autofree char *package = put (".case.zip.a1B2c3");
  g_autofree char *innocent = put ("case.zip");
  g_autofree char *hidden = put (".profile");
  g_autofree char *other = NULL;
  g_autofree char *stranger = g_build_filename (top, "skyward-export-file", NULL);
  g_autofree char *open = g_build_filename (top, "skyward-export-open", NULL);

  be_killed (package);
  be_killed (innocent);
  be_killed (hidden);
  be_killed ("relative.zip.a1B2c3");
  /* What only looks like one: a file, and a folder that others can read. */
  other = put ("skyward-export-file");
  g_assert_cmpint (g_mkdir (open, 0755), ==, 0);
  g_assert_cmpint (g_chmod (open, 0755), ==, 0);
  g_assert_cmpuint (sky_scratch_folder_sweep (), ==, 4);
  g_assert_false (is_there (package));
  g_assert_true (is_there (innocent));
  g_assert_true (is_there (hidden));
  g_assert_true (is_there (stranger));
  g_assert_true (is_there (open));
  g_assert_true (is_there (top));
  g_assert_cmpuint (sky_scratch_folder_sweep (), ==, 0);
}

static void
clean (void)
{
  g_autofree char *command = g_strdup_printf ("rm -rf '%s'", top);

  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
}

int
main (int argc, char **argv)
{
  /* Before GLib asks where temporary files go. */
  g_assert_nonnull (mkdtemp (top));
  g_setenv ("TMPDIR", top, TRUE);
  atexit (clean);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scratch/alive", test_alive);
  g_test_add_func ("/scratch/killed", test_killed);
  return g_test_run ();
}
