/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-regulation-text.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sky-folder.h"
#include "sky-thread-task.h"

typedef struct
{
  char *folder;
  char *section;
} Wanted;

/* TRUE when a name does not go on to another section: "623a.1" is no beginning of "623a.10", nor
 * "623a.5" of "623a.5(b)", nor "623a" of "623a.5". */
static gboolean
ends (const char *rest)
{
  return !g_ascii_isalnum (rest[0]) && rest[0] != '('
         && !(rest[0] == '.' && g_ascii_isdigit (rest[1]));
}

/* How much of @section the name begins with, in bytes: whole parts alone. */
static gsize
match_length (const char *name, const char *section)
{
  gsize length = 0;
  gsize best = 0;

  while (section[length] != '\0' && name[length] == section[length])
    {
      length++;
      gboolean whole = section[length] == '\0' || section[length] == '.' || section[length] == '(';
      if (whole && ends (name + length))
        best = length;
    }
  return best;
}

char *
sky_regulation_text_find (const char *folder, const char *section, GError **error)
{
  g_return_val_if_fail (folder != NULL && section != NULL, NULL);

  g_autoptr (GError) cause = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &cause);
  g_autofree char *found = NULL;
  gsize best = 0;
  const char *name;

  if (dir == NULL)
    {
      g_autofree char *said = sky_folder_explain (folder, cause);

      g_set_error_literal (error, cause->domain, cause->code, said);
      return NULL;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      gsize length = match_length (name, section);
      if (length == 0 || length < best
          || (length == best && found != NULL && strcmp (name, found) >= 0))
        continue;
      best = length;
      g_free (found);
      found = g_strdup (name);
    }
  if (found == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   _ ("%s: no file for § %s or its chapter."), folder, section);
      return NULL;
    }
  return g_build_filename (folder, found, NULL);
}

static gpointer
find_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  const Wanted *wanted = task_data;

  return sky_regulation_text_find (wanted->folder, wanted->section, error);
}

static void
launched_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (g_app_info_launch_default_for_uri_finish (result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autofree char *path = sky_thread_task_finish (result, &error);

  if (path == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_autofree char *uri = g_filename_to_uri (path, NULL, &error);
  if (uri == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_app_info_launch_default_for_uri_async (uri, NULL, NULL, launched_cb, g_steal_pointer (&task));
}

void
sky_regulation_text_open_async (const char *folder,
                                const char *section,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (folder != NULL && section != NULL);

  GTask *task = g_task_new (NULL, NULL, callback, user_data);
  Wanted *wanted = sky_thread_task_new (Wanted);
  g_task_set_source_tag (task, sky_regulation_text_open_async);
  wanted->folder = sky_thread_task_copy_text (wanted, folder);
  wanted->section = sky_thread_task_copy_text (wanted, section);
  sky_thread_task_run (wanted, find_in_thread, g_free, NULL, found_cb, task);
}

gboolean
sky_regulation_text_open_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
