/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns decoded frames into pictures for the screen: cropped, scaled, upright. Caches the
 * conversion of the last size, so one converter serves one camera. Any thread may use it, one call
 * at a time. Private to this folder. */
#pragma once

#include <gdk/gdk.h>

#include "sky-frame.h"

G_BEGIN_DECLS

/* The requested view of a frame. */
typedef struct
{
  GdkRectangle crop; /* in pixels of the frame's intrinsic size; width 0: all of it */
  int width;         /* of the picture, in pixels; 0: as many as the part has */
  int height;
  int brightness; /* −100 … 100 percent of the whole scale, added; 0: as recorded */
  int contrast;   /* −100 … 100 percent, from all gray to double; 0: as recorded */
} SkyFrameView;

typedef struct _SkyFrameConverter SkyFrameConverter;

SkyFrameConverter *sky_frame_converter_new (void);
SkyFrameConverter *sky_frame_converter_ref (SkyFrameConverter *self);
void sky_frame_converter_unref (SkyFrameConverter *self);

/* Returns: (transfer full) (nullable): an image of CAIRO_FORMAT_RGB24 with its unused bytes set;
 * NULL if the frame's memory cannot be read. */
cairo_surface_t *sky_frame_converter_convert (SkyFrameConverter *self,
                                              const SkyFrame *frame,
                                              const SkyFrameView *view);

/* The same as GDK_MEMORY_R8G8B8, to keep or write: no pixel has an extra byte. Returns: (transfer
 * full) (nullable). */
GdkTexture *sky_frame_converter_make_texture (SkyFrameConverter *self,
                                              const SkyFrame *frame,
                                              const SkyFrameView *view);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyFrameConverter, sky_frame_converter_unref)

G_END_DECLS
