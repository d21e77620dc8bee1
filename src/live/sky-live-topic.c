/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-live-topic.h"

#include "sky-time.h"

#include <string.h>

#define ROOT "skyward/1/"

static const char *const levels[SKY_LIVE_N_LEVELS] = {
  [SKY_LIVE_LINE] = "line", [SKY_LIVE_LINES] = "lines", [SKY_LIVE_HELLO] = "hello",
  [SKY_LIVE_HAVE] = "have", [SKY_LIVE_WANT] = "want",   [SKY_LIVE_REFUSE] = "refuse",
  [SKY_LIVE_GONE] = "gone",
};

static gboolean
is_name (const char *name)
{
  if (*name == '\0' || *name == '.' || !g_utf8_validate (name, -1, NULL))
    return FALSE;
  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_iscntrl (g_utf8_get_char (p)))
      return FALSE;
  return TRUE;
}

char *
sky_live_name_escape (const char *name)
{
  g_autoptr (GString) escaped = g_string_new (NULL);

  if (!is_name (name))
    return NULL;
  for (const char *p = name; *p != '\0'; p++)
    if (strchr ("%/+# ", *p) != NULL)
      g_string_append_printf (escaped, "%%%02X", (guint8) *p);
    else
      g_string_append_c (escaped, *p);
  if (escaped->len > SKY_LIVE_NAME_MAX)
    return NULL;
  return g_strdup (escaped->str);
}

/* Whether the @length bytes at @text are what some name is escaped to, and to nothing else. */
static gboolean
is_escaped (const char *text, gsize length)
{
  g_autofree char *copy = NULL;
  g_autofree char *name = NULL;
  g_autofree char *again = NULL;

  if (length > SKY_LIVE_NAME_MAX)
    return FALSE;
  copy = g_strndup (text, length);
  name = g_uri_unescape_string (copy, NULL);
  again = name != NULL ? sky_live_name_escape (name) : NULL;
  return again != NULL && g_str_equal (again, copy);
}

static gboolean
is_day (const char *text, gsize length)
{
  SkyDay day;
  char buffer[SKY_DAY_TEXT_SIZE];

  return sky_day_parse (text, length, &day) && strlen (sky_day_format (day, buffer)) == length
         && memcmp (buffer, text, length) == 0;
}

char *
sky_live_key (const char *property, const char *table, const char *day)
{
  g_autofree char *first = sky_live_name_escape (property);
  g_autofree char *second = sky_live_name_escape (table);

  if (first == NULL || second == NULL || !is_day (day, strlen (day)))
    return NULL;
  return g_strdup_printf ("%s/%s/%s", first, second, day);
}

char *
sky_live_topic (const char *key, SkyLiveLevel level)
{
  return g_strconcat (ROOT, key, "/", levels[level], NULL);
}

char *
sky_live_topic_of_all (const char *property, SkyLiveLevel level)
{
  g_autofree char *name = property != NULL ? sky_live_name_escape (property) : g_strdup ("+");

  if (name == NULL)
    return NULL;
  return g_strconcat (ROOT, name, level == SKY_LIVE_GONE ? "/+/" : "/+/+/", levels[level], NULL);
}

gboolean
sky_live_topic_read (const char *topic, char key[SKY_LIVE_KEY_SIZE], SkyLiveLevel *level)
{
  const char *property, *table, *day, *last;
  gsize size;

  if (!g_str_has_prefix (topic, ROOT))
    return FALSE;
  property = topic + strlen (ROOT);
  last = strrchr (property, '/');
  table = strchr (property, '/');
  if (table == NULL || table == last)
    return FALSE;
  for (*level = 0; *level < SKY_LIVE_N_LEVELS; (*level)++)
    if (g_str_equal (last + 1, levels[*level]))
      break;
  if (*level == SKY_LIVE_N_LEVELS)
    return FALSE;
  day = memchr (table + 1, '/', (gsize) (last - (table + 1)));
  if ((day == NULL) != (*level == SKY_LIVE_GONE))
    return FALSE;
  if (!is_escaped (property, (gsize) (table - property))
      || !is_escaped (table + 1, (gsize) ((day != NULL ? day : last) - (table + 1)))
      || (day != NULL && !is_day (day + 1, (gsize) (last - (day + 1)))))
    return FALSE;
  size = (gsize) (last - property);
  memcpy (key, property, size);
  key[size] = '\0';
  return TRUE;
}
