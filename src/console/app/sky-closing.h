/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Closing a window while several findings are being decided: it is asked first, and before it
 * closes it is said how many were decided. What was said one by one is written first, which nobody
 * notices; when the store is not reached, or does not answer, it is asked, and the window can be
 * closed without waiting. */
#pragma once

#include <adwaita.h>

#include "sky-review-desk.h"

G_BEGIN_DECLS

#define SKY_TYPE_CLOSING (sky_closing_get_type ())
G_DECLARE_FINAL_TYPE (SkyClosing, sky_closing, SKY, CLOSING, GObject)

/* The closing of @window, which has it as long as it lives. */
SkyClosing *sky_closing_new (GtkWindow *window, SkyReviewDesk *desk);

/* Asks whether to stop what is being decided, or to give up what waits for a store that is not
 * reached; what is being written is waited for, and then the window closes. Returns: FALSE: there
 * is nothing of the kind, or it is given up; it may be closed. */
gboolean sky_closing_keep_open (SkyClosing *self);

/* What asks about it; NULL: nothing is asked. */
GtkWindow *sky_closing_get_dialog (SkyClosing *self);

G_END_DECLS
