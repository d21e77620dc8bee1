/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-store-grant.h"

#include <glib/gi18n-lib.h>

#include "sky-store-private.h"

/* As an array is written, each text in quotes. */
static void
append_element (GString *array, const char *text)
{
  g_string_append (array, array->len > 1 ? ",\"" : "\"");
  for (; *text != '\0'; text++)
    {
      if (*text == '"' || *text == '\\')
        g_string_append_c (array, '\\');
      g_string_append_c (array, *text);
    }
  g_string_append_c (array, '"');
}

static gboolean
check_has_roles (SkyStore *store, GError **error)
{
  return store->engine->is_remote
         || sky_store_refuse (store, error, SKY_STORE_ERROR_REFUSED,
                              _ ("a store in a file has no roles: whoever may write the file may "
                                 "write the store"));
}

gboolean
sky_store_grant (SkyStore *self,
                 const char *role,
                 const char *kind,
                 const char *const *properties,
                 GError **error)
{
  static const char *const all[] = { "", NULL };
  g_autoptr (GString) names = g_string_new ("{");
  g_autoptr (GString) escaped = g_string_new ("{");
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  if (!check_has_roles (self, error))
    return FALSE;
  if (properties == NULL || *properties == NULL)
    properties = all;
  for (const char *const *at = properties; at != all && *at != NULL; at++)
    if (**at == '\0')
      return sky_store_refuse (self, error, SKY_STORE_ERROR_INVALID,
                               "a property without a name is none");
  for (; *properties != NULL; properties++)
    {
      g_autofree char *key = g_uri_escape_string (*properties, NULL, FALSE);

      append_element (names, *properties);
      append_element (escaped, key);
    }
  g_string_append_c (names, '}');
  g_string_append_c (escaped, '}');

  transaction = sky_store_join (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  if (transaction == NULL)
    return FALSE;
  statement = sky_statement_get (
      self, "SELECT admit (?, ?, CAST (? AS text[]), CAST (? AS text[])) IS NULL", error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, role);
  sky_statement_put_text (statement, kind);
  sky_statement_put_text (statement, names->str);
  sky_statement_put_text (statement, escaped->str);
  return sky_statement_next (statement, &row, error)
         && sky_store_transaction_commit (transaction, error);
}

gboolean
sky_store_revoke (SkyStore *self, const char *role, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  g_autoptr (SkyStatement) statement = NULL;
  gint64 had;

  if (!check_has_roles (self, error))
    return FALSE;
  transaction = sky_store_join (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  if (transaction == NULL)
    return FALSE;
  statement = sky_statement_get (self, "SELECT dismiss (?)", error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, role);
  if (!sky_statement_get_int (statement, &had, NULL, error))
    return FALSE;
  if (had == 0)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_FOUND,
                             "the role \"%s\" may do nothing in it as it is", role);
  return sky_store_transaction_commit (transaction, error);
}
