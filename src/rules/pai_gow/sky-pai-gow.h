/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pai Gow (chapter 621a): four tiles set as two hands against the dealer's or the bank's. */
#pragma once

#include "sky-game.h"

G_BEGIN_DECLS

/* The options of the Rules Submission, after the common ones. */
enum
{
  SKY_PAI_GOW_VIG_ROUNDING = SKY_N_COMMON_OPTIONS,
  SKY_PAI_GOW_PLAYER_BANK,
  SKY_PAI_GOW_CO_BANK,
  SKY_PAI_GOW_DEALER_WAGER,
  SKY_PAI_GOW_RNG,
  SKY_PAI_GOW_ALTERNATIVE_DEALING,
  SKY_PAI_GOW_N_OPTIONS,
};

/* The bets, in the order of the game's table. */
enum
{
  SKY_PAI_GOW_WAGER,
  SKY_PAI_GOW_DEALER_VS_BANK,
  SKY_PAI_GOW_N_BETS,
};

/* What a banked round leaves in the center of the table (§ 621a.11(o) and § 621a.11(r)). */
typedef struct
{
  SkyMoney surplus;
  SkyMoney vig;
  SkyMoney collected;
} SkyPaiGowLeft;

/* Computes what is due after all wagers are decided. Returns FALSE if one is not; @any is TRUE if
 * one was decided other than void. */
gboolean sky_pai_gow_work_out_left (const SkyTable *table, SkyPaiGowLeft *left, gboolean *any);

G_END_DECLS
