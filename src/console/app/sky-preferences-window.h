/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A person's preferences: reviewer, dark or light, and more. Everything is bound to the settings
 * and applies at once. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SKY_TYPE_PREFERENCES_WINDOW (sky_preferences_window_get_type ())
G_DECLARE_FINAL_TYPE (
    SkyPreferencesWindow, sky_preferences_window, SKY, PREFERENCES_WINDOW, AdwWindow)

GtkWindow *sky_preferences_window_new (GtkWindow *parent);

G_END_DECLS
