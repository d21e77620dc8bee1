/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder for what is made on the way to a package. A program that was killed leaves one behind,
 * with the unfinished package: the next one finds it, sees that nobody works in it any more, and
 * removes both. Whoever works in one holds a lock on it, which the kernel lets go of. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyWorkplace SkyWorkplace;

/* Returns: a folder of the user's own under the system's for temporary files, or NULL with a
 * G_FILE_ERROR. */
SkyWorkplace *sky_workplace_new (GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Removes it with what is in it. */
void sky_workplace_free (SkyWorkplace *self);

const char *sky_workplace_get_path (const SkyWorkplace *self);

/* Notes that the file @path, absolute, is unfinished as long as this is there. */
gboolean sky_workplace_note (SkyWorkplace *self, const char *path, GError **error);

/* Removes what programs of this user that were killed left. Returns: how many workplaces. */
guint sky_workplace_sweep (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyWorkplace, sky_workplace_free)

G_END_DECLS
