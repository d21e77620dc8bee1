/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders that cannot be read. */
#include "config.h"

#include <glib/gstdio.h>

#include "sky-folder.h"

static void
assert_explained (const char *path, const char *wanted)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) folder = g_dir_open (path, 0, &error);
  g_autofree char *said = NULL;
  g_autofree char *whole = g_strdup_printf ("%s: %s", path, wanted);

  g_assert_null (folder);
  said = sky_folder_explain (path, error);
  g_assert_cmpstr (said, ==, whole);
}

static void
test_explain (void)
{
  g_autofree char *folder = g_dir_make_tmp ("folder-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "file", NULL);
  g_autofree char *missing = g_build_filename (folder, "missing", NULL);
  g_autoptr (GError) other = g_error_new_literal (G_FILE_ERROR, G_FILE_ERROR_LOOP, "round it goes");
  g_autofree char *said = sky_folder_explain ("x", other);

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  assert_explained (missing, "there is no such folder");
  assert_explained (file, "not a folder");
  g_assert_cmpstr (said, ==, "x: round it goes");
  g_assert_cmpint (g_remove (file), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/folder/explain", test_explain);
  return g_test_run ();
}
