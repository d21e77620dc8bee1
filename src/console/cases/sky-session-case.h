/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a session does with the case that is worked on: what is looked at, and stills, are put into
 * it. What comes of it is told as the session tells everything; the counts are asked for anew, so
 * whoever shows cases hears of it. */
#pragma once

#include "sky-case.h"
#include "sky-session.h"

G_BEGIN_DECLS

/* The case that is worked on, by id (0: none) and number. */
void sky_session_set_case (SkySession *self, gint64 id, gint64 number);
gint64 sky_session_get_case (SkySession *self);

/* Puts the finding or the bookmark that is looked at into the case. */
void sky_session_put_into_case (SkySession *self);

/* Takes a still of the camera that is large or was clicked, else of the first one, and puts it into
 * the case. With @save it is saved as a file of the user's too, and there need not be a case. */
void sky_session_take_still (SkySession *self, gboolean save);

/* Puts @png, a still of the camera @camera at @at, into the case. */
void sky_session_add_still (SkySession *self, GBytes *png, const char *camera, SkyTime at);

G_END_DECLS
