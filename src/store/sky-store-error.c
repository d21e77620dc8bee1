/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-store-private.h"

#include <glib/gi18n-lib.h>

GQuark
sky_store_error_quark (void)
{
  return g_quark_from_static_string ("sky-store-error");
}

/* What a person should know beside the database's own words, in their language. */
static const char *
describe (SkyStoreError error)
{
  switch (error)
    {
    case SKY_STORE_ERROR_OPEN:
      return _ ("it cannot be opened");
    case SKY_STORE_ERROR_PASSWORD:
      return _ ("it needs a password (keep it in ~/.pgpass, or in the file that PGPASSFILE names)");
    case SKY_STORE_ERROR_NOT_A_STORE:
      return _ ("it is not a Skyward store");
    case SKY_STORE_ERROR_DAMAGED:
      return _ ("the store is damaged");
    case SKY_STORE_ERROR_READ_ONLY:
      return _ ("it cannot be written");
    case SKY_STORE_ERROR_BUSY:
      return _ ("another program is writing to it");
    case SKY_STORE_ERROR_FULL:
      return _ ("there is no room on the disk");
    case SKY_STORE_ERROR_REFUSED:
      return _ ("that is not allowed");
    case SKY_STORE_ERROR_INVALID:
      return _ ("that cannot be stored");
    case SKY_STORE_ERROR_CANCELLED:
      return _ ("stopped");
    case SKY_STORE_ERROR_DISCONNECTED:
      return _ ("the connection to the database is lost");
    case SKY_STORE_ERROR_VERSION:
    case SKY_STORE_ERROR_CHANGED:
    case SKY_STORE_ERROR_CONFLICT:
    case SKY_STORE_ERROR_NOT_FOUND:
    case SKY_STORE_ERROR_FAILED:
    default:
      return _ ("it does not work");
    }
}

gboolean
sky_store_fail (SkyStore *self, GError **error, SkyStoreError code, const char *words)
{
  g_set_error (error, SKY_STORE_ERROR, code, "%s: %s: %s", self->path, describe (code), words);
  return FALSE;
}

gboolean
sky_store_refuse (SkyStore *self, GError **error, SkyStoreError code, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SKY_STORE_ERROR, code, "%s: %s", self->path, message);
  return FALSE;
}
