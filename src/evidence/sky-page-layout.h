/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout as pictures (SVG) and words for the page of a case. The bare table is drawn once, and
 * the objects on it separately for each finding. The two pictures overlay each other. Both are
 * drawn for a light page. */
#pragma once

#include "sky-replay.h"

G_BEGIN_DECLS

/* Adds `dark_colours`: the colors of the pictures that differ on a dark page, with their values
 * there. */
void sky_page_layout_add_dark (GString *json);

/* Adds `bare_table`: the bare table of @game. */
void sky_page_layout_add_table (GString *json, SkyGameId game);

/* Adds `layout`: the objects on the table in @scene, as a picture and as a list of its wagers.
 * Highlights the wager with the id @pointed (NULL: none). */
void sky_page_layout_add_scene (GString *json,
                                const SkyScene *scene,
                                SkyGameId game,
                                const char *pointed);

G_END_DECLS
