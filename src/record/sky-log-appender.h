/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log's file while it grows. It only adds whole lines at the end, and does not read them.
 *
 * One writer has the file at a time (flock). Lines are collected and written together; a line is in
 * the file whole or not at all. After a failed write, the file is cut back to its previous end. If
 * a program died during a write, the next opening cuts back to the last whole line and saves the
 * rest beside the file. One thread at a time may use it. */
#pragma once

#include "sky-digest.h"
#include "sky-record-error.h"

G_BEGIN_DECLS

typedef struct _SkyLogAppender SkyLogAppender;

/* Opens the file at @path, or creates it with the permissions @mode. A torn last line moves to a
 * separate file, which sky_log_appender_get_torn() names. Returns NULL with a SKY_RECORD_ERROR:
 * OPEN, LOCKED or WRITE. */
SkyLogAppender *
sky_log_appender_open (const char *path, guint mode, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Closes the file. Loses lines that are not written yet. */
void sky_log_appender_free (SkyLogAppender *self);

/* The path of the file with the torn line; NULL: there was none. */
const char *sky_log_appender_get_torn (const SkyLogAppender *self);

/* How many bytes of whole lines the file has; lines not yet written do not count. */
goffset sky_log_appender_get_length (const SkyLogAppender *self);

/* The file's last line without its LF, or NULL if there is none. Returns: new bytes; NULL with OPEN
 * if it cannot be read. */
GBytes *sky_log_appender_read_last (const SkyLogAppender *self,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Queues the line of @length bytes at @line, which has no LF, for writing. Returns FALSE with WRITE
 * if many lines waited and a write failed; all of them are dropped. */
gboolean
sky_log_appender_add (SkyLogAppender *self, const char *line, gsize length, GError **error);

/* Writes the queued lines, in one write if the system accepts it. Returns FALSE with WRITE; the
 * file is then unchanged, and the lines are dropped. */
gboolean sky_log_appender_flush (SkyLogAppender *self, GError **error);

/* The same, and returns once they are on disk (fdatasync; also a new file's folder). Returns FALSE
 * with WRITE; the file's contents may then not be on disk. */
gboolean sky_log_appender_sync (SkyLogAppender *self, GError **error);

/* The same for @n files; many on one file system by one syncfs(). Returns FALSE with WRITE if one
 * failed: it is then unknown which are on disk. */
gboolean sky_log_appender_sync_all (SkyLogAppender *const *appenders, guint n, GError **error);

/* Cuts off what follows the first @length bytes, which end a line, and was never synced. Drops
 * queued lines. Only for files without a running digest. Returns FALSE with WRITE. */
gboolean sky_log_appender_cut_back (SkyLogAppender *self, goffset length, GError **error);

/* Starts a digest of what is written. @digest, already computed, covers the file's first @hashed
 * bytes, and this function takes it; NULL: covers none. Hashes the rest of the file now. Returns
 * FALSE with OPEN if it cannot be read. */
gboolean sky_log_appender_begin_digest (SkyLogAppender *self,
                                        SkyDigest *digest,
                                        goffset hashed,
                                        GError **error);
/* The SHA-256 of everything written, sky_log_appender_get_length() bytes. */
void sky_log_appender_get_digest (const SkyLogAppender *self, char hex[SKY_DIGEST_HEX_SIZE]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogAppender, sky_log_appender_free)

G_END_DECLS
