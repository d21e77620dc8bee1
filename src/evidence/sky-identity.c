/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-identity.h"

#include <gio/gio.h>
#include <openssl/cms.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <string.h>

#include "sky-evidence-error.h"
#include "sky-key-file.h"
#include "sky-key-memory.h"
#include "sky-openssl-private.h"

/* scrypt's cost: 16 MiB and some tens of milliseconds a try, and what `openssl pkey` still reads
 * with its own limits. */
#define SCRYPT_N 16384
#define SCRYPT_R 8
#define SCRYPT_P 1

struct _SkyIdentity
{
  gatomicrefcount refs;
  SkyKeyMemory memory;
  EVP_PKEY *key;
  SkyCertificate *certificate;
};

static SkyIdentity *
identity_new (EVP_PKEY *key, X509 *x509)
{
  SkyIdentity *self = g_new0 (SkyIdentity, 1);

  g_atomic_ref_count_init (&self->refs);
  self->memory = sky_key_memory_enter ();
  EVP_PKEY_up_ref (key);
  self->key = key;
  self->certificate = sky_certificate_new_from_x509 (x509);
  return self;
}

SkyIdentity *
sky_identity_ref (SkyIdentity *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
sky_identity_unref (SkyIdentity *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->refs))
    return;
  EVP_PKEY_free (self->key);
  sky_certificate_free (self->certificate);
  sky_key_memory_leave (&self->memory);
  g_free (self);
}

SkyCertificate *
sky_identity_get_certificate (const SkyIdentity *self)
{
  return self->certificate;
}

EVP_PKEY *
sky_identity_get_key (const SkyIdentity *self)
{
  return self->key;
}

char *
sky_identity_default_path (const char *credential)
{
  g_autofree char *name = g_strdup_printf ("%s.pem", credential);

  g_strdelimit (name, "/\\", '_');
  return g_build_filename (g_get_user_data_dir (), "skyward", "keys", name, NULL);
}

/* --- Creating --------------------------------------------------------------------------------- */

static gboolean
add_extension (X509 *x509, int nid, const char *value)
{
  X509V3_CTX context;
  X509_EXTENSION *extension;
  gboolean added;

  X509V3_set_ctx_nodb (&context);
  X509V3_set_ctx (&context, x509, x509, NULL, NULL, 0);
  extension = X509V3_EXT_conf_nid (NULL, &context, nid, value);
  added = extension != NULL && X509_add_ext (x509, extension, -1) == 1;
  X509_EXTENSION_free (extension);
  return added;
}

static gboolean
set_serial (X509 *x509)
{
  unsigned char bytes[16];
  BIGNUM *number;
  gboolean set;

  if (RAND_bytes (bytes, sizeof bytes) != 1)
    return FALSE;
  bytes[0] &= 0x7f;
  number = BN_bin2bn (bytes, sizeof bytes, NULL);
  set = number != NULL && BN_to_ASN1_INTEGER (number, X509_get_serialNumber (x509)) != NULL;
  BN_free (number);
  return set;
}

static gboolean
add_name (X509_NAME *subject, const char *field, const char *text)
{
  return X509_NAME_add_entry_by_txt (subject, field, MBSTRING_UTF8, (const unsigned char *) text,
                                     -1, -1, 0)
         == 1;
}

static X509 *
make_certificate (EVP_PKEY *key, const char *credential, const char *name, guint days)
{
  g_autoptr (X509) x509 = X509_new ();
  X509_NAME *subject = X509_get_subject_name (x509);

  if (X509_set_version (x509, X509_VERSION_3) != 1 || !set_serial (x509)
      || !add_name (subject, "CN", name) || !add_name (subject, "serialNumber", credential)
      || X509_set_issuer_name (x509, subject) != 1 || X509_set_pubkey (x509, key) != 1
      || X509_gmtime_adj (X509_getm_notBefore (x509), 0) == NULL
      || X509_time_adj_ex (X509_getm_notAfter (x509), (int) days, 0, NULL) == NULL
      || !add_extension (x509, NID_basic_constraints, "critical,CA:FALSE")
      || !add_extension (x509, NID_key_usage, "critical,digitalSignature,nonRepudiation")
      || !add_extension (x509, NID_subject_key_identifier, "hash")
      || X509_sign (x509, key, EVP_sha256 ()) == 0)
    return NULL;
  return g_steal_pointer (&x509);
}

SkyIdentity *
sky_identity_create (const char *credential, const char *name, guint days, GError **error)
{
  g_auto (SkyKeyMemory) memory = sky_key_memory_enter ();
  g_autoptr (EVP_PKEY) key = EVP_EC_gen ("P-256");
  g_autoptr (X509) x509 = NULL;

  if (key != NULL)
    x509 = make_certificate (key, credential, name, days);
  if (x509 == NULL)
    {
      sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY, "no key can be made for %s, credential %s",
                         name, credential);
      return NULL;
    }
  return identity_new (key, x509);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static int
passphrase_cb (char *buffer, int size, int writing, void *data)
{
  const char *passphrase = data;
  gsize length = passphrase != NULL ? strlen (passphrase) : 0;

  if (length == 0 || length > (gsize) size)
    return -1;
  memcpy (buffer, passphrase, length);
  return (int) length;
}

static gboolean
has_key (const GString *text)
{
  return strstr (text->str, "PRIVATE KEY-----") != NULL;
}

static void
read_pem (const GString *text,
          const char *certificate,
          const char *passphrase,
          EVP_PKEY **key,
          X509 **x509)
{
  g_autoptr (BIO) keys = BIO_new_mem_buf (text->str, (int) text->len);
  g_autoptr (BIO) certificates = certificate != NULL ? BIO_new_mem_buf (certificate, -1)
                                                     : BIO_new_mem_buf (text->str, (int) text->len);

  *key = PEM_read_bio_PrivateKey (keys, NULL, passphrase_cb, (gpointer) passphrase);
  if (*key != NULL)
    *x509 = PEM_read_bio_X509 (certificates, NULL, NULL, NULL);
}

/* Returns: whether it is PKCS #12 at all. */
static gboolean
read_pkcs12 (const GString *text, const char *passphrase, EVP_PKEY **key, X509 **x509)
{
  g_autoptr (BIO) bio = BIO_new_mem_buf (text->str, (int) text->len);
  PKCS12 *bag = d2i_PKCS12_bio (bio, NULL);
  gboolean is_bag = bag != NULL;

  if (is_bag)
    PKCS12_parse (bag, passphrase, key, x509, NULL);
  PKCS12_free (bag);
  return is_bag;
}

static SkyIdentity *
take (const char *path, gboolean is_key, EVP_PKEY *key, X509 *x509, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  if (key == NULL)
    {
      ERR_clear_error ();
      if (!is_key)
        g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_KEY, "%s has no key in it",
                     name);
      else
        g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_PASSPHRASE,
                     "the passphrase does not open %s", name);
      return NULL;
    }
  if (x509 == NULL)
    {
      sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY, "%s has no certificate in it", name);
      return NULL;
    }
  if (X509_check_private_key (x509, key) != 1)
    {
      sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY,
                         "the key and the certificate of %s do not belong together", name);
      return NULL;
    }
  return identity_new (key, x509);
}

SkyIdentity *
sky_identity_open (const char *path, const char *passphrase, GError **error)
{
  g_auto (SkyKeyMemory) memory = sky_key_memory_enter ();
  GString *text = sky_key_file_read (path, TRUE, error);
  g_autoptr (EVP_PKEY) key = NULL;
  g_autoptr (X509) x509 = NULL;
  gboolean is_key;

  if (text == NULL)
    return NULL;
  if (has_key (text) && strstr (text->str, "ENCRYPTED") == NULL)
    {
      g_autofree char *name = g_filename_display_name (path);

      sky_key_file_wipe (text);
      g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_EXPOSED,
                   "%s is not used: its key is not encrypted (import it)", name);
      return NULL;
    }
  is_key = has_key (text);
  read_pem (text, NULL, passphrase, &key, &x509);
  sky_key_file_wipe (text);
  return take (path, is_key, key, x509, error);
}

SkyIdentity *
sky_identity_import (const char *path,
                     const char *certificate,
                     const char *passphrase,
                     GError **error)
{
  g_auto (SkyKeyMemory) memory = sky_key_memory_enter ();
  GString *text = sky_key_file_read (path, FALSE, error);
  GString *other = NULL;
  g_autoptr (EVP_PKEY) key = NULL;
  g_autoptr (X509) x509 = NULL;
  gboolean is_key;

  if (text == NULL)
    return NULL;
  if (certificate != NULL && (other = sky_key_file_read (certificate, FALSE, error)) == NULL)
    {
      sky_key_file_wipe (text);
      return NULL;
    }
  is_key = has_key (text);
  if (is_key)
    read_pem (text, other != NULL ? other->str : NULL, passphrase, &key, &x509);
  else
    is_key = read_pkcs12 (text, passphrase, &key, &x509);
  sky_key_file_wipe (text);
  if (other != NULL)
    sky_key_file_wipe (other);
  return take (path, is_key, key, x509, error);
}

/* --- Writing ---------------------------------------------------------------------------------- */

/* The key as encrypted PKCS #8 in PEM onto @bio. */
static gboolean
write_key (BIO *bio, EVP_PKEY *key, const char *passphrase)
{
  X509_ALGOR *algorithm =
      PKCS5_pbe2_set_scrypt (EVP_aes_256_cbc (), NULL, 0, NULL, SCRYPT_N, SCRYPT_R, SCRYPT_P);
  PKCS8_PRIV_KEY_INFO *plain = EVP_PKEY2PKCS8 (key);
  X509_SIG *sealed = NULL;
  gboolean written;

  if (algorithm != NULL && plain != NULL)
    sealed = PKCS8_set0_pbe (passphrase, (int) strlen (passphrase), plain, algorithm);
  if (sealed == NULL)
    X509_ALGOR_free (algorithm);
  written = sealed != NULL && PEM_write_bio_PKCS8 (bio, sealed) == 1;
  PKCS8_PRIV_KEY_INFO_free (plain);
  X509_SIG_free (sealed);
  return written;
}

gboolean
sky_identity_save (const SkyIdentity *self,
                   const char *path,
                   const char *passphrase,
                   GError **error)
{
  g_autoptr (BIO) bio = BIO_new (BIO_s_mem ());
  char *data;
  long size;

  if (passphrase == NULL || strlen (passphrase) < SKY_PASSPHRASE_MIN)
    {
      g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_PASSPHRASE,
                   "a passphrase has at least %d characters", SKY_PASSPHRASE_MIN);
      return FALSE;
    }
  if (!write_key (bio, self->key, passphrase)
      || PEM_write_bio_X509 (bio, sky_certificate_get_x509 (self->certificate)) != 1)
    return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY, "the key cannot be encrypted");
  size = BIO_get_mem_data (bio, &data);
  return sky_key_file_write (path, data, (gsize) size, error);
}

/* --- Signing ---------------------------------------------------------------------------------- */

GBytes *
sky_identity_sign (gpointer signer, const void *data, gsize size, GError **error)
{
  const SkyIdentity *self = signer;
  g_autoptr (EVP_MD_CTX) context = EVP_MD_CTX_new ();
  gsize length = 0;
  g_autofree guchar *signature = NULL;

  if (EVP_DigestSignInit (context, NULL, sky_key_get_digest (self->key), NULL, self->key) == 1
      && EVP_DigestSign (context, NULL, &length, data, size) == 1)
    {
      signature = g_malloc (length);
      if (EVP_DigestSign (context, signature, &length, data, size) == 1)
        return g_bytes_new (signature, length);
    }
  sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY, "the key does not sign");
  return NULL;
}

GBytes *
sky_identity_sign_cms (const SkyIdentity *self, GBytes *data, GError **error)
{
  gsize size;
  const void *bytes = g_bytes_get_data (data, &size);
  g_autoptr (BIO) in = BIO_new_mem_buf (bytes, (int) size);
  g_autoptr (BIO) out = BIO_new (BIO_s_mem ());
  CMS_ContentInfo *cms = CMS_sign (sky_certificate_get_x509 (self->certificate), self->key, NULL,
                                   in, CMS_DETACHED | CMS_BINARY | CMS_NOSMIMECAP);
  gboolean written = cms != NULL && i2d_CMS_bio (out, cms) == 1;

  CMS_ContentInfo_free (cms);
  if (!written)
    {
      sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY, "the key does not sign");
      return NULL;
    }
  return sky_bio_dup_bytes (out);
}
