/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours and places as recorded, whatever the layout of the recording's pixels and the size and
 * part wanted: where a picture shrinks it takes another road than where it does not. */
#include "config.h"

#include "sky-frame-converter.h"

#include <gst/gst.h>

#define WIDTH  320
#define HEIGHT 240

/* The four quarters, as red, green and blue. */
static const guint8 quarters[4][3] = {
  { 200, 40, 60 }, { 30, 180, 50 }, { 20, 60, 210 }, { 230, 220, 40 }
};

static void
paint_quarters (GstVideoFrame *frame)
{
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        guint8 *pixel = (guint8 *) GST_VIDEO_FRAME_PLANE_DATA (frame, 0)
                        + y * GST_VIDEO_FRAME_PLANE_STRIDE (frame, 0) + x * 3;
        memcpy (pixel, quarters[(y >= HEIGHT / 2) * 2 + (x >= WIDTH / 2)], 3);
      }
}

/* A frame of the four quarters, as a decoder would hand it over. */
static SkyFrame *
make_frame (GstVideoFormat format, const char *colorimetry)
{
  GstVideoInfo rgb, info;
  GstVideoFrame from, to;

  gst_video_info_set_format (&rgb, GST_VIDEO_FORMAT_RGB, WIDTH, HEIGHT);
  gst_video_info_set_format (&info, format, WIDTH, HEIGHT);
  g_assert_true (gst_video_colorimetry_from_string (&info.colorimetry, colorimetry));
  g_autoptr (GstBuffer) painted = gst_buffer_new_allocate (NULL, rgb.size, NULL);
  g_autoptr (GstBuffer) buffer = gst_buffer_new_allocate (NULL, info.size, NULL);
  g_assert_true (gst_video_frame_map (&from, &rgb, painted, GST_MAP_WRITE));
  paint_quarters (&from);
  g_assert_true (gst_video_frame_map (&to, &info, buffer, GST_MAP_WRITE));
  GstVideoConverter *converter = gst_video_converter_new (&rgb, &info, NULL);
  gst_video_converter_frame (converter, &from, &to);
  gst_video_converter_free (converter);
  gst_video_frame_unmap (&to);
  gst_video_frame_unmap (&from);

  g_autoptr (GstCaps) caps = gst_video_info_to_caps (&info);
  g_autoptr (GstSample) sample = gst_sample_new (buffer, caps, NULL, NULL);
  SkyFrame *frame = sky_frame_new (sample, 0, 0, GST_VIDEO_ORIENTATION_IDENTITY);
  g_assert_nonnull (frame);
  return frame;
}

static void
assert_colour (const guint8 *bgra, const guint8 *rgb)
{
  for (int i = 0; i < 3; i++)
    g_assert_cmpint (ABS (bgra[2 - i] - rgb[i]), <=, 5);
}

/* In the middle of each part of @texture that shows a quarter stands that quarter's colour. */
static void
assert_quarters (GdkTexture *texture, int width, int height)
{
  gsize stride = (gsize) width * 4;
  g_autofree guint8 *pixels = g_malloc (stride * (gsize) height);

  g_assert_cmpint (gdk_texture_get_width (texture), ==, width);
  g_assert_cmpint (gdk_texture_get_height (texture), ==, height);
  gdk_texture_download (texture, pixels, stride);
  for (int i = 0; i < 4; i++)
    assert_colour (pixels + (gsize) (height * (1 + i / 2 * 2) / 4) * stride
                       + (gsize) (width * (1 + i % 2 * 2) / 4) * 4,
                   quarters[i]);
}

/* The same of an image, of which every pixel is full of what a screen does not show. */
static void
assert_image (cairo_surface_t *image, int width, int height)
{
  const guint8 *pixels = cairo_image_surface_get_data (image);
  gsize stride = (gsize) cairo_image_surface_get_stride (image);

  g_assert_cmpint (cairo_image_surface_get_format (image), ==, CAIRO_FORMAT_RGB24);
  g_assert_cmpint (cairo_image_surface_get_width (image), ==, width);
  g_assert_cmpint (cairo_image_surface_get_height (image), ==, height);
  for (int i = 0; i < 4; i++)
    assert_colour (pixels + (gsize) (height * (1 + i / 2 * 2) / 4) * stride
                       + (gsize) (width * (1 + i % 2 * 2) / 4) * 4,
                   quarters[i]);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        guint32 pixel = *(const guint32 *) (pixels + (gsize) y * stride + (gsize) x * 4);
        g_assert_cmphex (pixel >> 24, ==, 0xff);
      }
}

static void
test_colours (void)
{
  static const GstVideoFormat formats[] = {
    GST_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_YV12, GST_VIDEO_FORMAT_Y42B, GST_VIDEO_FORMAT_Y444,
    GST_VIDEO_FORMAT_NV12, GST_VIDEO_FORMAT_NV21, GST_VIDEO_FORMAT_YUY2, GST_VIDEO_FORMAT_UYVY,
    GST_VIDEO_FORMAT_Y41B, GST_VIDEO_FORMAT_RGB,  GST_VIDEO_FORMAT_BGRx
  };
  static const char *const colorimetries[] = { "bt601", "bt709", "1:4:16:4" };
  /* Exactly a half, shrunk by odd amounts, in one direction only, as it is, grown, and both; cut
   * out, some of these are other cases. */
  static const int sizes[][2] = {
    { WIDTH / 2, HEIGHT / 2 }, { 211, 157 }, { 53, 41 },  { WIDTH, 100 }, { 100, 230 },
    { WIDTH, HEIGHT },         { 401, 307 }, { 400, 100 }
  };
  /* All of it, and its middle. */
  static const GdkRectangle crops[] = { { 0, 0, 0, 0 },
                                        { WIDTH / 4, HEIGHT / 4, WIDTH / 2, HEIGHT / 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    for (guint k = 0; k < G_N_ELEMENTS (colorimetries); k++)
      {
        g_autoptr (SkyFrame) frame = make_frame (formats[i], colorimetries[k]);
        g_autoptr (SkyFrameConverter) converter = sky_frame_converter_new ();
        for (guint n = 0; n < G_N_ELEMENTS (sizes) * G_N_ELEMENTS (crops); n++)
          {
            const int *size = sizes[n / G_N_ELEMENTS (crops)];
            SkyFrameView view = { .crop = crops[n % G_N_ELEMENTS (crops)],
                                  .width = size[0],
                                  .height = size[1] };
            cairo_surface_t *image = sky_frame_converter_convert (converter, frame, &view);
            g_assert_nonnull (image);
            assert_image (image, size[0], size[1]);
            cairo_surface_destroy (image);
            if (k > 0)
              continue;
            g_autoptr (GdkTexture) texture =
                sky_frame_converter_make_texture (converter, frame, &view);
            g_assert_nonnull (texture);
            assert_quarters (texture, size[0], size[1]);
          }
      }
}

/* Brightened and turned, an image is as full as before, and has the texture's colours. */
static void
test_tone_and_turn (void)
{
  static const GstVideoOrientationMethod turns[] = { GST_VIDEO_ORIENTATION_IDENTITY,
                                                     GST_VIDEO_ORIENTATION_90R,
                                                     GST_VIDEO_ORIENTATION_180,
                                                     GST_VIDEO_ORIENTATION_UR_LL };
  g_autoptr (SkyFrame) frame = make_frame (GST_VIDEO_FORMAT_I420, "bt709");
  g_autoptr (SkyFrameConverter) converter = sky_frame_converter_new ();
  SkyFrameView view = { .width = 101, .height = 77, .brightness = -30, .contrast = 40 };

  for (guint i = 0; i < G_N_ELEMENTS (turns); i++)
    {
      guint8 pixels[77 * 101 * 4];
      frame->orientation = turns[i];
      cairo_surface_t *image = sky_frame_converter_convert (converter, frame, &view);
      g_autoptr (GdkTexture) texture = sky_frame_converter_make_texture (converter, frame, &view);
      g_assert_cmpint (cairo_image_surface_get_stride (image), ==, 101 * 4);
      gdk_texture_download (texture, pixels, 101 * 4);
      for (int k = 0; k < 77 * 101 * 4; k++)
        g_assert_cmpint (ABS (cairo_image_surface_get_data (image)[k] - pixels[k]), <=, 4);
      for (int k = 0; k < 77 * 101; k++)
        g_assert_cmphex (((const guint32 *) cairo_image_surface_get_data (image))[k] >> 24, ==,
                         0xff);
      cairo_surface_destroy (image);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gst_init (NULL, NULL);
  g_test_add_func ("/frame-converter/colours", test_colours);
  g_test_add_func ("/frame-converter/tone-and-turn", test_tone_and_turn);
  return g_test_run ();
}
