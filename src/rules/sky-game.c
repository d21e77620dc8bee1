/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-game.h"

#include "sky-big-six.h"
#include "sky-casino-war.h"
#include "sky-craps.h"
#include "sky-pai-gow.h"
#include "sky-props.h"
#include "sky-raise-it-up.h"
#include "sky-roulette.h"
#include "sky-sic-bo.h"

#include <string.h>

static const SkyGame *const games[SKY_N_GAMES] = {
  [SKY_GAME_CRAPS] = &sky_craps_game,           [SKY_GAME_MINI_CRAPS] = &sky_mini_craps_game,
  [SKY_GAME_PAI_GOW] = &sky_pai_gow_game,       [SKY_GAME_SIC_BO] = &sky_sic_bo_game,
  [SKY_GAME_ROULETTE] = &sky_roulette_game,     [SKY_GAME_BIG_SIX] = &sky_big_six_game,
  [SKY_GAME_CASINO_WAR] = &sky_casino_war_game, [SKY_GAME_RAISE_IT_UP] = &sky_raise_it_up_game,
  [SKY_GAME_PROPS_AND_HOPS] = &sky_props_game,
};

const SkyGame *
sky_game_get (SkyGameId id)
{
  g_return_val_if_fail (id < SKY_N_GAMES, NULL);

  return games[id];
}

/* Where a game's bets are found by name: a bet's place in the game's table and one; 0: nothing.
 * Every wager of every log is looked up here. Made once, never changed after. */
#define N_SLOTS 256

static guint8 slots[SKY_N_GAMES][N_SLOTS];

static inline guint
find_slot (const char *name, gsize length)
{
  guint32 first, last;

  /* The shortest names have three letters; of each the first four and the last four count. */
  if (length < 4)
    return (guint) (guint8) (length > 0 ? name[0] + 7 * name[length - 1] : 0);
  memcpy (&first, name, 4);
  memcpy (&last, name + length - 4, 4);
  return (first * 0x9e3779b1u + last * 0x85ebca6bu + (guint32) length * 0xc2b2ae35u) >> 24;
}

static gpointer
fill_slots (gpointer unused)
{
  for (guint id = 0; id < SKY_N_GAMES; id++)
    for (guint i = 0; games[id] != NULL && i < games[id]->n_bets; i++)
      {
        const char *name = games[id]->bets[i].form.bet;
        guint slot = find_slot (name, strlen (name));

        g_assert (games[id]->n_bets < N_SLOTS);
        while (slots[id][slot] != 0)
          slot = (slot + 1) % N_SLOTS;
        slots[id][slot] = (guint8) (i + 1);
      }
  return NULL;
}

const SkyBetForm *
sky_game_lookup_bet (SkyGameId id, SkyText name)
{
  static GOnce filled = G_ONCE_INIT;
  const SkyGame *game = sky_game_get (id);

  if (game == NULL)
    return NULL;
  g_once (&filled, fill_slots, NULL);
  for (guint slot = find_slot (name.data, name.length); slots[id][slot] != 0;
       slot = (slot + 1) % N_SLOTS)
    {
      const SkyBetForm *form = &game->bets[slots[id][slot] - 1].form;

      /* A text of the log may have a NUL in it. */
      if (strlen (form->bet) == name.length && memcmp (form->bet, name.data, name.length) == 0)
        return form;
    }
  return NULL;
}
