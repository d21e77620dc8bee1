/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-time-axis.h"

#define START G_GINT64_CONSTANT (1472932800000000)

static void
test_there_and_back (void)
{
  const SkyTimeAxis axes[] = {
    { START, START + 24 * SKY_HOUR, 1171 },
    { START, START + 200 * SKY_MILLISECOND, 640 },
    { START, START + SKY_MINUTE, 1 },
    { -SKY_HOUR, SKY_HOUR, 333 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    {
      for (int x = -axes[i].width; x < 2 * axes[i].width; x++)
        g_assert_cmpint (sky_time_axis_to_x (&axes[i], sky_time_axis_to_time (&axes[i], x)), ==, x);
      g_assert_cmpint (sky_time_axis_to_x (&axes[i], axes[i].from), ==, 0);
      g_assert_cmpint (sky_time_axis_to_x (&axes[i], axes[i].until), ==, axes[i].width);
      g_assert_cmpint (sky_time_axis_to_x (&axes[i], axes[i].from - 1), ==, -1);
    }
}

static void
test_far_away (void)
{
  const SkyTimeAxis axis = { START, START + SKY_SECOND, 1000 };

  g_assert_cmpint (sky_time_axis_to_x (&axis, G_MININT64 / 4), <, -1000);
  g_assert_cmpint (sky_time_axis_to_x (&axis, G_MAXINT64 / 4), >, 2000);
}

static void
test_zoom (void)
{
  SkyTimeAxis axis = { START, START + SKY_HOUR, 1000 };

  for (int x = 0; x <= 1000; x += 250)
    {
      SkyTime kept = sky_time_axis_to_time (&axis, x);
      SkyTimeAxis near = sky_time_axis_zoom (&axis, x, 50);
      g_assert_cmpint (near.until - near.from, ==, SKY_HOUR / 2);
      g_assert_cmpint (ABS (sky_time_axis_to_x (&near, kept) - x), <=, 1);
    }

  for (int i = 0; i < 100; i++)
    axis = sky_time_axis_zoom (&axis, 300, 80);
  g_assert_cmpint (axis.until - axis.from, ==, SKY_TIME_AXIS_MIN_SPAN);
  for (int i = 0; i < 200; i++)
    axis = sky_time_axis_zoom (&axis, 300, 125);
  g_assert_cmpint (axis.until - axis.from, ==, SKY_TIME_AXIS_MAX_SPAN);
}

static void
test_pan_and_show (void)
{
  const SkyTimeAxis axis = { START, START + 1000 * SKY_SECOND, 1000 };
  SkyTimeAxis moved = sky_time_axis_pan (&axis, 10);

  g_assert_cmpint (moved.from, ==, START + 10 * SKY_SECOND);
  g_assert_cmpint (moved.until - moved.from, ==, 1000 * SKY_SECOND);

  moved = sky_time_axis_show (&axis, START + 500 * SKY_SECOND);
  g_assert_cmpint (moved.from, ==, axis.from);
  moved = sky_time_axis_show (&axis, START - SKY_HOUR);
  g_assert_cmpint (sky_time_axis_to_x (&moved, START - SKY_HOUR), ==, 100);
  moved = sky_time_axis_show (&axis, START + SKY_HOUR);
  g_assert_cmpint (sky_time_axis_to_x (&moved, START + SKY_HOUR), ==, 900);
}

static void
test_ticks (void)
{
  for (SkyTime span = SKY_TIME_AXIS_MIN_SPAN; span <= SKY_TIME_AXIS_MAX_SPAN; span *= 2)
    {
      const SkyTimeAxis axis = { START, START + span, 800 };
      SkyTime tick = sky_time_axis_tick (&axis, 80);
      g_assert_cmpint (tick * 800 / span, >=, 80);
      g_assert_cmpint (24 * SKY_HOUR % tick, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-axis/there-and-back", test_there_and_back);
  g_test_add_func ("/time-axis/far-away", test_far_away);
  g_test_add_func ("/time-axis/zoom", test_zoom);
  g_test_add_func ("/time-axis/pan-and-show", test_pan_and_show);
  g_test_add_func ("/time-axis/ticks", test_ticks);
  return g_test_run ();
}
