/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the entry line: bets of the game's layout, and types of events. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

/* @text with its last word completed as far as all words that begin so agree. @bets (of SkyBetRef)
 * are those of the layout. Returns: a new string, or NULL if nothing can be added. */
char *sky_record_completion_complete (const GArray *bets,
                                      const char *text) G_GNUC_WARN_UNUSED_RESULT;

/* The first words that begin as the last word of @text does, for people. Returns: a new string, or
 * NULL if there are none. */
char *sky_record_completion_suggest (const GArray *bets,
                                     const char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
