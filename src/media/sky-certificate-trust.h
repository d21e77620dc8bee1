/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The certificates that are trusted because somebody compared their SHA-256 fingerprints: cameras
 * and recorders mostly sign their own, which no authority that the system knows vouches for.
 *
 * Who trusts a certificate trusts whoever shows it, under any name and at any time, unless it was
 * revoked. Who trusts an authority's certificate trusts what it signed, for the name that it is
 * made out to and while it is valid; the server has to send the authority's certificate along.
 *
 * Reference counted; fixed when it is made, so any thread may read it. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _SkyCertificateTrust SkyCertificateTrust;

/* @fingerprints: (array zero-terminated=1): as sky_certificate_parse_fingerprint() takes them; what
 * is none is passed over. */
SkyCertificateTrust *sky_certificate_trust_new (const char *const *fingerprints);
SkyCertificateTrust *sky_certificate_trust_ref (SkyCertificateTrust *self);
void sky_certificate_trust_unref (SkyCertificateTrust *self);

/* What is left of @errors, which were found with @certificate, shown by what was reached as
 * @identity (nullable), when what is trusted is known. @self may be NULL: nothing is. Returns: 0
 * when the certificate is trusted. */
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
