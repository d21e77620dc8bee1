/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-map-time.h"

#include <string.h>

typedef struct
{
  SkyMapTimeFormat format;
  const char *pattern;
  const char *zone;
  const char *text;
  const char *expected; /* with "!" in front, why it cannot be told */
  SkyMapAmbiguous ambiguous;
  gboolean midnight;
} Case;

#define STRPTIME SKY_MAP_TIME_STRPTIME
#define PLAIN    "%Y-%m-%d %H:%M:%S"

static const Case cases[] = {
  { STRPTIME, PLAIN, "UTC", "2023-11-04 20:15:03", "2023-11-04T20:15:03.000000Z" },
  { STRPTIME, PLAIN ".%f", "+04:00", "2025-09-16 06:44:46.581", "2025-09-16T02:44:46.581000Z" },
  { STRPTIME, PLAIN ".%f", "Indian/Mauritius", "2025-09-16 06:44:46.581",
    "2025-09-16T02:44:46.581000Z" },
  { STRPTIME, PLAIN, "America/New_York", "2023-07-04 12:00:00", "2023-07-04T16:00:00.000000Z" },
  { STRPTIME, PLAIN, "America/New_York", "2023-01-04 12:00:00", "2023-01-04T17:00:00.000000Z" },
  { STRPTIME, PLAIN, "America/New_York", "2023-03-12 02:30:00",
    "!“2023-03-12 02:30:00” is a time that a change of the clocks left out" },
  { STRPTIME, PLAIN, "America/New_York", "2023-03-12 03:00:00", "2023-03-12T07:00:00.000000Z" },
  { STRPTIME, PLAIN, "America/New_York", "2023-11-05 01:30:00",
    "!“2023-11-05 01:30:00” is a time that a change of the clocks made twice" },
  { STRPTIME, PLAIN, "America/New_York", "2023-11-05 01:30:00", "2023-11-05T05:30:00.000000Z",
    SKY_MAP_AMBIGUOUS_EARLIER },
  { STRPTIME, PLAIN, "America/New_York", "2023-11-05 01:30:00", "2023-11-05T06:30:00.000000Z",
    SKY_MAP_AMBIGUOUS_LATER },
  { STRPTIME, "%m/%d/%Y, %H:%M:%S", "Asia/Jakarta", "9/4/2024, 24:03:28",
    "!“9/4/2024, 24:03:28” has an hour 24, and “hour24” does not say what is meant" },
  { STRPTIME, "%m/%d/%Y, %H:%M:%S", "Asia/Jakarta", "9/4/2024, 24:03:28",
    "2024-09-03T17:03:28.000000Z", SKY_MAP_AMBIGUOUS_REFUSE, TRUE },
  { STRPTIME, "%d %b %Y %I:%M %p", "UTC", "4 Nov 2023 12:05 am", "2023-11-04T00:05:00.000000Z" },
  { STRPTIME, "%d %B %Y %I:%M %p", "UTC", "4 november 2023 12:05 PM",
    "2023-11-04T12:05:00.000000Z" },
  { STRPTIME, "%e.%m.%y %H:%M:%S %z", "UTC", " 4.11.23 20:15:03 -0500",
    "2023-11-05T01:15:03.000000Z" },
  { STRPTIME, "%s", "UTC", "1699128903", "2023-11-04T20:15:03.000000Z" },
  { STRPTIME, PLAIN, "UTC", "2023-02-29 00:00:00", "!“2023-02-29 00:00:00” is no date" },
  { STRPTIME, PLAIN, "UTC", "2023-11-04 20:15",
    "!“2023-11-04 20:15” is no time of the mapping's format" },
  { STRPTIME, PLAIN, "UTC", "2023-11-04 20:15:03x",
    "!“2023-11-04 20:15:03x” is no time of the mapping's format" },
  { STRPTIME, PLAIN, "UTC", "2023-13-04 20:15:03",
    "!“2023-13-04 20:15:03” is no time of the mapping's format" },
  { SKY_MAP_TIME_UNIX, NULL, "UTC", "1699128903.25", "2023-11-04T20:15:03.250000Z" },
  { SKY_MAP_TIME_UNIX, NULL, "UTC", "-1", "!“-1” is no time since 1970" },
  { SKY_MAP_TIME_UNIX_MS, NULL, "UTC", "1699128903250", "2023-11-04T20:15:03.250000Z" },
  { SKY_MAP_TIME_UNIX_MS, NULL, "UTC", "99999999999999999",
    "!“99999999999999999” is no time since 1970" },
  { SKY_MAP_TIME_RFC3339, NULL, "UTC", "2023-11-04T20:15:03Z", "2023-11-04T20:15:03.000000Z" },
  { SKY_MAP_TIME_RFC3339, NULL, "UTC", "2023-11-04 20:15:03.5+04:00",
    "2023-11-04T16:15:03.500000Z" },
  { SKY_MAP_TIME_RFC3339, NULL, "UTC", "2023-11-04T20:15:03",
    "!“2023-11-04T20:15:03” is no time of RFC 3339" },
};

static void
test_read (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *one = &cases[i];
      g_autoptr (SkyMapZone) zone = sky_map_zone_new (one->zone);
      SkyMapTimeForm form = { one->format, (char *) one->pattern, one->ambiguous, one->midnight };
      g_autofree char *reason = NULL;
      char text[SKY_TIME_TEXT_SIZE];
      SkyTime time;

      g_assert_nonnull (zone);
      /* The second time the offset may be remembered. */
      for (guint again = 0; again < 2; again++)
        {
          g_clear_pointer (&reason, g_free);
          if (sky_map_time_read (&form, zone, one->text, strlen (one->text), &time, &reason))
            g_assert_cmpstr (sky_time_format (time, text), ==, one->expected);
          else
            {
              g_assert_true (one->expected[0] == '!');
              g_assert_cmpstr (reason, ==, one->expected + 1);
            }
        }
    }
}

/* Every minute of two years, there and back again, around all changes of the clocks. */
static void
test_round_trip (void)
{
  static const char *const names[] = { "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata" };

  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    {
      g_autoptr (SkyMapZone) zone = sky_map_zone_new (names[n]);
      g_autoptr (GTimeZone) other = g_time_zone_new_identifier (names[n]);
      guint twice = 0;

      for (gint64 second = 1672531200; second < 1672531200 + 2 * 366 * 86400; second += 1811)
        {
          g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (second);
          g_autoptr (GDateTime) local = g_date_time_to_timezone (utc, other);
          g_autofree char *text = g_date_time_format (local, PLAIN);
          SkyMapTimeForm form = { STRPTIME, (char *) PLAIN, SKY_MAP_AMBIGUOUS_EARLIER, FALSE };
          g_autofree char *reason = NULL;
          SkyTime time;

          g_assert_true (sky_map_time_read (&form, zone, text, strlen (text), &time, &reason));
          if (time != second * SKY_SECOND)
            {
              form.ambiguous = SKY_MAP_AMBIGUOUS_LATER;
              g_assert_true (sky_map_time_read (&form, zone, text, strlen (text), &time, &reason));
              twice++;
            }
          g_assert_cmpint (time, ==, second * SKY_SECOND);
        }
      g_assert_cmpuint (twice, <=, 8);
      g_assert_true ((twice > 0) == (n < 2));
    }
}

static void
test_day (void)
{
  g_autoptr (SkyMapZone) zone = sky_map_zone_new ("America/New_York");
  SkyTime time;
  char text[SKY_DAY_TEXT_SIZE];

  /* 05:59 and 06:00 in New York. */
  g_assert_true (sky_time_parse ("2023-11-04T09:59:59Z", 20, &time));
  g_assert_cmpstr (sky_day_format (sky_map_zone_day (zone, time, 6 * SKY_HOUR), text), ==,
                   "2023-11-03");
  g_assert_cmpstr (sky_day_format (sky_map_zone_day (zone, time + SKY_SECOND, 6 * SKY_HOUR), text),
                   ==, "2023-11-04");
  g_assert_cmpstr (sky_day_format (sky_map_zone_day (zone, time, 0), text), ==, "2023-11-04");
}

static void
test_pattern (void)
{
  g_autofree char *cause = NULL;

  g_assert_true (sky_map_time_check_pattern (PLAIN, &cause));
  g_assert_false (sky_map_time_check_pattern ("%Y-%m-%d %Q", &cause));
  g_assert_cmpstr (cause, ==, "“%Q” is no part of a time that is known");
  g_clear_pointer (&cause, g_free);
  g_assert_false (sky_map_time_check_pattern ("%H:%M:%S", &cause));
  g_assert_cmpstr (cause, ==, "the format of times lacks year, month, day or hour");
  g_assert_null (sky_map_zone_new ("Mars/Olympus"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/map-time/read", test_read);
  g_test_add_func ("/map-time/round-trip", test_round_trip);
  g_test_add_func ("/map-time/day", test_day);
  g_test_add_func ("/map-time/pattern", test_pattern);
  return g_test_run ();
}
