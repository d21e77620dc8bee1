/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one way to open a file that an archive holds or names. Who wrote the archive may wish to see
 * what its reader alone may read, so that nothing in it decides which files of his are opened: a
 * path stays beneath the archive's folder and goes through no link, and what is opened is a regular
 * file. What is looked at, hashed, played and copied is the descriptor, never the path again. */
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

/* Folders that the user named, NULL-terminated: a path that leaves its archive, by a link or
 * otherwise, is followed when what it leads to lies in one of them. None at first. Any thread may
 * call this; it holds for the whole program, as the user does. */
void sky_archive_file_set_roots (const char *const *roots);

/* Opens for reading what an archive calls @name: a path from its folder @folder. With @folder NULL
 * @name is a path that the user gave himself and is followed wherever it leads. Never waits for
 * anybody. Returns: a descriptor, which is the caller's, or -1 with a SKY_LOG_ERROR, whose message
 * is the cause without the file's name: MISSING, REFUSED (the path is not followed, or leads to no
 * regular file) or OPEN. */
int sky_archive_file_open (const char *folder, const char *name, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyDescriptor, sky_descriptor_clear)

G_END_DECLS
