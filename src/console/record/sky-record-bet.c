/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-bet.h"

#include <string.h>

#include "sky-entry.h"

#define SUPPORTS " supports="

char *
sky_record_bet_format (const SkyBetRef *bet, gint64 seat)
{
  g_autofree char *typed = sky_entry_format_bet (bet);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "@%" G_GINT64_FORMAT " %s", seat, typed);
  if (bet->form->members & SKY_MEMBER_AREA)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, bet->area != 0 ? bet->area : seat);
  if (bet->supports.length > 0)
    g_string_append_printf (text, SUPPORTS "%.*s", (int) bet->supports.length, bet->supports.data);
  return g_string_free (text, FALSE);
}

char *
sky_record_money_format (SkyMoney amount)
{
  return amount % 100 == 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, amount / 100)
                           : g_strdup_printf ("%" G_GINT64_FORMAT ".%02" G_GINT64_FORMAT,
                                              amount / 100, amount % 100);
}

char *
sky_record_bet_add_amount (const char *text, SkyMoney amount)
{
  const char *options = strstr (text, SUPPORTS);
  const int length = options != NULL ? (int) (options - text) : (int) strlen (text);
  g_autofree char *typed = sky_record_money_format (amount);

  return g_strdup_printf ("%.*s %s%s", length, text, typed, options != NULL ? options : "");
}

gboolean
sky_record_money_parse (const char *text, SkyMoney *amount)
{
  SkyMoney cents = 0;
  guint n_decimals = 0;
  gboolean point = FALSE;

  if (!g_ascii_isdigit (text[0]) || strlen (text) > 12)
    return FALSE;
  for (const char *at = text; *at != '\0'; at++)
    {
      if (*at == '.' && !point)
        point = TRUE;
      else if (g_ascii_isdigit (*at) && n_decimals < 2)
        {
          cents = cents * 10 + (*at - '0');
          n_decimals += point;
        }
      else
        return FALSE;
    }
  for (; n_decimals < 2; n_decimals++)
    cents *= 10;
  *amount = cents;
  return TRUE;
}
