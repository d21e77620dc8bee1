/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How eight stacks of four tiles are cut and delivered (chapter 621a): which four tiles come first,
 * second … eighth in each style. Stack 1, index 0, is at the dealer's right. The first tile of a
 * stack is the top one. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

typedef struct
{
  SkyTile tiles[8][4];
} SkyStacks;

/* Moves the stacks @first to @last, in order, to the left or right end of the row. Numbers are
 * those before the cut. @event is a `cut`. */
void sky_delivery_cut (SkyStacks *stacks, const SkyEvent *event);

/* The tiles of each delivery. */
void sky_delivery_deliver (const SkyStacks *stacks, SkyStyle style, SkyTile delivered[8][4]);

/* "Cup Say From the Right". Static. */
const char *sky_delivery_name (SkyStyle style);

G_END_DECLS
