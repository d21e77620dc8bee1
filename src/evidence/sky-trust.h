/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whom somebody trusts: a list of certificates, as PEM or by their SHA-256, a line each, that were
 * had by another way than the package that is looked at. A list for signers may name witnesses of
 * the ledger's checkpoints besides, by their keys. It does not change and may be used by any
 * thread.
 */
#pragma once

#include <gio/gio.h>

#include "sky-certificate.h"
#include "sky-note-key.h"

G_BEGIN_DECLS

typedef struct _SkyTrust SkyTrust;

/* Reads a list of @size bytes: PEM certificates, fingerprints of 64 hex digits (with colons between
 * two of them if one likes, and what openssl prints before it), vkeys of witnesses; lines that
 * begin with '#', and what openssl prints before a certificate, are passed over. Returns: (transfer
 * full): the list, or NULL with SKY_EVIDENCE_ERROR_KEY and the line that is none of them. */
SkyTrust *sky_trust_parse (const char *text, gsize size, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same of the file at @path; SKY_EVIDENCE_ERROR_READ. The message names the file. */
SkyTrust *sky_trust_read (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_trust_free (SkyTrust *self);

/* The lists of signers and of time-stamping authorities that are at two paths; a path that is NULL
 * or empty is of none, and leaves NULL. Returns FALSE as sky_trust_read() does. */
gboolean sky_trust_read_both (const char *signers_path,
                              const char *authorities_path,
                              SkyTrust **signers,
                              SkyTrust **authorities,
                              GError **error);

/* TRUE when the list names the very certificate. */
gboolean sky_trust_has (const SkyTrust *self, const SkyCertificate *certificate);

/* Whether a certificate of the list stands above @certificate, over those @between (of
 * SkyCertificate, may be NULL), all of them good at the time @at and signed with SHA-2. @by takes
 * the name of that one, a new string. */
gboolean sky_trust_is_above (const SkyTrust *self,
                             const SkyCertificate *certificate,
                             GPtrArray *between,
                             SkyTime at,
                             char **by);

/* The witnesses' keys, of SkyNoteKey. */
GPtrArray *sky_trust_get_witnesses (const SkyTrust *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyTrust, sky_trust_free)

G_END_DECLS
