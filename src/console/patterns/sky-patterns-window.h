/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of patterns: all units of the store, sortable and filtered, and what is said of the
 * chosen one. The store's thread reads and folds; what is reported for the first time is kept. */
#pragma once

#include <adwaita.h>

#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_PATTERNS_WINDOW (sky_patterns_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyPatternsWindow, sky_patterns_window, SKY, PATTERNS_WINDOW, AdwWindow)

SkyPatternsWindow *sky_patterns_window_new (GtkWindow *parent, SkySelection *selection);

/* Whether nothing is under way. */
gboolean sky_patterns_window_is_settled (SkyPatternsWindow *self);

/* (element-type SkyPatternRow) (transfer none): the rows as they are shown. */
GListModel *sky_patterns_window_get_rows (SkyPatternsWindow *self);

/* Chooses the row at @position. */
void sky_patterns_window_choose (SkyPatternsWindow *self, guint position);

G_END_DECLS
