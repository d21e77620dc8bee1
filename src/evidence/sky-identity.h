/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reviewer's private key, opened with its passphrase, and their certificate. On disk they are one
 * PEM file that only its owner can read. It has the certificate, and the key as PKCS #8, encrypted
 * with AES-256 under a key that scrypt derives from the passphrase. `openssl pkey` and `openssl
 * x509` read it.
 *
 * It does not change, and any thread may use it. */
#pragma once

#include "sky-certificate.h"

G_BEGIN_DECLS

/* The shortest passphrase for a new file, in bytes. */
#define SKY_PASSPHRASE_MIN 8

typedef struct _SkyIdentity SkyIdentity;

/* A new P-256 key with a certificate of its own making: common name @name, serial number
 * @credential, good for @days from now on. */
SkyIdentity *sky_identity_create (const char *credential,
                                  const char *name,
                                  guint days,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Opens the file at @path. Returns: (transfer full): the identity, or NULL with a
 * SKY_EVIDENCE_ERROR: EXPOSED when others can read the file, PASSPHRASE when that does not open it.
 */
SkyIdentity *sky_identity_open (const char *path,
                                const char *passphrase,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Reads a key and its certificate from other programs: PKCS #12, or PEM with the certificate in the
 * same file or in that at @certificate (may be NULL). Others may have access to the file, because
 * it is to be saved again. */
SkyIdentity *sky_identity_import (const char *path,
                                  const char *certificate,
                                  const char *passphrase,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

SkyIdentity *sky_identity_ref (SkyIdentity *self);
void sky_identity_unref (SkyIdentity *self);

/* Writes the file, which must not exist, and creates its folder if necessary. */
gboolean sky_identity_save (const SkyIdentity *self,
                            const char *path,
                            const char *passphrase,
                            GError **error);

/* The default file of @credential: in skyward/keys in the user's data folder. Returns: a new
 * string. */
char *sky_identity_default_path (const char *credential) G_GNUC_WARN_UNUSED_RESULT;

SkyCertificate *sky_identity_get_certificate (const SkyIdentity *self);

/* Signs @data. For sky_store_set_signer() too, with the identity as the signer. Returns: (transfer
 * full): the signature, or NULL with SKY_EVIDENCE_ERROR_KEY. */
GBytes *sky_identity_sign (gpointer self, const void *data, gsize size, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;

/* A detached CMS signature (RFC 5652, DER) of @data with the certificate in it. */
GBytes *sky_identity_sign_cms (const SkyIdentity *self,
                               GBytes *data,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyIdentity, sky_identity_unref)

G_END_DECLS
