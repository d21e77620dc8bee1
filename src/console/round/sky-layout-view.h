/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of the session's table at the playhead: wagers, dice, markers. Pointing at chips, with
 * the pointer or with the arrow keys, points the session at their wager, and vice versa. Property
 * (notifies): "day-view". CSS node "layout"; accessible role IMG, whose description lists
 * everything on the table. */
#pragma once

#include "sky-day-view.h"
#include "sky-layout-canvas.h"

G_BEGIN_DECLS

#define SKY_TYPE_LAYOUT_VIEW (sky_layout_view_get_type ())
G_DECLARE_FINAL_TYPE (SkyLayoutView, sky_layout_view, SKY, LAYOUT_VIEW, SkyLayoutCanvas)

/* @day_view: (nullable) (transfer none) */
void sky_layout_view_set_day_view (SkyLayoutView *self, SkyDayView *day_view);

/* The text for screen readers: the name with the wager pointed at, and the description. */
const char *sky_layout_view_get_accessible_text (SkyLayoutView *self);

/* TRUE when the picture is up to date: a thread draws it. */
gboolean sky_layout_view_is_settled (SkyLayoutView *self);

G_END_DECLS
