/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <openssl/cms.h>
#include <openssl/err.h>
#include <string.h>

#include "sky-openssl-private.h"
#include "sky-package-writer.h"
#include "sky-person.h"
#include "sky-time-stamp.h"
#include "sky-verify-private.h"

static void
line_free (gpointer data)
{
  SkyVerifyLine *self = data;

  g_free (self->text);
  g_free (self);
}

void
sky_verification_say (SkyVerification *self, gboolean holds, const char *format, ...)
{
  SkyVerifyLine *line = g_new0 (SkyVerifyLine, 1);
  va_list arguments;

  va_start (arguments, format);
  line->text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  line->holds = holds;
  g_ptr_array_add (self->lines, line);
}

/* --- Digests ------------------------------------------------------------------------------------
 */

static gboolean
is_sum_free (const char *name)
{
  return strcmp (name, SKY_PACKAGE_SUMS) == 0 || strcmp (name, SKY_PACKAGE_SIGNATURE) == 0
         || strcmp (name, SKY_PACKAGE_STAMP) == 0;
}

/* Reads one line, "<64 hex digits>  <name>". */
static gboolean
read_sum (const char *line, gsize length, char **name, char hex[SKY_DIGEST_HEX_SIZE])
{
  if (length < SKY_DIGEST_HEX_SIZE + 2 || memchr (line, '\0', length) != NULL || line[64] != ' '
      || line[65] != ' ')
    return FALSE;
  for (guint i = 0; i < 64; i++)
    if (!g_ascii_isdigit (line[i]) && !(line[i] >= 'a' && line[i] <= 'f'))
      return FALSE;
  memcpy (hex, line, 64);
  hex[64] = '\0';
  *name = g_strndup (line + 66, length - 66);
  return TRUE;
}

/* Holds the member that a line is about against it. Returns: whether that is well. */
static gboolean
check_sum (SkyVerification *self, const char *name, const char *hex, GHashTable *listed)
{
  const SkyPackageMember *member = sky_package_find (self->package, name);
  g_autofree char *shown = sky_package_show_name (name);

  if (!g_hash_table_add (listed, g_strdup (name)) || is_sum_free (name))
    sky_verification_say (self, FALSE, "SHA256SUMS: it has %s where it may not be", shown);
  else if (member == NULL)
    sky_verification_say (self, FALSE,
                          "%s: SHA256SUMS has its digest, but it is not in the package, or not "
                          "readable",
                          shown);
  else if (strcmp (member->sha256, hex) != 0)
    sky_verification_say (self, FALSE, "%s: it was changed, its digest is another one", shown);
  else
    return TRUE;
  return FALSE;
}

static void
verify_sums (SkyVerification *self, const SkyPackageMember *sums)
{
  g_autoptr (GHashTable) listed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize size;
  const char *at = g_bytes_get_data (sums->data, &size);
  const char *end = at + size;
  guint n_good = 0, n_bad = 0;

  while (at < end)
    {
      const char *lf = memchr (at, '\n', (gsize) (end - at));
      g_autofree char *name = NULL;
      char hex[SKY_DIGEST_HEX_SIZE];

      if (lf == NULL || !read_sum (at, (gsize) (lf - at), &name, hex))
        {
          sky_verification_say (self, FALSE, "SHA256SUMS: it has a line that is none of its kind");
          n_bad++;
        }
      else if (check_sum (self, name, hex, listed))
        n_good++;
      else
        n_bad++;
      at = lf != NULL ? lf + 1 : end;
    }
  for (guint i = 0; i < self->package->members->len; i++)
    {
      const SkyPackageMember *member = self->package->members->pdata[i];

      if (!is_sum_free (member->name) && !g_hash_table_contains (listed, member->name))
        {
          sky_verification_say (self, FALSE, "%s: it was added, SHA256SUMS does not know it",
                                member->name);
          n_bad++;
        }
    }
  if (n_bad == 0)
    sky_verification_say (self, TRUE, "SHA256SUMS: all %u members have their digests", n_good);
}

/* --- The signature ------------------------------------------------------------------------------
 */

/* Reads a tag and a length of DER at *@at, which goes on to the content. */
static gboolean
read_der (const guint8 **at, const guint8 *end, int tag, const guint8 **content_end)
{
  long length;
  int found, class;
  const guint8 *start = *at;
  int code;

  if (start >= end)
    return FALSE;
  code = ASN1_get_object (at, &length, &found, &class, end - start);
  if ((code & 0x81) != 0 || *start != tag)
    return FALSE;
  *content_end = *at + length;
  return TRUE;
}

/* OpenSSL reads over some of what stands in a signature. The versions of ours are 1, for there is
 * one signer, known by issuer and serial number. */
static gboolean
has_right_versions (GBytes *signature)
{
  gsize size;
  const guint8 *at = g_bytes_get_data (signature, &size);
  const guint8 *end = at + size;
  const guint8 *info, *signed_end, *inner;
  static const guint8 one[] = { 0x02, 0x01, 0x01 };
  /* encapContentInfo: id-data, and no content. */
  static const guint8 detached[] = { 0x30, 0x0b, 0x06, 0x09, 0x2a, 0x86, 0x48,
                                     0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01 };

  if (!read_der (&at, end, 0x30, &info) || info != end || !read_der (&at, info, 0x06, &inner))
    return FALSE;
  at = inner;
  if (!read_der (&at, info, 0xa0, &inner) || !read_der (&at, inner, 0x30, &signed_end)
      || signed_end - at < 3 || memcmp (at, one, sizeof one) != 0)
    return FALSE;
  at += sizeof one;
  /* digestAlgorithms, encapContentInfo, certificates, signerInfos, and one signer in them. */
  if (!read_der (&at, signed_end, 0x31, &inner))
    return FALSE;
  at = inner;
  if (signed_end - at < (gssize) sizeof detached || memcmp (at, detached, sizeof detached) != 0)
    return FALSE;
  at += sizeof detached;
  if (!read_der (&at, signed_end, 0xa0, &inner))
    return FALSE;
  at = inner;
  if (!read_der (&at, signed_end, 0x31, &inner) || inner != signed_end
      || !read_der (&at, inner, 0x30, &end) || end != inner)
    return FALSE;
  return end - at > 3 && memcmp (at, one, sizeof one) == 0;
}

/* Whether what was read is written with the very same bytes: nothing is hidden beside it. */
static gboolean
is_canonical (CMS_ContentInfo *cms, GBytes *signature)
{
  g_autoptr (BIO) bio = BIO_new (BIO_s_mem ());
  g_autoptr (GBytes) again = NULL;

  if (i2d_CMS_bio (bio, cms) != 1)
    return FALSE;
  again = sky_bio_dup_bytes (bio);
  return g_bytes_equal (again, signature);
}

/* Whether the signer is named with the very bytes of the certificate: OpenSSL takes "ada" for
 * "Ada".
 */
static gboolean
names_signer (CMS_ContentInfo *cms, X509 *signer)
{
  CMS_SignerInfo *info = sk_CMS_SignerInfo_value (CMS_get0_SignerInfos (cms), 0);
  ASN1_OCTET_STRING *key = NULL;
  X509_NAME *issuer = NULL;
  ASN1_INTEGER *serial = NULL;
  const unsigned char *named, *real;
  size_t named_size, real_size;

  return CMS_SignerInfo_get0_signer_id (info, &key, &issuer, &serial) == 1 && issuer != NULL
         && X509_NAME_get0_der (issuer, &named, &named_size) == 1
         && X509_NAME_get0_der (X509_get_issuer_name (signer), &real, &real_size) == 1
         && named_size == real_size && memcmp (named, real, real_size) == 0;
}

/* Whether the algorithms that the signature names are those of the key and of its digest: OpenSSL
 * goes by the key alone. */
static gboolean
names_algorithms (CMS_ContentInfo *cms, X509 *signer)
{
  CMS_SignerInfo *info = sk_CMS_SignerInfo_value (CMS_get0_SignerInfos (cms), 0);
  int key = EVP_PKEY_get_base_id (X509_get0_pubkey (signer));
  X509_ALGOR *digest = NULL, *algorithm = NULL;
  int signs, digest_id, key_id;

  CMS_SignerInfo_get0_algs (info, NULL, NULL, &digest, &algorithm);
  if (digest == NULL || algorithm == NULL)
    return FALSE;
  signs = OBJ_obj2nid (algorithm->algorithm);
  if (signs == key)
    return TRUE;
  return OBJ_find_sigid_algs (signs, &digest_id, &key_id) == 1 && key_id == key
         && (digest_id == NID_undef || digest_id == OBJ_obj2nid (digest->algorithm));
}

static SkyTime
get_signing_time (CMS_SignerInfo *signer)
{
  ASN1_TYPE *type;
  int index = CMS_signed_get_attr_by_NID (signer, NID_pkcs9_signingTime, -1);
  X509_ATTRIBUTE *attribute = index >= 0 ? CMS_signed_get_attr (signer, index) : NULL;
  struct tm parts = { 0 };

  type = attribute != NULL ? X509_ATTRIBUTE_get0_type (attribute, 0) : NULL;
  if (type == NULL || (type->type != V_ASN1_UTCTIME && type->type != V_ASN1_GENERALIZEDTIME)
      || ASN1_TIME_to_tm (type->value.asn1_string, &parts) != 1)
    return SKY_TIME_NONE;
  return (SkyTime) timegm (&parts) * SKY_SECOND;
}

/* Who signed: by the register in the ledger, by the certificate that was asked for, by its own
 * dates. */
static void
verify_signer (SkyVerification *self, SkyCertificate *certificate, SkyTime at)
{
  const char *fingerprint = sky_certificate_get_fingerprint (certificate);
  const SkyPerson *person = NULL;
  X509 *x509 = sky_certificate_get_x509 (certificate);
  g_autofree char *name = sky_package_show_name (sky_certificate_get_name (certificate) != NULL
                                                     ? sky_certificate_get_name (certificate)
                                                     : "?");
  char time[SKY_TIME_TEXT_SIZE] = "?";

  if (at != SKY_TIME_NONE)
    sky_time_format (at, time);
  sky_verification_say (self, TRUE, "signer: %s, by their own clock at %s, certificate SHA-256 %s",
                        name, time, fingerprint);
  if (self->options->certificate != NULL
      && strcmp (fingerprint, sky_certificate_get_fingerprint (self->options->certificate)) != 0)
    sky_verification_say (self, FALSE, "signer: it is not the certificate that was asked for");
  if (X509_self_signed (x509, 0) == 1 && X509_self_signed (x509, 1) != 1)
    sky_verification_say (self, FALSE, "signer: the certificate itself was changed");
  if (at == SKY_TIME_NONE || at < sky_certificate_get_not_before (certificate)
      || at > sky_certificate_get_not_after (certificate))
    sky_verification_say (self, FALSE, "signer: the certificate was not good when it was signed");

  if (self->people == NULL || self->people->len == 0)
    {
      sky_verification_say (self, TRUE,
                            "signer: the ledger has no register of people; compare the "
                            "certificate's SHA-256 with what the signer tells you");
      return;
    }
  for (guint i = 0; i < self->people->len && person == NULL; i++)
    {
      const SkyPerson *registered = self->people->pdata[i];
      g_autoptr (SkyCertificate) theirs =
          sky_certificate_new_from_pem (registered->certificate, NULL);

      if (theirs != NULL && strcmp (sky_certificate_get_fingerprint (theirs), fingerprint) == 0)
        person = registered;
    }
  if (person == NULL)
    sky_verification_say (self, FALSE, "signer: the ledger registers nobody with that certificate");
  else if (!sky_person_role_allows (person->role, SKY_LEDGER_EXPORT) || person->revocation != 0
           || (at != SKY_TIME_NONE && at > person->expires))
    sky_verification_say (self, FALSE, "signer: %s was not entitled to export (%s%s)",
                          person->credential, sky_person_role_to_name (person->role),
                          person->revocation != 0 ? ", revoked" : "");
  else
    sky_verification_say (self, TRUE, "signer: registered in the ledger, credential %s, %s",
                          person->credential, sky_person_role_to_name (person->role));
  ERR_clear_error ();
}

static void
verify_signature (SkyVerification *self, const SkyPackageMember *sums)
{
  const SkyPackageMember *member = sky_package_find (self->package, SKY_PACKAGE_SIGNATURE);
  g_autoptr (BIO) content = NULL;
  CMS_ContentInfo *cms = NULL;
  STACK_OF (X509) *signers = NULL;
  gsize size;
  const guint8 *bytes;

  if (member == NULL)
    {
      sky_verification_say (self, FALSE, SKY_PACKAGE_SIGNATURE ": the signature is missing");
      return;
    }
  bytes = g_bytes_get_data (member->data, &size);
  cms = d2i_CMS_ContentInfo (NULL, &bytes, (long) size);
  /* Of memory that it is handed as such CMS_verify() makes a reader of its own, which it forgets
   * when the signature is of no kind that it knows. */
  content =
      BIO_push (BIO_new (BIO_f_null ()), BIO_new_mem_buf (g_bytes_get_data (sums->data, NULL),
                                                          (int) g_bytes_get_size (sums->data)));
  if (cms == NULL || !is_canonical (cms, member->data) || !has_right_versions (member->data)
      || sk_CMS_SignerInfo_num (CMS_get0_SignerInfos (cms)) != 1
      || CMS_verify (cms, NULL, NULL, content, NULL, CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY) != 1
      || (signers = CMS_get0_signers (cms)) == NULL || sk_X509_num (signers) != 1
      || !names_signer (cms, sk_X509_value (signers, 0))
      || !names_algorithms (cms, sk_X509_value (signers, 0)))
    sky_verification_say (self, FALSE,
                          SKY_PACKAGE_SIGNATURE ": it is no signature of these SHA256SUMS");
  else
    {
      g_autoptr (SkyCertificate) certificate =
          sky_certificate_new_from_x509 (sk_X509_value (signers, 0));

      sky_verification_say (self, TRUE, SKY_PACKAGE_SIGNATURE ": the signature is good");
      verify_signer (self, certificate,
                     get_signing_time (sk_CMS_SignerInfo_value (CMS_get0_SignerInfos (cms), 0)));
    }
  sk_X509_free (signers);
  CMS_ContentInfo_free (cms);
  ERR_clear_error ();
}

static void
verify_stamp (SkyVerification *self, const SkyPackageMember *sums)
{
  const SkyPackageMember *member = sky_package_find (self->package, SKY_PACKAGE_STAMP);
  g_autofree char *authority = NULL;
  g_autoptr (GError) error = NULL;
  char time[SKY_TIME_TEXT_SIZE];
  SkyTime at;

  if (member == NULL)
    return;
  if (!sky_time_stamp_verify (member->data, sums->data, &at, &authority, &error))
    {
      sky_verification_say (self, FALSE, SKY_PACKAGE_STAMP ": %s", error->message);
      return;
    }
  {
    g_autofree char *shown = sky_package_show_name (authority != NULL ? authority : "?");

    sky_verification_say (self, TRUE, SKY_PACKAGE_STAMP ": stamped %s by %s",
                          at != SKY_TIME_NONE ? sky_time_format (at, time) : "?", shown);
  }
}

/* --- All of it ----------------------------------------------------------------------------------
 */

GPtrArray *
sky_package_verify (const char *path, const SkyVerifyOptions *options, GError **error)
{
  g_autoptr (SkyPackage) package = sky_package_read (path, options->cancellable, error);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (line_free);
  SkyVerification self = { .package = package, .options = options, .lines = lines };
  static const char *const wanted[] = { "report.pdf", "findings.jsonl", "ledger.jsonl" };
  const SkyPackageMember *sums;

  if (package == NULL)
    return NULL;
  for (guint i = 0; i < package->faults->len; i++)
    sky_verification_say (&self, FALSE, "%s", (const char *) package->faults->pdata[i]);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    if (sky_package_find (package, wanted[i]) == NULL)
      sky_verification_say (&self, FALSE, "%s: it is missing", wanted[i]);
  sums = sky_package_find (package, SKY_PACKAGE_SUMS);
  sky_verify_ledger (&self);
  if (sums == NULL)
    sky_verification_say (&self, FALSE, SKY_PACKAGE_SUMS ": it is missing");
  else
    {
      verify_sums (&self, sums);
      verify_signature (&self, sums);
      verify_stamp (&self, sums);
    }
  sky_verify_logs (&self);
  sky_verify_footage (&self);
  sky_verify_stills (&self);
  g_clear_pointer (&self.people, g_ptr_array_unref);
  if (g_cancellable_set_error_if_cancelled (options->cancellable, error))
    return NULL;
  return g_steal_pointer (&lines);
}

gboolean
sky_verify_lines_hold (GPtrArray *lines)
{
  for (guint i = 0; i < lines->len; i++)
    if (!((const SkyVerifyLine *) lines->pdata[i])->holds)
      return FALSE;
  return TRUE;
}
