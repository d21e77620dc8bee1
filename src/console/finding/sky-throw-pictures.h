/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a camera shows at some instants, exact to the frame and small: the throws that made a Fire
 * Bet's points. */
#pragma once

#include <gdk/gdk.h>

#include "sky-camera.h"

G_BEGIN_DECLS

/* The most room that a picture takes, px. */
#define SKY_THROW_PICTURE_WIDTH  112
#define SKY_THROW_PICTURE_HEIGHT 63

/* Reads them in a thread. @times: (element-type SkyTime) (transfer none): on the log's clock. */
void sky_throw_pictures_read_async (SkyCamera *camera,
                                    GArray *times,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);

/* Returns: (transfer full) (element-type GdkTexture): a picture for each of the times, NULL where
 * there is none; NULL with G_IO_ERROR_CANCELLED. */
GPtrArray *sky_throw_pictures_read_finish (GAsyncResult *result, GError **error);

G_END_DECLS
