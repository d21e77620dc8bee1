/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-frame-converter.h"

/* Larger textures than any display are a caller's mistake. */
#define MAX_SIZE 8192

struct _SkyFrameConverter
{
  gatomicrefcount refs;
  GMutex lock;
  GstVideoConverter *converter; /* lock; for the three below, or NULL */
  GstVideoInfo in;              /* lock */
  GstVideoInfo out;             /* lock */
  GdkRectangle part;            /* lock; in stored pixels */
};

/* Where upright pixels lie in the stored picture: upright (x, y) is stored at
 * (ox + x * xx + y * yx, oy + x * xy + y * yy). */
typedef struct
{
  int ox, oy, xx, xy, yx, yy;
} Turn;

SkyFrameConverter *
sky_frame_converter_new (void)
{
  SkyFrameConverter *self = g_new0 (SkyFrameConverter, 1);

  g_atomic_ref_count_init (&self->refs);
  g_mutex_init (&self->lock);
  return self;
}

SkyFrameConverter *
sky_frame_converter_ref (SkyFrameConverter *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
sky_frame_converter_unref (SkyFrameConverter *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_clear_pointer (&self->converter, gst_video_converter_free);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* The turn that makes a stored picture of @width × @height upright. */
static Turn
turn_of (GstVideoOrientationMethod orientation, int width, int height)
{
  int right = width - 1;
  int bottom = height - 1;

  switch ((int) orientation)
    {
    case GST_VIDEO_ORIENTATION_90R:
      return (Turn){ 0, bottom, 0, -1, 1, 0 };
    case GST_VIDEO_ORIENTATION_180:
      return (Turn){ right, bottom, -1, 0, 0, -1 };
    case GST_VIDEO_ORIENTATION_90L:
      return (Turn){ right, 0, 0, 1, -1, 0 };
    case GST_VIDEO_ORIENTATION_HORIZ:
      return (Turn){ right, 0, -1, 0, 0, 1 };
    case GST_VIDEO_ORIENTATION_VERT:
      return (Turn){ 0, bottom, 1, 0, 0, -1 };
    case GST_VIDEO_ORIENTATION_UL_LR:
      return (Turn){ 0, 0, 0, 1, 1, 0 };
    case GST_VIDEO_ORIENTATION_UR_LL:
      return (Turn){ right, bottom, 0, -1, -1, 0 };
    default:
      return (Turn){ 0, 0, 1, 0, 0, 1 };
    }
}

static gboolean
swaps_sides (const Turn *turn)
{
  return turn->xx == 0;
}

/* The part of the stored picture that @crop of the upright one is. */
static GdkRectangle
stored_part (const SkyFrame *frame, const GdkRectangle *crop)
{
  int wide, high;
  sky_frame_get_intrinsic_size (frame, &wide, &high);
  GdkRectangle whole = { 0, 0, wide, high };
  GdkRectangle part = whole;

  if (crop->width > 0 && !gdk_rectangle_intersect (crop, &whole, &part))
    part = whole;
  Turn turn = turn_of (frame->orientation, 1, 1);
  gboolean swapped = swaps_sides (&turn);
  int stored_wide = swapped ? high : wide;
  int stored_high = swapped ? wide : high;
  turn = turn_of (frame->orientation, stored_wide, stored_high);
  int x0 = turn.ox + part.x * turn.xx + part.y * turn.yx;
  int y0 = turn.oy + part.x * turn.xy + part.y * turn.yy;
  int x1 = x0 + (part.width - 1) * turn.xx + (part.height - 1) * turn.yx;
  int y1 = y0 + (part.width - 1) * turn.xy + (part.height - 1) * turn.yy;

  /* From square pixels to stored ones, on even positions, where chroma samples begin. */
  int left = (int) ((gint64) MIN (x0, x1) * frame->info.width / stored_wide) & ~1;
  int top = (int) ((gint64) MIN (y0, y1) * frame->info.height / stored_high) & ~1;
  int right = (int) ((gint64) (MAX (x0, x1) + 1) * frame->info.width / stored_wide);
  int bottom = (int) ((gint64) (MAX (y0, y1) + 1) * frame->info.height / stored_high);
  return (GdkRectangle){ left, top, MAX (right - left, 1), MAX (bottom - top, 1) };
}

static gboolean
same_conversion (const SkyFrameConverter *self,
                 const GstVideoInfo *in,
                 const GstVideoInfo *out,
                 const GdkRectangle *part)
{
  return self->converter != NULL && gst_video_info_is_equal (&self->in, in)
         && gst_video_info_is_equal (&self->out, out) && gdk_rectangle_equal (&self->part, part);
}

static void
prepare_conversion (SkyFrameConverter *self,
                    const GstVideoInfo *in,
                    const GstVideoInfo *out,
                    const GdkRectangle *part)
{
  if (same_conversion (self, in, out, part))
    return;
  g_clear_pointer (&self->converter, gst_video_converter_free);
  self->in = *in;
  self->out = *out;
  self->part = *part;
  self->converter = gst_video_converter_new (
      &self->in, &self->out,
      gst_structure_new ("convert", GST_VIDEO_CONVERTER_OPT_SRC_X, G_TYPE_INT, part->x,
                         GST_VIDEO_CONVERTER_OPT_SRC_Y, G_TYPE_INT, part->y,
                         GST_VIDEO_CONVERTER_OPT_SRC_WIDTH, G_TYPE_INT, part->width,
                         GST_VIDEO_CONVERTER_OPT_SRC_HEIGHT, G_TYPE_INT, part->height,
                         GST_VIDEO_CONVERTER_OPT_RESAMPLER_METHOD, GST_TYPE_VIDEO_RESAMPLER_METHOD,
                         GST_VIDEO_RESAMPLER_METHOD_LINEAR, GST_VIDEO_CONVERTER_OPT_DITHER_METHOD,
                         GST_TYPE_VIDEO_DITHER_METHOD, GST_VIDEO_DITHER_NONE, NULL));
}

/* Converts @frame's @part into @pixels of @out. */
static gboolean
convert_pixels (SkyFrameConverter *self,
                const SkyFrame *frame,
                const GdkRectangle *part,
                GstVideoInfo *out,
                guint8 *pixels)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  GstVideoFrame source, target;
  GstVideoInfo in = frame->info;

  prepare_conversion (self, &in, out, part);
  if (self->converter == NULL || !gst_video_frame_map (&source, &in, frame->buffer, GST_MAP_READ))
    return FALSE;
  g_autoptr (GstBuffer) buffer = gst_buffer_new_wrapped_full (
      0, pixels, GST_VIDEO_INFO_SIZE (out), 0, GST_VIDEO_INFO_SIZE (out), NULL, NULL);
  gboolean mapped = gst_video_frame_map (&target, out, buffer, GST_MAP_WRITE);
  if (mapped)
    {
      gst_video_converter_frame (self->converter, &source, &target);
      gst_video_frame_unmap (&target);
    }
  gst_video_frame_unmap (&source);
  return mapped;
}

static guint8 *
turn_upright (const guint8 *stored, gsize stride, const Turn *turn, int width, int height)
{
  guint8 *upright = g_malloc_n ((gsize) width * 3, (gsize) height);
  gssize x_step = turn->xx * 3 + turn->xy * (gssize) stride;
  guint8 *to = upright;

  for (int y = 0; y < height; y++)
    {
      const guint8 *from = stored + (gssize) (turn->oy + y * turn->yy) * (gssize) stride
                           + (gssize) (turn->ox + y * turn->yx) * 3;
      for (int x = 0; x < width; x++, from += x_step, to += 3)
        {
          to[0] = from[0];
          to[1] = from[1];
          to[2] = from[2];
        }
    }
  return upright;
}

/* Brightens and stretches the picture in place, all colours alike. */
static void
tone (guint8 *pixels, gsize size, const SkyFrameView *view)
{
  guint8 toned[256];

  if (view->brightness == 0 && view->contrast == 0)
    return;
  for (int i = 0; i < 256; i++)
    toned[i] = (guint8) CLAMP (
        128 + (i - 128) * (100 + view->contrast) / 100 + view->brightness * 255 / 100, 0, 255);
  for (gsize i = 0; i < size; i++)
    pixels[i] = toned[pixels[i]];
}

GdkTexture *
sky_frame_converter_convert (SkyFrameConverter *self,
                             const SkyFrame *frame,
                             const SkyFrameView *view)
{
  int wide, high;
  sky_frame_get_intrinsic_size (frame, &wide, &high);
  gboolean native = view->width <= 0 || view->height <= 0;
  gboolean cropped = view->crop.width > 0;
  int width = CLAMP (native ? (cropped ? view->crop.width : wide) : view->width, 1, MAX_SIZE);
  int height = CLAMP (native ? (cropped ? view->crop.height : high) : view->height, 1, MAX_SIZE);
  Turn turn = turn_of (frame->orientation, 1, 1);
  gboolean swapped = swaps_sides (&turn);
  int out_width = swapped ? height : width;
  int out_height = swapped ? width : height;
  GdkRectangle part = stored_part (frame, &view->crop);
  GstVideoInfo out;

  gst_video_info_set_format (&out, GST_VIDEO_FORMAT_RGB, (guint) out_width, (guint) out_height);
  /* The converter insists that these are the same on both sides. */
  out.interlace_mode = frame->info.interlace_mode;
  out.fps_n = frame->info.fps_n;
  out.fps_d = frame->info.fps_d;

  gsize stride = (gsize) GST_VIDEO_INFO_PLANE_STRIDE (&out, 0);
  g_autofree guint8 *pixels = g_malloc (GST_VIDEO_INFO_SIZE (&out));
  if (!convert_pixels (self, frame, &part, &out, pixels))
    return NULL;

  gsize size = GST_VIDEO_INFO_SIZE (&out);
  tone (pixels, size, view);
  if (frame->orientation != GST_VIDEO_ORIENTATION_IDENTITY)
    {
      turn = turn_of (frame->orientation, out_width, out_height);
      guint8 *upright = turn_upright (pixels, stride, &turn, width, height);
      g_free (pixels);
      pixels = upright;
      stride = (gsize) width * 3;
      size = stride * (gsize) height;
    }
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_steal_pointer (&pixels), size);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_R8G8B8, bytes, stride);
}
