/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whom a person trusts: a list of certificates, as PEM or by SHA-256, one per line, obtained by
 * another way than the package in question. A list for signers may also name witnesses of the
 * ledger's checkpoints, by their keys. It does not change, and any thread may use it. */
#pragma once

#include <gio/gio.h>

#include "sky-certificate.h"
#include "sky-note-key.h"

G_BEGIN_DECLS

typedef struct _SkyTrust SkyTrust;

/* Reads a list of @size bytes: PEM certificates, fingerprints of 64 hex digits and vkeys of
 * witnesses. A fingerprint may have colons between pairs of digits, and openssl's prefix. Skips
 * lines that begin with '#' and openssl's output before a certificate. Returns: (transfer full):
 * the list, or NULL with SKY_EVIDENCE_ERROR_KEY and the invalid line. */
SkyTrust *sky_trust_parse (const char *text, gsize size, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same for the file at @path; SKY_EVIDENCE_ERROR_READ. The message names the file. */
SkyTrust *sky_trust_read (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_trust_free (SkyTrust *self);

/* The lists of signers and of time-stamping authorities that are at two paths; a path that is NULL
 * or empty is of none, and leaves NULL. Returns FALSE as sky_trust_read() does. */
gboolean sky_trust_read_both (const char *signers_path,
                              const char *authorities_path,
                              SkyTrust **signers,
                              SkyTrust **authorities,
                              GError **error);

/* TRUE if the list names exactly that certificate. */
gboolean sky_trust_has (const SkyTrust *self, const SkyCertificate *certificate);

/* Whether a certificate of the list is above @certificate, through those in @between (of
 * SkyCertificate, may be NULL). All of them must be valid at the time @at and signed with SHA-2.
 * @by takes the name of that one, a new string. */
gboolean sky_trust_is_above (const SkyTrust *self,
                             const SkyCertificate *certificate,
                             GPtrArray *between,
                             SkyTime at,
                             char **by);

/* The witnesses' keys, of SkyNoteKey. */
GPtrArray *sky_trust_get_witnesses (const SkyTrust *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyTrust, sky_trust_free)

G_END_DECLS
