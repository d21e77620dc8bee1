/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A camera's picture saved as a file, with the camera and the instant burned in below it. */
#pragma once

#include <gtk/gtk.h>

#include "sky-time.h"

G_BEGIN_DECLS

/* Saves @picture, of the camera @label at @shown, as a PNG in the folder @folder (NULL: the user's
 * pictures) in a thread. The folder is made when it is not there. */
void sky_still_save_async (GdkTexture *picture,
                           const char *label,
                           SkyTime shown,
                           const char *folder,
                           GAsyncReadyCallback callback,
                           gpointer user_data);

/* Returns: (transfer full): the file's path, or NULL with a G_IO_ERROR. */
char *sky_still_save_finish (GAsyncResult *result, GError **error);

G_END_DECLS
