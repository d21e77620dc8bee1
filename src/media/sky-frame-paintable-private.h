/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What SkyCameraWall does with its paintables. Private to this folder. */
#pragma once

#include "sky-frame-paintable.h"
#include "sky-frame-workers.h"

G_BEGIN_DECLS

typedef void (*SkyFramePrepared) (gpointer data);

SkyFramePaintable *sky_frame_paintable_new (SkyFrameWorkers *workers);

/* Returns: (nullable) (transfer none): what is shown. */
SkyFrame *sky_frame_paintable_get_frame (SkyFramePaintable *self);

/* Has @frame converted for the view now wanted, unless it is shown or is being converted. The last
 * few are kept, until they are shown or the view changes. */
void sky_frame_paintable_prepare (SkyFramePaintable *self, SkyFrame *frame);

/* Returns: whether @frame is converted, or turned out not to convert. */
gboolean sky_frame_paintable_is_prepared (SkyFramePaintable *self, SkyFrame *frame);

/* Shows @frame, which must be prepared. Returns: FALSE when it does not convert; then nothing is
 * shown. */
gboolean sky_frame_paintable_show_prepared (SkyFramePaintable *self, SkyFrame *frame);

/* Calls @prepared whenever a frame has been prepared; NULL ends that. */
void sky_frame_paintable_set_prepared_func (SkyFramePaintable *self,
                                            SkyFramePrepared prepared,
                                            gpointer data);

/* Shows nothing. */
void sky_frame_paintable_show_nothing (SkyFramePaintable *self);

G_END_DECLS
