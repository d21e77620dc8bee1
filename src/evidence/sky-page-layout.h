/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout as pictures (SVG) and words for the page of a case. The bare table is drawn once, and
 * what lies on it apart from it, for each finding: laid over each other they are the picture. */
#pragma once

#include "sky-replay.h"

G_BEGIN_DECLS

/* Adds `bare_table`: the bare table of @game, on a light and on a dark page. */
void sky_page_layout_add_table (GString *json, SkyGameId game);

/* Adds `layout`: what lies on the table in @scene, as pictures and as a list of its wagers, and
 * points out the wager with the id @pointed (NULL: none). */
void sky_page_layout_add_scene (GString *json,
                                const SkyScene *scene,
                                SkyGameId game,
                                const char *pointed);

G_END_DECLS
