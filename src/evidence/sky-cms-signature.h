/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Detached CMS signatures (RFC 5652) from anyone. They have one signer, SHA-2, the signer's
 * certificate and those above it, and nothing else: no digest covers the signature itself, so it
 * may contain only what it needs. */
#pragma once

#include "sky-certificate.h"

G_BEGIN_DECLS

typedef struct
{
  SkyCertificate *signer;
  GPtrArray
      *above; /* of SkyCertificate: the signer's issuer, its issuer … as far as they are in it */
  SkyTime signed_at; /* by the signer's clock; SKY_TIME_NONE: not said */
} SkyCmsSignature;

/* Checks that @signature (DER) is one of @content. Does not judge whose certificate it is. Returns
 * NULL with SKY_EVIDENCE_ERROR_SIGNATURE. */
SkyCmsSignature *sky_cms_signature_check (GBytes *signature,
                                          GBytes *content,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_cms_signature_free (SkyCmsSignature *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCmsSignature, sky_cms_signature_free)

G_END_DECLS
