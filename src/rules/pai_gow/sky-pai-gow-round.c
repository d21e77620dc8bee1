/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The places and the round in hand (58 Pa. Code § 621a.7, § 621a.11(f)). */
#include "config.h"

#include "sky-pai-gow-private.h"

#include "sky-card-round.h"

gint
sky_pai_gow_place (gint64 to)
{
  if (to == SKY_PLACE_DEALER)
    return SKY_PAI_GOW_DEALER;
  if (to == SKY_PLACE_DEAD)
    return SKY_PAI_GOW_DEAD;
  return to >= 1 && to <= SKY_PAI_GOW_SEATS ? (gint) to : -1;
}

gint
sky_pai_gow_opponent (const SkyPaiGowRound *round)
{
  return round->bank != 0 ? (gint) round->bank : SKY_PAI_GOW_DEALER;
}

gboolean
sky_pai_gow_knows_bank (const SkyTable *table)
{
  return sky_pai_gow_state (table)->round.bank != 0
         || (sky_table_sees (table, SKY_CLASS_WAGERS) && !table->scope.some_seats)
         || (!sky_table_assumes_rules (table)
             && !sky_table_option (table, SKY_PAI_GOW_PLAYER_BANK));
}

gboolean
sky_pai_gow_dealer_plays (const SkyTable *table)
{
  const SkyPaiGowRound *round = &sky_pai_gow_state (table)->round;

  return round->bank == 0
         || (!round->co_banked
             && sky_card_round_sum (table, &sky_pai_gow_bets[SKY_PAI_GOW_DEALER_VS_BANK],
                                    round->bank)
                    > 0);
}

SkyPaiGowRound *
sky_pai_gow_round (SkyTable *table)
{
  SkyPaiGowState *state = sky_pai_gow_state (table);

  if (state->over)
    {
      state->round = (SkyPaiGowRound){ 0 };
      state->over = FALSE;
    }
  return &state->round;
}

void
sky_pai_gow_void (SkyTable *table)
{
  SkyPaiGowRound *round = sky_pai_gow_round (table);

  if (round->void_seq == 0)
    round->void_seq = table->seq;
}
