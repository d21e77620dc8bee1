/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The 32 tiles of Pai Gow and the ranking of hands of two (chapter 621a): permissible pairs before
 * values, values before single tiles. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

#define SKY_TILES_IN_SET 32

/* How many of @tile the set has; 0: no such tile. */
guint sky_tile_count (SkyTile tile);
/* The 21 different tiles, highest rank first. */
const SkyTile *sky_tile_kinds (guint *n);

/* A hand of two tiles. A 1-2 or 2-4 outside the Supreme Pair counts as three or six, whichever is
 * better for its holder (R13). */
typedef struct
{
  guint8 pair;  /* 1…20, the rank of a permissible pair; 0: none */
  guint8 value; /* 0…9, of a hand without a pair */
  guint8 rank;  /* 1…17, of its highest tile at its counted value */
  guint8 apart; /* a tile of the Supreme Pair is used separately (R13) */
} SkyTileHand;

SkyTileHand sky_tile_hand (SkyTile a, SkyTile b);

/* Above 0 if @a ranks higher than @b, 0 if they are copies. Zero against zero is a copy. */
gint sky_tile_hand_compare (SkyTileHand a, SkyTileHand b);

/* "a pair of Twelves (6-6)", "a value of 8 with an Eleven high". Returns: a new phrase. */
char *sky_tile_hand_name (SkyTileHand hand);

/* The three ways to set four tiles: the first one with the second, third or fourth. */
#define SKY_TILE_SETTINGS 3

/* The settings that the dealer may choose (§ 621a.10(d)), as bits: those that satisfy the first of
 * its four rules that @tiles allow. @rule takes its number, 1…4. */
guint sky_tile_dealer_settings (const SkyTile tiles[4], guint *rule);

/* The two hands of a setting. */
void sky_tile_setting (const SkyTile tiles[4], guint setting, SkyTile a[2], SkyTile b[2]);

/* TRUE if both settings pair the same tiles. */
gboolean sky_tile_settings_equal (const SkyTile a[2],
                                  const SkyTile b[2],
                                  const SkyTile other_a[2],
                                  const SkyTile other_b[2]);

G_END_DECLS
