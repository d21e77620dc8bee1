/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of one camera, for a GtkPicture or any widget that draws a GdkPaintable.
 * SkyCameraWall makes one per camera. It lives in the main thread.
 *
 * Its intrinsic size is that of the sensor's picture, turned by its rotation tag and stretched
 * (never shrunk) to square pixels. Worker threads convert its content and scale it to the widget's
 * size beforehand, because drawing at another size is many times slower. The widget sets that size
 * with sky_frame_paintable_set_target_size(). */
#pragma once

#include <gtk/gtk.h>

#include "sky-time.h"

G_BEGIN_DECLS

#define SKY_TYPE_FRAME_PAINTABLE (sky_frame_paintable_get_type ())
G_DECLARE_FINAL_TYPE (SkyFramePaintable, sky_frame_paintable, SKY, FRAME_PAINTABLE, GObject)

/* The drawing size of the picture in device pixels (the allocated size times the scale factor); 0 ×
 * 0 keeps the native size. */
void sky_frame_paintable_set_target_size (SkyFramePaintable *self, int width, int height);

/* Whether cairo draws the next window; it takes an image directly, and any other renderer keeps a
 * texture. FALSE by default. */
void sky_frame_paintable_set_drawn_by_cairo (SkyFramePaintable *self, gboolean by_cairo);

/* Digital zoom: the part of the picture to show, in pixels of the intrinsic size; NULL shows all of
 * it. The part is cut from the native frame, so nothing is lost. The intrinsic size stays. */
void sky_frame_paintable_set_crop (SkyFramePaintable *self, const GdkRectangle *crop);

/* Returns FALSE if all of the picture is shown. */
gboolean sky_frame_paintable_get_crop (SkyFramePaintable *self, GdkRectangle *crop);

/* Makes the picture brighter and adds contrast, only on screen: a still is as recorded. Both are
 * −100 … 100 percent, 0 as recorded. */
void sky_frame_paintable_set_tone (SkyFramePaintable *self, int brightness, int contrast);
void sky_frame_paintable_get_tone (SkyFramePaintable *self, int *brightness, int *contrast);

/* The picture's own instant on the log's clock, or SKY_TIME_NONE without a picture. Also the
 * property "shown". */
SkyTime sky_frame_paintable_get_shown (SkyFramePaintable *self);

/* Returns: (nullable) (transfer none): the drawn picture, scaled to the target size. */
GdkTexture *sky_frame_paintable_get_texture (SkyFramePaintable *self);

/* The shown picture at full resolution. Returns: (transfer full) (nullable): NULL with a
 * SKY_MEDIA_ERROR_NO_PICTURE if there is none. *@shown is its instant. */
GdkTexture *
sky_frame_paintable_make_still (SkyFramePaintable *self, SkyTime *shown, GError **error);

G_END_DECLS
