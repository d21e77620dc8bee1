/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-frame.h"

static SkyTime
length_of (const GstVideoInfo *info, GstBuffer *buffer)
{
  if (info->fps_n > 0 && info->fps_d > 0)
    return (SkyTime) gst_util_uint64_scale_int (SKY_SECOND, info->fps_d, info->fps_n);
  if (GST_BUFFER_DURATION_IS_VALID (buffer))
    return (SkyTime) (GST_BUFFER_DURATION (buffer) / GST_USECOND);
  return 0;
}

SkyFrame *
sky_frame_new (GstSample *sample, SkyTime at, guint coverage, GstVideoOrientationMethod orientation)
{
  GstCaps *caps = gst_sample_get_caps (sample);
  GstBuffer *buffer = gst_sample_get_buffer (sample);
  GstVideoInfo info;

  if (caps == NULL || buffer == NULL || !gst_video_info_from_caps (&info, caps))
    return NULL;
  SkyFrame *self = g_new0 (SkyFrame, 1);
  g_atomic_ref_count_init (&self->refs);
  self->at = at;
  self->until = at;
  self->length = length_of (&info, buffer);
  self->coverage = coverage;
  self->orientation = orientation;
  self->info = info;
  self->buffer = gst_buffer_ref (buffer);
  return self;
}

SkyFrame *
sky_frame_ref (SkyFrame *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
sky_frame_unref (SkyFrame *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  gst_buffer_unref (self->buffer);
  g_free (self);
}

static gboolean
lies_on_its_side (GstVideoOrientationMethod orientation)
{
  return orientation == GST_VIDEO_ORIENTATION_90R || orientation == GST_VIDEO_ORIENTATION_90L
         || orientation == GST_VIDEO_ORIENTATION_UL_LR
         || orientation == GST_VIDEO_ORIENTATION_UR_LL;
}

void
sky_frame_get_intrinsic_size (const SkyFrame *self, int *width, int *height)
{
  int par_n = MAX (self->info.par_n, 1);
  int par_d = MAX (self->info.par_d, 1);
  int wide = self->info.width;
  int high = self->info.height;

  if (par_n > par_d)
    wide = (int) gst_util_uint64_scale_int_round ((guint64) wide, par_n, par_d);
  else if (par_n < par_d)
    high = (int) gst_util_uint64_scale_int_round ((guint64) high, par_d, par_n);
  gboolean turned = lies_on_its_side (self->orientation);
  *width = turned ? high : wide;
  *height = turned ? wide : high;
}
