/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "numbered-footage.h"
#include "sky-camera-feed.h"
#include "sky-media-check.h"
#include "sky-media-error.h"
#include "sky-video-writer.h"

#include <glib/gstdio.h>

#include <signal.h>
#include <sys/resource.h>

#define START (G_GINT64_CONSTANT (1700000000) * SKY_SECOND + 123456)

/* A picture of one grey, in rows with some bytes to spare. */
static guint8 *
grey_picture (int width, int height, gsize step, gsize stride, guint8 grey)
{
  guint8 *data = g_malloc0 (stride * (gsize) height);

  for (int y = 0; y < height; y++)
    memset (data + (gsize) y * stride, grey, (gsize) width * step);
  return data;
}

static guint
count_files (void)
{
  g_autoptr (GDir) dir = g_dir_open (footage_get_folder (), 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* The luma in the middle of the frame that @feed has for @time. */
static guint
grey_at (SkyCameraFeed *feed, SkyTime time, SkyTime *at)
{
  gint64 deadline = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;
  GstVideoFrame map;

  for (;;)
    {
      g_auto (SkyFeedLook) look = { 0 };
      sky_camera_feed_set_target (feed, time, 1000, SKY_FEED_LANDING);
      sky_camera_feed_look (feed, time, &look);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_assert_cmpint (look.status, !=, SKY_FEED_FAILED);
      if (look.status != SKY_FEED_FRAME)
        {
          g_thread_yield ();
          continue;
        }
      g_assert_true (
          gst_video_frame_map (&map, &look.frame->info, look.frame->buffer, GST_MAP_READ));
      const guint8 *luma = GST_VIDEO_FRAME_PLANE_DATA (&map, 0);
      guint value = luma[(gsize) GST_VIDEO_FRAME_PLANE_STRIDE (&map, 0)
                             * (gsize) (look.frame->info.height / 2)
                         + (gsize) look.frame->info.width / 2];
      *at = look.frame->at;
      gst_video_frame_unmap (&map);
      return value;
    }
}

static void
round_trip (SkyPixels pixels, gsize step)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = footage_path ("written.mkv");
  const gsize stride = 322 * step + 6;

  g_autoptr (SkyVideoWriter) writer = sky_video_writer_new (path, 322, 182, 25, 1, pixels, &error);
  g_assert_no_error (error);
  g_assert_cmpint (sky_video_writer_get_start (writer), ==, SKY_TIME_NONE);
  for (int n = 0; n < 60; n++)
    {
      g_autofree guint8 *data = grey_picture (322, 182, step, stride, (guint8) (20 + 3 * n));
      g_assert_true (
          sky_video_writer_push (writer, data, stride, START + n * 40 * SKY_MILLISECOND, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (sky_video_writer_get_n_encoded (writer), <=,
                        sky_video_writer_get_n_pushed (writer));
    }
  /* It has its name only when it is whole. */
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (sky_video_writer_finish (writer, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (count_files (), ==, 1);
  g_assert_cmpuint (sky_video_writer_get_n_encoded (writer), ==, 60);
  g_assert_cmpint (sky_video_writer_get_start (writer), ==, START);
  g_assert_cmpint (sky_video_writer_get_end (writer), ==, START + 60 * 40 * SKY_MILLISECOND);

  g_auto (SkyMediaInfo) info = { 0 };
  g_assert_true (sky_media_check_file (path, NULL, &info, &error));
  g_assert_cmpint (info.width, ==, 322);
  g_assert_cmpint (info.height, ==, 182);
  g_assert_cmpint (info.fps_n, ==, 25 * info.fps_d);
  g_assert_cmpint (ABS (info.duration - 60 * 40 * SKY_MILLISECOND), <=, SKY_MILLISECOND);

  SkyCamera *camera = sky_camera_new ("written", NULL, NULL);
  sky_camera_add_segment (camera, path, START, sky_video_writer_get_end (writer));
  SkyCameraFeed *feed = sky_camera_feed_new (camera, 1, 64 << 20);
  for (int n = 0; n < 60; n += 7)
    {
      SkyTime at;
      guint luma = grey_at (feed, START + n * 40 * SKY_MILLISECOND, &at);
      g_assert_cmpint (at, ==, START + n * 40 * SKY_MILLISECOND);
      g_assert_cmpint (ABS ((int) luma - (16 + (20 + 3 * n) * 219 / 255)), <=, 3);
    }
  sky_camera_feed_free (feed);
  sky_camera_unref (camera);
  g_assert_cmpint (g_unlink (path), ==, 0);
}

static void
test_round_trip_rgb (void)
{
  round_trip (SKY_PIXELS_RGB, 3);
}

static void
test_round_trip_cairo (void)
{
  round_trip (SKY_PIXELS_CAIRO32, 4);
}

static void
test_given_up (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = footage_path ("given-up.mkv");
  g_autofree guint8 *data = grey_picture (320, 240, 3, 960, 99);

  SkyVideoWriter *writer = sky_video_writer_new (path, 320, 240, 30, 1, SKY_PIXELS_RGB, &error);
  g_assert_no_error (error);
  for (int n = 0; n < 10; n++)
    g_assert_true (sky_video_writer_push (writer, data, 960, START + n * 33333, &error));
  g_assert_cmpuint (count_files (), ==, 1);
  sky_video_writer_free (writer);
  g_assert_cmpuint (count_files (), ==, 0);
}

static void
test_cancelled (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *path = footage_path ("cancelled.mkv");
  g_autofree guint8 *data = grey_picture (1280, 720, 3, 3840, 99);

  SkyVideoWriter *writer = sky_video_writer_new (path, 1280, 720, 30, 1, SKY_PIXELS_RGB, &error);
  for (int n = 0; n < 30; n++)
    g_assert_true (sky_video_writer_push (writer, data, 3840, START + n * 33333, &error));
  g_cancellable_cancel (cancellable);
  g_assert_false (sky_video_writer_finish (writer, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  sky_video_writer_free (writer);
  g_assert_cmpuint (count_files (), ==, 0);
}

static void
test_nothing_written (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = footage_path ("nothing.mkv");

  SkyVideoWriter *writer = sky_video_writer_new (path, 320, 240, 30, 1, SKY_PIXELS_RGB, &error);
  g_assert_false (sky_video_writer_finish (writer, NULL, &error));
  g_assert_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_WRITE);
  sky_video_writer_free (writer);
  g_assert_cmpuint (count_files (), ==, 0);
}

static void
test_no_folder (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (footage_get_folder (), "none", "a.mkv", NULL);

  g_assert_null (sky_video_writer_new (path, 320, 240, 30, 1, SKY_PIXELS_RGB, &error));
  g_assert_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "a.mkv"));
}

/* A disk that takes no more: the writer says so instead of waiting for ever. */
static void
test_disk_full (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = footage_path ("full.mkv");
  g_autofree guint8 *data = g_malloc0 (320 * 240 * 3);
  struct rlimit before, small;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  small = before;
  small.rlim_cur = 20000;
  SkyVideoWriter *writer = sky_video_writer_new (path, 320, 240, 30, 1, SKY_PIXELS_RGB, &error);
  g_assert_no_error (error);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  gboolean pushed = TRUE;
  for (int n = 0; pushed && n < 2000; n++)
    {
      for (gsize i = 0; i < 320 * 240 * 3; i++)
        data[i] = (guint8) g_test_rand_int_range (0, 256);
      pushed = sky_video_writer_push (writer, data, 960, START + n * 33333, &error);
    }
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_false (pushed);
  g_assert_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_WRITE);
  g_test_message ("%s", error->message);
  sky_video_writer_free (writer);
  g_assert_cmpuint (count_files (), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/video-writer/round-trip/rgb", test_round_trip_rgb);
  g_test_add_func ("/video-writer/round-trip/cairo", test_round_trip_cairo);
  g_test_add_func ("/video-writer/given-up", test_given_up);
  g_test_add_func ("/video-writer/cancelled", test_cancelled);
  g_test_add_func ("/video-writer/nothing-written", test_nothing_written);
  g_test_add_func ("/video-writer/no-folder", test_no_folder);
  g_test_add_func ("/video-writer/disk-full", test_disk_full);
  return g_test_run ();
}
