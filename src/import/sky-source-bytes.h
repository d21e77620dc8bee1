/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of a source, line by line or block by block, with a running digest. The length and
 * digest of what earlier runs read are known, and are compared on the way. */
#pragma once

#include "sky-digest.h"
#include "sky-import-error.h"

G_BEGIN_DECLS

/* A longer line is no record. */
#define SKY_SOURCE_MAX_LINE (4 * 1024 * 1024)

typedef struct _SkySourceBytes SkySourceBytes;

/* Opens the file at @path. Returns NULL with SKY_IMPORT_ERROR_SOURCE. */
SkySourceBytes *sky_source_bytes_open (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same for bytes in memory; keeps a reference. */
SkySourceBytes *sky_source_bytes_new (GBytes *bytes, const char *name) G_GNUC_WARN_UNUSED_RESULT;
void sky_source_bytes_free (SkySourceBytes *self);

/* Has a file that was read to its end be read on, as it has grown. */
void sky_source_bytes_look_again (SkySourceBytes *self);

/* Makes an unfinished last line wait for its end: it is not read yet. */
void sky_source_bytes_set_growing (SkySourceBytes *self, gboolean growing);

/* The digest of the source's first @length bytes. Call it before they are read, in the order of
 * lengths. */
void sky_source_bytes_expect (SkySourceBytes *self, goffset length, const char *sha256);

/* The next line, without its end (LF or CR LF), valid until the next call. *@line is NULL at the
 * end, and for one that is too long, which *@too_long says. Returns FALSE with SKY_IMPORT_ERROR:
 * SOURCE; CHANGED when a digest is another. */
gboolean sky_source_bytes_next_line (
    SkySourceBytes *self, const char **line, gsize *length, gboolean *too_long, GError **error);
/* Up to @size bytes into @buffer. Returns how many; 0 at the end, -1 with an error as above. */
gssize sky_source_bytes_read (SkySourceBytes *self, char *buffer, gsize size, GError **error);

/* How many bytes were read, and their digest. */
goffset sky_source_bytes_get_offset (const SkySourceBytes *self);
void sky_source_bytes_get_digest (SkySourceBytes *self, char hex[SKY_DIGEST_HEX_SIZE]);
/* The source's size when it was opened. */
goffset sky_source_bytes_get_size (const SkySourceBytes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySourceBytes, sky_source_bytes_free)

G_END_DECLS
