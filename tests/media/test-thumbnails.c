/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-thumbnails.h"
#include "wall-fixture.h"

#include <unistd.h>

static gboolean
wake_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static void
wait_until_made (SkyThumbnails *thumbnails)
{
  gint64 deadline = g_get_monotonic_time () + 60 * G_TIME_SPAN_SECOND;
  guint wake = g_timeout_add (1, wake_cb, NULL);

  while (sky_thumbnails_get_busy (thumbnails))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (wake);
  /* What was made may still be on its way. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static int
read_at (SkyThumbnails *thumbnails, SkyTime at, SkyTime slot)
{
  GdkTexture *texture = sky_thumbnails_get (thumbnails, at, slot);

  if (texture == NULL)
    return -1;
  int width = gdk_texture_get_width (texture);
  int height = gdk_texture_get_height (texture);
  g_assert_cmpint (width, <=, SKY_THUMBNAIL_WIDTH);
  g_assert_cmpint (height, <=, SKY_THUMBNAIL_HEIGHT);
  gsize stride = (gsize) width * 4;
  g_autofree guint8 *pixels = g_malloc (stride * (gsize) height);
  gdk_texture_download (texture, pixels, stride);
  return footage_read (pixels, stride, 4, width, height);
}

/* Each slot shows the key frame at or before its middle, whatever the recording; none where there
 * is no footage or the recording does not play. */
static void
test_slots (void)
{
  Recording first = { .footage = { .n_frames = 300 } };
  Recording second = { .footage = { .kind = FOOTAGE_MP4, .n_frames = 150 },
                       .start = 12 * SKY_SECOND };
  g_autoptr (SkyThumbnails) thumbnails = sky_thumbnails_new ();
  g_autoptr (SkyCamera) camera = sky_camera_new ("A", NULL, NULL);

  wall_fixture_write (&first);
  wall_fixture_write (&second);
  sky_camera_add_segment (camera, first.path, EPOCH, EPOCH + 10 * SKY_SECOND);
  sky_camera_add_segment (camera, second.path, EPOCH + 12 * SKY_SECOND, EPOCH + 17 * SKY_SECOND);
  sky_camera_add_segment (camera, "/nowhere.mkv", EPOCH + 20 * SKY_SECOND, EPOCH + 30 * SKY_SECOND);

  /* Nothing is asked of no camera. */
  sky_thumbnails_ask (thumbnails, EPOCH, EPOCH + SKY_SECOND, SKY_SECOND);
  g_assert_false (sky_thumbnails_get_busy (thumbnails));

  sky_thumbnails_set_camera (thumbnails, camera);
  sky_thumbnails_ask (thumbnails, EPOCH - SKY_SECOND, EPOCH + 32 * SKY_SECOND, SKY_SECOND);
  wait_until_made (thumbnails);
  for (int i = -1; i < 32; i++)
    {
      gboolean there = (i >= 0 && i < 10) || (i >= 12 && i < 17);
      g_assert_cmpint (read_at (thumbnails, EPOCH + i * SKY_SECOND + 123, SKY_SECOND), ==,
                       there ? i * 1000 : -1);
    }
  /* Another width of slots is another strip. */
  g_assert_null (sky_thumbnails_get (thumbnails, EPOCH, 4 * SKY_SECOND));
  sky_thumbnails_ask (thumbnails, EPOCH, EPOCH + 8 * SKY_SECOND, 4 * SKY_SECOND);
  wait_until_made (thumbnails);
  g_assert_cmpint (read_at (thumbnails, EPOCH, 4 * SKY_SECOND), ==, 2000);
  g_assert_cmpint (read_at (thumbnails, EPOCH + 7 * SKY_SECOND, 4 * SKY_SECOND), ==, 6000);
  /* Footage that ends before a slot's middle is shown all the same: of 8 to 12 seconds, 9; of 16 to
   * 20, 16. */
  sky_thumbnails_ask (thumbnails, EPOCH + 8 * SKY_SECOND, EPOCH + 24 * SKY_SECOND, 4 * SKY_SECOND);
  wait_until_made (thumbnails);
  g_assert_cmpint (read_at (thumbnails, EPOCH + 8 * SKY_SECOND, 4 * SKY_SECOND), ==, 9000);
  g_assert_cmpint (read_at (thumbnails, EPOCH + 16 * SKY_SECOND, 4 * SKY_SECOND), ==, 16000);
  g_assert_cmpint (read_at (thumbnails, EPOCH + 20 * SKY_SECOND, 4 * SKY_SECOND), ==, -1);
  /* They are there without being asked for again. */
  sky_thumbnails_ask (thumbnails, EPOCH, EPOCH + 8 * SKY_SECOND, 4 * SKY_SECOND);
  g_assert_false (sky_thumbnails_get_busy (thumbnails));
  /* Of another camera there are none. */
  g_autoptr (SkyCamera) other = sky_camera_new ("B", NULL, NULL);
  sky_thumbnails_set_camera (thumbnails, other);
  g_assert_null (sky_thumbnails_get (thumbnails, EPOCH, SKY_SECOND));
  g_free (first.path);
  g_free (second.path);
}

/* The name of the thread @id. */
static char *
name_of (const char *id)
{
  g_autofree char *path = g_build_filename ("/proc/self/task", id, "comm", NULL);
  char *name = NULL;

  return g_file_get_contents (path, &name, NULL, NULL) ? g_strchomp (name) : g_strdup ("");
}

/* A thread that has not begun yet has the name of who made it. */
static gboolean
any_is_at_work (void)
{
  g_autoptr (GDir) threads = g_dir_open ("/proc/self/task", 0, NULL);
  g_autofree char *own_id = g_strdup_printf ("%d", getpid ());
  g_autofree char *own_name = name_of (own_id);
  gboolean found = FALSE;

  g_assert_nonnull (threads);
  for (const char *id; !found && (id = g_dir_read_name (threads)) != NULL;)
    {
      g_autofree char *name = name_of (id);
      found = g_str_equal (name, "sky-thumbnails")
              || (g_str_equal (name, own_name) && !g_str_equal (id, own_id));
    }
  return found;
}

/* It may go at any moment, and its thread goes too. */
static void
test_goes (void)
{
  Recording recording = { .footage = { .n_frames = 300 } };

  wall_fixture_write (&recording);
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (SkyThumbnails) thumbnails = sky_thumbnails_new ();
      g_autoptr (SkyCamera) camera = sky_camera_new ("A", NULL, NULL);
      sky_camera_add_segment (camera, recording.path, EPOCH, EPOCH + 10 * SKY_SECOND);
      sky_thumbnails_set_camera (thumbnails, camera);
      sky_thumbnails_ask (thumbnails, EPOCH, EPOCH + 10 * SKY_SECOND, SKY_SECOND / 2);
      for (guint k = 0; k < i; k++)
        g_main_context_iteration (NULL, FALSE);
      if (i % 5 == 0)
        sky_thumbnails_set_camera (thumbnails, NULL);
    }
  gint64 deadline = g_get_monotonic_time () + 60 * G_TIME_SPAN_SECOND;
  while (any_is_at_work ())
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_thread_yield ();
    }
  g_free (recording.path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thumbnails/slots", test_slots);
  g_test_add_func ("/thumbnails/goes", test_goes);
  return g_test_run ();
}
