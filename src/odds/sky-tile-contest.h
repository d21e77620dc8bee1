/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every hand of four tiles against every other that the remaining set can make. The set is sixteen
 * pairs (§ 621a.6(b)), and the two tiles of a pair rank alike in every hand. So 3,620 kinds of
 * hands represent all 35,960, each with the number of ways to deal it. */
#pragma once

#include "sky-tiles.h"

G_BEGIN_DECLS

/* § 621a.10(d) leaves the dealer a choice if several settings satisfy it (R14): the one with the
 * highest high hand or the one with the highest low hand. */
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
  guint ways;                                 /* to deal it from the whole set */
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

/* The tiles of @four, after @other was dealt from the same set (NULL: nothing). Returns FALSE if
 * the set does not have both. */
gboolean sky_four_tiles (const SkyFour *four, const SkyFour *other, SkyTile tiles[4]);

/* Compares @four, in each of its settings, with each of the 20,475 hands of the other 28 tiles, set
 * by a dealer who favors @favor. @ways takes the count of each comparison. @samples takes one such
 * hand where it has none yet; it may be NULL. */
void sky_four_contest (const SkyFour *four,
                       SkyFavor favor,
                       guint ways[SKY_TILE_SETTINGS][SKY_N_COMPARISONS],
                       const SkyFour *samples[SKY_TILE_SETTINGS][SKY_N_COMPARISONS]);

G_END_DECLS
