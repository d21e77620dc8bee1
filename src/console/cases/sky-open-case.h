/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The case that the person works on, which takes the current item and stills. The first addition
 * opens a case if none is open. Results are reported as usual. The inbox then counts again, which
 * informs views of cases. Signals:
 *
 * * "changed" (): the open case is another one, none, or has more items;
 * * "file-saved" (string, string): a still or clip was saved: a text that says so, the file's path.
 */
#pragma once

#include "sky-case.h"
#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_OPEN_CASE (sky_open_case_get_type ())
G_DECLARE_FINAL_TYPE (SkyOpenCase, sky_open_case, SKY, OPEN_CASE, GObject)

SkyOpenCase *sky_open_case_new (SkySelection *selection);
SkySelection *sky_open_case_get_selection (SkyOpenCase *self);

/* Sets the case; NULL, or a closed one: none. */
void sky_open_case_set (SkyOpenCase *self, const SkyCase *info);
/* Opens the case that was open on this store when @settings, the console's, were last told, if it
 * has not been closed; and tells them from now on. */
void sky_open_case_keep (SkyOpenCase *self, GSettings *settings);
/* Its id, 0: none is open; its number; its title, NULL: none is open; how much is in it. */
gint64 sky_open_case_get_id (SkyOpenCase *self);
gint64 sky_open_case_get_number (SkyOpenCase *self);
const char *sky_open_case_get_title (SkyOpenCase *self);
guint sky_open_case_get_n_items (SkyOpenCase *self);

/* Puts the findings selected in the list into the case if there are several, otherwise the current
 * finding or bookmark. */
void sky_open_case_put_in (SkyOpenCase *self);

/* Takes a still of the large or clicked camera, otherwise of the first one, and puts it into the
 * case. With @save it is also saved as the user's file, and no case is opened for it. */
void sky_open_case_take_still (SkyOpenCase *self, gboolean save);

/* Saves a clip of that camera in the user's folder of clips: the marked loop, otherwise from
 * @before to @after µs around the playhead. With a case open, bookmarks the playhead and puts that
 * into the case, so that its package has the clip too. */
void sky_open_case_save_clip (SkyOpenCase *self, SkyTime before, SkyTime after);

/* Notes @text in the case about a reported pattern called @title, with its @record
 * (sky-pattern-record.h). */
void sky_open_case_add_pattern (SkyOpenCase *self,
                                const char *title,
                                const char *text,
                                const char *record);

/* Puts @png, a still of the camera @camera at @at, into the case. */
void sky_open_case_add_still (SkyOpenCase *self, GBytes *png, const char *camera, SkyTime at);

G_END_DECLS
