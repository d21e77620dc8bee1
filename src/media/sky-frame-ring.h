/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The decoded frames of one camera around the playhead, in the order of their stretches and
 * instants. No frame is missing between two neighbors: the next is one recording's next frame, or
 * starts the next recording. The owner locks it. Private to this folder. */
#pragma once

#include "sky-frame.h"

G_BEGIN_DECLS

/* Containers round the instants of frames to as much as a millisecond; an instant that close before
 * a frame's is that frame's. */
#define SKY_FRAME_TOLERANCE SKY_MILLISECOND

typedef struct
{
  GPtrArray *frames; /* (element-type SkyFrame) */
} SkyFrameRing;

void sky_frame_ring_init (SkyFrameRing *self);
void sky_frame_ring_clear (SkyFrameRing *self);
void sky_frame_ring_destroy (SkyFrameRing *self);

/* Empties the ring. Returns: (transfer full): its frames. The caller frees them where that delays
 * nobody: a second of them is a hundred megabytes. */
GPtrArray *sky_frame_ring_steal (SkyFrameRing *self);

guint sky_frame_ring_get_length (const SkyFrameRing *self);
SkyFrame *sky_frame_ring_get (const SkyFrameRing *self, guint index);
/* Returns: (nullable) (transfer none): the earliest and the latest frame. */
SkyFrame *sky_frame_ring_head (const SkyFrameRing *self);
SkyFrame *sky_frame_ring_tail (const SkyFrameRing *self);

/* Returns: the index of the last frame that is of stretch @coverage or an earlier one and not after
 * @time, or -1. */
int sky_frame_ring_find (const SkyFrameRing *self, guint coverage, SkyTime time);

/* @frame: (transfer full): comes after all others. */
void sky_frame_ring_append (SkyFrameRing *self, SkyFrame *frame);

/* Moves all of @frames, in order, before the ring's own; @frames is empty then. */
void sky_frame_ring_prepend_all (SkyFrameRing *self, SkyFrameRing *frames);

void sky_frame_ring_drop_head (SkyFrameRing *self, guint n);
void sky_frame_ring_drop_tail (SkyFrameRing *self, guint n);

G_END_DECLS
