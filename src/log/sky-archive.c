/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-archive.h"

#include <string.h>

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
take_problems (GPtrArray *problems, char **list)
{
  for (guint i = 0; list[i] != NULL; i++)
    g_ptr_array_add (problems, g_strdup (list[i]));
}

SkyArchive *
sky_archive_open (const char *path, GError **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autoptr (GDir) folder = g_dir_open (path, 0, &local_error);
  g_autoptr (GPtrArray) logs = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *footage_path = g_build_filename (path, "footage.json", NULL);
  g_autofree char *staff_path = g_build_filename (path, "staff.json", NULL);
  g_autoptr (SkyArchive) self = g_new0 (SkyArchive, 1);
  const char *name;

  self->path = g_strdup (path);
  if (folder == NULL)
    {
      if (g_error_matches (local_error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR))
        g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN, "%s: not a folder", path);
      else
        g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN, "%s", local_error->message);
      return NULL;
    }
  while ((name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".tel.jsonl") || g_str_has_suffix (name, ".tel.jsonl.gz"))
      g_ptr_array_add (logs, g_build_filename (path, name, NULL));
  if (logs->len == 0)
    {
      g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN,
                   "%s: no table event log (*.tel.jsonl) in this folder", path);
      return NULL;
    }
  g_ptr_array_sort (logs, compare_names);

  if (g_file_test (footage_path, G_FILE_TEST_EXISTS))
    {
      self->footage = sky_footage_read (footage_path, &local_error);
      if (self->footage != NULL)
        take_problems (problems, self->footage->problems);
      else
        g_ptr_array_add (problems, g_strdup (local_error->message));
      g_clear_error (&local_error);
    }
  if (g_file_test (staff_path, G_FILE_TEST_EXISTS))
    {
      self->staff = sky_staff_read (staff_path, &local_error);
      if (self->staff != NULL)
        take_problems (problems, self->staff->problems);
      else
        g_ptr_array_add (problems, g_strdup (local_error->message));
    }

  g_ptr_array_add (logs, NULL);
  g_ptr_array_add (problems, NULL);
  self->logs = (char **) g_ptr_array_free (g_steal_pointer (&logs), FALSE);
  self->problems = (char **) g_ptr_array_free (g_steal_pointer (&problems), FALSE);
  return g_steal_pointer (&self);
}

void
sky_archive_free (SkyArchive *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_strfreev (self->logs);
  sky_footage_free (self->footage);
  sky_staff_free (self->staff);
  g_strfreev (self->problems);
  g_free (self);
}
