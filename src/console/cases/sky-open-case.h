/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The case that is worked on: what is looked at, and stills, are put into it. The first thing that
 * is put in opens it, when none is open. What comes of it is told as everything is; the inbox
 * counts anew, so whoever shows cases hears of it.
 *
 * Signal: "changed" (), another case is worked on, or none any more, or there is more in it. */
#pragma once

#include "sky-case.h"
#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_OPEN_CASE (sky_open_case_get_type ())
G_DECLARE_FINAL_TYPE (SkyOpenCase, sky_open_case, SKY, OPEN_CASE, GObject)

SkyOpenCase *sky_open_case_new (SkySelection *selection);
SkySelection *sky_open_case_get_selection (SkyOpenCase *self);

/* Which it is; NULL, or one that is closed: none. */
void sky_open_case_set (SkyOpenCase *self, const SkyCase *info);
/* Its id, 0: none is open; its number; its title, NULL: none is open; how much is in it. */
gint64 sky_open_case_get_id (SkyOpenCase *self);
gint64 sky_open_case_get_number (SkyOpenCase *self);
const char *sky_open_case_get_title (SkyOpenCase *self);
guint sky_open_case_get_n_items (SkyOpenCase *self);

/* Puts into the case the findings that are chosen in the list, when they are several, else the
 * finding or the bookmark that is looked at. */
void sky_open_case_put_in (SkyOpenCase *self);

/* Takes a still of the camera that is large or was clicked, else of the first one, and puts it into
 * the case. With @save it is saved as a file of the user's too, and no case is opened for it. */
void sky_open_case_take_still (SkyOpenCase *self, gboolean save);

/* Puts @png, a still of the camera @camera at @at, into the case. */
void sky_open_case_add_still (SkyOpenCase *self, GBytes *png, const char *camera, SkyTime at);

G_END_DECLS
