/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates that are trusted because someone compared their SHA-256 fingerprints. Cameras and
 * recorders mostly sign their own, which no authority of the system confirms.
 *
 * A trusted certificate is valid for whoever shows it, under any name and at any time, unless it
 * was revoked. A trusted authority's certificate covers what it signed, for the stated name and
 * while valid. The server must send the authority's certificate too.
 *
 * Reference counted. It never changes, so any thread may read it. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _SkyCertificateTrust SkyCertificateTrust;

/* @fingerprints: (array zero-terminated=1): as for sky_certificate_parse_fingerprint(); invalid
 * ones are skipped. */
SkyCertificateTrust *sky_certificate_trust_new (const char *const *fingerprints);
SkyCertificateTrust *sky_certificate_trust_ref (SkyCertificateTrust *self);
void sky_certificate_trust_unref (SkyCertificateTrust *self);

/* The remaining @errors of @certificate, shown by the server @identity (nullable), after taking
 * trust into account. @self may be NULL: no trust. Returns 0 if the certificate is trusted. */
GTlsCertificateFlags sky_certificate_trust_check (const SkyCertificateTrust *self,
                                                  GTlsCertificate *certificate,
                                                  GSocketConnectable *identity,
                                                  GTlsCertificateFlags errors);

/* 32 bytes in hexadecimal digits, with or without colons and blanks between. Returns: (transfer
 * full) (nullable): the same as sky_certificate_dup_fingerprint() writes it; NULL when @text is
 * none. */
char *sky_certificate_parse_fingerprint (const char *text);

/* Returns: (transfer full): the certificate's SHA-256 fingerprint as tools write it, "0A:1B:…". */
char *sky_certificate_dup_fingerprint (GTlsCertificate *certificate);

/* Returns: (transfer full): @errors in words, as in "self-signed; expired on 2026-02-28". */
char *sky_certificate_describe_errors (GTlsCertificate *certificate, GTlsCertificateFlags errors);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCertificateTrust, sky_certificate_trust_unref)

G_END_DECLS
