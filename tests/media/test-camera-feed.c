/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a feed makes of what its pipelines tell it, in orders that a pipeline's threads come to only
 * now and then: here the test tells it, in a pipeline's place. */
#include "config.h"

#include "sky-camera-feed-private.h"
#include "sky-media-error.h"

#define FRAME  (SKY_SECOND / 30)
#define BUDGET (1024 * 1024)

typedef struct
{
  SkyCamera *camera;
  SkyCameraFeed *feed;
  SkyFeedSlot slot;
} Fixture;

/* A feed at rest, and a recording that decodes for it. */
static void
init_fixture (Fixture *self)
{
  *self = (Fixture){ .camera = sky_camera_new ("camera", NULL, NULL) };
  sky_camera_add_segment (self->camera, "never opened", 0, 10 * SKY_SECOND);
  self->feed = sky_camera_feed_new (self->camera, 1, BUDGET);
  self->slot = (SkyFeedSlot){ .feed = self->feed, .mode = SLOT_RUNNING, .opened = TRUE };
  g_mutex_lock (&self->feed->lock);
  self->feed->run =
      (SkyFeedRun){ .slot = &self->slot, .kind = RUN_FRESH, .from_start = TRUE, .empty = TRUE };
  g_mutex_unlock (&self->feed->lock);
}

static void
clear_fixture (Fixture *self)
{
  sky_camera_feed_free (self->feed);
  sky_camera_unref (self->camera);
}

static gboolean
hand_over_square (Fixture *self, guint n, int side)
{
  g_autoptr (GstCaps) caps = gst_caps_new_simple (
      "video/x-raw", "format", G_TYPE_STRING, "I420", "width", G_TYPE_INT, side, "height",
      G_TYPE_INT, side, "framerate", GST_TYPE_FRACTION, 30, 1, NULL);
  g_autoptr (GstBuffer) buffer =
      gst_buffer_new_allocate (NULL, (gsize) (side * side * 3 / 2), NULL);
  g_autoptr (GstSample) sample = gst_sample_new (buffer, caps, NULL, NULL);

  return sky_feed_receiver.picture (sample, (GstClockTime) (n * FRAME) * GST_USECOND,
                                    GST_VIDEO_ORIENTATION_IDENTITY, &self->slot);
}

static gboolean
hand_over (Fixture *self, guint n)
{
  return hand_over_square (self, n, 16);
}

static guint
count_frames (Fixture *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->feed->lock);

  return sky_frame_ring_get_length (&self->feed->ring);
}

static gpointer
hand_over_second (gpointer data)
{
  return GINT_TO_POINTER (hand_over (data, 1));
}

/* A picture that was under way when its recording failed is held until the recording is closed, and
 * then dropped: there is no run any more that it could belong to. */
static void
test_picture_behind_failure (void)
{
  Fixture fixture;
  g_autoptr (GError) error =
      g_error_new_literal (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_DAMAGED, "it is damaged");

  init_fixture (&fixture);
  g_assert_true (hand_over (&fixture, 0));
  g_assert_cmpuint (count_frames (&fixture), ==, 1);
  sky_feed_receiver.failed (error, &fixture.slot);
  GThread *thread = g_thread_new ("pipeline", hand_over_second, &fixture);
  g_mutex_lock (&fixture.feed->lock);
  g_assert_null (fixture.feed->run.slot);
  g_assert_cmpint (fixture.slot.mode, ==, SLOT_HELD);
  fixture.slot.mode = SLOT_CLOSED;
  g_cond_broadcast (&fixture.feed->frames_wanted);
  g_mutex_unlock (&fixture.feed->lock);
  g_assert_false (GPOINTER_TO_INT (g_thread_join (thread)));
  g_assert_cmpuint (count_frames (&fixture), ==, 1);
  clear_fixture (&fixture);
}

/* The end of what was decoded before a seek is not the end of what comes after it, and neither are
 * its pictures. */
static void
test_end_before_seek (void)
{
  Fixture fixture;

  init_fixture (&fixture);
  fixture.slot.mode = SLOT_FLUSHED;
  sky_feed_receiver.ended (SKY_SOURCE_OVER, &fixture.slot);
  g_assert_true (hand_over (&fixture, 0));
  g_assert_cmpuint (count_frames (&fixture), ==, 0);
  g_assert_true (fixture.feed->run.slot == &fixture.slot);
  sky_feed_receiver.flushed (&fixture.slot);
  g_assert_true (hand_over (&fixture, 1));
  g_assert_cmpuint (count_frames (&fixture), ==, 1);
  g_assert_false (sky_frame_ring_tail (&fixture.feed->ring)->last);
  sky_feed_receiver.ended (SKY_SOURCE_OVER, &fixture.slot);
  g_assert_true (sky_frame_ring_tail (&fixture.feed->ring)->last);
  clear_fixture (&fixture);
}

/* A frame is certain as soon as the next one's coded picture is known, for the instants before it.
 */
static void
test_next_is_known (void)
{
  Fixture fixture;

  init_fixture (&fixture);
  /* It has somewhere to go, so that nothing is held. */
  g_mutex_lock (&fixture.feed->lock);
  fixture.feed->enabled = TRUE;
  fixture.feed->target = 10 * FRAME;
  g_mutex_unlock (&fixture.feed->lock);
  g_assert_true (hand_over (&fixture, 0));
  g_mutex_lock (&fixture.feed->lock);
  g_assert_cmpint (sky_feed_find_certain (fixture.feed, 0, FRAME / 2), ==, -1);
  g_mutex_unlock (&fixture.feed->lock);
  g_assert_true (sky_feed_receiver.coded (5 * FRAME * GST_USECOND, FALSE, &fixture.slot));
  g_assert_cmpint (sky_camera_feed_get_reach (fixture.feed, 0, 1), <, FRAME);
  g_assert_true (sky_feed_receiver.coded (FRAME * GST_USECOND, TRUE, &fixture.slot));
  g_mutex_lock (&fixture.feed->lock);
  g_assert_cmpint (sky_feed_find_certain (fixture.feed, 0, FRAME / 2), ==, 0);
  g_assert_cmpint (sky_feed_find_certain (fixture.feed, 0, FRAME), ==, -1);
  fixture.feed->enabled = FALSE;
  g_mutex_unlock (&fixture.feed->lock);
  g_assert_cmpint (sky_camera_feed_get_reach (fixture.feed, 0, 1), ==,
                   FRAME - SKY_FRAME_TOLERANCE - 1);
  clear_fixture (&fixture);
}

static void
hand_over_sizes (Fixture *self, guint n, guint n_frames, int side)
{
  for (guint i = n; i < n + n_frames; i++)
    {
      g_mutex_lock (&self->feed->lock);
      self->feed->enabled = TRUE;
      self->feed->target = (i + 1) * FRAME;
      g_mutex_unlock (&self->feed->lock);
      g_assert_true (hand_over_square (self, i, side));
    }
}

/* Frames of every size count for the memory that they may take. */
static void
test_sizes (void)
{
  const guint large = BUDGET / (200 * 200 * 3 / 2);
  Fixture fixture;

  init_fixture (&fixture);
  hand_over_sizes (&fixture, 0, 80, 16);
  g_assert_cmpuint (count_frames (&fixture), ==, 80);
  hand_over_sizes (&fixture, 80, 1, 200);
  g_assert_cmpuint (count_frames (&fixture), ==, large);
  hand_over_sizes (&fixture, 81, 50, 200);
  g_assert_cmpuint (count_frames (&fixture), ==, large);
  /* While large ones are there small ones bring no room. */
  hand_over_sizes (&fixture, 131, large - 1, 16);
  g_assert_cmpuint (count_frames (&fixture), ==, large);
  hand_over_sizes (&fixture, 130 + large, 80, 16);
  g_assert_cmpuint (count_frames (&fixture), >, 80);
  clear_fixture (&fixture);
}

static void
wakeup_cb (gpointer data)
{
}

static gboolean
wake_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static gboolean
is_failed (SkyCameraFeed *feed)
{
  g_auto (SkyFeedLook) look = { 0 };

  sky_camera_feed_look (feed, 10 * FRAME, &look);
  return look.status == SKY_FEED_FAILED;
}

/* A recorder that falls silent is given up, although nothing had to come while its last picture was
 * held. */
static void
test_silence_behind_picture (void)
{
  gint64 deadline = g_get_monotonic_time () + 60 * G_TIME_SPAN_SECOND;
  SkyCamera *camera = sky_camera_new ("camera", NULL, NULL);
  SkyWakeup *wakeup = sky_wakeup_new (wakeup_cb, NULL);
  SkyFeedSlot *slot = g_new0 (SkyFeedSlot, 1);

  sky_camera_add_replay (camera, "rtsp://127.0.0.1:1/replay", 0, 10 * SKY_SECOND);
  SkyCameraFeed *feed = sky_camera_feed_new (camera, 1, 1024 * 1024);
  sky_camera_feed_set_wakeup (feed, wakeup);
  g_mutex_lock (&feed->lock);
  *slot = (SkyFeedSlot){
    .feed = feed, .mode = SLOT_RUNNING, .opened = TRUE, .replay = TRUE, .taking = TRUE
  };
  g_ptr_array_add (feed->slots, slot);
  feed->run = (SkyFeedRun){
    .slot = slot, .kind = RUN_FRESH, .goal = 10 * FRAME, .from_start = TRUE, .empty = TRUE
  };
  feed->enabled = TRUE;
  feed->target = 10 * FRAME;
  /* The feed's thread has looked when it stands still again. */
  feed->watch_due = G_MININT64;
  g_cond_signal (&feed->plan_changed);
  g_mutex_unlock (&feed->lock);
  for (gboolean looked = FALSE; !looked;)
    {
      g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&feed->lock);
      looked = feed->watch_due == G_MAXINT64;
      g_thread_yield ();
    }
  g_assert_true (sky_feed_receiver.coded (0, FALSE, slot));
  guint wake = g_timeout_add_seconds (1, wake_cb, NULL);
  while (!is_failed (feed))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (wake);
  sky_camera_feed_free (feed);
  sky_wakeup_cancel (wakeup);
  sky_camera_unref (camera);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gst_init (NULL, NULL);
  g_test_add_func ("/camera-feed/picture-behind-failure", test_picture_behind_failure);
  g_test_add_func ("/camera-feed/end-before-seek", test_end_before_seek);
  g_test_add_func ("/camera-feed/next-is-known", test_next_is_known);
  g_test_add_func ("/camera-feed/sizes", test_sizes);
  g_test_add_func ("/camera-feed/silence-behind-picture", test_silence_behind_picture);
  return g_test_run ();
}
