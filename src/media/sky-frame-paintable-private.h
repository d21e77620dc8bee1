/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What SkyCameraWall does with its paintables. Private to this folder. */
#pragma once

#include "sky-frame-paintable.h"
#include "sky-frame-workers.h"

G_BEGIN_DECLS

typedef void (*SkyFramePrepared) (gpointer data);

SkyFramePaintable *sky_frame_paintable_new (SkyFrameWorkers *workers);

/* Returns: (nullable) (transfer none): the frame shown. */
SkyFrame *sky_frame_paintable_get_frame (SkyFramePaintable *self);

/* Starts converting @frame for the current view, unless it is shown or being converted. Keeps the
 * last few until they are shown or the view changes. */
void sky_frame_paintable_prepare (SkyFramePaintable *self, SkyFrame *frame);

/* Returns whether @frame is converted, or its conversion failed. */
gboolean sky_frame_paintable_is_prepared (SkyFramePaintable *self, SkyFrame *frame);

/* Shows @frame, which must be prepared. Returns FALSE if its conversion failed; nothing is then
 * shown. */
gboolean sky_frame_paintable_show_prepared (SkyFramePaintable *self, SkyFrame *frame);

/* Calls @prepared after each preparation of a frame; NULL ends that. */
void sky_frame_paintable_set_prepared_func (SkyFramePaintable *self,
                                            SkyFramePrepared prepared,
                                            gpointer data);

/* Shows nothing. */
void sky_frame_paintable_show_nothing (SkyFramePaintable *self);

G_END_DECLS
