/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-media-error.h"
#include "wall-fixture.h"

#include <glib/gstdio.h>

/* What the first frame carries is its start in milliseconds; a pattern of all zeros would prove
 * little. */
#define START (1234567 * SKY_MILLISECOND)

/* Puts @camera on a wall and its first frame on screen. */
static void
show (WallFixture *wall, TestCamera *camera)
{
  camera->n_recordings = 1;
  camera->recordings[0].start = START;
  camera->recordings[0].footage.n_frames = 10;
  wall_fixture_init (wall, camera, 1);
  wall_fixture_settle (wall);
  g_assert_cmpint (wall_fixture_read (wall, 0), ==, 1234567);
}

static SkyFramePaintable *
paintable_of (WallFixture *wall)
{
  return sky_camera_wall_get_paintable (wall->wall, 0);
}

static void
assert_intrinsic (WallFixture *wall, int width, int height)
{
  GdkPaintable *paintable = GDK_PAINTABLE (paintable_of (wall));

  g_assert_cmpint (gdk_paintable_get_intrinsic_width (paintable), ==, width);
  g_assert_cmpint (gdk_paintable_get_intrinsic_height (paintable), ==, height);
}

static void
wait_for_size (WallFixture *wall, int width, int height)
{
  gint64 deadline = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;
  GdkTexture *texture = sky_frame_paintable_get_texture (paintable_of (wall));

  while (gdk_texture_get_width (texture) != width || gdk_texture_get_height (texture) != height)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, TRUE);
      texture = sky_frame_paintable_get_texture (paintable_of (wall));
    }
}

static void
count_cb (GdkPaintable *paintable, guint *count)
{
  (*count)++;
}

static void
test_plain (void)
{
  WallFixture wall;
  TestCamera camera = { 0 };
  guint n_size = 0, n_contents = 0;

  show (&wall, &camera);
  assert_intrinsic (&wall, 320, 240);
  g_assert_cmpint (sky_frame_paintable_get_shown (paintable_of (&wall)), ==, EPOCH + START);
  g_signal_connect (paintable_of (&wall), "invalidate-size", G_CALLBACK (count_cb), &n_size);
  g_signal_connect (paintable_of (&wall), "invalidate-contents", G_CALLBACK (count_cb),
                    &n_contents);

  /* Any size, odd ones included, carries the same picture. */
  static const int sizes[][2] = { { 160, 120 }, { 331, 247 }, { 97, 61 }, { 640, 480 } };
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      sky_frame_paintable_set_target_size (paintable_of (&wall), sizes[i][0], sizes[i][1]);
      sky_frame_paintable_set_target_size (paintable_of (&wall), sizes[i][0], sizes[i][1]);
      wait_for_size (&wall, sizes[i][0], sizes[i][1]);
      g_assert_cmpint (wall_fixture_read (&wall, 0), ==, 1234567);
    }
  g_assert_cmpuint (n_contents, ==, G_N_ELEMENTS (sizes));
  g_assert_cmpuint (n_size, ==, 0);
  assert_intrinsic (&wall, 320, 240);

  /* It draws something of the size it is asked for. */
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  gdk_paintable_snapshot (GDK_PAINTABLE (paintable_of (&wall)), GDK_SNAPSHOT (snapshot), 200, 150);
  g_autoptr (GskRenderNode) node = gtk_snapshot_free_to_node (snapshot);
  graphene_rect_t bounds;
  g_assert_nonnull (node);
  gsk_render_node_get_bounds (node, &bounds);
  g_assert_cmpfloat (bounds.size.width, ==, 200);
  g_assert_cmpfloat (bounds.size.height, ==, 150);
  g_autoptr (GdkPaintable) image =
      gdk_paintable_get_current_image (GDK_PAINTABLE (paintable_of (&wall)));
  g_assert_true (GDK_IS_TEXTURE (image));
  wall_fixture_clear (&wall);
}

static void
test_pixel_aspect (void)
{
  WallFixture wall;
  TestCamera wide = { .recordings = { { .footage = { .width = 360,
                                                     .height = 288,
                                                     .pixel_aspect_n = 64,
                                                     .pixel_aspect_d = 45 } } } };
  TestCamera tall = { .recordings = { { .footage = { .width = 320,
                                                     .height = 240,
                                                     .pixel_aspect_n = 1,
                                                     .pixel_aspect_d = 2 } } } };

  show (&wall, &wide);
  assert_intrinsic (&wall, 512, 288);
  wall_fixture_clear (&wall);
  /* Stretched, never shrunk. */
  show (&wall, &tall);
  assert_intrinsic (&wall, 320, 480);
  wall_fixture_clear (&wall);
}

static void
test_odd_sizes (void)
{
  static const struct
  {
    FootageKind kind;
    int width, height;
  } cases[] = { { FOOTAGE_MATROSKA, 322, 242 },  { FOOTAGE_MP4, 362, 206 },
                { FOOTAGE_WEBM_VP8, 321, 241 },  { FOOTAGE_AVI_MJPEG, 323, 243 },
                { FOOTAGE_WEBM_VP8, 1001, 563 }, { FOOTAGE_WEBM_VP9, 1366, 767 },
                { FOOTAGE_MP4_H265, 1366, 766 }, { FOOTAGE_MATROSKA_H265_DEEP, 362, 206 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WallFixture wall;
      TestCamera camera = { .recordings = { { .footage = { .kind = cases[i].kind,
                                                           .width = cases[i].width,
                                                           .height = cases[i].height } } } };
      show (&wall, &camera);
      assert_intrinsic (&wall, cases[i].width, cases[i].height);
      sky_frame_paintable_set_target_size (paintable_of (&wall), 251, 173);
      wait_for_size (&wall, 251, 173);
      g_assert_cmpint (wall_fixture_read (&wall, 0), ==, 1234567);
      wall_fixture_clear (&wall);
    }
}

static void
test_rotation (void)
{
  static const GstVideoOrientationMethod turns[] = { GST_VIDEO_ORIENTATION_90R,
                                                     GST_VIDEO_ORIENTATION_180,
                                                     GST_VIDEO_ORIENTATION_90L };

  for (guint i = 0; i < G_N_ELEMENTS (turns); i++)
    {
      WallFixture wall;
      TestCamera camera = { .recordings = { { .footage = { .kind = FOOTAGE_MP4,
                                                           .width = 322,
                                                           .height = 242,
                                                           .orientation = turns[i] } } } };
      show (&wall, &camera);
      assert_intrinsic (&wall, 322, 242);
      sky_frame_paintable_set_target_size (paintable_of (&wall), 201, 143);
      wait_for_size (&wall, 201, 143);
      g_assert_cmpint (wall_fixture_read (&wall, 0), ==, 1234567);
      wall_fixture_clear (&wall);
    }
}

/* The brightness in the middle of what is drawn. */
static guint
middle_of (WallFixture *wall)
{
  GdkTexture *texture = sky_frame_paintable_get_texture (paintable_of (wall));
  int width = gdk_texture_get_width (texture);
  int height = gdk_texture_get_height (texture);
  g_autofree guint8 *pixels = g_malloc ((gsize) width * 4 * (gsize) height);

  gdk_texture_download (texture, pixels, (gsize) width * 4);
  return pixels[((gsize) height / 2 * (gsize) width + (gsize) width / 2) * 4];
}

/* Brightness and contrast are for the eye: a still is as recorded. */
static void
test_tone (void)
{
  WallFixture wall;
  TestCamera camera = { 0 };
  g_autoptr (GError) error = NULL;
  int brightness;
  int contrast;

  show (&wall, &camera);
  sky_frame_paintable_set_target_size (paintable_of (&wall), 160, 120);
  wait_for_size (&wall, 160, 120);
  guint plain = middle_of (&wall);
  sky_frame_paintable_set_tone (paintable_of (&wall), 200, 0);
  sky_frame_paintable_get_tone (paintable_of (&wall), &brightness, &contrast);
  g_assert_cmpint (brightness, ==, 100);
  g_assert_cmpint (contrast, ==, 0);
  while (middle_of (&wall) != 255)
    g_main_context_iteration (NULL, TRUE);
  sky_frame_paintable_set_tone (paintable_of (&wall), 0, -100);
  while (middle_of (&wall) != 128)
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (GdkTexture) still =
      sky_frame_paintable_make_still (paintable_of (&wall), NULL, &error);
  g_assert_no_error (error);
  int width = gdk_texture_get_width (still);
  int height = gdk_texture_get_height (still);
  g_autofree guint8 *pixels = g_malloc ((gsize) width * 4 * (gsize) height);
  gdk_texture_download (still, pixels, (gsize) width * 4);
  g_assert_cmpint (footage_read (pixels, (gsize) width * 4, 4, width, height), ==, 1234567);
  sky_frame_paintable_set_tone (paintable_of (&wall), 0, 0);
  while (middle_of (&wall) != plain)
    g_main_context_iteration (NULL, TRUE);
  wall_fixture_clear (&wall);
}

/* Cut out block by block, the pattern is put together again, however the picture is stored. */
static void
test_crop (void)
{
  static const GstVideoOrientationMethod turns[] = { GST_VIDEO_ORIENTATION_IDENTITY,
                                                     GST_VIDEO_ORIENTATION_90R,
                                                     GST_VIDEO_ORIENTATION_180,
                                                     GST_VIDEO_ORIENTATION_90L };

  for (guint i = 0; i < G_N_ELEMENTS (turns); i++)
    {
      WallFixture wall;
      GdkRectangle crop;
      TestCamera camera = { .recordings = { { .footage = { .kind = FOOTAGE_MP4,
                                                           .width = 320,
                                                           .height = 240,
                                                           .orientation = turns[i] } } } };
      guint32 code = 0;
      show (&wall, &camera);
      g_assert_false (sky_frame_paintable_get_crop (paintable_of (&wall), &crop));
      for (int bit = 0; bit < 32; bit++)
        {
          /* A size of its own for each, so that it can be told from the one before. */
          crop = (GdkRectangle){ bit % 8 * 40 + 4, bit / 8 * 60 + 4, 32, 52 };
          sky_frame_paintable_set_crop (paintable_of (&wall), &crop);
          sky_frame_paintable_set_target_size (paintable_of (&wall), 100 + bit, 60 + bit);
          wait_for_size (&wall, 100 + bit, 60 + bit);
          if (middle_of (&wall) > 128)
            code |= 1u << bit;
        }
      g_assert_cmpint (code & 0xffffff, ==, 1234567);
      g_assert_true (sky_frame_paintable_get_crop (paintable_of (&wall), &crop));
      g_assert_cmpint (crop.x, ==, 284);
      assert_intrinsic (&wall, 320, 240);
      sky_frame_paintable_set_crop (paintable_of (&wall), NULL);
      sky_frame_paintable_set_target_size (paintable_of (&wall), 0, 0);
      wait_for_size (&wall, 320, 240);
      g_assert_cmpint (wall_fixture_read (&wall, 0), ==, 1234567);
      wall_fixture_clear (&wall);
    }
}

static void
test_still (void)
{
  WallFixture wall;
  SkyTime shown = 0;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = footage_path ("still.png");
  TestCamera camera = { 0 };

  show (&wall, &camera);
  /* Whatever the tile's size, a still has the sensor's resolution. */
  sky_frame_paintable_set_target_size (paintable_of (&wall), 80, 60);
  wait_for_size (&wall, 80, 60);
  g_assert_true (sky_camera_wall_save_still (wall.wall, 0, path, &shown, &error));
  g_assert_no_error (error);
  g_assert_cmpint (shown, ==, EPOCH + START);

  g_autoptr (GdkTexture) still = gdk_texture_new_from_filename (path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (still), ==, 320);
  g_assert_cmpint (gdk_texture_get_height (still), ==, 240);
  g_autofree guint8 *pixels = g_malloc (320 * 4 * 240);
  gdk_texture_download (still, pixels, 320 * 4);
  g_assert_cmpint (footage_read (pixels, 320 * 4, 4, 320, 240), ==, 1234567);

  g_autofree char *nowhere = g_build_filename (footage_get_folder (), "none", "still.png", NULL);
  g_assert_false (sky_camera_wall_save_still (wall.wall, 0, nowhere, NULL, &error));
  g_assert_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_WRITE);
  g_clear_error (&error);
  wall_fixture_clear (&wall);
}

static void
test_still_of_nothing (void)
{
  WallFixture wall;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = footage_path ("nothing.png");
  TestCamera camera = { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 10 } } } };

  wall_fixture_init (&wall, &camera, 1);
  g_assert_false (sky_camera_wall_save_still (wall.wall, 0, path, NULL, &error));
  g_assert_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NO_PICTURE);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  wall_fixture_clear (&wall);
}

/* A picture that outlives its wall is still there to be drawn. */
static void
test_outlives_wall (void)
{
  WallFixture wall;
  TestCamera camera = { 0 };

  show (&wall, &camera);
  SkyFramePaintable *paintable = g_object_ref (paintable_of (&wall));
  wall_fixture_clear (&wall);
  g_assert_nonnull (sky_frame_paintable_get_texture (paintable));
  sky_frame_paintable_set_target_size (paintable, 50, 50);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (paintable);
}

static GskRenderNode *
snapshot_of (SkyFramePaintable *paintable, int width, int height)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (GDK_PAINTABLE (paintable), snapshot, width, height);
  return gtk_snapshot_free_to_node (snapshot);
}

/* What @node, of @width × @height, carries on a screen of @scale device pixels for each. */
static int
read_drawn (GskRenderNode *node, int width, int height, int scale)
{
  cairo_surface_t *screen =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * scale, height * scale);
  cairo_surface_set_device_scale (screen, scale, scale);
  cairo_t *cr = cairo_create (screen);

  /* Nothing of what lies below is seen. */
  cairo_set_source_rgb (cr, 1, 0, 1);
  cairo_paint (cr);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (screen);
  const guint8 *pixels = cairo_image_surface_get_data (screen);
  gsize stride = (gsize) cairo_image_surface_get_stride (screen);
  for (int y = 0; y < height * scale; y++)
    for (int x = 0; x < width * scale; x++)
      {
        const guint8 *pixel = pixels + (gsize) y * stride + (gsize) x * 4;
        g_assert_cmpint (ABS (pixel[0] - pixel[1]), <=, 8);
      }
  int carried = footage_read (pixels, stride, 4, width * scale, height * scale);
  cairo_surface_destroy (screen);
  return carried;
}

/* For cairo it is an image that is drawn, for any other renderer a texture; at any scale of the
 * screen, at the size it was converted for and at another, and even when it is not shown any more.
 */
static void
test_drawn (void)
{
  WallFixture wall;
  TestCamera camera = { 0 };

  show (&wall, &camera);
  sky_frame_paintable_set_target_size (paintable_of (&wall), 320, 240);
  wait_for_size (&wall, 320, 240);
  for (int by_cairo = 0; by_cairo <= 1; by_cairo++)
    for (int scale = 1; scale <= 3; scale++)
      {
        sky_frame_paintable_set_drawn_by_cairo (paintable_of (&wall), by_cairo);
        GskRenderNode *node = snapshot_of (paintable_of (&wall), 320 / scale, 240 / scale);
        g_assert_cmpint (gsk_render_node_get_node_type (node), ==,
                         by_cairo ? GSK_CAIRO_NODE : GSK_TEXTURE_NODE);
        g_assert_cmpint (read_drawn (node, 320 / scale, 240 / scale, scale), ==, 1234567);
        gsk_render_node_unref (node);
      }
  GskRenderNode *node = snapshot_of (paintable_of (&wall), 320, 240);
  wall_fixture_step (&wall, 1);
  g_assert_cmpint (wall_fixture_read (&wall, 0), ==, 1234600);
  g_assert_cmpint (read_drawn (node, 320, 240, 1), ==, 1234567);
  gsk_render_node_unref (node);
  wall_fixture_clear (&wall);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* Drawing needs GTK's types, not its display: whether there is one does not matter here. */
  gtk_init_check ();
  g_test_add_func ("/frame-paintable/plain", test_plain);
  g_test_add_func ("/frame-paintable/pixel-aspect", test_pixel_aspect);
  g_test_add_func ("/frame-paintable/odd-sizes", test_odd_sizes);
  g_test_add_func ("/frame-paintable/rotation", test_rotation);
  g_test_add_func ("/frame-paintable/crop", test_crop);
  g_test_add_func ("/frame-paintable/still", test_still);
  g_test_add_func ("/frame-paintable/still/nothing", test_still_of_nothing);
  g_test_add_func ("/frame-paintable/outlives-wall", test_outlives_wall);
  g_test_add_func ("/frame-paintable/tone", test_tone);
  g_test_add_func ("/frame-paintable/drawn", test_drawn);
  return g_test_run ();
}
