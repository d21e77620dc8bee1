/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-source.h"

#include "sky-csv-row.h"
#include "sky-json-field.h"
#include "sky-xml-records.h"

#include <string.h>

/* What is known of a field while a source is read. */
typedef struct
{
  const char *name;
  int place;      /* the pattern's group or the column; -1: neither */
  GString *text;  /* of what is no text in the source */
  gboolean asked; /* a rule read it */
  gboolean seen;  /* and a record had it */
} Field;

/* A line of CSV that is read again. */
typedef struct
{
  guint64 number;
  GString *text;
} Line;

struct _SkySource
{
  const SkyMap *map;
  SkySourceBytes *bytes;
  char *name;
  Field *fields;
  guint n_fields;
  SkySourceRecord record;
  guint64 number; /* of lines read */
  GString *kept;  /* the record's text where it does not lie in the bytes */
  GString *wrong;
  GIConv converter; /* (GIConv) -1: none */

  GMatchInfo *match; /* of lines */
  SkyCsvRow *row;
  GQueue *lines;   /* of Line: of CSV, to be read again */
  GPtrArray *open; /* of Line: those of the row that is not whole */
  guint n_columns;
  SkyXmlRecords *xml;
  SkyJsonParser *parser;
  const SkyJsonNode *root; /* the record's, or the document's */
  GPtrArray *nodes;        /* of JSON: the records */
  SkyJsonParser *payload_parser;
  const SkyJsonNode *payload; /* NULL: the record has none */
};

static Line *
line_new (guint64 number, const char *text, gsize length)
{
  Line *line = g_new (Line, 1);

  *line = (Line){ number, g_string_new_len (text, (gssize) length) };
  return line;
}

static void
line_free (gpointer data)
{
  Line *line = data;

  g_string_free (line->text, TRUE);
  g_free (line);
}

static gboolean fail (const SkySource *self, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static gboolean
fail (const SkySource *self, GError **error, const char *format, ...)
{
  g_autofree char *cause = NULL;
  va_list args;

  va_start (args, format);
  cause = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE, "%s: %s", self->name, cause);
  return FALSE;
}

static void
set_wrong (SkySource *self, const char *what, const char *cause)
{
  g_string_printf (self->wrong, "%s%s", what, cause);
  self->record.wrong = self->wrong->str;
}

static void
collect (SkySource *self, const SkyJsonNode *node, char *const *steps)
{
  const SkyJsonNode *child;

  if (*steps == NULL)
    {
      g_ptr_array_add (self->nodes, (gpointer) node);
      return;
    }
  if (!g_str_equal (*steps, "*"))
    {
      child = sky_json_member (node, *steps);
      if (child != NULL)
        collect (self, child, steps + 1);
      return;
    }
  if (node->kind != SKY_JSON_ARRAY)
    return;
  child = sky_json_first (node);
  for (guint i = 0; i < node->n_children; i++, child = sky_json_next (child))
    collect (self, child, steps + 1);
}

/* Reads all of a document. */
static gboolean
read_document (SkySource *self, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *block = g_malloc (64 * 1024);
  const char *cause;
  gssize n;

  while ((n = sky_source_bytes_read (self->bytes, block, 64 * 1024, error)) > 0)
    if (text->len + (gsize) n > SKY_JSON_MAX_LENGTH)
      return fail (self, error, "a document of JSON is 64 MB at most; JSON Lines may be longer");
    else
      g_string_append_len (text, block, n);
  if (n < 0)
    return FALSE;
  if (g_str_has_prefix (text->str, "\xef\xbb\xbf"))
    g_string_erase (text, 0, 3);
  self->root = sky_json_parse (self->parser, text->str, text->len, FALSE, &cause);
  if (self->root == NULL)
    return fail (self, error, "no JSON: %s", cause);
  self->nodes = g_ptr_array_new ();
  collect (self, self->root, self->map->source.records);
  return TRUE;
}

static gboolean
begin (SkySource *self, GError **error)
{
  const SkyMapSource *source = &self->map->source;

  for (guint i = 0; i < self->n_fields; i++)
    {
      Field *field = &self->fields[i];

      field->place = -1;
      if (source->kind == SKY_MAP_LINES)
        field->place = g_regex_get_string_number (source->pattern, field->name);
      for (guint c = 0; source->columns != NULL && source->columns[c] != NULL; c++)
        if (g_str_equal (source->columns[c], field->name))
          field->place = (int) c;
    }
  if (source->encoding != NULL)
    self->converter = g_iconv_open ("UTF-8", source->encoding);
  if (source->columns != NULL)
    self->n_columns = g_strv_length (source->columns);
  if (source->payload >= 0)
    self->payload_parser = sky_json_parser_new ();
  switch (source->kind)
    {
    case SKY_MAP_LINES:
      break;
    case SKY_MAP_CSV:
      self->row = sky_csv_row_new (source->separator, source->quote);
      self->lines = g_queue_new ();
      self->open = g_ptr_array_new_with_free_func (line_free);
      break;
    case SKY_MAP_JSONL:
      self->parser = sky_json_parser_new ();
      break;
    case SKY_MAP_JSON:
      self->parser = sky_json_parser_new ();
      return read_document (self, error);
    case SKY_MAP_XML:
      self->xml = sky_xml_records_new (self->bytes, source->records, self->name);
      break;
    }
  return TRUE;
}

SkySource *
sky_source_new (const SkyMap *map, SkySourceBytes *bytes, const char *name, GError **error)
{
  g_autoptr (SkySource) self = g_new0 (SkySource, 1);

  self->map = map;
  self->bytes = bytes;
  self->name = g_strdup (name);
  self->n_fields = map->names.fields->len;
  self->fields = g_new0 (Field, self->n_fields);
  for (guint i = 0; i < self->n_fields; i++)
    {
      self->fields[i].name = ((const SkyMapField *) map->names.fields->pdata[i])->name;
      self->fields[i].text = g_string_new (NULL);
    }
  self->kept = g_string_new (NULL);
  self->wrong = g_string_new (NULL);
  self->converter = (GIConv) -1;
  return begin (self, error) ? g_steal_pointer (&self) : NULL;
}

void
sky_source_free (SkySource *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->match, g_match_info_free);
  g_clear_pointer (&self->row, sky_csv_row_free);
  if (self->lines != NULL)
    g_queue_free_full (self->lines, line_free);
  g_clear_pointer (&self->open, g_ptr_array_unref);
  g_clear_pointer (&self->xml, sky_xml_records_free);
  g_clear_pointer (&self->parser, sky_json_parser_free);
  g_clear_pointer (&self->payload_parser, sky_json_parser_free);
  g_clear_pointer (&self->nodes, g_ptr_array_unref);
  if (self->converter != (GIConv) -1)
    g_iconv_close (self->converter);
  for (guint i = 0; i < self->n_fields; i++)
    g_string_free (self->fields[i].text, TRUE);
  g_free (self->fields);
  g_string_free (self->kept, TRUE);
  g_string_free (self->wrong, TRUE);
  sky_source_bytes_free (self->bytes);
  g_free (self->name);
  g_free (self);
}

/* Reads the field that is JSON itself. */
static void
read_payload (SkySource *self)
{
  const char *cause;
  SkyText text;

  if (self->map->source.payload < 0 || self->record.wrong != NULL
      || !sky_source_get_field (self, (guint) self->map->source.payload, &text))
    return;
  self->payload = sky_json_parse (self->payload_parser, text.data, text.length, FALSE, &cause);
  if (self->payload == NULL)
    set_wrong (self, "the payload is no JSON: ", cause);
  else if (sky_json_has_nul (self->payload))
    {
      self->payload = NULL;
      set_wrong (self, "", "the payload has a character 0 in a text");
    }
}

static void
read_row (SkySource *self)
{
  guint n = sky_csv_row_get_n_cells (self->row);
  g_autofree char *counts = NULL;

  for (guint i = 0; i < n; i++)
    {
      SkyText cell = sky_csv_row_get_cell (self->row, i);

      if (memchr (cell.data, '\0', cell.length) != NULL)
        set_wrong (self, "", "a cell has a byte 0");
    }
  if (n == self->n_columns)
    return;
  counts = g_strdup_printf ("the row has %u cells, and there are %u columns", n, self->n_columns);
  set_wrong (self, "", counts);
}

/* Finds the fields of the record, which has its text. */
static void
read_fields (SkySource *self)
{
  SkySourceRecord *record = &self->record;
  const char *cause;

  self->payload = NULL;
  if (record->wrong != NULL)
    return;
  switch (self->map->source.kind)
    {
    case SKY_MAP_LINES:
      g_clear_pointer (&self->match, g_match_info_free);
      if (!g_regex_match_full (self->map->source.pattern, record->text, (gssize) record->length, 0,
                               0, &self->match, NULL))
        set_wrong (self, "", "the pattern does not match");
      break;
    case SKY_MAP_JSONL:
      self->root = sky_json_parse (self->parser, record->text, record->length, FALSE, &cause);
      if (self->root == NULL)
        set_wrong (self, "no JSON: ", cause);
      else if (sky_json_has_nul (self->root))
        set_wrong (self, "", "a text has a character 0");
      break;
    case SKY_MAP_CSV:
      read_row (self);
      break;
    case SKY_MAP_JSON:
      if (sky_json_has_nul (self->root))
        set_wrong (self, "", "a text has a character 0");
      break;
    case SKY_MAP_XML:
      break;
    }
  read_payload (self);
}

/* Whether @text is UTF-8 without a byte 0. What is plain ASCII, as most is, is seen quickly. */
static gboolean
is_text (const char *text, gsize length)
{
  gsize i = 0;
  guint64 word;

  for (; i + sizeof word <= length; i += sizeof word)
    {
      memcpy (&word, text + i, sizeof word);
      /* A byte that is 0 borrows from its highest bit; the others' is that of no ASCII. */
      if (((word | (word - 0x0101010101010101u)) & 0x8080808080808080u) != 0)
        break;
    }
  return g_utf8_validate_len (text + i, length - i, NULL);
}

/* Makes @text a record's, in UTF-8. */
static void
set_text (SkySource *self, guint64 number, const char *text, gsize length)
{
  self->record = (SkySourceRecord){ .number = number, .text = text, .length = length };
  if (self->converter != (GIConv) -1)
    {
      gsize size;
      g_autofree char *utf8 =
          g_convert_with_iconv (text, (gssize) length, self->converter, NULL, &size, NULL);

      if (utf8 == NULL)
        set_wrong (self, "not written in ", self->map->source.encoding);
      else
        {
          g_string_truncate (self->kept, 0);
          g_string_append_len (self->kept, utf8, (gssize) size);
          self->record.text = self->kept->str;
          self->record.length = self->kept->len;
        }
    }
  if (self->record.wrong == NULL && !is_text (self->record.text, self->record.length))
    set_wrong (self, "",
               memchr (self->record.text, '\0', self->record.length) != NULL ? "it has a byte 0"
                                                                             : "it is no UTF-8");
}

/* Reads a line, but for those that the mapping skips. */
static gboolean
next_line (SkySource *self, const char **line, gsize *length, gboolean *too_long, GError **error)
{
  do
    {
      if (!sky_source_bytes_next_line (self->bytes, line, length, too_long, error))
        return FALSE;
      if (*line == NULL && !*too_long)
        return TRUE;
      self->number++;
      if (self->number == 1 && *line != NULL && *length >= 3
          && memcmp (*line, "\xef\xbb\xbf", 3) == 0)
        {
          *line += 3;
          *length -= 3;
        }
    }
  while (self->number <= self->map->source.skip);
  return TRUE;
}

static gboolean
next_of_lines (SkySource *self, gboolean *found, GError **error)
{
  const char *line;
  gsize length;
  gboolean too_long;

  if (!next_line (self, &line, &length, &too_long, error))
    return FALSE;
  *found = line != NULL || too_long;
  if (!*found)
    return TRUE;
  if (too_long)
    {
      self->record = (SkySourceRecord){ .number = self->number, .text = "" };
      set_wrong (self, "", "the line is longer than 4 MB");
    }
  else
    set_text (self, self->number, line, length);
  read_fields (self);
  return TRUE;
}

/* What the row's lines say, joined. */
static void
join_open (SkySource *self)
{
  g_string_truncate (self->kept, 0);
  for (guint i = 0; i < self->open->len; i++)
    {
      const Line *line = self->open->pdata[i];

      if (i > 0)
        g_string_append_c (self->kept, '\n');
      g_string_append_len (self->kept, line->text->str, (gssize) line->text->len);
    }
}

/* The first line of the row is no record, and those behind it are read again. */
static void
give_up_row (SkySource *self, const char *cause)
{
  g_autoptr (GPtrArray) open = g_steal_pointer (&self->open);
  Line *first = open->pdata[0];

  self->open = g_ptr_array_new_with_free_func (line_free);
  g_ptr_array_set_free_func (open, NULL);
  for (guint i = open->len; i > 1; i--)
    g_queue_push_head (self->lines, open->pdata[i - 1]);
  g_string_assign (self->kept, "");
  g_string_append_len (self->kept, first->text->str, (gssize) first->text->len);
  self->record = (SkySourceRecord){ .number = first->number,
                                    .text = self->kept->str,
                                    .length = self->kept->len };
  set_wrong (self, "", cause);
  line_free (first);
}

/* Reads lines until they are a row, or no row. *@found is FALSE at the end. */
static gboolean
next_row (SkySource *self, gboolean *found, GError **error)
{
  gsize size = 0;

  g_ptr_array_set_size (self->open, 0);
  sky_csv_row_begin (self->row);
  for (;;)
    {
      Line *again = g_queue_pop_head (self->lines);
      const char *text = NULL;
      gsize length = 0;
      gboolean too_long = FALSE;
      const Line *first;
      SkyCsvState state;

      if (again == NULL && !next_line (self, &text, &length, &too_long, error))
        return FALSE;
      *found = again != NULL || text != NULL || too_long || self->open->len > 0;
      if (!*found)
        return TRUE;
      if (again == NULL && text != NULL)
        {
          set_text (self, self->number, text, length);
          again = line_new (self->number, self->record.text, self->record.length);
        }
      else
        self->record.wrong = NULL;
      if (too_long || (again != NULL && self->record.wrong != NULL))
        {
          if (again == NULL)
            again = line_new (self->number, "", 0);
          g_ptr_array_add (self->open, again);
          give_up_row (self,
                       too_long ? "the line is longer than 4 MB" : "it is no text of the encoding");
          return TRUE;
        }
      if (again == NULL)
        {
          give_up_row (self, "a quote is not closed");
          return TRUE;
        }
      g_ptr_array_add (self->open, again);
      size += again->text->len + 1;
      state = sky_csv_row_feed (self->row, again->text->str, again->text->len);
      if (state == SKY_CSV_EMPTY)
        {
          g_ptr_array_set_size (self->open, 0);
          size = 0;
          continue;
        }
      if (state == SKY_CSV_WRONG || size > SKY_CSV_MAX_ROW)
        {
          give_up_row (self, state == SKY_CSV_WRONG
                                 ? "a quote or a line's end stands where none can"
                                 : "the row is longer than 64 KB");
          return TRUE;
        }
      if (state != SKY_CSV_WHOLE)
        continue;
      first = self->open->pdata[0];
      join_open (self);
      self->record = (SkySourceRecord){ .number = first->number,
                                        .text = self->kept->str,
                                        .length = self->kept->len };
      return TRUE;
    }
}

/* Finds the columns by the names in the first row. */
static gboolean
read_header (SkySource *self, GError **error)
{
  gboolean found;

  if (!next_row (self, &found, error))
    return FALSE;
  if (!found)
    return TRUE;
  if (self->record.wrong != NULL)
    return fail (self, error, "the first row has no names of columns: %s", self->record.wrong);
  self->n_columns = sky_csv_row_get_n_cells (self->row);
  for (guint i = 0; i < self->n_fields; i++)
    {
      Field *field = &self->fields[i];

      for (guint c = 0; c < self->n_columns; c++)
        if (sky_text_is (sky_csv_row_get_cell (self->row, c), field->name))
          field->place = (int) c;
      if (field->place < 0 && self->map->source.payload < 0)
        return fail (self, error, "the first row has no column “%s”", field->name);
    }
  return TRUE;
}

static gboolean
next_of_csv (SkySource *self, gboolean *found, GError **error)
{
  if (self->map->source.header && self->n_columns == 0 && !read_header (self, error))
    return FALSE;
  if (!next_row (self, found, error))
    return FALSE;
  if (*found)
    read_fields (self);
  return TRUE;
}

static gboolean
next_of_json (SkySource *self, gboolean *found)
{
  *found = self->number < self->nodes->len;
  if (!*found)
    return TRUE;
  self->root = self->nodes->pdata[self->number++];
  g_string_truncate (self->kept, 0);
  sky_json_write (self->root, self->kept);
  self->record = (SkySourceRecord){ .number = self->number,
                                    .text = self->kept->str,
                                    .length = self->kept->len };
  read_fields (self);
  return TRUE;
}

static gboolean
next_of_xml (SkySource *self, gboolean *found, GError **error)
{
  const char *text;
  gsize length;
  guint64 line;

  if (!sky_xml_records_next (self->xml, &text, &length, &line, error))
    return FALSE;
  *found = text != NULL;
  if (!*found)
    return TRUE;
  self->record = (SkySourceRecord){ .number = line, .text = text, .length = length };
  read_fields (self);
  return TRUE;
}

gboolean
sky_source_next (SkySource *self, const SkySourceRecord **record, GError **error)
{
  gboolean found = FALSE, good = FALSE;

  switch (self->map->source.kind)
    {
    case SKY_MAP_LINES:
    case SKY_MAP_JSONL:
      good = next_of_lines (self, &found, error);
      break;
    case SKY_MAP_CSV:
      good = next_of_csv (self, &found, error);
      break;
    case SKY_MAP_JSON:
      good = next_of_json (self, &found);
      break;
    case SKY_MAP_XML:
      good = next_of_xml (self, &found, error);
      break;
    }
  *record = good && found ? &self->record : NULL;
  return good;
}

const SkySourceRecord *
sky_source_read_again (SkySource *self, guint64 number, const char *text, gsize length)
{
  self->record = (SkySourceRecord){ .number = number, .text = text, .length = length };
  if (!is_text (text, length))
    set_wrong (self, "", "it is no UTF-8");
  else if (self->map->source.kind == SKY_MAP_CSV)
    {
      sky_csv_row_begin (self->row);
      for (const char *end = text + length; text <= end;)
        {
          const char *lf = memchr (text, '\n', (gsize) (end - text));

          sky_csv_row_feed (self->row, text, (gsize) ((lf != NULL ? lf : end) - text));
          text = lf != NULL ? lf + 1 : end + 1;
        }
    }
  read_fields (self);
  return &self->record;
}

/* The text of a field that is no member of JSON. */
static gboolean
get_plain (SkySource *self, Field *field, SkyText *value)
{
  int begins, ends;

  switch (self->map->source.kind)
    {
    case SKY_MAP_LINES:
      if (field->place < 0 || !g_match_info_fetch_pos (self->match, field->place, &begins, &ends)
          || begins < 0)
        return FALSE;
      *value = (SkyText){ self->record.text + begins, (gsize) (ends - begins) };
      return TRUE;
    case SKY_MAP_CSV:
      if (field->place < 0)
        return FALSE;
      *value = sky_csv_row_get_cell (self->row, (guint) field->place);
      return TRUE;
    case SKY_MAP_XML:
      g_string_truncate (field->text, 0);
      if (!sky_xml_records_get (self->xml, field->name, field->text))
        return FALSE;
      *value = (SkyText){ field->text->str, field->text->len };
      return TRUE;
    case SKY_MAP_JSONL:
    case SKY_MAP_JSON:
      break;
    }
  return FALSE;
}

gboolean
sky_source_get_field (SkySource *self, guint number, SkyText *value)
{
  Field *field = &self->fields[number];
  const SkyJsonNode *root =
      self->map->source.kind == SKY_MAP_JSONL || self->map->source.kind == SKY_MAP_JSON
          ? self->root
          : self->payload;
  const SkyJsonNode *node;

  if (self->record.wrong != NULL)
    return FALSE;
  field->asked = TRUE;
  if (get_plain (self, field, value))
    {
      field->seen = TRUE;
      return TRUE;
    }
  node = root != NULL ? sky_json_find (root, field->name) : NULL;
  field->seen |= node != NULL;
  return node != NULL && sky_json_field_text (node, field->text, value);
}

gboolean
sky_source_is_ignored (SkySource *self, const SkySourceRecord *record)
{
  return self->map->source.ignore != NULL
         && g_utf8_validate_len (record->text, record->length, NULL)
         && g_regex_match_full (self->map->source.ignore, record->text, (gssize) record->length, 0,
                                0, NULL, NULL);
}

GPtrArray *
sky_source_get_missing (const SkySource *self)
{
  GPtrArray *missing = g_ptr_array_new ();

  for (guint i = 0; i < self->n_fields; i++)
    if (self->fields[i].asked && !self->fields[i].seen)
      g_ptr_array_add (missing, (gpointer) self->fields[i].name);
  return missing;
}

SkySourceBytes *
sky_source_get_bytes (SkySource *self)
{
  return self->bytes;
}
