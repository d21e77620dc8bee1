/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies on a table in words: for whoever points at a wager, and for who has the layout read out
 * instead of looking at it. All strings are new and translated. */
#pragma once

#include "sky-replay.h"

G_BEGIN_DECLS

/* The wager, its amount, seat and patron; below it what the table recorded of it, what the rules
 * make of it, and the difference, as far as there is something. */
char *sky_scene_text_wager (const SkyScene *scene, const SkySceneWager *wager);

/* The round, the dice, cards, markers, and each wager that lies on the layout with its seat. */
char *sky_scene_text_all (const SkyScene *scene);

G_END_DECLS
