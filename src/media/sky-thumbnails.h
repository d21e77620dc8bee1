/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small pictures of a camera along a stretch of time, for a strip or a timeline. Each stands for a
 * slot of time and shows the key frame at or before the slot's middle, or that of the nearest
 * footage in the slot: good enough to see what went on, and decoded without the pictures between.
 *
 * Main thread only; a thread of its own opens, seeks and decodes, one recording at a time, and the
 * pictures asked for last come first. The newest some hundred are kept. What a recorder keeps is
 * not asked for.
 *
 * Signal "changed" (): a picture asked for is there. */
#pragma once

#include <gdk/gdk.h>

#include "sky-camera.h"

G_BEGIN_DECLS

#define SKY_THUMBNAIL_WIDTH  128
#define SKY_THUMBNAIL_HEIGHT 72

#define SKY_TYPE_THUMBNAILS (sky_thumbnails_get_type ())
G_DECLARE_FINAL_TYPE (SkyThumbnails, sky_thumbnails, SKY, THUMBNAILS, GObject)

SkyThumbnails *sky_thumbnails_new (void);

/* @camera: (nullable). Forgets the pictures of the one before. */
void sky_thumbnails_set_camera (SkyThumbnails *self, SkyCamera *camera);

/* Asks for the pictures of the slots of @slot microseconds that begin at a multiple of it and touch
 * @from … @until; what was asked for before and is not begun is dropped. */
void sky_thumbnails_ask (SkyThumbnails *self, SkyTime from, SkyTime until, SkyTime slot);

/* Returns: (transfer none) (nullable): the picture of the slot of @slot microseconds that @at is
 * in; NULL when it is not there yet, or there is none. Valid until the next turn of the main loop.
 */
GdkTexture *sky_thumbnails_get (SkyThumbnails *self, SkyTime at, SkyTime slot);

/* TRUE while pictures asked for are on their way. */
gboolean sky_thumbnails_get_busy (SkyThumbnails *self);

G_END_DECLS
