/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who sits at the desk, and whether their entries are signed. Its popover signs people in and out,
 * and lets another person take over. Property (notifies): "desk" (SkyReviewDesk). */
#pragma once

#include <gtk/gtk.h>

#include "sky-review-desk.h"

G_BEGIN_DECLS

#define SKY_TYPE_USER_BUTTON (sky_user_button_get_type ())
G_DECLARE_FINAL_TYPE (SkyUserButton, sky_user_button, SKY, USER_BUTTON, GtkWidget)

/* @desk: (nullable) (transfer none) */
void sky_user_button_set_desk (SkyUserButton *self, SkyReviewDesk *desk);

/* Shows the name beside the initials if there is space. */
void sky_user_button_set_wide (SkyUserButton *self, gboolean wide);

/* Opens the popover. */
void sky_user_button_popup (SkyUserButton *self);

G_END_DECLS
