/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-frame-converter.h"

/* Larger textures than any display are a caller's mistake. */
#define MAX_SIZE 8192

struct _SkyFrameConverter
{
  gatomicrefcount refs;
  GMutex lock;

  /* All of these: lock. */
  GstVideoConverter *scaler; /* from @in to @scaled, or NULL: @colourer does it all */
  GstVideoConverter *colourer;
  GstVideoInfo in; /* of the part */
  GstVideoInfo out;
  GstVideoInfo scaled_info;
  GstBuffer *scaled; /* of @scaler, or NULL */
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

static void
clear_conversion (SkyFrameConverter *self)
{
  g_clear_pointer (&self->scaler, gst_video_converter_free);
  g_clear_pointer (&self->colourer, gst_video_converter_free);
  gst_clear_buffer (&self->scaled);
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
  clear_conversion (self);
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

  /* From square pixels to stored ones, on positions where chroma samples begin. */
  const GstVideoFormatInfo *format = frame->info.finfo;
  guint chroma = GST_VIDEO_FORMAT_INFO_N_COMPONENTS (format) > 1 ? 1 : 0;
  int across = (1 << GST_VIDEO_FORMAT_INFO_W_SUB (format, chroma)) - 1;
  int down = (1 << GST_VIDEO_FORMAT_INFO_H_SUB (format, chroma)) - 1;
  int left = (int) ((gint64) MIN (x0, x1) * frame->info.width / stored_wide) & ~across;
  int top = (int) ((gint64) MIN (y0, y1) * frame->info.height / stored_high) & ~down;
  int right = (int) ((gint64) (MAX (x0, x1) + 1) * frame->info.width / stored_wide);
  int bottom = (int) ((gint64) (MAX (y0, y1) + 1) * frame->info.height / stored_high);
  return (GdkRectangle){ left, top, MAX (right - left, 1), MAX (bottom - top, 1) };
}

/* The layout in which pictures of layout @format are scaled fastest: plane by plane, where that is
 * possible with nothing lost of the colours. */
static GstVideoFormat
scaling_format (GstVideoFormat format)
{
  switch ((int) format)
    {
    case GST_VIDEO_FORMAT_I420:
    case GST_VIDEO_FORMAT_YV12:
    case GST_VIDEO_FORMAT_Y42B:
    case GST_VIDEO_FORMAT_Y444:
      return GST_VIDEO_FORMAT_Y444;
    default:
      return GST_VIDEO_FORMAT_UNKNOWN;
    }
}

static GstVideoConverter *
make_converter (const GstVideoInfo *in, const GstVideoInfo *out)
{
  return gst_video_converter_new (
      (GstVideoInfo *) in, (GstVideoInfo *) out,
      gst_structure_new ("convert", GST_VIDEO_CONVERTER_OPT_RESAMPLER_METHOD,
                         GST_TYPE_VIDEO_RESAMPLER_METHOD, GST_VIDEO_RESAMPLER_METHOD_LINEAR,
                         GST_VIDEO_CONVERTER_OPT_DITHER_METHOD, GST_TYPE_VIDEO_DITHER_METHOD,
                         GST_VIDEO_DITHER_NONE, NULL));
}

/* Where a picture shrinks it is scaled first, and only what is left of it is turned into red, green
 * and blue: scaling planes costs half as much, exactly to a half next to nothing. */
static void
prepare_conversion (SkyFrameConverter *self, const GstVideoInfo *in, const GstVideoInfo *out)
{
  GstVideoFormat format = scaling_format (GST_VIDEO_INFO_FORMAT (in));
  gboolean grows = out->width > in->width || out->height > in->height;
  gboolean same = out->width == in->width && out->height == in->height;

  if (self->colourer != NULL && gst_video_info_is_equal (&self->in, in)
      && gst_video_info_is_equal (&self->out, out))
    return;
  clear_conversion (self);
  self->in = *in;
  self->out = *out;
  if (format == GST_VIDEO_FORMAT_UNKNOWN || GST_VIDEO_INFO_IS_INTERLACED (in) || grows || same)
    {
      self->colourer = make_converter (&self->in, &self->out);
      return;
    }
  gst_video_info_set_format (&self->scaled_info, format, (guint) out->width, (guint) out->height);
  self->scaled_info.colorimetry = in->colorimetry;
  self->scaled_info.chroma_site = in->chroma_site;
  self->scaled_info.interlace_mode = in->interlace_mode;
  self->scaled_info.fps_n = in->fps_n;
  self->scaled_info.fps_d = in->fps_d;
  self->scaled = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&self->scaled_info), NULL);
  self->scaler = make_converter (&self->in, &self->scaled_info);
  self->colourer = make_converter (&self->scaled_info, &self->out);
}

/* Makes @frame its own @part. The converter's means for this take a part that is to become as large
 * as the whole for the whole. Returns: FALSE when its layout has no pixels that begin at a byte. */
static gboolean
cut_out (GstVideoFrame *frame, const GdkRectangle *part)
{
  const GstVideoFormatInfo *format = frame->info.finfo;

  if (part->width == frame->info.width && part->height == frame->info.height)
    return TRUE;
  if (GST_VIDEO_FORMAT_INFO_IS_COMPLEX (format) || GST_VIDEO_FORMAT_INFO_IS_TILED (format))
    return FALSE;
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES (frame); plane++)
    {
      gint components[GST_VIDEO_MAX_COMPONENTS];
      gst_video_format_info_component (format, plane, components);
      guint first = (guint) components[0];
      gssize x = part->x >> GST_VIDEO_FORMAT_INFO_W_SUB (format, first);
      gssize y = part->y >> GST_VIDEO_FORMAT_INFO_H_SUB (format, first);
      frame->data[plane] = (guint8 *) frame->data[plane]
                           + y * GST_VIDEO_FRAME_PLANE_STRIDE (frame, plane)
                           + x * GST_VIDEO_FORMAT_INFO_PSTRIDE (format, first);
    }
  frame->info.width = part->width;
  frame->info.height = part->height;
  return TRUE;
}

/* Converts @source into @pixels of @out. */
static gboolean
convert_source (SkyFrameConverter *self,
                const GstVideoFrame *source,
                const GstVideoInfo *out,
                guint8 *pixels)
{
  gsize size = GST_VIDEO_INFO_SIZE (out);
  g_autoptr (GstBuffer) buffer = gst_buffer_new_wrapped_full (0, pixels, size, 0, size, NULL, NULL);
  GstVideoFrame scaled, target;

  if (self->colourer == NULL || !gst_video_frame_map (&target, out, buffer, GST_MAP_WRITE))
    return FALSE;
  gboolean converted = FALSE;
  if (self->scaler == NULL)
    {
      gst_video_converter_frame (self->colourer, source, &target);
      converted = TRUE;
    }
  else if (gst_video_frame_map (&scaled, &self->scaled_info, self->scaled, GST_MAP_READWRITE))
    {
      gst_video_converter_frame (self->scaler, source, &scaled);
      gst_video_converter_frame (self->colourer, &scaled, &target);
      gst_video_frame_unmap (&scaled);
      converted = TRUE;
    }
  gst_video_frame_unmap (&target);
  return converted;
}

/* Converts @frame's @part into @pixels of @out. */
static gboolean
convert_pixels (SkyFrameConverter *self,
                const SkyFrame *frame,
                const GdkRectangle *part,
                const GstVideoInfo *out,
                guint8 *pixels)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  GstVideoFrame whole;
  GstVideoInfo in = frame->info;

  if (!gst_video_frame_map (&whole, &in, frame->buffer, GST_MAP_READ))
    return FALSE;
  GstVideoFrame source = whole;
  gboolean converted = cut_out (&source, part);
  if (converted)
    {
      in.width = part->width;
      in.height = part->height;
      prepare_conversion (self, &in, out);
      converted = convert_source (self, &source, out, pixels);
    }
  gst_video_frame_unmap (&whole);
  return converted;
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
