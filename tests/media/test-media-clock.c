/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-media-clock.h"

static void
test_rates (void)
{
  static const int rates[] = { 125, 500, 1000, 4000, 16000, -125, -1000, -4000 };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      SkyMediaClock clock;
      sky_media_clock_init (&clock, 5000000);
      sky_media_clock_set_rate (&clock, rates[i], 5000000);
      sky_media_clock_set_running (&clock, TRUE, 5000000);
      /* The first reading is where it starts, whenever that is. */
      g_assert_cmpint (sky_media_clock_read (&clock, 77000), ==, 5000000);
      g_assert_cmpint (sky_media_clock_read (&clock, 1077000), ==,
                       5000000 + (SkyTime) rates[i] * 1000);
      /* A day later, to the microsecond. */
      g_assert_cmpint (sky_media_clock_read (&clock, 77000 + 24 * SKY_HOUR), ==,
                       5000000 + 24 * SKY_HOUR / 1000 * rates[i]);
    }
}

static void
test_pause (void)
{
  SkyMediaClock clock;
  sky_media_clock_init (&clock, 100);

  g_assert_cmpint (sky_media_clock_read (&clock, 0), ==, 100);
  g_assert_cmpint (sky_media_clock_read (&clock, SKY_HOUR), ==, 100);
  sky_media_clock_set_running (&clock, TRUE, 100);
  g_assert_cmpint (sky_media_clock_read (&clock, 2 * SKY_HOUR), ==, 100);
  g_assert_cmpint (sky_media_clock_read (&clock, 2 * SKY_HOUR + 50), ==, 150);
  sky_media_clock_set_running (&clock, FALSE, 150);
  g_assert_cmpint (sky_media_clock_read (&clock, 3 * SKY_HOUR), ==, 150);
}

static void
test_hold (void)
{
  SkyMediaClock clock;
  sky_media_clock_init (&clock, 0);
  sky_media_clock_set_running (&clock, TRUE, 0);
  sky_media_clock_read (&clock, 0);
  g_assert_cmpint (sky_media_clock_read (&clock, 1000), ==, 1000);
  /* Held at 400 until 3000: time lost is not caught up. */
  sky_media_clock_set_position (&clock, 400, 3000);
  g_assert_cmpint (sky_media_clock_read (&clock, 3000), ==, 400);
  g_assert_cmpint (sky_media_clock_read (&clock, 3500), ==, 900);
  /* A tick handed over twice, or late, does not move backwards. */
  g_assert_cmpint (sky_media_clock_read (&clock, 2900), ==, 400);
}

static void
test_rate_change_keeps_position (void)
{
  SkyMediaClock clock;
  sky_media_clock_init (&clock, 0);
  sky_media_clock_set_running (&clock, TRUE, 0);
  sky_media_clock_read (&clock, 10);
  SkyTime position = sky_media_clock_read (&clock, 1010);
  sky_media_clock_set_rate (&clock, -2000, position);
  g_assert_cmpint (sky_media_clock_read (&clock, 1020), ==, 1000);
  g_assert_cmpint (sky_media_clock_read (&clock, 1120), ==, 800);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/media-clock/rates", test_rates);
  g_test_add_func ("/media-clock/pause", test_pause);
  g_test_add_func ("/media-clock/hold", test_hold);
  g_test_add_func ("/media-clock/rate-change", test_rate_change_keeps_position);
  return g_test_run ();
}
