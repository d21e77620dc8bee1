/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "import-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

static const char *const fates[] = { "used", "nothing", "ignored", "aside" };

SkyMap *
load_map (const char *text)
{
  g_autoptr (GPtrArray) problems = NULL;
  SkyMap *map = sky_map_new (text, strlen (text), "a.skymap", NULL, &problems);

  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *problem = sky_map_problem_format (problems->pdata[i]);

      g_test_message ("%s", problem);
    }
  g_assert_cmpuint (problems->len, ==, 0);
  g_assert_nonnull (map);
  return map;
}

char *
find_problems (const char *text)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (SkyMap) map = sky_map_new (text, strlen (text), "a.skymap", NULL, &problems);
  GString *all = g_string_new (NULL);

  g_assert_null (map);
  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *problem = sky_map_problem_format (problems->pdata[i]);

      g_string_append_printf (all, "%s%s", i > 0 ? "\n" : "", problem);
    }
  return g_string_free (all, FALSE);
}

static void
tell (gpointer data, const SkyImportTrace *trace)
{
  GString *text = data;

  g_string_append_printf (text, "%" G_GUINT64_FORMAT " %s", trace->record->number,
                          fates[trace->fate]);
  if (trace->reason != NULL)
    g_string_append_printf (text, ": %s", trace->reason);
  for (guint i = 0; i < trace->events->len; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? ": " : "; ",
                            (const char *) trace->events->pdata[i]);
  g_string_append_c (text, '\n');
}

char *
tell_records (const char *map_text, const char *source)
{
  g_autoptr (SkyMap) map = load_map (map_text);
  g_autoptr (GBytes) bytes = g_bytes_new_static (source, strlen (source));
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);
  SkyImportOptions options = { .trace = tell, .trace_data = text };
  g_autoptr (SkyImport) import = sky_import_new (map, &options, &error);

  g_assert_no_error (error);
  if (!sky_import_read_bytes (import, bytes, "a.source", &error))
    g_string_append_printf (text, "%s\n", error->message);
  return g_string_free (text, FALSE);
}

SkyImport *
import_into (const SkyMap *map,
             const char *folder,
             gboolean append,
             gint64 tolerate,
             const char *path,
             GError **error)
{
  SkyImportOptions options = { .folder = folder, .append = append, .tolerate = tolerate };
  g_autoptr (SkyImport) import = sky_import_new (map, &options, error);

  if (import == NULL || !sky_import_read (import, path, error)
      || !sky_import_finish (import, error))
    return NULL;
  return g_steal_pointer (&import);
}

char *
read_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

void
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
names_in (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare);
  return names;
}

char *
list_folder (const char *folder)
{
  g_autoptr (GPtrArray) names = names_in (folder);

  g_ptr_array_add (names, NULL);
  return g_strjoinv (" ", (char **) names->pdata);
}

char *
make_folder (void)
{
  char *folder = g_dir_make_tmp ("sky-import-XXXXXX", NULL);

  g_assert_nonnull (folder);
  return folder;
}

void
remove_folder (char *folder)
{
  g_autoptr (GPtrArray) names = names_in (folder);

  for (guint i = 0; i < names->len; i++)
    {
      char *path = g_build_filename (folder, names->pdata[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        {
          remove_folder (path);
          continue;
        }
      g_assert_cmpint (g_unlink (path), ==, 0);
      g_free (path);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (folder);
}

char *
find_feeds (void)
{
  char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "shared", "real", "feeds", NULL);

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return path;
  g_free (path);
  return NULL;
}
