/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight-module-private.h"

#include "sky-dice-reader.h"

#include <glib/gi18n-lib.h>

static char *
find_module (const char *file)
{
  const char *set = g_getenv ("SKYWARD_SIGHT_DIR");
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self != NULL ? g_path_get_dirname (self) : g_strdup (".");
  g_autofree char *beside = g_build_filename (folder, "..", "sight", file, NULL);

  if (set != NULL)
    return g_build_filename (set, file, NULL);
  if (g_file_test (beside, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&beside);
  return g_build_filename (SKY_LIBEXEC_DIR, file, NULL);
}

gboolean
sky_sight_load_module (SkyLibrary *library, const char *file, gpointer table, GError **error)
{
  static GMutex mutex;
  g_autofree char *cause = NULL;

  g_mutex_lock (&mutex);
  if (library->file == NULL)
    library->file = find_module (file);
  g_mutex_unlock (&mutex);
  if (sky_library_load (library, table, &cause))
    return TRUE;
  g_set_error (error, SKY_SIGHT_ERROR, SKY_SIGHT_ERROR_ABSENT,
               _ ("This installation reads no pictures: %s"), cause);
  return FALSE;
}
