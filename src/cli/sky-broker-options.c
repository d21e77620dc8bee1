/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-broker-options.h"

void
sky_broker_options_clear (SkyBrokerOptions *self)
{
  g_strfreev (self->uris);
  g_free (self->ca);
  g_free (self->certificate);
  g_free (self->key);
  g_free (self->user);
  g_free (self->password_file);
}

SkyBrokerAddress *
sky_broker_options_address (const SkyBrokerOptions *self, const char *uri, GError **error)
{
  const SkyBrokerAccess access = { self->ca,   self->certificate,   self->key,
                                   self->user, self->password_file, self->insecure };

  return sky_broker_address_new (uri, &access, error);
}

SkyCliStatus
sky_broker_options_fail (const char *command, GError *error)
{
  g_autoptr (GError) owned = error;

  if (g_error_matches (owned, SKY_LIVE_ERROR, SKY_LIVE_ERROR_ADDRESS))
    return sky_cli_wrong_usage (command, "%s", owned->message);
  return sky_cli_fail (owned);
}
