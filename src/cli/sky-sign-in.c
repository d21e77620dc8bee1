/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sign-in.h"

#include <glib/gi18n.h>

#include "sky-cli.h"
#include "sky-passphrase.h"

SkyIdentity *
sky_cli_open_identity (const char *credential, const char *key, const char *passphrase_file)
{
  g_autofree char *path = key != NULL ? g_strdup (key) : sky_identity_default_path (credential);
  g_autofree char *prompt = g_strdup_printf (_ ("Passphrase for %s"), path);
  char *passphrase = sky_passphrase_read (passphrase_file, prompt, FALSE);
  g_autoptr (SkyIdentity) identity = NULL;
  g_autoptr (GError) error = NULL;

  if (passphrase == NULL)
    return NULL;
  identity = sky_identity_open (path, passphrase, &error);
  sky_passphrase_free (passphrase);
  if (identity == NULL)
    sky_cli_complain ("%s", error->message);
  return g_steal_pointer (&identity);
}

void
sky_cli_sign_in (SkyStore *store, const char *credential, SkyIdentity *identity)
{
  sky_store_set_signer (store, credential, sky_identity_sign, sky_identity_ref (identity),
                        (GDestroyNotify) sky_identity_unref);
}
