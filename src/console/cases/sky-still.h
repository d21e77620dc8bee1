/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A camera's picture made an image file, with the camera and the instant burned in below it. */
#pragma once

#include <gtk/gtk.h>

#include "sky-time.h"

G_BEGIN_DECLS

/* Makes a PNG of @picture, of the camera @label at @shown, in a thread. Saves it in @folder,
 * creating that if necessary; NULL: does not save it. */
void sky_still_make_async (GdkTexture *picture,
                           const char *label,
                           SkyTime shown,
                           const char *folder,
                           GAsyncReadyCallback callback,
                           gpointer user_data);

/* Returns: (transfer full): the PNG, or NULL with a G_IO_ERROR. @path, if not NULL, takes the path
 * of the file (a new string), NULL if it was not saved. */
GBytes *sky_still_make_finish (GAsyncResult *result, char **path, GError **error);

/* The folder for stills: in the user's pictures. Returns: a new string. */
char *sky_still_default_folder (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
