/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-json-file-private.h"

#include "sky-digest.h"
#include "sky-log-file-private.h"
#include "sky-log.h"

#define READ_BLOCK (64 * 1024)

/* Read, not mapped, as logs are; no longer than the parser takes. */
static GByteArray *
read_file (const char *folder, const char *path, GError **error)
{
  g_autoptr (SkyLogFile) file = sky_log_file_open (folder, path, error);
  g_autoptr (GByteArray) text = NULL;
  gsize n = 1;

  if (file == NULL)
    return NULL;
  text = g_byte_array_new ();
  while (n > 0 && text->len <= SKY_JSON_MAX_LENGTH)
    {
      guint length = text->len;

      g_byte_array_set_size (text, length + READ_BLOCK);
      n = sky_log_file_read (file, (char *) text->data + length, READ_BLOCK);
      g_byte_array_set_size (text, length + (guint) n);
    }
  if (sky_log_file_get_damage (file) != NULL)
    {
      g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_OPEN, "%s: %s", path,
                   sky_log_file_get_damage (file));
      return NULL;
    }
  return g_steal_pointer (&text);
}

SkyJsonFile *
sky_json_file_open (const char *folder, const char *path, const char *member, GError **error)
{
  g_autoptr (SkyJsonFile) self = g_new0 (SkyJsonFile, 1);
  g_autoptr (GByteArray) text = read_file (folder, path, error);
  const SkyJsonNode *root;
  const char *cause = NULL;
  guint8 digest[SKY_DIGEST_SIZE];

  if (text == NULL)
    return NULL;
  self->path = g_strdup (path);
  self->problems = g_ptr_array_new_with_free_func (g_free);
  self->parser = sky_json_parser_new ();
  sky_digest_bytes (text->data, text->len, digest);
  sky_digest_to_hex (digest, self->sha256);
  /* The nodes' texts are the parser's own. */
  root = sky_json_parse (self->parser, (const char *) text->data, text->len, FALSE, &cause);
  if (root == NULL)
    {
      g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_FORMAT, "%s: not JSON: %s", path, cause);
      return NULL;
    }
  self->list = sky_json_member (root, member);
  if (self->list == NULL || self->list->kind != SKY_JSON_ARRAY)
    {
      g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_FORMAT, "%s: the list “%s” is missing", path,
                   member);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
sky_json_file_free (SkyJsonFile *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_clear_pointer (&self->parser, sky_json_parser_free);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  g_free (self);
}

void
sky_json_file_problem (SkyJsonFile *self, const char *format, ...)
{
  g_autofree char *problem = NULL;
  va_list args;

  va_start (args, format);
  problem = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (self->problems, g_strdup_printf ("%s: %s", self->path, problem));
}

char **
sky_json_file_steal_problems (SkyJsonFile *self)
{
  g_ptr_array_add (self->problems, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&self->problems), FALSE);
}

gboolean
sky_json_get_text (const SkyJsonNode *object, const char *name, SkyText *text)
{
  const SkyJsonNode *node = sky_json_member (object, name);

  if (node == NULL || node->kind != SKY_JSON_TEXT || sky_json_has_nul (node))
    return FALSE;
  *text = node->text;
  return TRUE;
}

gboolean
sky_json_get_time (const SkyJsonNode *object, const char *name, SkyTime *time)
{
  SkyText text;

  return sky_json_get_text (object, name, &text) && sky_time_parse (text.data, text.length, time);
}

gboolean
sky_json_get_day (const SkyJsonNode *object, const char *name, SkyDay *day)
{
  SkyText text;

  return sky_json_get_text (object, name, &text) && sky_day_parse (text.data, text.length, day);
}

gboolean
sky_json_get_int (const SkyJsonNode *object, const char *name, gint64 *value)
{
  const SkyJsonNode *node = sky_json_member (object, name);

  if (node == NULL || node->kind != SKY_JSON_INT)
    return FALSE;
  *value = node->integer;
  return TRUE;
}
