/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reviewer's X.509 certificate: who they are, until when, and the public key that verifies their
 * signatures. It does not change, and any thread may use it. */
#pragma once

#include "sky-time.h"

G_BEGIN_DECLS

typedef struct _SkyCertificate SkyCertificate;

/* Reads the first certificate in the PEM text. Returns: (transfer full): the certificate, or NULL
 * with SKY_EVIDENCE_ERROR_KEY. */
SkyCertificate *sky_certificate_new_from_pem (const char *pem,
                                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_certificate_free (SkyCertificate *self);

/* Returns: a new string. */
char *sky_certificate_to_pem (const SkyCertificate *self) G_GNUC_WARN_UNUSED_RESULT;

/* The subject's common name and serial number (which is the credential), NULL where it has none. */
const char *sky_certificate_get_name (const SkyCertificate *self);
const char *sky_certificate_get_credential (const SkyCertificate *self);

/* The SHA-256 of the certificate, as 64 hex digits: what people compare by telephone. */
const char *sky_certificate_get_fingerprint (const SkyCertificate *self);

SkyTime sky_certificate_get_not_before (const SkyCertificate *self);
SkyTime sky_certificate_get_not_after (const SkyCertificate *self);

/* TRUE if the certificate's key made @signature of @data. */
gboolean sky_certificate_verify (const SkyCertificate *self,
                                 const void *data,
                                 gsize size,
                                 GBytes *signature);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCertificate, sky_certificate_free)

G_END_DECLS
