/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-clock-text.h"

static SkyTime
instant (const char *text)
{
  SkyTime time;

  g_assert_true (sky_time_parse (text, strlen (text), &time));
  return time;
}

static void
test_utc (void)
{
  g_autofree char *plain = sky_clock_text (instant ("2016-09-03T20:15:01.200000Z"), NULL);
  g_autofree char *full = sky_clock_text_full (instant ("2016-09-03T20:15:01.200999Z"), NULL);
  g_autofree char *early = sky_clock_text_full (instant ("1969-12-31T23:59:59.250000Z"), NULL);
  g_autofree char *second = sky_clock_text_second (instant ("2016-09-03T20:15:01.200Z"), NULL);
  g_autofree char *deed = sky_clock_text_deed (instant ("2016-09-03T20:15:01.200Z"), NULL);
  g_autofree char *both = sky_clock_text_both (instant ("2016-09-03T20:15:01.200Z"), NULL);

  g_assert_cmpstr (plain, ==, "20:15:01.200");
  g_assert_cmpstr (full, ==, "2016-09-03 20:15:01.200");
  g_assert_cmpstr (early, ==, "1969-12-31 23:59:59.250");
  g_assert_cmpstr (second, ==, "2016-09-03 20:15:01");
  g_assert_cmpstr (deed, ==, "2016-09-03 20:15:01 UTC");
  g_assert_cmpstr (both, ==, "2016-09-03 20:15:01.200 UTC");
}

static void
test_local (void)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier ("America/New_York");
  g_autofree char *summer = sky_clock_text (instant ("2016-09-03T20:15:01.200000Z"), zone);
  g_autofree char *winter = sky_clock_text_deed (instant ("2016-12-03T20:15:01.200000Z"), zone);
  g_autofree char *night = sky_clock_text_second (instant ("2016-09-04T02:15:01.200000Z"), zone);
  g_autofree char *both = sky_clock_text_both (instant ("2016-09-04T02:15:01.200000Z"), zone);
  g_autofree char *name = sky_clock_text_zone (instant ("2016-09-03T20:15:01.200000Z"), zone);

  g_assert_cmpstr (summer, ==, "16:15:01.200");
  g_assert_cmpstr (winter, ==, "2016-12-03 15:15:01 EST");
  g_assert_cmpstr (night, ==, "2016-09-03 22:15:01");
  g_assert_cmpstr (both, ==, "2016-09-03 22:15:01.200 EDT\n2016-09-04 02:15:01.200 UTC");
  g_assert_cmpstr (name, ==, "EDT");
}

static void
test_ticks (void)
{
  SkyTime at = instant ("2016-09-03T20:15:30.250000Z");
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier ("America/New_York");
  g_autofree char *minutes = sky_clock_text_tick (at, SKY_MINUTE, zone);
  g_autofree char *seconds = sky_clock_text_tick (at, 10 * SKY_SECOND, NULL);
  g_autofree char *parts = sky_clock_text_tick (at, 50 * SKY_MILLISECOND, zone);

  g_assert_cmpstr (minutes, ==, "16:15");
  g_assert_cmpstr (seconds, ==, "20:15:30");
  g_assert_cmpstr (parts, ==, "16:15:30.25");
}

static void
test_typed (void)
{
  static const struct
  {
    const char *text;
    const char *at; /* NULL: it is none */
  } typed[] = {
    { "16", "2016-09-03T20:00:00.000000Z" },
    { " 16:15 ", "2016-09-03T20:15:00.000000Z" },
    { "16:15:03", "2016-09-03T20:15:03.000000Z" },
    { "16:15:03.25", "2016-09-03T20:15:03.250000Z" },
    { "16:15:03.123456", "2016-09-03T20:15:03.123456Z" },
    { "20:15 UTC", "2016-09-03T20:15:00.000000Z" },
    { "20:15z", "2016-09-03T20:15:00.000000Z" },
    { "16:15 EDT", "2016-09-03T20:15:00.000000Z" },
    { "16:15:30 edt", "2016-09-03T20:15:30.000000Z" },
    /* The night's own midnight, not the one before. */
    { "0:30", "2016-09-04T04:30:00.000000Z" },
    { "23:00", "2016-09-04T03:00:00.000000Z" },
    { "2016-12-03 16:15", "2016-12-03T21:15:00.000000Z" },
    { "2016-12-03 16:15 UTC", "2016-12-03T16:15:00.000000Z" },
    { "", NULL },
    { "24:00", NULL },
    { "20:60", NULL },
    { "20:15:", NULL },
    { "20:15:03.", NULL },
    { "20:15 PST", NULL },
    { "2016-13-03 20:15", NULL },
    { "noon", NULL },
    { "20:15:03.25 UTC and more", NULL },
  };
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier ("America/New_York");
  SkyTime near = instant ("2016-09-03T22:00:00.000000Z");
  SkyTime at;

  for (guint i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      g_test_message ("%s", typed[i].text);
      g_assert_cmpint (sky_clock_text_parse (typed[i].text, near, zone, &at), ==,
                       typed[i].at != NULL);
      if (typed[i].at != NULL)
        g_assert_cmpint (at, ==, instant (typed[i].at));
    }
  g_assert_false (sky_clock_text_parse ("16:15 EDT", near, NULL, &at));
  g_assert_true (sky_clock_text_parse ("16:15", near, NULL, &at));
  g_assert_cmpint (at, ==, instant ("2016-09-03T16:15:00.000000Z"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock-text/utc", test_utc);
  g_test_add_func ("/clock-text/local", test_local);
  g_test_add_func ("/clock-text/ticks", test_ticks);
  g_test_add_func ("/clock-text/typed", test_typed);
  return g_test_run ();
}
