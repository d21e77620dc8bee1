/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only way to open a file that an archive holds or names. An archive's author may want to read
 * what only the archive's reader may read. So nothing in an archive decides which of the reader's
 * files are opened: a path stays beneath the archive's folder and follows no link. Only regular
 * files are opened. Checking, hashing, playing and copying use the descriptor, never the path
 * again. */
#pragma once

#include <glib.h>
#include <unistd.h>

G_BEGIN_DECLS

/* A file descriptor that closes itself: `g_auto (SkyDescriptor) file = -1`. */
typedef int SkyDescriptor;

static inline void
sky_descriptor_clear (SkyDescriptor *self)
{
  if (*self >= 0)
    close (*self);
  *self = -1;
}

static inline SkyDescriptor
sky_descriptor_steal (SkyDescriptor *self)
{
  SkyDescriptor taken = *self;

  *self = -1;
  return taken;
}

/* Folders that the user named, NULL-terminated. A path that leaves its archive, by a link or
 * otherwise, is followed if its target is in one of them. None at first. Any thread may call this;
 * it applies to the whole program. */
void sky_archive_file_set_roots (const char *const *roots);

/* The name of the file @path in the archive's folder @folder: what stands behind the folder, or the
 * last part of a path that lies elsewhere. Returns: a new string. */
char *sky_archive_file_name (const char *folder, const char *path) G_GNUC_WARN_UNUSED_RESULT;

/* Opens @name for reading: a path in the archive's folder @folder. If @folder is NULL, @name is a
 * path that the user gave, followed wherever it leads. Never blocks.
 *
 * Returns a descriptor, which the caller owns, or -1 with a SKY_LOG_ERROR whose message is the
 * cause without the file's name. MISSING and OPEN are as for a log; REFUSED: the path is not
 * followed or not a regular file. */
int sky_archive_file_open (const char *folder, const char *name, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyDescriptor, sky_descriptor_clear)

G_END_DECLS
