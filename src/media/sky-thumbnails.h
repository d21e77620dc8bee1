/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small pictures of a camera along a stretch of time, for a strip or a timeline. Each represents a
 * slot of time by the key frame at or before the slot's middle, or that of the nearest footage in
 * the slot. That suffices to see what happened, without decoding the pictures between.
 *
 * Main thread only. Its own thread opens, seeks and decodes, one recording at a time, latest
 * requests first. It keeps the newest hundred or so, and skips what a recorder has.
 *
 * Signal "changed" (): a requested picture is available. */
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

/* Requests the pictures of slots of @slot microseconds, starting at multiples of it, that touch
 * @from … @until. Drops earlier requests that have not begun. */
void sky_thumbnails_ask (SkyThumbnails *self, SkyTime from, SkyTime until, SkyTime slot);

/* Returns: (transfer none) (nullable): the picture of the slot of @slot microseconds around @at;
 * NULL if it is not available yet, or there is none. Valid until the next turn of the main loop. */
GdkTexture *sky_thumbnails_get (SkyThumbnails *self, SkyTime at, SkyTime slot);

/* TRUE while pictures asked for are on their way. */
gboolean sky_thumbnails_get_busy (SkyThumbnails *self);

G_END_DECLS
