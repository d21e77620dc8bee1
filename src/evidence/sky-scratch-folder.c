/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-scratch-folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "skyward-export-"
/* The file in it that names what is unfinished. */
#define NOTE "unfinished"

struct _SkyScratchFolder
{
  char *path;
  int descriptor; /* of the folder, locked */
};

/* Opens the folder when it is one of this user's alone, whatever others put under the name. */
static int
open_own (const char *path)
{
  int descriptor = g_open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
  struct stat status;

  if (descriptor >= 0
      && (fstat (descriptor, &status) != 0 || status.st_uid != geteuid ()
          || (status.st_mode & 077) != 0))
    {
      close (descriptor);
      errno = EPERM;
      return -1;
    }
  return descriptor;
}

/* TRUE when it is locked now, and still there; else errno says why not. */
static gboolean
lock (int descriptor)
{
  struct stat status;

  if (flock (descriptor, LOCK_EX | LOCK_NB) != 0 || fstat (descriptor, &status) != 0)
    return FALSE;
  errno = ENOENT;
  return status.st_nlink > 0;
}

/* Removes what is in the folder, folders too; links are not followed. */
static void
empty_folder (int folder)
{
  int own = fcntl (folder, F_DUPFD_CLOEXEC, 0);
  DIR *entries = own >= 0 ? fdopendir (own) : NULL;
  const struct dirent *entry;

  if (entries == NULL)
    {
      if (own >= 0)
        close (own);
      return;
    }
  rewinddir (entries);
  while ((entry = readdir (entries)) != NULL)
    {
      int inner;

      if (strcmp (entry->d_name, ".") == 0 || strcmp (entry->d_name, "..") == 0
          || unlinkat (folder, entry->d_name, 0) == 0)
        continue;
      inner = openat (folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0)
        continue;
      empty_folder (inner);
      close (inner);
      unlinkat (folder, entry->d_name, AT_REMOVEDIR);
    }
  closedir (entries);
}

/* @descriptor: the folder at @path. Returns: TRUE when it is gone. */
static gboolean
remove_folder (const char *path, int descriptor)
{
  empty_folder (descriptor);
  return g_rmdir (path) == 0;
}

SkyScratchFolder *
sky_scratch_folder_new (GError **error)
{
  g_autoptr (SkyScratchFolder) self = g_new0 (SkyScratchFolder, 1);

  self->descriptor = -1;
  for (;;)
    {
      int descriptor, cause;

      g_free (self->path);
      self->path = g_dir_make_tmp (PREFIX "XXXXXX", error);
      if (self->path == NULL)
        return NULL;
      descriptor = open_own (self->path);
      if (descriptor >= 0 && lock (descriptor))
        {
          self->descriptor = descriptor;
          return g_steal_pointer (&self);
        }
      cause = errno;
      if (descriptor >= 0)
        close (descriptor);
      /* Somebody who sweeps may come between making and locking; nothing else passes. */
      if (cause != ENOENT && cause != EWOULDBLOCK)
        {
          g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (cause), "%s: %s", self->path,
                       g_strerror (cause));
          g_rmdir (self->path);
          return NULL;
        }
    }
}

void
sky_scratch_folder_free (SkyScratchFolder *self)
{
  if (self == NULL)
    return;
  if (self->descriptor >= 0)
    {
      remove_folder (self->path, self->descriptor);
      close (self->descriptor);
    }
  g_free (self->path);
  g_free (self);
}

const char *
sky_scratch_folder_get_path (const SkyScratchFolder *self)
{
  return self->path;
}

gboolean
sky_scratch_folder_note (SkyScratchFolder *self, const char *path, GError **error)
{
  g_autofree char *note = g_build_filename (self->path, NOTE, NULL);

  return g_file_set_contents (note, path, -1, error);
}

/* The unfinished package is hidden and has a name that none is given: nothing else is removed,
 * whatever the note says. */
static void
remove_unfinished (const char *folder)
{
  g_autofree char *note = g_build_filename (folder, NOTE, NULL);
  g_autofree char *path = NULL;
  g_autofree char *base = NULL;
  struct stat status;
  const char *ending;

  if (!g_file_get_contents (note, &path, NULL, NULL) || !g_path_is_absolute (path))
    return;
  base = g_path_get_basename (path);
  ending = strrchr (base, '.');
  if (base[0] == '.' && ending != base && strlen (ending) == strlen (".XXXXXX")
      && lstat (path, &status) == 0 && S_ISREG (status.st_mode) && status.st_uid == geteuid ())
    g_unlink (path);
}

guint
sky_scratch_folder_sweep (void)
{
  g_autoptr (GDir) folder = g_dir_open (g_get_tmp_dir (), 0, NULL);
  const char *name;
  guint n = 0;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = NULL;
      int descriptor;

      if (!g_str_has_prefix (name, PREFIX))
        continue;
      path = g_build_filename (g_get_tmp_dir (), name, NULL);
      descriptor = open_own (path);
      if (descriptor < 0)
        continue;
      if (lock (descriptor))
        {
          remove_unfinished (path);
          n += remove_folder (path, descriptor);
        }
      close (descriptor);
    }
  return n;
}
