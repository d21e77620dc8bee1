/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the wagers of a scene lie where they should, and are drawn in the colours of each style.
 */
#pragma once

#include "sky-picture.h"

G_BEGIN_DECLS

/* Fails the test unless each wager of @scene lies on the layout drawn as large as @width by
 * @height, is found by pointing at it, and no chips lie on others. */
void check_places (const SkyScene *scene, SkyGameId game, double width, double height);

/* Fails the test unless the light picture of @scene with its colours exchanged is the dark one. */
void check_exchange (const SkyScene *scene, SkyGameId game, double width, double height);

G_END_DECLS
