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

gboolean
sky_frame_is_interlaced (const GstVideoInfo *info, GstBuffer *buffer)
{
  switch (info->interlace_mode)
    {
    case GST_VIDEO_INTERLACE_MODE_INTERLEAVED:
      return TRUE;
    case GST_VIDEO_INTERLACE_MODE_MIXED:
      return GST_BUFFER_FLAG_IS_SET (buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED);
    case GST_VIDEO_INTERLACE_MODE_PROGRESSIVE:
    case GST_VIDEO_INTERLACE_MODE_FIELDS:
    case GST_VIDEO_INTERLACE_MODE_ALTERNATE:
    default:
      return FALSE;
    }
}

void
sky_frame_keep_first_field (GstVideoFrame *frame)
{
  gboolean bottom_first =
      frame->info.interlace_mode == GST_VIDEO_INTERLACE_MODE_MIXED
          ? !GST_VIDEO_FRAME_IS_TFF (frame)
          : GST_VIDEO_INFO_FIELD_ORDER (&frame->info) == GST_VIDEO_FIELD_ORDER_BOTTOM_FIELD_FIRST
                || (GST_VIDEO_INFO_FIELD_ORDER (&frame->info) == GST_VIDEO_FIELD_ORDER_UNKNOWN
                    && !GST_VIDEO_FRAME_IS_TFF (frame));

  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES (frame); plane++)
    {
      if (bottom_first)
        frame->data[plane] =
            (guint8 *) frame->data[plane] + GST_VIDEO_FRAME_PLANE_STRIDE (frame, plane);
      frame->info.stride[plane] *= 2;
    }
  frame->info.height = MAX (frame->info.height / 2, 1);
  frame->info.interlace_mode = GST_VIDEO_INTERLACE_MODE_PROGRESSIVE;
  frame->flags &= ~(guint) (GST_VIDEO_FRAME_FLAG_INTERLACED | GST_VIDEO_FRAME_FLAG_TFF);
}
