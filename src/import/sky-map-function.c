/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-map-function.h"

#include "sky-money.h"
#include "sky-shown-text.h"

#include <string.h>

#define MILLION G_GINT64_CONSTANT (1000000)
/* What a reason quotes of a value at most. */
#define QUOTED 60

static gboolean
refuse (char **reason, const GString *value, const char *what)
{
  g_autofree char *shown = sky_text_show_start (value->str, QUOTED);

  *reason = g_strdup_printf ("“%s” is no %s", shown, what);
  return FALSE;
}

static void
strip (GString *value)
{
  g_strstrip (value->str);
  g_string_truncate (value, strlen (value->str));
}

gboolean
sky_map_decimal_parse (const char *text, char point, gint64 *millionths)
{
  gboolean negative = *text == '-';
  gint64 whole = 0;
  gint64 unit = MILLION;
  guint n = 0;

  text += *text == '-' || *text == '+';
  for (; g_ascii_isdigit (*text); text++, n++)
    if (__builtin_mul_overflow (whole, 10, &whole)
        || __builtin_add_overflow (whole, *text - '0', &whole))
      return FALSE;
  if (__builtin_mul_overflow (whole, MILLION, &whole))
    return FALSE;
  if (*text == point)
    for (text++; g_ascii_isdigit (*text); text++, n++)
      {
        unit /= 10;
        if (unit == 0 && *text != '0')
          return FALSE;
        if (__builtin_add_overflow (whole, (*text - '0') * unit, &whole))
          return FALSE;
      }
  *millionths = negative ? -whole : whole;
  return n > 0 && *text == '\0';
}

static void
set_decimal (GString *value, gint64 millionths)
{
  guint64 size = millionths < 0 ? -(guint64) millionths : (guint64) millionths;

  g_string_printf (value, "%s%" G_GUINT64_FORMAT, millionths < 0 ? "-" : "", size / MILLION);
  if (size % MILLION != 0)
    {
      g_string_append_printf (value, ".%06" G_GUINT64_FORMAT, size % MILLION);
      while (value->str[value->len - 1] == '0')
        g_string_truncate (value, value->len - 1);
    }
}

gboolean
sky_map_function_int (GString *value, char **reason)
{
  gint64 millionths;

  strip (value);
  if (value->len == 0)
    return TRUE;
  if (!sky_map_decimal_parse (value->str, '.', &millionths) || millionths % MILLION != 0)
    return refuse (reason, value, "whole number");
  set_decimal (value, millionths);
  return TRUE;
}

gboolean
sky_map_function_money (GString *value, gboolean dollars, char point, char **reason)
{
  gint64 millionths;
  gint64 unit = dollars ? MILLION / 100 : MILLION;

  strip (value);
  if (value->len == 0)
    return TRUE;
  if (dollars && value->str[0] == '$')
    g_string_erase (value, 0, 1);
  if (!sky_map_decimal_parse (value->str, point, &millionths) || millionths < 0)
    return refuse (reason, value, "amount of money");
  if (millionths % unit != 0)
    return refuse (reason, value, "amount of whole cents");
  g_string_printf (value, "%" G_GINT64_FORMAT, millionths / unit);
  return TRUE;
}

gboolean
sky_map_function_times (GString *value, gint64 factor, char **reason)
{
  gint64 millionths;

  strip (value);
  if (value->len == 0)
    return TRUE;
  if (!sky_map_decimal_parse (value->str, '.', &millionths)
      || __builtin_mul_overflow (millionths, factor, &millionths))
    return refuse (reason, value, "number that can be multiplied");
  set_decimal (value, millionths);
  return TRUE;
}

gboolean
sky_map_function_minus (GString *value, const char *other, char **reason)
{
  gint64 millionths, less;

  strip (value);
  if (value->len == 0)
    return TRUE;
  if (!sky_map_decimal_parse (value->str, '.', &millionths)
      || !sky_map_decimal_parse (other, '.', &less)
      || __builtin_sub_overflow (millionths, less, &millionths))
    return refuse (reason, value, "number that the other can be taken from");
  set_decimal (value, millionths);
  return TRUE;
}

/* The letter of the suit that @text begins or ends with, and its bytes. */
static char
find_suit (const char *text, gboolean at_end, gsize *length)
{
  static const struct
  {
    const char *sign;
    char suit;
  } suits[] = {
    { "♣", 'C' }, { "♦", 'D' }, { "♥", 'H' }, { "♠", 'S' }, { "♧", 'C' }, { "♢", 'D' },
    { "♡", 'H' }, { "♤", 'S' }, { "C", 'C' }, { "D", 'D' }, { "H", 'H' }, { "S", 'S' },
  };

  for (guint i = 0; i < G_N_ELEMENTS (suits); i++)
    if (at_end ? g_str_has_suffix (text, suits[i].sign) : g_str_has_prefix (text, suits[i].sign))
      {
        *length = strlen (suits[i].sign);
        return suits[i].suit;
      }
  return '\0';
}

static char
find_rank (const char *text, gsize length)
{
  if (length == 2 && text[0] == '1' && text[1] == '0')
    return 'T';
  return length == 1 && text[0] != '\0' && strchr ("23456789TJQKA", text[0]) != NULL ? text[0]
                                                                                     : '\0';
}

gboolean
sky_map_function_card (GString *value, char **reason)
{
  g_autofree char *upper = NULL;
  gsize length, size;
  char suit, rank = '\0';

  strip (value);
  if (value->len == 0)
    return TRUE;
  upper = g_ascii_strup (value->str, -1);
  size = strlen (upper);
  suit = find_suit (upper, TRUE, &length);
  if (suit != '\0')
    rank = find_rank (upper, size - length);
  else if ((suit = find_suit (upper, FALSE, &length)) != '\0')
    rank = find_rank (upper + length, size - length);
  if (rank == '\0')
    return refuse (reason, value, "card");
  g_string_printf (value, "%c%c", rank, suit);
  return TRUE;
}

gboolean
sky_map_function_dice (GString *value, char **reason)
{
  g_autoptr (GString) dice = NULL;
  char before = '\0';

  strip (value);
  if (value->len == 0)
    return TRUE;
  dice = g_string_new ("[");
  for (const char *at = value->str; *at != '\0'; before = *at++)
    {
      if (*at >= '1' && *at <= '6')
        g_string_append_printf (dice, "%s%c", dice->len > 1 ? "," : "", *at);
      else if (strchr ("[](),;-+/ ", *at) == NULL)
        return refuse (reason, value, "throw of dice");
    }
  if (dice->len < 2 || before == '-')
    return refuse (reason, value, "throw of dice");
  g_string_append_c (dice, ']');
  g_string_assign (value, dice->str);
  return TRUE;
}

gboolean
sky_map_function_list (GString *value, char **reason)
{
  g_auto (GStrv) parts = NULL;

  strip (value);
  if (value->len > 1 && value->str[0] == '[' && value->str[value->len - 1] == ']')
    {
      g_string_truncate (value, value->len - 1);
      g_string_erase (value, 0, 1);
    }
  parts = g_strsplit_set (value->str, ",; ", -1);
  g_string_truncate (value, 0);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      gsize length = strlen (parts[i]);

      if (length > 1 && parts[i][0] == '"' && parts[i][length - 1] == '"')
        {
          parts[i][length - 1] = '\0';
          memmove (parts[i], parts[i] + 1, length - 1);
        }
      if (parts[i][0] == '\0')
        continue;
      if (value->len > 0)
        g_string_append_c (value, ';');
      g_string_append (value, parts[i]);
    }
  return TRUE;
}

gboolean
sky_map_function_bit (GString *value, guint bit, const char *name, char **reason)
{
  char *end;
  guint64 bits;

  strip (value);
  if (value->len == 0)
    return TRUE;
  if (!g_ascii_isxdigit (value->str[0]) || value->len > 18)
    return refuse (reason, value, "hexadecimal number");
  bits = g_ascii_strtoull (value->str, &end, 16);
  if (*end != '\0')
    return refuse (reason, value, "hexadecimal number");
  g_string_assign (value, bits >> bit & 1 ? name : "");
  return TRUE;
}

gboolean
sky_map_is_true (const char *text, gsize length)
{
  static const char *const no[] = { "", "0", "no", "false" };

  for (guint i = 0; i < G_N_ELEMENTS (no); i++)
    if (length == strlen (no[i]) && g_ascii_strncasecmp (text, no[i], length) == 0)
      return FALSE;
  return TRUE;
}
