/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-archive.h"

#include "sky-folder.h"

#include <glib/gstdio.h>
#include <string.h>

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
is_log_name (const char *name)
{
  return g_str_has_suffix (name, ".tel.jsonl") || g_str_has_suffix (name, ".tel.jsonl.gz");
}

static void
take_problems (GPtrArray *problems, char **list)
{
  for (guint i = 0; list[i] != NULL; i++)
    g_ptr_array_add (problems, g_strdup (list[i]));
}

/* Returns: what is wrong with the file, without its path, which others are told by. */
static char *
take_fault (GPtrArray *problems, const char *path, const GError *error)
{
  g_autofree char *prefix = g_strconcat (path, ": ", NULL);

  g_ptr_array_add (problems, g_strdup (error->message));
  return g_strdup (g_str_has_prefix (error->message, prefix) ? error->message + strlen (prefix)
                                                             : error->message);
}

static void
tell_no_folder (const char *path, const GError *cause, GError **error)
{
  g_autofree char *said = sky_folder_explain (path, cause);

  g_set_error_literal (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN, said);
}

/* The archive @path with the logs of the folder @place, which is the archive's own or one in it. */
static SkyArchive *
open_with_logs (const char *path, const char *place, GError **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autoptr (GDir) folder = g_dir_open (place, 0, &local_error);
  g_autoptr (GPtrArray) logs = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *footage_path = g_build_filename (path, "footage.json", NULL);
  g_autofree char *staff_path = g_build_filename (path, "staff.json", NULL);
  g_autoptr (SkyArchive) self = g_new0 (SkyArchive, 1);
  const char *name;

  self->path = g_strdup (path);
  if (folder == NULL)
    {
      tell_no_folder (place, local_error, error);
      return NULL;
    }
  while ((name = g_dir_read_name (folder)) != NULL)
    if (is_log_name (name))
      g_ptr_array_add (logs, g_build_filename (place, name, NULL));
  if (logs->len == 0)
    {
      g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN,
                   g_file_test (footage_path, G_FILE_TEST_IS_REGULAR)
                       ? "%s: no table event log (*.tel.jsonl) in this folder, only recordings: "
                         "record it by eye (the console's window Record a Table)"
                       : "%s: no table event log (*.tel.jsonl) in this folder",
                   place);
      return NULL;
    }
  g_ptr_array_sort (logs, compare_names);

  self->footage = sky_footage_read (path, footage_path, &local_error);
  if (self->footage != NULL)
    take_problems (problems, self->footage->problems);
  else if (!g_error_matches (local_error, SKY_LOG_ERROR, SKY_LOG_ERROR_MISSING))
    self->footage_fault = take_fault (problems, footage_path, local_error);
  g_clear_error (&local_error);
  self->staff = sky_staff_read (path, staff_path, &local_error);
  if (self->staff != NULL)
    take_problems (problems, self->staff->problems);
  else if (!g_error_matches (local_error, SKY_LOG_ERROR, SKY_LOG_ERROR_MISSING))
    self->staff_fault = take_fault (problems, staff_path, local_error);

  g_ptr_array_add (logs, NULL);
  g_ptr_array_add (problems, NULL);
  self->logs = (char **) g_ptr_array_free (g_steal_pointer (&logs), FALSE);
  self->problems = (char **) g_ptr_array_free (g_steal_pointer (&problems), FALSE);
  return g_steal_pointer (&self);
}

SkyArchive *
sky_archive_open (const char *path, GError **error)
{
  return open_with_logs (path, path, error);
}

SkyArchive *
sky_archive_open_recorded (const char *path, GError **error)
{
  g_autofree char *place = g_build_filename (path, SKY_ARCHIVE_RECORDED, NULL);

  return open_with_logs (path, place, error);
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
  g_free (self->footage_fault);
  g_free (self->staff_fault);
  g_strfreev (self->problems);
  g_free (self);
}

static gboolean
is_folder (const char *path)
{
  GStatBuf status;

  return g_lstat (path, &status) == 0 && S_ISDIR (status.st_mode);
}

/* Whether the folder @name of the archive @path has what was recorded by eye in it, or its test
 * rounds. */
static gboolean
is_part (const char *path, const char *name)
{
  g_autofree char *footage = g_build_filename (path, "footage.json", NULL);
  g_autofree char *planted = g_build_filename (path, name, "planted.json", NULL);

  return g_file_test (footage, G_FILE_TEST_EXISTS)
         && (g_str_equal (name, SKY_ARCHIVE_RECORDED)
             || (g_str_equal (name, SKY_ARCHIVE_TESTS)
                 && g_file_test (planted, G_FILE_TEST_EXISTS)));
}

/* Adds @path, when it has logs, and what lies below it. */
static gboolean
list_below (const char *path, GPtrArray *archives, GPtrArray *problems, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GDir) folder = g_dir_open (path, 0, &cause);
  gboolean has_logs = FALSE;
  const char *name;

  if (folder == NULL)
    {
      tell_no_folder (path, cause, error);
      return FALSE;
    }
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      g_autoptr (GError) problem = NULL;

      if (*name == '.')
        continue;
      if (is_log_name (name))
        has_logs = TRUE;
      else if (!is_part (path, name) && is_folder (child)
               && !list_below (child, archives, problems, &problem))
        g_ptr_array_add (problems, g_strdup (problem->message));
    }
  if (has_logs)
    g_ptr_array_add (archives, g_strdup (path));
  return TRUE;
}

GPtrArray *
sky_archive_list (const char *root, GPtrArray *problems, GError **error)
{
  g_autoptr (GPtrArray) archives = g_ptr_array_new_with_free_func (g_free);

  if (!list_below (root, archives, problems, error))
    return NULL;
  g_ptr_array_sort (archives, compare_names);
  return g_steal_pointer (&archives);
}
