/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The objects on a table in words, for people who point at a wager and for screen readers. All
 * strings are new and translated. */
#pragma once

#include "sky-replay.h"

G_BEGIN_DECLS

/* The wager, its amount, seat and patron; below it what the table recorded of it, what the rules
 * make of it, and the difference, as far as there is something. */
char *sky_scene_text_wager (const SkyScene *scene, const SkySceneWager *wager);

/* The round, the dice, cards, markers, and each wager on the layout with its seat. */
char *sky_scene_text_all (const SkyScene *scene);

G_END_DECLS
