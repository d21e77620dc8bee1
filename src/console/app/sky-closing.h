/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Closes a window while several findings are being decided. It asks first, and reports the number
 * decided before the window closes. Single entries are written first, unnoticed. If the store is
 * out of reach or does not answer, it asks, and the window can close without waiting. */
#pragma once

#include <adwaita.h>

#include "sky-review-desk.h"

G_BEGIN_DECLS

#define SKY_TYPE_CLOSING (sky_closing_get_type ())
G_DECLARE_FINAL_TYPE (SkyClosing, sky_closing, SKY, CLOSING, GObject)

/* The closing of @window, which has it as long as it lives. */
SkyClosing *sky_closing_new (GtkWindow *window, SkyReviewDesk *desk);

/* Asks whether to stop the decisions, or to discard what waits for an unreachable store. Waits for
 * running writes, and then closes the window. Returns FALSE if nothing is pending or it was
 * discarded: the window may close. */
gboolean sky_closing_keep_open (SkyClosing *self);

/* The dialog that asks; NULL: none. */
GtkWindow *sky_closing_get_dialog (SkyClosing *self);

G_END_DECLS
