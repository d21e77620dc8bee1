/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which file of a folder a section's number names. */
#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "sky-regulation-text.h"

static const char *const names[] = { "623a-craps.html", "623a.5.pdf",   "623a.50.pdf",
                                     "623b.txt",        "notes.txt",    "623a.5(b).txt",
                                     "623a.5-old.pdf",  "6230a.odd.pdf" };

static void
assert_found (const char *folder, const char *section, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = sky_regulation_text_find (folder, section, &error);
  g_autofree char *expected = g_build_filename (folder, name, NULL);

  g_assert_no_error (error);
  g_assert_cmpstr (path, ==, expected);
}

static void
test_find (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("skyward-regulation-XXXXXX", &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_assert_true (g_file_set_contents (path, "", 0, NULL));
    }

  assert_found (folder, "623a.5(a)", "623a.5-old.pdf");
  assert_found (folder, "623a.5(b)(2)", "623a.5(b).txt");
  assert_found (folder, "623a.50", "623a.50.pdf");
  assert_found (folder, "623a.7(c)", "623a-craps.html");
  assert_found (folder, "623b.2", "623b.txt");
  g_assert_null (sky_regulation_text_find (folder, "617a.4", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "617a.4"));
  g_clear_error (&error);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_remove (path);
    }
  g_rmdir (folder);
  g_assert_null (sky_regulation_text_find (folder, "617a.4", &error));
  g_assert_nonnull (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/regulation-text/find", test_find);
  return g_test_run ();
}
