/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The findings of which others spoke first: what they said, what was wanted. Choosing one shows it,
 * to be decided anew. */
#pragma once

#include <adwaita.h>

#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_UNSAID_WINDOW (sky_unsaid_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyUnsaidWindow, sky_unsaid_window, SKY, UNSAID_WINDOW, AdwWindow)

SkyUnsaidWindow *sky_unsaid_window_new (GtkWindow *parent, SkySelection *selection);

/* How many are listed. */
guint sky_unsaid_window_get_n (SkyUnsaidWindow *self);

G_END_DECLS
