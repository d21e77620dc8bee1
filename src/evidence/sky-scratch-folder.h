/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder for intermediate files of a package. A killed program leaves one, with the unfinished
 * package. The next program finds it, sees that nobody uses it, and removes both. Its user holds a
 * lock on it, which the kernel releases. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyScratchFolder SkyScratchFolder;

/* Returns: a folder of the user's own under the system's for temporary files, or NULL with a
 * G_FILE_ERROR. */
SkyScratchFolder *sky_scratch_folder_new (GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Removes it with its contents. */
void sky_scratch_folder_free (SkyScratchFolder *self);

const char *sky_scratch_folder_get_path (const SkyScratchFolder *self);

/* Notes that the file @path, absolute, is unfinished as long as this folder exists. */
gboolean sky_scratch_folder_note (SkyScratchFolder *self, const char *path, GError **error);

/* Removes what this user's killed programs left. Returns how many folders. */
guint sky_scratch_folder_sweep (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyScratchFolder, sky_scratch_folder_free)

G_END_DECLS
