/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-log-file-private.h"

#include "sky-archive-file.h"
#include "sky-log.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define PACKED_BLOCK (64 * 1024)

/* So much is unpacked at once where that is done ahead, and at most so often. */
#define AHEAD_BLOCK  (256 * 1024)
#define BLOCKS_AHEAD 4

/* zlib: the largest window, and a gzip header wanted. */
#define GZIP_WINDOW (15 + 16)

/* What was unpacked ahead. */
typedef struct
{
  gsize size;
  goffset told; /* how much of the file had been read by then */
  char bytes[AHEAD_BLOCK];
} Unpacked;

/* A thread that unpacks ahead of the reader. As long as there is one, the file's own members are
 * its alone. */
typedef struct
{
  GThread *thread;
  GMutex mutex;
  GCond changed;
  GQueue blocks;    /* guarded; of Unpacked */
  gboolean ended;   /* guarded; there are no more */
  gboolean stopped; /* guarded; no more are wanted */

  Unpacked *block; /* being read; NULL: none */
  gsize taken;     /* of it */
  goffset told;
} Ahead;

struct _SkyLogFile
{
  int fd;
  goffset left; /* bytes of the file, as long as it was when it was opened, not yet read */
  goffset size;
  char *damage;

  gboolean packed;
  gboolean in_member; /* a gzip member has begun and not ended */
  z_stream unpacker;
  guint8 *block; /* what the unpacker reads from */
  Ahead *ahead;  /* NULL: nothing is unpacked before it is asked for */
};

static void take_damage (SkyLogFile *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
take_damage (SkyLogFile *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  if (self->damage == NULL)
    self->damage = g_strdup_vprintf (format, args);
  va_end (args);
  self->left = 0;
}

/* As read(2), up to the size that the file had. */
static gsize
read_raw (SkyLogFile *self, void *buffer, gsize size)
{
  gssize n;

  if (self->left == 0)
    return 0;
  do
    n = read (self->fd, buffer, (gsize) MIN ((goffset) size, self->left));
  while (n < 0 && errno == EINTR);

  if (n < 0)
    take_damage (self, "the file cannot be read on: %s", g_strerror (errno));
  else if (n == 0)
    take_damage (self, "the file became shorter while it was read");
  if (n <= 0)
    return 0;
  self->left -= n;
  return (gsize) n;
}

static gboolean
refill (SkyLogFile *self)
{
  self->unpacker.next_in = self->block;
  self->unpacker.avail_in = (uInt) read_raw (self, self->block, PACKED_BLOCK);
  return self->unpacker.avail_in > 0;
}

/* Between two members: zeros may stand there, as tapes and block devices leave them. */
static void
skip_padding (SkyLogFile *self)
{
  while (self->unpacker.avail_in > 0 || refill (self))
    {
      if (*self->unpacker.next_in != 0)
        return;
      self->unpacker.next_in++;
      self->unpacker.avail_in--;
    }
}

static gsize
read_packed (SkyLogFile *self, char *buffer, gsize size)
{
  self->unpacker.next_out = (Bytef *) buffer;
  self->unpacker.avail_out = (uInt) MIN (size, G_MAXINT32);
  size = self->unpacker.avail_out;

  while (self->unpacker.avail_out == size && self->damage == NULL)
    {
      int code;

      if (!self->in_member)
        skip_padding (self);
      if (self->unpacker.avail_in == 0 && !refill (self))
        {
          if (self->in_member)
            take_damage (self, "the compressed file ends too early");
          break;
        }
      self->in_member = TRUE;
      code = inflate (&self->unpacker, Z_NO_FLUSH);
      if (code == Z_STREAM_END)
        {
          self->in_member = FALSE;
          inflateReset (&self->unpacker);
        }
      else if (code != Z_OK && code != Z_BUF_ERROR)
        take_damage (self, "the compressed file is damaged: %s",
                     self->unpacker.msg != NULL ? self->unpacker.msg : "it cannot be unpacked");
    }
  return size - self->unpacker.avail_out;
}

/* --- Unpacking ahead -------------------------------------------------------------------------- */

/* Hands @block over as soon as there is room. Returns FALSE when no more are wanted. */
static gboolean
hand_over (Ahead *ahead, Unpacked *block)
{
  gboolean wanted;

  g_mutex_lock (&ahead->mutex);
  while (block->size > 0 && ahead->blocks.length == BLOCKS_AHEAD && !ahead->stopped)
    g_cond_wait (&ahead->changed, &ahead->mutex);
  wanted = block->size > 0 && !ahead->stopped;
  if (wanted)
    g_queue_push_tail (&ahead->blocks, block);
  else
    ahead->ended = TRUE;
  g_cond_broadcast (&ahead->changed);
  g_mutex_unlock (&ahead->mutex);
  return wanted;
}

static gpointer
unpack (gpointer data)
{
  SkyLogFile *self = data;

  for (;;)
    {
      g_autofree Unpacked *block = g_new (Unpacked, 1);

      block->size = read_packed (self, block->bytes, AHEAD_BLOCK);
      block->told = self->size - self->left;
      if (!hand_over (self->ahead, block))
        return NULL;
      g_steal_pointer (&block);
    }
}

static void
stop_ahead (SkyLogFile *self)
{
  Ahead *ahead = self->ahead;

  if (ahead == NULL)
    return;
  g_mutex_lock (&ahead->mutex);
  ahead->stopped = TRUE;
  g_cond_broadcast (&ahead->changed);
  g_mutex_unlock (&ahead->mutex);
  g_thread_join (ahead->thread);
  g_queue_clear_full (&ahead->blocks, g_free);
  g_free (ahead->block);
  g_mutex_clear (&ahead->mutex);
  g_cond_clear (&ahead->changed);
  g_clear_pointer (&self->ahead, g_free);
}

/* Waits for the next block. Returns: NULL when there are no more. */
static Unpacked *
take_block (Ahead *ahead)
{
  Unpacked *block;

  g_mutex_lock (&ahead->mutex);
  while (g_queue_is_empty (&ahead->blocks) && !ahead->ended)
    g_cond_wait (&ahead->changed, &ahead->mutex);
  block = g_queue_pop_head (&ahead->blocks);
  g_cond_broadcast (&ahead->changed);
  g_mutex_unlock (&ahead->mutex);
  return block;
}

static gsize
read_ahead (SkyLogFile *self, char *buffer, gsize size)
{
  Ahead *ahead = self->ahead;

  if (ahead->block == NULL)
    {
      ahead->block = take_block (ahead);
      ahead->taken = 0;
    }
  if (ahead->block == NULL)
    {
      stop_ahead (self);
      return 0;
    }
  size = MIN (size, ahead->block->size - ahead->taken);
  memcpy (buffer, ahead->block->bytes + ahead->taken, size);
  ahead->taken += size;
  ahead->told = ahead->block->told;
  if (ahead->taken == ahead->block->size)
    g_clear_pointer (&ahead->block, g_free);
  return size;
}

void
sky_log_file_unpack_ahead (SkyLogFile *self)
{
  if (!self->packed || self->ahead != NULL || self->damage != NULL)
    return;
  self->ahead = g_new0 (Ahead, 1);
  g_mutex_init (&self->ahead->mutex);
  g_cond_init (&self->ahead->changed);
  g_queue_init (&self->ahead->blocks);
  self->ahead->told = self->size - self->left;
  self->ahead->thread = g_thread_new ("unpack", unpack, self);
}

/* --- Files ------------------------------------------------------------------------------------ */

static void
begin (SkyLogFile *self)
{
  self->left = self->size;
  self->in_member = FALSE;
  self->unpacker.avail_in = 0;
  if (self->packed)
    inflateReset (&self->unpacker);
  g_clear_pointer (&self->damage, g_free);
}

static void
begin_unpacking (SkyLogFile *self)
{
  self->packed = TRUE;
  self->block = g_malloc (PACKED_BLOCK);
  if (inflateInit2 (&self->unpacker, GZIP_WINDOW) != Z_OK)
    g_error ("zlib: out of memory");
}

SkyLogFile *
sky_log_file_open (const char *folder, const char *path, GError **error)
{
  g_autoptr (SkyLogFile) self = g_new0 (SkyLogFile, 1);
  g_autofree char *name = folder != NULL ? sky_archive_file_name (folder, path) : g_strdup (path);
  struct stat status;
  guint8 magic[2];

  self->fd = sky_archive_file_open (folder, name, error);
  if (self->fd < 0)
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  if (fstat (self->fd, &status) != 0)
    {
      g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN, "%s: %s", path, g_strerror (errno));
      return NULL;
    }
  self->size = status.st_size;
  if (pread (self->fd, magic, 2, 0) == 2 && magic[0] == 0x1f && magic[1] == 0x8b)
    begin_unpacking (self);
  begin (self);
  return g_steal_pointer (&self);
}

void
sky_log_file_free (SkyLogFile *self)
{
  if (self == NULL)
    return;
  stop_ahead (self);
  if (self->fd >= 0)
    close (self->fd);
  if (self->packed)
    inflateEnd (&self->unpacker);
  g_free (self->block);
  g_free (self->damage);
  g_free (self);
}

gsize
sky_log_file_read (SkyLogFile *self, char *buffer, gsize size)
{
  if (self->ahead != NULL)
    return read_ahead (self, buffer, size);
  return self->packed ? read_packed (self, buffer, size) : read_raw (self, buffer, size);
}

gboolean
sky_log_file_seek (SkyLogFile *self, goffset offset)
{
  g_autofree char *block = NULL;

  stop_ahead (self);
  begin (self);
  if (!self->packed)
    {
      if (offset > self->size || lseek (self->fd, offset, SEEK_SET) < 0)
        return FALSE;
      self->left = self->size - offset;
      return TRUE;
    }

  if (lseek (self->fd, 0, SEEK_SET) < 0)
    return FALSE;
  block = g_malloc (PACKED_BLOCK);
  while (offset > 0)
    {
      gsize n = sky_log_file_read (self, block, (gsize) MIN (offset, PACKED_BLOCK));

      if (n == 0)
        return FALSE;
      offset -= (goffset) n;
    }
  return TRUE;
}

gboolean
sky_log_file_look_again (SkyLogFile *self)
{
  struct stat status;

  if (self->packed || self->damage != NULL || fstat (self->fd, &status) != 0
      || (goffset) status.st_size <= self->size)
    return FALSE;
  self->left += (goffset) status.st_size - self->size;
  self->size = (goffset) status.st_size;
  return TRUE;
}

goffset
sky_log_file_get_bytes_read (const SkyLogFile *self)
{
  return self->ahead != NULL ? self->ahead->told : self->size - self->left;
}

const char *
sky_log_file_get_damage (const SkyLogFile *self)
{
  return self->ahead == NULL ? self->damage : NULL;
}
