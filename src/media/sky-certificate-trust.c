/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-certificate-trust.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define FINGERPRINT_BYTES 32

struct _SkyCertificateTrust
{
  gatomicrefcount refs;
  GHashTable *fingerprints; /* a set of strings */
};

SkyCertificateTrust *
sky_certificate_trust_new (const char *const *fingerprints)
{
  SkyCertificateTrust *self = g_new0 (SkyCertificateTrust, 1);

  g_atomic_ref_count_init (&self->refs);
  self->fingerprints = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; fingerprints[i] != NULL; i++)
    {
      char *fingerprint = sky_certificate_parse_fingerprint (fingerprints[i]);
      if (fingerprint != NULL)
        g_hash_table_add (self->fingerprints, fingerprint);
    }
  return self;
}

SkyCertificateTrust *
sky_certificate_trust_ref (SkyCertificateTrust *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
sky_certificate_trust_unref (SkyCertificateTrust *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_hash_table_unref (self->fingerprints);
  g_free (self);
}

static char *
format_fingerprint (const guint8 *bytes)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < FINGERPRINT_BYTES; i++)
    g_string_append_printf (text, "%s%02X", i > 0 ? ":" : "", bytes[i]);
  return g_string_free (text, FALSE);
}

char *
sky_certificate_parse_fingerprint (const char *text)
{
  guint8 bytes[FINGERPRINT_BYTES] = { 0 };
  guint n = 0;

  for (; *text != '\0'; text++)
    {
      if (*text == ':' || g_ascii_isspace (*text))
        continue;
      if (!g_ascii_isxdigit (*text) || n == 2 * FINGERPRINT_BYTES)
        return NULL;
      bytes[n / 2] = (guint8) (bytes[n / 2] << 4 | g_ascii_xdigit_value (*text));
      n++;
    }
  return n == 2 * FINGERPRINT_BYTES ? format_fingerprint (bytes) : NULL;
}

char *
sky_certificate_dup_fingerprint (GTlsCertificate *certificate)
{
  g_autoptr (GByteArray) der = NULL;
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 bytes[FINGERPRINT_BYTES];
  gsize size = sizeof bytes;

  g_object_get (certificate, "certificate", &der, NULL);
  g_checksum_update (checksum, der->data, (gssize) der->len);
  g_checksum_get_digest (checksum, bytes, &size);
  return format_fingerprint (bytes);
}

static gboolean
contains (const SkyCertificateTrust *self, GTlsCertificate *certificate)
{
  g_autofree char *fingerprint = sky_certificate_dup_fingerprint (certificate);

  return g_hash_table_contains (self->fingerprints, fingerprint);
}

GTlsCertificateFlags
sky_certificate_trust_check (const SkyCertificateTrust *self,
                             GTlsCertificate *certificate,
                             GSocketConnectable *identity,
                             GTlsCertificateFlags errors)
{
  if (self == NULL || (errors & G_TLS_CERTIFICATE_REVOKED))
    return errors;
  if (contains (self, certificate))
    return 0;
  for (GTlsCertificate *issuer = g_tls_certificate_get_issuer (certificate); issuer != NULL;
       issuer = g_tls_certificate_get_issuer (issuer))
    if (contains (self, issuer) && identity != NULL)
      return g_tls_certificate_verify (certificate, identity, issuer);
  return errors;
}

static char *
format_day (GDateTime *date)
{
  return date != NULL ? g_date_time_format (date, "%Y-%m-%d") : g_strdup ("?");
}

static gboolean
is_self_signed (GTlsCertificate *certificate)
{
  g_autofree char *subject = g_tls_certificate_get_subject_name (certificate);
  g_autofree char *issuer = g_tls_certificate_get_issuer_name (certificate);

  return g_strcmp0 (subject, issuer) == 0;
}

char *
sky_certificate_describe_errors (GTlsCertificate *certificate, GTlsCertificateFlags errors)
{
  g_autoptr (GPtrArray) reasons = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDateTime) before = g_tls_certificate_get_not_valid_before (certificate);
  g_autoptr (GDateTime) after = g_tls_certificate_get_not_valid_after (certificate);
  g_autofree char *first_day = format_day (before);
  g_autofree char *last_day = format_day (after);

  /* Translators: these are said of a certificate, several of them apart by semicolons. */
  if (errors & G_TLS_CERTIFICATE_UNKNOWN_CA)
    g_ptr_array_add (reasons, g_strdup (is_self_signed (certificate) ? _ ("self-signed")
                                                                     : _ ("unknown authority")));
  if (errors & G_TLS_CERTIFICATE_BAD_IDENTITY)
    g_ptr_array_add (reasons, g_strdup (_ ("issued for another name")));
  if (errors & G_TLS_CERTIFICATE_NOT_ACTIVATED)
    g_ptr_array_add (reasons, g_strdup_printf (_ ("not valid before %s"), first_day));
  if (errors & G_TLS_CERTIFICATE_EXPIRED)
    g_ptr_array_add (reasons, g_strdup_printf (_ ("expired on %s"), last_day));
  if (errors & G_TLS_CERTIFICATE_REVOKED)
    g_ptr_array_add (reasons, g_strdup (_ ("revoked")));
  if (errors & G_TLS_CERTIFICATE_INSECURE)
    g_ptr_array_add (reasons, g_strdup (_ ("insecure algorithm")));
  if ((errors & G_TLS_CERTIFICATE_GENERIC_ERROR) || reasons->len == 0)
    g_ptr_array_add (reasons, g_strdup (_ ("cannot be checked")));
  g_ptr_array_add (reasons, NULL);
  return g_strjoinv ("; ", (char **) reasons->pdata);
}
