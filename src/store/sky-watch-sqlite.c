/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store in one file is watched by the system: whoever commits touches the file. Beside it lies
 * the folder STORE.desks with a file for each console that is open, locked as long as its program
 * runs; the system closes it for one that dies, and tells the others. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "sky-store-private.h"
#include "sky-watch-private.h"

/* A file of a program that died is told as closed before its lock is gone: it is looked at again
 * soon; in milliseconds. */
#define SOON  30
#define LATER 600

/* A program that begins has locked its file before it is that old; in seconds. */
#define STALE 60

/* More than a desk's text ever is. */
#define MOST_BYTES 4096

typedef struct
{
  char *path;
  int inotify;
  char *folder;
  char *own;       /* this console's file; NULL: there is none */
  int file;        /* which is open and locked; -1: none */
  gboolean closed; /* some file was closed: its program may be gone */
  gboolean looked; /* and it was looked at since */
} Source;

static void
sqlite_watch_close (gpointer data)
{
  Source *source = data;

  if (source->own != NULL)
    g_unlink (source->own);
  if (source->file >= 0)
    close (source->file);
  /* Of no use any more when it is empty. */
  if (source->folder != NULL)
    g_rmdir (source->folder);
  if (source->inotify >= 0)
    close (source->inotify);
  g_free (source->path);
  g_free (source->folder);
  g_free (source->own);
  g_free (source);
}

/* A folder in which one cannot write has no place for this console; the others are seen all the
 * same. */
static void
make_own (Source *source, const char *id)
{
  g_autofree char *path = g_build_filename (source->folder, id, NULL);

  if (g_mkdir (source->folder, 0700) != 0 && errno != EEXIST)
    return;
  source->file = g_open (path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
  if (source->file < 0)
    return;
  source->own = g_steal_pointer (&path);
  flock (source->file, LOCK_EX);
}

static gpointer
sqlite_watch_open (SkyStore *store, const char *id, GError **error)
{
  Source *source = g_new0 (Source, 1);

  source->path = g_strdup (store->path);
  source->folder = g_strconcat (store->location, ".desks", NULL);
  source->file = -1;
  source->inotify = inotify_init1 (IN_CLOEXEC | IN_NONBLOCK);
  if (source->inotify < 0
      || inotify_add_watch (source->inotify, store->location, IN_ATTRIB | IN_MOVE_SELF) < 0)
    {
      sky_store_refuse (store, error, SKY_STORE_ERROR_FAILED, "it cannot be watched: %s",
                        g_strerror (errno));
      sqlite_watch_close (source);
      return NULL;
    }
  make_own (source, id);
  inotify_add_watch (source->inotify, source->folder,
                     IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_DELETE);
  return source;
}

static int
sqlite_watch_get_fd (gpointer source)
{
  return ((Source *) source)->inotify;
}

static gboolean
sqlite_watch_hear (gpointer data, GError **error)
{
  Source *source = data;
  char buffer[4096] __attribute__ ((aligned (__alignof__(struct inotify_event))));
  ssize_t size;

  while ((size = read (source->inotify, buffer, sizeof buffer)) > 0)
    {
      const char *at = buffer;

      while (at < buffer + size)
        {
          const struct inotify_event *event = (const struct inotify_event *) (const void *) at;

          if ((event->mask & IN_CLOSE_WRITE) != 0)
            {
              source->closed = TRUE;
              source->looked = FALSE;
            }
          at += sizeof *event + event->len;
        }
    }
  return TRUE;
}

static gboolean
sqlite_watch_tell (gpointer data, const SkyDesk *own, GError **error)
{
  Source *source = data;
  g_autofree char *text = sky_desk_write (own);
  gsize size = strlen (text);

  /* Who reads it in between finds no desk in it, and is told again. */
  if (source->file >= 0 && size <= MOST_BYTES
      && (pwrite (source->file, text, size, 0) != (ssize_t) size
          || ftruncate (source->file, (off_t) size) != 0))
    return TRUE; /* a full disk keeps nobody from their work */
  return TRUE;
}

/* Returns: the desk of the file; NULL: its program is gone, or it says nothing yet. */
static SkyDesk *
read_desk (const char *path)
{
  char text[MOST_BYTES + 1];
  int file = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  ssize_t size;

  if (file < 0)
    return NULL;
  if (flock (file, LOCK_SH | LOCK_NB) == 0)
    {
      /* Nobody holds it: what is left of a program that died. One that begins has made it but not
       * locked it yet; that one is not touched. */
      struct stat status;

      if (fstat (file, &status) == 0
          && (status.st_size > 0 || status.st_mtime + STALE < time (NULL)))
        g_unlink (path);
      close (file);
      return NULL;
    }
  size = pread (file, text, MOST_BYTES, 0);
  close (file);
  if (size <= 0)
    return NULL;
  text[size] = '\0';
  return sky_desk_read (text);
}

static GPtrArray *
sqlite_watch_list (gpointer data, int *again, GError **error)
{
  Source *source = data;
  GPtrArray *desks = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_desk_free);
  g_autoptr (GDir) folder = g_dir_open (source->folder, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (source->folder, name, NULL);
      SkyDesk *desk = g_strcmp0 (path, source->own) != 0 ? read_desk (path) : NULL;

      if (desk != NULL)
        g_ptr_array_add (desks, desk);
    }
  *again = !source->closed ? -1 : source->looked ? LATER : SOON;
  if (source->closed && source->looked)
    source->closed = FALSE;
  source->looked = TRUE;
  return desks;
}

const SkyWatchEngine sky_watch_sqlite = {
  .open = sqlite_watch_open,
  .close = sqlite_watch_close,
  .get_fd = sqlite_watch_get_fd,
  .hear = sqlite_watch_hear,
  .tell = sqlite_watch_tell,
  .list = sqlite_watch_list,
};
