/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of one pattern: the sentence made of its numbers, its plots, the same as a table,
 * what else it could be, and the way to its rounds. Its signals:
 *
 * * "rounds" (string): show the rounds at that table, or with NULL the errors themselves
 * * "arc" (): find the last rounds in its arc
 * * "round" (uint): show one of these, by its number from 0
 * * "to-case" (): put it into the case */
#pragma once

#include <gtk/gtk.h>

#include "sky-patterns.h"

G_BEGIN_DECLS

#define SKY_TYPE_PATTERN_PANE (sky_pattern_pane_get_type ())
G_DECLARE_FINAL_TYPE (SkyPatternPane, sky_pattern_pane, SKY, PATTERN_PANE, GtkWidget)

/* Shows @pattern, which belongs to @patterns; both NULL: nothing. The widget keeps a reference. */
void sky_pattern_pane_set_pattern (SkyPatternPane *self,
                                   SkyPatterns *patterns,
                                   const SkyPattern *pattern);

/* Shows, below the button that asked for them, the pattern's last @rounds, of SkyPatternRound; if
 * NULL, @why there are none. @n_unread: how many logs could not be read. */
void sky_pattern_pane_set_rounds (SkyPatternPane *self,
                                  const GPtrArray *rounds,
                                  guint n_unread,
                                  const char *why);

/* Whether all of it is there. */
gboolean sky_pattern_pane_is_complete (SkyPatternPane *self);

G_END_DECLS
