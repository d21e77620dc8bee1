/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every hand of four tiles against every other that the set still holds. The set is sixteen pairs
 * (§ 621a.6(b)) and the two tiles of a pair rank alike in every hand, so that 3,620 kinds of hands
 * stand for all 35,960, each for as many as can be dealt of it. */
#pragma once

#include "sky-tiles.h"

G_BEGIN_DECLS

/* § 621a.10(d) leaves a dealer the choice where several settings satisfy it (R14): he may take the
 * one with the highest high hand or the one with the highest low hand. */
typedef enum
{
  SKY_FAVOR_HIGH,
  SKY_FAVOR_LOW,
  SKY_N_FAVORS,
} SkyFavor;

/* A way to set a hand. Ranks are those of hands of two tiles, 0 the lowest, copies alike. */
typedef struct
{
  guint16 high;
  guint16 low;
  guint8 number;       /* of sky_tile_setting () */
  gboolean is_dealers; /* § 621a.10(d) allows it */
} SkyFourSetting;

/* A kind of hand. */
typedef struct
{
  guint8 pairs[4];                            /* of which pairs its tiles are, ascending */
  guint ways;                                 /* in which it may be dealt from the whole set */
  SkyFourSetting settings[SKY_TILE_SETTINGS]; /* the highest high hand first */
  guint dealers[SKY_N_FAVORS];                /* which of them a dealer makes */
} SkyFour;

/* How two hands compare: the high hands, then the low hands, each 0 lower, 1 copies, 2 higher. */
#define SKY_N_COMPARISONS         9
#define SKY_COMPARISON(high, low) ((high) *3 + (low))
/* The same, seen from the other side. */
#define SKY_COMPARISON_REVERSED(comparison) (8 - (comparison))

/* All kinds of hands: an array of SkyFour, once for the whole program. */
const GArray *sky_fours (void);

/* The tiles of @four; @other has been dealt before it from the same set (NULL: nothing). Returns:
 * FALSE when the set does not hold both. */
gboolean sky_four_tiles (const SkyFour *four, const SkyFour *other, SkyTile tiles[4]);

/* @four, set in each of its ways, against each hand of the 20,475 that the other 28 tiles make, set
 * as a dealer who favours @favor sets it: in how many of them each comparison comes. @samples,
 * where there is no sample yet, takes one such hand; it may be NULL. */
void sky_four_contest (const SkyFour *four,
                       SkyFavor favor,
                       guint ways[SKY_TILE_SETTINGS][SKY_N_COMPARISONS],
                       const SkyFour *samples[SKY_TILE_SETTINGS][SKY_N_COMPARISONS]);

G_END_DECLS
