/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stretch of a camera's recordings saved as files of the user's, the pictures as they were
 * recorded. */
#pragma once

#include <gio/gio.h>

#include "sky-camera.h"

G_BEGIN_DECLS

/* Saves @from…@until (µs, the log's clock) of @camera in @folder, in a thread. Creates the folder
 * if necessary and replaces no file. Each recording that covers a part of it gives a file, which
 * begins and ends at a key frame. */
void sky_clip_save_async (SkyCamera *camera,
                          SkyTime from,
                          SkyTime until,
                          const char *folder,
                          GAsyncReadyCallback callback,
                          gpointer user_data);

/* Returns: (transfer full): the paths of the files, NULL-terminated, at least one; or NULL with a
 * G_IO_ERROR: no recording covers the time, or one cannot be read or written. */
char **sky_clip_save_finish (GAsyncResult *result, GError **error);

/* The folder for clips: in the user's videos. Returns: a new string. */
char *sky_clip_default_folder (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
