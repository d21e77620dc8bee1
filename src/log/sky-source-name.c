/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-source-name.h"

#include <string.h>

#define HIDDEN "…"

static const char *const schemes[] = { "rtsp",  "rtspt",  "rtspu",  "rtsph",
                                       "rtsps", "rtspst", "rtspsu", "rtspsh" };

/* Parts of a query parameter's name that say that its value is nobody's business. */
static const char *const secrets[] = { "user",  "usr",     "login", "pass", "pwd",    "pw",
                                       "token", "key",     "auth",  "cred", "secret", "sign",
                                       "sig",   "session", "sid",   "jwt" };

/* How long the scheme at @text is, "://" included; 0: there is none. */
static gsize
measure_scheme (const char *text)
{
  gsize n = 0;

  if (!g_ascii_isalpha (text[0]))
    return 0;
  while (g_ascii_isalnum (text[n]) || text[n] == '+' || text[n] == '-' || text[n] == '.')
    n++;
  return strncmp (text + n, "://", 3) == 0 ? n + 3 : 0;
}

gboolean
sky_source_is_camera (const char *address, gsize length)
{
  g_autofree char *text = g_strndup (address, length);
  gsize scheme = measure_scheme (text);

  if (scheme == 0 || strlen (text) != length)
    return FALSE;
  for (const char *c = text; *c != '\0'; c++)
    if (g_ascii_isspace (*c) || g_ascii_iscntrl (*c) || strchr ("\"<>\\^`{|}", *c) != NULL)
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (strlen (schemes[i]) == scheme - 3
        && g_ascii_strncasecmp (text, schemes[i], scheme - 3) == 0)
      return strchr ("/?#@", text[scheme]) == NULL;
  return FALSE;
}

static gboolean
is_secret (const char *name, gsize length)
{
  g_autofree char *plain = g_ascii_strdown (name, (gssize) length);

  for (guint i = 0; i < G_N_ELEMENTS (secrets); i++)
    if (strstr (plain, secrets[i]) != NULL)
      return TRUE;
  /* Its name may be written in any way. */
  return strchr (plain, '%') != NULL;
}

static void
append_query (GString *shown, const char *query, gsize length)
{
  const char *end = query + length;

  for (const char *at = query; at < end;)
    {
      gsize size = strcspn (at, "&;");
      gsize name;

      size = MIN (size, (gsize) (end - at));
      name = MIN (strcspn (at, "="), size);
      if (name < size && is_secret (at, name))
        {
          g_string_append_len (shown, at, (gssize) name);
          g_string_append (shown, "=" HIDDEN);
        }
      else
        g_string_append_len (shown, at, (gssize) size);
      at += size;
      if (at < end)
        g_string_append_c (shown, *at++);
    }
}

/* Whether the text is a host, with a port or without. */
static gboolean
is_host (const char *text, gsize length)
{
  const char *port = memrchr (text, ':', length);

  if (port == NULL || memchr (port, ']', (gsize) (text + length - port)) != NULL)
    return TRUE;
  for (const char *c = port + 1; c < text + length; c++)
    if (!g_ascii_isdigit (*c))
      return FALSE;
  return TRUE;
}

/* Appends the address of @length bytes at @address, whose scheme takes @scheme of them. */
static void
append_address (GString *shown, const char *address, gsize scheme, gsize length)
{
  const char *end = address + length;
  const char *host = address + scheme;
  gsize size = MIN (strcspn (host, "/?#"), (gsize) (end - host));
  const char *at = memrchr (host, '@', size);
  const char *query;

  /* A password may have been written with a sign that ends a host. */
  if (at == NULL && !is_host (host, size))
    at = memrchr (host, '@', (gsize) (end - host));
  if (at != NULL)
    host = at + 1;
  g_string_append_len (shown, address, (gssize) scheme);
  if (at == NULL && !is_host (host, size))
    {
      g_string_append (shown, HIDDEN);
      return;
    }
  query = memchr (host, '?', (gsize) (end - host));
  if (query == NULL)
    {
      g_string_append_len (shown, host, end - host);
      return;
    }
  g_string_append_len (shown, host, query + 1 - host);
  append_query (shown, query + 1, (gsize) (end - query - 1));
}

char *
sky_source_dup_name (const char *address)
{
  gsize scheme = measure_scheme (address);
  GString *shown;

  if (scheme == 0)
    return g_filename_display_basename (address);
  shown = g_string_new (NULL);
  append_address (shown, address, scheme, strlen (address));
  return g_string_free (shown, FALSE);
}

char *
sky_source_hide (const char *text)
{
  GString *shown = g_string_new (NULL);

  while (*text != '\0')
    {
      gsize scheme = measure_scheme (text);
      gsize length = scheme > 0 ? strcspn (text, " \t\r\n\"<>") : 1;

      if (scheme > 0)
        append_address (shown, text, scheme, length);
      else if (g_ascii_isalpha (*text))
        {
          /* The whole word at once: no scheme begins within one. */
          while (g_ascii_isalnum (text[length]))
            length++;
          g_string_append_len (shown, text, (gssize) length);
        }
      else
        g_string_append_c (shown, *text);
      text += length;
    }
  return g_string_free (shown, FALSE);
}
