/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-json-field.h"

#include "sky-json-writer.h"

#include <string.h>

#define BILLION G_GINT64_CONSTANT (1000000000)

static const SkyJsonNode *
step (const SkyJsonNode *node, const char *name, gsize length)
{
  const SkyJsonNode *child = sky_json_first (node);
  gboolean array = node->kind == SKY_JSON_ARRAY;
  guint64 index = 0;

  if (!array && node->kind != SKY_JSON_OBJECT)
    return NULL;
  if (array)
    {
      g_autofree char *digits = g_strndup (name, length);

      if (!g_ascii_string_to_unsigned (digits, 10, 0, G_MAXUINT32, &index, NULL))
        return NULL;
    }
  for (guint i = 0; i < node->n_children; i++)
    {
      const SkyJsonNode *value = array ? child : child + 1;

      if (array ? i == index
                : child->text.length == length && memcmp (child->text.data, name, length) == 0)
        return value;
      child = sky_json_next (value);
    }
  return NULL;
}

const SkyJsonNode *
sky_json_find (const SkyJsonNode *root, const char *path)
{
  const SkyJsonNode *node = step (root, path, strlen (path));
  const char *dot = strchr (path, '.');

  if (node != NULL || dot == NULL)
    return node;
  for (node = root; node != NULL;)
    {
      node = step (node, path, (gsize) (dot - path));
      path = dot + (*dot == '.');
      if (*dot == '\0')
        break;
      dot = strchrnul (path, '.');
    }
  return node;
}

static void
write_real (gint64 billionths, GString *text)
{
  guint64 size = billionths < 0 ? -(guint64) billionths : (guint64) billionths;

  g_string_append_printf (text, "%s%" G_GUINT64_FORMAT, billionths < 0 ? "-" : "", size / BILLION);
  if (size % BILLION == 0)
    return;
  g_string_append_printf (text, ".%09" G_GUINT64_FORMAT, size % BILLION);
  while (text->str[text->len - 1] == '0')
    g_string_truncate (text, text->len - 1);
}

static void
write_value (const SkyJsonNode *node, const char *name, GString *json)
{
  const SkyJsonNode *child = sky_json_first (node);
  g_autoptr (GString) number = NULL;

  switch (node->kind)
    {
    case SKY_JSON_NULL:
      sky_json_add_string (json, name, NULL);
      break;
    case SKY_JSON_BOOL:
      sky_json_add_bool (json, name, node->boolean);
      break;
    case SKY_JSON_INT:
      sky_json_add_int (json, name, node->integer);
      break;
    case SKY_JSON_REAL:
      number = g_string_new (NULL);
      write_real (node->billionths, number);
      sky_json_add_raw (json, name, number->str);
      break;
    case SKY_JSON_TEXT:
      sky_json_add_string_len (json, name, node->text.data, (gssize) node->text.length);
      break;
    case SKY_JSON_ARRAY:
      sky_json_begin_array (json, name);
      for (guint i = 0; i < node->n_children; i++, child = sky_json_next (child))
        write_value (child, NULL, json);
      sky_json_end_array (json);
      break;
    case SKY_JSON_OBJECT:
      sky_json_begin_object (json, name);
      for (guint i = 0; i < node->n_children; i++, child = sky_json_next (child + 1))
        {
          g_autofree char *member = sky_text_dup (child->text);

          write_value (child + 1, member, json);
        }
      sky_json_end_object (json);
      break;
    }
}

void
sky_json_write (const SkyJsonNode *node, GString *json)
{
  write_value (node, NULL, json);
}

gboolean
sky_json_field_text (const SkyJsonNode *node, GString *scratch, SkyText *text)
{
  if (node->kind == SKY_JSON_NULL)
    return FALSE;
  if (node->kind == SKY_JSON_TEXT)
    {
      *text = node->text.length > 0 ? node->text : (SkyText){ "", 0 };
      return TRUE;
    }
  g_string_truncate (scratch, 0);
  write_value (node, NULL, scratch);
  *text = (SkyText){ scratch->str, scratch->len };
  return TRUE;
}
