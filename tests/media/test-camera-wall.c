/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "wall-fixture.h"

#define FRAME (SKY_SECOND / 30)
#define TICK  (SKY_SECOND / 60)

static SkyTime
random_instant (SkyTime until)
{
  return ((SkyTime) g_test_rand_int_range (0, 1 << 30) << 10) % until;
}

/* Each camera carries what it must at each of @n random instants. */
static void
seek_at_random (WallFixture *wall, SkyTime until, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      SkyTime target = random_instant (until);
      sky_camera_wall_seek (wall->wall, EPOCH + target);
      g_assert_cmpint (wall_fixture_position (wall), ==, target);
      wall_fixture_settle (wall);
      g_assert_cmpint (wall_fixture_position (wall), ==, target);
    }
}

static void
test_seek (void)
{
  static const FootageKind kinds[] = { FOOTAGE_MATROSKA,       FOOTAGE_MP4,
                                       FOOTAGE_MP4_FRAGMENTED, FOOTAGE_WEBM_VP8,
                                       FOOTAGE_WEBM_VP9,       FOOTAGE_AVI_MJPEG,
                                       FOOTAGE_MP4_H265,       FOOTAGE_MATROSKA_H265_DEEP,
                                       FOOTAGE_MPEG_TS };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      WallFixture wall;
      TestCamera camera = {
        .n_recordings = 1, .recordings = { { .footage = { .kind = kinds[i], .n_frames = 150 } } }
      };
      g_test_message ("kind %u", i);
      wall_fixture_init (&wall, &camera, 1);
      wall_fixture_settle (&wall);
      g_assert_cmpint (wall_fixture_read (&wall, 0), ==, 0);
      seek_at_random (&wall, 5 * SKY_SECOND, 40);
      /* Both ends, to the microsecond. */
      sky_camera_wall_seek (wall.wall, EPOCH + 5 * SKY_SECOND - 1);
      wall_fixture_settle (&wall);
      g_assert_cmpint (wall_fixture_read (&wall, 0), ==, 4967);
      sky_camera_wall_seek (wall.wall, EPOCH);
      wall_fixture_settle (&wall);
      wall_fixture_clear (&wall);
    }
}

/* Whether the camera shows the key frame before, decoding. */
static gboolean
stands_in (WallFixture *wall)
{
  SkyCameraState state;

  sky_camera_wall_get_state (wall->wall, 0, &state);
  if (!state.key_frame)
    return FALSE;
  g_assert_cmpint (state.status, ==, SKY_CAMERA_LOADING);
  g_assert_true (state.slow);
  g_assert_cmpint (state.shown, ==, EPOCH);
  g_assert_cmpint (wall_fixture_read (wall, 0), ==, 0);
  return TRUE;
}

/* A picture far behind its key frame takes long: that one is shown, and named, until it is there,
 * also when nobody waits for this camera any more. */
static void
test_far_from_key_frame (void)
{
  WallFixture wall;
  gboolean seen = FALSE;
  TestCamera camera = { .n_recordings = 1,
                        .recordings = { { .footage = { .width = 1280,
                                                       .height = 720,
                                                       .fps_n = 25,
                                                       .fps_d = 1,
                                                       .n_frames = 250,
                                                       .group = 250 } } } };

  wall_fixture_init (&wall, &camera, 1);
  wall_fixture_settle (&wall);
  for (guint i = 0; i < 5 && !seen; i++)
    {
      sky_camera_wall_seek (wall.wall, EPOCH);
      wall_fixture_settle (&wall);
      sky_camera_wall_seek (wall.wall, EPOCH + 9900 * SKY_MILLISECOND);
      for (guint k = 0; k < 200 && !seen && !sky_camera_wall_is_at_rest (wall.wall); k++)
        {
          g_usleep (2000);
          while (g_main_context_iteration (NULL, FALSE))
            ;
          wall_fixture_tick (&wall, SKY_SECOND / 4);
          seen = stands_in (&wall);
        }
    }
  g_assert_true (seen);
  wall_fixture_tick (&wall, 4 * SKY_SECOND);
  wall_fixture_settle (&wall);
  g_assert_cmpint (wall_fixture_read (&wall, 0), ==, 9880);
  wall_fixture_clear (&wall);
}

/* Of a picture whose lines are of two instants by turns, one instant is shown: at rest, stepping
 * and playing. */
static void
test_interlaced (void)
{
  static const FootageKind kinds[] = { FOOTAGE_MATROSKA, FOOTAGE_MPEG_TS };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      WallFixture wall;
      TestCamera camera = {
        .n_recordings = 1,
        .recordings = { { .footage = { .kind = kinds[i], .n_frames = 90, .interlaced = TRUE } } }
      };
      wall_fixture_init (&wall, &camera, 1);
      wall_fixture_settle (&wall);
      sky_camera_wall_seek (wall.wall, EPOCH + 1500 * SKY_MILLISECOND);
      wall_fixture_settle (&wall);
      wall_fixture_step (&wall, 1);
      wall_fixture_step (&wall, -1);
      sky_frame_paintable_set_target_size (sky_camera_wall_get_paintable (wall.wall, 0), 200, 150);
      wall_fixture_settle (&wall);
      sky_camera_wall_play (wall.wall);
      for (guint k = 0; k < 30; k++)
        {
          wall_fixture_tick (&wall, SKY_SECOND / 60);
          wall_fixture_settle (&wall);
        }
      wall_fixture_clear (&wall);
    }
}

static void
test_seek_long_groups_and_b_frames (void)
{
  WallFixture wall;
  TestCamera cameras[] = {
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 300, .group = 300 } } } },
    { .n_recordings = 1,
      .recordings = { { .footage = { .kind = FOOTAGE_MP4, .n_frames = 300, .b_frames = 3 } } } },
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 300, .group = 1 } } } },
    /* Its groups are open: pictures before a key frame build on it and on those before it. */
    { .n_recordings = 1,
      .recordings = { { .footage = { .kind = FOOTAGE_MP4_H265,
                                     .n_frames = 300,
                                     .b_frames = 3 } } } }
  };

  wall_fixture_init (&wall, cameras, G_N_ELEMENTS (cameras));
  seek_at_random (&wall, 10 * SKY_SECOND, 30);
  wall_fixture_clear (&wall);
}

/* Only the last of many seeks counts, and no picture of another instant is left on screen. */
static void
test_seek_in_a_hurry (void)
{
  WallFixture wall;
  TestCamera cameras[] = {
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 300 } } } },
    { .n_recordings = 1,
      .recordings = { { .footage = { .n_frames = 250, .fps_n = 25, .fps_d = 1 } } } }
  };

  wall_fixture_init (&wall, cameras, G_N_ELEMENTS (cameras));
  for (guint i = 0; i < 30; i++)
    {
      for (int k = g_test_rand_int_range (1, 8); k > 0; k--)
        {
          sky_camera_wall_seek (wall.wall, EPOCH + random_instant (10 * SKY_SECOND));
          wall_fixture_tick (&wall, 1);
          while (g_main_context_iteration (NULL, FALSE))
            ;
        }
      wall_fixture_settle (&wall);
    }
  wall_fixture_clear (&wall);
}

static void
test_step (gconstpointer data)
{
  WallFixture wall;
  TestCamera camera = { .n_recordings = 1,
                        .recordings = { { .footage = *(const Footage *) data } } };
  guint n = 60;

  wall_fixture_init (&wall, &camera, 1);
  sky_camera_wall_seek (wall.wall, EPOCH + 2 * SKY_SECOND);
  wall_fixture_settle (&wall);
  /* Back over two key frames, forward again, one frame at a time. */
  for (guint i = 0; i < 60; i++)
    {
      wall_fixture_step (&wall, -1);
      n--;
      g_assert_cmpint (wall_fixture_read (&wall, 0), ==,
                       (int) footage_get_frame_ms (&camera.recordings[0].footage, n));
    }
  g_assert_cmpint (wall_fixture_read (&wall, 0), ==, 0);
  /* There is nothing before the first frame. */
  sky_camera_wall_step (wall.wall, -1);
  wall_fixture_tick (&wall, 1);
  wall_fixture_settle (&wall);
  g_assert_cmpint (wall_fixture_read (&wall, 0), ==, 0);
  for (n = 1; n < 120; n++)
    {
      wall_fixture_step (&wall, 1);
      g_assert_cmpint (wall_fixture_read (&wall, 0), ==,
                       (int) footage_get_frame_ms (&camera.recordings[0].footage, n));
    }
  /* Several at once. */
  sky_camera_wall_step (wall.wall, -25);
  wall_fixture_rest (&wall);
  g_assert_cmpint (wall_fixture_read (&wall, 0), ==,
                   (int) footage_get_frame_ms (&camera.recordings[0].footage, 94));
  wall_fixture_clear (&wall);
}

/* Inside the ring a step is on its way with the next tick, in either direction. */
static void
test_step_takes_one_tick (void)
{
  WallFixture wall;
  TestCamera camera = { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 90 } } } };

  wall_fixture_init (&wall, &camera, 1);
  sky_camera_wall_seek (wall.wall, EPOCH + 45 * FRAME + 500);
  wall_fixture_settle (&wall);
  for (guint i = 0; i < 10; i++)
    {
      SkyTime before = wall_fixture_position (&wall);
      sky_camera_wall_step (wall.wall, -1);
      wall_fixture_tick (&wall, TICK);
      g_assert_cmpint (wall_fixture_position (&wall), <, before);
      wall_fixture_settle (&wall);
    }
  for (guint i = 0; i < 10; i++)
    {
      SkyTime before = wall_fixture_position (&wall);
      sky_camera_wall_step (wall.wall, 1);
      wall_fixture_tick (&wall, TICK);
      g_assert_cmpint (wall_fixture_position (&wall), >, before);
      wall_fixture_settle (&wall);
    }
  wall_fixture_clear (&wall);
}

/* A seek and a step do not wait for the screen's next tick: they are done as soon as they are
 * decoded.
 */
static void
test_between_ticks (void)
{
  WallFixture wall;
  TestCamera cameras[] = {
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 150 } } } },
    { .n_recordings = 1, .recordings = { { .footage = { .kind = FOOTAGE_MP4, .n_frames = 150 } } } }
  };

  wall_fixture_init (&wall, cameras, 2);
  wall_fixture_settle (&wall);
  for (guint i = 1; i < 20; i++)
    {
      gint64 deadline = g_get_monotonic_time () + 60 * G_TIME_SPAN_SECOND;
      SkyTime position = (i * 1777 % 4900) * SKY_MILLISECOND;
      sky_camera_wall_seek (wall.wall, EPOCH + position);
      while (wall_fixture_read (&wall, 0) != wall_fixture_expect (&wall, 0, position)
             || wall_fixture_read (&wall, 1) != wall_fixture_expect (&wall, 1, position))
        {
          g_assert_cmpint (g_get_monotonic_time (), <, deadline);
          g_main_context_iteration (NULL, TRUE);
        }
    }
  /* What comes before it was decoded on the way. */
  sky_camera_wall_seek (wall.wall, EPOCH + 2500 * SKY_MILLISECOND);
  wall_fixture_settle (&wall);
  sky_camera_wall_step (wall.wall, -1);
  g_assert_cmpint (wall_fixture_position (&wall), ==, 2467000);
  wall_fixture_settle (&wall);
  sky_camera_wall_step (wall.wall, 1);
  g_assert_cmpint (wall_fixture_position (&wall), ==, 2500000);
  wall_fixture_settle (&wall);
  wall_fixture_clear (&wall);
}

/* The step is the selected camera's; without one it is the finest camera's. */
static void
test_step_reference (void)
{
  WallFixture wall;
  TestCamera cameras[] = {
    { .n_recordings = 1,
      .recordings = { { .footage = { .n_frames = 50, .fps_n = 10, .fps_d = 1 } } } },
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 90 } } } }
  };

  wall_fixture_init (&wall, cameras, 2);
  sky_camera_wall_seek (wall.wall, EPOCH + SKY_SECOND);
  wall_fixture_settle (&wall);
  wall_fixture_step (&wall, 1);
  g_assert_cmpint (wall_fixture_position (&wall), ==, 1033000);
  sky_camera_wall_select (wall.wall, 0);
  g_assert_cmpint (sky_camera_wall_get_selected (wall.wall), ==, 0);
  wall_fixture_step (&wall, 1);
  g_assert_cmpint (wall_fixture_position (&wall), ==, 1100000);
  wall_fixture_clear (&wall);
}

/* A recording that has all frames only around what matters: each stands until the next, and a step
 * goes to it. */
static void
test_sparse (void)
{
  static const guint numbers[] = { 0,  30, 60, 61, 62, 63,  64,  65,  66, 67,
                                   68, 69, 70, 90, 95, 120, 150, 180, 239 };
  WallFixture wall;
  TestCamera camera = { .n_recordings = 1,
                        .recordings = { { .footage = { .n_frames = G_N_ELEMENTS (numbers),
                                                       .numbers = numbers,
                                                       .group = 8 } } } };
  const Footage *footage = &camera.recordings[0].footage;
  guint n = 0;

  wall_fixture_init (&wall, &camera, 1);
  for (guint i = 0; i < 40; i++)
    {
      sky_camera_wall_seek (wall.wall, EPOCH + (i * 3371 % 7990) * SKY_MILLISECOND);
      wall_fixture_settle (&wall);
    }
  sky_camera_wall_seek (wall.wall, EPOCH);
  wall_fixture_settle (&wall);
  while (n + 1 < G_N_ELEMENTS (numbers))
    {
      wall_fixture_step (&wall, 1);
      n++;
      g_assert_cmpint (wall_fixture_position (&wall), ==, footage_get_frame_time (footage, n));
      g_assert_cmpint (wall_fixture_read (&wall, 0), ==, (int) footage_get_frame_ms (footage, n));
    }
  while (n > 0)
    {
      wall_fixture_step (&wall, -1);
      n--;
      g_assert_cmpint (wall_fixture_read (&wall, 0), ==, (int) footage_get_frame_ms (footage, n));
    }
  wall_fixture_clear (&wall);
}

/* Plays from @from until @until passes and asserts that the camera's frames come one after the
 * other, none left out, in order. Ticks come often enough that none needs to be. */
static void
play_all_frames (int rate, SkyTime from, SkyTime until)
{
  WallFixture wall;
  TestCamera camera = { .n_recordings = 1,
                        .recordings = { { .footage = { .kind = FOOTAGE_MP4, .n_frames = 180 } } } };
  const Footage *footage = &camera.recordings[0].footage;
  int step = rate > 0 ? 1 : -1;

  wall_fixture_init (&wall, &camera, 1);
  sky_camera_wall_seek (wall.wall, EPOCH + from);
  wall_fixture_settle (&wall);
  sky_camera_wall_set_rate (wall.wall, rate);
  sky_camera_wall_play (wall.wall);
  g_assert_true (sky_camera_wall_get_playing (wall.wall));

  int n = (int) footage_get_frame_at (footage, from);
  guint n_changes = 0;
  while (step > 0 ? wall_fixture_position (&wall) < until : wall_fixture_position (&wall) > until)
    {
      wall_fixture_tick (&wall, TICK * SKY_RATE_ONE / MAX (ABS (rate), SKY_RATE_ONE));
      wall_fixture_settle (&wall);
      int carried = wall_fixture_read (&wall, 0);
      if (carried == (int) footage_get_frame_ms (footage, (guint) n))
        continue;
      n += step;
      n_changes++;
      g_assert_cmpint (carried, ==, (int) footage_get_frame_ms (footage, (guint) n));
    }
  g_assert_cmpuint (n_changes, >=, (guint) (ABS (until - from) / FRAME) - 1);
  wall_fixture_clear (&wall);
}

static void
test_play_slow (void)
{
  play_all_frames (125, SKY_SECOND, SKY_SECOND + 300 * SKY_MILLISECOND);
}

static void
test_play_1 (void)
{
  play_all_frames (1000, 500 * SKY_MILLISECOND, 5500 * SKY_MILLISECOND);
}

static void
test_play_2 (void)
{
  play_all_frames (2000, 500 * SKY_MILLISECOND, 5500 * SKY_MILLISECOND);
}

static void
test_play_4 (void)
{
  play_all_frames (4000, 500 * SKY_MILLISECOND, 5500 * SKY_MILLISECOND);
}

static void
test_reverse (void)
{
  play_all_frames (-1000, 5500 * SKY_MILLISECOND, 500 * SKY_MILLISECOND);
}

static void
test_reverse_4 (void)
{
  play_all_frames (-4000, 5500 * SKY_MILLISECOND, 500 * SKY_MILLISECOND);
}

static gboolean
both_carry (WallFixture *wall, gconstpointer data)
{
  const int *expected = data;

  return wall_fixture_read (wall, 0) == *expected && wall_fixture_read (wall, 1) == *expected;
}

/* Skimming, the cameras show their key frames, in order; at rest, and slower, they are exact again.
 */
static void
skim (WallFixture *wall, int rate, SkyTime from, SkyTime until)
{
  gboolean forward = rate > 0;

  sky_camera_wall_pause (wall->wall);
  sky_camera_wall_seek (wall->wall, EPOCH + from);
  wall_fixture_settle (wall);
  g_assert_false (sky_camera_wall_get_skimming (wall->wall));
  sky_camera_wall_set_rate (wall->wall, rate);
  sky_camera_wall_play (wall->wall);
  g_assert_true (sky_camera_wall_get_skimming (wall->wall));
  while (forward ? wall_fixture_position (wall) < until : wall_fixture_position (wall) > until)
    {
      wall_fixture_tick (wall, TICK);
      int expected = (int) (wall_fixture_position (wall) / SKY_SECOND * 1000);
      /* A millisecond of tolerance, as ever. */
      if (wall_fixture_position (wall) % SKY_SECOND >= SKY_SECOND - SKY_MILLISECOND)
        continue;
      wall_fixture_wait_until (wall, both_carry, &expected);
    }
  sky_camera_wall_pause (wall->wall);
  g_assert_false (sky_camera_wall_get_skimming (wall->wall));
  wall_fixture_settle (wall);
}

static void
test_skim (void)
{
  WallFixture wall;
  TestCamera cameras[] = {
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 600 } } } },
    { .n_recordings = 2,
      .recordings = { { .footage = { .kind = FOOTAGE_MP4, .n_frames = 150 } },
                      { .footage = { .n_frames = 375, .fps_n = 25, .fps_d = 1 },
                        .start = 5 * SKY_SECOND } } }
  };

  wall_fixture_init (&wall, cameras, 2);
  g_assert_false (sky_camera_wall_get_skim (wall.wall));
  sky_camera_wall_set_skim (wall.wall, TRUE);
  g_assert_true (sky_camera_wall_get_skim (wall.wall));
  skim (&wall, 16000, 500 * SKY_MILLISECOND, 18 * SKY_SECOND);
  skim (&wall, -16000, 19 * SKY_SECOND, SKY_SECOND);
  /* Slower, all frames are shown. */
  sky_camera_wall_set_rate (wall.wall, 4000);
  sky_camera_wall_play (wall.wall);
  g_assert_false (sky_camera_wall_get_skimming (wall.wall));
  for (guint i = 0; i < 20; i++)
    {
      wall_fixture_tick (&wall, TICK);
      wall_fixture_settle (&wall);
    }
  sky_camera_wall_set_skim (wall.wall, FALSE);
  wall_fixture_clear (&wall);
}

/* Two cameras that have little in common stay together at every rate: whenever something is on
 * screen, each shows exactly its frame of the position, so they are apart by less than a frame. */
static void
test_together (void)
{
  static const int rates[] = { 1000, 4000, -2000, 16000, -8000, 500 };
  WallFixture wall;
  TestCamera cameras[] = { { .n_recordings = 1,
                             .recordings = { { .footage = { .n_frames = 300 } } } },
                           { .clock_offset = -120 * SKY_MILLISECOND,
                             .n_recordings = 1,
                             .recordings = { { .footage = { .kind = FOOTAGE_MP4,
                                                            .width = 640,
                                                            .height = 360,
                                                            .fps_n = 25,
                                                            .fps_d = 2,
                                                            .n_frames = 125,
                                                            .group = 50 },
                                               .start = 37 * SKY_MILLISECOND } } } };

  wall_fixture_init (&wall, cameras, 2);
  sky_camera_wall_seek (wall.wall, EPOCH + SKY_SECOND);
  wall_fixture_settle (&wall);
  sky_camera_wall_play (wall.wall);
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      sky_camera_wall_set_rate (wall.wall, rates[i]);
      g_assert_cmpint (sky_camera_wall_get_rate (wall.wall), ==, rates[i]);
      for (guint k = 0; k < 40; k++)
        {
          SkyTime before = wall_fixture_position (&wall);
          wall_fixture_tick (&wall, TICK);
          SkyTime moved = wall_fixture_position (&wall) - before;
          /* Never faster than asked, never the other way. */
          g_assert_cmpint (moved * (rates[i] > 0 ? 1 : -1), >=, 0);
          g_assert_cmpint (ABS (moved), <=, TICK * ABS (rates[i]) / SKY_RATE_ONE + 1);
          wall_fixture_settle (&wall);
          /* The end may be reached at these rates. */
          sky_camera_wall_play (wall.wall);
        }
    }
  wall_fixture_clear (&wall);
}

/* Counts the changes of state that are told of. */
static void
count_cb (SkyCameraWall *wall, guint camera, guint *count)
{
  count[camera]++;
}

static void
test_gaps (void)
{
  WallFixture wall;
  SkyCameraState state;
  guint count[2] = { 0 };
  TestCamera cameras[] = {
    { .n_recordings = 2,
      .recordings = { { .footage = { .n_frames = 30 } },
                      { .footage = { .n_frames = 30 }, .start = 2 * SKY_SECOND } } },
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 120 } } } }
  };

  wall_fixture_init (&wall, cameras, 2);
  g_signal_connect (wall.wall, "camera-changed", G_CALLBACK (count_cb), count);
  /* To the microsecond: the end is not in the recording, the start is. */
  sky_camera_wall_seek (wall.wall, EPOCH + SKY_SECOND - 1);
  wall_fixture_settle (&wall);
  sky_camera_wall_get_state (wall.wall, 0, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_SHOWING);
  g_assert_cmpint (state.segment, ==, 0);
  g_assert_cmpint (state.shown, ==, EPOCH + 967000);
  g_assert_cmpuint (count[0], ==, 1);

  sky_camera_wall_seek (wall.wall, EPOCH + SKY_SECOND);
  wall_fixture_settle (&wall);
  sky_camera_wall_get_state (wall.wall, 0, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_GAP);
  g_assert_cmpint (state.since, ==, EPOCH + SKY_SECOND);
  g_assert_cmpint (state.until, ==, EPOCH + 2 * SKY_SECOND);
  g_assert_cmpint (state.shown, ==, SKY_TIME_NONE);
  g_assert_null (sky_frame_paintable_get_texture (sky_camera_wall_get_paintable (wall.wall, 0)));
  g_assert_cmpuint (count[0], ==, 2);

  sky_camera_wall_seek (wall.wall, EPOCH + 2 * SKY_SECOND);
  wall_fixture_settle (&wall);
  sky_camera_wall_get_state (wall.wall, 0, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_SHOWING);
  g_assert_cmpint (state.segment, ==, 1);

  sky_camera_wall_seek (wall.wall, EPOCH + 3500 * SKY_MILLISECOND);
  wall_fixture_settle (&wall);
  sky_camera_wall_get_state (wall.wall, 0, &state);
  g_assert_cmpint (state.since, ==, EPOCH + 3 * SKY_SECOND);
  g_assert_cmpint (state.until, ==, SKY_TIME_NONE);

  /* Played through, forwards and back, it comes and goes at the same instants: settling asserts it
   * at each tick. */
  sky_camera_wall_seek (wall.wall, EPOCH + 700 * SKY_MILLISECOND);
  sky_camera_wall_play (wall.wall);
  while (wall_fixture_position (&wall) < 2500 * SKY_MILLISECOND)
    {
      wall_fixture_tick (&wall, TICK);
      wall_fixture_settle (&wall);
    }
  sky_camera_wall_set_rate (wall.wall, -1000);
  while (wall_fixture_position (&wall) > 500 * SKY_MILLISECOND)
    {
      wall_fixture_tick (&wall, TICK);
      wall_fixture_settle (&wall);
    }
  /* The camera without a gap was never said to change. */
  g_assert_cmpuint (count[1], ==, 1);
  wall_fixture_clear (&wall);
}

/* Clocks that run at different speeds: each camera shows the frame that its own clock gives for the
 * log's instant, hours into its recordings as at their start, forwards, backwards and by steps. */
static void
test_drift (void)
{
  WallFixture wall;
  TestCamera cameras[] = {
    { .n_recordings = 1,
      .recordings = { { .footage = { .n_frames = 120 }, .start = 1800 * SKY_SECOND } } },
    /* Loses 180 milliseconds by then, another 0.4 while it lasts. */
    { .clock_offset = 700 * SKY_MILLISECOND,
      .drift = 100,
      .n_recordings = 2,
      .recordings = { { .footage = { .n_frames = 45 }, .start = 1800 * SKY_SECOND },
                      { .footage = { .kind = FOOTAGE_MP4, .n_frames = 60, .fps_n = 25, .fps_d = 1 },
                        .start = 1801500150 } } },
    { .drift = -9000,
      .n_recordings = 1,
      .recordings = { { .footage = { .n_frames = 120 }, .start = 1799 * SKY_SECOND } } },
  };
  const SkyTime start = 1800 * SKY_SECOND;

  wall_fixture_init (&wall, cameras, G_N_ELEMENTS (cameras));
  /* The third plays a hundredth faster than the log's clock: at its end that is a frame. */
  for (SkyTime into = 100; into < 2900; into += 233)
    {
      sky_camera_wall_seek (wall.wall, EPOCH + start + into * SKY_MILLISECOND);
      wall_fixture_settle (&wall);
    }
  g_assert_cmpint (wall_fixture_expect (&wall, 2, start + 2900 * SKY_MILLISECOND)
                       - wall_fixture_expect (&wall, 0, start + 2900 * SKY_MILLISECOND),
                   ==, 33);
  for (int rate = 1000; rate >= -2000; rate -= 3000)
    {
      gboolean forward = rate > 0;
      sky_camera_wall_seek (wall.wall, EPOCH + start + (forward ? 1000 : 2400) * SKY_MILLISECOND);
      sky_camera_wall_set_rate (wall.wall, rate);
      sky_camera_wall_play (wall.wall);
      for (guint i = 0; i < 40; i++)
        {
          wall_fixture_tick (&wall, 2 * TICK);
          wall_fixture_settle (&wall);
        }
    }
  sky_camera_wall_select (wall.wall, 1);
  for (guint i = 0; i < 10; i++)
    {
      sky_camera_wall_step (wall.wall, i < 5 ? 1 : -1);
      wall_fixture_tick (&wall, TICK);
      wall_fixture_settle (&wall);
    }
  wall_fixture_clear (&wall);
}

/* One recording goes over into the next: no frame is missing or shown twice. */
static void
test_hand_off (void)
{
  static const int rates[] = { 1000, -1000, 4000, -4000 };
  WallFixture wall;
  TestCamera camera = { .n_recordings = 4,
                        .recordings = {
                            { .footage = { .n_frames = 45 } },
                            { .footage = { .n_frames = 30 }, .start = 1500 * SKY_MILLISECOND },
                            { .footage = { .kind = FOOTAGE_MP4,
                                           .width = 640,
                                           .height = 480,
                                           .fps_n = 25,
                                           .fps_d = 1,
                                           .n_frames = 25 },
                              .start = 2500 * SKY_MILLISECOND },
                            /* Begins while the one before still lasts, and is the one shown. */
                            { .footage = { .n_frames = 60 }, .start = 3300 * SKY_MILLISECOND } } };

  wall_fixture_init (&wall, &camera, 1);
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      gboolean forward = rates[i] > 0;
      SkyTime end = forward ? 5 * SKY_SECOND : 300 * SKY_MILLISECOND;
      sky_camera_wall_seek (wall.wall, EPOCH + (forward ? 300 : 5000) * SKY_MILLISECOND);
      sky_camera_wall_set_rate (wall.wall, rates[i]);
      wall_fixture_settle (&wall);
      sky_camera_wall_play (wall.wall);
      while (forward ? wall_fixture_position (&wall) < end : wall_fixture_position (&wall) > end)
        {
          wall_fixture_tick (&wall, TICK);
          wall_fixture_settle (&wall);
        }
      sky_camera_wall_pause (wall.wall);
    }
  /* And by steps across the edges. */
  sky_camera_wall_seek (wall.wall, EPOCH + 1600 * SKY_MILLISECOND);
  wall_fixture_settle (&wall);
  int last = wall_fixture_read (&wall, 0);
  for (guint i = 0; i < 6; i++)
    {
      wall_fixture_step (&wall, -1);
      g_assert_cmpint (last - wall_fixture_read (&wall, 0), >=, 33);
      g_assert_cmpint (last - wall_fixture_read (&wall, 0), <=, 34);
      last = wall_fixture_read (&wall, 0);
    }
  wall_fixture_clear (&wall);
}

static void
test_loop_and_range (void)
{
  WallFixture wall;
  SkyTime from, until;
  guint n_loops = 0;
  TestCamera camera = { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 90 } } } };

  wall_fixture_init (&wall, &camera, 1);
  sky_camera_wall_get_range (wall.wall, &from, &until);
  g_assert_cmpint (from, ==, EPOCH);
  g_assert_cmpint (until, ==, EPOCH + 3 * SKY_SECOND);
  sky_camera_wall_set_loop (wall.wall, EPOCH + SKY_SECOND, EPOCH + 1300 * SKY_MILLISECOND);
  g_assert_true (sky_camera_wall_get_loop (wall.wall, &from, &until));
  sky_camera_wall_seek (wall.wall, EPOCH + 900 * SKY_MILLISECOND);
  wall_fixture_settle (&wall);
  sky_camera_wall_play (wall.wall);
  for (guint i = 0; i < 120; i++)
    {
      SkyTime before = wall_fixture_position (&wall);
      wall_fixture_tick (&wall, TICK);
      wall_fixture_settle (&wall);
      if (wall_fixture_position (&wall) < before)
        {
          n_loops++;
          g_assert_cmpint (wall_fixture_position (&wall), ==, SKY_SECOND);
        }
      g_assert_cmpint (wall_fixture_position (&wall), <, 1300 * SKY_MILLISECOND);
    }
  g_assert_cmpuint (n_loops, >=, 4);
  sky_camera_wall_set_loop (wall.wall, SKY_TIME_NONE, SKY_TIME_NONE);
  g_assert_false (sky_camera_wall_get_loop (wall.wall, &from, &until));

  /* Playing stops by itself at the ends. */
  sky_camera_wall_set_rate (wall.wall, 4000);
  while (sky_camera_wall_get_playing (wall.wall))
    {
      wall_fixture_tick (&wall, TICK);
      wall_fixture_settle (&wall);
    }
  g_assert_cmpint (wall_fixture_position (&wall), ==, 3 * SKY_SECOND - 1);
  sky_camera_wall_set_range (wall.wall, EPOCH + SKY_SECOND, EPOCH + 2 * SKY_SECOND);
  g_assert_cmpint (wall_fixture_position (&wall), ==, 2 * SKY_SECOND - 1);
  wall_fixture_settle (&wall);
  sky_camera_wall_set_rate (wall.wall, -4000);
  sky_camera_wall_play (wall.wall);
  while (sky_camera_wall_get_playing (wall.wall))
    {
      wall_fixture_tick (&wall, TICK);
      wall_fixture_settle (&wall);
    }
  g_assert_cmpint (wall_fixture_position (&wall), ==, SKY_SECOND);
  sky_camera_wall_seek (wall.wall, EPOCH);
  g_assert_cmpint (wall_fixture_position (&wall), ==, SKY_SECOND);
  wall_fixture_clear (&wall);
}

static void
test_effective_rate (void)
{
  WallFixture wall;
  TestCamera camera = { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 90 } } } };

  wall_fixture_init (&wall, &camera, 1);
  wall_fixture_settle (&wall);
  g_assert_cmpint (sky_camera_wall_get_effective_rate (wall.wall), ==, 0);
  sky_camera_wall_play (wall.wall);
  while (wall_fixture_position (&wall) < SKY_SECOND)
    {
      wall_fixture_tick (&wall, TICK);
      wall_fixture_settle (&wall);
    }
  int rate = sky_camera_wall_get_effective_rate (wall.wall);
  g_assert_cmpint (rate, >, 0);
  g_assert_cmpint (rate, <=, 1001);
  sky_camera_wall_pause (wall.wall);
  g_assert_cmpint (sky_camera_wall_get_effective_rate (wall.wall), ==, 0);
  wall_fixture_clear (&wall);
}

static void
count_notify_cb (GObject *object, GParamSpec *pspec, guint *count)
{
  (*count)++;
}

static void
test_properties (void)
{
  WallFixture wall;
  guint n_position = 0, n_playing = 0, n_rate = 0, n_shown = 0;
  TestCamera camera = { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 60 } } } };

  wall_fixture_init (&wall, &camera, 1);
  g_signal_connect (wall.wall, "notify::position", G_CALLBACK (count_notify_cb), &n_position);
  g_signal_connect (wall.wall, "notify::playing", G_CALLBACK (count_notify_cb), &n_playing);
  g_signal_connect (wall.wall, "notify::rate", G_CALLBACK (count_notify_cb), &n_rate);
  g_signal_connect (sky_camera_wall_get_paintable (wall.wall, 0), "notify::shown",
                    G_CALLBACK (count_notify_cb), &n_shown);
  wall_fixture_settle (&wall);
  g_assert_cmpuint (n_shown, ==, 1);
  sky_camera_wall_seek (wall.wall, EPOCH + SKY_SECOND);
  sky_camera_wall_seek (wall.wall, EPOCH + SKY_SECOND);
  g_assert_cmpuint (n_position, ==, 1);
  g_object_set (wall.wall, "rate", 2000, NULL);
  g_object_set (wall.wall, "rate", 2000, NULL);
  g_assert_cmpuint (n_rate, ==, 1);
  g_object_set (wall.wall, "playing", TRUE, NULL);
  g_object_set (wall.wall, "playing", TRUE, NULL);
  g_assert_cmpuint (n_playing, ==, 1);
  g_object_set (wall.wall, "playing", FALSE, NULL);
  g_assert_cmpuint (n_playing, ==, 2);
  gint64 position;
  guint n_cameras;
  gboolean active;
  g_object_get (wall.wall, "position", &position, "n-cameras", &n_cameras, "active", &active, NULL);
  g_assert_cmpint (position, ==, EPOCH + SKY_SECOND);
  g_assert_cmpuint (n_cameras, ==, 1);
  g_assert_true (active);
  wall_fixture_settle (&wall);
  wall_fixture_rest (&wall);
  wall_fixture_clear (&wall);
}

static void
test_hidden (void)
{
  WallFixture wall;
  SkyCameraState state;
  TestCamera cameras[] = {
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 60 } } } },
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 60 } } } }
  };

  wall_fixture_init (&wall, cameras, 2);
  wall_fixture_settle (&wall);
  sky_camera_wall_set_visible (wall.wall, 1, FALSE);
  sky_camera_wall_get_state (wall.wall, 1, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_HIDDEN);
  g_assert_cmpint (wall_fixture_read (&wall, 1), ==, -1);
  sky_camera_wall_seek (wall.wall, EPOCH + SKY_SECOND);
  wall_fixture_rest (&wall);
  g_assert_cmpint (wall_fixture_read (&wall, 0), ==, 1000);
  g_assert_cmpint (wall_fixture_read (&wall, 1), ==, -1);
  sky_camera_wall_set_visible (wall.wall, 1, TRUE);
  wall_fixture_settle (&wall);
  wall_fixture_clear (&wall);
}

/* New cameras take the place of old ones while those are at work; the position stays. */
static void
test_set_cameras (void)
{
  WallFixture wall;
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (GPtrArray) again = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_camera_unref);
  TestCamera camera = { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 60 } } } };

  wall_fixture_init (&wall, &camera, 1);
  sky_camera_wall_seek (wall.wall, EPOCH + SKY_SECOND);
  wall_fixture_settle (&wall);
  sky_camera_wall_play (wall.wall);
  g_ptr_array_add (again, sky_camera_ref (sky_camera_wall_get_camera (wall.wall, 0)));
  for (guint i = 0; i < 20; i++)
    {
      wall_fixture_tick (&wall, TICK);
      sky_camera_wall_set_cameras (wall.wall, i % 2 == 0 ? none : again);
      g_assert_false (sky_camera_wall_get_playing (wall.wall));
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpuint (sky_camera_wall_get_n_cameras (wall.wall), ==, 1);
  sky_camera_wall_seek (wall.wall, EPOCH + SKY_SECOND);
  wall_fixture_settle (&wall);
  wall_fixture_clear (&wall);
}

/* Whatever is asked in whatever order: once at rest, every camera shows exactly what it must. */
static void
test_anything (void)
{
  static const int rates[] = { 125, 1000, 2000, 4000, 16000, -1000, -3000, -16000 };
  WallFixture wall;
  TestCamera cameras[] = { { .n_recordings = 2,
                             .recordings = { { .footage = { .n_frames = 240 } },
                                             { .footage = { .n_frames = 300, .b_frames = 2 },
                                               .start = 9 * SKY_SECOND } } },
                           { .clock_offset = 250 * SKY_MILLISECOND,
                             .n_recordings = 2,
                             .recordings = { { .footage = { .kind = FOOTAGE_MP4,
                                                            .width = 640,
                                                            .height = 360,
                                                            .fps_n = 25,
                                                            .fps_d = 1,
                                                            .n_frames = 150,
                                                            .group = 75 },
                                               .start = 123 * SKY_MILLISECOND },
                                             { .footage = { .kind = FOOTAGE_MP4,
                                                            .fps_n = 25,
                                                            .fps_d = 1,
                                                            .n_frames = 300,
                                                            .group = 1 },
                                               .start = 6123 * SKY_MILLISECOND } } },
                           { .n_recordings = 1,
                             .recordings = { { .footage = { .kind = FOOTAGE_WEBM_VP8,
                                                            .fps_n = 10,
                                                            .fps_d = 1,
                                                            .n_frames = 150 },
                                               .start = 2 * SKY_SECOND } } } };

  wall_fixture_init (&wall, cameras, 3);
  for (guint i = 0; i < 500; i++)
    {
      switch (g_test_rand_int_range (0, 6))
        {
        case 0:
        case 1:
          sky_camera_wall_seek (wall.wall, EPOCH + random_instant (19 * SKY_SECOND));
          break;
        case 2:
          sky_camera_wall_set_rate (wall.wall,
                                    rates[g_test_rand_int_range (0, G_N_ELEMENTS (rates))]);
          sky_camera_wall_play (wall.wall);
          break;
        case 3:
          sky_camera_wall_step (wall.wall, g_test_rand_int_range (-3, 4));
          break;
        case 4:
          sky_camera_wall_set_visible (wall.wall, 2, FALSE);
          sky_camera_wall_set_visible (wall.wall, 2, TRUE);
          break;
        default:
          sky_camera_wall_pause (wall.wall);
        }
      for (int k = g_test_rand_int_range (0, 12); k > 0; k--)
        {
          wall_fixture_tick (&wall, TICK);
          if (g_test_rand_bit ())
            g_main_context_iteration (NULL, FALSE);
        }
      if (i % 3 != 0)
        continue;
      sky_camera_wall_pause (wall.wall);
      wall_fixture_rest (&wall);
      wall_fixture_settle (&wall);
    }
  wall_fixture_clear (&wall);
}

int
main (int argc, char **argv)
{
  static const Footage h264 = { .kind = FOOTAGE_MP4, .n_frames = 120 };
  static const Footage h265 = { .kind = FOOTAGE_MP4_H265, .n_frames = 120, .b_frames = 2 };
  static const Footage mpeg_ts = { .kind = FOOTAGE_MPEG_TS, .n_frames = 120, .b_frames = 2 };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/camera-wall/far-from-key-frame", test_far_from_key_frame);
  g_test_add_func ("/camera-wall/interlaced", test_interlaced);
  g_test_add_func ("/camera-wall/seek", test_seek);
  g_test_add_func ("/camera-wall/seek/groups", test_seek_long_groups_and_b_frames);
  g_test_add_func ("/camera-wall/seek/in-a-hurry", test_seek_in_a_hurry);
  g_test_add_data_func ("/camera-wall/step/h264", &h264, test_step);
  g_test_add_data_func ("/camera-wall/step/h265", &h265, test_step);
  g_test_add_data_func ("/camera-wall/step/mpeg-ts", &mpeg_ts, test_step);
  g_test_add_func ("/camera-wall/step/one-tick", test_step_takes_one_tick);
  g_test_add_func ("/camera-wall/between-ticks", test_between_ticks);
  g_test_add_func ("/camera-wall/step/reference", test_step_reference);
  g_test_add_func ("/camera-wall/sparse", test_sparse);
  g_test_add_func ("/camera-wall/play/slow", test_play_slow);
  g_test_add_func ("/camera-wall/play/1", test_play_1);
  g_test_add_func ("/camera-wall/play/2", test_play_2);
  g_test_add_func ("/camera-wall/play/4", test_play_4);
  g_test_add_func ("/camera-wall/play/reverse", test_reverse);
  g_test_add_func ("/camera-wall/play/reverse-4", test_reverse_4);
  g_test_add_func ("/camera-wall/skim", test_skim);
  g_test_add_func ("/camera-wall/together", test_together);
  g_test_add_func ("/camera-wall/gaps", test_gaps);
  g_test_add_func ("/camera-wall/drift", test_drift);
  g_test_add_func ("/camera-wall/hand-off", test_hand_off);
  g_test_add_func ("/camera-wall/loop-and-range", test_loop_and_range);
  g_test_add_func ("/camera-wall/effective-rate", test_effective_rate);
  g_test_add_func ("/camera-wall/properties", test_properties);
  g_test_add_func ("/camera-wall/hidden", test_hidden);
  g_test_add_func ("/camera-wall/set-cameras", test_set_cameras);
  g_test_add_func ("/camera-wall/anything", test_anything);
  return g_test_run ();
}
