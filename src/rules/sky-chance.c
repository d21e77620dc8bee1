/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-chance.h"

#include <string.h>

static SkyMoney
play_result (SkyTable *table, SkyWager *played, guint result)
{
  const SkyChance *chance = table->game->chance;

  played->due = (SkyDue){ 0 };
  chance->show (table, result);
  chance->decide (table, played);
  return played->due.paid - played->due.taken - played->due.vig;
}

/* Ways of one wager to win; no bet has so many. */
#define MOST_PAYS 8

/* What has been played: the gain of a wager by each pay. */
typedef struct
{
  guint n;
  const SkyPay *pays[MOST_PAYS];
  SkyMoney gains[MOST_PAYS];
} Played;

static guint
look_up_pay (const Played *played, const SkyPay *pay)
{
  guint i = 0;

  while (i < played->n && played->pays[i] != pay)
    i++;
  return i;
}

/* Any two pays that are not the same; they are only compared. */
static const SkyPay *
find_pay (const SkyChance *chance, const SkyWager *wager, guint result)
{
  static const SkyPay wins;

  if (chance->find_pay != NULL)
    return chance->find_pay (wager, result);
  return (wager->tracked >> result & 1) != 0 ? &wins : NULL;
}

void
sky_chance_play (SkyTable *table, const SkyWager *wager, SkyMoney *gains)
{
  const SkyChance *chance = table->game->chance;
  const gsize size = table->game->state_size;
  g_autofree gpointer state = g_memdup2 (table->state, size);
  const guint n = chance->count_results (table);
  SkyWager shown = *wager;
  Played played = { 0 };

  /* What is decided here is none of the table's decisions. */
  shown.listed = TRUE;
  for (guint result = 0; result < n; result++)
    {
      const SkyPay *pay = find_pay (chance, wager, result);
      const guint i = look_up_pay (&played, pay);

      if (i == played.n)
        {
          g_assert (i < MOST_PAYS);
          played.pays[i] = pay;
          played.gains[i] = play_result (table, &shown, result);
          played.n++;
        }
      gains[result] = played.gains[i];
    }
  memcpy (table->state, state, size);
}
