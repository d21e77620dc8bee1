/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log's file while it grows: whole lines are added to its end, and nothing else is ever done to
 * it. What the lines say is not looked at.
 *
 * One writer has the file at a time (flock). Lines are collected and written together; a line is
 * in the file whole or not at all: where a write fails the file is cut back to what it was, and
 * where a program died in the middle of one the next opening cuts back to the last whole line and
 * keeps what was cut beside the file. Used by one thread at a time. */
#pragma once

#include "sky-digest.h"
#include "sky-record-error.h"

G_BEGIN_DECLS

typedef struct _SkyLogAppender SkyLogAppender;

/* Opens the file at @path, or makes one with the permissions @mode. Where its last line is torn,
 * that is moved to a file of its own, which sky_log_appender_get_torn() names. Returns NULL with a
 * SKY_RECORD_ERROR: OPEN, LOCKED or WRITE. */
SkyLogAppender *
sky_log_appender_open (const char *path, guint mode, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Closes the file. Lines that were not written yet are lost. */
void sky_log_appender_free (SkyLogAppender *self);

/* The path of the file that keeps what was cut off; NULL: nothing was. */
const char *sky_log_appender_get_torn (const SkyLogAppender *self);

/* How many bytes of whole lines the file has; lines not yet written do not count. */
goffset sky_log_appender_get_length (const SkyLogAppender *self);

/* The file's last line, without its LF, or NULL when there is none. Returns: new bytes; NULL with
 * OPEN when it cannot be read. */
GBytes *sky_log_appender_read_last (const SkyLogAppender *self,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds the line of @length bytes at @line, which has no LF, behind those that wait to be written.
 * Returns FALSE with WRITE when many waited and could not be written; all of them are dropped. */
gboolean
sky_log_appender_add (SkyLogAppender *self, const char *line, gsize length, GError **error);

/* Writes the lines that wait, by one write where the system takes them so. Returns FALSE with
 * WRITE; the file is then as it was before, and the lines are dropped. */
gboolean sky_log_appender_flush (SkyLogAppender *self, GError **error);

/* The same, and returns only when they are on the disk (fdatasync; a new file's folder too).
 * Returns FALSE with WRITE; what is in the file may then be not on the disk. */
gboolean sky_log_appender_sync (SkyLogAppender *self, GError **error);

/* The same for @n of them; many that lie on one file system by one syncfs(). Returns FALSE with
 * WRITE when one failed: then nobody knows which are on the disk. */
gboolean sky_log_appender_sync_all (SkyLogAppender *const *appenders, guint n, GError **error);

/* Cuts off what stands behind the first @length bytes, which end a line, and was never synced;
 * what waits is dropped. For who has no digest go along. Returns FALSE with WRITE. */
gboolean sky_log_appender_cut_back (SkyLogAppender *self, goffset length, GError **error);

/* Has a digest go along with what is written. @digest is one of the file's first @hashed bytes that
 * was made already, and is taken over; NULL: of none. What the file has behind them is hashed now.
 * Returns FALSE with OPEN when it cannot be read. */
gboolean sky_log_appender_begin_digest (SkyLogAppender *self,
                                        SkyDigest *digest,
                                        goffset hashed,
                                        GError **error);
/* The SHA-256 of all that was written, sky_log_appender_get_length() bytes. */
void sky_log_appender_get_digest (const SkyLogAppender *self, char hex[SKY_DIGEST_HEX_SIZE]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogAppender, sky_log_appender_free)

G_END_DECLS
