/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the table of wagers: what the table recorded of a wager in a round, what the rules
 * require, and the difference. Made from a scene, of which it keeps nothing. Signal "changed": it
 * now shows another wager. */
#pragma once

#include <glib-object.h>

#include "sky-replay.h"

G_BEGIN_DECLS

#define SKY_TYPE_WAGER_ITEM (sky_wager_item_get_type ())
G_DECLARE_FINAL_TYPE (SkyWagerItem, sky_wager_item, SKY, WAGER_ITEM, GObject)

SkyWagerItem *sky_wager_item_new (const SkySceneWager *wager);

/* Makes it one of @wager; NULL: of none, all that it says is "". */
void sky_wager_item_set_wager (SkyWagerItem *self, const SkySceneWager *wager);

const char *sky_wager_item_get_id (SkyWagerItem *self);
/* "Place Bet to Win on 6, seat 2" */
const char *sky_wager_item_get_name (SkyWagerItem *self);
const char *sky_wager_item_get_amount (SkyWagerItem *self);
/* "win +$14.00"; "—" when the table did not settle it, or nothing is due. */
const char *sky_wager_item_get_recorded (SkyWagerItem *self);
const char *sky_wager_item_get_recomputed (SkyWagerItem *self);
/* Both in one: what was recorded, and below it what is due if that differs. */
const char *sky_wager_item_get_settled (SkyWagerItem *self);
/* "−$2.00"; "" when both agree. */
const char *sky_wager_item_get_difference (SkyWagerItem *self);
/* TRUE if the table's action differs from the rules. */
gboolean sky_wager_item_get_differs (SkyWagerItem *self);
/* TRUE while the pointer is on it, here or on the layout. */
void sky_wager_item_set_tinted (SkyWagerItem *self, gboolean tinted);
gboolean sky_wager_item_get_tinted (SkyWagerItem *self);

G_END_DECLS
