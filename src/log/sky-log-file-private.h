/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of a log's file from the front, unpacked when it is gzip'd. They are read, not mapped:
 * what was read stays as it was whatever others do to the file meanwhile, and a file that is cut
 * off while it is read ends early instead of ending the program. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file being read; used by one thread at a time. */
typedef struct _SkyLogFile SkyLogFile;

/* Opens the regular file at @path: of the archive @folder, in which it lies, or, with @folder NULL,
 * one that the user named (see sky_archive_file_open()). It ends where it ends now, though it may
 * grow meanwhile. Whether it is packed is told by its first bytes. Returns NULL with a
 * SKY_LOG_ERROR. */
SkyLogFile *
sky_log_file_open (const char *folder, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_log_file_free (SkyLogFile *self);

/* Has a packed file be unpacked by a thread of its own, some blocks ahead of who reads it, until it
 * ends or is gone elsewhere in. Of damage is told when it is come to. */
void sky_log_file_unpack_ahead (SkyLogFile *self);

/* Reads up to @size bytes into @buffer. Returns: how many; 0 at the end, or where the rest cannot
 * be read. */
gsize sky_log_file_read (SkyLogFile *self, char *buffer, gsize size);

/* Goes to the byte @offset of the unpacked file; of a packed one all bytes before it are unpacked
 * once more. Returns FALSE when the file does not have so many. */
gboolean sky_log_file_seek (SkyLogFile *self, goffset offset);

/* Looks whether the file has grown since it was opened, and reads on to where it ends now. A packed
 * one is not followed. Returns: whether it has. */
gboolean sky_log_file_look_again (SkyLogFile *self);

/* How many bytes of the file, as it lies on the disk, have been read. */
goffset sky_log_file_get_bytes_read (const SkyLogFile *self);

/* Why the end of the file could not be read, or NULL. */
const char *sky_log_file_get_damage (const SkyLogFile *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogFile, sky_log_file_free)

G_END_DECLS
