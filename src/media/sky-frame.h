/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A decoded picture with its own instant on the log's clock, in the decoder's native layout.
 * Reference counted. All but the three marks never changes, so any thread may read it. Private to
 * this folder. */
#pragma once

#include <gst/video/video.h>

#include "sky-time.h"

G_BEGIN_DECLS

typedef struct
{
  gatomicrefcount refs;
  SkyTime at;     /* log's clock */
  SkyTime length; /* how long it stands by its recording's frame rate; 0 when unknown */
  guint coverage; /* the stretch of its camera that it belongs to */
  GstVideoOrientationMethod orientation;
  GstVideoInfo info;
  GstBuffer *buffer;

  /* Nothing of its stretch comes before it, or after it, or between it and @until. Under the lock
   * of the feed that it is in. */
  gboolean first;
  gboolean last;
  SkyTime until;
} SkyFrame;

/* Returns: (transfer full) (nullable): NULL when @sample is not a picture. */
SkyFrame *sky_frame_new (GstSample *sample,
                         SkyTime at,
                         guint coverage,
                         GstVideoOrientationMethod orientation);
SkyFrame *sky_frame_ref (SkyFrame *self);
void sky_frame_unref (SkyFrame *self);

/* The intended display size: upright and stretched to square pixels, never shrunk in either
 * direction. */
void sky_frame_get_intrinsic_size (const SkyFrame *self, int *width, int *height);

/* Whether the lines of a picture are of two instants by turns: of @buffer of @info. */
gboolean sky_frame_is_interlaced (const GstVideoInfo *info, GstBuffer *buffer);

/* Halves the height of @frame, which is interlaced: keeps the lines of the earlier of its two
 * instants. So the picture shows one instant, moving or not, and never a mixture. */
void sky_frame_keep_first_field (GstVideoFrame *frame);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyFrame, sky_frame_unref)

G_END_DECLS
