/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-live-log.h"

#include <string.h>

/* A point that the log has come to. */
typedef struct
{
  guint64 next;
  guint64 bytes;
  char digest[SKY_DIGEST_HEX_SIZE]; /* empty: not known */
} Point;

struct _SkyLiveLog
{
  guint64 next;
  guint64 bytes;
  SkyDigest *digest; /* of all of these bytes; NULL: not known */
  GString *waiting;
  guint n_waiting;
  Point handed; /* over, to be written */
  Point kept;
  GString *head; /* the first two lines, as far as they were taken; NULL: both are kept */
  char epoch[SKY_LIVE_EPOCH_SIZE];
  /* Of the lines from known_from to next, at their positions modulo capacity, a power of two. */
  guint64 *hashes;
  guint capacity;
  guint64 known_from;
};

SkyLiveLog *
sky_live_log_new (guint64 next, guint64 bytes)
{
  SkyLiveLog *self = g_new0 (SkyLiveLog, 1);

  self->next = self->known_from = next;
  self->bytes = bytes;
  self->handed = self->kept = (Point){ .next = next, .bytes = bytes };
  if (next == 0)
    {
      self->digest = sky_digest_new ();
      self->head = g_string_new (NULL);
    }
  return self;
}

void
sky_live_log_free (SkyLiveLog *self)
{
  if (self == NULL)
    return;
  sky_digest_free (self->digest);
  if (self->waiting != NULL)
    g_string_free (self->waiting, TRUE);
  if (self->head != NULL)
    g_string_free (self->head, TRUE);
  g_free (self->hashes);
  g_free (self);
}

/* --- Lines that are told from others -----------------------------------------------------------
 */

/* The first half of a SHA-256 would do no better against a table that means harm: it can only spoil
 * its own log. */
guint64
sky_live_log_hash (const char *bytes, gsize length)
{
  guint8 digest[SKY_DIGEST_SIZE];
  guint64 hash;

  sky_digest_bytes (bytes, length, digest);
  memcpy (&hash, digest, sizeof hash);
  return hash;
}

/* Has room for @wanted of the last lines, as far as there is any. */
static void
reserve (SkyLiveLog *self, guint64 wanted)
{
  guint capacity = MAX (self->capacity, 16);
  guint64 *hashes;

  while (capacity < wanted && capacity < SKY_LIVE_KNOWN_MAX)
    capacity *= 2;
  if (capacity == self->capacity)
    return;
  hashes = g_new (guint64, capacity);
  for (guint64 i = self->known_from; i < self->next; i++)
    hashes[i % capacity] = self->hashes[i % self->capacity];
  g_free (self->hashes);
  self->hashes = hashes;
  self->capacity = capacity;
}

void
sky_live_log_know (SkyLiveLog *self, guint64 first, const guint64 *hashes, gsize n)
{
  const guint64 room = SKY_LIVE_KNOWN_MAX - (self->next - self->known_from);
  guint64 from;

  /* What is told goes on to where what is known begins, or it is of no use. */
  if (first >= self->known_from || first + n < self->known_from)
    return;
  from = MAX (first, self->known_from - MIN (self->known_from, room));
  reserve (self, self->next - from);
  for (guint64 i = from; i < self->known_from; i++)
    self->hashes[i % self->capacity] = hashes[i - first];
  self->known_from = from;
}

/* --- Arriving ----------------------------------------------------------------------------------
 */

static void
take (SkyLiveLog *self, const SkyLiveLine *line, guint64 hash)
{
  reserve (self, self->next - self->known_from + 1);
  if (self->next - self->known_from == self->capacity)
    self->known_from++;
  self->hashes[self->next % self->capacity] = hash;
  if (self->waiting == NULL)
    self->waiting = g_string_sized_new (line->length + 1);
  g_string_append_len (self->waiting, line->bytes, (gssize) line->length);
  g_string_append_c (self->waiting, '\n');
  self->n_waiting++;
  self->next++;
  self->bytes += line->length + 1;
  if (self->digest != NULL)
    {
      sky_digest_update (self->digest, line->bytes, line->length);
      sky_digest_update (self->digest, "\n", 1);
    }
  if (self->head != NULL && self->next <= 2)
    sky_live_log_set_header (self, line->bytes, line->length);
}

SkyArrival
sky_live_log_arrive (SkyLiveLog *self, const SkyLiveLine *line)
{
  guint64 hash;

  if (line->position > self->next)
    return SKY_ARRIVAL_AHEAD;
  if (line->position < self->known_from)
    return SKY_ARRIVAL_OLD;
  hash = sky_live_log_hash (line->bytes, line->length);
  if (line->position < self->next)
    return self->hashes[line->position % self->capacity] == hash ? SKY_ARRIVAL_OLD
                                                                 : SKY_ARRIVAL_CONFLICT;
  if (self->waiting != NULL && self->waiting->len + line->length + 1 > SKY_LIVE_WAITING_MAX)
    return SKY_ARRIVAL_FULL;
  take (self, line, hash);
  return SKY_ARRIVAL_TAKEN;
}

guint64
sky_live_log_get_next (const SkyLiveLog *self)
{
  return self->next;
}

guint64
sky_live_log_get_kept (const SkyLiveLog *self, guint64 *bytes)
{
  if (bytes != NULL)
    *bytes = self->kept.bytes;
  return self->kept.next;
}

/* --- To the disk -------------------------------------------------------------------------------
 */

guint
sky_live_log_get_waiting (const SkyLiveLog *self, gsize *bytes)
{
  if (bytes != NULL)
    *bytes = self->waiting != NULL ? self->waiting->len : 0;
  return self->n_waiting;
}

GString *
sky_live_log_take_waiting (SkyLiveLog *self)
{
  self->handed.next = self->next;
  self->handed.bytes = self->bytes;
  if (!sky_live_log_get_digest (self, self->handed.digest))
    self->handed.digest[0] = '\0';
  self->n_waiting = 0;
  return g_steal_pointer (&self->waiting);
}

void
sky_live_log_keep (SkyLiveLog *self)
{
  self->kept = self->handed;
  if (self->kept.next >= 2 && self->head != NULL)
    g_string_free (g_steal_pointer (&self->head), TRUE);
}

void
sky_live_log_fall_back (SkyLiveLog *self)
{
  if (self->waiting != NULL)
    g_string_free (g_steal_pointer (&self->waiting), TRUE);
  self->n_waiting = 0;
  self->next = self->kept.next;
  self->bytes = self->kept.bytes;
  self->handed = self->kept;
  self->known_from = MIN (self->known_from, self->next);
  g_clear_pointer (&self->digest, sky_digest_free);
  if (self->next == 0)
    self->digest = sky_digest_new ();
  if (self->next < 2)
    {
      const char *end = self->next == 1 ? strchr (self->head->str, '\n') : NULL;

      g_string_truncate (self->head, end != NULL ? (gsize) (end + 1 - self->head->str) : 0);
      self->epoch[0] = '\0';
    }
}

void
sky_live_log_skip_to (SkyLiveLog *self, guint64 first)
{
  g_return_if_fail (first >= self->next && self->n_waiting == 0);

  self->next = self->known_from = first;
  self->handed.next = self->kept.next = first;
}

/* --- Digest and epoch --------------------------------------------------------------------------
 */

gboolean
sky_live_log_get_digest (const SkyLiveLog *self, char hex[SKY_DIGEST_HEX_SIZE])
{
  if (self->digest == NULL)
    return FALSE;
  sky_digest_peek (self->digest, hex);
  return TRUE;
}

gboolean
sky_live_log_get_kept_digest (const SkyLiveLog *self, char hex[SKY_DIGEST_HEX_SIZE])
{
  g_strlcpy (hex, self->kept.digest, SKY_DIGEST_HEX_SIZE);
  return *hex != '\0';
}

void
sky_live_log_set_digest (SkyLiveLog *self, SkyDigest *digest)
{
  sky_digest_free (self->digest);
  self->digest = digest;
  sky_digest_peek (digest, self->kept.digest);
  self->handed = self->kept;
  if (self->waiting != NULL)
    sky_digest_update (digest, self->waiting->str, self->waiting->len);
}

const char *
sky_live_log_get_epoch (const SkyLiveLog *self)
{
  return self->epoch;
}

void
sky_live_log_set_epoch (SkyLiveLog *self, const char *epoch)
{
  g_strlcpy (self->epoch, epoch, sizeof self->epoch);
}

void
sky_live_log_set_header (SkyLiveLog *self, const char *bytes, gsize length)
{
  const gboolean first = self->head == NULL || self->head->len == 0;

  if (self->head == NULL)
    self->head = g_string_new (NULL);
  g_string_append_len (self->head, bytes, (gssize) length);
  g_string_append_c (self->head, '\n');
  if (!first)
    sky_live_epoch (self->head->str, self->head->len, self->epoch);
}
