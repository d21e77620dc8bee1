/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sic Bo (58 Pa. Code Chapter 625a, and Chapter 539 until 2011-06-10): three dice in a shaker. */
#pragma once

#include "sky-game.h"

G_BEGIN_DECLS

/* The module's options, after the common ones. */
enum
{
  SKY_SIC_BO_SHAKER = SKY_N_COMMON_OPTIONS, /* 0 manual, 1 automated */
  SKY_SIC_BO_N_OPTIONS,
};

/* Calls @visit for every bet that the layout can light, with whether it wins with @dice. It also
 * gets the bet's number (and the other one of Two Dice), or 0. */
typedef void (*SkySicBoVisitor) (
    gpointer data, const SkyBet *bet, gint number, gint other, gboolean wins);
void sky_sic_bo_visit_bets (const gint dice[3], SkySicBoVisitor visit, gpointer data);

G_END_DECLS
