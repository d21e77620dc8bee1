/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-xml-records.h"

#include "sky-libxml.h"

#include <string.h>

/* A record takes so many bytes at most. */
#define MAX_RECORD (16 * 1024 * 1024)
#define MAX_DEPTH  64

struct _SkyXmlRecords
{
  SkySourceBytes *bytes;
  char *const *path;
  char *name;
  xmlTextReader *reader;
  xmlBuffer *text;
  xmlBuffer *value; /* of the field that was asked for */
  xmlNode *record;
  gsize read;      /* bytes since the last record */
  GError *failure; /* of the bytes */
  char *cause;     /* of the parser */
  int cause_line;
};

static int
read_cb (void *data, char *buffer, int size)
{
  SkyXmlRecords *self = data;
  gssize n;

  if (self->read > MAX_RECORD)
    {
      if (self->cause == NULL)
        self->cause = g_strdup ("a record is larger than 16 MB");
      return -1;
    }
  n = sky_source_bytes_read (self->bytes, buffer, (gsize) size,
                             self->failure == NULL ? &self->failure : NULL);
  if (n > 0)
    self->read += (gsize) n;
  return (int) n;
}

static void
error_cb (void *data, xmlError *error)
{
  SkyXmlRecords *self = data;

  if (self->cause != NULL || error->level < XML_ERR_ERROR)
    return;
  self->cause = g_strchomp (g_utf8_make_valid (error->message, -1));
  self->cause_line = error->line;
}

SkyXmlRecords *
sky_xml_records_new (SkySourceBytes *bytes, char *const *path, const char *name)
{
  SkyXmlRecords *self = g_new0 (SkyXmlRecords, 1);

  self->bytes = bytes;
  self->path = path;
  self->name = g_strdup (name);
  /* Why it cannot be loaded is told when the first record is asked for. */
  if (!sky_libxml_load (&self->cause))
    return self;
  self->text = sky_libxml.xmlBufferCreate ();
  self->value = sky_libxml.xmlBufferCreate ();
  self->reader = sky_libxml.xmlReaderForIO (read_cb, NULL, self, NULL, NULL,
                                            XML_PARSE_NONET | XML_PARSE_BIG_LINES);
  if (self->reader != NULL)
    sky_libxml.xmlTextReaderSetStructuredErrorHandler (self->reader,
                                                       (xmlStructuredErrorFunc) error_cb, self);
  return self;
}

void
sky_xml_records_free (SkyXmlRecords *self)
{
  if (self == NULL)
    return;
  if (self->reader != NULL)
    sky_libxml.xmlFreeTextReader (self->reader);
  if (self->text != NULL)
    sky_libxml.xmlBufferFree (self->text);
  if (self->value != NULL)
    sky_libxml.xmlBufferFree (self->value);
  g_clear_error (&self->failure);
  g_free (self->cause);
  g_free (self->name);
  g_free (self);
}

/* Whether the path leads to the element that the reader is at. */
static gboolean
is_record (const SkyXmlRecords *self)
{
  const xmlNode *node = sky_libxml.xmlTextReaderCurrentNode (self->reader);
  guint n = g_strv_length ((char **) self->path);

  if (sky_libxml.xmlTextReaderNodeType (self->reader) != XML_READER_TYPE_ELEMENT
      || sky_libxml.xmlTextReaderDepth (self->reader) != (int) n - 1)
    return FALSE;
  for (; n > 0; n--, node = node->parent)
    if (node == NULL || node->name == NULL
        || strcmp ((const char *) node->name, self->path[n - 1]) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
fail (SkyXmlRecords *self, GError **error)
{
  if (self->failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->failure));
      return FALSE;
    }
  g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE, "%s: line %d: no XML: %s",
               self->name, self->cause_line,
               self->cause != NULL ? self->cause : "it cannot be read");
  return FALSE;
}

gboolean
sky_xml_records_next (
    SkyXmlRecords *self, const char **text, gsize *length, guint64 *line, GError **error)
{
  int result = self->reader != NULL ? 1 : -1;

  *text = NULL;
  /* What was told is passed by with all that is in it. */
  if (self->record != NULL)
    result = sky_libxml.xmlTextReaderNext (self->reader);
  else if (result == 1)
    result = sky_libxml.xmlTextReaderRead (self->reader);
  self->record = NULL;
  while (result == 1)
    {
      if (sky_libxml.xmlTextReaderNodeType (self->reader) == XML_READER_TYPE_DOCUMENT_TYPE)
        self->cause =
            self->cause != NULL ? self->cause : g_strdup ("a document with a type is not read");
      else if (sky_libxml.xmlTextReaderDepth (self->reader) > MAX_DEPTH)
        self->cause = self->cause != NULL ? self->cause : g_strdup ("it is nested too deeply");
      if (self->cause != NULL || self->failure != NULL)
        return fail (self, error);
      if (is_record (self))
        {
          self->record = sky_libxml.xmlTextReaderExpand (self->reader);
          if (self->record == NULL || self->cause != NULL || self->failure != NULL)
            return fail (self, error);
          sky_libxml.xmlBufferEmpty (self->text);
          sky_libxml.xmlNodeDump (self->text, self->record->doc, self->record, 0, 0);
          *text = (const char *) sky_libxml.xmlBufferContent (self->text);
          *length = (gsize) sky_libxml.xmlBufferLength (self->text);
          *line = (guint64) MAX (sky_libxml.xmlGetLineNo (self->record), 1);
          self->read = 0;
          return TRUE;
        }
      /* What stands between records is not kept. */
      if (sky_libxml.xmlTextReaderDepth (self->reader) < (int) g_strv_length ((char **) self->path))
        self->read = 0;
      result = sky_libxml.xmlTextReaderRead (self->reader);
    }
  return result == 0 && self->cause == NULL && self->failure == NULL ? TRUE : fail (self, error);
}

static void
add_text (const SkyXmlRecords *self, const xmlNode *node, GString *value, gboolean *found)
{
  const xmlChar *text;

  sky_libxml.xmlBufferEmpty (self->value);
  sky_libxml.xmlNodeBufGetContent (self->value, node);
  text = sky_libxml.xmlBufferContent (self->value);
  if (*found)
    g_string_append_c (value, ';');
  if (text != NULL)
    g_string_append (value, (const char *) text);
  *found = TRUE;
}

static void
add_matches (const SkyXmlRecords *self,
             const xmlNode *node,
             const char *path,
             GString *value,
             gboolean *found,
             guint depth)
{
  const char *slash = strchrnul (path, '/');
  gsize length = (gsize) (slash - path);

  if (depth > MAX_DEPTH)
    return;
  if (*path == '@')
    {
      for (const xmlAttr *attribute = node->properties; attribute != NULL;
           attribute = attribute->next)
        if (strcmp ((const char *) attribute->name, path + 1) == 0)
          add_text (self, (const xmlNode *) attribute, value, found);
      return;
    }
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    if (child->type == XML_ELEMENT_NODE && strlen ((const char *) child->name) == length
        && memcmp (child->name, path, length) == 0)
      {
        if (*slash == '\0')
          add_text (self, child, value, found);
        else
          add_matches (self, child, slash + 1, value, found, depth + 1);
      }
}

gboolean
sky_xml_records_get (const SkyXmlRecords *self, const char *path, GString *value)
{
  gboolean found = FALSE;

  if (self->record == NULL)
    return FALSE;
  if (g_str_equal (path, "."))
    add_text (self, self->record, value, &found);
  else
    add_matches (self, self->record, path, value, &found, 0);
  return found;
}
