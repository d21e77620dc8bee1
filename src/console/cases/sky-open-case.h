/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The case that is worked on: what is looked at, and stills, are put into it. What comes of it is
 * told as everything is; the inbox counts anew, so whoever shows cases hears of it. */
#pragma once

#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_OPEN_CASE (sky_open_case_get_type ())
G_DECLARE_FINAL_TYPE (SkyOpenCase, sky_open_case, SKY, OPEN_CASE, GObject)

SkyOpenCase *sky_open_case_new (SkySelection *selection);
SkySelection *sky_open_case_get_selection (SkyOpenCase *self);

/* Which it is, by id (0: none) and number. */
void sky_open_case_set (SkyOpenCase *self, gint64 id, gint64 number);
gint64 sky_open_case_get_id (SkyOpenCase *self);

/* Puts the finding or the bookmark that is looked at into the case. */
void sky_open_case_put_in (SkyOpenCase *self);

/* Takes a still of the camera that is large or was clicked, else of the first one, and puts it into
 * the case. With @save it is saved as a file of the user's too, and there need not be a case. */
void sky_open_case_take_still (SkyOpenCase *self, gboolean save);

/* Puts @png, a still of the camera @camera at @at, into the case. */
void sky_open_case_add_still (SkyOpenCase *self, GBytes *png, const char *camera, SkyTime at);

G_END_DECLS
