/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-log.h"

#include "sky-digest.h"
#include "sky-event-scan-private.h"
#include "sky-log-header-private.h"
#include "sky-log-lines-private.h"
#include "sky-log-order-private.h"

#include <string.h>

G_STATIC_ASSERT (SKY_EVENT_SCAN_PADDING < SKY_JSON_PADDING);

#define HAS_NUL "a text has the character U+0000"

GQuark
sky_log_error_quark (void)
{
  return g_quark_from_static_string ("sky-log-error");
}

struct _SkyLog
{
  gatomicrefcount refs;
  char *folder; /* of its archive; NULL: the user gave the path */
  char *path;
  GBytes *bytes; /* NULL: in the file at @path */
  SkyHeaderStore store;
  GBytes *header_line; /* without its LF */
};

struct _SkyLogReader
{
  SkyLog *log;
  SkyLogLines *lines; /* NULL: the file cannot be opened any more, or is another */
  char *damage;       /* why so */
  SkyJsonParser *parser;
  SkyFormatIndex formats;
  SkyEventScanner *scanner;
  guint64 number;
  goffset lost; /* where a last line begins whose end could not be read; 0: there is none */
  SkyLine line;

  GArray *stretches; /* of SkyLogStretch, in their order; NULL: the file's order */
  guint stretch;     /* that is being read */
  goffset first;     /* where the line behind the header begins */
  guint64 first_number;
  SkyLogOrder *order;
  SkyTime last_at; /* of the line before, in this order */
};

static gboolean
fail_header (SkyLog *self, GError **error, const char *cause)
{
  g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_HEADER,
               "%s: line 1: not the header of a table event log: %s", self->path, cause);
  return FALSE;
}

/* Whether a text of the line, parsed as @root, has U+0000. Only an escape gives one, so that hardly
 * a line is looked at twice. */
static gboolean
has_nul (const SkyLogLine *line, const SkyJsonNode *root)
{
  static const char escape[] = "\\u0000";

  return memmem (line->text, (gsize) line->length, escape, strlen (escape)) != NULL
         && sky_json_has_nul (root);
}

/* The name of a member that @root has twice, or NULL. */
static const SkyText *
find_doubled (const SkyJsonNode *root)
{
  const SkyJsonNode *name = sky_json_first (root);

  for (guint i = 0; i < root->n_children; i++, name = sky_json_next (name + 1))
    {
      const SkyJsonNode *other = sky_json_next (name + 1);

      for (guint j = i + 1; j < root->n_children; j++, other = sky_json_next (other + 1))
        if (sky_text_equal (name->text, other->text))
          return &name->text;
    }
  return NULL;
}

/* The mark that some programs put before UTF-8, which the format does not have. */
static gboolean
begins_with_mark (const SkyLogLine *line)
{
  return line->length >= 3 && memcmp (line->text, "\xef\xbb\xbf", 3) == 0;
}

static gboolean
read_header (SkyLog *self, SkyLogLines *lines, GError **error)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autofree char *wrong = NULL;
  const char *cause = NULL;
  const SkyJsonNode *root;
  const SkyText *doubled;
  SkyLogError code;
  SkyLogLine line;

  if (!sky_log_lines_next (lines, &line))
    return fail_header (self, error,
                        sky_log_lines_get_damage (lines) != NULL ? sky_log_lines_get_damage (lines)
                                                                 : "the file is empty");
  if (line.text == NULL)
    return fail_header (self, error, "the line is too long");
  self->header_line = g_bytes_new (line.text, (gsize) line.length);
  root = sky_json_parse (parser, line.text, (gsize) line.length, line.padded, &cause);
  if (root == NULL)
    return fail_header (self, error,
                        begins_with_mark (&line) ? "it begins with a byte order mark" : cause);

  if (root->kind == SKY_JSON_OBJECT && (doubled = find_doubled (root)) != NULL)
    {
      g_autofree char *name = sky_text_dup (*doubled);
      g_autofree char *twice = g_strdup_printf ("the member “%s” is given twice", name);

      return fail_header (self, error, twice);
    }
  if (has_nul (&line, root))
    return fail_header (self, error, HAS_NUL);

  wrong = sky_header_store_read (&self->store, root, &code);
  if (wrong == NULL)
    return TRUE;
  if (code != SKY_LOG_ERROR_VERSION)
    return fail_header (self, error, wrong);
  g_set_error (error, SKY_LOG_ERROR, code, "%s: line 1: %s", self->path, wrong);
  return FALSE;
}

static SkyLogLines *
open_lines (const SkyLog *self, GError **error)
{
  return self->bytes != NULL ? sky_log_lines_new (self->bytes)
                             : sky_log_lines_open (self->folder, self->path, error);
}

static SkyLog *
open_log (const char *folder, const char *path, GBytes *bytes, GError **error)
{
  g_autoptr (SkyLog) self = g_new0 (SkyLog, 1);
  g_autoptr (SkyLogLines) lines = NULL;

  g_atomic_ref_count_init (&self->refs);
  self->folder = g_strdup (folder);
  self->path = g_strdup (path);
  self->bytes = bytes != NULL ? g_bytes_ref (bytes) : NULL;
  lines = open_lines (self, error);
  if (lines == NULL || !read_header (self, lines, error))
    return NULL;
  return g_steal_pointer (&self);
}

SkyLog *
sky_log_open (const char *path, GError **error)
{
  return open_log (NULL, path, NULL, error);
}

SkyLog *
sky_log_open_in_archive (const char *folder, const char *path, GError **error)
{
  return open_log (folder, path, NULL, error);
}

SkyLog *
sky_log_new_from_bytes (GBytes *bytes, const char *name, GError **error)
{
  return open_log (NULL, name, bytes, error);
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
  g_clear_pointer (&self->header_line, g_bytes_unref);
  g_free (self->folder);
  g_free (self->path);
  sky_header_store_clear (&self->store);
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
  return &self->store.header;
}

gboolean
sky_log_digest (const SkyLog *self, char hex[65], GError **error)
{
  g_autoptr (SkyLogLines) lines = open_lines (self, error);

  if (lines == NULL)
    return FALSE;
  sky_log_lines_want_digest (lines);
  sky_log_lines_pass_all (lines);
  sky_log_lines_digest (lines, sky_log_lines_get_offset (lines), hex);
  return TRUE;
}

gboolean
sky_log_begins_with (const SkyLog *self, goffset length, const char *sha256)
{
  g_autoptr (SkyLogLines) lines = open_lines (self, NULL);
  char hex[SKY_DIGEST_HEX_SIZE];

  if (lines == NULL)
    return FALSE;
  sky_log_lines_want_digest (lines);
  if (!sky_log_lines_pass (lines, length))
    return FALSE;
  sky_log_lines_digest (lines, length, hex);
  return g_str_equal (hex, sha256);
}

/* The file is opened anew for each reader; in between it may have become another. */
static void
open_reader (SkyLogReader *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLogLines) lines = open_lines (self->log, &error);
  gsize length;
  const char *header = g_bytes_get_data (self->log->header_line, &length);
  SkyLogLine line;

  if (lines == NULL)
    {
      self->damage = g_strdup (error->message);
      return;
    }
  if (!sky_log_lines_next (lines, &line) || line.text == NULL || (gsize) line.length != length
      || memcmp (line.text, header, length) != 0)
    {
      self->damage = g_strdup ("the file was replaced while it was read");
      return;
    }
  self->lines = g_steal_pointer (&lines);
}

static SkyLogReader *
new_reader (SkyLog *log, SkyBetLookup lookup)
{
  SkyLogReader *self = g_new0 (SkyLogReader, 1);

  self->log = sky_log_ref (log);
  self->parser = sky_json_parser_new ();
  self->number = 2;
  sky_format_index_init (&self->formats, log->store.header.game, log->store.header.version, lookup);
  self->scanner = sky_event_scanner_new (&self->formats);
  open_reader (self);
  return self;
}

/* Whether the log may have corrections: hardly any has the word. */
static gboolean
has_again (const SkyLog *log)
{
  static const char word[] = "\"again\"";
  g_autoptr (SkyLogLines) lines = open_lines (log, NULL);
  SkyLogLine line;

  while (lines != NULL && sky_log_lines_next (lines, &line))
    if (line.text != NULL && memmem (line.text, (gsize) line.length, word, strlen (word)) != NULL)
      return TRUE;
  return FALSE;
}

static void
go_to_stretch (SkyLogReader *self, guint number)
{
  const SkyLogStretch *stretch = &g_array_index (self->stretches, SkyLogStretch, number);

  self->stretch = number;
  sky_log_lines_seek (self->lines, stretch->from);
  self->number = stretch->number;
}

/* Goes through all lines once, and to the first that counts: the log may begin with a round that is
 * corrected. */
static void
find_order (SkyLogReader *self, SkyBetLookup lookup)
{
  g_autoptr (SkyLogReader) reader = new_reader (self->log, lookup);
  SkyLogStretch first = { sky_log_lines_get_offset (self->lines), G_MAXINT64, self->number };
  const SkyLine *line;

  self->order = sky_log_order_new ();
  while ((line = sky_log_reader_next (reader)) != NULL)
    if (line->kind == SKY_LINE_EVENT)
      sky_log_order_meet (self->order, &line->event, line->offset,
                          line->offset + (goffset) line->length + 1, line->number);
  self->stretches = sky_log_order_make (self->order, &first);
  self->first = first.from;
  self->first_number = first.number;
  if (self->stretches != NULL
      && g_array_index (self->stretches, SkyLogStretch, 0).from != first.from)
    go_to_stretch (self, 0);
}

SkyLogReader *
sky_log_reader_new (SkyLog *log, SkyBetLookup lookup)
{
  SkyLogReader *self = new_reader (log, lookup);

  if (self->formats.version > 1 && self->lines != NULL && has_again (log))
    find_order (self, lookup);
  return self;
}

gboolean
sky_log_reader_is_corrected (const SkyLogReader *self)
{
  return self->stretches != NULL;
}

void
sky_log_reader_set_file_order (SkyLogReader *self)
{
  if (self->stretches != NULL && sky_log_lines_get_offset (self->lines) != self->first)
    {
      sky_log_lines_seek (self->lines, self->first);
      self->number = self->first_number;
    }
  g_clear_pointer (&self->stretches, g_array_unref);
}

void
sky_log_reader_free (SkyLogReader *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->stretches, g_array_unref);
  sky_log_order_free (self->order);
  sky_log_unref (self->log);
  sky_log_lines_free (self->lines);
  sky_json_parser_free (self->parser);
  sky_event_scanner_free (self->scanner);
  g_free (self->damage);
  g_free (self);
}

void
sky_log_reader_seek (SkyLogReader *self, goffset offset, guint64 number)
{
  g_return_if_fail (offset >= 0 && number >= 2);

  sky_log_reader_set_file_order (self);
  if (self->lines != NULL)
    sky_log_lines_seek (self->lines, offset);
  self->number = number;
}

/* Reads the next line the short way. Returns FALSE when it must be read the long way. */
static inline gboolean
scan_line (SkyLogReader *self)
{
  SkyLine *line = &self->line;
  const char *text = sky_log_lines_peek (self->lines);
  const char *end;

  if (text == NULL)
    return FALSE;
  end = sky_event_scanner_read (self->scanner, text, &line->event, &line->note);
  if (end == NULL || (gsize) (end - text) > SKY_JSON_MAX_LENGTH)
    return FALSE;
  line->kind = SKY_LINE_EVENT;
  line->number = self->number++;
  line->length = (gsize) (end - text);
  line->offset = sky_log_lines_take (self->lines, end);
  return TRUE;
}

/* Reads the line's text into @line; returns why it cannot be read, or NULL. */
static const char *
read_text (SkyLogReader *self, const SkyLogLine *text, const SkyJsonNode **root)
{
  const char *cause = NULL;

  if (text->text == NULL)
    return "the line is too long";
  if (text->length == 0)
    return "the line is empty";
  *root = sky_json_parse (self->parser, text->text, (gsize) text->length, text->padded, &cause);
  return cause;
}

void
sky_log_reader_set_growing (SkyLogReader *self, gboolean growing)
{
  if (self->lines != NULL)
    sky_log_lines_set_growing (self->lines, growing);
}

gboolean
sky_log_reader_get_offset (const SkyLogReader *self, goffset *offset, guint64 *number)
{
  if (self->lines == NULL || sky_log_lines_is_torn (self->lines)
      || sky_log_lines_get_damage (self->lines) != NULL)
    return FALSE;
  *offset = sky_log_lines_get_offset (self->lines);
  *number = self->number;
  return TRUE;
}

gboolean
sky_log_reader_pass (SkyLogReader *self, goffset offset, guint64 number)
{
  sky_log_reader_set_file_order (self);
  self->number = number;
  return self->lines != NULL && sky_log_lines_pass (self->lines, offset);
}

gboolean
sky_log_reader_look_again (SkyLogReader *self)
{
  return self->lines != NULL && sky_log_lines_look_again (self->lines);
}

/* Reads the next line the long way. Returns FALSE at the end. */
static G_GNUC_NO_INLINE gboolean
read_line (SkyLogReader *self)
{
  SkyLine *line = &self->line;
  const SkyJsonNode *root = NULL;
  const char *cause;
  SkyLogLine text;

  if (!sky_log_lines_next (self->lines, &text))
    return FALSE;

  line->number = self->number;
  line->offset = text.offset;
  line->length = (gsize) text.length;
  cause = read_text (self, &text, &root);
  /* Of a line whose end is lost it is told with what else is. */
  if (root == NULL && sky_log_lines_is_torn (self->lines)
      && sky_log_lines_get_damage (self->lines) != NULL)
    {
      self->lost = text.offset;
      return FALSE;
    }
  self->number++;
  if (root == NULL)
    {
      memset (&line->event, 0, sizeof line->event);
      memset (&line->note, 0, sizeof line->note);
      g_snprintf (line->note.cause, sizeof line->note.cause, "no JSON object: %s", cause);
      line->kind = SKY_LINE_QUARANTINED;
      return TRUE;
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
  if (line->kind != SKY_LINE_QUARANTINED && has_nul (&text, root))
    {
      g_strlcpy (line->note.cause, HAS_NUL, sizeof line->note.cause);
      line->kind = SKY_LINE_QUARANTINED;
    }
  return TRUE;
}

/* Goes to where the next line that counts stands. Returns FALSE at the end. */
static gboolean
find_next (SkyLogReader *self)
{
  const SkyLogStretch *stretch = &g_array_index (self->stretches, SkyLogStretch, self->stretch);

  if (sky_log_lines_get_offset (self->lines) < stretch->until)
    return TRUE;
  if (self->stretch + 1 == self->stretches->len)
    return FALSE;
  go_to_stretch (self, self->stretch + 1);
  return TRUE;
}

/* An `again` is no event of the round's own time. */
static void
place_again (SkyLogReader *self, SkyEvent *event)
{
  gint64 round = event->again.round;

  if (self->last_at != 0)
    event->at = self->last_at;
  if (!sky_log_order_begins_round (self->order, self->line.offset))
    return;
  event->type = SKY_EVENT_ROUND_START;
  event->round.round = round;
}

static const SkyLine *
next_in_order (SkyLogReader *self)
{
  SkyLine *line = &self->line;

  if (!find_next (self) || !(scan_line (self) || read_line (self)))
    return NULL;
  if (line->kind == SKY_LINE_EVENT && line->event.type == SKY_EVENT_AGAIN)
    place_again (self, &line->event);
  if (line->kind != SKY_LINE_QUARANTINED)
    self->last_at = line->event.at;
  return line;
}

const SkyLine *
sky_log_reader_next (SkyLogReader *self)
{
  if (self->lines == NULL)
    return NULL;
  if (G_UNLIKELY (self->stretches != NULL))
    return next_in_order (self);
  return scan_line (self) || read_line (self) ? &self->line : NULL;
}

void
sky_log_reader_unpack_ahead (SkyLogReader *self)
{
  if (self->lines != NULL)
    sky_log_lines_unpack_ahead (self->lines);
}

void
sky_log_reader_want_digest (SkyLogReader *self)
{
  /* The header was read but is in the window still. */
  if (self->lines != NULL)
    sky_log_lines_want_digest (self->lines);
}

void
sky_log_reader_digest (SkyLogReader *self, char hex[65])
{
  g_return_if_fail (self->lines != NULL);

  sky_log_lines_digest (self->lines, self->line.offset, hex);
}

goffset
sky_log_reader_digest_so_far (SkyLogReader *self, char hex[65])
{
  goffset length;

  *hex = '\0';
  if (self->lines == NULL)
    return 0;
  length = sky_log_lines_get_offset (self->lines);
  sky_log_lines_digest (self->lines, length, hex);
  return length;
}

goffset
sky_log_reader_get_progress (const SkyLogReader *self)
{
  return self->lines != NULL ? sky_log_lines_get_progress (self->lines) : 0;
}

void
sky_log_reader_get_lost (const SkyLogReader *self, goffset *offset, guint64 *number)
{
  *number = self->number;
  *offset = self->lost > 0        ? self->lost
            : self->lines != NULL ? sky_log_lines_get_offset (self->lines)
                                  : 0;
}

const char *
sky_log_reader_get_damage (const SkyLogReader *self)
{
  return self->lines != NULL ? sky_log_lines_get_damage (self->lines) : self->damage;
}

const SkyFormatIndex *
sky_log_reader_get_formats (const SkyLogReader *self)
{
  return &self->formats;
}
