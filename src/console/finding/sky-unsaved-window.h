/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The findings that others decided first: their decisions, and the person's own. Selecting one
 * shows it, for a new decision. */
#pragma once

#include <adwaita.h>

#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_UNSAVED_WINDOW (sky_unsaved_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyUnsavedWindow, sky_unsaved_window, SKY, UNSAVED_WINDOW, AdwWindow)

SkyUnsavedWindow *sky_unsaved_window_new (GtkWindow *parent, SkySelection *selection);

/* How many are listed. */
guint sky_unsaved_window_get_n (SkyUnsavedWindow *self);

G_END_DECLS
