/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of a log's file from the start, unpacked if it is gzip. They are read, not mapped. So
 * bytes once read stay the same whatever others do to the file. A file that is truncated while
 * being read ends early and does not crash the program. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file being read. One thread at a time may use it. */
typedef struct _SkyLogFile SkyLogFile;

/* Opens the regular file at @path in the archive @folder. If @folder is NULL, the user named the
 * path (see sky_archive_file_open()). The file ends at its present end even if it grows. Its first
 * bytes say whether it is packed. Returns NULL with a SKY_LOG_ERROR. */
SkyLogFile *
sky_log_file_open (const char *folder, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_log_file_free (SkyLogFile *self);

/* Unpacks a packed file in its own thread, some blocks ahead of the reader, until the end or the
 * next seek. Damage is reported when the reader reaches it. */
void sky_log_file_unpack_ahead (SkyLogFile *self);

/* Reads up to @size bytes into @buffer. Returns how many; 0 at the end, or where the rest is
 * unreadable. */
gsize sky_log_file_read (SkyLogFile *self, char *buffer, gsize size);

/* Goes to byte @offset of the unpacked file. A packed file is unpacked again up to there. Returns
 * FALSE if the file is shorter. */
gboolean sky_log_file_seek (SkyLogFile *self, goffset offset);

/* Checks whether the file has grown, and continues to its present end. Packed files are not
 * followed. Returns whether it has grown. */
gboolean sky_log_file_look_again (SkyLogFile *self);

/* How many bytes of the file on disk were read. */
goffset sky_log_file_get_bytes_read (const SkyLogFile *self);

/* Why the end of the file could not be read, or NULL. */
const char *sky_log_file_get_damage (const SkyLogFile *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogFile, sky_log_file_free)

G_END_DECLS
