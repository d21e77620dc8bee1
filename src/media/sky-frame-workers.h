/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The threads that convert frames for a wall. Results come back in the main context of the thread
 * that made the workers. Reference counted; to be used from that thread only. Private to this
 * folder. */
#pragma once

#include "sky-frame-converter.h"

G_BEGIN_DECLS

typedef struct _SkyFrameWorkers SkyFrameWorkers;

/* @image, as sky_frame_converter_convert() makes it, is NULL when the frame could not be converted.
 */
typedef void (*SkyFrameConverted) (cairo_surface_t *image,
                                   SkyFrame *frame,
                                   const SkyFrameView *view,
                                   gpointer data);

SkyFrameWorkers *sky_frame_workers_new (void);
SkyFrameWorkers *sky_frame_workers_ref (SkyFrameWorkers *self);
void sky_frame_workers_unref (SkyFrameWorkers *self);

/* Converts @frame, then calls @converted. @destroy is called for @data after that, or without it
 * when the workers were stopped before. */
void sky_frame_workers_push (SkyFrameWorkers *self,
                             SkyFrameConverter *converter,
                             SkyFrame *frame,
                             const SkyFrameView *view,
                             SkyFrameConverted converted,
                             gpointer data,
                             GDestroyNotify destroy);

/* Waits for the conversions under way; no result comes after it, and nothing is taken any more. */
void sky_frame_workers_stop (SkyFrameWorkers *self);

G_END_DECLS
