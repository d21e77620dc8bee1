/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings that do not play: each ends in a message on its own tile, and the others play on as if
 * it were not there. */
#include "config.h"

#include "wall-fixture.h"

#include <glib/gstdio.h>

#include <unistd.h>

#define TICK (SKY_SECOND / 60)

static void
put_bytes (Recording *recording, const char *name, const char *bytes)
{
  recording->path = footage_path (name);
  if (bytes != NULL)
    g_assert_true (g_file_set_contents (recording->path, bytes, -1, NULL));
}

static void
cut_off (const char *path, guint percent)
{
  GStatBuf status;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (truncate (path, status.st_size * percent / 100), ==, 0);
  footage_age (path, 3600);
}

static void
play_to (WallFixture *wall, SkyTime until)
{
  sky_camera_wall_play (wall->wall);
  while (wall_fixture_position (wall) < until)
    {
      wall_fixture_tick (wall, TICK);
      wall_fixture_settle (wall);
    }
}

static void
assert_message (WallFixture *wall, guint camera, const char *words)
{
  SkyCameraState state;

  sky_camera_wall_get_state (wall->wall, camera, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_FAILED);
  g_test_message ("%s", state.message);
  g_assert_nonnull (strstr (state.message, words));
}

/* @camera fails throughout beside a good one. */
static void
fails_throughout (TestCamera *bad, const char *words)
{
  WallFixture wall;
  TestCamera cameras[] = {
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 90 } } } }, *bad
  };

  wall_fixture_init (&wall, cameras, 2);
  wall_fixture_settle (&wall);
  assert_message (&wall, 1, words);
  play_to (&wall, SKY_SECOND);
  sky_camera_wall_seek (wall.wall, EPOCH + 2 * SKY_SECOND);
  wall_fixture_settle (&wall);
  sky_camera_wall_step (wall.wall, -1);
  wall_fixture_tick (&wall, TICK);
  wall_fixture_settle (&wall);
  assert_message (&wall, 1, words);
  wall_fixture_clear (&wall);
}

static TestCamera
bad_camera (void)
{
  return (TestCamera){ .fault = FAULT_ALWAYS,
                       .n_recordings = 1,
                       .recordings = { { .footage = { .n_frames = 90 } } } };
}

static void
test_missing (void)
{
  TestCamera bad = bad_camera ();

  put_bytes (&bad.recordings[0], "missing.mkv", NULL);
  fails_throughout (&bad, "missing.mkv: no such file");
}

static void
test_folder (void)
{
  TestCamera bad = bad_camera ();

  bad.recordings[0].path = g_strdup (footage_get_folder ());
  fails_throughout (&bad, "not a regular file but a folder");
}

static void
test_empty (void)
{
  TestCamera bad = bad_camera ();

  put_bytes (&bad.recordings[0], "empty.mkv", "");
  fails_throughout (&bad, "empty.mkv is empty");
}

static void
test_not_media (void)
{
  TestCamera bad = bad_camera ();

  put_bytes (&bad.recordings[0], "text.mp4", "These are words.\n");
  fails_throughout (&bad, "text.mp4 is not a recording");
}

static void
test_no_picture (void)
{
  TestCamera bad = bad_camera ();

  bad.recordings[0].path = footage_path ("sound.mkv");
  footage_write (&(Footage){ .kind = FOOTAGE_WAV }, bad.recordings[0].path);
  fails_throughout (&bad, "sound.mkv has no video");
}

static void
test_no_key_frames (void)
{
  TestCamera bad = bad_camera ();

  bad.recordings[0].footage.no_key_frames = TRUE;
  fails_throughout (&bad, "");
}

/* An MP4 without its index, which comes last. */
static void
test_truncated_mp4 (void)
{
  TestCamera bad = bad_camera ();

  bad.recordings[0].footage.kind = FOOTAGE_MP4;
  wall_fixture_write (&bad.recordings[0]);
  cut_off (bad.recordings[0].path, 60);
  fails_throughout (&bad, "is truncated: at least ");
}

/* Goes over to where the recording ends early, comes back, seeks past and before it. */
static void
plays_up_to_somewhere (FootageKind kind)
{
  WallFixture wall;
  TestCamera cameras[] = {
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 150 } } } },
    { .fault = FAULT_SOMEWHERE,
      .n_recordings = 2,
      .recordings = { { .footage = { .kind = kind, .n_frames = 90 } },
                      { .footage = { .n_frames = 60 }, .start = 3 * SKY_SECOND } } }
  };
  SkyCameraState state;

  wall_fixture_write (&cameras[1].recordings[0]);
  cut_off (cameras[1].recordings[0].path, 55);
  wall_fixture_init (&wall, cameras, 2);
  wall_fixture_settle (&wall);
  sky_camera_wall_get_state (wall.wall, 1, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_SHOWING);
  play_to (&wall, 2900 * SKY_MILLISECOND);
  assert_message (&wall, 1, "earlier than its index says");
  /* The camera's next recording is not concerned. */
  play_to (&wall, 3200 * SKY_MILLISECOND);
  sky_camera_wall_get_state (wall.wall, 1, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_SHOWING);

  sky_camera_wall_set_rate (wall.wall, -1000);
  sky_camera_wall_play (wall.wall);
  while (wall_fixture_position (&wall) > 500 * SKY_MILLISECOND)
    {
      wall_fixture_tick (&wall, TICK);
      wall_fixture_settle (&wall);
    }
  sky_camera_wall_get_state (wall.wall, 1, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_SHOWING);
  wall_fixture_clear (&wall);

  /* Sought first, before anything is known of its end. */
  cameras[0].recordings[0].path = NULL;
  wall_fixture_write (&cameras[1].recordings[0]);
  cut_off (cameras[1].recordings[0].path, 55);
  wall_fixture_init (&wall, cameras, 2);
  sky_camera_wall_seek (wall.wall, EPOCH + 2800 * SKY_MILLISECOND);
  wall_fixture_settle (&wall);
  assert_message (&wall, 1, "earlier than its index says");
  sky_camera_wall_seek (wall.wall, EPOCH + 700 * SKY_MILLISECOND);
  wall_fixture_settle (&wall);
  sky_camera_wall_get_state (wall.wall, 1, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_SHOWING);
  wall_fixture_clear (&wall);
}

static void
test_truncated_matroska (void)
{
  plays_up_to_somewhere (FOOTAGE_MATROSKA);
}

static void
test_truncated_fragmented_mp4 (void)
{
  plays_up_to_somewhere (FOOTAGE_MP4_FRAGMENTED);
}

/* A recorder is still writing it, a fragment at a time. */
static void
test_growing (void)
{
  WallFixture wall;
  TestCamera camera = { .fault = FAULT_SOMEWHERE,
                        .n_recordings = 1,
                        .recordings = {
                            { .footage = { .kind = FOOTAGE_MP4_FRAGMENTED, .n_frames = 90 } } } };

  wall_fixture_write (&camera.recordings[0]);
  cut_off (camera.recordings[0].path, 55);
  footage_age (camera.recordings[0].path, 1);
  wall_fixture_init (&wall, &camera, 1);
  wall_fixture_settle (&wall);
  sky_camera_wall_seek (wall.wall, EPOCH + 2800 * SKY_MILLISECOND);
  wall_fixture_settle (&wall);
  assert_message (&wall, 0, "is still being written; it reaches 2023-11-14T22:13:21");
  wall_fixture_clear (&wall);
}

/* Three stretches of a broadcast's clock in one file, the second much later, the third earlier than
 * what comes before: what is apart is not shown as if it were not. */
static void
test_jump (void)
{
  static const SkyTime clocks[] = { 0, 500 * SKY_SECOND, 5 * SKY_SECOND };
  WallFixture wall;
  TestCamera camera = { .fault = FAULT_SOMEWHERE,
                        .n_recordings = 1,
                        .recordings = {
                            { .footage = { .kind = FOOTAGE_MPEG_TS, .n_frames = 540 } } } };

  /* What the later ones carry is never to be seen. */
  camera.recordings[0].path = footage_path ("jump.ts");
  footage_write_stretches (camera.recordings[0].path, clocks, G_N_ELEMENTS (clocks), 180);
  wall_fixture_init (&wall, &camera, 1);
  wall_fixture_settle (&wall);
  for (guint i = 0; i < 17; i++)
    {
      sky_camera_wall_seek (wall.wall, EPOCH + (i * 7 % 17) * SKY_SECOND);
      wall_fixture_wait_status (&wall, 0, i * 7 % 17 < 6 ? SKY_CAMERA_SHOWING : SKY_CAMERA_FAILED);
      wall_fixture_settle (&wall);
    }
  sky_camera_wall_seek (wall.wall, EPOCH + 5 * SKY_SECOND);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_SHOWING);
  play_to (&wall, 7 * SKY_SECOND);
  assert_message (&wall, 0, "time stamps jump after 2023-11-14T22:13:25.99");
  wall_fixture_clear (&wall);
}

/* The file is cut off under the player's hands. */
static void
test_gone_while_playing (void)
{
  WallFixture wall;
  SkyCameraState state;
  TestCamera cameras[] = { { .n_recordings = 1,
                             .recordings = { { .footage = { .n_frames = 300 } } } },
                           { .fault = FAULT_SOMEWHERE,
                             .n_recordings = 1,
                             .recordings = { { .footage = { .n_frames = 300 } } } } };

  wall_fixture_init (&wall, cameras, 2);
  wall_fixture_settle (&wall);
  play_to (&wall, SKY_SECOND);
  sky_camera_wall_get_state (wall.wall, 1, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_SHOWING);
  cut_off (cameras[1].recordings[0].path, 30);
  play_to (&wall, 9 * SKY_SECOND);
  sky_camera_wall_get_state (wall.wall, 1, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_FAILED);
  g_test_message ("%s", state.message);
  wall_fixture_clear (&wall);
}

/* The index states more, or less, than a recording holds. */
static void
test_index_differs (void)
{
  WallFixture wall;
  SkyCameraState state;
  TestCamera cameras[] = {
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 150 } } } },
    { .fault = FAULT_SOMEWHERE,
      .n_recordings = 1,
      .recordings = { { .footage = { .n_frames = 150 } } } },
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 45 } } } },
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 102 } } } }
  };

  for (guint i = 1; i < 4; i++)
    {
      /* Two seconds short; three seconds too long; a fifth of a second short, which is nothing. */
      static const guint n_frames[] = { 0, 90, 150, 96 };
      guint stated = cameras[i].recordings[0].footage.n_frames;
      cameras[i].recordings[0].footage.n_frames = n_frames[i];
      wall_fixture_write (&cameras[i].recordings[0]);
      cameras[i].recordings[0].footage.n_frames = stated;
    }
  /* What the last one must carry at its end is its last frame. */
  wall_fixture_init (&wall, cameras, 3);
  play_to (&wall, 4 * SKY_SECOND);
  assert_message (&wall, 1, "2023-11-14T22:13:23");
  sky_camera_wall_get_state (wall.wall, 2, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_GAP);
  wall_fixture_clear (&wall);

  wall_fixture_init (&wall, cameras + 3, 1);
  sky_camera_wall_seek (wall.wall, EPOCH + 3390 * SKY_MILLISECOND);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_SHOWING);
  g_assert_cmpint (wall_fixture_read (&wall, 0), ==, 3167);
  wall_fixture_clear (&wall);
}

static void
test_retry (void)
{
  WallFixture wall;
  TestCamera camera = bad_camera ();

  camera.recordings[0].path = footage_path ("late.mkv");
  wall_fixture_init (&wall, &camera, 1);
  sky_camera_wall_seek (wall.wall, EPOCH + SKY_SECOND);
  wall_fixture_settle (&wall);
  assert_message (&wall, 0, "late.mkv");
  footage_write (&camera.recordings[0].footage, camera.recordings[0].path);
  camera.fault = FAULT_NONE;
  sky_camera_wall_retry (wall.wall, 0);
  wall_fixture_settle (&wall);
  g_assert_cmpint (wall_fixture_read (&wall, 0), ==, 1000);
  wall_fixture_clear (&wall);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/camera-faults/missing", test_missing);
  g_test_add_func ("/camera-faults/folder", test_folder);
  g_test_add_func ("/camera-faults/empty", test_empty);
  g_test_add_func ("/camera-faults/not-media", test_not_media);
  g_test_add_func ("/camera-faults/no-picture", test_no_picture);
  g_test_add_func ("/camera-faults/no-key-frames", test_no_key_frames);
  g_test_add_func ("/camera-faults/truncated/mp4", test_truncated_mp4);
  g_test_add_func ("/camera-faults/truncated/matroska", test_truncated_matroska);
  g_test_add_func ("/camera-faults/truncated/fragmented-mp4", test_truncated_fragmented_mp4);
  g_test_add_func ("/camera-faults/growing", test_growing);
  g_test_add_func ("/camera-faults/jump", test_jump);
  g_test_add_func ("/camera-faults/gone-while-playing", test_gone_while_playing);
  g_test_add_func ("/camera-faults/index-differs", test_index_differs);
  g_test_add_func ("/camera-faults/retry", test_retry);
  return g_test_run ();
}
