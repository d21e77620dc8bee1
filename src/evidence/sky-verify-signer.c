/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <openssl/err.h>
#include <string.h>

#include "sky-openssl-private.h"
#include "sky-package-writer.h"
#include "sky-person.h"
#include "sky-shown-text.h"
#include "sky-verify-private.h"

/* Nobody takes longer from the signature to its stamp. */
#define MOST_DELAY (24 * SKY_HOUR)
/* Two clocks that are right differ by no more. */
#define CLOCKS (2 * SKY_MINUTE)

/* The name in a certificate, fit for a terminal. Returns: a new string. */
static char *
show_name (const SkyCertificate *certificate)
{
  const char *name = sky_certificate_get_name (certificate);

  return sky_text_show (name != NULL ? name : "?");
}

/* --- The time stamp -----------------------------------------------------------------------------
 */

/* Who the authority is: somebody on the list, under somebody on the list, or anybody. */
static void
judge_authority (SkyVerification *self, const char *member, const SkyTimeStamp *stamp)
{
  const SkyTrust *trust = self->options->authorities;
  const char *name = sky_certificate_get_name (stamp->authority);
  g_autofree char *by = NULL;
  char at[SKY_TIME_TEXT_SIZE];

  if (name == NULL)
    name = "?";
  sky_time_format (stamp->at, at);
  if (trust != NULL && sky_trust_has (trust, stamp->authority))
    sky_verification_say (self, SKY_VERIFY_HOLDS,
                          "%s: stamped %s by %s, an authority that you trust", member, at, name);
  else if (trust != NULL
           && sky_trust_is_above (trust, stamp->authority, stamp->above, stamp->at, &by))
    sky_verification_say (self, SKY_VERIFY_HOLDS, "%s: stamped %s by %s, for which %s vouches",
                          member, at, name, by);
  else if (trust != NULL)
    sky_verification_say (self, SKY_VERIFY_FAILS,
                          stamp->is_self_made
                              ? N_ ("%s: stamped %s by %s, of its own making, for which no "
                                    "authority vouches that you trust; certificate SHA-256 %s")
                              : N_ ("%s: stamped %s by %s, for which no authority vouches that "
                                    "you trust; certificate SHA-256 %s"),
                          member, at, name, sky_certificate_get_fingerprint (stamp->authority));
  else
    sky_verification_say (
        self, SKY_VERIFY_SAID,
        stamp->is_self_made
            ? N_ ("%s: stamped %s by %s, an authority of its own making, which anyone can set "
                  "up; certificate SHA-256 %s")
            : N_ ("%s: stamped %s by %s, an authority that is not trusted here, certificate "
                  "SHA-256 %s"),
        member, at, name, sky_certificate_get_fingerprint (stamp->authority));
}

SkyTimeStamp *
sky_verify_stamp (SkyVerification *self, const SkyPackageMember *member, GBytes *data)
{
  g_autoptr (GError) error = NULL;
  SkyTimeStamp *stamp = sky_time_stamp_verify (member->data, data, &error);

  if (stamp == NULL)
    {
      sky_verification_say (self, SKY_VERIFY_FAILS, "%s: %s", member->name, error->message);
      return NULL;
    }
  judge_authority (self, member->name, stamp);
  if (stamp->at < sky_certificate_get_not_before (stamp->authority)
      || stamp->at > sky_certificate_get_not_after (stamp->authority))
    sky_verification_say (self, SKY_VERIFY_FAILS,
                          "%s: the authority's certificate was not good when it stamped",
                          member->name);
  return stamp;
}

static void
verify_stamp (SkyVerification *self, GBytes *sums)
{
  const SkyPackageMember *member = sky_package_find (self->package, SKY_PACKAGE_STAMP);

  if (member != NULL)
    self->stamp = sky_verify_stamp (self, member, sums);
  else
    sky_verification_say (self, SKY_VERIFY_SAID,
                          "the time: there is no time stamp; when it was signed is the signer's "
                          "word alone");
}

/* --- The signature ------------------------------------------------------------------------------
 */

void
sky_verify_signature (SkyVerification *self, GBytes *sums)
{
  const SkyPackageMember *member = sky_package_find (self->package, SKY_PACKAGE_SIGNATURE);
  g_autoptr (GError) error = NULL;

  if (member == NULL)
    sky_verification_say (self, SKY_VERIFY_FAILS, "%s: the signature is missing",
                          SKY_PACKAGE_SIGNATURE);
  else
    {
      self->signature = sky_cms_signature_check (member->data, sums, &error);
      if (self->signature == NULL)
        sky_verification_say (self, SKY_VERIFY_FAILS, "%s: %s", SKY_PACKAGE_SIGNATURE,
                              error->message);
      else
        sky_verification_say (self, SKY_VERIFY_HOLDS, "%s: the signature is good",
                              SKY_PACKAGE_SIGNATURE);
    }
  verify_stamp (self, sums);
}

/* When it was signed, held against the certificate, the stamp, and, where there is no stamp, this
 * machine's clock. */
static void
judge_time (SkyVerification *self)
{
  const SkyTime at = self->signature->signed_at;
  const SkyCertificate *certificate = self->signature->signer;
  char signed_at[SKY_TIME_TEXT_SIZE], stamped_at[SKY_TIME_TEXT_SIZE];

  if (at == SKY_TIME_NONE)
    {
      sky_verification_say (self, SKY_VERIFY_FAILS, "signer: when it was signed is not said");
      return;
    }
  sky_time_format (at, signed_at);
  if (at < sky_certificate_get_not_before (certificate)
      || at > sky_certificate_get_not_after (certificate))
    sky_verification_say (self, SKY_VERIFY_FAILS,
                          "signer: the certificate was not good when it was signed, at %s",
                          signed_at);
  if (self->stamp == NULL)
    {
      if (at > g_get_real_time () + CLOCKS)
        sky_verification_say (
            self, SKY_VERIFY_FAILS,
            "signer: the package gives %s as the time of signing, which is yet to come", signed_at);
      return;
    }
  sky_time_format (self->stamp->at, stamped_at);
  if (at > self->stamp->at + self->stamp->accuracy)
    sky_verification_say (
        self, SKY_VERIFY_FAILS,
        "signer: the package gives %s as the time of signing, but its stamp is older: %s",
        signed_at, stamped_at);
  else if (self->stamp->at - at > MOST_DELAY)
    sky_verification_say (
        self, SKY_VERIFY_FAILS,
        "signer: the package gives %s as the time of signing, more than a day before its stamp: %s",
        signed_at, stamped_at);
}

/* Returns: (nullable): whom the ledger registers with the certificate, borrowed. */
static const SkyPerson *
find_person (SkyVerification *self, const SkyCertificate *certificate)
{
  for (guint i = 0; self->people != NULL && i < self->people->len; i++)
    {
      const SkyPerson *registered = self->people->pdata[i];
      g_autoptr (SkyCertificate) theirs =
          sky_certificate_new_from_pem (registered->certificate, NULL);

      if (theirs != NULL
          && strcmp (sky_certificate_get_fingerprint (theirs),
                     sky_certificate_get_fingerprint (certificate))
                 == 0)
        return registered;
    }
  return NULL;
}

/* What the register says of the signer. Returns: whether they are in it. */
static gboolean
judge_registered (SkyVerification *self)
{
  const SkyTime at = self->signature->signed_at;
  const SkyPerson *person = NULL;
  g_autofree char *credential = NULL;
  g_autofree char *name = NULL;

  if (self->people == NULL || self->people->len == 0)
    {
      sky_verification_say (self, SKY_VERIFY_SAID, "signer: the ledger has no register of people");
      return FALSE;
    }
  person = find_person (self, self->signature->signer);
  if (person == NULL)
    {
      sky_verification_say (self, SKY_VERIFY_FAILS,
                            "signer: the ledger registers nobody with that certificate");
      return FALSE;
    }
  credential = sky_text_show (person->credential);
  name = sky_text_show (person->name);
  if (!sky_person_role_allows (person->role, SKY_LEDGER_EXPORT) || person->revocation != 0
      || (at != SKY_TIME_NONE && at > person->expires))
    sky_verification_say (self, SKY_VERIFY_FAILS,
                          person->revocation != 0
                              ? N_ ("signer: %s, credential %s, was not entitled to export (%s, "
                                    "revoked)")
                          : at != SKY_TIME_NONE && at > person->expires
                              ? N_ ("signer: %s, credential %s, was not entitled to export (%s, "
                                    "expired)")
                              : N_ ("signer: %s, credential %s, was not entitled to export (%s)"),
                          name, credential, sky_person_role_to_name (person->role));
  else
    sky_verification_say (self, SKY_VERIFY_HOLDS,
                          "signer: registered in the ledger as %s, credential %s, %s", name,
                          credential, sky_person_role_to_name (person->role));
  return TRUE;
}

/* Who vouches for the signer. Returns: how, a new string; NULL: nobody does. */
static char *
vouch (SkyVerification *self, gboolean is_registered)
{
  const SkyCmsSignature *signature = self->signature;
  const SkyTrust *trust = self->options->trust;
  const SkyTime at = signature->signed_at;
  g_autofree char *by = NULL;
  g_autofree char *shown = NULL;

  if (self->options->certificate != NULL
      && strcmp (sky_certificate_get_fingerprint (signature->signer),
                 sky_certificate_get_fingerprint (self->options->certificate))
             == 0)
    return sky_phrase ("the certificate is the one that was asked for");
  if (trust == NULL || at == SKY_TIME_NONE)
    return NULL;
  if (sky_trust_has (trust, signature->signer))
    return sky_phrase ("the certificate is one that you trust");
  if (sky_trust_is_above (trust, signature->signer, signature->above, at, &by))
    {
      shown = sky_text_show (by);
      return sky_phrase ("the certificate was issued under %s, which you trust", shown);
    }
  if (!is_registered || self->first == NULL)
    return NULL;
  shown = show_name (self->first);
  if (sky_trust_has (trust, self->first))
    return sky_phrase ("the register begins with %s, whose certificate you trust", shown);
  if (sky_trust_is_above (trust, self->first, signature->above, self->first_at, &by))
    {
      g_autofree char *authority = sky_text_show (by);

      return sky_phrase ("the register begins with %s, whose certificate was issued under %s, "
                         "which you trust",
                         shown, authority);
    }
  return NULL;
}

void
sky_verify_signer (SkyVerification *self)
{
  const SkyCertificate *certificate;
  g_autofree char *name = NULL;
  g_autofree char *how = NULL;
  char time[SKY_TIME_TEXT_SIZE] = "?";
  X509 *x509;

  if (self->signature == NULL)
    return;
  certificate = self->signature->signer;
  x509 = sky_certificate_get_x509 (certificate);
  name = show_name (certificate);
  if (self->signature->signed_at != SKY_TIME_NONE)
    sky_time_format (self->signature->signed_at, time);
  sky_verification_say (self, SKY_VERIFY_SAID,
                        "signer: %s, by their own clock at %s, certificate SHA-256 %s", name, time,
                        sky_certificate_get_fingerprint (certificate));
  if (self->options->certificate != NULL
      && strcmp (sky_certificate_get_fingerprint (certificate),
                 sky_certificate_get_fingerprint (self->options->certificate))
             != 0)
    sky_verification_say (self, SKY_VERIFY_FAILS,
                          "signer: it is not the certificate that was asked for");
  if (X509_self_signed (x509, 0) == 1 && X509_self_signed (x509, 1) != 1)
    sky_verification_say (self, SKY_VERIFY_FAILS, "signer: the certificate itself was changed");
  ERR_clear_error ();
  judge_time (self);
  how = vouch (self, judge_registered (self));
  self->is_vouched_for = how != NULL;
  if (how != NULL)
    sky_verification_say (self, SKY_VERIFY_HOLDS, "signer: trusted: %s", how);
  else
    sky_verification_say (
        self, SKY_VERIFY_SAID,
        "signer: not trusted; compare the certificate's SHA-256 with "
        "what they tell you by another way, and add it to a list of those you trust");
}
