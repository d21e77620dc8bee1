/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-time.h"

#include <string.h>

static SkyTime
time_of (const char *text)
{
  SkyTime time = SKY_TIME_NONE;

  g_assert_true (sky_time_parse (text, (gssize) strlen (text), &time));
  return time;
}

static void
test_parse (void)
{
  g_assert_cmpint (time_of ("1970-01-01T00:00:00Z"), ==, 0);
  g_assert_cmpint (time_of ("1970-01-01T00:00:00.000001Z"), ==, 1);
  g_assert_cmpint (time_of ("1970-01-01T00:00:00.25Z"), ==, 250 * SKY_MILLISECOND);
  g_assert_cmpint (time_of ("1969-12-31T23:59:59.999999Z"), ==, -1);
  g_assert_cmpint (time_of ("2023-11-04T20:15:03.250000Z"), ==,
                   G_GINT64_CONSTANT (1699128903250000));
  g_assert_cmpint (time_of ("2024-02-29T12:00:00Z"), ==, G_GINT64_CONSTANT (1709208000000000));
  /* A leap second is the second that follows. */
  g_assert_cmpint (time_of ("2016-12-31T23:59:60Z"), ==, time_of ("2017-01-01T00:00:00Z"));
}

static void
test_parse_wrong (void)
{
  static const char *const wrong[] = {
    "",
    "2023-11-04",
    "2023-11-04T20:15:03",
    "2023-11-04T20:15:03+00:00",
    "2023-11-04T20:15:03-05:00Z",
    "2023-11-04 20:15:03Z",
    "2023-11-04T20:15:03z",
    "2023-11-04T24:00:00Z",
    "2023-11-04T20:60:00Z",
    "2023-11-04T20:15:61Z",
    "2023-02-29T20:15:03Z",
    "2023-13-01T20:15:03Z",
    "2023-00-01T20:15:03Z",
    "2023-11-00T20:15:03Z",
    "2023-11-04T20:15:03.Z",
    "2023-11-04T20:15:03.1234567Z",
    "2023-11-04T20:15:03,5Z",
    "2023-11-04T20:15:03.2a0Z",
    " 2023-11-04T20:15:03Z",
    "20231104T201503Z00000",
  };
  SkyTime time = 42;

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_test_message ("%s", wrong[i]);
      g_assert_false (sky_time_parse (wrong[i], (gssize) strlen (wrong[i]), &time));
    }
  g_assert_cmpint (time, ==, 42);
}

static void
test_round_trip (void)
{
  char text[SKY_TIME_TEXT_SIZE], day_text[SKY_DAY_TEXT_SIZE];

  g_assert_cmpstr (sky_time_format (time_of ("2023-11-04T20:15:03.25Z"), text), ==,
                   "2023-11-04T20:15:03.250000Z");
  g_assert_cmpstr (sky_time_format (-1, text), ==, "1969-12-31T23:59:59.999999Z");

  /* Every day of four centuries, which is as long as the calendar's pattern is. */
  for (SkyDay day = sky_day_from_ymd (1800, 1, 1); day <= sky_day_from_ymd (2200, 12, 31); day++)
    {
      SkyDay again;

      sky_day_format (day, day_text);
      g_assert_true (sky_day_parse (day_text, (gssize) strlen (day_text), &again));
      g_assert_cmpint (again, ==, day);
    }
}

static void
test_day (void)
{
  SkyDay day = SKY_DAY_NONE;

  g_assert_true (sky_day_parse ("1970-01-01", 10, &day));
  g_assert_cmpint (day, ==, 0);
  g_assert_false (sky_day_parse ("1970-1-01", 9, &day));
  g_assert_false (sky_day_parse ("1970/01/01", 10, &day));
  g_assert_false (sky_day_parse ("1900-02-29", 10, &day));
  g_assert_true (sky_day_parse ("2000-02-29", 10, &day));

  g_assert_cmpint (sky_day_of_time (0), ==, 0);
  g_assert_cmpint (sky_day_of_time (-1), ==, -1);
  g_assert_cmpint (sky_day_of_time (24 * SKY_HOUR - 1), ==, 0);
  g_assert_cmpint (sky_day_of_time (24 * SKY_HOUR), ==, 1);
}

static void
test_add_month (void)
{
  static const struct
  {
    const char *from;
    const char *to;
  } cases[] = {
    { "2023-11-04T20:15:03.250000Z", "2023-12-04T20:15:03.250000Z" },
    { "2023-12-31T23:59:59.000000Z", "2024-01-31T23:59:59.000000Z" },
    { "2024-01-31T06:00:00.000000Z", "2024-02-29T06:00:00.000000Z" },
    { "2023-01-29T06:00:00.000000Z", "2023-02-28T06:00:00.000000Z" },
    { "2023-05-31T06:00:00.000000Z", "2023-06-30T06:00:00.000000Z" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char text[SKY_TIME_TEXT_SIZE];

      sky_time_format (sky_time_add_month (time_of (cases[i].from)), text);
      g_assert_cmpstr (text, ==, cases[i].to);
    }
}

static void
test_span (void)
{
  static const struct
  {
    SkyTime span;
    const char *text;
  } cases[] = {
    { 0, "0 ms" },
    { 1, "0.001 ms" },
    { 250 * SKY_MILLISECOND, "250 ms" },
    { SKY_SECOND, "1 s" },
    { SKY_SECOND + 500 * SKY_MILLISECOND, "1.5 s" },
    { 28 * SKY_SECOND, "28 s" },
    { SKY_MINUTE, "1 min" },
    { 2 * SKY_MINUTE + 5 * SKY_SECOND + 20 * SKY_MILLISECOND, "2 min 5.02 s" },
    { 3 * SKY_HOUR, "3 h" },
    { 27 * SKY_HOUR + 20 * SKY_MINUTE, "27 h 20 min" },
    { SKY_HOUR + 7 * SKY_SECOND, "1 h 7 s" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = sky_span_format (cases[i].span);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/time/parse", test_parse);
  g_test_add_func ("/time/parse-wrong", test_parse_wrong);
  g_test_add_func ("/time/round-trip", test_round_trip);
  g_test_add_func ("/time/day", test_day);
  g_test_add_func ("/time/add-month", test_add_month);

  g_test_add_func ("/time/span", test_span);
  return g_test_run ();
}
