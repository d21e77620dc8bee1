/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-archive-file.h"

#include "sky-log.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* Not blocking: a pipe in a file's place must not keep anybody waiting. */
#define READING (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)

/* A folder that changes while a path in it is followed is tried so often. */
#define TRIES 8

/* How following a path beneath a folder ended, where there is no descriptor. */
typedef enum
{
  FOUND,
  ABSOLUTE,
  OUTSIDE,
  LINKED,
  NOT_THERE,
  FAILED, /* errno says why */
} Ending;

static GMutex roots_lock;
static char **roots; /* roots_lock; NULL: none */

void
sky_archive_file_set_roots (const char *const *folders)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&roots_lock);

  g_strfreev (roots);
  roots = g_strdupv ((char **) folders);
}

static char **
dup_roots (void)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&roots_lock);

  return g_strdupv (roots);
}

/* The parts of @name from the folder down. Since no link is followed "a/../b" is "b". Returns: NULL
 * when it leads out of the folder. */
static char **
split (const char *name)
{
  g_auto (GStrv) words = g_strsplit (name, "/", -1);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (*words[i] == '\0' || g_str_equal (words[i], "."))
        continue;
      if (!g_str_equal (words[i], ".."))
        g_ptr_array_add (parts, g_strdup (words[i]));
      else if (parts->len == 0)
        return NULL;
      else
        g_ptr_array_set_size (parts, (int) parts->len - 1);
    }
  if (parts->len == 0)
    g_ptr_array_add (parts, g_strdup ("."));
  g_ptr_array_add (parts, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&parts), FALSE);
}

static gboolean
is_link (int folder, const char *part)
{
  struct stat status;

  return fstatat (folder, part, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK (status.st_mode);
}

/* Part by part, for a system whose kernel or sandbox does not have openat2(2). */
static Ending
walk (int folder, char **parts, int *opened)
{
  g_auto (SkyDescriptor) at = -1;

  for (; parts[1] != NULL; parts++)
    {
      int below = at >= 0 ? at : folder;
      SkyDescriptor next = openat (below, *parts, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

      if (next < 0)
        {
          int code = errno;

          if (is_link (below, *parts))
            return LINKED;
          errno = code;
          return code == ENOENT || code == ENOTDIR ? NOT_THERE : FAILED;
        }
      sky_descriptor_clear (&at);
      at = next;
    }
  *opened = openat (at >= 0 ? at : folder, *parts, READING | O_NOFOLLOW);
  if (*opened >= 0)
    return FOUND;
  return errno == ELOOP ? LINKED : errno == ENOENT ? NOT_THERE : FAILED;
}

static Ending
follow (int folder, char **parts, int *opened)
{
  struct open_how how = {
    .flags = READING,
    .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS,
  };
  g_autofree char *path = g_strjoinv ("/", parts);
  long answer = -1;

  for (guint i = 0; i < TRIES; i++)
    {
      answer = syscall (SYS_openat2, folder, path, &how, sizeof how);
      if (answer >= 0 || (errno != EAGAIN && errno != EINTR))
        break;
    }
  *opened = (int) answer;
  if (answer >= 0)
    return FOUND;
  switch (errno)
    {
    case ENOSYS:
    case EPERM:
      return walk (folder, parts, opened);
    case EXDEV:
      return OUTSIDE;
    case ELOOP:
      return LINKED;
    case ENOENT:
    case ENOTDIR:
      return NOT_THERE;
    default:
      return FAILED;
    }
}

static Ending
open_beneath (const char *folder, const char *name, int *opened)
{
  g_auto (GStrv) parts = split (name);
  g_auto (SkyDescriptor) at = -1;

  if (g_path_is_absolute (name))
    return ABSOLUTE;
  if (parts == NULL)
    return OUTSIDE;
  at = open (folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (at < 0)
    return errno == ENOENT || errno == ENOTDIR ? NOT_THERE : FAILED;
  return follow (at, parts, opened);
}

/* What leaves the archive may lie in a folder that the user named. Where it is is looked up first,
 * and is opened there without following any link: what is put in its place meanwhile is not. */
static gboolean
open_in_roots (const char *folder, const char *name, int *opened)
{
  g_auto (GStrv) named = dup_roots ();
  g_autofree char *path = NULL;
  g_autofree char *real = NULL;

  if (named == NULL || named[0] == NULL)
    return FALSE;
  path = g_path_is_absolute (name) ? g_strdup (name) : g_build_filename (folder, name, NULL);
  real = realpath (path, NULL);
  for (guint i = 0; real != NULL && named[i] != NULL; i++)
    {
      g_autofree char *root = realpath (named[i], NULL);
      gsize length = root != NULL ? strlen (root) : 0;

      if (root == NULL || strncmp (real, root, length) != 0)
        continue;
      if (length > 1 && real[length] != '/')
        continue;
      if (open_beneath (root, real + length + (real[length] == '/'), opened) == FOUND)
        return TRUE;
    }
  return FALSE;
}

static void
tell (GError **error, Ending ending, int code)
{
  switch (ending)
    {
    case ABSOLUTE:
      g_set_error_literal (
          error, SKY_LOG_ERROR, SKY_LOG_ERROR_REFUSED,
          "its path is absolute, and not in a folder of recordings that was named");
      break;
    case OUTSIDE:
      g_set_error_literal (error, SKY_LOG_ERROR, SKY_LOG_ERROR_REFUSED,
                           "its path leads out of the archive's folder");
      break;
    case LINKED:
      g_set_error_literal (
          error, SKY_LOG_ERROR, SKY_LOG_ERROR_REFUSED,
          "its path goes through a symbolic link, and not into a folder of recordings "
          "that was named");
      break;
    case NOT_THERE:
      g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_MISSING, "%s", g_strerror (ENOENT));
      break;
    case FAILED:
    case FOUND:
      g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN, "%s", g_strerror (code));
      break;
    }
}

static const char *
name_kind (mode_t mode)
{
  if (S_ISDIR (mode))
    return "not a regular file but a folder";
  if (S_ISFIFO (mode))
    return "not a regular file but a pipe";
  if (S_ISCHR (mode) || S_ISBLK (mode))
    return "not a regular file but a device";
  return "not a regular file";
}

int
sky_archive_file_open (const char *folder, const char *name, GError **error)
{
  g_auto (SkyDescriptor) opened = -1;
  struct stat status;
  Ending ending = FOUND;

  if (folder != NULL)
    ending = open_beneath (folder, name, &opened);
  else if ((opened = open (name, READING)) < 0)
    ending = errno == ENOENT || errno == ENOTDIR ? NOT_THERE : FAILED;
  if ((ending == ABSOLUTE || ending == OUTSIDE || ending == LINKED)
      && open_in_roots (folder, name, &opened))
    ending = FOUND;
  if (ending != FOUND || fstat (opened, &status) != 0)
    {
      tell (error, ending, errno);
      return -1;
    }
  if (!S_ISREG (status.st_mode))
    {
      g_set_error_literal (error, SKY_LOG_ERROR, SKY_LOG_ERROR_REFUSED, name_kind (status.st_mode));
      return -1;
    }
  return sky_descriptor_steal (&opened);
}

char *
sky_archive_file_name (const char *folder, const char *path)
{
  gsize size = strlen (folder);

  while (size > 1 && G_IS_DIR_SEPARATOR (folder[size - 1]))
    size--;
  if (strncmp (path, folder, size) != 0 || !G_IS_DIR_SEPARATOR (path[size]))
    return g_path_get_basename (path);
  path += size;
  return g_strdup (path + strspn (path, G_DIR_SEPARATOR_S));
}
