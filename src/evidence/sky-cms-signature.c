/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cms-signature.h"

#include <openssl/cms.h>
#include <openssl/err.h>
#include <string.h>

#include "sky-evidence-error.h"
#include "sky-openssl-private.h"

void
sky_cms_signature_free (SkyCmsSignature *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->signer, sky_certificate_free);
  g_clear_pointer (&self->above, g_ptr_array_unref);
  g_free (self);
}

/* --- What OpenSSL reads over --------------------------------------------------------------------
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

/* What is wrong with how it is written; NULL: nothing. */
static const char *
judge_form (CMS_ContentInfo *cms, GBytes *signature)
{
  if (!is_canonical (cms, signature) || !has_right_versions (signature)
      || sk_CMS_SignerInfo_num (CMS_get0_SignerInfos (cms)) != 1)
    return "it is no detached signature by one signer, in DER";
  /* What is added there no signature covers. */
  if (CMS_unsigned_get_attr_count (sk_CMS_SignerInfo_value (CMS_get0_SignerInfos (cms), 0)) > 0)
    return "it has attributes that the signer did not sign";
  return NULL;
}

/* The same of who signed, and with what. */
static const char *
judge_signer (CMS_ContentInfo *cms, X509 *signer)
{
  X509_ALGOR *digest = NULL;

  CMS_SignerInfo_get0_algs (sk_CMS_SignerInfo_value (CMS_get0_SignerInfos (cms), 0), NULL, NULL,
                            &digest, NULL);
  if (digest == NULL || !sky_digest_nid_is_sha2 (OBJ_obj2nid (digest->algorithm)))
    return "it was made with another digest than SHA-2, which is not believed";
  if (!names_signer (cms, signer) || !names_algorithms (cms, signer))
    return "it names another signer or another key than it has";
  if (!sky_x509_is_sha2 (signer))
    return "the signer's certificate was made with another digest than SHA-2, which is not "
           "believed";
  return NULL;
}

static const char *
check (CMS_ContentInfo *cms, GBytes *signature, GBytes *content, SkyCmsSignature *self)
{
  g_autoptr (BIO) bio = NULL;
  STACK_OF (X509) *signers = NULL, *all = NULL;
  const char *wrong = judge_form (cms, signature);

  /* Of memory that it is handed as such CMS_verify() makes a reader of its own, which it forgets
   * when the signature is of no kind that it knows. */
  bio = BIO_push (BIO_new (BIO_f_null ()), BIO_new_mem_buf (g_bytes_get_data (content, NULL),
                                                            (int) g_bytes_get_size (content)));
  if (wrong == NULL
      && (CMS_verify (cms, NULL, NULL, bio, NULL, CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY) != 1
          || (signers = CMS_get0_signers (cms)) == NULL || sk_X509_num (signers) != 1))
    wrong = "it is no signature of these digests";
  if (wrong == NULL)
    wrong = judge_signer (cms, sk_X509_value (signers, 0));
  if (wrong == NULL)
    {
      all = CMS_get1_certs (cms);
      self->signer = sky_certificate_new_from_x509 (sk_X509_value (signers, 0));
      self->above = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_certificate_free);
      if (!sky_x509_gather_above (sk_X509_value (signers, 0), all, self->above))
        wrong = "it has certificates that nobody needs";
      self->signed_at = get_signing_time (sk_CMS_SignerInfo_value (CMS_get0_SignerInfos (cms), 0));
    }
  sk_X509_free (signers);
  sk_X509_pop_free (all, X509_free);
  return wrong;
}

SkyCmsSignature *
sky_cms_signature_check (GBytes *signature, GBytes *content, GError **error)
{
  g_autoptr (SkyCmsSignature) self = g_new0 (SkyCmsSignature, 1);
  gsize size;
  const guint8 *bytes = g_bytes_get_data (signature, &size);
  CMS_ContentInfo *cms = d2i_CMS_ContentInfo (NULL, &bytes, (long) size);
  const char *wrong =
      cms != NULL ? check (cms, signature, content, self) : "it is no CMS signature";

  CMS_ContentInfo_free (cms);
  ERR_clear_error ();
  if (wrong == NULL)
    return g_steal_pointer (&self);
  g_set_error_literal (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_SIGNATURE, wrong);
  return NULL;
}
