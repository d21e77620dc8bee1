/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-money.h"

#include <string.h>

static SkyMoney
round_down (SkyMoney amount, SkyMoney unit)
{
  return unit > 1 ? amount - amount % unit : amount;
}

SkyMoney
sky_odds_pay (SkyMoney stake, SkyOdds odds, SkyMoney unit)
{
  g_return_val_if_fail (stake >= 0 && stake <= SKY_MONEY_MAX, 0);
  g_return_val_if_fail (odds.a >= 0 && odds.a <= SKY_ODDS_TERM_MAX && odds.b > 0, 0);

  if (odds.for_one)
    return round_down (stake * (odds.a - odds.b) / odds.b, unit);
  return round_down (stake * odds.a / odds.b, unit);
}

gboolean
sky_odds_at_least (SkyOdds a, SkyOdds b)
{
  gint64 won_a = a.for_one ? a.a - a.b : a.a;
  gint64 won_b = b.for_one ? b.a - b.b : b.a;

  return won_a * b.b >= won_b * a.b;
}

static gboolean
read_term (const char **at, const char *end, gint32 *term)
{
  const char *start = *at;
  gint32 value = 0;

  for (; *at < end && g_ascii_isdigit (**at); (*at)++)
    {
      value = value * 10 + (**at - '0');
      if (value > SKY_ODDS_TERM_MAX)
        return FALSE;
    }

  *term = value;
  return *at > start && value > 0;
}

gboolean
sky_odds_parse (const char *text, gssize length, SkyOdds *odds)
{
  const char *end = text + (length < 0 ? (gssize) strlen (text) : length);
  SkyOdds read = { 0 };

  if (!read_term (&text, end, &read.a))
    return FALSE;

  if (end - text > 5 && memcmp (text, " for ", 5) == 0)
    {
      read.for_one = TRUE;
      text += 5;
    }
  else if (end - text > 4 && memcmp (text, " to ", 4) == 0)
    text += 4;
  else
    return FALSE;

  if (!read_term (&text, end, &read.b) || text != end || (read.for_one && read.b != 1))
    return FALSE;

  *odds = read;
  return TRUE;
}

char *
sky_odds_format (SkyOdds odds)
{
  return g_strdup_printf (odds.for_one ? "%d for %d" : "%d to %d", odds.a, odds.b);
}

SkyMoney
sky_money_percent (SkyMoney amount, int percent)
{
  return amount * percent / 100;
}

SkyMoney
sky_money_share (SkyMoney amount, gint64 parts)
{
  const gint64 whole = 100 * SKY_ONE_PERCENT;

  /* The largest amount times a whole would be too large a number. */
  return amount / whole * parts + amount % whole * parts / whole;
}

char *
sky_percent_format (gint64 parts)
{
  GString *text = g_string_new (NULL);
  gint64 rest = parts % SKY_ONE_PERCENT;

  g_string_printf (text, "%" G_GINT64_FORMAT, parts / SKY_ONE_PERCENT);
  if (rest != 0)
    {
      g_string_append_printf (text, ".%04" G_GINT64_FORMAT, rest);
      while (text->str[text->len - 1] == '0')
        g_string_truncate (text, text->len - 1);
    }
  return g_string_free (text, FALSE);
}

static char *
format_money (SkyMoney amount, const char *plus)
{
  guint64 cents = amount < 0 ? -(guint64) amount : (guint64) amount;
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, cents / 100);
  gsize n = strlen (digits);
  GString *text = g_string_new (amount < 0 ? "−$" : plus);

  for (gsize i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0)
        g_string_append_c (text, ',');
      g_string_append_c (text, digits[i]);
    }
  g_string_append_printf (text, ".%02u", (guint) (cents % 100));
  return g_string_free (text, FALSE);
}

char *
sky_money_format (SkyMoney amount)
{
  return format_money (amount, "$");
}

char *
sky_money_format_signed (SkyMoney amount)
{
  return format_money (amount, amount > 0 ? "+$" : "$");
}
