/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 by OpenSSL: of bytes, of files, and of a stream with digests at several points
 * (checkpoints). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SKY_DIGEST_SIZE     32
#define SKY_DIGEST_HEX_SIZE 65

/* A running digest. Its creator owns it. One thread at a time may use it. */
typedef struct _SkyDigest SkyDigest;

/* Initializes the rest of libcrypto that the program uses: keys, signatures, TLS. Call it in the
 * program's first thread before starting others. libcrypto keeps data for the thread that uses it
 * first, and loses them with that thread. Digests alone do not need this: a thread may still hash
 * while the program ends. */
void sky_digest_init (void);

SkyDigest *sky_digest_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_digest_free (SkyDigest *self);
void sky_digest_update (SkyDigest *self, const void *data, gsize size);

/* The digest of the data so far, as 64 hex digits and a NUL. More data may follow. */
void sky_digest_peek (SkyDigest *self, char hex[SKY_DIGEST_HEX_SIZE]);

/* The digest of @size bytes at @data, as raw bytes. */
void sky_digest_bytes (const void *data, gsize size, guint8 digest[SKY_DIGEST_SIZE]);

void sky_digest_to_hex (const guint8 digest[SKY_DIGEST_SIZE], char hex[SKY_DIGEST_HEX_SIZE]);

/* The digest of the file open as @descriptor, from its beginning. Neither uses nor changes the
 * descriptor's position. Messages use @name; otherwise like sky_digest_file(). */
gboolean sky_digest_descriptor (int descriptor,
                                const char *name,
                                const gint *cancelled,
                                char hex[SKY_DIGEST_HEX_SIZE],
                                GError **error);

/* The digest of the file @path. If @cancelled is not NULL, it is polled between blocks; a non-zero
 * value stops the work with G_FILE_ERROR_INTR. Returns FALSE with a G_FILE_ERROR if the file cannot
 * be read. */
gboolean sky_digest_file (const char *path,
                          const gint *cancelled,
                          char hex[SKY_DIGEST_HEX_SIZE],
                          GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyDigest, sky_digest_free)

G_END_DECLS
