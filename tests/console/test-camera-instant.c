/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A camera's tile tells the instant of the very picture that it shows, after every jump. */
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
      g_autofree char *text = sky_clock_text_utc (shown);
      g_assert_cmpint (ABS (shown - EPOCH - jumps[i] * SKY_MILLISECOND), <, 40 * SKY_MILLISECOND);
      g_assert_cmpstr (sky_camera_tile_get_instant (tile), ==, text);
    }
  fixture_finalize (tile);
  wall_fixture_clear (&wall);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  adw_init ();
  gst_init (NULL, NULL);
  g_test_add_func ("/camera-tile/instant", test_instant);
  return g_test_run ();
}
