/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cards typed one after the other, where a game deals one to each place in a known order. For the
 * layer's own use. */
#pragma once

#include "sky-table.h"

G_BEGIN_DECLS

/* Who is still to get a card of the deal in progress at @table: seats in order, then 0, the dealer.
 * @original and @war: how many cards each deal of the round has given. @is_war says which deal it
 * is. Returns: a new array of gint64; empty where the game deals
 * otherwise. */
GArray *sky_deal_find_places (const SkyTable *table, guint original, guint war, gboolean *is_war)
    G_GNUC_WARN_UNUSED_RESULT;

/* Whether @text is nothing but cards: "5d3dTC". */
gboolean sky_deal_is_cards (const char *text);

/* The members of the `deal` of the card at @card to @place. Returns: a new string. */
char *sky_deal_format (const char *card, gint64 place, gboolean is_war) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
