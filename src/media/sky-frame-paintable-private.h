/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What SkyCameraWall does with its paintables. Private to this folder. */
#pragma once

#include "sky-frame-paintable.h"
#include "sky-frame-workers.h"

G_BEGIN_DECLS

SkyFramePaintable *sky_frame_paintable_new (SkyFrameWorkers *workers);

/* Returns: (nullable) (transfer none): what is shown. */
SkyFrame *sky_frame_paintable_get_frame (SkyFramePaintable *self);

SkyFrameConverter *sky_frame_paintable_get_converter (SkyFramePaintable *self);
const SkyFrameView *sky_frame_paintable_get_view (SkyFramePaintable *self);

/* Shows @frame as @texture, which was converted for @view; NULL shows nothing. */
void sky_frame_paintable_show (SkyFramePaintable *self,
                               SkyFrame *frame,
                               GdkTexture *texture,
                               const SkyFrameView *view);

G_END_DECLS
