/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-source-bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK (256 * 1024)

/* What an earlier run had read. */
typedef struct
{
  goffset length;
  char sha256[SKY_DIGEST_HEX_SIZE];
} Expected;

struct _SkySourceBytes
{
  char *name;
  int file; /* -1: the bytes are @given */
  GBytes *given;
  goffset size;
  char *buffer; /* own, or the bytes given */
  gsize room;
  gsize begin; /* what waits to be read stands in buffer[begin, end) */
  gsize end;
  goffset offset; /* in the source, of @begin */
  gsize hashed;   /* buffer[0, hashed) went to the digest */
  gboolean at_end;
  gboolean growing;
  SkyDigest *digest;
  GArray *expected; /* of Expected, those not yet reached */
};

static SkySourceBytes *
source_bytes_new (const char *name)
{
  SkySourceBytes *self = g_new0 (SkySourceBytes, 1);

  self->name = g_strdup (name);
  self->file = -1;
  self->digest = sky_digest_new ();
  self->expected = g_array_new (FALSE, FALSE, sizeof (Expected));
  return self;
}

SkySourceBytes *
sky_source_bytes_open (const char *path, GError **error)
{
  g_autoptr (SkySourceBytes) self = source_bytes_new (path);
  struct stat status;

  self->file = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (self->file < 0 || fstat (self->file, &status) != 0)
    {
      g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE, "%s: %s", path,
                   g_strerror (errno));
      return NULL;
    }
  if (!S_ISREG (status.st_mode))
    {
      g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE, "%s: no regular file", path);
      return NULL;
    }
  self->size = status.st_size;
  self->room = BLOCK;
  self->buffer = g_malloc (self->room);
  return g_steal_pointer (&self);
}

SkySourceBytes *
sky_source_bytes_new (GBytes *bytes, const char *name)
{
  SkySourceBytes *self = source_bytes_new (name);
  gsize size;

  self->given = g_bytes_ref (bytes);
  self->buffer = (char *) g_bytes_get_data (bytes, &size);
  self->end = size;
  self->size = (goffset) size;
  self->at_end = TRUE;
  return self;
}

void
sky_source_bytes_free (SkySourceBytes *self)
{
  if (self == NULL)
    return;
  if (self->file >= 0)
    close (self->file);
  if (self->given == NULL)
    g_free (self->buffer);
  g_clear_pointer (&self->given, g_bytes_unref);
  g_array_unref (self->expected);
  sky_digest_free (self->digest);
  g_free (self->name);
  g_free (self);
}

void
sky_source_bytes_set_growing (SkySourceBytes *self, gboolean growing)
{
  self->growing = growing;
}

void
sky_source_bytes_look_again (SkySourceBytes *self)
{
  self->at_end = self->given != NULL;
}

void
sky_source_bytes_expect (SkySourceBytes *self, goffset length, const char *sha256)
{
  Expected expected = { .length = length };

  g_strlcpy (expected.sha256, sha256, sizeof expected.sha256);
  g_array_append_val (self->expected, expected);
}

static void
hash_to (SkySourceBytes *self, gsize end)
{
  if (end > self->hashed)
    sky_digest_update (self->digest, self->buffer + self->hashed, end - self->hashed);
  self->hashed = MAX (self->hashed, end);
}

/* Has the next block behind what waits. */
static gboolean
fill (SkySourceBytes *self, GError **error)
{
  gssize n;

  hash_to (self, self->begin);
  memmove (self->buffer, self->buffer + self->begin, self->end - self->begin);
  self->end -= self->begin;
  self->begin = self->hashed = 0;
  if (self->room - self->end < BLOCK / 2)
    {
      self->room *= 2;
      self->buffer = g_realloc (self->buffer, self->room);
    }
  do
    n = read (self->file, self->buffer + self->end, self->room - self->end);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    {
      g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE, "%s: %s", self->name,
                   g_strerror (errno));
      return FALSE;
    }
  self->end += (gsize) n;
  self->at_end = n == 0;
  return TRUE;
}

/* Takes @n of the bytes that wait. What earlier runs had read is compared where they ended. */
static gboolean
take (SkySourceBytes *self, gsize n, GError **error)
{
  while (self->expected->len > 0)
    {
      const Expected *next = &g_array_index (self->expected, Expected, 0);
      char hex[SKY_DIGEST_HEX_SIZE];

      if (next->length > self->offset + (goffset) n)
        break;
      hash_to (self, self->begin + (gsize) (next->length - self->offset));
      sky_digest_peek (self->digest, hex);
      if (!g_str_equal (hex, next->sha256))
        {
          g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_CHANGED,
                       "%s: the part already imported has changed", self->name);
          return FALSE;
        }
      g_array_remove_index (self->expected, 0);
    }
  self->begin += n;
  self->offset += (goffset) n;
  return TRUE;
}

/* At the end everything that earlier runs had read must have been there. */
static gboolean
check_end (SkySourceBytes *self, GError **error)
{
  if (self->expected->len == 0)
    return TRUE;
  g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_CHANGED,
               "%s: the part already imported has changed: it was longer", self->name);
  return FALSE;
}

/* Passes by the rest of a line that is too long. */
static gboolean
pass_line (SkySourceBytes *self, GError **error)
{
  for (;;)
    {
      const char *lf = memchr (self->buffer + self->begin, '\n', self->end - self->begin);

      if (!take (self,
                 lf != NULL ? (gsize) (lf - self->buffer) - self->begin + 1
                            : self->end - self->begin,
                 error))
        return FALSE;
      if (lf != NULL || self->at_end)
        return TRUE;
      if (!fill (self, error))
        return FALSE;
    }
}

gboolean
sky_source_bytes_next_line (
    SkySourceBytes *self, const char **line, gsize *length, gboolean *too_long, GError **error)
{
  gsize looked = 0;
  const char *lf;

  *line = NULL;
  *too_long = FALSE;
  for (;;)
    {
      gsize waiting = self->end - self->begin;

      lf = waiting > looked ? memchr (self->buffer + self->begin + looked, '\n', waiting - looked)
                            : NULL;
      if (lf != NULL || self->at_end)
        break;
      looked = waiting;
      if (waiting > SKY_SOURCE_MAX_LINE)
        {
          *too_long = TRUE;
          return pass_line (self, error);
        }
      if (!fill (self, error))
        return FALSE;
    }
  if (lf == NULL && (self->begin == self->end || self->growing))
    return check_end (self, error);
  *line = self->buffer + self->begin;
  *length = lf != NULL ? (gsize) (lf - *line) : self->end - self->begin;
  if (!take (self, *length + (lf != NULL), error))
    return FALSE;
  if (*length > SKY_SOURCE_MAX_LINE)
    {
      *too_long = TRUE;
      *line = NULL;
      return TRUE;
    }
  if (*length > 0 && (*line)[*length - 1] == '\r')
    --*length;
  return TRUE;
}

gssize
sky_source_bytes_read (SkySourceBytes *self, char *buffer, gsize size, GError **error)
{
  gsize n;

  if (self->begin == self->end && !self->at_end && !fill (self, error))
    return -1;
  n = MIN (size, self->end - self->begin);
  if (n == 0)
    return check_end (self, error) ? 0 : -1;
  memcpy (buffer, self->buffer + self->begin, n);
  return take (self, n, error) ? (gssize) n : -1;
}

goffset
sky_source_bytes_get_offset (const SkySourceBytes *self)
{
  return self->offset;
}

void
sky_source_bytes_get_digest (SkySourceBytes *self, char hex[SKY_DIGEST_HEX_SIZE])
{
  hash_to (self, self->begin);
  sky_digest_peek (self->digest, hex);
}

goffset
sky_source_bytes_get_size (const SkySourceBytes *self)
{
  return self->size;
}
