/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-log.h"

#include "sky-digest.h"
#include "sky-event-scan-private.h"

#include <gio/gio.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define UNPACK_BLOCK (256 * 1024)

GQuark
sky_log_error_quark (void)
{
  return g_quark_from_static_string ("sky-log-error");
}

struct _SkyLog
{
  gatomicrefcount refs;
  char *path;
  GBytes *bytes;
  char *damage;
  SkyLogHeader header;
  gsize header_length; /* with its LF */
  char *property;
  char *table;
  char *time_zone;
  char *currency;
};

struct _SkyLogReader
{
  SkyLog *log;
  SkyJsonParser *parser;
  SkyFormatIndex formats;
  SkyEventScanner *scanner;
  const char *data;
  gsize size;
  gsize scannable; /* lines that begin before here can be given to the scanner */
  gsize next;      /* where the next line begins */
  guint64 number;
  SkyLine line;
  SkyDigest *digest;
  gsize digested;
};

static gsize
line_length (const char *data, gsize size)
{
  const char *end = size > 0 ? memchr (data, '\n', size) : NULL;

  return end != NULL ? (gsize) (end - data) : size;
}

static gboolean
fail_header (SkyLog *self, GError **error, const char *cause)
{
  g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_HEADER,
               "%s: line 1: not the header of a table event log: %s", self->path, cause);
  return FALSE;
}

static gboolean
take_text (SkyLog *self, const SkyJsonNode *root, const char *name, char **text, GError **error)
{
  const SkyJsonNode *node = sky_json_member (root, name);

  if (node == NULL || node->kind != SKY_JSON_TEXT)
    {
      g_autofree char *cause = g_strdup_printf ("the member “%s” is missing or no text", name);

      return fail_header (self, error, cause);
    }
  *text = sky_text_dup (node->text);
  return TRUE;
}

static gboolean
read_header (SkyLog *self, GError **error)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  gsize size;
  const char *data = g_bytes_get_data (self->bytes, &size);
  gsize length = line_length (data, size);
  const char *cause = NULL;
  const SkyJsonNode *root, *kind, *version, *game, *day;

  if (size == 0)
    return fail_header (self, error, "the file is empty");
  root = sky_json_parse (parser, data, length, FALSE, &cause);
  if (root == NULL)
    return fail_header (self, error, cause);

  kind = sky_json_member (root, "log");
  if (kind == NULL || kind->kind != SKY_JSON_TEXT || !sky_text_is (kind->text, "skyward.table-log"))
    return fail_header (self, error, "the member “log” is not “skyward.table-log”");

  version = sky_json_member (root, "version");
  if (version == NULL || version->kind != SKY_JSON_INT || version->integer != 1)
    {
      g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_VERSION,
                   "%s: line 1: the log is not of version 1", self->path);
      return FALSE;
    }

  game = sky_json_member (root, "game");
  if (game == NULL || game->kind != SKY_JSON_TEXT
      || !sky_game_id_from_name (game->text, &self->header.game))
    return fail_header (self, error, "the member “game” names no game");

  day = sky_json_member (root, "gaming_day");
  if (day == NULL || day->kind != SKY_JSON_TEXT
      || !sky_day_parse (day->text.data, day->text.length, &self->header.gaming_day))
    return fail_header (self, error, "the member “gaming_day” is no day (YYYY-MM-DD)");

  if (!take_text (self, root, "property", &self->property, error)
      || !take_text (self, root, "table", &self->table, error)
      || !take_text (self, root, "time_zone", &self->time_zone, error)
      || !take_text (self, root, "currency", &self->currency, error))
    return FALSE;

  self->header.property = self->property;
  self->header.table = self->table;
  self->header.time_zone = self->time_zone;
  self->header.currency = self->currency;
  self->header_length = MIN (length + 1, size);
  return TRUE;
}

static gboolean
fail_open (GError **error, const char *path, int code)
{
  g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN, "%s: %s", path, g_strerror (code));
  return FALSE;
}

static gboolean
map_file (int fd, const char *path, GBytes **bytes, GError **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autoptr (GMappedFile) map = g_mapped_file_new_from_fd (fd, FALSE, &local_error);

  if (map == NULL)
    {
      g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN, "%s: %s", path, local_error->message);
      return FALSE;
    }
  *bytes = g_mapped_file_get_bytes (map);
  return TRUE;
}

static gboolean
write_all (int fd, const char *data, gsize size)
{
  while (size > 0)
    {
      gssize n = write (fd, data, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      data += n;
      size -= (gsize) n;
    }
  return TRUE;
}

/* Unpacks @fd into a temporary file that has no name and vanishes with its mapping. What stands
 * before a damage is kept and the damage noted. */
static gboolean
unpack (SkyLog *self, int fd, GError **error)
{
  g_autofree char *block = g_malloc (UNPACK_BLOCK);
  g_autofree char *name = NULL;
  gzFile packed;
  gboolean done;
  int unpacked = g_file_open_tmp ("skyward-XXXXXX.tel.jsonl", &name, error);

  if (unpacked < 0)
    return FALSE;
  unlink (name);

  packed = gzdopen (dup (fd), "rb");
  if (packed == NULL)
    {
      close (unpacked);
      return fail_open (error, self->path, errno);
    }
  for (;;)
    {
      int code, n = gzread (packed, block, UNPACK_BLOCK);

      if (n < 0)
        self->damage =
            g_strdup_printf ("the compressed file is damaged: %s", gzerror (packed, &code));
      if (n <= 0)
        break;
      if (!write_all (unpacked, block, (gsize) n))
        {
          fail_open (error, self->path, errno);
          gzclose_r (packed);
          close (unpacked);
          return FALSE;
        }
    }
  /* A file that was cut off shows only when it is closed. */
  if (gzclose_r (packed) == Z_BUF_ERROR && self->damage == NULL)
    self->damage = g_strdup ("the compressed file ends too early");

  done = map_file (unpacked, self->path, &self->bytes, error);
  close (unpacked);
  return done;
}

SkyLog *
sky_log_open (const char *path, GError **error)
{
  g_autoptr (SkyLog) self = g_new0 (SkyLog, 1);
  struct stat status;
  gboolean mapped;
  int fd;

  g_atomic_ref_count_init (&self->refs);
  self->path = g_strdup (path);

  /* Not blocking: a pipe in a log's place must not hang the audit. */
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    {
      fail_open (error, path, errno);
      return NULL;
    }
  if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode))
    {
      close (fd);
      g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN, "%s: %s", path,
                   S_ISDIR (status.st_mode) ? "a folder, not a log" : "not a regular file");
      return NULL;
    }

  mapped = g_str_has_suffix (path, ".gz") ? unpack (self, fd, error)
                                          : map_file (fd, path, &self->bytes, error);
  close (fd);
  if (!mapped || !read_header (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

SkyLog *
sky_log_new_from_bytes (GBytes *bytes, const char *name, GError **error)
{
  g_autoptr (SkyLog) self = g_new0 (SkyLog, 1);

  g_atomic_ref_count_init (&self->refs);
  self->path = g_strdup (name);
  self->bytes = g_bytes_ref (bytes);
  return read_header (self, error) ? g_steal_pointer (&self) : NULL;
}

SkyLog *
sky_log_ref (SkyLog *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
sky_log_unref (SkyLog *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->refs))
    return;
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->path);
  g_free (self->damage);
  g_free (self->property);
  g_free (self->table);
  g_free (self->time_zone);
  g_free (self->currency);
  g_free (self);
}

const char *
sky_log_get_path (const SkyLog *self)
{
  return self->path;
}

const SkyLogHeader *
sky_log_get_header (const SkyLog *self)
{
  return &self->header;
}

const char *
sky_log_get_data (const SkyLog *self, gsize *size)
{
  return g_bytes_get_data (self->bytes, size);
}

const char *
sky_log_get_damage (const SkyLog *self)
{
  return self->damage;
}

/* What is behind the last LF that has the scanner's padding behind it. */
static gsize
end_of_scannable (const char *data, gsize size)
{
  const char *end =
      size > SKY_EVENT_SCAN_PADDING ? memrchr (data, '\n', size - SKY_EVENT_SCAN_PADDING) : NULL;

  return end != NULL ? (gsize) (end - data) + 1 : 0;
}

SkyLogReader *
sky_log_reader_new (SkyLog *log, SkyBetLookup lookup)
{
  SkyLogReader *self = g_new0 (SkyLogReader, 1);

  self->log = sky_log_ref (log);
  self->parser = sky_json_parser_new ();
  self->data = sky_log_get_data (log, &self->size);
  sky_format_index_init (&self->formats, log->header.game, lookup);
  self->scanner = sky_event_scanner_new (&self->formats);
  self->scannable = end_of_scannable (self->data, self->size);
  sky_log_reader_seek (self, (goffset) log->header_length, 2);
  return self;
}

void
sky_log_reader_free (SkyLogReader *self)
{
  if (self == NULL)
    return;
  sky_log_unref (self->log);
  sky_json_parser_free (self->parser);
  sky_event_scanner_free (self->scanner);
  sky_digest_free (self->digest);
  g_free (self);
}

void
sky_log_reader_seek (SkyLogReader *self, goffset offset, guint64 number)
{
  g_return_if_fail (offset >= 0 && (gsize) offset <= self->size && number >= 2);

  self->next = (gsize) offset;
  self->number = number;
}

/* Reads the line the short way. Returns FALSE when it must be read the long way. */
static gboolean
scan_line (SkyLogReader *self, const char *bytes)
{
  SkyLine *line = &self->line;
  const char *end;

  if (self->next >= self->scannable)
    return FALSE;
  end = sky_event_scanner_read (self->scanner, bytes, &line->event, &line->note);
  if (end == NULL || (gsize) (end - bytes) > SKY_JSON_MAX_LENGTH)
    return FALSE;
  line->kind = SKY_LINE_EVENT;
  line->length = (gsize) (end - bytes);
  self->next += line->length + 1;
  return TRUE;
}

const SkyLine *
sky_log_reader_next (SkyLogReader *self)
{
  SkyLine *line = &self->line;
  const char *bytes = self->data + self->next;
  gsize left = self->size - self->next;
  const char *cause = NULL;
  const SkyJsonNode *root;

  if (left == 0)
    return NULL;

  line->number = self->number++;
  line->offset = (goffset) self->next;
  if (scan_line (self, bytes))
    return line;
  line->length = line_length (bytes, left);
  self->next += MIN (line->length + 1, left);

  root = sky_json_parse (self->parser, bytes, line->length, left - line->length >= SKY_JSON_PADDING,
                         &cause);
  if (root == NULL)
    {
      memset (&line->event, 0, sizeof line->event);
      memset (&line->note, 0, sizeof line->note);
      g_snprintf (line->note.cause, sizeof line->note.cause, "no JSON object: %s",
                  line->length == 0 ? "the line is empty" : cause);
      line->kind = SKY_LINE_QUARANTINED;
      return line;
    }

  switch (sky_event_read (&self->formats, root, &line->event, &line->note))
    {
    case SKY_READ_EVENT:
      line->kind = SKY_LINE_EVENT;
      break;
    case SKY_READ_UNKNOWN_TYPE:
      line->kind = SKY_LINE_UNKNOWN_TYPE;
      break;
    case SKY_READ_MALFORMED:
      line->kind = SKY_LINE_QUARANTINED;
      break;
    }
  return line;
}

void
sky_log_reader_digest (SkyLogReader *self, char hex[65])
{
  gsize end = (gsize) self->line.offset;

  if (self->digest == NULL)
    self->digest = sky_digest_new ();
  if (end > self->digested)
    {
      sky_digest_update (self->digest, self->data + self->digested, end - self->digested);
      self->digested = end;
    }
  sky_digest_peek (self->digest, hex);
}

const SkyFormatIndex *
sky_log_reader_get_formats (const SkyLogReader *self)
{
  return &self->formats;
}
