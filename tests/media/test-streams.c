/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cameras and recorders that are reached over RTSP, in a process of their own that is killed,
 * stopped and started again: what is shown is read back from the pictures. */
#include "config.h"

#include "stream-server.h"
#include "wall-fixture.h"

#include <signal.h>

#define TICK   (SKY_SECOND / 60)
#define LENGTH STREAM_LENGTH
#define GAP_AT STREAM_GAP_AT

/* --- Replay ----------------------------------------------------------------------------------- */

/* One camera whose recording the recorder plays, beside one whose is a file. */
static void
init_replay (WallFixture *wall, TestCamera *cameras, const StreamServer *server)
{
  cameras[0] = (TestCamera){
    .fault = FAULT_SOMEWHERE,
    .n_recordings = 1,
    .recordings = { { .footage = { .n_frames = 30 * LENGTH },
                      .path = g_strdup ("not played"),
                      .replay = server->replay,
                      .gap_at = GAP_AT,
                      .gap = server->gap } },
  };
  cameras[1] = (TestCamera){
    .n_recordings = 1,
    .recordings = { { .footage = { .n_frames = 25 * LENGTH, .fps_n = 25, .fps_d = 1 } } },
  };
  wall_fixture_init (wall, cameras, 2);
  wall_fixture_wait_status (wall, 0, SKY_CAMERA_SHOWING);
}

static void
seek_exactly (WallFixture *wall, SkyTime position)
{
  sky_camera_wall_seek (wall->wall, EPOCH + position);
  wall_fixture_settle (wall);
  wall_fixture_wait_status (wall, 0, SKY_CAMERA_SHOWING);
  wall_fixture_settle (wall);
}

static void
play_for (WallFixture *wall, int rate, guint n_ticks)
{
  sky_camera_wall_set_rate (wall->wall, rate);
  sky_camera_wall_play (wall->wall);
  for (guint i = 0; i < n_ticks; i++)
    {
      wall_fixture_tick (wall, TICK);
      wall_fixture_settle (wall);
    }
  sky_camera_wall_pause (wall->wall);
}

/* However many ticks it takes: the clock is held while a picture is missing. */
static void
play_past (WallFixture *wall, int rate, SkyTime goal)
{
  sky_camera_wall_set_rate (wall->wall, rate);
  sky_camera_wall_play (wall->wall);
  while (rate > 0 ? wall_fixture_position (wall) <= goal : wall_fixture_position (wall) >= goal)
    {
      wall_fixture_tick (wall, TICK);
      wall_fixture_settle (wall);
    }
  sky_camera_wall_pause (wall->wall);
}

/* By the wall clock, forwards and in reverse, to the frame. */
static void
test_replay (void)
{
  StreamServer server;
  WallFixture wall;
  TestCamera cameras[2];

  stream_server_init (&server, 0, NULL);
  init_replay (&wall, cameras, &server);
  for (guint i = 0; i < 12; i++)
    seek_exactly (&wall, (SkyTime) (i * 7919 % (LENGTH * 1000 - 50)) * SKY_MILLISECOND);
  seek_exactly (&wall, 5 * SKY_SECOND);
  play_for (&wall, 1000, 90);
  play_for (&wall, -1000, 60);
  play_for (&wall, 4000, 30);
  play_for (&wall, -4000, 30);
  sky_camera_wall_select (wall.wall, 0);
  for (guint i = 0; i < 12; i++)
    {
      wall_fixture_step (&wall, i < 8 ? -1 : 1);
    }
  /* Past the end there is no footage, and it is not asked for. */
  sky_camera_wall_set_range (wall.wall, EPOCH, EPOCH + 2 * LENGTH * SKY_SECOND);
  sky_camera_wall_seek (wall.wall, EPOCH + (LENGTH + 1) * SKY_SECOND);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_GAP);
  wall_fixture_clear (&wall);
  stream_server_clear (&server);
}

static void
assert_in_gap (WallFixture *wall, SkyTime since, SkyTime until)
{
  SkyCameraState state;

  sky_camera_wall_get_state (wall->wall, 0, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_GAP);
  g_assert_cmpint (ABS (state.since - EPOCH - since), <=, SKY_MILLISECOND);
  g_assert_cmpint (ABS (state.until - EPOCH - until), <=, SKY_MILLISECOND);
}

/* A gap in what the recorder kept is one on the tile too, to the frame, however it is come to. */
static void
test_replay_gap (void)
{
  static const SkyTime gap = 5 * SKY_SECOND;
  static const SkyTime within[] = { 2500 * SKY_MILLISECOND, 40 * SKY_MILLISECOND,
                                    4990 * SKY_MILLISECOND };
  StreamServer server;
  WallFixture wall;
  TestCamera cameras[2];

  stream_server_init (&server, gap, NULL);
  init_replay (&wall, cameras, &server);
  /* Sought first, before anything is known of it. */
  for (guint i = 0; i < G_N_ELEMENTS (within); i++)
    {
      sky_camera_wall_seek (wall.wall, EPOCH + GAP_AT + within[i]);
      wall_fixture_settle (&wall);
      assert_in_gap (&wall, GAP_AT, GAP_AT + gap);
    }
  /* Played over, both ways. */
  seek_exactly (&wall, GAP_AT - SKY_SECOND / 2);
  play_past (&wall, 4000, GAP_AT + gap + SKY_SECOND / 2);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_SHOWING);
  play_past (&wall, -4000, GAP_AT - SKY_SECOND / 2);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_SHOWING);
  /* And stepped over. */
  sky_camera_wall_select (wall.wall, 0);
  seek_exactly (&wall, GAP_AT - 10 * SKY_MILLISECOND);
  wall_fixture_step (&wall, 1);
  g_assert_cmpint (ABS (wall_fixture_position (&wall) - GAP_AT - gap), <=, SKY_MILLISECOND);
  wall_fixture_step (&wall, -1);
  g_assert_cmpint (wall_fixture_position (&wall), <, GAP_AT);
  wall_fixture_clear (&wall);
  stream_server_clear (&server);
}

static void
assert_told (WallFixture *wall, guint camera)
{
  SkyCameraState state;

  sky_camera_wall_get_state (wall->wall, camera, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_FAILED);
  g_test_message ("%s", state.message);
  g_assert_nonnull (strstr (state.message, "rtsp://127.0.0.1:"));
  g_assert_null (strstr (state.message, "secret"));
}

static void
test_replay_killed (void)
{
  StreamServer server;
  WallFixture wall;
  TestCamera cameras[2];

  stream_server_init (&server, 0, NULL);
  init_replay (&wall, cameras, &server);
  seek_exactly (&wall, 3 * SKY_SECOND);
  stream_server_kill (&server);
  sky_camera_wall_seek (wall.wall, EPOCH + 12 * SKY_SECOND);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_FAILED);
  assert_told (&wall, 0);
  /* The other camera plays on. */
  play_for (&wall, 1000, 30);
  g_assert_cmpint (wall_fixture_position (&wall), >, 12 * SKY_SECOND);
  wall_fixture_wait_status (&wall, 1, SKY_CAMERA_SHOWING);
  /* It comes back by itself, at the right frame. */
  stream_server_start (&server);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_SHOWING);
  wall_fixture_settle (&wall);
  seek_exactly (&wall, 8 * SKY_SECOND);
  play_for (&wall, -1000, 20);
  wall_fixture_clear (&wall);
  stream_server_clear (&server);
}

static void
test_replay_hung (void)
{
  StreamServer server;
  WallFixture wall;
  TestCamera cameras[2];

  stream_server_init (&server, 0, NULL);
  init_replay (&wall, cameras, &server);
  seek_exactly (&wall, 3 * SKY_SECOND);
  stream_server_stop (&server);
  sky_camera_wall_seek (wall.wall, EPOCH + 12 * SKY_SECOND);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_FAILED);
  assert_told (&wall, 0);
  play_for (&wall, 1000, 30);
  g_subprocess_send_signal (server.process, SIGCONT);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_SHOWING);
  wall_fixture_settle (&wall);
  wall_fixture_clear (&wall);
  stream_server_clear (&server);
}

/* --- Live ------------------------------------------------------------------------------------- */

/* The picture on screen was made before the instant that it is shown for, and not long before. */
static int
assert_live (WallFixture *wall, guint camera)
{
  SkyCameraState state;
  int carried = wall_fixture_read (wall, camera);

  sky_camera_wall_get_state (wall->wall, camera, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_SHOWING);
  g_assert_true (state.live);
  g_assert_cmpint (carried, >=, 0);
  int behind = (int) ((state.shown / SKY_MILLISECOND - carried) & 0xffffff);
  g_assert_cmpint (behind, >=, 0);
  g_assert_cmpint (behind, <, 60000);
  return carried;
}

/* The data: the camera, and what its picture carried. */
static gboolean
shows_another (WallFixture *wall, gconstpointer data)
{
  const int *before = data;
  int carried = wall_fixture_read (wall, (guint) before[0]);

  return carried >= 0 && carried != before[1];
}

/* Waits until another picture is on screen. */
static int
wait_for_next (WallFixture *wall, guint camera, int before)
{
  const int data[] = { (int) camera, before };

  wall_fixture_wait_until (wall, shows_another, data);
  return assert_live (wall, camera);
}

static void
count_cb (SkyCameraWall *wall, GParamSpec *pspec, guint *count)
{
  (*count)++;
}

static void
test_live (void)
{
  StreamServer server;
  WallFixture wall;
  guint n_live = 0;

  stream_server_init (&server, 0, NULL);
  TestCamera cameras[] = {
    { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 60 } } } },
    { .stream = server.live },
  };
  wall_fixture_init (&wall, cameras, 2);
  g_signal_connect (wall.wall, "notify::live", G_CALLBACK (count_cb), &n_live);
  wall_fixture_settle (&wall);
  g_assert_false (sky_camera_wall_get_live (wall.wall));
  sky_camera_wall_set_live (wall.wall, TRUE);
  g_assert_true (sky_camera_wall_get_playing (wall.wall));
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_GAP);
  wall_fixture_wait_status (&wall, 1, SKY_CAMERA_SHOWING);
  int carried = assert_live (&wall, 1);
  for (guint i = 0; i < 10; i++)
    {
      int next = wait_for_next (&wall, 1, carried);
      g_assert_cmpint ((next - carried) & 0xffffff, <, 0x800000);
      carried = next;
    }
  /* A pause freezes it. */
  sky_camera_wall_pause (wall.wall);
  SkyTime position = wall_fixture_position (&wall);
  wall_fixture_rest (&wall);
  wall_fixture_tick (&wall, TICK);
  g_assert_cmpint (wall_fixture_position (&wall), ==, position);
  carried = assert_live (&wall, 1);
  sky_camera_wall_play (wall.wall);
  wait_for_next (&wall, 1, carried);
  /* Going elsewhere ends it. */
  sky_camera_wall_seek (wall.wall, EPOCH + SKY_SECOND);
  g_assert_false (sky_camera_wall_get_live (wall.wall));
  sky_camera_wall_pause (wall.wall);
  wall_fixture_settle (&wall);
  g_assert_cmpuint (n_live, ==, 2);
  wall_fixture_clear (&wall);
  stream_server_clear (&server);
}

static void
test_live_lost (void)
{
  StreamServer server;
  WallFixture wall;

  stream_server_init (&server, 0, NULL);
  TestCamera camera = { .stream = server.live };
  wall_fixture_init (&wall, &camera, 1);
  sky_camera_wall_set_live (wall.wall, TRUE);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_SHOWING);

  stream_server_kill (&server);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_FAILED);
  assert_told (&wall, 0);
  g_assert_cmpint (wall_fixture_read (&wall, 0), ==, -1);
  stream_server_start (&server);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_SHOWING);
  wait_for_next (&wall, 0, assert_live (&wall, 0));

  stream_server_stop (&server);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_FAILED);
  assert_told (&wall, 0);
  g_subprocess_send_signal (server.process, SIGCONT);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_SHOWING);
  wait_for_next (&wall, 0, assert_live (&wall, 0));

  /* A hidden camera is not connected. */
  sky_camera_wall_set_visible (wall.wall, 0, FALSE);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_HIDDEN);
  sky_camera_wall_set_visible (wall.wall, 0, TRUE);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_SHOWING);
  wall_fixture_clear (&wall);
  stream_server_clear (&server);
}

int
main (int argc, char **argv)
{
  static const char *const domains[] = { "GLib", "GLib-GObject", "GLib-GIO", "Gtk", "Gdk", NULL };

  g_test_init (&argc, &argv, NULL);
  /* GStreamer's client complains of itself when a connection breaks before it was sought, which is
   * nothing that could be done better here; whatever others complain of stays fatal. */
  g_log_set_always_fatal (G_LOG_FATAL_MASK);
  for (guint i = 0; i < G_N_ELEMENTS (domains); i++)
    g_log_set_fatal_mask (domains[i],
                          G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING);
  g_test_add_func ("/streams/replay", test_replay);
  g_test_add_func ("/streams/replay/gap", test_replay_gap);
  g_test_add_func ("/streams/replay/killed", test_replay_killed);
  g_test_add_func ("/streams/replay/hung", test_replay_hung);
  g_test_add_func ("/streams/live", test_live);
  g_test_add_func ("/streams/live/lost", test_live_lost);
  return g_test_run ();
}
