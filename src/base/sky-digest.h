/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 by OpenSSL: of a stream whose digest is wanted at several points (checkpoints), of bytes
 * and of files. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SKY_DIGEST_SIZE     32
#define SKY_DIGEST_HEX_SIZE 65

/* A running digest. Owned by its maker; use from one thread at a time. */
typedef struct _SkyDigest SkyDigest;

/* Makes ready what else of libcrypto is used: keys, signatures, TLS. A program calls this in its
 * first thread before it starts others: what libcrypto notes of the thread that uses it first is
 * otherwise lost with that thread. Digests alone need none of it: a thread may still hash while the
 * program ends. */
void sky_digest_init (void);

SkyDigest *sky_digest_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_digest_free (SkyDigest *self);
void sky_digest_update (SkyDigest *self, const void *data, gsize size);

/* The digest of what was added so far, as 64 hex digits and a NUL; more may be added after it. */
void sky_digest_peek (SkyDigest *self, char hex[SKY_DIGEST_HEX_SIZE]);

/* The digest of @size bytes at @data, as raw bytes. */
void sky_digest_bytes (const void *data, gsize size, guint8 digest[SKY_DIGEST_SIZE]);

void sky_digest_to_hex (const guint8 digest[SKY_DIGEST_SIZE], char hex[SKY_DIGEST_HEX_SIZE]);

/* The digest of the file that @descriptor has open, from its beginning; where it stands is neither
 * used nor changed. @name is for messages; otherwise as sky_digest_file(). */
gboolean sky_digest_descriptor (int descriptor,
                                const char *name,
                                const gint *cancelled,
                                char hex[SKY_DIGEST_HEX_SIZE],
                                GError **error);

/* The digest of the file @path. @cancelled, when given, is polled between blocks: a non-zero value
 * stops the work with G_FILE_ERROR_INTR. Returns FALSE with a G_FILE_ERROR when the file cannot be
 * read. */
gboolean sky_digest_file (const char *path,
                          const gint *cancelled,
                          char hex[SKY_DIGEST_HEX_SIZE],
                          GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyDigest, sky_digest_free)

G_END_DECLS
