/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A still of a case, large. It reads the still again and compares its digest: a changed file is
 * reported, not shown. */
#pragma once

#include <adwaita.h>

#include "sky-case-still.h"
#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_STILL_WINDOW (sky_still_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyStillWindow, sky_still_window, SKY, STILL_WINDOW, AdwWindow)

SkyStillWindow *
sky_still_window_new (GtkWindow *parent, SkySelection *selection, const SkyCaseStill *still);

/* The shown page: "picture", "problem", or "loading". */
const char *sky_still_window_get_page (SkyStillWindow *self);

/* Has the session go to the instant of the picture. */
void sky_still_window_go (SkyStillWindow *self);

G_END_DECLS
