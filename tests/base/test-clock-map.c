/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-clock-map.h"

#define EPOCH (G_GINT64_CONSTANT (1700000000) * SKY_SECOND)

static void
test_offset (void)
{
  SkyClockMap map = sky_clock_map_from_offset (-120 * SKY_MILLISECOND);

  g_assert_cmpint (sky_clock_map_to_log (&map, EPOCH), ==, EPOCH - 120000);
  g_assert_cmpint (sky_clock_map_to_camera (&map, EPOCH - 120000), ==, EPOCH);
  g_assert_cmpint (sky_clock_map_get_drift (&map), ==, 0);
}

/* A camera that loses 18 milliseconds an hour and was two seconds behind to begin with. */
static void
test_drift (void)
{
  const SkyClockSync first = { EPOCH, EPOCH + 2 * SKY_SECOND };
  const SkyClockSync second = { EPOCH + 10 * SKY_HOUR,
                                EPOCH + 10 * SKY_HOUR + 2 * SKY_SECOND + 180 * SKY_MILLISECOND };
  SkyClockMap map;

  g_assert_true (sky_clock_map_from_syncs (&map, &second, &first));
  g_assert_cmpint (sky_clock_map_get_drift (&map), ==, 5000);
  g_assert_cmpint (sky_clock_map_to_log (&map, first.camera), ==, first.log);
  g_assert_cmpint (sky_clock_map_to_log (&map, second.camera), ==, second.log);
  g_assert_cmpint (sky_clock_map_to_camera (&map, second.log), ==, second.camera);
  /* Between the two, before and behind them. */
  g_assert_cmpint (sky_clock_map_to_log (&map, EPOCH + SKY_HOUR), ==,
                   EPOCH + SKY_HOUR + 2018 * SKY_MILLISECOND);
  g_assert_cmpint (sky_clock_map_to_log (&map, EPOCH - SKY_HOUR), ==,
                   EPOCH - SKY_HOUR + 1982 * SKY_MILLISECOND);
  g_assert_cmpint (sky_clock_map_to_log (&map, EPOCH + 20 * SKY_HOUR), ==,
                   EPOCH + 20 * SKY_HOUR + 2360 * SKY_MILLISECOND);
}

static void
test_there_and_back (void)
{
  const SkyClockSync first = { EPOCH, EPOCH - 7 };
  const SkyClockSync second = { EPOCH + SKY_HOUR, EPOCH + SKY_HOUR + 35 * SKY_SECOND - 5 };
  SkyClockMap map;
  SkyTime before = G_MININT64;

  g_assert_true (sky_clock_map_from_syncs (&map, &first, &second));
  for (guint i = 0; i < 1000; i++)
    {
      SkyTime camera = EPOCH + g_test_rand_int_range (-G_MAXINT32, G_MAXINT32);
      SkyTime log = sky_clock_map_to_log (&map, camera);

      g_assert_cmpint (ABS (sky_clock_map_to_camera (&map, log) - camera), <=, 1);
    }
  /* Order is kept. */
  for (SkyTime camera = EPOCH - 50; camera < EPOCH + 50; camera++)
    {
      g_assert_cmpint (sky_clock_map_to_log (&map, camera), >=, before);
      before = sky_clock_map_to_log (&map, camera);
    }
}

static void
test_refused (void)
{
  const SkyClockSync good = { EPOCH, EPOCH };
  const SkyClockSync bad[] = {
    { EPOCH, EPOCH },                                   /* the same instant */
    { EPOCH, EPOCH + 1 },                               /* one instant that is two */
    { EPOCH + SKY_SECOND, EPOCH - SKY_SECOND },         /* backwards */
    { EPOCH + SKY_SECOND, EPOCH + SKY_SECOND + 10001 }, /* more than one part in a hundred */
    { G_MAXINT64, G_MAXINT64 - SKY_HOUR },              /* fits, but drifts nowhere near */
  };
  SkyClockMap map = sky_clock_map_from_offset (5);

  for (guint i = 0; i < G_N_ELEMENTS (bad) - 1; i++)
    g_assert_false (sky_clock_map_from_syncs (&map, &good, &bad[i]));
  g_assert_false (sky_clock_map_from_syncs (&map, &(SkyClockSync){ -10, -10 }, &bad[4]));
  g_assert_cmpint (sky_clock_map_to_log (&map, 0), ==, 5);
  g_assert_true (sky_clock_map_from_syncs (
      &map, &good, &(SkyClockSync){ EPOCH + SKY_SECOND, EPOCH + SKY_SECOND + 10000 }));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock-map/offset", test_offset);
  g_test_add_func ("/clock-map/drift", test_drift);
  g_test_add_func ("/clock-map/there-and-back", test_there_and_back);
  g_test_add_func ("/clock-map/refused", test_refused);
  return g_test_run ();
}
