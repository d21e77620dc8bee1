/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-deal-private.h"

#include <string.h>

/* A seat gets one card of a deal, however many wagers it has. */
static void
add_seats (GArray *places, const SkyTable *table, const char *bet)
{
  for (gint64 seat = 1; seat <= (gint64) MAX (table->seats->len, 16); seat++)
    for (guint i = 0; i < table->up->len; i++)
      {
        const SkyWager *wager = table->up->pdata[i];

        if (wager->seat != seat || wager->bet == NULL || !g_str_equal (wager->bet->form.bet, bet)
            || wager->status != SKY_WAGER_UP)
          continue;
        g_array_append_val (places, seat);
        break;
      }
}

GArray *
sky_deal_find_places (const SkyTable *table, guint original, guint war, gboolean *is_war)
{
  static const gint64 dealer = 0;
  GArray *places = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint n_dealt;

  *is_war = FALSE;
  if (table->id != SKY_GAME_CASINO_WAR || table->round == 0)
    return places;
  add_seats (places, table, "war");
  *is_war = places->len > 0;
  n_dealt = *is_war ? war : original;
  if (!*is_war)
    add_seats (places, table, "initial");
  if (places->len > 0)
    g_array_append_val (places, dealer);
  g_array_remove_range (places, 0, MIN (n_dealt, places->len));
  return places;
}

gboolean
sky_deal_is_cards (const char *text)
{
  if (text[0] == '\0' || strlen (text) % 2 != 0)
    return FALSE;
  for (guint i = 0; text[i] != '\0'; i += 2)
    if (strchr ("23456789TJQKA", g_ascii_toupper (text[i])) == NULL
        || strchr ("CDHS", g_ascii_toupper (text[i + 1])) == NULL)
      return FALSE;
  return TRUE;
}

char *
sky_deal_format (const char *card, gint64 place, gboolean is_war)
{
  g_autofree char *to =
      place != 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, place) : g_strdup ("\"dealer\"");

  return g_strdup_printf ("\"to\":%s,\"card\":\"%c%c\",\"deal\":\"%s\"", to,
                          g_ascii_toupper (card[0]), g_ascii_toupper (card[1]),
                          is_war ? "war" : "original");
}
