/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout with what lies on it, where a person lays chips: a click at the place of a bet is a
 * wager. Of several bets at one place it is the first; with Shift, a menu offers all. CSS node
 * "layout"; accessible role IMG, whose description lists everything on the table.
 *
 * Signals:
 *
 * * "bet" (string: the bet as sky_record_bet_format() has it): a click at its place;
 * * "take-back" (string: a wager's id): a secondary click on its chips;
 * * "scroll" (string: a wager's id, int: 1 or -1): more or less of it. */
#pragma once

#include "sky-layout-canvas.h"

G_BEGIN_DECLS

#define SKY_TYPE_RECORD_LAYOUT (sky_record_layout_get_type ())
G_DECLARE_FINAL_TYPE (SkyRecordLayout, sky_record_layout, SKY, RECORD_LAYOUT, SkyLayoutCanvas)

/* The game and the bets of its layout (of SkyBetRef; a reference is taken). */
void sky_record_layout_set_game (SkyRecordLayout *self, SkyGameId game, GArray *bets);
/* What lies; NULL: nothing is known. */
void sky_record_layout_set_scene (SkyRecordLayout *self, const SkyScene *scene);
/* The seat in hand, whose places count first. */
void sky_record_layout_set_seat (SkyRecordLayout *self, gint64 seat);

/* The wager with the id @wager is pointed at; NULL: none is. */
void sky_record_layout_set_pointed (SkyRecordLayout *self, const char *wager);

/* What a click at @x, @y of the widget lays, as it would be typed: one text for each bet of the
 * place, the most likely first. Returns: a new NULL-terminated array, possibly empty. */
char **sky_record_layout_dup_bets_at (SkyRecordLayout *self, double x, double y);
/* Opens the menu of these. */
void sky_record_layout_offer (SkyRecordLayout *self, double x, double y);

G_END_DECLS
