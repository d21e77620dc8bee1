/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-import-files.h"

#include "sky-import-runs.h"
#include "sky-json-writer.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_MODE   0640
#define FOLDER_MODE 0750
/* Where copies of sources are, as packages look for them. */
#define SOURCES "source"
#define BLOCK   (256 * 1024)

struct _SkyImportFiles
{
  char *folder;
  int lock;
  GPtrArray *paths; /* final names of all that is being made */
  GPtrArray *names; /* of sources */
  FILE *aside;      /* of the source in hand; NULL: nothing was set aside */
  GString *line;
};

static gboolean
fail (GError **error, const char *path)
{
  g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_WRITE, "%s: %s", path, g_strerror (errno));
  return FALSE;
}

SkyImportFiles *
sky_import_files_new (const char *path, GError **error)
{
  g_autoptr (SkyImportFiles) self = g_new0 (SkyImportFiles, 1);

  self->folder = g_strdup (path);
  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->line = g_string_new (NULL);
  self->lock = -1;
  if (g_mkdir_with_parents (path, FOLDER_MODE) != 0
      || (self->lock = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0)
    {
      fail (error, path);
      return NULL;
    }
  if (flock (self->lock, LOCK_EX | LOCK_NB) == 0)
    return g_steal_pointer (&self);
  g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_WRITE,
               "%s: another import is writing to this folder", path);
  return NULL;
}

void
sky_import_files_free (SkyImportFiles *self)
{
  if (self == NULL)
    return;
  if (self->aside != NULL)
    fclose (self->aside);
  for (guint i = 0; i < self->paths->len; i++)
    {
      g_autofree char *part = sky_import_part (self->paths->pdata[i]);

      g_unlink (part);
    }
  if (self->lock >= 0)
    close (self->lock);
  g_ptr_array_unref (self->paths);
  g_ptr_array_unref (self->names);
  g_string_free (self->line, TRUE);
  g_free (self->folder);
  g_free (self);
}

SkyImportLog *
sky_import_files_begin_log (SkyImportFiles *self,
                            const SkyLogHeader *header,
                            gboolean append,
                            GError **error)
{
  SkyImportLog *log = sky_import_log_new (self != NULL ? self->folder : NULL, header, error);

  if (log == NULL || self == NULL)
    return log;
  g_ptr_array_add (self->paths, g_strdup (log->path));
  if (append || !g_file_test (log->path, G_FILE_TEST_EXISTS))
    return log;
  g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_EXISTS,
               "%s: the log is there already; --append goes on with it", log->path);
  sky_import_log_free (log);
  return NULL;
}

static gboolean
close_aside (SkyImportFiles *self, GError **error)
{
  FILE *aside = g_steal_pointer (&self->aside);

  return aside == NULL || fclose (aside) == 0 || fail (error, self->folder);
}

gboolean
sky_import_files_begin_source (SkyImportFiles *self, const char *name, GError **error)
{
  if (self == NULL)
    return TRUE;
  for (guint i = 0; i < self->names->len; i++)
    if (g_str_equal (self->names->pdata[i], name))
      {
        g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE,
                     "%s: another source has the same name", name);
        return FALSE;
      }
  g_ptr_array_add (self->names, g_strdup (name));
  return close_aside (self, error);
}

gboolean
sky_import_files_set_aside (SkyImportFiles *self,
                            const SkySourceRecord *record,
                            const char *reason,
                            GError **error)
{
  g_autofree char *text = NULL;

  if (self == NULL)
    return TRUE;
  if (self->aside == NULL)
    {
      const char *source = self->names->pdata[self->names->len - 1];
      g_autofree char *name = g_strconcat (source, ".aside.jsonl", NULL);
      char *path = g_build_filename (self->folder, name, NULL);
      g_autofree char *part = sky_import_part (path);

      g_ptr_array_add (self->paths, path);
      self->aside = fopen (part, "we");
      if (self->aside == NULL)
        return fail (error, part);
    }
  text = g_utf8_make_valid (record->text, (gssize) record->length);
  g_string_truncate (self->line, 0);
  sky_json_begin_object (self->line, NULL);
  sky_json_add_int (self->line, "line", (gint64) record->number);
  sky_json_add_int (self->line, "bytes", (gint64) record->length);
  sky_json_add_string (self->line, "reason", reason);
  sky_json_add_string (self->line, "record", text);
  sky_json_end_object (self->line);
  g_string_append_c (self->line, '\n');
  return fwrite (self->line->str, 1, self->line->len, self->aside) == self->line->len
         || fail (error, self->folder);
}

static gboolean
copy_bytes (int from, int to, goffset bytes)
{
  g_autofree char *block = NULL;

  while (bytes > 0)
    {
      gssize n = copy_file_range (from, NULL, to, NULL, (gsize) bytes, 0);
      gssize written = 0;

      if (n < 0 && (errno == EXDEV || errno == EINVAL || errno == EOPNOTSUPP || errno == ENOSYS))
        {
          block = block != NULL ? block : g_malloc (BLOCK);
          n = read (from, block, (gsize) MIN (bytes, BLOCK));
          for (; written < n; written++)
            {
              gssize some = write (to, block + written, (gsize) (n - written));

              if (some < 0)
                return FALSE;
              written += some - 1;
            }
        }
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        {
          errno = n == 0 ? EIO : errno;
          return FALSE;
        }
      bytes -= n;
    }
  return TRUE;
}

gboolean
sky_import_files_end_source (
    SkyImportFiles *self, const char *path, goffset bytes, const char *sha256, GError **error)
{
  g_autofree char *sources = NULL;
  g_autofree char *part = NULL;
  char *copy;
  int from, to;
  gboolean done;

  if (self == NULL)
    return TRUE;
  sources = g_build_filename (self->folder, SOURCES, NULL);
  if (g_mkdir_with_parents (sources, FOLDER_MODE) != 0)
    return fail (error, sources);
  copy = g_build_filename (sources, sha256, NULL);
  if (g_file_test (copy, G_FILE_TEST_EXISTS))
    {
      g_free (copy);
      return TRUE;
    }
  part = sky_import_part (copy);
  g_ptr_array_add (self->paths, copy);
  from = open (path, O_RDONLY | O_CLOEXEC);
  if (from < 0)
    return fail (error, path);
  to = open (part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, FILE_MODE);
  done = to >= 0 && copy_bytes (from, to, bytes);
  if (!done)
    fail (error, part);
  close (from);
  if (to >= 0 && close (to) != 0 && done)
    done = fail (error, part);
  return done;
}

/* The list of what the log was made from. */
static gboolean
write_runs (SkyImportFiles *self, const SkyImportLog *log, const GPtrArray *stages, GError **error)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();
  char *path = sky_import_log_runs_path (log);

  g_ptr_array_add (self->paths, path);
  for (guint i = 0; i < log->runs->len; i++)
    g_ptr_array_add (runs, stages->pdata[g_array_index (log->runs, guint, i)]);
  return sky_import_runs_write (path, runs, error);
}

gboolean
sky_import_files_show (SkyImportFiles *self, const GPtrArray *logs, GError **error)
{
  gboolean new_names = FALSE;

  for (guint i = 0; i < logs->len; i++)
    {
      SkyImportLog *log = logs->pdata[i];
      guint place;

      new_names |= !log->named;
      if (!sky_import_log_show (log, error))
        return FALSE;
      if (g_ptr_array_find_with_equal_func (self->paths, log->path, g_str_equal, &place))
        g_ptr_array_remove_index (self->paths, place);
    }
  return !new_names || fsync (self->lock) == 0 || fail (error, self->folder);
}

gboolean
sky_import_files_finish (SkyImportFiles *self,
                         const GPtrArray *logs,
                         const GPtrArray *stages,
                         gboolean final,
                         GError **error)
{
  if (self == NULL)
    return TRUE;
  if (!close_aside (self, error))
    return FALSE;
  for (guint i = 0; i < logs->len; i++)
    if ((final && !sky_import_log_check_grown (logs->pdata[i], error))
        || !write_runs (self, logs->pdata[i], stages, error))
      return FALSE;
  /* All that was made is on the disk before it gets its name. */
  if (syncfs (self->lock) != 0)
    return fail (error, self->folder);
  while (self->paths->len > 0)
    {
      if (final && !sky_import_finish_file (self->paths->pdata[0], error))
        return FALSE;
      g_ptr_array_remove_index (self->paths, 0);
    }
  return fsync (self->lock) == 0 || fail (error, self->folder);
}
