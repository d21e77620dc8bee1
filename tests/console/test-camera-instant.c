/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A camera's tile tells the instant of the very picture that it shows, after every jump, and what
 * it waits for where a picture takes long. */
#include "config.h"

#include <adwaita.h>

#include "fixture.h"
#include "sky-camera-tile.h"
#include "sky-clock-text.h"
#include "wall-fixture.h"

static void
test_instant (void)
{
  static const int jumps[] = { 2500, 700, 4900, 0, 3333 }; /* milliseconds */
  WallFixture wall;
  TestCamera camera = { .n_recordings = 1, .recordings = { { .footage = { .n_frames = 150 } } } };

  wall_fixture_init (&wall, &camera, 1);
  wall_fixture_settle (&wall);
  SkyCameraTile *tile = g_object_ref_sink (SKY_CAMERA_TILE (sky_camera_tile_new (wall.wall, 0)));
  for (guint i = 0; i < G_N_ELEMENTS (jumps); i++)
    {
      sky_camera_wall_seek (wall.wall, EPOCH + jumps[i] * SKY_MILLISECOND);
      wall_fixture_settle (&wall);

      SkyTime shown = sky_frame_paintable_get_shown (sky_camera_wall_get_paintable (wall.wall, 0));
      g_autofree char *text = sky_clock_text (shown, NULL);
      g_assert_cmpint (ABS (shown - EPOCH - jumps[i] * SKY_MILLISECOND), <, 40 * SKY_MILLISECOND);
      g_assert_cmpstr (sky_camera_tile_get_instant (tile), ==, text);
    }
  fixture_finalize (tile);
  wall_fixture_clear (&wall);
}

/* Turns the main loop and the frame clock, a quarter of a second each time, until @done says TRUE.
 * Returns: FALSE when the wall came to rest before. */
static gboolean
turn_until (WallFixture *wall, SkyCameraTile *tile, gboolean (*done) (SkyCameraTile *tile))
{
  while (!done (tile))
    {
      if (sky_camera_wall_is_at_rest (wall->wall))
        return FALSE;
      g_usleep (2000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
      wall_fixture_tick (wall, SKY_SECOND / 4);
    }
  return TRUE;
}

static gboolean
tells_decoding (SkyCameraTile *tile)
{
  return strstr (sky_camera_tile_get_notice (tile), "DECODING") != NULL
         || strstr (sky_camera_tile_get_kind (tile), "DECODING") != NULL;
}

/* The key frame before is on screen, and is not taken for the picture wanted. */
static gboolean
shows_key_frame (SkyCameraTile *tile)
{
  g_autofree char *start = sky_clock_text (EPOCH, NULL);

  if (strcmp (sky_camera_tile_get_kind (tile), "KEY FRAME, DECODING …") != 0)
    return FALSE;
  g_assert_cmpstr (sky_camera_tile_get_instant (tile), ==, start);
  g_assert_cmpstr (sky_camera_tile_get_notice (tile), ==, "");
  return TRUE;
}

/* A recording is opened far behind its key frame, as when a finding lies there: its tile is never
 * black without a word, and shows the key frame before as soon as that is there. */
static void
test_heavy (void)
{
  WallFixture wall;
  gboolean told = FALSE;
  gboolean shown = FALSE;
  TestCamera camera = { .n_recordings = 1,
                        .recordings = { { .footage = { .width = 1280,
                                                       .height = 720,
                                                       .fps_n = 25,
                                                       .fps_d = 1,
                                                       .n_frames = 250,
                                                       .group = 250 } } } };

  wall_fixture_write (&camera.recordings[0]);
  for (guint i = 0; i < 5 && !(told && shown); i++)
    {
      wall_fixture_init (&wall, &camera, 1);
      SkyCameraTile *tile =
          g_object_ref_sink (SKY_CAMERA_TILE (sky_camera_tile_new (wall.wall, 0)));
      sky_camera_wall_seek (wall.wall, EPOCH + 9900 * SKY_MILLISECOND);
      wall_fixture_tick (&wall, 0);
      told = turn_until (&wall, tile, tells_decoding);
      shown = told && turn_until (&wall, tile, shows_key_frame);
      wall_fixture_settle (&wall);
      g_assert_cmpint (wall_fixture_read (&wall, 0), ==, 9880);
      g_assert_false (tells_decoding (tile));
      fixture_finalize (tile);
      g_clear_object (&wall.wall);
    }
  g_free (camera.recordings[0].path);
  g_assert_true (told);
  g_assert_true (shown);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  adw_init ();
  gst_init (NULL, NULL);
  g_test_add_func ("/camera-tile/instant", test_instant);
  g_test_add_func ("/camera-tile/heavy", test_heavy);
  return fixture_run_tests ();
}
