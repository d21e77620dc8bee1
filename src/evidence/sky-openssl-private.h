/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenSSL code that the files of this folder share. */
#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include "sky-certificate.h"
#include "sky-identity.h"

G_BEGIN_DECLS

G_DEFINE_AUTOPTR_CLEANUP_FUNC (X509, X509_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (EVP_PKEY, EVP_PKEY_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (EVP_MD_CTX, EVP_MD_CTX_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (X509_STORE, X509_STORE_free)

static inline void
sky_bio_free (BIO *bio)
{
  BIO_free_all (bio);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BIO, sky_bio_free)

/* Takes a reference of @x509. */
SkyCertificate *sky_certificate_new_from_x509 (X509 *x509) G_GNUC_WARN_UNUSED_RESULT;
X509 *sky_certificate_get_x509 (const SkyCertificate *self);
EVP_PKEY *sky_identity_get_key (const SkyIdentity *self);

/* The digest that signatures of @key go with; NULL where the algorithm has its own. */
const EVP_MD *sky_key_get_digest (const EVP_PKEY *key);

/* TRUE for SHA-256, SHA-384 and SHA-512, the only ones accepted. */
gboolean sky_digest_nid_is_sha2 (int nid);
/* TRUE if one of them was used to sign the certificate. */
gboolean sky_x509_is_sha2 (X509 *x509);

/* Puts the certificate that signed @x509 into @above (of SkyCertificate), then the one that signed
 * that, and so on, as far as @all has them. Returns FALSE if @all has others, if one was not signed
 * with SHA-2, or if a self-signed one was changed. */
gboolean sky_x509_gather_above (X509 *x509, STACK_OF (X509) * all, GPtrArray *above);

/* The contents of a memory BIO. */
GBytes *sky_bio_dup_bytes (BIO *bio) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
