/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-time.h"

#include <string.h>

#define DAY (24 * SKY_HOUR)

static const guint8 days_in_month[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

static gboolean
is_leap_year (int year)
{
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int
month_length (int year, int month)
{
  return days_in_month[month - 1] + (month == 2 && is_leap_year (year));
}

/* Days from 1970-01-01 of a date of the proleptic Gregorian calendar, counted in years that begin
 * with March so that the leap day is a year's last. */
SkyDay
sky_day_from_ymd (int year, int month, int day)
{
  int y = year - (month <= 2);
  int era = (y >= 0 ? y : y - 399) / 400;
  int year_of_era = y - era * 400;
  int day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;

  return era * 146097 + day_of_era - 719468;
}

static void
day_to_ymd (SkyDay number, int *year, int *month, int *day)
{
  int z = number + 719468;
  int era = (z >= 0 ? z : z - 146096) / 146097;
  int day_of_era = z - era * 146097;
  int year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int shifted = (5 * day_of_year + 2) / 153;

  *day = day_of_year - (153 * shifted + 2) / 5 + 1;
  *month = shifted < 10 ? shifted + 3 : shifted - 9;
  *year = year_of_era + era * 400 + (*month <= 2);
}

static inline gboolean
read_digits (const char *text, int n, int *value)
{
  int v = 0;

  for (int i = 0; i < n; i++)
    {
      unsigned digit = (unsigned char) text[i] - '0';

      if (digit > 9)
        return FALSE;
      v = v * 10 + (int) digit;
    }
  *value = v;
  return TRUE;
}

gboolean
sky_day_parse (const char *text, gsize length, SkyDay *day)
{
  int y, m, d;

  if (length != 10 || text[4] != '-' || text[7] != '-' || !read_digits (text, 4, &y)
      || !read_digits (text + 5, 2, &m) || !read_digits (text + 8, 2, &d))
    return FALSE;
  if (m < 1 || m > 12 || d < 1 || d > month_length (y, m))
    return FALSE;

  *day = sky_day_from_ymd (y, m, d);
  return TRUE;
}

gboolean
sky_time_parse (const char *text, gsize length, SkyTime *time)
{
  SkyDay day;
  int hour, minute, second, micros = 0;

  if (length < 20 || length > 27 || (text[10] != 'T' && text[10] != 't') || text[length - 1] != 'Z'
      || text[13] != ':' || text[16] != ':')
    return FALSE;
  if (!sky_day_parse (text, 10, &day) || !read_digits (text + 11, 2, &hour)
      || !read_digits (text + 14, 2, &minute) || !read_digits (text + 17, 2, &second))
    return FALSE;
  /* RFC 3339 allows a leap second; it is read as the second that follows. */
  if (hour > 23 || minute > 59 || second > 60)
    return FALSE;

  if (length > 20)
    {
      int decimals = (int) length - 21;

      if (text[19] != '.' || decimals < 1 || !read_digits (text + 20, decimals, &micros))
        return FALSE;
      for (; decimals < 6; decimals++)
        micros *= 10;
    }

  *time = day * DAY + hour * SKY_HOUR + minute * SKY_MINUTE + second * SKY_SECOND + micros;
  return TRUE;
}

SkyDay
sky_day_of_time (SkyTime time)
{
  return (SkyDay) ((time >= 0 ? time : time - (DAY - 1)) / DAY);
}

char *
sky_time_format (SkyTime time, char *buffer)
{
  SkyDay day = sky_day_of_time (time);
  SkyTime rest = time - day * DAY;
  int y, m, d;

  day_to_ymd (day, &y, &m, &d);
  g_snprintf (buffer, SKY_TIME_TEXT_SIZE, "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ", y, m, d,
              (int) (rest / SKY_HOUR), (int) (rest / SKY_MINUTE % 60),
              (int) (rest / SKY_SECOND % 60), (int) (rest % SKY_SECOND));
  return buffer;
}

/* "1.5 s": @span in @unit, with as many decimals as it has. */
static char *
format_decimals (SkyTime span, SkyTime unit, const char *name)
{
  GString *text = g_string_new (NULL);
  SkyTime rest = span % unit;

  g_string_append_printf (text, "%" G_GINT64_FORMAT, span / unit);
  if (rest != 0)
    {
      g_string_append_c (text, '.');
      for (; rest != 0; rest %= unit)
        {
          rest *= 10;
          g_string_append_printf (text, "%d", (int) (rest / unit));
        }
    }
  g_string_append_printf (text, " %s", name);
  return g_string_free (text, FALSE);
}

char *
sky_span_format (SkyTime span)
{
  static const struct
  {
    SkyTime unit;
    const char *name;
  } units[] = { { SKY_HOUR, "h" }, { SKY_MINUTE, "min" } };
  g_autofree char *seconds = NULL;
  GString *text;

  if (span < SKY_SECOND)
    return format_decimals (span, SKY_MILLISECOND, "ms");
  if (span < SKY_MINUTE)
    return format_decimals (span, SKY_SECOND, "s");
  text = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (span / units[i].unit > 0)
        g_string_append_printf (text, "%s%" G_GINT64_FORMAT " %s", text->len > 0 ? " " : "",
                                span / units[i].unit, units[i].name);
      span %= units[i].unit;
    }
  if (span == 0)
    return g_string_free (text, FALSE);
  seconds = format_decimals (span, SKY_SECOND, "s");
  g_string_append_printf (text, " %s", seconds);
  return g_string_free (text, FALSE);
}

char *
sky_day_format (SkyDay day, char *buffer)
{
  int y, m, d;

  day_to_ymd (day, &y, &m, &d);
  g_snprintf (buffer, SKY_DAY_TEXT_SIZE, "%04d-%02d-%02d", y, m, d);
  return buffer;
}

SkyTime
sky_time_add_month (SkyTime time)
{
  SkyDay day = sky_day_of_time (time);
  SkyTime rest = time - day * DAY;
  int y, m, d;

  day_to_ymd (day, &y, &m, &d);
  m++;
  if (m > 12)
    {
      m = 1;
      y++;
    }
  return sky_day_from_ymd (y, m, MIN (d, month_length (y, m))) * DAY + rest;
}
