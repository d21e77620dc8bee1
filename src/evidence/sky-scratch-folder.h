/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder for what is made on the way to a package. A program that was killed leaves one behind,
 * with the unfinished package: the next one finds it, sees that nobody works in it any more, and
 * removes both. Whoever works in one holds a lock on it, which the kernel lets go of. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyScratchFolder SkyScratchFolder;

/* Returns: a folder of the user's own under the system's for temporary files, or NULL with a
 * G_FILE_ERROR. */
SkyScratchFolder *sky_scratch_folder_new (GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Removes it with what is in it. */
void sky_scratch_folder_free (SkyScratchFolder *self);

const char *sky_scratch_folder_get_path (const SkyScratchFolder *self);

/* Notes that the file @path, absolute, is unfinished as long as this is there. */
gboolean sky_scratch_folder_note (SkyScratchFolder *self, const char *path, GError **error);

/* Removes what programs of this user that were killed left. Returns: how many folders. */
guint sky_scratch_folder_sweep (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyScratchFolder, sky_scratch_folder_free)

G_END_DECLS
