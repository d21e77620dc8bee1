/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns decoded frames into pictures for the screen: cut out, scaled, upright. Keeps the conversion
 * of the last size, so one converter serves one camera. May be used from any thread; one call at a
 * time is served. Private to this folder. */
#pragma once

#include <gdk/gdk.h>

#include "sky-frame.h"

G_BEGIN_DECLS

/* What is wanted of a frame. */
typedef struct
{
  GdkRectangle crop; /* in pixels of the frame's intrinsic size; width 0: all of it */
  int width;         /* of the picture, in pixels; 0: as many as the part has */
  int height;
  int brightness; /* −100 … 100 percent of the whole scale, added; 0: as recorded */
  int contrast; /* −100 … 100 percent, from all grey to twice as far from it; 0: as recorded */
} SkyFrameView;

typedef struct _SkyFrameConverter SkyFrameConverter;

SkyFrameConverter *sky_frame_converter_new (void);
SkyFrameConverter *sky_frame_converter_ref (SkyFrameConverter *self);
void sky_frame_converter_unref (SkyFrameConverter *self);

/* Returns: (transfer full) (nullable): an image of CAIRO_FORMAT_RGB24 whose unused bytes are full;
 * NULL when the frame's memory cannot be read. */
cairo_surface_t *sky_frame_converter_convert (SkyFrameConverter *self,
                                              const SkyFrame *frame,
                                              const SkyFrameView *view);

/* The same as GDK_MEMORY_R8G8B8, for what is kept or written: no pixel has a byte too many.
 * Returns: (transfer full) (nullable). */
GdkTexture *sky_frame_converter_make_texture (SkyFrameConverter *self,
                                              const SkyFrame *frame,
                                              const SkyFrameView *view);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyFrameConverter, sky_frame_converter_unref)

G_END_DECLS
