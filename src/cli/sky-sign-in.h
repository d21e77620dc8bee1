/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signing in: a person's key opened and given to the store. */
#pragma once

#include "sky-identity.h"
#include "sky-ledger.h"

G_BEGIN_DECLS

/* Opens the key of @credential: the file @key, or the default one if that is NULL. The passphrase
 * is the first line of @passphrase_file, or typed on request. Returns: (transfer full): the
 * identity, or NULL after a message on standard error. */
SkyIdentity *sky_cli_open_identity (const char *credential,
                                    const char *key,
                                    const char *passphrase_file) G_GNUC_WARN_UNUSED_RESULT;

/* Makes @identity sign entries of @credential in @store. */
void sky_cli_sign_in (SkyStore *store, const char *credential, SkyIdentity *identity);

G_END_DECLS
