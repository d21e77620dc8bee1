/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-log-appender.h"

#include <glib/gi18n-lib.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* So much waits at most. */
#define WAITING_MAX (256 * 1024)

#define BLOCK (64 * 1024)

/* More files than that are synced by one call for their file system. */
#define SYNC_EACH_MAX 16

struct _SkyLogAppender
{
  char *path;
  char *torn;
  int file;
  goffset length;
  GString *waiting;
  SkyDigest *digest;      /* NULL: none is wanted */
  gboolean folder_synced; /* or the file is older than this opening */
};

static void fail (GError **error, SkyRecordError code, const char *path, int number);

static void
fail (GError **error, SkyRecordError code, const char *path, int number)
{
  g_set_error (error, SKY_RECORD_ERROR, code, "%s: %s", path, g_strerror (number));
}

/* Opens the file and has it alone. Another who had it may have put a new one in its place
 * meanwhile: then that is the file. */
static int
open_locked (const char *path, guint mode, GError **error)
{
  for (;;)
    {
      struct stat opened, named;
      int file = open (path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, mode);
      int number;

      if (file < 0)
        {
          fail (error, SKY_RECORD_ERROR_OPEN, path, errno);
          return -1;
        }
      if (flock (file, LOCK_EX | LOCK_NB) != 0)
        {
          number = errno;
          close (file);
          if (number == EWOULDBLOCK)
            g_set_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_LOCKED,
                         _ ("%s: another program is writing this log"), path);
          else
            fail (error, SKY_RECORD_ERROR_OPEN, path, number);
          return -1;
        }
      if (fstat (file, &opened) == 0 && S_ISREG (opened.st_mode))
        {
          if (lstat (path, &named) == 0 && named.st_ino == opened.st_ino
              && named.st_dev == opened.st_dev)
            return file;
          close (file);
          continue;
        }
      close (file);
      g_set_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_OPEN, _ ("%s: no regular file"), path);
      return -1;
    }
}

/* Reads exactly @size bytes at @offset. */
static gboolean
read_at (const SkyLogAppender *self, char *buffer, gsize size, goffset offset, GError **error)
{
  while (size > 0)
    {
      gssize n = pread (self->file, buffer, size, offset);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        {
          fail (error, SKY_RECORD_ERROR_OPEN, self->path, n < 0 ? errno : EIO);
          return FALSE;
        }
      buffer += n;
      size -= (gsize) n;
      offset += n;
    }
  return TRUE;
}

/* Where the last LF before @end stands, or -1. Returns FALSE when the file cannot be read. */
static gboolean
find_last_end (const SkyLogAppender *self, goffset end, goffset *found, GError **error)
{
  g_autofree char *block = g_malloc (BLOCK);

  *found = -1;
  while (end > 0)
    {
      gsize size = (gsize) MIN (end, BLOCK);
      const char *last;

      if (!read_at (self, block, size, end - (goffset) size, error))
        return FALSE;
      end -= (goffset) size;
      last = memrchr (block, '\n', size);
      if (last != NULL)
        {
          *found = end + (last - block);
          return TRUE;
        }
    }
  return TRUE;
}

static gboolean
write_all (int file, const char *bytes, gsize size)
{
  while (size > 0)
    {
      gssize n = write (file, bytes, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      bytes += n;
      size -= (gsize) n;
    }
  return TRUE;
}

/* Copies what the file has from @from to @end to the file @kept. Returns FALSE with errno. */
static gboolean
copy_rest (const SkyLogAppender *self, goffset from, goffset end, int kept)
{
  g_autofree char *block = g_malloc (BLOCK);

  while (from < end)
    {
      gsize size = (gsize) MIN (end - from, BLOCK);

      if (!read_at (self, block, size, from, NULL))
        {
          errno = EIO;
          return FALSE;
        }
      if (!write_all (kept, block, size))
        return FALSE;
      from += (goffset) size;
    }
  return fsync (kept) == 0;
}

/* Makes the file that keeps what is cut off: NAME.torn-20231104T201503Z, with a number behind it
 * when there is one such. */
static int
open_kept (const SkyLogAppender *self, guint mode, char **path)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *stamp = g_date_time_format (now, "%Y%m%dT%H%M%SZ");

  for (guint n = 1; n < 1000; n++)
    {
      g_autofree char *name = n == 1 ? g_strdup_printf ("%s.torn-%s", self->path, stamp)
                                     : g_strdup_printf ("%s.torn-%s-%u", self->path, stamp, n);
      int kept = open (name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);

      if (kept >= 0 || errno != EEXIST)
        {
          *path = g_steal_pointer (&name);
          return kept;
        }
    }
  return -1;
}

/* Moves what stands behind the last whole line, which ends at self->length, to a file of its own:
 * nothing is cut off before it is kept. */
static gboolean
cut_torn (SkyLogAppender *self, goffset size, guint mode, GError **error)
{
  g_autofree char *path = NULL;
  int kept = open_kept (self, mode, &path);
  gboolean copied = kept >= 0 && copy_rest (self, self->length, size, kept);
  int number = errno;

  if (kept >= 0)
    close (kept);
  if (copied && ftruncate (self->file, self->length) == 0 && fsync (self->file) == 0)
    {
      self->torn = g_steal_pointer (&path);
      return TRUE;
    }
  fail (error, SKY_RECORD_ERROR_WRITE, copied ? self->path : path, copied ? errno : number);
  return FALSE;
}

SkyLogAppender *
sky_log_appender_open (const char *path, guint mode, GError **error)
{
  int file = open_locked (path, mode, error);
  g_autoptr (SkyLogAppender) self = NULL;
  struct stat status;
  goffset end;

  if (file < 0)
    return NULL;
  self = g_new0 (SkyLogAppender, 1);
  self->path = g_strdup (path);
  self->file = file;
  self->waiting = g_string_new (NULL);
  if (fstat (file, &status) != 0)
    {
      fail (error, SKY_RECORD_ERROR_OPEN, path, errno);
      return NULL;
    }
  self->folder_synced = status.st_size > 0;
  if (!find_last_end (self, status.st_size, &end, error))
    return NULL;
  self->length = end + 1;
  if (self->length < status.st_size && !cut_torn (self, status.st_size, mode, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
sky_log_appender_free (SkyLogAppender *self)
{
  if (self == NULL)
    return;
  close (self->file);
  sky_digest_free (self->digest);
  g_string_free (self->waiting, TRUE);
  g_free (self->torn);
  g_free (self->path);
  g_free (self);
}

const char *
sky_log_appender_get_torn (const SkyLogAppender *self)
{
  return self->torn;
}

goffset
sky_log_appender_get_length (const SkyLogAppender *self)
{
  return self->length;
}

GBytes *
sky_log_appender_read_last (const SkyLogAppender *self, GError **error)
{
  g_autofree char *line = NULL;
  goffset before;
  gsize size;

  if (self->length == 0 || !find_last_end (self, self->length - 1, &before, error))
    return NULL;
  size = (gsize) (self->length - 1 - (before + 1));
  line = g_malloc (size + 1);
  if (!read_at (self, line, size, before + 1, error))
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&line), size);
}

gboolean
sky_log_appender_add (SkyLogAppender *self, const char *line, gsize length, GError **error)
{
  g_return_val_if_fail (memchr (line, '\n', length) == NULL, FALSE);

  g_string_append_len (self->waiting, line, (gssize) length);
  g_string_append_c (self->waiting, '\n');
  return self->waiting->len < WAITING_MAX || sky_log_appender_flush (self, error);
}

gboolean
sky_log_appender_flush (SkyLogAppender *self, GError **error)
{
  gsize size = self->waiting->len;

  if (size == 0)
    return TRUE;
  if (!write_all (self->file, self->waiting->str, size))
    {
      fail (error, SKY_RECORD_ERROR_WRITE, self->path, errno);
      /* Should this fail as well, the next opening cuts what is torn. */
      if (ftruncate (self->file, self->length) != 0)
        g_prefix_error (error, "cannot be cut back: ");
      g_string_truncate (self->waiting, 0);
      return FALSE;
    }
  if (self->digest != NULL)
    sky_digest_update (self->digest, self->waiting->str, size);
  self->length += (goffset) size;
  g_string_truncate (self->waiting, 0);
  return TRUE;
}

/* A new file's name is on the disk when its folder is. */
static gboolean
sync_folder (SkyLogAppender *self)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  int opened = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean done;

  if (opened < 0)
    return FALSE;
  done = fsync (opened) == 0;
  close (opened);
  self->folder_synced = done;
  return done;
}

gboolean
sky_log_appender_sync (SkyLogAppender *self, GError **error)
{
  if (!sky_log_appender_flush (self, error))
    return FALSE;
  if (fdatasync (self->file) == 0 && (self->folder_synced || sync_folder (self)))
    return TRUE;
  fail (error, SKY_RECORD_ERROR_WRITE, self->path, errno);
  return FALSE;
}

gboolean
sky_log_appender_begin_digest (SkyLogAppender *self,
                               SkyDigest *digest,
                               goffset hashed,
                               GError **error)
{
  g_autoptr (SkyDigest) own = digest != NULL ? digest : sky_digest_new ();
  g_autofree char *block = g_malloc (BLOCK);

  g_return_val_if_fail (self->digest == NULL && hashed >= 0 && hashed <= self->length, FALSE);

  while (hashed < self->length)
    {
      gsize size = (gsize) MIN (self->length - hashed, BLOCK);

      if (!read_at (self, block, size, hashed, error))
        return FALSE;
      sky_digest_update (own, block, size);
      hashed += (goffset) size;
    }
  self->digest = g_steal_pointer (&own);
  return TRUE;
}

void
sky_log_appender_get_digest (const SkyLogAppender *self, char hex[SKY_DIGEST_HEX_SIZE])
{
  g_return_if_fail (self->digest != NULL);

  sky_digest_peek (self->digest, hex);
}

gboolean
sky_log_appender_cut_back (SkyLogAppender *self, goffset length, GError **error)
{
  g_return_val_if_fail (length <= self->length && self->digest == NULL, FALSE);

  g_string_truncate (self->waiting, 0);
  if (ftruncate (self->file, length) != 0)
    {
      fail (error, SKY_RECORD_ERROR_WRITE, self->path, errno);
      return FALSE;
    }
  self->length = length;
  return TRUE;
}

/* Whether one syncfs() reaches all of them. */
static gboolean
lie_together (SkyLogAppender *const *appenders, guint n)
{
  struct stat first, other;

  if (fstat (appenders[0]->file, &first) != 0)
    return FALSE;
  for (guint i = 1; i < n; i++)
    if (fstat (appenders[i]->file, &other) != 0 || other.st_dev != first.st_dev)
      return FALSE;
  return TRUE;
}

gboolean
sky_log_appender_sync_all (SkyLogAppender *const *appenders, guint n, GError **error)
{
  if (n <= SYNC_EACH_MAX || !lie_together (appenders, n))
    {
      for (guint i = 0; i < n; i++)
        if (!sky_log_appender_sync (appenders[i], error))
          return FALSE;
      return TRUE;
    }
  for (guint i = 0; i < n; i++)
    if (!sky_log_appender_flush (appenders[i], error))
      return FALSE;
  if (syncfs (appenders[0]->file) != 0)
    {
      fail (error, SKY_RECORD_ERROR_WRITE, appenders[0]->path, errno);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    appenders[i]->folder_synced = TRUE;
  return TRUE;
}
