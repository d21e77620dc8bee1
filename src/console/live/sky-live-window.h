/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables whose logs a receiver writes, side by side: those that need attention come first.
 * Activating a row shows its table's findings. */
#pragma once

#include <adwaita.h>

#include "sky-live-tables.h"

G_BEGIN_DECLS

#define SKY_TYPE_LIVE_WINDOW (sky_live_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyLiveWindow, sky_live_window, SKY, LIVE_WINDOW, AdwWindow)

/* Returns: (transfer none): a window above @parent (nullable), which opens the archive of a chosen
 * row by its action "win.open-recent". */
SkyLiveWindow *sky_live_window_new (GtkWindow *parent, SkyLiveTables *tables);

G_END_DECLS
