/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Casino War (chapter 651a): one card per hand against the dealer's, and the War deal for ties. */
#pragma once

#include "sky-game.h"

G_BEGIN_DECLS

/* The options of the Rules Submission, after the common ones. */
enum
{
  SKY_CASINO_WAR_DECKS = SKY_N_COMMON_OPTIONS,
  SKY_CASINO_WAR_SHUFFLER,
  SKY_CASINO_WAR_N_OPTIONS,
};

/* The bets, in the order of the game's table. */
enum
{
  SKY_CASINO_WAR_INITIAL,
  SKY_CASINO_WAR_TIE,
  SKY_CASINO_WAR_WAR,
  SKY_CASINO_WAR_WAR_TIE,
  SKY_CASINO_WAR_N_BETS,
};

/* The cases of a War Wager: SkyPay.key. */
enum
{
  SKY_WAR_HIGHER,
  SKY_WAR_TIED,
};

G_END_DECLS
