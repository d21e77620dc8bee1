/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-certificate.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <string.h>

#include "sky-digest.h"
#include "sky-evidence-error.h"
#include "sky-openssl-private.h"

struct _SkyCertificate
{
  X509 *x509;
  char *name;
  char *credential;
  char fingerprint[SKY_DIGEST_HEX_SIZE];
  SkyTime not_before;
  SkyTime not_after;
};

const EVP_MD *
sky_key_get_digest (const EVP_PKEY *key)
{
  int type = EVP_PKEY_get_base_id (key);

  return type == EVP_PKEY_ED25519 || type == EVP_PKEY_ED448 ? NULL : EVP_sha256 ();
}

GBytes *
sky_bio_dup_bytes (BIO *bio)
{
  char *data;
  long size = BIO_get_mem_data (bio, &data);

  return g_bytes_new (data, size > 0 ? (gsize) size : 0);
}

gboolean
sky_digest_nid_is_sha2 (int nid)
{
  return nid == NID_sha256 || nid == NID_sha384 || nid == NID_sha512;
}

gboolean
sky_x509_is_sha2 (X509 *x509)
{
  int digest = NID_undef, key = NID_undef;

  if (X509_get_signature_info (x509, &digest, &key, NULL, NULL) != 1)
    return FALSE;
  /* Edwards curves bring their digest along. */
  return key == NID_ED25519 || key == NID_ED448 || sky_digest_nid_is_sha2 (digest);
}

/* The certificate among @all that signed @x509, and is not the same. */
static X509 *
find_issuer (X509 *x509, STACK_OF (X509) * all)
{
  for (int i = 0; i < sk_X509_num (all); i++)
    {
      X509 *other = sk_X509_value (all, i);
      EVP_PKEY *key = X509_get0_pubkey (other);

      if (X509_cmp (other, x509) != 0 && key != NULL
          && X509_NAME_cmp (X509_get_subject_name (other), X509_get_issuer_name (x509)) == 0
          && X509_verify (x509, key) == 1)
        return other;
    }
  return NULL;
}

gboolean
sky_x509_gather_above (X509 *x509, STACK_OF (X509) * all, GPtrArray *above)
{
  gboolean good = sky_x509_is_sha2 (x509);
  X509 *at = x509;

  while (good && (int) above->len + 1 < sk_X509_num (all))
    {
      /* Whoever signed themselves is at the top. */
      X509 *issuer = X509_self_signed (at, 0) == 1 ? NULL : find_issuer (at, all);

      if (issuer == NULL)
        break;
      at = issuer;
      good =
          sky_x509_is_sha2 (at) && (X509_self_signed (at, 0) != 1 || X509_self_signed (at, 1) == 1);
      g_ptr_array_add (above, sky_certificate_new_from_x509 (at));
    }
  ERR_clear_error ();
  return good && (int) above->len + 1 == sk_X509_num (all);
}

static char *
dup_entry (X509_NAME *subject, int nid)
{
  int index = X509_NAME_get_index_by_NID (subject, nid, -1);
  unsigned char *text = NULL;
  char *copy = NULL;
  int length;

  if (index < 0)
    return NULL;
  length =
      ASN1_STRING_to_UTF8 (&text, X509_NAME_ENTRY_get_data (X509_NAME_get_entry (subject, index)));
  if (length >= 0)
    copy = g_utf8_make_valid ((const char *) text, length);
  OPENSSL_free (text);
  return copy;
}

static SkyTime
read_time (const ASN1_TIME *time)
{
  struct tm parts = { 0 };

  if (ASN1_TIME_to_tm (time, &parts) != 1)
    return SKY_TIME_NONE;
  return (SkyTime) timegm (&parts) * SKY_SECOND;
}

SkyCertificate *
sky_certificate_new_from_x509 (X509 *x509)
{
  SkyCertificate *self = g_new0 (SkyCertificate, 1);
  X509_NAME *subject = X509_get_subject_name (x509);
  guint8 digest[SKY_DIGEST_SIZE];
  unsigned int size = sizeof digest;

  X509_up_ref (x509);
  self->x509 = x509;
  self->name = dup_entry (subject, NID_commonName);
  self->credential = dup_entry (subject, NID_serialNumber);
  X509_digest (x509, EVP_sha256 (), digest, &size);
  sky_digest_to_hex (digest, self->fingerprint);
  self->not_before = read_time (X509_get0_notBefore (x509));
  self->not_after = read_time (X509_get0_notAfter (x509));
  return self;
}

SkyCertificate *
sky_certificate_new_from_pem (const char *pem, GError **error)
{
  g_autoptr (BIO) bio = BIO_new_mem_buf (pem, -1);
  g_autoptr (X509) x509 = PEM_read_bio_X509 (bio, NULL, NULL, NULL);

  if (x509 == NULL)
    {
      sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY, "that is no X.509 certificate");
      return NULL;
    }
  return sky_certificate_new_from_x509 (x509);
}

void
sky_certificate_free (SkyCertificate *self)
{
  if (self == NULL)
    return;
  X509_free (self->x509);
  g_free (self->name);
  g_free (self->credential);
  g_free (self);
}

char *
sky_certificate_to_pem (const SkyCertificate *self)
{
  g_autoptr (BIO) bio = BIO_new (BIO_s_mem ());
  g_autoptr (GBytes) bytes = NULL;
  const char *data;
  gsize size;

  PEM_write_bio_X509 (bio, self->x509);
  bytes = sky_bio_dup_bytes (bio);
  data = g_bytes_get_data (bytes, &size);
  return g_strndup (data, size);
}

X509 *
sky_certificate_get_x509 (const SkyCertificate *self)
{
  return self->x509;
}

const char *
sky_certificate_get_name (const SkyCertificate *self)
{
  return self->name;
}

const char *
sky_certificate_get_credential (const SkyCertificate *self)
{
  return self->credential;
}

const char *
sky_certificate_get_fingerprint (const SkyCertificate *self)
{
  return self->fingerprint;
}

SkyTime
sky_certificate_get_not_before (const SkyCertificate *self)
{
  return self->not_before;
}

SkyTime
sky_certificate_get_not_after (const SkyCertificate *self)
{
  return self->not_after;
}

gboolean
sky_certificate_verify (const SkyCertificate *self, const void *data, gsize size, GBytes *signature)
{
  g_autoptr (EVP_MD_CTX) context = EVP_MD_CTX_new ();
  EVP_PKEY *key = X509_get0_pubkey (self->x509);
  gsize signature_size;
  const guchar *bytes = g_bytes_get_data (signature, &signature_size);
  gboolean good;

  good = key != NULL
         && EVP_DigestVerifyInit (context, NULL, sky_key_get_digest (key), NULL, key) == 1
         && EVP_DigestVerify (context, bytes, signature_size, data, size) == 1;
  ERR_clear_error ();
  return good;
}
