/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Roulette (58 Pa. Code Chapter 617a) on a double zero wheel, a single zero wheel, or a double zero
 * wheel used as a single zero one. */
#pragma once

#include "sky-game.h"
#include "sky-roulette-layout.h"

G_BEGIN_DECLS

/* The module's options, after the common ones. */
enum
{
  SKY_ROULETTE_WHEEL = SKY_N_COMMON_OPTIONS, /* a SkyWheel */
  SKY_ROULETTE_FIVE_ADJACENT,
  SKY_ROULETTE_N_OPTIONS,
};

/* The wheel and layout in use at a roulette table. */
SkyWheel sky_roulette_wheel (const SkyTable *table);

/* The numbers of @wager as bits (SKY_POCKET_BIT), for the wheel in use; 0: the chapter has no such
 * wager. */
guint64 sky_roulette_numbers (const SkyTable *table, const SkyWager *wager);

G_END_DECLS
