/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of sky-sight-results.h that knows when cards lie face up. */
#pragma once

#include "sky-sight-results.h"

G_BEGIN_DECLS

/* Appends the results of @log, of a game of cards, to @results, an array of SkySightResult. At
 * Casino War these are the original deal and the War deal of each round, at Raise It Up the
 * streets. */
void sky_sight_add_hands (GArray *results, SkyLog *log);

G_END_DECLS
