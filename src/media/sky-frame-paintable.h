/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of one camera, for a GtkPicture or any widget that draws a GdkPaintable. It is made
 * by SkyCameraWall, one for each camera, and lives in the main thread.
 *
 * Its intrinsic size is that of the sensor's picture, turned as its rotation tag says and stretched
 * (never shrunk) to square pixels. What it holds is converted by worker threads and scaled to the
 * widget's size beforehand, because drawing at any other size is many times slower: the widget
 * tells that size with sky_frame_paintable_set_target_size(). */
#pragma once

#include <gtk/gtk.h>

#include "sky-time.h"

G_BEGIN_DECLS

#define SKY_TYPE_FRAME_PAINTABLE (sky_frame_paintable_get_type ())
G_DECLARE_FINAL_TYPE (SkyFramePaintable, sky_frame_paintable, SKY, FRAME_PAINTABLE, GObject)

/* The size at which the picture is drawn, in device pixels (the allocated size of the picture times
 * the scale factor); 0 × 0 keeps the native size. */
void sky_frame_paintable_set_target_size (SkyFramePaintable *self, int width, int height);

/* Whether the window that it is drawn on next is drawn by cairo, which takes an image as it is; any
 * other renderer keeps a texture. FALSE until it is told. */
void sky_frame_paintable_set_drawn_by_cairo (SkyFramePaintable *self, gboolean by_cairo);

/* Digital zoom: the part of the picture to show, in pixels of the intrinsic size; NULL shows all of
 * it. The part is cut out of the native frame, so nothing is lost. The intrinsic size stays. */
void sky_frame_paintable_set_crop (SkyFramePaintable *self, const GdkRectangle *crop);

/* Returns: FALSE when all of the picture is shown. */
gboolean sky_frame_paintable_get_crop (SkyFramePaintable *self, GdkRectangle *crop);

/* Makes the picture brighter and richer in contrast, for the eye alone: a still is as recorded.
 * Both are −100 … 100 percent, 0 as recorded. */
void sky_frame_paintable_set_tone (SkyFramePaintable *self, int brightness, int contrast);
void sky_frame_paintable_get_tone (SkyFramePaintable *self, int *brightness, int *contrast);

/* The picture's own instant on the log's clock, or SKY_TIME_NONE when none is shown. Also the
 * property "shown". */
SkyTime sky_frame_paintable_get_shown (SkyFramePaintable *self);

/* Returns: (nullable) (transfer none): what is drawn, scaled to the target size. */
GdkTexture *sky_frame_paintable_get_texture (SkyFramePaintable *self);

/* The picture shown at full resolution. Returns: (transfer full) (nullable): NULL with a
 * SKY_MEDIA_ERROR_NO_PICTURE when there is none. *@shown is its instant. */
GdkTexture *
sky_frame_paintable_make_still (SkyFramePaintable *self, SkyTime *shown, GError **error);

G_END_DECLS
