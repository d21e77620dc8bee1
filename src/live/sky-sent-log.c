/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sent-log.h"

#include "sky-broker-address.h"
#include "sky-digest.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WINDOW_LINES 1000
#define WINDOW_BYTES (1024 * 1024)

#define BLOCK (64 * 1024)

struct _SkySentLog
{
  char *path;
  char *key;
  int file;
  SkyLiveReader *reader;
  char epoch[SKY_LIVE_EPOCH_SIZE];
  SkyDigest *digest; /* of what the receiver has */
  guint64 had;       /* how many lines that is */
  guint64 had_bytes;
  GByteArray *window;  /* what was read behind that; a last line may be unfinished */
  GArray *ends;        /* guint: where each whole line of it ends, behind its LF */
  guint sent;          /* of these lines */
  guint64 n_lines;     /* of the file, as far as they were counted */
  guint64 counted;     /* bytes */
  gboolean closed;     /* its last line is a table_close */
  SkyLiveHave pending; /* more than the file has, told once it has grown; bytes 0: none */
};

static gboolean
fail (const SkySentLog *self, GError **error, const char *cause)
{
  g_set_error (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_LOG, "%s: %s", self->path, cause);
  return FALSE;
}

/* Reads up to @size bytes at @offset. Returns: how many; -1 with errno. */
static gssize
read_at (const SkySentLog *self, gpointer buffer, gsize size, guint64 offset)
{
  gssize n;

  do
    n = pread (self->file, buffer, size, (off_t) offset);
  while (n < 0 && errno == EINTR);
  return n;
}

/* --- The window --------------------------------------------------------------------------------
 */

static guint64
get_read (const SkySentLog *self)
{
  return self->had_bytes + self->window->len;
}

/* Finds the ends of lines in what was read from @from on. */
static gboolean
find_ends (SkySentLog *self, guint from, GError **error)
{
  const char *text = (const char *) self->window->data;
  guint begin = self->ends->len > 0 ? g_array_index (self->ends, guint, self->ends->len - 1) : 0;

  while (from < self->window->len)
    {
      const char *lf = memchr (text + from, '\n', self->window->len - from);
      guint end;

      if (lf == NULL)
        break;
      end = (guint) (lf - text) + 1;
      if (end - 1 - begin > SKY_LIVE_RAW_MAX)
        break;
      g_array_append_val (self->ends, end);
      begin = from = end;
    }
  if (self->window->len - begin <= SKY_LIVE_RAW_MAX + 1)
    return TRUE;
  g_set_error (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_LOG,
               "%s: line %" G_GUINT64_FORMAT " is longer than 256 KiB and cannot be sent",
               self->path, self->had + self->ends->len + 1);
  return FALSE;
}

/* Reads ahead as far as the window goes. */
static gboolean
fill (SkySentLog *self, GError **error)
{
  while (self->ends->len < WINDOW_LINES && self->window->len < WINDOW_BYTES)
    {
      const guint before = self->window->len;
      gssize n;

      g_byte_array_set_size (self->window, before + BLOCK);
      n = read_at (self, self->window->data + before, BLOCK, self->had_bytes + before);
      g_byte_array_set_size (self->window, before + (guint) MAX (n, 0));
      if (n < 0)
        return fail (self, error, g_strerror (errno));
      if (n == 0)
        break;
      if (!find_ends (self, before, error))
        return FALSE;
    }
  return TRUE;
}

/* The receiver has the first @n lines of the window. */
static void
pass (SkySentLog *self, guint n)
{
  guint bytes;

  if (n == 0)
    return;
  bytes = g_array_index (self->ends, guint, n - 1);
  sky_digest_update (self->digest, self->window->data, bytes);
  g_byte_array_remove_range (self->window, 0, bytes);
  g_array_remove_range (self->ends, 0, n);
  for (guint i = 0; i < self->ends->len; i++)
    g_array_index (self->ends, guint, i) -= bytes;
  self->had += n;
  self->had_bytes += bytes;
  self->sent -= MIN (self->sent, n);
}

static void
begin_anew (SkySentLog *self)
{
  sky_digest_free (self->digest);
  self->digest = sky_digest_new ();
  self->had = self->had_bytes = 0;
  self->sent = 0;
  g_byte_array_set_size (self->window, 0);
  g_array_set_size (self->ends, 0);
}

/* Goes to where the receiver has @lines lines, or as far as the file goes. */
static gboolean
go_to (SkySentLog *self, guint64 lines, GError **error)
{
  if (lines < self->had)
    begin_anew (self);
  while (self->had < lines)
    {
      if (self->ends->len == 0 && !fill (self, error))
        return FALSE;
      if (self->ends->len == 0)
        break;
      pass (self, (guint) MIN (lines - self->had, self->ends->len));
    }
  return fill (self, error);
}

/* --- The file ----------------------------------------------------------------------------------
 */

static void
find_epoch (SkySentLog *self)
{
  g_autofree char *head = g_malloc (2 * (SKY_LIVE_RAW_MAX + 1));
  gssize n = read_at (self, head, 2 * (SKY_LIVE_RAW_MAX + 1), 0);
  const char *end = n > 0 ? memchr (head, '\n', (gsize) n) : NULL;

  if (end != NULL && (end = memchr (end + 1, '\n', (gsize) (head + n - (end + 1)))) != NULL)
    sky_live_epoch (head, (gsize) (end + 1 - head), self->epoch);
}

/* Whether the line in the file from @begin to @end, its LF, is a table_close. */
static gboolean
is_close (SkySentLog *self, guint64 begin, guint64 end)
{
  g_autofree char *text = NULL;
  SkyLiveLine line;

  if (end - begin > SKY_LIVE_LINE_MAX)
    return FALSE;
  text = g_malloc (end - begin + 1);
  return read_at (self, text, (gsize) (end - begin), begin) == (gssize) (end - begin)
         && sky_live_reader_line (self->reader, text, (gsize) (end - begin), &line) && line.closes;
}

/* Counts the file's whole lines, on from where it was counted, and looks at the last. */
static gboolean
count_lines (SkySentLog *self, GError **error)
{
  g_autofree char *text = g_malloc (BLOCK);
  const guint64 before = self->counted;
  guint64 last = before;
  guint64 at = before;
  gssize n;

  while ((n = read_at (self, text, BLOCK, at)) > 0)
    {
      const char *end = text + n;

      for (const char *lf = text; (lf = memchr (lf, '\n', (gsize) (end - lf))) != NULL; lf++)
        {
          last = self->counted;
          self->counted = at + (guint64) (lf - text) + 1;
          self->n_lines++;
        }
      at += (guint64) n;
    }
  if (self->counted > before)
    self->closed = is_close (self, last, self->counted - 1);
  return n < 0 ? fail (self, error, g_strerror (errno)) : TRUE;
}

/* The topic's key from the header. */
static gboolean
read_header (SkySentLog *self, GError **error)
{
  g_autofree char *property = NULL;
  g_autofree char *table = NULL;
  g_autofree char *day = NULL;
  SkyLiveLine line;

  if (!fill (self, error))
    return FALSE;
  if (self->ends->len == 0)
    return fail (self, error, "line 1: there is no header yet");
  if (!sky_live_reader_plain (self->reader, 0, (const char *) self->window->data,
                              g_array_index (self->ends, guint, 0) - 1, &line))
    return fail (self, error, "line 1: not the header of a table event log");
  property = sky_text_dup (line.property);
  table = sky_text_dup (line.table);
  day = sky_text_dup (line.day);
  self->key = sky_live_key (property, table, day);
  if (self->key == NULL)
    return fail (self, error,
                 "line 1: property, table and gaming day make no topic that can be published");
  return TRUE;
}

SkySentLog *
sky_sent_log_open (const char *path, GError **error)
{
  g_autoptr (SkySentLog) self = g_new0 (SkySentLog, 1);
  struct stat status;

  self->path = g_strdup (path);
  self->reader = sky_live_reader_new ();
  self->digest = sky_digest_new ();
  self->window = g_byte_array_new ();
  self->ends = g_array_new (FALSE, FALSE, sizeof (guint));
  self->file = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (self->file < 0 || fstat (self->file, &status) != 0)
    {
      fail (self, error, g_strerror (errno));
      return NULL;
    }
  if (!S_ISREG (status.st_mode))
    {
      fail (self, error, "no regular file");
      return NULL;
    }
  if (!read_header (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
sky_sent_log_free (SkySentLog *self)
{
  if (self == NULL)
    return;
  if (self->file >= 0)
    close (self->file);
  sky_live_reader_free (self->reader);
  sky_digest_free (self->digest);
  g_byte_array_unref (self->window);
  g_array_unref (self->ends);
  g_free (self->path);
  g_free (self->key);
  g_free (self);
}

const char *
sky_sent_log_get_path (const SkySentLog *self)
{
  return self->path;
}

const char *
sky_sent_log_get_key (const SkySentLog *self)
{
  return self->key;
}

void
sky_sent_log_get_hello (SkySentLog *self, SkyLiveHello *hello)
{
  if (self->epoch[0] == '\0')
    find_epoch (self);
  count_lines (self, NULL);
  g_strlcpy (hello->epoch, self->epoch, sizeof hello->epoch);
  hello->first = 0;
  hello->last = MAX (self->n_lines, 1) - 1;
  hello->open = !self->closed;
}

gboolean
sky_sent_log_look (SkySentLog *self, GError **error)
{
  struct stat status;
  gboolean moved;

  if (fstat (self->file, &status) != 0)
    return fail (self, error, g_strerror (errno));
  if ((guint64) status.st_size < get_read (self))
    return fail (self, error, "the log is shorter than it was");
  if ((guint64) status.st_size == get_read (self))
    return TRUE;
  if (!fill (self, error))
    return FALSE;
  if (self->pending.bytes > 0 && (guint64) status.st_size >= self->pending.bytes)
    {
      const SkyLiveHave have = self->pending;

      return sky_sent_log_take_have (self, &have, &moved, error);
    }
  return TRUE;
}

/* --- What the receiver says --------------------------------------------------------------------
 */

gboolean
sky_sent_log_take_have (SkySentLog *self, const SkyLiveHave *have, gboolean *moved, GError **error)
{
  const guint64 before = self->had;
  char hex[SKY_DIGEST_HEX_SIZE];

  *moved = FALSE;
  self->pending.bytes = 0;
  if (self->epoch[0] == '\0')
    find_epoch (self);
  /* It speaks of another log of the table and day. */
  if (have->epoch[0] != '\0' && !g_str_equal (have->epoch, self->epoch))
    return TRUE;
  if (!go_to (self, have->position + 1, error))
    return FALSE;
  *moved = self->had != before;
  /* The receiver has more than the file: the table lost its end, or somebody waits to write it. */
  if (self->had < have->position + 1)
    {
      self->pending = *have;
      return TRUE;
    }
  if (have->sha256[0] == '\0')
    return TRUE;
  sky_digest_peek (self->digest, hex);
  if (g_str_equal (hex, have->sha256) && have->bytes == self->had_bytes)
    return TRUE;
  g_set_error (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_LOG,
               "%s: the receiver has other bytes up to line %" G_GUINT64_FORMAT
               " (its digest is %s, the log's is %s)",
               self->path, have->position + 1, have->sha256, hex);
  return FALSE;
}

gboolean
sky_sent_log_go_back (SkySentLog *self, guint64 from, GError **error)
{
  if (from < self->had && !go_to (self, from, error))
    return FALSE;
  if (from >= self->had && from - self->had <= self->ends->len)
    self->sent = (guint) (from - self->had);
  return TRUE;
}

void
sky_sent_log_send_again (SkySentLog *self)
{
  self->sent = 0;
}

gboolean
sky_sent_log_is_under_way (const SkySentLog *self)
{
  return self->sent > 0;
}

/* --- Payloads ----------------------------------------------------------------------------------
 */

/* Puts the line @index of the window onto @payload as it is published. */
static void
add_line (SkySentLog *self, guint index, GString *payload)
{
  const guint begin = index > 0 ? g_array_index (self->ends, guint, index - 1) : 0;
  const gsize length = g_array_index (self->ends, guint, index) - 1 - begin;
  const char *text = (const char *) self->window->data + begin;
  const guint64 position = self->had + index;
  SkyLiveLine line;

  if (sky_live_reader_plain (self->reader, position, text, length, &line))
    g_string_append_len (payload, text, (gssize) length);
  else
    sky_live_add_raw (payload, position, text, length);
}

/* Whether the next line is one of those that may be under way. */
static gboolean
may_send (const SkySentLog *self)
{
  return self->sent < MIN (self->ends->len, WINDOW_LINES)
         && g_array_index (self->ends, guint, self->sent) <= WINDOW_BYTES;
}

gboolean
sky_sent_log_next (SkySentLog *self, GString *payload, SkyLiveLevel *level)
{
  guint n = 0;

  g_string_truncate (payload, 0);
  while (may_send (self))
    {
      const gsize before = payload->len;

      if (n > 0)
        g_string_append_c (payload, '\n');
      add_line (self, self->sent, payload);
      if (n > 0 && payload->len > SKY_LIVE_LINES_MAX)
        {
          g_string_truncate (payload, before);
          break;
        }
      self->sent++;
      n++;
    }
  *level = n > 1 ? SKY_LIVE_LINES : SKY_LIVE_LINE;
  return n > 0;
}
