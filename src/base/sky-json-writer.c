/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-json-writer.h"

#include <string.h>

static void
append_quoted (GString *json, const char *text, gsize length)
{
  g_string_append_c (json, '"');
  for (gsize i = 0; i < length; i++)
    {
      guchar c = (guchar) text[i];

      switch (c)
        {
        case '"':
          g_string_append (json, "\\\"");
          break;
        case '\\':
          g_string_append (json, "\\\\");
          break;
        case '\n':
          g_string_append (json, "\\n");
          break;
        case '\r':
          g_string_append (json, "\\r");
          break;
        case '\t':
          g_string_append (json, "\\t");
          break;
        default:
          if (c < 0x20)
            g_string_append_printf (json, "\\u%04x", c);
          else
            g_string_append_c (json, (char) c);
          break;
        }
    }
  g_string_append_c (json, '"');
}

static void
begin_value (GString *json, const char *name)
{
  char last = json->len > 0 ? json->str[json->len - 1] : '\0';

  if (last != '\0' && last != '{' && last != '[' && last != '\n')
    g_string_append_c (json, ',');
  if (name != NULL)
    {
      append_quoted (json, name, strlen (name));
      g_string_append_c (json, ':');
    }
}

void
sky_json_begin_object (GString *json, const char *name)
{
  begin_value (json, name);
  g_string_append_c (json, '{');
}

void
sky_json_end_object (GString *json)
{
  g_string_append_c (json, '}');
}

void
sky_json_begin_array (GString *json, const char *name)
{
  begin_value (json, name);
  g_string_append_c (json, '[');
}

void
sky_json_end_array (GString *json)
{
  g_string_append_c (json, ']');
}

void
sky_json_add_int (GString *json, const char *name, gint64 value)
{
  begin_value (json, name);
  g_string_append_printf (json, "%" G_GINT64_FORMAT, value);
}

void
sky_json_add_bool (GString *json, const char *name, gboolean value)
{
  begin_value (json, name);
  g_string_append (json, value ? "true" : "false");
}

void
sky_json_add_string_len (GString *json, const char *name, const char *value, gssize length)
{
  begin_value (json, name);
  if (value == NULL)
    g_string_append (json, "null");
  else
    append_quoted (json, value, length < 0 ? strlen (value) : (gsize) length);
}

void
sky_json_add_string (GString *json, const char *name, const char *value)
{
  sky_json_add_string_len (json, name, value, -1);
}

void
sky_json_add_time (GString *json, const char *name, SkyTime value)
{
  char text[SKY_TIME_TEXT_SIZE];

  sky_json_add_string (json, name, sky_time_format (value, text));
}

void
sky_json_add_raw (GString *json, const char *name, const char *raw)
{
  begin_value (json, name);
  g_string_append (json, raw);
}
