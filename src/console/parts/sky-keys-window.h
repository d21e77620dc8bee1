/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All keys and what they do, section by section, and a search in them. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SKY_TYPE_KEYS_WINDOW (sky_keys_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyKeysWindow, sky_keys_window, SKY, KEYS_WINDOW, AdwWindow)

SkyKeysWindow *sky_keys_window_new (GtkWindow *parent);

/* Lists the keys that @text finds by what they do or by their names; empty: all of them. */
void sky_keys_window_search (SkyKeysWindow *self, const char *text);

G_END_DECLS
