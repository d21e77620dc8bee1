/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The threads that convert frames for a wall. Results come in the main context of the creator's
 * thread. Reference counted; only that thread may use it. Private to this folder. */
#pragma once

#include "sky-frame-converter.h"

G_BEGIN_DECLS

typedef struct _SkyFrameWorkers SkyFrameWorkers;

/* @image, from sky_frame_converter_convert(), is NULL if the conversion failed. */
typedef void (*SkyFrameConverted) (cairo_surface_t *image,
                                   SkyFrame *frame,
                                   const SkyFrameView *view,
                                   gpointer data);

SkyFrameWorkers *sky_frame_workers_new (void);
SkyFrameWorkers *sky_frame_workers_ref (SkyFrameWorkers *self);
void sky_frame_workers_unref (SkyFrameWorkers *self);

/* Converts @frame, then calls @converted. Afterward, or if the workers were stopped first, calls
 * @destroy for @data. */
void sky_frame_workers_push (SkyFrameWorkers *self,
                             SkyFrameConverter *converter,
                             SkyFrame *frame,
                             const SkyFrameView *view,
                             SkyFrameConverted converted,
                             gpointer data,
                             GDestroyNotify destroy);

/* Waits for running conversions. Gives no results and accepts no frames afterward. */
void sky_frame_workers_stop (SkyFrameWorkers *self);

G_END_DECLS
