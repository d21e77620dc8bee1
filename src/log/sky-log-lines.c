/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-log-lines-private.h"

#include "sky-digest.h"
#include "sky-log-file-private.h"

#include <string.h>

/* What is read at once; small enough to be in the cache still when it is parsed and hashed. */
#define BLOCK (64 * 1024)

struct _SkyLogLines
{
  SkyLogFile *file; /* NULL: bytes in memory, the window is all of them */
  GBytes *bytes;
  char *buffer;
  gsize capacity; /* of the buffer, without its padding */

  const char *window;
  goffset base;   /* where the window stands in the log */
  gsize size;     /* of the window */
  gsize next;     /* in the window: where the next line begins */
  gsize searched; /* in the window: up to here no line end was found behind @next */
  gsize whole;    /* in the window: behind the last LF that has its padding */
  gboolean ended; /* the file has no more */
  gboolean growing;
  gboolean torn; /* the last line was none yet */

  SkyDigest *digest; /* NULL: not wanted */
  gsize digested;    /* in the window: up to here */
};

/* Looks for the window's last LF among the bytes from @from on. */
static void
find_whole (SkyLogLines *self, gsize from)
{
  gsize padding = self->file == NULL ? SKY_JSON_PADDING : 0;
  const char *last = NULL;

  if (self->size > from + padding)
    last = memrchr (self->window + from, '\n', self->size - padding - from);
  if (last != NULL)
    self->whole = (gsize) (last - self->window) + 1;
}

SkyLogLines *
sky_log_lines_open (const char *folder, const char *path, GError **error)
{
  SkyLogFile *file = sky_log_file_open (folder, path, error);
  SkyLogLines *self;

  if (file == NULL)
    return NULL;
  self = g_new0 (SkyLogLines, 1);
  self->file = file;
  self->capacity = BLOCK;
  self->buffer = g_malloc (self->capacity + SKY_JSON_PADDING);
  self->window = self->buffer;
  return self;
}

SkyLogLines *
sky_log_lines_new (GBytes *bytes)
{
  SkyLogLines *self = g_new0 (SkyLogLines, 1);

  self->bytes = g_bytes_ref (bytes);
  self->window = g_bytes_get_data (bytes, &self->size);
  self->ended = TRUE;
  find_whole (self, 0);
  return self;
}

void
sky_log_lines_free (SkyLogLines *self)
{
  if (self == NULL)
    return;
  sky_log_file_free (self->file);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  sky_digest_free (self->digest);
  g_free (self->buffer);
  g_free (self);
}

static void
hash_until (SkyLogLines *self, gsize end)
{
  if (self->digest != NULL && end > self->digested)
    sky_digest_update (self->digest, self->window + self->digested, end - self->digested);
  self->digested = MAX (self->digested, end);
}

/* Lets go of the window's first @n bytes. */
static void
pass (SkyLogLines *self, gsize n)
{
  hash_until (self, n);
  if (n < self->size)
    memmove (self->buffer, self->buffer + n, self->size - n);
  self->base += (goffset) n;
  self->size -= n;
  self->next -= MIN (n, self->next);
  self->searched -= MIN (n, self->searched);
  self->whole -= MIN (n, self->whole);
  self->digested -= n;
}

/* Reads on behind the window. Returns FALSE when nothing is left. */
static gboolean
read_on (SkyLogLines *self)
{
  gsize n;

  if (self->ended)
    return FALSE;
  if (self->size + BLOCK / 2 > self->capacity)
    {
      self->capacity *= 2;
      self->buffer = g_realloc (self->buffer, self->capacity + SKY_JSON_PADDING);
      self->window = self->buffer;
    }
  n = sky_log_file_read (self->file, self->buffer + self->size, self->capacity - self->size);
  self->size += n;
  self->ended = n == 0;
  find_whole (self, self->size - n);
  return n > 0;
}

/* Where the line that begins at @next ends in the window, or G_MAXSIZE. */
static gsize
find_end (SkyLogLines *self)
{
  const char *end = NULL;

  if (self->searched < self->size)
    end = memchr (self->window + self->searched, '\n', self->size - self->searched);
  self->searched = end != NULL ? (gsize) (end - self->window) : self->size;
  return end != NULL ? self->searched : G_MAXSIZE;
}

/* Passes by the rest of a line that is too long to be held. */
static void
pass_line (SkyLogLines *self, SkyLogLine *line)
{
  gsize end;

  line->text = NULL;
  while ((end = find_end (self)) == G_MAXSIZE)
    {
      self->next = self->size;
      pass (self, self->size);
      if (!read_on (self))
        {
          line->length = self->base + (goffset) self->size - line->offset;
          self->torn = TRUE;
          return;
        }
    }
  line->length = self->base + (goffset) end - line->offset;
  self->next = end + 1;
  self->searched = self->next;
  self->torn = FALSE;
}

gboolean
sky_log_lines_next (SkyLogLines *self, SkyLogLine *line)
{
  gsize end;

  self->searched = self->next;
  while ((end = find_end (self)) == G_MAXSIZE)
    {
      if (self->file != NULL && self->next > 0 && !self->ended)
        pass (self, self->next);
      if (self->size - self->next > SKY_JSON_MAX_LENGTH)
        {
          line->offset = self->base + (goffset) self->next;
          pass_line (self, line);
          return TRUE;
        }
      if (!read_on (self))
        break;
    }
  if (self->next == self->size || (self->growing && end == G_MAXSIZE))
    return FALSE;

  line->offset = self->base + (goffset) self->next;
  line->text = self->window + self->next;
  line->length = (goffset) (MIN (end, self->size) - self->next);
  line->padded =
      self->file != NULL || self->size - self->next - (gsize) line->length >= SKY_JSON_PADDING;
  self->next = MIN (end, self->size - 1) + 1;
  self->torn = end == G_MAXSIZE;
  return TRUE;
}

const char *
sky_log_lines_peek (SkyLogLines *self)
{
  while (G_UNLIKELY (self->next >= self->whole))
    {
      if (self->file != NULL && self->next > 0 && !self->ended)
        pass (self, self->next);
      if (self->size - self->next > SKY_JSON_MAX_LENGTH || !read_on (self))
        return NULL;
    }
  return self->window + self->next;
}

goffset
sky_log_lines_take (SkyLogLines *self, const char *end)
{
  goffset offset = self->base + (goffset) self->next;

  self->next = (gsize) (end - self->window) + 1;
  self->torn = FALSE;
  return offset;
}

gboolean
sky_log_lines_pass (SkyLogLines *self, goffset offset)
{
  while (self->base + (goffset) self->size < offset)
    {
      if (self->file != NULL)
        {
          self->next = self->size;
          pass (self, self->size);
        }
      if (!read_on (self))
        return FALSE;
    }
  self->next = MAX (self->next, (gsize) (offset - self->base));
  return TRUE;
}

void
sky_log_lines_pass_all (SkyLogLines *self)
{
  do
    {
      self->next = self->size;
      if (self->file != NULL)
        pass (self, self->size);
    }
  while (read_on (self));
}

void
sky_log_lines_unpack_ahead (SkyLogLines *self)
{
  if (self->file != NULL)
    sky_log_file_unpack_ahead (self->file);
}

gboolean
sky_log_lines_is_torn (const SkyLogLines *self)
{
  return self->torn;
}

void
sky_log_lines_seek (SkyLogLines *self, goffset offset)
{
  g_clear_pointer (&self->digest, sky_digest_free);
  self->base = 0;
  self->size = 0;
  self->next = 0;
  self->whole = 0;
  if (self->file == NULL)
    {
      self->size = g_bytes_get_size (self->bytes);
      find_whole (self, 0);
      self->next = (gsize) MIN (offset, (goffset) self->size);
    }
  else
    {
      self->ended = !sky_log_file_seek (self->file, offset);
      self->base = offset;
    }
}

void
sky_log_lines_set_growing (SkyLogLines *self, gboolean growing)
{
  self->growing = growing;
}

gboolean
sky_log_lines_look_again (SkyLogLines *self)
{
  if (self->file == NULL || !sky_log_file_look_again (self->file))
    return FALSE;
  self->ended = FALSE;
  return TRUE;
}

goffset
sky_log_lines_get_offset (const SkyLogLines *self)
{
  return self->base + (goffset) self->next;
}

goffset
sky_log_lines_get_progress (const SkyLogLines *self)
{
  return self->file != NULL ? sky_log_file_get_bytes_read (self->file) : (goffset) self->next;
}

void
sky_log_lines_want_digest (SkyLogLines *self)
{
  if (self->digest == NULL)
    self->digest = sky_digest_new ();
}

void
sky_log_lines_digest (SkyLogLines *self, goffset offset, char hex[65])
{
  g_return_if_fail (self->digest != NULL && offset >= self->base + (goffset) self->digested);

  hash_until (self, (gsize) (offset - self->base));
  sky_digest_peek (self->digest, hex);
}

const char *
sky_log_lines_get_damage (const SkyLogLines *self)
{
  return self->file != NULL ? sky_log_file_get_damage (self->file) : NULL;
}
