/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bets of a layout by their places: a click where chips lie is a wager. The places are those of
 * the picture, and there is no second geometry. */
#pragma once

#include "sky-picture.h"

G_BEGIN_DECLS

/* A bet at a place, and whose it is: on some layouts each seat has places of its own. */
typedef struct
{
  SkyBetRef bet;
  gint64 seat;
} SkyPictureBet;

/* The bets of @bets (of SkyBetRef) at @x, @y. Those of @seat, which is in hand, come first, then
 * those whose place has the nearer middle. Bets that share a place keep the order of @bets, odds
 * before the others. A place that is missed by little counts if no other is there. Odds find the
 * wagers of @scene that they support; NULL: there are none. Returns: a new array of SkyPictureBet,
 * whose texts belong to @bets and @scene. */
GArray *sky_picture_bets_at (const SkyScene *scene,
                             SkyGameId game,
                             const GArray *bets,
                             gint64 seat,
                             double width,
                             double height,
                             double x,
                             double y) G_GNUC_WARN_UNUSED_RESULT;

/* The place of @bet for @seat; of odds, that beside the wager of @scene that they support. Returns
 * FALSE if the layout has none. */
gboolean sky_picture_bet_area (const SkyScene *scene,
                               SkyGameId game,
                               const SkyBetRef *bet,
                               gint64 seat,
                               double width,
                               double height,
                               SkyPictureArea *area);

G_END_DECLS
