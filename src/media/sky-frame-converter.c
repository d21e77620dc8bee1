/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-frame-converter.h"

/* Larger textures than any display are a caller's mistake. */
#define MAX_SIZE 8192

/* How CAIRO_FORMAT_RGB24 lies in memory. */
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define CAIRO_LAYOUT GST_VIDEO_FORMAT_BGRx
#define UNUSED_BYTE  3
#else
#define CAIRO_LAYOUT GST_VIDEO_FORMAT_xRGB
#define UNUSED_BYTE  0
#endif

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
  GdkRectangle stored = *part;
  if (sky_frame_is_interlaced (&in, frame->buffer))
    {
      sky_frame_keep_first_field (&source);
      in.interlace_mode = GST_VIDEO_INTERLACE_MODE_PROGRESSIVE;
      /* Still on positions where chroma samples begin. */
      stored.y = stored.y / 2 & ~1;
      stored.height = CLAMP (part->height / 2, 1, source.info.height - stored.y);
    }
  gboolean converted = cut_out (&source, &stored);
  if (converted)
    {
      in.width = stored.width;
      in.height = stored.height;
      prepare_conversion (self, &in, out);
      converted = convert_source (self, &source, out, pixels);
    }
  gst_video_frame_unmap (&whole);
  return converted;
}

/* Turns a picture of @width × @height upright pixels, of @step bytes each. */
static void
turn_upright (const guint8 *stored,
              gsize stored_stride,
              const Turn *turn,
              guint8 *upright,
              gsize stride,
              gsize step,
              int width,
              int height)
{
  gssize x_step = turn->xx * (gssize) step + turn->xy * (gssize) stored_stride;

  for (int y = 0; y < height; y++)
    {
      const guint8 *from = stored + (gssize) (turn->oy + y * turn->yy) * (gssize) stored_stride
                           + (gssize) (turn->ox + y * turn->yx) * (gssize) step;
      guint8 *to = upright + (gsize) y * stride;
      for (int x = 0; x < width; x++, from += x_step, to += step)
        memcpy (to, from, step);
    }
}

/* Brightens and stretches the picture in place, all colours alike. Of pixels of four bytes one is
 * none, and stays full. */
static void
tone (guint8 *pixels, gsize size, gsize step, const SkyFrameView *view)
{
  guint8 toned[256];

  if (view->brightness == 0 && view->contrast == 0)
    return;
  for (int i = 0; i < 256; i++)
    toned[i] = (guint8) CLAMP (
        128 + (i - 128) * (100 + view->contrast) / 100 + view->brightness * 255 / 100, 0, 255);
  for (gsize i = 0; i < size; i++)
    if (step == 3 || i % 4 != UNUSED_BYTE)
      pixels[i] = toned[pixels[i]];
}

/* The size of what @view wants of @frame, upright. */
static void
find_size (const SkyFrame *frame, const SkyFrameView *view, int *width, int *height)
{
  gboolean native = view->width <= 0 || view->height <= 0;
  gboolean cropped = view->crop.width > 0;
  int wide, high;

  sky_frame_get_intrinsic_size (frame, &wide, &high);
  *width = CLAMP (native ? (cropped ? view->crop.width : wide) : view->width, 1, MAX_SIZE);
  *height = CLAMP (native ? (cropped ? view->crop.height : high) : view->height, 1, MAX_SIZE);
}

/* Converts @frame into @pixels, which have room for @width × @height of @format, with @stride bytes
 * a row. */
static gboolean
convert_upright (SkyFrameConverter *self,
                 const SkyFrame *frame,
                 const SkyFrameView *view,
                 GstVideoFormat format,
                 int width,
                 int height,
                 guint8 *pixels,
                 gsize stride)
{
  Turn turn = turn_of (frame->orientation, 1, 1);
  gboolean swapped = swaps_sides (&turn);
  int out_width = swapped ? height : width;
  int out_height = swapped ? width : height;
  GdkRectangle part = stored_part (frame, &view->crop);
  gboolean turned = frame->orientation != GST_VIDEO_ORIENTATION_IDENTITY;
  g_autofree guint8 *stored = NULL;
  GstVideoInfo out;

  gst_video_info_set_format (&out, format, (guint) out_width, (guint) out_height);
  /* The converter insists that these are the same on both sides. */
  out.interlace_mode = sky_frame_is_interlaced (&frame->info, frame->buffer)
                           ? GST_VIDEO_INTERLACE_MODE_PROGRESSIVE
                           : frame->info.interlace_mode;
  out.fps_n = frame->info.fps_n;
  out.fps_d = frame->info.fps_d;
  if (turned)
    stored = g_malloc (GST_VIDEO_INFO_SIZE (&out));
  else
    {
      out.stride[0] = (gint) stride;
      out.size = stride * (gsize) height;
    }

  gsize step = (gsize) GST_VIDEO_INFO_COMP_PSTRIDE (&out, 0);
  guint8 *to = turned ? stored : pixels;
  if (!convert_pixels (self, frame, &part, &out, to))
    return FALSE;
  tone (to, GST_VIDEO_INFO_SIZE (&out), step, view);
  if (!turned)
    return TRUE;
  turn = turn_of (frame->orientation, out_width, out_height);
  turn_upright (stored, (gsize) GST_VIDEO_INFO_PLANE_STRIDE (&out, 0), &turn, pixels, stride, step,
                width, height);
  return TRUE;
}

cairo_surface_t *
sky_frame_converter_convert (SkyFrameConverter *self,
                             const SkyFrame *frame,
                             const SkyFrameView *view)
{
  int width, height;

  find_size (frame, view, &width, &height);
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  if (cairo_surface_status (image) == CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_flush (image);
      if (convert_upright (self, frame, view, CAIRO_LAYOUT, width, height,
                           cairo_image_surface_get_data (image),
                           (gsize) cairo_image_surface_get_stride (image)))
        {
          cairo_surface_mark_dirty (image);
          return image;
        }
    }
  cairo_surface_destroy (image);
  return NULL;
}

GdkTexture *
sky_frame_converter_make_texture (SkyFrameConverter *self,
                                  const SkyFrame *frame,
                                  const SkyFrameView *view)
{
  int width, height;

  find_size (frame, view, &width, &height);
  gsize stride = GST_ROUND_UP_4 ((gsize) width * 3);
  g_autofree guint8 *pixels = g_malloc (stride * (gsize) height);
  if (!convert_upright (self, frame, view, GST_VIDEO_FORMAT_RGB, width, height, pixels, stride))
    return NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_steal_pointer (&pixels), stride * (gsize) height);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_R8G8B8, bytes, stride);
}
