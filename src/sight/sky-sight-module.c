/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight-module-private.h"

char *
sky_sight_find_module (const char *file)
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
