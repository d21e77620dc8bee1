/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-camera.h"

static void
assert_coverage (SkyCamera *camera, guint index, SkyTime from, SkyTime until, guint segment)
{
  g_assert_cmpuint (index, <, sky_camera_get_n_coverages (camera));
  const SkyCoverage *coverage = sky_camera_get_coverage (camera, index);
  g_assert_cmpint (coverage->from, ==, from);
  g_assert_cmpint (coverage->until, ==, until);
  g_assert_cmpuint (coverage->segment, ==, segment);
}

static void
test_description (void)
{
  SkyClockMap clock = sky_clock_map_from_offset (-120 * SKY_MILLISECOND);
  g_autoptr (SkyCamera) camera = sky_camera_new ("CR-01-A", NULL, &clock);

  g_assert_cmpuint (sky_camera_add_segment (camera, "one.mkv", 1000000, 2000000), ==, 0);
  g_assert_cmpuint (sky_camera_add_segment (camera, "two.mkv", 2000000, 3000000), ==, 1);
  g_assert_cmpstr (sky_camera_get_name (camera), ==, "CR-01-A");
  g_assert_cmpstr (sky_camera_get_label (camera), ==, "CR-01-A");
  g_assert_cmpuint (sky_camera_get_n_segments (camera), ==, 2);
  g_assert_cmpstr (sky_camera_get_segment (camera, 1)->path, ==, "two.mkv");
  g_assert_cmpint (sky_camera_get_segment (camera, 1)->start, ==, 2000000);
  g_assert_cmpint (sky_camera_to_log_time (camera, 1000000), ==, 880000);
  g_assert_cmpint (sky_camera_to_camera_time (camera, 880000), ==, 1000000);
  /* On the log's clock. */
  assert_coverage (camera, 0, 880000, 1880000, 0);
  assert_coverage (camera, 1, 1880000, 2880000, 1);

  g_autoptr (SkyCamera) labelled = sky_camera_new ("CR-01-B", "End right", NULL);
  g_assert_cmpstr (sky_camera_get_label (labelled), ==, "End right");
}

static void
test_edges (void)
{
  g_autoptr (SkyCamera) camera = sky_camera_new ("A", NULL, NULL);
  sky_camera_add_segment (camera, "one", 100, 200);
  sky_camera_add_segment (camera, "two", 300, 400);

  /* A recording's start is in it, its end is not. */
  g_assert_cmpint (sky_camera_find_coverage (camera, 99), ==, -1);
  g_assert_cmpint (sky_camera_find_coverage (camera, 100), ==, 0);
  g_assert_cmpint (sky_camera_find_coverage (camera, 199), ==, 0);
  g_assert_cmpint (sky_camera_find_coverage (camera, 200), ==, -1);
  g_assert_cmpint (sky_camera_find_coverage (camera, 299), ==, -1);
  g_assert_cmpint (sky_camera_find_coverage (camera, 300), ==, 1);
  g_assert_cmpint (sky_camera_find_coverage (camera, 400), ==, -1);

  SkyTime since, until;
  g_assert_true (sky_camera_find_gap (camera, 50, &since, &until));
  g_assert_cmpint (since, ==, SKY_TIME_NONE);
  g_assert_cmpint (until, ==, 100);
  g_assert_false (sky_camera_find_gap (camera, 150, &since, &until));
  g_assert_true (sky_camera_find_gap (camera, 200, &since, &until));
  g_assert_cmpint (since, ==, 200);
  g_assert_cmpint (until, ==, 300);
  g_assert_true (sky_camera_find_gap (camera, 400, &since, &until));
  g_assert_cmpint (since, ==, 400);
  g_assert_cmpint (until, ==, SKY_TIME_NONE);
}

static void
test_nothing (void)
{
  g_autoptr (SkyCamera) camera = sky_camera_new ("A", NULL, NULL);
  SkyTime since, until;

  g_assert_cmpint (sky_camera_find_coverage (camera, 0), ==, -1);
  g_assert_true (sky_camera_find_gap (camera, 0, &since, &until));
  g_assert_cmpint (since, ==, SKY_TIME_NONE);
  g_assert_cmpint (until, ==, SKY_TIME_NONE);
  /* A recording that ends before it starts covers nothing. */
  sky_camera_add_segment (camera, "backwards", 200, 100);
  sky_camera_add_segment (camera, "empty", 200, 200);
  g_assert_cmpuint (sky_camera_get_n_segments (camera), ==, 2);
  g_assert_cmpuint (sky_camera_get_n_coverages (camera), ==, 0);
}

static void
test_overlap (void)
{
  g_autoptr (SkyCamera) camera = sky_camera_new ("A", NULL, NULL);
  sky_camera_add_segment (camera, "long", 100, 1000);
  sky_camera_add_segment (camera, "short", 300, 400);
  sky_camera_add_segment (camera, "twin", 300, 350);

  /* The later one is shown while it lasts, then the earlier one again. */
  g_assert_cmpuint (sky_camera_get_n_coverages (camera), ==, 4);
  assert_coverage (camera, 0, 100, 300, 0);
  assert_coverage (camera, 1, 300, 350, 2);
  assert_coverage (camera, 2, 350, 400, 1);
  assert_coverage (camera, 3, 400, 1000, 0);

  g_assert_cmpuint (sky_camera_get_n_overlaps (camera), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const SkyOverlap *overlap = sky_camera_get_overlap (camera, i);
      g_assert_cmpuint (overlap->shown, >, overlap->hidden);
      g_assert_cmpint (overlap->from, ==, 300);
      g_assert_cmpint (overlap->until, ==, overlap->shown == 2 ? 350 : 400);
    }
}

/* The stretch at each instant is that of the recording which starts last of those that cover it. */
static void
test_any_order (void)
{
  for (guint round = 0; round < 500; round++)
    {
      SkyClockMap clock = sky_clock_map_from_offset (7);
      g_autoptr (SkyCamera) camera = sky_camera_new ("A", NULL, &clock);
      guint n = (guint) g_test_rand_int_range (1, 9);
      for (guint i = 0; i < n; i++)
        {
          SkyTime start = g_test_rand_int_range (0, 40);
          sky_camera_add_segment (camera, "x", start, start + g_test_rand_int_range (0, 25));
        }
      for (SkyTime time = 0; time < 80; time++)
        {
          int expected = -1;
          for (guint i = 0; i < n; i++)
            {
              const SkyCameraSegment *segment = sky_camera_get_segment (camera, i);
              gboolean covers = segment->start + 7 <= time && time < segment->end + 7;
              if (covers
                  && (expected < 0
                      || segment->start
                             >= sky_camera_get_segment (camera, (guint) expected)->start))
                expected = (int) i;
            }
          int found = sky_camera_find_coverage (camera, time);
          g_assert_cmpint (found < 0, ==, expected < 0);
          if (found >= 0)
            g_assert_cmpint ((int) sky_camera_get_coverage (camera, (guint) found)->segment, ==,
                             expected);
        }
      for (guint i = 1; i < sky_camera_get_n_coverages (camera); i++)
        g_assert_cmpint (sky_camera_get_coverage (camera, i - 1)->until, <=,
                         sky_camera_get_coverage (camera, i)->from);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/camera/description", test_description);
  g_test_add_func ("/camera/edges", test_edges);
  g_test_add_func ("/camera/nothing", test_nothing);
  g_test_add_func ("/camera/overlap", test_overlap);
  g_test_add_func ("/camera/any-order", test_any_order);
  return g_test_run ();
}
