/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What chance may give a wager in a round that one result decides: each possible result, played by
 * the rules that settle. There is no second list of odds here. */
#pragma once

#include "sky-table.h"

G_BEGIN_DECLS

/* A game whose wagers one result of the round decides. Results are numbered from 0. */
struct _SkyChance
{
  /* How many different results there are, at most SKY_MAX_RESULTS; asked first. */
  guint (*count_results) (const SkyTable *table);
  /* In how many equally likely ways @result comes. */
  guint (*count_ways) (guint result);
  /* The result that the table shows; -1: none of them. */
  gint (*find) (const SkyTable *table);
  /* Shows @result, in the game's state alone. */
  void (*show) (SkyTable *table, guint result);
  /* Decides @wager by it. */
  void (*decide) (SkyTable *table, SkyWager *wager);
  /* What @result pays @wager, or NULL: it loses. Results that pay the same are decided alike.
   * NULL: all results by which a wager wins pay alike, and its @tracked has them as bits. */
  const SkyPay *(*find_pay) (const SkyWager *wager, guint result);
};

#define SKY_MAX_RESULTS 56 /* three dice, whatever their order */

/* What the patron of @wager gains, in cents, by each result, into @gains. The table stays as it is.
 */
void sky_chance_play (SkyTable *table, const SkyWager *wager, SkyMoney *gains);

G_END_DECLS
