/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-trust.h"

#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <string.h>

#include "sky-digest.h"
#include "sky-evidence-error.h"
#include "sky-openssl-private.h"

/* What `openssl x509 -fingerprint -sha256` prints before the digits. */
#define FINGERPRINT_LABEL "sha256 fingerprint="

#define PEM_BEGIN "-----BEGIN CERTIFICATE-----"
#define PEM_END   "-----END CERTIFICATE-----"

struct _SkyTrust
{
  GPtrArray *certificates;  /* of SkyCertificate */
  GHashTable *fingerprints; /* 64 lower-case hex digits */
  GPtrArray *witnesses;     /* of SkyNoteKey */
};

gboolean
sky_trust_read_both (const char *signers_path,
                     const char *authorities_path,
                     SkyTrust **signers,
                     SkyTrust **authorities,
                     GError **error)
{
  g_autoptr (SkyTrust) list = NULL;

  *signers = *authorities = NULL;
  if (signers_path != NULL && *signers_path != '\0'
      && (list = sky_trust_read (signers_path, error)) == NULL)
    return FALSE;
  if (authorities_path != NULL && *authorities_path != '\0'
      && (*authorities = sky_trust_read (authorities_path, error)) == NULL)
    return FALSE;
  *signers = g_steal_pointer (&list);
  return TRUE;
}

void
sky_trust_free (SkyTrust *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->certificates);
  g_hash_table_unref (self->fingerprints);
  g_ptr_array_unref (self->witnesses);
  g_free (self);
}

/* The digits of a line's fingerprint. Returns: a new string; NULL: it has none. */
static char *
read_fingerprint (const char *line)
{
  g_autoptr (GString) hex = g_string_new (NULL);

  if (g_ascii_strncasecmp (line, FINGERPRINT_LABEL, strlen (FINGERPRINT_LABEL)) == 0)
    line += strlen (FINGERPRINT_LABEL);
  for (const char *c = line; *c != '\0'; c++)
    if (g_ascii_isxdigit (*c))
      g_string_append_c (hex, g_ascii_tolower (*c));
    else if (*c != ':' || hex->len % 2 != 0)
      return NULL;
  return hex->len == SKY_DIGEST_HEX_SIZE - 1 ? g_string_free (g_steal_pointer (&hex), FALSE) : NULL;
}

static gboolean
add_certificate (SkyTrust *self, const char *pem)
{
  g_autoptr (SkyCertificate) certificate = sky_certificate_new_from_pem (pem, NULL);

  if (certificate == NULL)
    return FALSE;
  g_hash_table_add (self->fingerprints, g_strdup (sky_certificate_get_fingerprint (certificate)));
  g_ptr_array_add (self->certificates, g_steal_pointer (&certificate));
  return TRUE;
}

static gboolean
add_witness (SkyTrust *self, const char *line)
{
  g_autoptr (SkyNoteKey) key = strchr (line, '+') != NULL ? sky_note_key_parse (line, NULL) : NULL;

  if (key == NULL || sky_note_key_get_type (key) != SKY_NOTE_KEY_COSIGNATURE)
    return FALSE;
  g_ptr_array_add (self->witnesses, g_steal_pointer (&key));
  return TRUE;
}

/* What openssl prints of a certificate's subject and issuer before its PEM. */
static gboolean
is_passed_over (const char *line)
{
  return *line == '\0' || *line == '#' || g_str_has_prefix (line, "subject=")
         || g_str_has_prefix (line, "issuer=");
}

SkyTrust *
sky_trust_parse (const char *text, gsize size, GError **error)
{
  g_autoptr (SkyTrust) self = g_new0 (SkyTrust, 1);
  g_autofree char *copy = g_strndup (text, size);
  g_auto (GStrv) lines = g_strsplit (copy, "\n", -1);
  g_autoptr (GString) pem = NULL;

  self->certificates = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_certificate_free);
  self->fingerprints = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->witnesses = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_note_key_free);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = g_strstrip (lines[i]);
      g_autofree char *fingerprint = NULL;

      if (pem == NULL && strcmp (line, PEM_BEGIN) == 0)
        pem = g_string_new (NULL);
      if (pem != NULL)
        {
          g_string_append_printf (pem, "%s\n", line);
          if (strcmp (line, PEM_END) != 0)
            continue;
          if (!add_certificate (self, pem->str))
            {
              sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY,
                                 "what ends in line %u is no X.509 certificate", i + 1);
              return NULL;
            }
          g_string_free (g_steal_pointer (&pem), TRUE);
          continue;
        }
      if (is_passed_over (line) || add_witness (self, line))
        continue;
      fingerprint = read_fingerprint (line);
      if (fingerprint == NULL)
        {
          sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY,
                             "line %u is neither a certificate in PEM, nor the SHA-256 of one, nor "
                             "a witness's key",
                             i + 1);
          return NULL;
        }
      g_hash_table_add (self->fingerprints, g_steal_pointer (&fingerprint));
    }
  if (pem != NULL || strlen (copy) != size)
    {
      sky_evidence_fail (error, SKY_EVIDENCE_ERROR_KEY,
                         pem != NULL ? "its last certificate does not end" : "it is no text");
      return NULL;
    }
  return g_steal_pointer (&self);
}

SkyTrust *
sky_trust_read (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;
  SkyTrust *self;
  gsize size;

  if (!g_file_get_contents (path, &text, &size, &cause))
    {
      g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_READ, "%s", cause->message);
      return NULL;
    }
  self = sky_trust_parse (text, size, &cause);
  if (self == NULL)
    g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_KEY, "%s: %s", name, cause->message);
  return self;
}

gboolean
sky_trust_has (const SkyTrust *self, const SkyCertificate *certificate)
{
  return g_hash_table_contains (self->fingerprints, sky_certificate_get_fingerprint (certificate));
}

/* Builds the chain from @certificate up to one that is trusted. */
static gboolean
find_chain (
    X509_STORE *anchors, X509 *certificate, STACK_OF (X509) * between, SkyTime at, char **by)
{
  X509_STORE_CTX *context = X509_STORE_CTX_new ();
  X509_VERIFY_PARAM *parameters;
  STACK_OF (X509) * chain;
  gboolean found = FALSE;

  *by = NULL;
  if (X509_STORE_CTX_init (context, anchors, certificate, between) == 1)
    {
      parameters = X509_STORE_CTX_get0_param (context);
      X509_VERIFY_PARAM_set_flags (parameters, X509_V_FLAG_PARTIAL_CHAIN);
      /* No SHA-1 among the signatures, and no key that is easily broken. */
      X509_VERIFY_PARAM_set_auth_level (parameters, 1);
      X509_VERIFY_PARAM_set_time (parameters, (time_t) (at / SKY_SECOND));
      found = X509_verify_cert (context) == 1;
      chain = X509_STORE_CTX_get0_chain (context);
      found = found && sk_X509_num (chain) > 1;
      if (found)
        {
          g_autoptr (SkyCertificate) top =
              sky_certificate_new_from_x509 (sk_X509_value (chain, sk_X509_num (chain) - 1));
          const char *name = sky_certificate_get_name (top);

          *by = g_strdup (name != NULL ? name : sky_certificate_get_fingerprint (top));
        }
    }
  X509_STORE_CTX_free (context);
  ERR_clear_error ();
  return found;
}

gboolean
sky_trust_is_above (const SkyTrust *self,
                    const SkyCertificate *certificate,
                    GPtrArray *between,
                    SkyTime at,
                    char **by)
{
  g_autoptr (X509_STORE) anchors = X509_STORE_new ();
  STACK_OF (X509) *others = sk_X509_new_null ();
  gboolean found;

  for (guint i = 0; i < self->certificates->len; i++)
    {
      SkyCertificate *trusted = self->certificates->pdata[i];

      if (strcmp (sky_certificate_get_fingerprint (trusted),
                  sky_certificate_get_fingerprint (certificate))
          != 0)
        X509_STORE_add_cert (anchors, sky_certificate_get_x509 (trusted));
    }
  for (guint i = 0; between != NULL && i < between->len; i++)
    {
      SkyCertificate *other = between->pdata[i];

      sk_X509_push (others, sky_certificate_get_x509 (other));
      if (sky_trust_has (self, other))
        X509_STORE_add_cert (anchors, sky_certificate_get_x509 (other));
    }
  found = find_chain (anchors, sky_certificate_get_x509 (certificate), others, at, by);
  sk_X509_free (others);
  return found;
}

GPtrArray *
sky_trust_get_witnesses (const SkyTrust *self)
{
  return self->witnesses;
}
