/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Props & Hops (58 Pa. Code Chapter 668a): the players shake two dice in a shaker. */
#pragma once

#include "sky-game.h"

G_BEGIN_DECLS

/* The module's options, after the common ones. The Hop boxes are the layout's combinations, as bits
 * of sky_combination_bit() (reading R21). */
enum
{
  SKY_PROPS_HOP_LAYOUT = SKY_N_COMMON_OPTIONS,
  SKY_PROPS_HOP_TOP,
  SKY_PROPS_HOP_LEFT,
  SKY_PROPS_HOP_RIGHT,
  SKY_PROPS_HOP_CENTER,
  SKY_PROPS_N_OPTIONS,
};

G_END_DECLS
