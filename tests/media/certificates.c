/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "certificates.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#define DAY (24 * 60 * 60)

static void
add_extension (X509 *certificate, X509 *issuer, int kind, const char *value)
{
  X509V3_CTX context;

  X509V3_set_ctx_nodb (&context);
  X509V3_set_ctx (&context, issuer, certificate, NULL, NULL, 0);
  X509_EXTENSION *extension = X509V3_EXT_conf_nid (NULL, &context, kind, value);
  g_assert_nonnull (extension);
  g_assert_true (X509_add_ext (certificate, extension, -1));
  X509_EXTENSION_free (extension);
}

/* @issuer and @issuer_key: NULL: it signs itself. @address: NULL: an authority's. */
static X509 *
make (const char *name,
      const char *address,
      int days,
      EVP_PKEY *key,
      X509 *issuer,
      EVP_PKEY *issuer_key)
{
  X509 *certificate = X509_new ();
  X509_NAME *subject = X509_get_subject_name (certificate);

  X509_set_version (certificate, X509_VERSION_3);
  ASN1_INTEGER_set (X509_get_serialNumber (certificate), (long) g_random_int_range (1, G_MAXINT32));
  X509_gmtime_adj (X509_getm_notBefore (certificate), (long) -1000 * DAY);
  X509_gmtime_adj (X509_getm_notAfter (certificate), (long) days * DAY);
  X509_NAME_add_entry_by_txt (subject, "CN", MBSTRING_UTF8, (const guint8 *) name, -1, -1, 0);
  X509_set_issuer_name (certificate, issuer != NULL ? X509_get_subject_name (issuer) : subject);
  X509_set_pubkey (certificate, key);
  if (address != NULL)
    {
      g_autofree char *names = g_strconcat ("IP:", address, NULL);
      add_extension (certificate, issuer != NULL ? issuer : certificate, NID_subject_alt_name,
                     names);
    }
  else
    add_extension (certificate, certificate, NID_basic_constraints, "critical,CA:TRUE");
  g_assert_cmpint (X509_sign (certificate, issuer_key != NULL ? issuer_key : key, EVP_sha256 ()), >,
                   0);
  return certificate;
}

static char *
dup_fingerprint (X509 *certificate)
{
  guint8 bytes[EVP_MAX_MD_SIZE];
  guint n = 0;
  GString *text = g_string_new (NULL);

  g_assert_true (X509_digest (certificate, EVP_sha256 (), bytes, &n));
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, i > 0 ? ":%02X" : "%02X", bytes[i]);
  return g_string_free (text, FALSE);
}

void
test_certificate_write (const TestCertificate *self,
                        const char *path,
                        char **fingerprint,
                        char **authority)
{
  EVP_PKEY *key = EVP_EC_gen ("P-256");
  EVP_PKEY *issuer_key = self->has_authority ? EVP_EC_gen ("P-256") : NULL;
  X509 *issuer = NULL;
  BIO *file = BIO_new_file (path, "w");

  g_assert_nonnull (file);
  if (self->has_authority)
    issuer = make ("Authority", NULL, 1000, issuer_key, NULL, NULL);
  X509 *certificate = make ("Camera", self->name, self->days, key, issuer, issuer_key);
  g_assert_true (PEM_write_bio_X509 (file, certificate));
  g_assert_true (PEM_write_bio_PrivateKey (file, key, NULL, NULL, 0, NULL, NULL));
  if (issuer != NULL)
    g_assert_true (PEM_write_bio_X509 (file, issuer));
  if (fingerprint != NULL)
    *fingerprint = dup_fingerprint (certificate);
  if (authority != NULL)
    *authority = issuer != NULL ? dup_fingerprint (issuer) : NULL;
  BIO_free (file);
  X509_free (certificate);
  X509_free (issuer);
  EVP_PKEY_free (key);
  EVP_PKEY_free (issuer_key);
}
