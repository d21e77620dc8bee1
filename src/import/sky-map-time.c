/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-map-time.h"

#include "sky-shown-text.h"

#include <string.h>

#define DAY        (24 * SKY_HOUR)
#define NO_OFFSET  G_MININT32
#define QUOTED     40
#define YEAR_FIRST 1900
#define YEAR_LAST  2199

struct _SkyMapZone
{
  GTimeZone *zone;
  gint64 utc_day; /* the days on both sides of which the offset is @offset too */
  gint32 offset;  /* seconds; NO_OFFSET: not known */
};

/* What a text states of a time. */
typedef struct
{
  int year, month, day, hour, minute, second;
  int fraction; /* microseconds */
  gboolean afternoon, has_half;
  gint32 offset; /* seconds; NO_OFFSET: not stated */
  gint64 unix_seconds;
  gboolean has_unix;
} Fields;

SkyMapZone *
sky_map_zone_new (const char *name)
{
  GTimeZone *zone = g_time_zone_new_identifier (name);
  SkyMapZone *self;

  if (zone == NULL)
    return NULL;
  self = g_new0 (SkyMapZone, 1);
  self->zone = zone;
  self->offset = NO_OFFSET;
  return self;
}

void
sky_map_zone_free (SkyMapZone *self)
{
  if (self == NULL)
    return;
  g_time_zone_unref (self->zone);
  g_free (self);
}

static gint32
offset_at (SkyMapZone *self, gint64 utc)
{
  int interval = g_time_zone_find_interval (self->zone, G_TIME_TYPE_UNIVERSAL, utc);

  return interval < 0 ? 0 : g_time_zone_get_offset (self->zone, interval);
}

static gint64
floor_div (gint64 a, gint64 b)
{
  return a / b - (a % b < 0);
}

/* The offset that holds from a day before to two days after the UTC day of @second, or NO_OFFSET
 * when it changes. */
static gint32
steady_offset (SkyMapZone *self, gint64 second)
{
  gint64 day = floor_div (second, 86400);
  gint32 before, after;

  if (self->offset != NO_OFFSET && self->utc_day == day)
    return self->offset;
  before = offset_at (self, (day - 1) * 86400);
  after = offset_at (self, (day + 2) * 86400);
  if (before != after || offset_at (self, second) != before)
    return NO_OFFSET;
  self->utc_day = day;
  self->offset = before;
  return before;
}

SkyDay
sky_map_zone_day (SkyMapZone *self, SkyTime time, SkyTime begins)
{
  gint64 second = floor_div (time, SKY_SECOND);
  gint32 offset = steady_offset (self, second);

  if (offset == NO_OFFSET)
    offset = offset_at (self, second);
  return sky_day_of_time (time + offset * SKY_SECOND - begins);
}

/* The instants whose local time is @local, in order. Returns: how many there are, 0 to 2. */
static guint
find_instants (SkyMapZone *self, gint64 local, gint64 found[2])
{
  gint32 steady = steady_offset (self, local);
  gint32 offsets[2];
  guint n = 0;

  if (steady != NO_OFFSET)
    {
      found[0] = local - steady;
      return 1;
    }
  offsets[0] = offset_at (self, local - 2 * 86400);
  offsets[1] = offset_at (self, local + 2 * 86400);
  for (guint i = 0; i < 2; i++)
    if ((i == 0 || offsets[1] != offsets[0]) && offset_at (self, local - offsets[i]) == offsets[i])
      found[n++] = local - offsets[i];
  if (n == 2 && found[0] > found[1])
    {
      gint64 first = found[1];

      found[1] = found[0];
      found[0] = first;
    }
  return n;
}

static gboolean
read_number (const char **at, const char *end, guint most, int low, int high, int *number)
{
  guint n = 0;

  for (*number = 0; n < most && *at < end && g_ascii_isdigit (**at); n++)
    *number = *number * 10 + *(*at)++ - '0';
  return n > 0 && *number >= low && *number <= high;
}

static gboolean
read_fraction (const char **at, const char *end, int *fraction)
{
  int unit = 1000000;
  guint n = 0;

  for (*fraction = 0; *at < end && g_ascii_isdigit (**at); (*at)++, n++)
    {
      unit /= 10;
      *fraction += (**at - '0') * unit;
    }
  return n > 0;
}

static gboolean
read_month (const char **at, const char *end, int *month)
{
  static const char *const names[] = { "January",   "February", "March",    "April",
                                       "May",       "June",     "July",     "August",
                                       "September", "October",  "November", "December" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (gsize length = strlen (names[i]);; length = 3)
      {
        if ((gsize) (end - *at) >= length && g_ascii_strncasecmp (*at, names[i], length) == 0)
          {
            *at += length;
            *month = (int) i + 1;
            return TRUE;
          }
        if (length == 3)
          break;
      }
  return FALSE;
}

/* "Z", "+04:00" or "+0400". */
static gboolean
read_offset (const char **at, const char *end, gint32 *offset)
{
  int hours, minutes, sign;

  if (*at < end && (**at == 'Z' || **at == 'z'))
    {
      (*at)++;
      *offset = 0;
      return TRUE;
    }
  if (*at == end || (**at != '+' && **at != '-'))
    return FALSE;
  sign = *(*at)++ == '-' ? -1 : 1;
  if (!read_number (at, end, 2, 0, 23, &hours))
    return FALSE;
  if (*at < end && **at == ':')
    (*at)++;
  if (!read_number (at, end, 2, 0, 59, &minutes))
    return FALSE;
  *offset = sign * (hours * 3600 + minutes * 60);
  return TRUE;
}

static gboolean
read_unix (const char **at, const char *end, Fields *fields)
{
  gint64 seconds = 0;
  guint n = 0;

  for (; n < 12 && *at < end && g_ascii_isdigit (**at); n++)
    seconds = seconds * 10 + *(*at)++ - '0';
  fields->unix_seconds = seconds;
  fields->has_unix = TRUE;
  return n > 0 && n < 12;
}

static gboolean
read_conversion (char conversion, const char **at, const char *end, Fields *fields)
{
  int number;

  switch (conversion)
    {
    case 'Y':
      return read_number (at, end, 4, YEAR_FIRST, YEAR_LAST, &fields->year);
    case 'y':
      if (!read_number (at, end, 2, 0, 99, &number))
        return FALSE;
      fields->year = number + (number < 69 ? 2000 : 1900);
      return TRUE;
    case 'm':
      return read_number (at, end, 2, 1, 12, &fields->month);
    case 'b':
    case 'B':
      return read_month (at, end, &fields->month);
    case 'e':
    case 'd':
      while (conversion == 'e' && *at < end && **at == ' ')
        (*at)++;
      return read_number (at, end, 2, 1, 31, &fields->day);
    case 'H':
      return read_number (at, end, 2, 0, 24, &fields->hour);
    case 'I':
      if (!read_number (at, end, 2, 1, 12, &fields->hour))
        return FALSE;
      fields->hour %= 12;
      return TRUE;
    case 'p':
      if (end - *at < 2 || g_ascii_tolower ((*at)[1]) != 'm' || strchr ("apAP", (*at)[0]) == NULL)
        return FALSE;
      fields->afternoon = g_ascii_tolower ((*at)[0]) == 'p';
      fields->has_half = TRUE;
      *at += 2;
      return TRUE;
    case 'M':
      return read_number (at, end, 2, 0, 59, &fields->minute);
    case 'S':
      return read_number (at, end, 2, 0, 60, &fields->second);
    case 'f':
      return read_fraction (at, end, &fields->fraction);
    case 'z':
      return read_offset (at, end, &fields->offset);
    case 's':
      return read_unix (at, end, fields);
    case '%':
      return *at < end && *(*at)++ == '%';
    default:
      return FALSE;
    }
}

gboolean
sky_map_time_check_pattern (const char *pattern, char **cause)
{
  gboolean year = FALSE, month = FALSE, day = FALSE, hour = FALSE;

  for (; *pattern != '\0'; pattern++)
    {
      if (*pattern != '%')
        continue;
      pattern++;
      if (*pattern == '\0' || strchr ("YymbBedHIpMSfzs%", *pattern) == NULL)
        {
          *cause = g_strdup_printf ("“%%%.*s” is no part of a time that is known",
                                    (int) (g_utf8_next_char (pattern) - pattern), pattern);
          return FALSE;
        }
      year |= strchr ("Yys", *pattern) != NULL;
      month |= strchr ("mbBs", *pattern) != NULL;
      day |= strchr ("des", *pattern) != NULL;
      hour |= strchr ("HIs", *pattern) != NULL;
      if (*pattern == '\0')
        break;
    }
  if (year && month && day && hour)
    return TRUE;
  *cause = g_strdup ("the format of times lacks year, month, day or hour");
  return FALSE;
}

static gboolean
read_pattern (const char *pattern, const char *at, const char *end, Fields *fields)
{
  for (; *pattern != '\0'; pattern++)
    {
      if (*pattern == '%')
        {
          if (!read_conversion (*++pattern, &at, end, fields))
            return FALSE;
        }
      else if (*pattern == ' ')
        while (at < end && g_ascii_isspace (*at))
          at++;
      else if (at == end || *at++ != *pattern)
        return FALSE;
    }
  return at == end;
}

static guint
days_in_month (int year, int month)
{
  return g_date_get_days_in_month (month, (GDateYear) year);
}

static gboolean
refuse (char **reason, const char *text, gsize length, const char *what)
{
  g_autofree char *all = g_strndup (text, length);
  g_autofree char *shown = sky_text_show_start (all, QUOTED);

  *reason = g_strdup_printf ("“%s” %s", shown, what);
  return FALSE;
}

/* The instant that @fields state. */
static gboolean
place (const SkyMapTimeForm *self,
       SkyMapZone *zone,
       const Fields *fields,
       const char *text,
       gsize length,
       SkyTime *time,
       char **reason)
{
  gint64 local, found[2];
  int hour = fields->hour;
  guint n;

  if (fields->has_unix)
    {
      *time = fields->unix_seconds * SKY_SECOND + fields->fraction;
      return TRUE;
    }
  if (fields->year == 0 || fields->month == 0 || fields->day == 0
      || (guint) fields->day > days_in_month (fields->year, fields->month))
    return refuse (reason, text, length, "is no date");
  if (hour == 24 && !self->hour24_is_midnight)
    return refuse (reason, text, length, "has an hour 24, and “hour24” does not say what is meant");
  if (hour == 24)
    hour = 0;
  if (fields->has_half && fields->afternoon)
    hour += 12;
  local = (gint64) sky_day_from_ymd (fields->year, fields->month, fields->day) * 86400 + hour * 3600
          + fields->minute * 60 + MIN (fields->second, 59);
  if (fields->offset != NO_OFFSET)
    {
      *time = (local - fields->offset) * SKY_SECOND + fields->fraction;
      return TRUE;
    }
  n = find_instants (zone, local, found);
  if (n == 0)
    return refuse (reason, text, length, "is a time that a change of the clocks left out");
  if (n == 2 && self->ambiguous == SKY_MAP_AMBIGUOUS_REFUSE)
    return refuse (reason, text, length, "is a time that a change of the clocks made twice");
  *time =
      found[n == 2 && self->ambiguous == SKY_MAP_AMBIGUOUS_LATER] * SKY_SECOND + fields->fraction;
  return TRUE;
}

/* "1699128003" or "1699128003.25"; @unit microseconds each. */
static gboolean
read_since_1970 (const char *at, const char *end, SkyTime unit, SkyTime *time)
{
  Fields fields = { 0 };
  gint64 whole = 0;
  guint n = 0;

  for (; n < 15 && at < end && g_ascii_isdigit (*at); n++)
    whole = whole * 10 + *at++ - '0';
  if (n == 0 || whole > (gint64) 7258118400 * (SKY_SECOND / unit))
    return FALSE;
  *time = whole * unit;
  if (at == end)
    return TRUE;
  if (*at++ != '.' || !read_fraction (&at, end, &fields.fraction) || at != end)
    return FALSE;
  *time += fields.fraction / (SKY_SECOND / unit);
  return TRUE;
}

gboolean
sky_map_time_read (const SkyMapTimeForm *self,
                   SkyMapZone *zone,
                   const char *text,
                   gsize length,
                   SkyTime *time,
                   char **reason)
{
  const char *pattern = self->pattern;
  const char *end;
  Fields fields = { .offset = NO_OFFSET };

  while (length > 0 && g_ascii_isspace (text[0]))
    text++, length--;
  while (length > 0 && g_ascii_isspace (text[length - 1]))
    length--;
  end = text + length;
  switch (self->format)
    {
    case SKY_MAP_TIME_UNIX:
    case SKY_MAP_TIME_UNIX_MS:
      if (read_since_1970 (text, end,
                           self->format == SKY_MAP_TIME_UNIX ? SKY_SECOND : SKY_MILLISECOND, time))
        return TRUE;
      return refuse (reason, text, length, "is no time since 1970");
    case SKY_MAP_TIME_RFC3339:
      if (length > 10 && strchr ("Tt ", text[10]) != NULL)
        {
          pattern =
              memchr (text, '.', length) != NULL ? "%Y-%m-%dT%H:%M:%S.%f%z" : "%Y-%m-%dT%H:%M:%S%z";
          g_autofree char *usual = g_strndup (text, length);

          usual[10] = 'T';
          if (read_pattern (pattern, usual, usual + length, &fields))
            return place (self, zone, &fields, text, length, time, reason);
        }
      return refuse (reason, text, length, "is no time of RFC 3339");
    case SKY_MAP_TIME_STRPTIME:
      if (read_pattern (pattern, text, end, &fields))
        return place (self, zone, &fields, text, length, time, reason);
      return refuse (reason, text, length, "is no time of the mapping's format");
    case SKY_MAP_TIME_NONE:
      break;
    }
  return refuse (reason, text, length, "is read by no format");
}
