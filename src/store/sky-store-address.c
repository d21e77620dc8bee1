/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a store's address tells. */
#include "config.h"

#include "sky-store.h"

#include <string.h>

gboolean
sky_store_is_uri (const char *path)
{
  return g_str_has_prefix (path, "postgresql://") || g_str_has_prefix (path, "postgres://");
}

/* The parameters of a URI behind its "?", but for secrets. */
static void
append_parameters (GString *told, const char *parameters)
{
  g_auto (GStrv) parts = g_strsplit (parameters, "&", -1);
  char mark = '?';

  for (char **part = parts; *part != NULL; part++)
    {
      g_autofree char *name = g_uri_unescape_segment (*part, strchr (*part, '='), NULL);

      if (name == NULL || strcmp (name, "password") == 0 || strcmp (name, "sslpassword") == 0)
        continue;
      g_string_append_c (told, mark);
      g_string_append (told, *part);
      mark = '&';
    }
}

char *
sky_store_dup_display_name (const char *path)
{
  const char *authority, *at, *before, *colon, *parameters;
  GString *told;

  if (!sky_store_is_uri (path))
    return g_strdup (path);
  authority = strstr (path, "://") + 3;
  /* Where somebody wrote a "/" or "?" into a password as it is, libpq or they may mean it. */
  at = g_strrstr_len (authority, (gssize) strcspn (authority, "?"), "@");
  before = g_strrstr_len (authority, (gssize) strcspn (authority, "/"), "@");
  if (at == NULL || (before != NULL && before > at))
    at = before;
  parameters = strchr (at != NULL ? at : authority, '?');
  colon = at != NULL ? memchr (authority, ':', (gsize) (at - authority)) : NULL;

  told = g_string_new_len (path, (colon != NULL ? colon : at != NULL ? at : authority) - path);
  if (at == NULL)
    at = authority;
  g_string_append_len (told, at, parameters != NULL ? parameters - at : (gssize) strlen (at));
  if (parameters != NULL)
    append_parameters (told, parameters + 1);
  return g_string_free (told, FALSE);
}
