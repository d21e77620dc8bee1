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

/* Plays one result that wins and one that does not. */
static void
play_two (SkyTable *table, SkyWager *played, guint64 winning, guint n, SkyMoney *gains)
{
  SkyMoney both[2] = { 0 };
  gboolean known[2] = { FALSE };

  for (guint result = 0; result < n; result++)
    {
      const guint wins = winning >> result & 1;

      if (!known[wins])
        both[wins] = play_result (table, played, result);
      known[wins] = TRUE;
      gains[result] = both[wins];
    }
}

void
sky_chance_play (SkyTable *table, const SkyWager *wager, SkyMoney *gains)
{
  const SkyChance *chance = table->game->chance;
  const gsize size = table->game->state_size;
  g_autofree gpointer state = g_memdup2 (table->state, size);
  const guint n = chance->count_results (table);
  SkyWager played = *wager;

  /* What is decided here is none of the table's decisions. */
  played.listed = TRUE;
  if (chance->find_winning != NULL)
    play_two (table, &played, chance->find_winning (wager), n, gains);
  else
    for (guint result = 0; result < n; result++)
      gains[result] = play_result (table, &played, result);
  memcpy (table->state, state, size);
}
